"""Rules as a value: every field and choice, and the id."""

import dataclasses

import numpy as np
import pytest

from sim.errors import RulesError
from sim.players.check.conformance import Finding
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.house_rule import RuleField
from sim.rules.house_rules import FIELDS, UNPLAYED
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.rules.values import Value
from sim.runs.provenance import make_config, rules_name
from support.rule_fields import COMPANY, EXPECTED, changed, refusal

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


@pytest.mark.nightly
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
