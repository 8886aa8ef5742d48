"""The point system of euchrestrategy.info: small numbers for trumps, aces and the upcard; call at 7, alone at 10.

Source: euchrestrategy.info, "Euchre Point System".

Right 4, left 3, ace 3, king and queen 2, ten and nine 1; an ace outside trump 2; a hand of two suits 1. The upcard
counts the same for the side that gets it and against the other. Up to 6 points pass; 7 to 9 is a call for an aggressive
player, 10 or more for anybody, and with those consider playing alone.

Gaps and how they are filled. The player is the aggressive one (`{order=10}` is the other). "Consider alone" is
answered yes where the ten points are in the five cards played: an upcard that goes to the partner, who lays their hand
down, does not help. The dealer is rated by the five cards they would play, the upcard among them. A hand of one suit
counts like one of two. Lower trumps count 1, the joker 4. The score and the seat change nothing, as the source leaves
them out, and neither does the number of players: with two or three an upcard that goes to another counts against. Lone
defence and card play are those of `basic`.
"""

from typing import NamedTuple

from sim.bits import popcount
from sim.views import NEXT, View
from strategies.parts.rating import BARRED, best_lane, five, named, opponent_deals, ordered, partner_deals
from strategies.toolkit import (
    JOKER,
    LEFT,
    RIGHT,
    TRUMP_ACE,
    TRUMP_KING,
    TRUMP_LANE,
    TRUMP_QUEEN,
    as_trump,
    below,
    may_name,
    side_aces,
    suits_held,
)

BELOW_QUEEN = TRUMP_LANE & below(TRUMP_QUEEN)


class Params(NamedTuple):
    """Points of the cards and the points to call with."""

    order: int = 7
    alone: int = 10
    right: int = 4
    left: int = 3
    ace: int = 3
    king: int = 2
    queen: int = 2
    low: int = 1
    side_ace: int = 2
    two_suited: int = 1


def trump_points(cards, p):
    """Points of trumps; trump is lane 3."""
    return (
        p.right * popcount(cards & (JOKER | RIGHT))
        + p.left * popcount(cards & LEFT)
        + p.ace * popcount(cards & TRUMP_ACE)
        + p.king * popcount(cards & TRUMP_KING)
        + p.queen * popcount(cards & TRUMP_QUEEN)
        + p.low * popcount(cards & BELOW_QUEEN)
    )


def points(hand, p):
    """Points of five cards; trump is lane 3."""
    return trump_points(hand, p) + p.side_ace * side_aces(hand) + p.two_suited * (suits_held(hand) <= 2)


def order_up(v: View, p: Params):
    """Order with seven points, the upcard counted for or against."""
    turned = trump_points(v.upcard, p)
    own = points(five(v), p) - (turned if opponent_deals(v) else 0)
    worth = own + (turned if partner_deals(v) else 0)
    return ordered(v, worth >= p.order, own >= p.alone)


def worth_of(v: View, lane, p):
    """Points of the hand with suit `lane` as trump."""
    return points(as_trump(v.hand, lane), p) if may_name(v, lane) else BARRED


def name_trump(v: View, p: Params):
    """Name the suit with the most points, if they are seven."""
    first, following, third = worth_of(v, 0, p), worth_of(v, NEXT, p), worth_of(v, 2, p)
    worth = max(first, following, third)
    return named(v, best_lane(first, following, third), worth >= p.order, worth >= p.alone)
