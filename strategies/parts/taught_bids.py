"""What the player `taught` looks at when it bids: one word of bits of a hand and the upcard."""

from sim.bits import U, popcount, sel
from sim.lanes import NINE, TEN, TRUMP_PLACE
from sim.views import GREEN_A, GREEN_B, NEXT, View
from strategies.parts.taught_cards import flag, so_many
from strategies.toolkit import ACES, SIDE_LANES, TRUMP_LANE, ranks_in, suits_held

_FROM_TEN = U(TRUMP_PLACE + TEN)
_PLAIN_RANKS, _UP_RANKS, _UP_TO_THREE = U((1 << 5) - 1), U((1 << 8) - 1), U((1 << 3) - 1)
# Where things begin in the bits of a side suit, its ranks lowest; then in the word of a hand, its trumps lowest.
_CARDS = 5
_TRUMP_COUNT, _NEXT, _FIRST, _SECOND, _UPCARD, _SUITS, _ACES, _IS_NEXT = 7, 12, 20, 28, 36, 44, 47, 51


def side_bits(hand, lane):
    """Eight bits on a side suit: its cards from the ten up, and how many there are."""
    ranks = ranks_in(hand, lane)
    return ((ranks >> U(TEN)) & _PLAIN_RANKS) | ((so_many(popcount(ranks)) & _UP_TO_THREE) << U(_CARDS))


def hand_word(v: View, hand, upcard, first, second):
    """What is looked at of a hand with trump in lane 3: `first` and `second` are its green lanes in an order.

    `upcard` lies in a lane of its own pack: only its rank is looked at.
    """
    word = (hand >> _FROM_TEN) | (so_many(popcount(hand & TRUMP_LANE)) << U(_TRUMP_COUNT))
    word |= side_bits(hand, NEXT) << U(_NEXT)
    word |= first << U(_FIRST)
    word |= second << U(_SECOND)
    word |= ((upcard >> U(TRUMP_PLACE + NINE)) & _UP_RANKS) << U(_UPCARD)
    word |= so_many(suits_held(hand & SIDE_LANES)) << U(_SUITS)
    word |= so_many(popcount(hand & ACES)) << U(_ACES)
    return word


def order_word(v: View, hand):
    """The hand that would be played if the upcard were ordered up; the green suits count alike."""
    a, b = side_bits(hand, GREEN_A), side_bits(hand, GREEN_B)
    return hand_word(v, hand, v.upcard, sel(a > b, a, b), sel(a > b, b, a))


def name_word(v: View, hand, lane):
    """The hand with suit `lane` as trump; of two green suits the one turned down comes first."""
    a, b = side_bits(hand, GREEN_A), side_bits(hand, GREEN_B)
    swap = (lane == GREEN_A) | ((lane == NEXT) & (b > a))
    word = hand_word(v, hand, v.upcard, sel(swap, b, a), sel(swap, a, b))
    return word | flag(lane == NEXT, _IS_NEXT)
