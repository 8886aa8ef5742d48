"""How wide a lane of the word that holds cards is, and where each card stands; the rest of the layout follows.

A mask of cards has four lanes, one a suit, and in a lane one place a rank. The lane of trump has three more cards: the
left bower, the right bower and the joker; in a word that knows no trump the joker stands on top of lane 0. Everything
here is a plain whole number: for masks write `U(card_mask(TRUMP, ACE))`, and do so once, outside of functions.

>>> hex(card_mask(TRUMP, RIGHT_BOWER)), hex(each_lane(1 << KING))
('0x4000000000000000', '0x800080008000800')
"""

from typing import Final

from sim.views import NEXT, TRUMP

LANES: Final = 4
LANE_BITS: Final = 16
"""Places of a lane; a power of two, and no more than 16 (`strategies.toolkit.at_or_below` counts on it)."""
WORD_BITS: Final = LANES * LANE_BITS

LANE: Final = (1 << LANE_BITS) - 1
"""All places of lane 0; `>> LANE_BITS` moves the cards of a lane down to the one below."""
TRUMP_PLACE: Final = TRUMP * LANE_BITS
"""The lowest place of the trump lane; `>> TRUMP_PLACE` leaves the trumps alone."""

DEUCE: Final = 0
SEVEN: Final = 5
EIGHT: Final = 6
NINE: Final = 7
TEN: Final = 8
JACK: Final = 9
QUEEN: Final = 10
KING: Final = 11
ACE: Final = 12
LEFT_BOWER: Final = 13
RIGHT_BOWER: Final = 14
TOP_JOKER: Final = 15
"""The joker, above all others: in the trump lane, or in lane 0 where no trump is named."""

PLAIN: Final = (1 << ACE + 1) - 1
"""The places of lane 0 that are of a rank, deuce to ace."""


JACK_TO_RIGHT: Final = RIGHT_BOWER - JACK
JACK_TO_LEFT: Final = TRUMP_PLACE + LEFT_BOWER - (NEXT * LANE_BITS + JACK)
"""How far the jack of trump, and the jack of next, move up once trump is named."""


def lane_mask(lane: int) -> int:
    """All places of a lane (0 to 3)."""
    return LANE << LANE_BITS * lane


def card_mask(lane: int, rank: int) -> int:
    """The mask of one card."""
    return 1 << LANE_BITS * lane + rank


def each_lane(places: int) -> int:
    """The same places (a mask in lane 0) in all four lanes."""
    return sum(places << LANE_BITS * lane for lane in range(LANES))
