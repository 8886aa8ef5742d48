"""Decisions by kind, as people speak of them: first-round orders, lone hands, leads, follows as second or third."""

from typing import Final

from sim.engine.layout import H_FOLLOW, HOOKS
from sim.worlds.regret import FOR_JOKER, GOING_ALONE

_NAMES: Final = {
    "order_up": "first-round orders",
    "name_trump": "second-round calls",
    "pick_up": "pick-up",
    "discard": "discard",
    "keep_five": "best five of ten",
    "defend_alone": "lone defence",
    "lead": "lead",
}
BY_NUMBER: Final = {
    **{HOOKS.index(hook): name for hook, name in _NAMES.items()},
    GOING_ALONE: "lone hands",
    FOR_JOKER: "trump of a joker",
}
TURNS: Final = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}
KINDS: Final = (
    "trump of a joker",
    "first-round orders",
    "second-round calls",
    "lone hands",
    "pick-up",
    "discard",
    "best five of ten",
    "lone defence",
    "lead",
    *(f"follow as {turn}" for turn in TURNS.values()),
)
"""Whether to call and whether to go alone are two of them."""
BIDS: Final = KINDS[:5]


def kind_of(hook: int, turn: int = 0) -> str:
    """The kind in KINDS of a decision: its hook (see `DecisionCosts`), and who followed as which in the trick."""
    return f"follow as {TURNS[turn]}" if hook == H_FOLLOW else BY_NUMBER[hook]
