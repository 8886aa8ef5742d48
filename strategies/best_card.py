"""Calling for partner's best card: what a lone player discards for it, and what his partner gives him."""

from sim.bits import top
from sim.views import View
from strategies.toolkit import ACES, highest_rank, lowest_rank, narrowed


def throw(v: View):
    """The lowest side card that is no ace, else the lowest ace, else the lowest trump."""
    side = v.hand & ~v.trumps
    return lowest_rank(narrowed(narrowed(v.hand, side), side & ~ACES))


def give_best(v: View):
    """The highest trump, else the highest card of another suit."""
    return narrowed(highest_rank(v.hand), top(v.hand & v.trumps))
