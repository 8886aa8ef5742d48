"""Rules as a value: every field and choice, combinations, rule files and the id."""

import dataclasses
import itertools
import os
from pathlib import Path

import numpy as np
import pytest

from sim.errors import RulesError
from sim.players.check.conformance import Finding
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.house_rule import RuleField
from sim.rules.house_rules import FIELDS, UNPLAYED
from sim.rules.presets import preset
from sim.rules.rule_file import read_rule_file
from sim.rules.rules import Rules
from sim.rules.values import Value
from sim.runs.provenance import make_config, rules_name

# The house rules of four-handed turn-up euchre: choices, then the default.
EXPECTED: dict[str, tuple[list[Value], Value]] = {
    "players": ([2, 3, 4, 5, 6], 4),
    "deck": ([24, 25, 28, 32, 33, 52], 24),
    "hand_size": ([5, 6], 5),
    "auction": (["turn_up", "tricks", "single"], "turn_up"),
    "target": ([0, 1, 5, 7, 10, 11, 15, 21, 1000], 10),
    "max_hands": ([0, 1, 8, 10_000], 0),
    "stick_dealer": (["off", "on", "forfeit1"], "off"),
    "dealer_pickup": (["optional", "mandatory"], "mandatory"),
    "discard_upcard": (["forbidden", "allowed"], "forbidden"),
    "call_turned_down": (["no", "stuck_dealer", "yes"], "no"),
    "dealer_partner_order": (["free", "alone_only", "forbidden"], "free"),
    "maker_alone": (["yes", "no"], "yes"),
    "alone_when": (["with_call", "after_discard"], "with_call"),
    "late_loners": (["yes", "no"], "yes"),
    "defend_alone": (["never", "vs_loner", "always"], "never"),
    "alone_lead": (["left_of_dealer", "left_of_loner"], "left_of_dealer"),
    "both_alone_lead": (["defender", "maker", "left_of_dealer"], "defender"),
    "loner_march": ([3, 4, 5], 4),
    "loner_34": ([0, 1, 2, "euchred"], 1),
    "loner_euchred": ([2, 4], 2),
    "lone_def_euchre": ([2, 3, 4, 5], 4),
    "lone_def_sweep": ([2, 3, 4, 5], 4),
    "super_euchre": ([0, 4], 0),
    "fast_break": (["off", "on"], "off"),
    "four_trick_tokens": (["off", "on"], "off"),
    "no_trump": (["off", "round2", "stuck_dealer", "bidder"], "off"),
    "farmers_hand": (["off", "redeal", "nines_and_tens", "ace_no_face", "swap3", "swap3_clean"], "off"),
    "min_trump": ([0, 1], 0),
    "allpass": (["next_dealer", "same_dealer"], "next_dealer"),
    "joker_up": (["dealer_blind", "hearts", "spades", "next_card", "dealer_sees"], "dealer_blind"),
    "call_for_best": (["off", "loner", "loner+lone_defender"], "off"),
    "best_order": (["discard_first", "receive_first"], "discard_first"),
    "laps": (["off", "on"], "off"),
    "lap_games": ([2, 10, 1000], 10),
    "slam": (["off", "on"], "off"),
    "jamboree": (["off", "on"], "off"),
    "jambone": (["off", "on"], "off"),
    "twohand_dummy": (["none", "shared2", "own3"], "none"),
    "cutthroat_dummy": (["optional", "compulsory", "none"], "optional"),
    "cutthroat_march": ([1, 3, 10], 3),
    "cutthroat_alone_march": ([1, 3, 10], 3),
    "cutthroat_tie": (["highest_then_shared", "elder", "shared"], "highest_then_shared"),
    "peek_dummy": (["no", "yes"], "no"),
    "pf_reentry": (["on", "off"], "on"),
    "pf_joker_forced": ([0, 2, 6], 3),
    "pf_widow": (["taken", "dead"], "taken"),
    "pf_pepper": (["off", "on"], "off"),
    "pf_failed": (["bid", "six"], "bid"),
    "nap_min_bid": ([1, 3, 5], 2),
    "misere": (["on", "off"], "on"),
    "misere_lost": ([3, 6], 3),
    "nap_table": (["us", "stakes", "flat"], "us"),
    "nap_allpass": (["redeal", "dealer_one"], "redeal"),
}
TRICKS: dict[str, object] = {"auction": "tricks", "hand_size": 6, "deck": 25, "maker_alone": "no"}
NAPOLEON: dict[str, object] = {"auction": "single", "deck": 52, "max_hands": 20, "maker_alone": "no"}
COMPANY: dict[str, dict[str, object]] = {
    "players = 2": {"maker_alone": "no"},
    "joker_up": {"deck": 25},
    "call_for_best = loner+lone_defender": {"defend_alone": "vs_loner"},
    "best_order": {"call_for_best": "loner"},
    "lone_def_euchre": {"defend_alone": "always"},
    "lone_def_sweep": {"defend_alone": "vs_loner"},
    "both_alone_lead": {"defend_alone": "vs_loner", "alone_lead": "left_of_loner"},
    "lap_games": {"laps": "on"},
    "twohand_dummy": {"players": 2, "maker_alone": "no"},
    "hand_size = 6": TRICKS | {"deck": 24},
    "auction = tricks": TRICKS,
    "auction = single": NAPOLEON | {"deck": 32},
    "players = 5": NAPOLEON,
    "players = 6": NAPOLEON,
    "deck = 52": NAPOLEON,
    "target = 0": NAPOLEON,
    **{name: NAPOLEON for name in EXPECTED if name.startswith(("nap_", "misere"))},
    "call_turned_down = stuck_dealer": {"stick_dealer": "on"},
    "no_trump = stuck_dealer": {"stick_dealer": "on"},
    "no_trump = bidder": TRICKS | {"deck": 24},
    **{name: TRICKS for name in EXPECTED if name.startswith("pf_")},
    **{name: {"players": 3} for name in EXPECTED if name.startswith("cutthroat_") or name == "peek_dummy"},
}
"""What else must be set for a rule of a game that is not the standard one, or for one value of it."""
BAD: dict[str, list[object]] = {
    "target": [-1, 1001, "ten", 10.5, None, True],
    "max_hands": [-1, 10_001, "never", True],
    "players": [1, 7, "four"],
    "deck": [23, 36, "all"],
    "loner_march": [2, 6, "off", False],
    "super_euchre": [2, "on", True],
    "min_trump": [2, True, "1.0"],
    "stick_dealer": ["maybe", 1, 0, None, ["on"]],
    "maker_alone": ["never", 1],
    "no_trump": ["on", True],
}
UNPLAYED_NAMES = """
partner_takeover
""".split()


