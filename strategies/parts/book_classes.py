"""The class of a hand with the upcard, as bidding books number them: two look-ups, nothing to be swapped or sorted.

Cards are turned so that lane 3 is the suit of the upcard and lane 1 the suit of its colour. With t, n, a, g the sets of
ranks in lanes 3, 1, 0, 2 (nine to ace) and u the rank of the upcard, the class is BASE[joker, t, n, u] + PAIR[a, g].
PAIR numbers the unordered pairs of sets with just so many cards, BASE counts the classes before.
"""

import numpy as np

from sim.bits import U, bit_index
from sim.lanes import (
    JACK_TO_LEFT,
    JACK_TO_RIGHT,
    LANE_BITS,
    NINE,
    TOP_JOKER,
    TRUMP_PLACE,
)
from sim.tables import table
from sim.views import NEXT
from strategies.toolkit import JOKER, LEFT, RIGHT

RANKS = 6
CARDS = 5
SET = (1 << RANKS) - 1
SETS = U(SET)
UP_BITS = 3


def numbering():
    """BASE int32[2 * 64 * 64 * 8] and PAIR int16[64 * 64], of hands of five from nine to ace, perhaps with a joker."""
    held = [bin(ranks).count("1") for ranks in range(SET + 1)]
    pair, sizes = np.zeros((SET + 1) ** 2, np.int16), [0] * (2 * RANKS + 1)
    for a in range(SET + 1):
        for g in range(a + 1):
            size = held[a] + held[g]
            pair[a | g << RANKS] = pair[g | a << RANKS] = sizes[size]
            sizes[size] += 1
    base, total = np.zeros(1 << (1 + 2 * RANKS + UP_BITS), np.int32), 0
    for both in range(2 * (SET + 1) ** 2):
        joker, t, n = both >> 2 * RANKS, both >> RANKS & SET, both & SET
        green = CARDS - joker - held[t] - held[n]
        for up in range(RANKS):
            if green >= 0 and not t >> up & 1:
                base[both << UP_BITS | up] = total
                total += sizes[green]
    return base, pair


_BASE, _PAIR = numbering()
BASE, PAIR = table(_BASE), table(_PAIR)
BOWERS = RIGHT | LEFT


def unbowered(mask):
    """Cards as they lie in the first round, with the bowers back at their ranks and the joker in lane 0."""
    plain = mask & ~(BOWERS | JOKER)
    right, left, joker = mask & RIGHT, mask & LEFT, mask & JOKER
    return plain | (right >> U(JACK_TO_RIGHT)) | (left >> U(JACK_TO_LEFT)) | (joker >> U(TRUMP_PLACE))


def class_of(hand, upcard):
    """The class of a hand and an upcard, jacks at their ranks."""
    plain = hand >> U(NINE)
    a, n = plain & SETS, (plain >> U(NEXT * LANE_BITS)) & SETS
    g, t = (plain >> U(2 * LANE_BITS)) & SETS, (plain >> U(TRUMP_PLACE)) & SETS
    joker = (hand >> U(TOP_JOKER)) & U(1)
    up = U(bit_index(upcard) - (TRUMP_PLACE + NINE))
    sets = (((joker << U(RANKS)) | t) << U(RANKS)) | n
    return BASE[(sets << U(UP_BITS)) | up] + PAIR[a | (g << U(RANKS))]


def is_swapped(hand):
    """Whether the green suit of lane 2 is the longer one, as a number: its ranks count as bits."""
    plain = hand >> U(NINE)
    return (plain & SETS) < ((plain >> U(2 * LANE_BITS)) & SETS)
