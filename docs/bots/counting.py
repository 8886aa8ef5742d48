"""Counts points for the hand in both rounds, with numbers that can be set by name."""

from typing import NamedTuple

from sim.bits import U
from sim.views import ORDER, PASS, View
from strategies.toolkit import RIGHT, as_trump, call, count_trumps, may_name, side_aces


class Params(NamedTuple):
    """Points needed, and what a hand is worth: `trump` for each, `right` for the bower, `ace` for each side ace."""

    order: int = 24
    call: int = 24
    trump: int = 8
    right: int = 6
    ace: int = 3


def worth(hand, p):
    """Points of a hand with trump in lane 3."""
    return p.trump * count_trumps(hand) + (p.right if hand & RIGHT != U(0) else 0) + p.ace * side_aces(hand)


def order_up(view: View, p: Params):
    """The upcard counts for its new owner's side."""
    points = worth(view.hand, p)
    if view.dealer == 0:
        points += p.trump
    return ORDER if points >= p.order else PASS


def name_trump(view: View, p: Params):
    """Next is looked at first: of equals it is the better."""
    if may_name(view, 1) and worth(as_trump(view.hand, 1), p) >= p.call:
        return call(1)
    if may_name(view, 0) and worth(as_trump(view.hand, 0), p) >= p.call:
        return call(0)
    if may_name(view, 2) and worth(as_trump(view.hand, 2), p) >= p.call:
        return call(2)
    if view.stuck == 0:
        return PASS
    return call(1 if may_name(view, 1) else 0 if may_name(view, 0) else 2 if may_name(view, 2) else 4)