def refusal(changes: dict[str, object]) -> RulesError:
    with pytest.raises(RulesError) as caught:
        Rules().with_changes(changes)
    return caught.value


def changed(name: str, value: object) -> Rules:
    """The standard rules with one changed, and what it needs to make sense."""
    company = COMPANY.get(f"{name} = {value}".strip(), COMPANY.get(name, {}))
    return Rules().with_changes(company | {name: value})


def test_the_table_holds_the_fields_of_the_dataclass_and_no_other() -> None:
    assert set(FIELDS) == {field.name for field in dataclasses.fields(Rules)} == set(EXPECTED)
    assert sorted(UNPLAYED) == sorted(UNPLAYED_NAMES)


@pytest.mark.parametrize("rule", [*FIELDS.values(), *UNPLAYED.values()], ids=lambda rule: rule.name)
def test_every_field_says_what_it_does_and_who_plays_it_so(rule: RuleField) -> None:
    assert rule.about
    assert rule.source
    assert "\n" not in rule.about + rule.source


@pytest.mark.parametrize("name", EXPECTED)
def test_default(name: str) -> None:
    assert getattr(Rules(), name) == EXPECTED[name][1]


@pytest.mark.parametrize(("name", "value"), [(name, v) for name, (values, _) in EXPECTED.items() for v in values])
def test_every_choice_is_accepted_as_value_and_as_text(name: str, value: Value) -> None:
    assert value in FIELDS[name].choices
    for given in (value, str(value), f" {value} ", str(value).upper(), FIELDS[name].text(value)):
        company = COMPANY.get(f"{name} = {value}", COMPANY.get(name, {}))
        rules = Rules().with_changes(company | {name: given})
        assert getattr(rules, name) == value
        assert type(getattr(rules, name)) is type(value)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_choices_are_all_there_are(name: str) -> None:
    values = EXPECTED[name][0]
    choices = FIELDS[name].choices
    if isinstance(choices, range):
        assert (choices[0], choices[-1]) == (values[0], values[-1])
    else:
        assert list(choices) == values


@pytest.mark.parametrize(
    ("name", "value"), [(name, v) for name in EXPECTED for v in ["nonsense", 99_999, 2.5, *BAD.get(name, [])]]
)
def test_a_bad_value_is_refused_with_the_field_and_its_choices(name: str, value: object) -> None:
    error = refusal({name: value})
    assert name in error.message
    assert FIELDS[name].choices_text() in error.message
    assert repr(value) in error.message
    assert error.hint


