"""When rules have an effect: what the table of conditions says is what the engine does, and the rest is refused."""

import random
from functools import lru_cache

import numpy as np
import pytest

from sim.errors import IllegalAction, RulesError
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.conditions import LONE_MAKER
from sim.rules.effects import without_effect
from sim.rules.house_rule import Condition
from sim.rules.house_rules import FIELDS
from sim.rules.presets import PRESETS, preset
from sim.rules.rules import Rules
from sim.rules.values import Value
from support.drawn_rules import random_rules

GAMES = (100, 3000, 100_000)
"""Games after which the effect of a rule must have shown; most need the fewest."""
Outcome = dict[str, np.ndarray] | None


def tables() -> list[Rules]:
    """All presets, what is left of them without lone hands, and rules drawn at random."""
    source = random.Random(12)
    bases = list(PRESETS.values())
    drawn = [random_rules(source, bases) for _ in range(30)]
    every = [*bases, *(base.with_changes({"maker_alone": "no"}) for base in bases), *drawn]
    # Players who bid anything would never end a game of bids.
    return [rules if rules.has_upcard or rules.max_hands else rules.with_changes({"max_hands": 30}) for rules in every]


TABLES = tables()
NEEDED = [name for name, rule in FIELDS.items() if rule.needs]
CONDITIONS = {id(c): c for rule in FIELDS.values() for c in (*rule.needs, *(c for _, c, _ in rule.weaker))}


@lru_cache(maxsize=200)
def outcome(rules: Rules, name: str, games: int) -> Outcome:
    """All that came of some games between players who do anything; None where that cannot be.

    They bury the upcard, where that is the rule in question: players cannot see whether they may.
    """
    player = load_player("bots:wild{bury_upcard=1}" if name == "discard_upcard" else "bots:wild")
    try:
        part = Match(rules, [player], 5).play(0, games, "hands" if games <= GAMES[0] else "games")
    except (IllegalAction, KeyError):  # or nothing can be written down
        return None
    assert part.games is not None
    return {**(part.hands or {}), **part.games, "tally": part.tally}


def differ(one: Outcome, other: Outcome) -> bool:
    """Whether anything came out otherwise; a column that only one has counts if it does not always say the same."""
    if one is None or other is None:
        return one is not other
    both, lone = one.keys() & other.keys(), one.keys() ^ other.keys()
    if any(not np.array_equal(one[name], other[name]) for name in both):
        return True
    return any(len(np.unique({**one, **other}[name])) > 1 for name in lone)


def values(name: str, rules: Rules) -> list[Value]:
    """Some values of a rule that may have an effect there, the ends of the range for numbers."""
    choices = FIELDS[name].choices
    some = [choices[0], choices[-1]] if isinstance(choices, range) else list(choices)
    return [value for value in some if FIELDS[name].unmet(rules.unchecked({name: value})) is None]


def has_effect(name: str, rules: Rules) -> bool:
    """Whether two values of a rule make a difference to some games."""
    every = [rules.unchecked({name: value}) for value in values(name, rules)]
    for games in GAMES:
        first, *others = (outcome(one, name, games) for one in every)
        if any(differ(first, other) for other in others):
            return True
    return False


