"""Batches as they are when somebody who plays like `basic` is asked, and what `basic` answers."""

from collections.abc import Iterator

import numpy as np

from sim.engine.layout import HOOKS, B
from sim.players.check.compiled_form import Asked, Listener
from sim.players.match import Match, hooks_asked
from sim.players.numpy_steps import SIGNATURE
from sim.players.strategy import load_player
from sim.rules.rules import Rules


def asked(rules: Rules, hands: int) -> Iterator[tuple[str, Asked]]:
    """Batches as they are when a player who plays like `basic` is asked."""
    listener = Listener(load_player("rollout{bids=0,cards=0}"))
    Match(rules, [listener], 8, "hands").play(0, hands)
    for hook, batches in listener.asked.items():
        for one in batches:
            yield hook, one


def first_answers(rules: Rules, hook: str, one: Asked) -> np.ndarray:
    """What `basic` answers."""
    steps, params = load_player("basic").link(hooks_asked(rules), rules.auction, rules.players)
    number, actions = HOOKS.index(hook), np.zeros(B, dtype=np.uint64)
    words, ints, floats = (SIGNATURE._argtypes_[k] for k in (0, 5, 6))
    SIGNATURE(int(steps[number]))(
        one.batch.ctypes.data_as(words), actions.ctypes.data_as(words), one.n, one.position, one.trick,
        one.rules.ctypes.data_as(ints), np.ascontiguousarray(params[number]).ctypes.data_as(floats),
    )  # fmt: skip
    return actions