def test_choices_are_written_as_they_may_be_typed() -> None:
    assert FIELDS["target"].choices_text() == "off, 1 to 1000"
    assert FIELDS["max_hands"].choices_text() == "off, 1 to 10000"
    assert FIELDS["super_euchre"].choices_text() == "off, 4"
    assert FIELDS["stick_dealer"].choices_text() == "off, on, forfeit1"


def test_the_hint_knows_the_nearest_choice() -> None:
    assert refusal({"alone_lead": "left_of_lonr"}).hint == "did you mean left_of_loner?"
    assert refusal({"stick_dealer": "zzz"}).hint.startswith("stick_dealer: when all others pass twice")


@pytest.mark.parametrize(
    ("name", "yes", "no"),
    [("stick_dealer", "on", "off"), ("call_turned_down", "yes", "no"), ("maker_alone", "yes", "no")],
)
def test_switches_read_true_and_false(name: str, yes: str, no: str) -> None:
    for given in (True, "true", "on", "YES"):
        assert getattr(Rules().with_changes({name: given}), name) == yes
    for given in (False, "false", "off", "No"):
        assert getattr(Rules().with_changes({name: given}), name) == no


def test_off_is_zero_where_choices_are_numbers() -> None:
    for name in ("super_euchre", "max_hands"):
        for given in ("off", False, "no", 0, "0"):
            assert getattr(Rules().with_changes({name: given}), name) == 0


def test_off_is_written_off_wherever_a_rule_is_named() -> None:
    assert Rules(max_hands=8).said("max_hands") == "max_hands = 8" and Rules().said("max_hands") == "max_hands = off"
    assert refusal({"pf_joker_forced": "off"}).message.startswith("pf_joker_forced = off is a rule for bidding tricks")
    with pytest.raises(RulesError) as caught:
        preset("napoleon").with_changes({"super_euchre": 4})
    assert caught.value.hint == "leave super_euchre at off"
    session = preset("napoleon").with_changes({"target": 25, "max_hands": "off"})
    assert rules_name(session) == "napoleon with target = 25, max_hands = off"
    deals = preset("napoleon").with_changes({"max_hands": 8})
    assert "target = off, max_hands = 8, " in str(Finding("plays", deals, "badly"))
    match = Match(deals, [load_player("basic")], 1)
    assert "--set target=off --set max_hands=8 " in match.options()
    mine, other = (make_config(rules, match.players, 1, "games", "none", 1) for rules in (session, deals))
    phrases = ["rule target = 25 instead of off", "rule max_hands = off instead of 8"]
    assert mine.differences(other) == phrases


def test_without_the_joker_nobody_is_forced_to_bid_on_it() -> None:
    assert preset("pepper").with_changes({"pf_joker_forced": "off"}).pf_joker_forced == 0
    with pytest.raises(RulesError, match=r"pf_joker_forced = 2 needs the joker, but deck = 24"):
        preset("pepper").with_changes({"pf_joker_forced": 2})


@pytest.mark.parametrize(
    ("base", "changes", "mended"),
    [
        ("hasenpfeffer", {"no_trump": "bidder"}, {"deck": 24}),
        ("british", {"no_trump": "round2"}, {"deck": 28}),
        ("pepper", {"pf_widow": "dead"}, {"deck": 25, "no_trump": "off"}),
        ("pepper", {"pf_joker_forced": 2}, {"deck": 25, "no_trump": "off"}),
    ],
)
def test_what_the_hint_on_the_joker_says_is_accepted(
    base: str, changes: dict[str, object], mended: dict[str, object]
) -> None:
    with pytest.raises(RulesError) as caught:
        preset(base).with_changes(changes)
    assert all(str(value) in caught.value.hint for value in mended.values())
    assert ("28" in caught.value.hint) == (base == "british")
    preset(base).with_changes(changes | mended)


def test_whole_numbers_of_numpy_are_read() -> None:
    rules = Rules(target=np.int64(11))
    assert type(rules.target) is int
    assert rules == Rules(target=11)


def test_the_constructor_checks_too() -> None:
    with pytest.raises(RulesError, match="deck takes 24, 25, 28, 32, 33, 52, not 26"):
        Rules(deck=26)


@pytest.mark.parametrize("name", UNPLAYED_NAMES)
def test_a_rule_of_another_game_is_refused_with_the_game(name: str) -> None:
    error = refusal({name: "on"})
    assert error.message == f"{name} belongs to {UNPLAYED[name].game}, which this version does not play"


@pytest.mark.parametrize(
    ("name", "near"),
    [("stick_dealr", "stick_dealer"), ("stick-dealer", "stick_dealer"), ("Target", "target"), ("deek", "deck")],
)
def test_an_unknown_rule_is_named_with_the_nearest(name: str, near: str) -> None:
    error = refusal({name: "on"})
    assert error.message == f"unknown rule: {name!r}"
    assert error.hint == f"did you mean {near}?"


