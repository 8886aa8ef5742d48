"""Richardb02's Bidding Point System: tricks in quarters for seat, trumps, aces and voids; call at 2.50, alone at 3.75.

Source: Richardb02 in the forum of ohioeuchre.com, "BPS.Basic.Minimized", updated 5 September 2020, and their series on
single seats and on lone hands of the same year.

- Seat, from the dealer's left to the dealer: first round 0.50, 1.00, -0.25, 1.00 (and the dealer counts the upcard);
  second round 0.75, 1.25, 0, 1.25.
- Trumps: right 1.00, left 0.75, ace, king and queen 0.50, lower ones 0.25. An ace of a green suit 0.75, of next 0.50,
  each less 0.25 for every other card of its suit. One void suit 0.25, with a trump to use it; two 0.75, if the trumps
  are at least a king with another.
- Strong trumps, the best that applies: both bowers 0.25; three trumps 0.50, with two of right, left and ace 0.75, with
  all three 1.00; four or more 0.75, with two of right, left and ace 1.00.
- Second round: next 0.75 more from the dealer's left, 0.25 more from their right; a green suit 0.50 more from their
  partner, 0.25 more from themselves.

Gaps and how they are filled. Of the strong trumps the source lists one line twice with different numbers (three trumps
with two of the top three); the lower is taken for two, the higher for all three. The dealer is rated by the five cards
they would play. A lone hand is counted like any other, seat included. The score changes nothing, as the source leaves
it out. The joker counts as the right bower and is one of the top trumps. With two or three players the seats of the
dealer's opponents and of the dealer stay as they are. Lone defence and card play are those of `basic`.
"""

from typing import NamedTuple

from sim.bits import U, popcount
from sim.lanes import lane_mask
from sim.views import GREEN_A, GREEN_B, NEXT, View
from strategies.parts.places import by_place
from strategies.parts.rating import best_lane, five, named, ordered
from strategies.toolkit import (
    ACES,
    BOWERS,
    JOKER,
    LEFT,
    NEXT_LANE,
    RIGHT,
    TRUMP_ACE,
    TRUMP_KING,
    TRUMP_LANE,
    TRUMP_QUEEN,
    as_trump,
    below,
    count_trumps,
    holds,
    may_name,
    side_voids,
)

BARRED = -100.0
LOWEST_LANE = U(lane_mask(GREEN_A))
HIGHER_GREEN_LANE = U(lane_mask(GREEN_B))
HONOURS = TRUMP_ACE | TRUMP_KING | TRUMP_QUEEN
BELOW_QUEEN = TRUMP_LANE & below(TRUMP_QUEEN)
TOP = JOKER | BOWERS | TRUMP_ACE
AT_LEAST_KING = TOP | TRUMP_KING


class Params(NamedTuple):
    """Tricks: what to call on, seats (4 the dealer), and second-round extras."""

    order: float = 2.5
    alone: float = 3.75
    seat_1: float = 0.5
    seat_2: float = 1.0
    seat_3: float = -0.25
    seat_4: float = 1.0
    late_seat_1: float = 0.75
    late_seat_2: float = 1.25
    late_seat_3: float = 0.0
    late_seat_4: float = 1.25
    next_1: float = 0.75
    next_3: float = 0.25
    green_2: float = 0.5
    green_4: float = 0.25

    right: float = 1.0
    left: float = 0.75
    honour: float = 0.5
    low: float = 0.25
    green_ace: float = 0.75
    next_ace: float = 0.5
    beside_ace: float = -0.25
    one_void: float = 0.25
    two_voids: float = 0.75
    both_bowers: float = 0.25
    three_trumps: float = 0.5
    three_with_two: float = 0.75
    three_with_three: float = 1.0
    four_trumps: float = 0.75
    four_with_two: float = 1.0


def trump_cards(hand, p):
    """Tricks of the single trumps."""
    return (
        p.right * popcount(hand & (JOKER | RIGHT))
        + p.left * holds(hand, LEFT)
        + p.honour * popcount(hand & HONOURS)
        + p.low * popcount(hand & BELOW_QUEEN)
    )


def ace_in(hand, lane, worth, p):
    """Tricks of the ace of a side suit, if it is held."""
    return holds(hand, ACES & lane) * (worth + p.beside_ace * (popcount(hand & lane) - 1))


def voids(hand, p):
    """Tricks of void side suits, for whoever has the trumps to use them."""
    void, trumps = side_voids(hand), count_trumps(hand)
    guarded = (trumps >= 2) & (hand & AT_LEAST_KING != U(0))
    one = p.one_void if (void >= 1) & (trumps >= 1) else 0.0
    return p.two_voids if (void >= 2) & guarded else one


def strong_trumps(hand, p):
    """Extra tricks of trumps that work together."""
    trumps, top = count_trumps(hand), popcount(hand & TOP)
    two = p.both_bowers if popcount(hand & (JOKER | BOWERS)) >= 2 else 0.0
    three = p.three_with_two if top >= 2 else p.three_trumps
    three = p.three_with_three if top >= 3 else three
    four = p.four_with_two if top >= 2 else p.four_trumps
    several = four if trumps >= 4 else three
    return several if trumps >= 3 else two


def tricks(hand, p):
    """Tricks of five cards, the seat left out; trump is lane 3."""
    return (
        trump_cards(hand, p)
        + ace_in(hand, LOWEST_LANE, p.green_ace, p)
        + ace_in(hand, HIGHER_GREEN_LANE, p.green_ace, p)
        + ace_in(hand, NEXT_LANE, p.next_ace, p)
        + voids(hand, p)
        + strong_trumps(hand, p)
    )


def order_up(v: View, p: Params):
    """Order with two and a half tricks, alone with three and three quarters."""
    worth = tricks(five(v), p) + by_place(v, p.seat_1, p.seat_2, p.seat_3, p.seat_4)
    return ordered(v, worth >= p.order, worth >= p.alone)


def tricks_with(v: View, lane, p):
    """Tricks with suit `lane` as trump, the seat left out."""
    return tricks(as_trump(v.hand, lane), p) if may_name(v, lane) else BARRED


def name_trump(v: View, p: Params):
    """Name the suit with most tricks, where they are enough from this seat."""
    green = by_place(v, 0.0, p.green_2, 0.0, p.green_4)
    first, third = tricks_with(v, 0, p) + green, tricks_with(v, 2, p) + green
    following = tricks_with(v, NEXT, p) + by_place(v, p.next_1, 0.0, p.next_3, 0.0)
    seat = by_place(v, p.late_seat_1, p.late_seat_2, p.late_seat_3, p.late_seat_4)
    worth = max(first, following, third) + seat
    return named(v, best_lane(first, following, third), worth >= p.order, worth >= p.alone)
