"""Rules that contradict each other are refused by name, and no others."""

import itertools

import pytest

from sim.errors import RulesError
from sim.rules.house_rules import FIELDS
from sim.rules.rules import Rules
from support.rule_fields import COMPANY, EXPECTED, refusal


@pytest.mark.parametrize(
    "changes",
    [
        {"maker_alone": "no", "defend_alone": "vs_loner"},
        {"maker_alone": "no", "dealer_partner_order": "alone_only"},
        {"deck": 33, "no_trump": "round2"},
    ],
)
def test_impossible_combinations_name_their_fields(changes: dict[str, object]) -> None:
    error = refusal(changes)
    for name, value in changes.items():
        assert f"{name} = {value}" in error.message
        assert name in error.hint
        Rules().with_changes({name: value})  # each alone is fine


@pytest.mark.parametrize("name", [name for name in COMPANY if "=" not in name])
def test_a_rule_of_another_table_is_refused_by_name(name: str) -> None:
    values, default = EXPECTED[name]
    for value in values:
        if value != default:
            assert f"{name} = {FIELDS[name].text(value)}" in refusal({name: value}).message
    assert Rules().with_changes({name: default}) == Rules()


@pytest.mark.parametrize("players", [2, 3])
def test_partners_need_four_players(players: int) -> None:
    error = refusal({"players": players, "maker_alone": "no", "dealer_partner_order": "forbidden"})
    assert "dealer_partner_order = forbidden" in error.message
    assert f"players = {players}" in error.message


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (
            {"maker_alone": "yes"},
            "maker_alone = yes needs a partner or a dummy that a maker may do without, but twohand_dummy = none",
        ),
        (
            {"defend_alone": "always"},
            "defend_alone = always needs two defenders, of whom one may sit out, but players = 2",
        ),
    ],
)
def test_nobody_plays_alone_at_a_table_of_two(changes: dict[str, object], why: str) -> None:
    assert refusal({"players": 2} | changes).message == why


@pytest.mark.parametrize("dummy", ["compulsory", "none"])
def test_a_maker_without_a_choice_neither_peeks_nor_plays_alone(dummy: str) -> None:
    three = {"players": 3, "cutthroat_dummy": dummy}
    assert not Rules().with_changes(three).may_go_alone
    assert f"cutthroat_dummy = {dummy}" in refusal(three | {"peek_dummy": "yes"}).message
    assert f"cutthroat_dummy = {dummy}" in refusal(three | {"defend_alone": "vs_loner"}).message


def test_who_may_not_leave_the_dummy_has_nothing_to_peek_for() -> None:
    assert "but maker_alone = no" in refusal({"players": 3, "maker_alone": "no", "peek_dummy": "yes"}).message


@pytest.mark.parametrize(
    ("changes", "dummies"),
    [
        ({}, ()),
        ({"players": 3}, (5,)),
        ({"players": 3, "cutthroat_dummy": "compulsory"}, (5,)),
        ({"players": 3, "cutthroat_dummy": "none"}, ()),
        ({"players": 2, "maker_alone": "no"}, ()),
        ({"players": 2, "maker_alone": "no", "twohand_dummy": "shared2"}, (2,)),
        ({"players": 2, "maker_alone": "no", "twohand_dummy": "own3"}, (3, 3)),
        ({"players": 2, "maker_alone": "yes", "twohand_dummy": "own3"}, (3, 3)),
    ],
)
def test_dummies(changes: dict[str, object], dummies: tuple[int, ...]) -> None:
    assert Rules().with_changes(changes).dummies == dummies


def test_no_other_pair_of_choices_is_refused() -> None:
    """Of the rules that need no company, only these pairs contradict each other."""
    plain = [name for name in EXPECTED if name not in COMPANY and name not in ("players", "call_for_best")]
    values = {name: [v for v in EXPECTED[name][0] if f"{name} = {v}" not in COMPANY] for name in plain}
    refused = set()
    for one, other in itertools.combinations(plain, 2):
        for a, b in itertools.product(values[one], values[other]):
            try:
                Rules().with_changes({one: a, other: b})
            except RulesError:
                refused.add(frozenset({(one, a), (other, b)}))
    assert refused == {
        frozenset({("maker_alone", "no"), ("defend_alone", "vs_loner")}),
        frozenset({("maker_alone", "no"), ("dealer_partner_order", "alone_only")}),
        frozenset({("maker_alone", "no"), ("jambone", "on")}),
        frozenset({("maker_alone", "no"), ("alone_lead", "left_of_loner")}),
        *(frozenset({("maker_alone", "no"), ("loner_march", points)}) for points in (3, 5)),
        *(frozenset({("maker_alone", "no"), ("loner_34", points)}) for points in (0, 2, "euchred")),
        frozenset({("maker_alone", "no"), ("late_loners", "no")}),
        frozenset({("maker_alone", "no"), ("alone_when", "after_discard")}),
        frozenset({("jambone", "on"), ("alone_when", "after_discard")}),
        frozenset({("maker_alone", "no"), ("loner_euchred", 4)}),
        frozenset({("stick_dealer", "on"), ("allpass", "same_dealer")}),
        frozenset({("late_loners", "no"), ("target", 1)}),
        frozenset({("deck", 25), ("no_trump", "round2")}),
        frozenset({("deck", 33), ("no_trump", "round2")}),
    }


@pytest.mark.parametrize(
    ("changes", "message", "hint"),
    [
        ({"call_for_best": "loner+lone_defender"}, "but defend_alone = never", "call_for_best = loner"),
        ({"call_for_best": "loner+lone_defender", "defend_alone": "always"}, "but defend_alone = always", "vs_loner"),
        ({"call_for_best": "loner", "maker_alone": "no"}, "but maker_alone = no", "maker_alone = yes"),
        ({"call_for_best": "loner", "players": 3}, "but players = 3", "players = 4"),
        ({"best_order": "receive_first"}, "but call_for_best = off", "set call_for_best = loner"),
        ({"lap_games": 5}, "but laps = off", "set laps = on"),
        ({"players": 3, "laps": "on"}, "laps = on is a rule for two sides", "leave laps at off"),
        ({"players": 3, "slam": "on"}, "slam = on is a rule for two sides", "leave slam at off"),
        ({"players": 3, "jamboree": "on"}, "jamboree = on is a rule for 4 players", "set players = 4"),
        ({"players": 3, "jambone": "on"}, "jambone = on is a rule for 4 players", "set players = 4"),
        ({"jambone": "on", "maker_alone": "no"}, "needs a lone maker, but maker_alone = no", "leave jambone at off"),
    ],
)
def test_railroad_rules_that_would_mean_nothing_are_refused(
    changes: dict[str, object], message: str, hint: str
) -> None:
    error = refusal(changes)
    assert message in error.message
    assert hint in error.hint
