"""Richardb02's easy Bidding Point System: a handful of numbers for beginners; call at 2.00 tricks.

Source: Richardb02, "Easy Euchre Bidding Point System", in the forum of ohioeuchre.com (2020).

Count 1.00 for each bower, 0.50 for any other trump, 0.50 for an ace outside trump, 0.75 for three trumps, 0.25 for one
void suit or 0.75 for two, and the seat: from the dealer's left to the dealer 0.25, 0.50, 0, 0.50, the dealer counting
the upcard too. Two tricks are a call, as partner is good for the third.

Gaps and how they are filled. The dealer is rated by the five cards they would play, as in the source's example. Voids
count only beside a trump (the example without one gets nothing for them). Three trumps mean three or more. The post
calls 2.00 nominal and adjusts it by experience; here it stays 2.00 in every seat and in both rounds, and so do the
numbers of the seats. A lone hand is not spoken of: 4.00 is asked, twice what a call needs. The joker counts 1.00. The
score changes nothing. With two or three players the seats stay as they are. Lone defence and card play are those of
`basic`.
"""

from typing import NamedTuple

from sim.bits import popcount
from sim.views import NEXT, View
from strategies.parts.places import by_place
from strategies.parts.rating import best_lane, five, named, ordered
from strategies.toolkit import BOWERS, JOKER, as_trump, count_trumps, may_name, side_aces, side_voids

BARRED = -100.0


class Params(NamedTuple):
    """Tricks: what to call on, seats (4 the dealer), cards and shape."""

    order: float = 2.0
    alone: float = 4.0
    seat_1: float = 0.25
    seat_2: float = 0.5
    seat_3: float = 0.0
    seat_4: float = 0.5
    bower: float = 1.0
    trump: float = 0.5
    side_ace: float = 0.5
    one_void: float = 0.25
    two_voids: float = 0.75
    three_trumps: float = 0.75


def tricks(hand, p):
    """Tricks of five cards, the seat left out; trump is lane 3."""
    trumps, best, void = count_trumps(hand), popcount(hand & (JOKER | BOWERS)), side_voids(hand)
    shape = p.two_voids if void >= 2 else p.one_void if void == 1 else 0.0
    length = p.three_trumps if trumps >= 3 else 0.0
    cards = p.bower * best + p.trump * (trumps - best) + p.side_ace * side_aces(hand)
    return cards + length + (shape if trumps >= 1 else 0.0)


def order_up(v: View, p: Params):
    """Order with two tricks, alone with four."""
    worth = tricks(five(v), p) + by_place(v, p.seat_1, p.seat_2, p.seat_3, p.seat_4)
    return ordered(v, worth >= p.order, worth >= p.alone)


def tricks_with(v: View, lane, p):
    """Tricks with suit `lane` as trump, the seat left out."""
    return tricks(as_trump(v.hand, lane), p) if may_name(v, lane) else BARRED


def name_trump(v: View, p: Params):
    """Name the suit with most tricks, where they are enough from this seat."""
    first, following, third = tricks_with(v, 0, p), tricks_with(v, NEXT, p), tricks_with(v, 2, p)
    worth = max(first, following, third) + by_place(v, p.seat_1, p.seat_2, p.seat_3, p.seat_4)
    return named(v, best_lane(first, following, third), worth >= p.order, worth >= p.alone)
