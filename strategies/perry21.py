"""Perry Romanowski's point system: order at 21 card points in the first round, name a suit at 16 in the second.

Source: the Euchre Universe weblog (euchreuniverse.blogspot.com), January to September 2006: "Points is points", "Point
system in action", "Seats aren't all the same", "Ordering from seat 1", "The power of seat 2", "Assisting your partner",
"Seat 3 ordering strategies", "A little more on ordering", "The lonely euchre player", "When Jack is an up-card", "Two
bower play revisited".

Card points are tenths of a trick. Trumps: right 10, left 7, ace 6, king 5, all others 4; both bowers together 20. Side
suits: an ace 5 (4 in next), a king 1. Never call on one trump.

- First round: 21 points, after the dealer has added 5 and their partner 10. The dealer's left passes anything under 24,
  because they speak first in the second round. The dealer's partner needs 16 card points or three trumps when the
  opponents are two points from the end, and leaves a turned bower to the dealer when a lone hand would win the game (at
  6 or 7 of 10). The dealer takes up every bower, however weak their hand, unless the opponents are two points from the
  end; then the points decide.
- Second round: 16 points; the dealer's right wants 18 at a level score in the middle of the game. The dealer's left
  names next whenever it is worth a call.
- Alone with 24 points (the dealer's partner with 23 in the first round, as a trump comes down with the dealer's hand)
  or with four trumps; with two points to go only with five sure tricks.

Gaps and how they are filled: the dealer's points are those of the five cards they would play, the upcard among them
(their examples come out right only so). A lone hand goes before the rules that tell a seat to pass. The bonuses of the
dealer and their partner belong to the first round. "Five sure tricks" are five cards that nothing higher in their suits
is left to beat; one point from the end is treated like two. "The middle of the game" begins at three all. Trumps below
the nine count 4, the joker 10. With two or three players nobody gets the partner's bonus, and all else stays. Scores
are distances from the end for games of any length. Their advice to order on nothing at 9-6 and 9-7 is left to the
wrapper `bridge`; card play and lone defence are those of `basic`.
"""

from typing import NamedTuple

from sim.bits import U, popcount
from sim.views import NEXT, View
from strategies.parts.places import by_place
from strategies.parts.rating import BARRED, best_lane, five, named, ordered, partner_deals
from strategies.toolkit import (
    ACES,
    JOKER,
    KINGS,
    LEFT,
    NEXT_LANE,
    RIGHT,
    TRUMP_ACE,
    TRUMP_KING,
    TRUMP_LANE,
    as_trump,
    below,
    boss,
    count_trumps,
    holds,
    may_name,
)

BOWER_UP = RIGHT | JOKER
LOW_TRUMPS = TRUMP_LANE & below(TRUMP_KING)
ONE_TRUMP = 100
"""More than any hand is worth: what a hand with one trump lacks to a call."""


class Params(NamedTuple):
    """Points of the cards, then points and trumps asked for; places are numbered from the dealer's left."""

    joker: int = 10
    right: int = 10
    left: int = 7
    ace: int = 6
    king: int = 5
    low: int = 4
    both_bowers: int = 3
    side_ace: int = 5
    next_ace: int = 4
    side_king: int = 1

    order: int = 21
    order_1: int = 24
    dealer: int = 5
    partner: int = 10
    partner_careful: int = 16
    partner_trumps: int = 3
    take_bower: int = 1
    name: int = 16
    name_3_level: int = 18
    fewest_trumps: int = 2
    alone: int = 24
    alone_2: int = 23
    alone_trumps: int = 4


def points(hand, p):
    """Card points of five cards; trump is lane 3."""
    return (
        p.joker * holds(hand, JOKER)
        + p.right * holds(hand, RIGHT)
        + p.left * holds(hand, LEFT)
        + p.ace * holds(hand, TRUMP_ACE)
        + p.king * holds(hand, TRUMP_KING)
        + p.low * popcount(hand & LOW_TRUMPS)
        + p.both_bowers * (holds(hand, RIGHT) & holds(hand, LEFT))
        + p.side_ace * popcount(hand & ACES & ~NEXT_LANE)
        + p.next_ace * holds(hand, ACES & NEXT_LANE)
        + p.side_king * popcount(hand & KINGS)
    )


def is_lone(v: View, hand, deck, needed, p):
    """Whether five cards are to be played alone; `deck` is the pack in the lanes of `hand`."""
    trumps = count_trumps(hand)
    strong = (trumps >= p.alone_trumps) | ((points(hand, p) >= needed) & (trumps >= p.fewest_trumps))
    sure = popcount(boss(hand, deck & ~hand)) == 5
    return sure | (strong & (v.target - v.score_us > 2))


def partner_orders(v: View, own, trumps, p):
    """The dealer's partner helps on little, but not where that costs the game or a lone hand that would win it."""
    to_go = v.target - v.score_us
    leaves_bower = (v.upcard & BOWER_UP != U(0)) & (to_go >= 3) & (to_go <= 4)
    careful = (own >= p.partner_careful) | (trumps >= p.partner_trumps)
    enough = careful if v.target - v.score_them == 2 else own + p.partner >= p.order
    return enough & ~leaves_bower


def order_up(v: View, p: Params):
    """Order at the points that the place asks for."""
    hand = five(v)
    own, trumps = points(hand, p), count_trumps(hand)
    enough = own + by_place(v, 0, 0, 0, p.dealer) >= by_place(v, p.order_1, p.order, p.order, p.order)
    helps = partner_orders(v, own, trumps, p)
    orders = (helps if partner_deals(v) else enough) & (trumps >= p.fewest_trumps)
    bower = (v.dealer == 0) & (p.take_bower == 1) & (v.target - v.score_them != 2) & (v.upcard & BOWER_UP != U(0))
    alone = is_lone(v, hand, v.deck, by_place(v, p.alone, p.alone_2, p.alone, p.alone), p)
    return ordered(v, orders | bower | alone, alone)


def suit_gain(v: View, lane, p):
    """Points above those needed to name suit `lane`."""
    if not may_name(v, lane):
        return BARRED
    hand = as_trump(v.hand, lane)
    middle = (v.score_us == v.score_them) & (v.score_us >= 3)
    needed = by_place(v, p.name, p.name, p.name_3_level if middle else p.name, p.name)
    return points(hand, p) - needed - (ONE_TRUMP if count_trumps(hand) < p.fewest_trumps else 0)


def name_trump(v: View, p: Params):
    """Name the suit with the most points; from the dealer's left next, if it is enough."""
    first, following, third = suit_gain(v, 0, p), suit_gain(v, NEXT, p), suit_gain(v, 2, p)
    prefers = (following >= 0) & (v.seat == 1)
    lane = NEXT if prefers else best_lane(first, following, third)
    gain = following if prefers else max(first, following, third)
    hand, deck = as_trump(v.hand, lane), as_trump(v.deck & ~v.upcard, lane)
    return named(v, lane, gain >= 0, is_lone(v, hand, deck, p.alone, p))
