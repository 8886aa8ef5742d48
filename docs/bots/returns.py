"""Wrapper that remembers: a defender leads back the suit that partner led to the first trick."""

from typing import NamedTuple

from sim.bits import U, lane_of, low
from sim.views import View
from strategies.memory import leader, led


class Params(NamedTuple):
    """Up to which trick."""

    until: int = 3


def lead(view: View, p: Params, inner):
    """The lowest card of partner's suit, else what the wrapped player leads."""
    asked = view.maker_side == 0 and 1 < view.trick <= p.until and leader(view, 1) == 2
    back = view.hand & lane_of(led(view, 1)) & ~view.trumps
    return low(back) if asked and back != U(0) else inner
