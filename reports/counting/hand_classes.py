"""Classes of hands: trumps, bowers, off-suit aces and suits held, for millions of hands at a time.

A class counts, for a given trump suit: trumps (bowers and joker among them), bowers (the joker is one), aces of other
suits, and suits held (the left bower belongs to trumps). Masks are as in `sim.cards`: a lane a suit.
"""

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.lanes import ACE, JACK, LANE_BITS, LANES, TOP_JOKER, WORD_BITS
from sim.rules.rules import Rules

Masks = NDArray[np.uint64]
Classes = NDArray[np.intp]

_JACK, _ACE, _JOKER = 1 << JACK, 1 << ACE, 1 << TOP_JOKER
# A lane's share of the class, as fields of one number that can be added up over the four lanes.
_TRUMPS, _BOWERS, _ACES, _SIDES = 0, 4, 7, 10
_SUMS = 1 << 13


@cache
def _lane_tables() -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint16]]:
    """What each content of a lane adds to the class: as the trump suit, as the suit of the same colour, as another."""
    lane = np.arange(1 << LANE_BITS, dtype=np.uint32)
    jack, joker, ace = (((lane & bit) != 0).astype(np.uint16) for bit in (_JACK, _JOKER, _ACE))
    count = np.bitwise_count(lane).astype(np.uint16)
    joker_adds = (joker << _TRUMPS) + (joker << _BOWERS)
    trump = (count << _TRUMPS) + ((jack + joker) << _BOWERS)
    plain = lane & ~np.uint32(_JOKER)
    other = joker_adds + (ace << _ACES) + ((plain != 0).astype(np.uint16) << _SIDES)
    without = plain & ~np.uint32(_JACK)
    left = (jack << _TRUMPS) + (jack << _BOWERS)
    same_colour = joker_adds + left + (ace << _ACES) + ((without != 0).astype(np.uint16) << _SIDES)
    return trump.astype(np.uint16), same_colour.astype(np.uint16), other.astype(np.uint16)


def lanes_from(hands: Masks, suit: NDArray[Any]) -> NDArray[np.uint16]:
    """The four lanes of each hand, `[hand, 4]`, with `suit` first: then lane 2 is the suit of the same colour."""
    by = (suit.astype(np.uint64) & np.uint64(3)) * np.uint64(LANE_BITS)
    # A shift by the whole word would be undefined; by one less and 1 more it is not.
    left = (hands << np.uint64(1)) << (np.uint64(WORD_BITS - 1) - by)
    return ((hands >> by) | left).astype("<u8", copy=False).view(f"<u{LANE_BITS // 8}").reshape(-1, LANES)


class HandClasses:
    """The classes that hands of one game can be in, numbered from the weakest."""

    def __init__(self, rules: Rules) -> None:
        bowers = 3 if rules.has_joker else 2
        size = rules.hand_size + 1  # the dealer's with the upcard
        found = [
            (trumps, held, aces, suits)
            for trumps in range(size + 1)
            for held in range(min(bowers, trumps) + 1)
            for aces in range(4)
            for suits in range(4, 0, -1)
            if aces <= (sides := suits - (trumps > 0)) <= min(3, size - trumps) and (sides > 0) >= (trumps < size - 1)
        ]
        self.keys: Final = found
        """(trumps, bowers, off-suit aces, suits held) of each class."""
        self._of = np.full(_SUMS, -1, np.int16)
        for number, (trumps, held, aces, suits) in enumerate(found):
            sides = suits - (trumps > 0)
            self._of[(trumps << _TRUMPS) + (held << _BOWERS) + (aces << _ACES) + (sides << _SIDES)] = number

    def __len__(self) -> int:
        return len(self.keys)

    def of(self, hands: Masks, trump: NDArray[Any]) -> Classes:
        """The class number of each hand with its trump suit (0 to 3)."""
        lanes = lanes_from(hands, trump)
        own, same_colour, other = _lane_tables()
        sums = own.take(lanes[:, 0])
        sums += other.take(lanes[:, 1])
        sums += same_colour.take(lanes[:, 2])
        sums += other.take(lanes[:, 3])
        return self._of.take(sums).astype(np.intp)
