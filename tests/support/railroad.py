"""Hands of railroad, played by the engine and judged by the reference player."""

from dataclasses import replace
from typing import Any

import pytest

from reference import (
    Disagreement,
    HandRecord,
    check_hand,
    full_rules,
)
from reference.written_hands import (
    RAILROAD,
)
from sim.errors import IllegalAction
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from support.puppets import in_order, replayed

RULES = PRESETS["railroad"]


def changed(**changes: Any) -> tuple[Rules, dict[str, Any]]:
    """Railroad rules with changes, for the engine and for the reference player."""
    return RULES.with_changes(changes), full_rules(RAILROAD | changes)


def both_agree(record: HandRecord, **changes: Any) -> None:
    """Both play the hand as it is written."""
    rules, judged = changed(**changes)
    check_hand(record, judged)
    assert in_order(replayed(record, rules)) == in_order(replace(record, hands=dict(record.hands)))


def both_refuse(record: HandRecord, **changes: Any) -> None:
    """Neither lets the hand be played as it is written."""
    rules, judged = changed(**changes)
    with pytest.raises(Disagreement):
        check_hand(record, judged)
    try:
        hand = replayed(record, rules)
    except IllegalAction:
        return
    assert in_order(hand) != in_order(replace(record, hands=dict(record.hands)))