def test_an_unknown_rule_like_no_other_brings_the_list() -> None:
    assert "stick_dealer" in refusal({"qqq": 1}).hint


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


def test_rules_are_a_frozen_hashable_value_that_reads_back() -> None:
    rules = Rules(stick_dealer="on", target=5)
    assert {rules: 1}[Rules(target=5, stick_dealer="on")] == 1
    assert eval(repr(rules), {"Rules": Rules}) == rules
    assert Rules(**rules.to_dict()) == rules  # type: ignore[arg-type]
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.target = 7  # type: ignore[misc]
    assert (rules.teams, rules.tricks) == (2, 5)


def test_changes_leave_the_base_alone() -> None:
    base = Rules(target=5)
    changed = base.with_changes({"stick_dealer": "on"})
    assert (base.stick_dealer, changed.stick_dealer, changed.target) == ("off", "on", 5)
    assert base.with_changes({}) == base


def test_differences_give_both_values() -> None:
    assert Rules(deck=32).differences(Rules(target=5)) == {"deck": (32, 24), "target": (10, 5)}
    assert Rules().differences(Rules()) == {}


def test_the_id_is_the_same_on_every_machine() -> None:
    assert Rules().id() == "35571d8ed640"
    assert Rules(stick_dealer="on").id() == Rules().with_changes({"stick_dealer": True}).id()


def test_the_id_changes_with_every_choice_of_every_field() -> None:
    ids = {Rules().id()}
    count = 1
    for name, (values, default) in EXPECTED.items():
        for value in values:
            if value != default:
                ids.add(changed(name, value).id())
                count += 1
    assert len(ids) == count


def rule_file(folder: Path, text: str) -> Path:
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_rule_file(tmp_path: Path) -> None:
    text = """
    preset = "classic32"
    target = 7             # numbers
    stick_dealer = true    # switches
    farmers_hand = "redeal"
    super_euchre = "off"
    """
    expected = Rules(deck=32, target=7, loner_euchred=4, stick_dealer="on", farmers_hand="redeal")
    assert read_rule_file(rule_file(tmp_path, text)) == expected
    assert read_rule_file(str(rule_file(tmp_path, text))) == expected


def test_a_rule_file_without_preset_starts_from_standard(tmp_path: Path) -> None:
    assert read_rule_file(rule_file(tmp_path, "target = 11")) == Rules(target=11)
    assert read_rule_file(rule_file(tmp_path, "")) == Rules()
    assert read_rule_file(rule_file(tmp_path, "\ufefftarget = 11\r\n")) == Rules(target=11)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("target 11", "is not a TOML file", "one rule a line"),
        ("target = 11\ntarget = 5", "is not a TOML file", "one rule a line"),
        ("stick_dealr = true", "unknown rule: 'stick_dealr'", "did you mean stick_dealer?"),
        ("target = 0", "target = off is for napoleon, but auction = turn_up", "preset napoleon"),
        ("target = 10.5", "target must be text, a whole number, true or false, not 10.5", ""),
        ("deck = [24, 32]", "deck must be text", ""),
        ("[house]\ntarget = 5", "unknown rule: 'house'", "choose one of: players"),
        ("[target]\npoints = 5", "target must be text", ""),
        ("partner_takeover = true", "partner_takeover belongs to the historic game", "stick_dealer"),
        ('preset = "standrad"', "unknown preset: 'standrad'", "did you mean standard?"),
        ("preset = 4", "preset must be a name in quotes, not 4", 'preset = "standard"'),
        ('maker_alone = false\ndefend_alone = "vs_loner"', "defend_alone = vs_loner needs a lone maker", "set "),
    ],
)
def test_a_bad_rule_file_is_refused_with_its_name(tmp_path: Path, text: str, message: str, hint: str) -> None:
    path = rule_file(tmp_path, text)
    with pytest.raises(RulesError) as caught:
        read_rule_file(path)
    assert str(path) in caught.value.message
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_a_rule_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path, why in [(tmp_path / "none.toml", "No such file"), (tmp_path, "directory")]:
        with pytest.raises(RulesError, match=f"cannot read rule file .*: .*{why}"):
            read_rule_file(path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.toml")
        with pytest.raises(RulesError, match=r"cannot read rule file .*pipe.toml: it is no plain file"):
            read_rule_file(tmp_path / "pipe.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesError, match=r"binary\.toml is not a TOML file"):
        read_rule_file(tmp_path / "binary.toml")


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
