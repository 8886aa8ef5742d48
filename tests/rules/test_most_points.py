"""The most that a hand can bring, against the table by which the engine scores."""

import random

import numpy as np
import pytest

from sim.engine.score import score_table
from sim.rules.most_points import most_lead, most_points
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from support.drawn_rules import random_rules


def paid(rules: Rules) -> np.ndarray:
    """What the table pays makers and others, `[kind, 2]`, for kinds of contract that the rules allow."""
    table = score_table(rules)
    if not rules.has_upcard:
        return table.reshape(-1, 2)
    states = [0, *([1] if rules.may_go_alone else [])]
    if rules.defend_alone != "never":
        states += [state + 2 for state in states]
    states += [4] * (rules.jambone == "on")
    return table[states].reshape(-1, 2)


@pytest.mark.nightly
def test_no_hand_pays_more_under_any_rules() -> None:
    source = random.Random(5)
    for rules in [*PRESETS.values(), *(random_rules(source, list(PRESETS.values())) for _ in range(3000))]:
        table = paid(rules)
        assert np.abs(table).max() <= most_points(rules), rules
        # Of many sides the maker's lead is the largest: all others have the same.
        assert np.abs(table[:, 0] - table[:, 1]).max() <= most_lead(rules) + 1e-9, rules


@pytest.mark.parametrize(
    ("game", "changes", "most"),
    [
        ("standard", {}, 4),
        ("standard", {"maker_alone": "no"}, 2),
        ("standard", {"jambone": "on"}, 8),
        ("standard", {"jamboree": "on"}, 16),
        ("two-handed", {}, 2),
        ("cutthroat", {}, 4),
        ("cutthroat", {"defend_alone": "never"}, 3),
        ("hasenpfeffer", {}, 12),
        ("pepper", {}, 18),
        ("napoleon", {}, 80),
        ("napoleon", {"players": 2}, 40),
    ],
)
def test_what_a_side_can_lead_by(game: str, changes: dict[str, object], most: float) -> None:
    assert most_lead(PRESETS[game].with_changes(changes)) == most
