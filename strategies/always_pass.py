"""Baseline that never makes trump; a dealer who may not pass names their longest suit.

Not from any source: what is left of the score when one side leaves the bidding to the other. The suit that a stuck
dealer names is the longest, of equals the one with more bowers and ace (the right before the left), then with more aces
beside it. Where the joker is turned up and the dealer must name trump they do the same. Nobody ever defends alone; the
cards are played by `basic`. At a table of nothing but such players no hand is ever played unless the dealer is stuck.
"""

from sim.views import View
from strategies.parts.rating import BARRED, best_lane, length, named, ordered
from strategies.toolkit import as_trump, may_name


def rating(v: View, lane):
    """How much the hand leans to a suit."""
    return length(as_trump(v.hand, lane)) if may_name(v, lane) else BARRED


def favourite(v: View):
    """The lane that the hand leans to most."""
    return best_lane(rating(v, 0), rating(v, 1), rating(v, 2))


def order_up(v: View):
    """Pass (a dealer who may not takes the card)."""
    return ordered(v, False, False)


def name_trump(v: View):
    """Pass (a dealer who may not names their longest suit)."""
    return named(v, favourite(v), False, False)


def defend_alone(v: View):
    """Never."""
    return 0
