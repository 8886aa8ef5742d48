"""Baseline that makes trump at the first chance, with any hand, and never plays alone.

Not from any source: the other end of the scale from `always-pass`. The first player to bid orders the upcard up
whatever they hold, except where they might do so only to play alone. Where an order does not count (rules that want a
natural trump in the maker's hand) the second round names the longest suit that may be named. Nobody ever defends
alone; the cards are played by `basic`.
"""

from sim.views import View
from strategies.always_pass import defend_alone, favourite
from strategies.parts.rating import named, ordered

__all__ = ["defend_alone", "name_trump", "order_up"]


def order_up(v: View):
    """Order, with partner."""
    return ordered(v, True, False)


def name_trump(v: View):
    """Name the longest suit, with partner."""
    return named(v, favourite(v), True, False)
