"""Baseline that counts trumps: it calls with three or more and looks at nothing else.

Not from any source: the plainest rule that bids sensibly, and the one that Monte Carlo tables of euchre hands are
often compared with. The dealer counts the upcard among their trumps and buries as `basic` does; the bowers and the
joker are trumps like any other. In the second round the longest suit is named, of equals the one with more bowers and
ace, then with more aces beside it. It plays alone with `alone` trumps, by default never, and takes no notice of seat
and score. It needs no change for two or three players or other packs. Nobody defends alone; the cards are played by
`basic`.
"""

from typing import NamedTuple

from sim.views import View
from strategies.always_pass import defend_alone, favourite
from strategies.parts.rating import five, named, ordered
from strategies.toolkit import as_trump, count_trumps

__all__ = ["Params", "defend_alone", "name_trump", "order_up"]


class Params(NamedTuple):
    """Number of trumps that it takes to call, and to go alone."""

    trumps: int = 3
    alone: int = 6


def order_up(v: View, p: Params):
    """Order with enough trumps."""
    count = count_trumps(five(v))
    return ordered(v, count >= p.trumps, count >= p.alone)


def name_trump(v: View, p: Params):
    """Name the longest suit if it is long enough."""
    lane = favourite(v)
    count = count_trumps(as_trump(v.hand, lane))
    return named(v, lane, count >= p.trumps, count >= p.alone)