@pytest.mark.nightly
@pytest.mark.parametrize("name", NEEDED)
def test_a_rule_has_an_effect_where_its_conditions_hold(name: str) -> None:
    met = [rules for rules in TABLES if FIELDS[name].unmet(rules) is None and len(values(name, rules)) > 1]
    assert met, "no table to try it on"
    for rules in met[:: max(1, len(met) // 3)][:3]:
        assert has_effect(name, rules), rules.differences(Rules())


@pytest.mark.nightly
@pytest.mark.parametrize("name", [name for name in NEEDED if any(c.unread for c in FIELDS[name].needs)])
def test_a_rule_has_no_effect_where_they_do_not(name: str) -> None:
    tried = 0
    for rules in TABLES[::2] if name.startswith(("pf_", "nap_")) else TABLES:
        unmet = FIELDS[name].unmet(rules)
        if unmet is None or not unmet[0].unread:
            continue
        stands = outcome(rules, name, 20)
        choices = FIELDS[name].choices
        for value in (choices[0], choices[-1]):
            other = outcome(rules.unchecked({name: value}), name, 20)
            assert not differ(stands, other), (value, rules.differences(Rules()))
        tried += 1
    assert tried > 2


@pytest.mark.parametrize("name", [name for name, rule in FIELDS.items() if rule.weaker])
def test_a_value_that_needs_more_amounts_to_a_weaker_one_without_it(name: str) -> None:
    for value, condition, weaker in FIELDS[name].weaker:
        tables = [rules for rules in TABLES if all(c.holds(rules) for c in FIELDS[name].needs)]
        tables = [rules for rules in tables if not condition.holds(rules)]
        assert tables
        for rules in tables[:4] if condition.unread else []:
            one, other = (rules.unchecked({name: which}) for which in (value, weaker))
            assert not differ(outcome(one, name, 100), outcome(other, name, 100)), rules.differences(Rules())


@pytest.mark.parametrize("condition", [c for c in CONDITIONS.values() if not c.unread], ids=lambda c: c.needs)
def test_only_what_the_engine_would_do_is_refused_by_decision(condition: Condition) -> None:
    """Who says that a rule is merely not played so must be able to show what it would do."""
    shown = set()
    for name, rule in FIELDS.items():
        pairs = [(value, weaker) for value, needed, weaker in rule.weaker if needed is condition]
        pairs += [(rule.choices[0], rule.choices[-1])] if condition in rule.needs else []
        for value, other in pairs:
            for rules in TABLES:
                unmet = rule.unmet(rules.unchecked({name: value}))
                if name not in shown and unmet is not None and unmet[0] is condition:
                    one, two = (rules.unchecked({name: which}) for which in (value, other))
                    shown |= {name} if differ(outcome(one, name, 100), outcome(two, name, 100)) else set()
    assert shown


def test_every_preset_and_all_drawn_rules_say_nothing_without_effect() -> None:
    for rules in TABLES:
        assert without_effect(rules) == {}
        assert Rules(**rules.to_dict()) == rules  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("base", "changes", "message", "hint"),
    [
        (
            "cutthroat",
            {"loner_march": 5},
            "loner_march = 5 is not for three players (cutthroat_alone_march is), but players = 3",
            "leave loner_march at 4",
        ),
        (
            "two-handed",
            {"alone_lead": "left_of_loner"},
            "needs somebody who may play alone, but maker_alone = no and twohand_dummy = none",
            "set maker_alone = yes and twohand_dummy = own3, or leave alone_lead at left_of_dealer",
        ),
        (
            "standard",
            {"lone_def_sweep": 5},
            "lone_def_sweep = 5 needs a lone defender, but defend_alone = never",
            "set defend_alone = vs_loner, or leave lone_def_sweep at 4",
        ),
        (
            "standard",
            {"cutthroat_march": 5},
            "cutthroat_march = 5 is a rule for 3 players, but players = 4",
            "players = 3",
        ),
        (
            "cutthroat",
            {"defend_alone": "never", "lone_def_euchre": 2},
            "lone_def_euchre = 2 needs a lone defender, but defend_alone = never",
            "leave lone_def_euchre at 4",
        ),
        (
            "cutthroat",
            {"cutthroat_dummy": "none", "cutthroat_alone_march": 5},
            "cutthroat_alone_march = 5 needs a lone maker",
            "cutthroat_dummy = optional",
        ),
        (
            "napoleon",
            {"nap_min_bid": 4, "misere": "off"},
            "misere = off needs bids below four, but nap_min_bid = 4",
            "",
        ),
        (
            "napoleon",
            {"nap_min_bid": 4, "misere_lost": 6},
            "misere_lost = 6 needs bids below four, but nap_min_bid = 4",
            "set nap_min_bid = 2, or leave misere_lost at 3",
        ),
        (
            "cutthroat",
            {"laps": "on"},
            "laps = on is a rule for two sides and a turned-up card, but players = 3",
            "set players = 4, or leave laps at off",
        ),
        ("napoleon", {"nap_allpass": "dealer_one", "allpass": "same_dealer"}, "but nap_allpass = dealer_one", ""),
        (
            "railroad",
            {"defend_alone": "never", "call_for_best": "loner+lone_defender"},
            "but defend_alone = never",
            "set defend_alone = vs_loner, or set call_for_best = loner",
        ),
        (
            "british",
            {"deck": 28, "joker_up": "hearts"},
            "joker_up = hearts needs the joker, but deck = 28",
            "deck = 25",
        ),
    ],
)
def test_what_has_no_effect_is_refused_with_the_rule_that_stands_against_it(
    base: str, changes: dict[str, object], message: str, hint: str
) -> None:
    with pytest.raises(RulesError) as caught:
        preset(base).with_changes(changes)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_every_hint_can_be_followed() -> None:
    """What the hint sets is accepted, and then the rule has its effect; what it leaves is accepted as well."""
    followed = 0
    for rules in PRESETS.values():
        for name, rule in FIELDS.items():
            for value in rule.choices[:3]:
                try:
                    rules.with_changes({name: value})
                except RulesError as error:
                    if " takes " in error.message or not error.message.startswith(f"{name} = "):
                        continue
                    for way in error.hint.split(", or "):
                        if way.startswith(("set ", "leave ")) and " is for " not in way:
                            words = way.replace("leave ", "set ").replace(" at ", " = ").removeprefix("set ")
                            changes = dict(pair.split(" = ") for pair in words.split(" and "))
                            kept = {} if name in changes else {name: value}
                            rules.with_changes(kept | changes)
                            followed += 1
    assert followed > 300


def test_a_change_takes_the_rest_along_that_it_makes_idle() -> None:
    without = preset("railroad").with_changes({"maker_alone": "no"})
    assert (without.defend_alone, without.call_for_best) == ("never", "off")
    assert preset("railroad").with_changes({"defend_alone": "never"}).call_for_best == "loner"
    assert preset("cutthroat").with_changes({"defend_alone": "never"}).lone_def_euchre == 4
    assert preset("standard").with_changes({"players": 2}) == Rules(players=2, maker_alone="no")
    three = preset("railroad").with_changes({"players": 3})
    assert (three.laps, three.slam, three.call_for_best, three.joker_up) == ("off", "off", "off", "hearts")
    assert LONE_MAKER.holds(three)


def test_rules_that_play_alike_are_equal() -> None:
    """What a change makes idle leaves no trace in the value, nor in its id."""
    never = {"defend_alone": "never", "alone_lead": "left_of_dealer", "dealer_pickup": "mandatory"}
    never |= {"alone_when": "with_call"}
    assert preset("standard-spruce").with_changes(never) == Rules()
    assert preset("hasenpfeffer").with_changes({"deck": 24, "pf_pepper": "on"}).pf_widow == "taken"


def test_the_constructor_refuses_what_has_no_effect() -> None:
    with pytest.raises(RulesError, match="lone_def_sweep = 5 needs a lone defender"):
        Rules(lone_def_sweep=5)
    with pytest.raises(RulesError, match="maker_alone = yes is a rule for a turned-up card"):
        Rules(auction="tricks", hand_size=6)
