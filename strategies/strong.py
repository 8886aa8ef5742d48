"""The strongest player there is: looks ahead as `basic`, on a hundred and fifty deals a decision.

Bids, discards and lone hands are played out as `rollout` does, cards valued as `mixed` does, which tell the method. A
hand costs it one to two thousandths of a second, some ten thousand times what a hand costs `basic`; what it wins by
that is told in docs/look-ahead.md.
"""

from typing import NamedTuple

from strategies.rollout import SUPPORTS as SUPPORTS

LOOKS_AHEAD = "mixed"


class Params(NamedTuple):
    """The parameters of `rollout`: more deals, and choices that look worse are dropped sooner."""

    deals: int = 150
    tries: int = 8
    doubt: float = 0.05
    guard: float = 1.0
    scout: float = 0.25
    sure: float = 0.5
    bids: int = 1
    cards: int = 6
