"""A count for an index card: twelve small numbers for a call, eleven for a lone hand, and what each seat needs.

Source: fitted by this program. `python -m benchmarks.card_fit` searches the whole numbers with which two partners who
count win most against two who bid by the book, every deal looked up in a contract library; docs/book.md has the card as
it is printed, and what it is worth. People can add it up at the table:

- Count the suit that would be trump, bowers among it; the dealer counts the five cards they would keep. `right` and
  `left` are on top of `trump` (the left is worth less than its place as a trump), an ace of a green suit counts more
  than that of the other suit of trump's colour, and a second void side suit adds to the first.
- First round: a jack turned up counts by who gets it. Second round: next counts more from the dealer's left and for the
  dealer.
- The jacks of the colour that is not trump count against a call: passing keeps them for a call of their own, or for
  defence.
- Call when the count reaches the number of your seat and round; the suit with most is named. Alone when the lone count
  of that suit reaches the lone number, whatever the first count says.

The score changes nothing. It was fitted to four players with 24 cards; at other tables the same card is used, the joker
being the right bower. Lone defence and card play are those of `basic`.
"""

from typing import NamedTuple

from sim.bits import U, popcount
from sim.lanes import JACK, card_mask
from sim.views import GREEN_A, GREEN_B, NEXT, View
from strategies.parts import bidding_basic
from strategies.parts.places import by_place
from strategies.parts.rating import BARRED, best_lane, five, named, ordered
from strategies.toolkit import (
    ACES,
    GREEN_LANES,
    JOKER,
    KINGS,
    LEFT,
    NEXT_LANE,
    RIGHT,
    TRUMP_ACE,
    as_trump,
    count_trumps,
    holds,
    may_name,
    side_aces,
    side_voids,
)

GREEN_JACKS = U(card_mask(GREEN_A, JACK) | card_mask(GREEN_B, JACK))
NUMBERS = bidding_basic.Params()


class Params(NamedTuple):
    """Points of the call count, then what a call needs by round and seat; the same of the lone count."""

    trump: int = 8
    right: int = 5
    left: int = -2
    green_ace: int = 2
    next_ace: int = 1
    void: int = 1
    second_void: int = 2
    jack_to_them: int = -8
    jack_to_partner: int = -3
    jack_to_dealer: int = 2
    next: int = 5
    green_jack: int = -3

    order_1: int = 27
    order_2: int = 16
    order_3: int = 26
    order_dealer: int = 21
    name_1: int = 19
    name_2: int = 15
    name_3: int = 14
    name_dealer: int = 24

    lone_trump: int = 7
    lone_right: int = 6
    lone_left: int = 4
    lone_ace: int = 2
    lone_side_ace: int = 5
    lone_side_king: int = 2
    lone_void: int = 3
    lone_fourth_trump: int = -3
    lone_second_ace: int = 2
    lone_jack_to_them: int = -7
    lone_jack_to_partner: int = 2

    alone_order_1: int = 37
    alone_order_2: int = 37
    alone_order_3: int = 39
    alone_order_dealer: int = 37
    alone_name_1: int = 35
    alone_name_2: int = 37
    alone_name_3: int = 39
    alone_name_dealer: int = 37


def count(hand, p):
    """Points of five cards for a call, upcard and next left out; trump is lane 3."""
    voids = side_voids(hand)
    return (
        p.trump * count_trumps(hand)
        + p.right * holds(hand, RIGHT | JOKER)
        + p.left * holds(hand, LEFT)
        + p.green_ace * popcount(hand & ACES & GREEN_LANES)
        + p.next_ace * popcount(hand & ACES & NEXT_LANE)
        + (p.void if voids > 0 else 0)
        + (p.second_void if voids > 1 else 0)
        + p.green_jack * popcount(hand & GREEN_JACKS)
    )


def lone_count(hand, p):
    """Points of five cards for a lone hand, the upcard left out; trump is lane 3."""
    trumps, aces = count_trumps(hand), side_aces(hand)
    return (
        p.lone_trump * trumps
        + p.lone_right * holds(hand, RIGHT | JOKER)
        + p.lone_left * holds(hand, LEFT)
        + p.lone_ace * holds(hand, TRUMP_ACE)
        + p.lone_side_ace * aces
        + p.lone_side_king * popcount(hand & KINGS)
        + p.lone_void * side_voids(hand)
        + (p.lone_fourth_trump if trumps > 3 else 0)
        + (p.lone_second_ace if aces > 1 else 0)
    )


def order_up(v: View, p: Params):
    """Order when the count is enough for the seat, alone when the lone count is."""
    hand = five(v)
    jack = holds(v.upcard, RIGHT | JOKER)
    points = count(hand, p) + jack * by_place(v, p.jack_to_them, p.jack_to_partner, p.jack_to_them, p.jack_to_dealer)
    lone = lone_count(hand, p) + jack * by_place(v, p.lone_jack_to_them, p.lone_jack_to_partner, p.lone_jack_to_them, 0)
    alone = lone >= by_place(v, p.alone_order_1, p.alone_order_2, p.alone_order_3, p.alone_order_dealer)
    enough = points >= by_place(v, p.order_1, p.order_2, p.order_3, p.order_dealer)
    return ordered(v, enough | alone, alone)


def points_of(v: View, lane, p):
    """Points of a call of suit `lane`."""
    bonus = by_place(v, p.next, 0, 0, p.next) if lane == NEXT else 0
    return count(as_trump(v.hand, lane), p) + bonus if may_name(v, lane) else BARRED


def name_trump(v: View, p: Params):
    """Name the suit with most points when they are enough for the seat, alone when its lone count is."""
    first, following, third = points_of(v, GREEN_A, p), points_of(v, NEXT, p), points_of(v, GREEN_B, p)
    lane = best_lane(first, following, third)
    lone = lone_count(as_trump(v.hand, lane), p)
    alone = lone >= by_place(v, p.alone_name_1, p.alone_name_2, p.alone_name_3, p.alone_name_dealer)
    enough = max(first, following, third) >= by_place(v, p.name_1, p.name_2, p.name_3, p.name_dealer)
    return named(v, lane, enough | alone, alone)


def defend_alone(v: View):
    """Defend alone as `basic` does."""
    return bidding_basic.defend_alone(v, NUMBERS)
