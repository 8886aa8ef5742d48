"""The bidder of the luke-fitz simulator: card points plus a premium on the number of trumps, with a minimum a seat.

Source: the page of the euchre simulator by luke-fitz, with the hand values and minimums its players bid by.

A trump counts R 10, L 8, A 6, K 5, Q 4, T 4 and 3 for anything lower; one to five trumps together count 1, 2, 6, 9 and
12 more; an ace outside trump 4, a king 1. In the first round a jack turned up by the other side costs 5, an ace 2.
The least to order up with is 26, 19, 31 and 16 (from the dealer's left to the dealer), to name a suit 15, 20, 15 and
17; to play alone in the first round 30, 25, 34 and 25, in the second 26, 28, 26 and 28.

Gaps and how they are filled. The minimum of the dealer's partner in the first round is not given: 19, which is the
dealer's 16 and the 3 points that the partner needs above them in the second round. The dealer's 16 and 25 are taken to
be for the five cards they would play, the upcard among them (their numbers then lie close to those of the second
round). Nothing is said of the score, so it changes nothing. The joker counts as the right bower. With two or three
players everybody but the dealer bids like their opponents: on their left and on their right. Lone defence and card play
are those of `basic`.
"""

from typing import NamedTuple

from sim.bits import popcount
from sim.views import NEXT, View
from strategies.parts.places import by_place
from strategies.parts.rating import BARRED, best_lane, five, named, opponent_deals, ordered
from strategies.toolkit import (
    JOKER,
    KINGS,
    LEFT,
    RIGHT,
    TRUMP_ACE,
    TRUMP_KING,
    TRUMP_LANE,
    TRUMP_QUEEN,
    TRUMP_TEN,
    as_trump,
    below,
    count_trumps,
    holds,
    may_name,
    side_aces,
)

QUEEN_AND_TEN = TRUMP_QUEEN | TRUMP_TEN
BELOW_TEN = TRUMP_LANE & below(TRUMP_TEN)


class Params(NamedTuple):
    """Minimums by seat (4 the dealer) and what turned cards cost; the cards' own points are constants."""

    order_1: int = 26
    order_2: int = 19
    order_3: int = 31
    order_4: int = 16
    name_1: int = 15
    name_2: int = 20
    name_3: int = 15
    name_4: int = 17
    order_alone_1: int = 30
    order_alone_2: int = 25
    order_alone_3: int = 34
    order_alone_4: int = 25
    name_alone_1: int = 26
    name_alone_2: int = 28
    name_alone_3: int = 26
    name_alone_4: int = 28

    turned_jack: int = 5
    turned_ace: int = 2
    trumps_1: int = 1
    trumps_2: int = 2
    trumps_3: int = 6
    trumps_4: int = 9
    trumps_5: int = 12


def premium(trumps, p):
    """Points for the number of trumps."""
    few = p.trumps_1 * (trumps == 1) + p.trumps_2 * (trumps == 2) + p.trumps_3 * (trumps == 3)
    return few + p.trumps_4 * (trumps == 4) + p.trumps_5 * (trumps == 5)


def points(hand, p):
    """Worth of five cards; trump is lane 3."""
    return (
        10 * popcount(hand & (JOKER | RIGHT))
        + 8 * holds(hand, LEFT)
        + 6 * holds(hand, TRUMP_ACE)
        + 5 * holds(hand, TRUMP_KING)
        + 4 * popcount(hand & QUEEN_AND_TEN)
        + 3 * popcount(hand & BELOW_TEN)
        + premium(count_trumps(hand), p)
        + 4 * side_aces(hand)
        + popcount(hand & KINGS)
    )


def order_up(v: View, p: Params):
    """Order with the minimum of the seat, less for a high card that goes to the other side."""
    cost = p.turned_jack * holds(v.upcard, RIGHT | JOKER) + p.turned_ace * holds(v.upcard, TRUMP_ACE)
    worth = points(five(v), p) - (cost if opponent_deals(v) else 0)
    wants = worth >= by_place(v, p.order_1, p.order_2, p.order_3, p.order_4)
    alone = worth >= by_place(v, p.order_alone_1, p.order_alone_2, p.order_alone_3, p.order_alone_4)
    return ordered(v, wants | alone, alone)


def worth_of(v: View, lane, p):
    """Points of the hand with suit `lane` as trump."""
    return points(as_trump(v.hand, lane), p) if may_name(v, lane) else BARRED


def name_trump(v: View, p: Params):
    """Name the suit with the most points, given the minimum of the seat."""
    first, following, third = worth_of(v, 0, p), worth_of(v, NEXT, p), worth_of(v, 2, p)
    worth = max(first, following, third)
    wants = worth >= by_place(v, p.name_1, p.name_2, p.name_3, p.name_4)
    alone = worth >= by_place(v, p.name_alone_1, p.name_alone_2, p.name_alone_3, p.name_alone_4)
    return named(v, best_lane(first, following, third), wants | alone, alone)
