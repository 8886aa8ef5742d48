"""Every player that ships, and those of the tests, keep the contract; faulty ones are found out."""

import random

import pytest

from sim.errors import StrategyError
from sim.players.check.conformance import check_player
from sim.players.hook_names import TURN_UP
from sim.players.match import hooks_asked
from sim.players.strategy import FOUR, load_player
from sim.rules.house_rules import FIELDS
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from strategies import BUILT_IN
from support.drawn_rules import random_rules

SPRUCE = {"spruce": PRESETS["standard-spruce"]}


def many_rules(count: int, seed: int) -> dict[str, Rules]:
    """All presets and some rules drawn at random."""
    source = random.Random(seed)
    bases = list(PRESETS.values())
    return dict(PRESETS) | {f"random {k}": random_rules(source, bases) for k in range(count)}


QUICK = ("basic", "cautious", "random", "bots:steady", "bots:wild")
SLOW = ("mixed", "pimc")
"""They look ahead as `rollout` and `strong` do, whose contract is checked; tests/worlds/ cuts their games too."""


def complete(spec: str) -> str:
    """A player, or what a strategy that only changes another's decisions makes of the default player."""
    try:
        load_player(spec).steps((), TURN_UP, FOUR)
    except StrategyError as error:
        if "wraps another" not in error.message:
            raise
        return f"{spec}(basic)"
    return spec


@pytest.mark.parametrize(
    "spec",
    [*QUICK, *(pytest.param(spec, marks=pytest.mark.nightly) for spec in BUILT_IN if spec not in QUICK + SLOW)],
)
def test_players_keep_the_contract(spec: str) -> None:
    often = spec in QUICK
    player = load_player(complete(spec))
    known = {
        name: rules
        for name, rules in many_rules(8 if often else 2, 1).items()
        if not player.lacks(hooks_asked(rules), rules.auction)
    }
    assert "standard" in known and (spec not in BUILT_IN or not often or set(PRESETS) <= set(known))
    units = 20 if often else 10
    findings = check_player(complete(spec), known, others=["basic", "bots:wild"], units=units)
    assert [str(finding) for finding in findings] == []


@pytest.mark.parametrize(
    ("spec", "check", "words"),
    [
        pytest.param("bots.faulty:Reneges", "plays by the rules", "follow in trick 4, seat ", id="reneges"),
        pytest.param("bots.faulty:Divides", "bears an empty hand", "lead, game 0, hand 0, seed 1", id="divides"),
        pytest.param("bots.faulty:Overflows", "answers as compiled", "1 in plain Python, 0 compiled", id="overflows"),
    ],
)
def test_faults_are_found(spec: str, check: str, words: str) -> None:
    findings = list(check_player(spec, SPRUCE, others=["bots:wild"]))
    assert {finding.check for finding in findings} == {check}
    assert words in findings[0].problem
    assert "dealer_pickup = optional" in str(findings[0])


@pytest.mark.nightly
def test_random_rules_reach_every_choice() -> None:
    source = random.Random(2)
    drawn = [random_rules(source, list(PRESETS.values())) for _ in range(3000)]
    for name, field in FIELDS.items():
        missing = set(field.choices[:25]) - {getattr(rules, name) for rules in drawn}
        assert not missing, f"{name}: {missing}"
