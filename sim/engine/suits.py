"""Suits: turning a hand so that trump is the top lane, and back to the cards' own suits."""

from typing import Any

from sim.bits import U, bit_index, lane_index
from sim.engine.jit import inlined
from sim.engine.layout import NO_BOWERS
from sim.lanes import (
    JACK,
    JACK_TO_LEFT,
    JACK_TO_RIGHT,
    LANE_BITS,
    LEFT_BOWER,
    RIGHT_BOWER,
    TOP_JOKER,
    TRUMP_PLACE,
    WORD_BITS,
    card_mask,
    lane_mask,
)
from sim.views import NEXT, TRUMP

TRUMP_LANE = U(lane_mask(TRUMP))
LEFT, RIGHT, JOKER = (U(card_mask(TRUMP, rank)) for rank in (LEFT_BOWER, RIGHT_BOWER, TOP_JOKER))
PLAIN_JOKER = U(card_mask(0, TOP_JOKER))
_JACK_OF_TRUMP, _JACK_OF_NEXT = U(card_mask(TRUMP, JACK)), U(card_mask(NEXT, JACK))


@inlined
def turned(hand: Any, suit: Any) -> Any:
    """Turn the lanes so that `suit` is lane 3 and the suit of its colour lane 1; jacks and joker keep their place."""
    joker = hand & PLAIN_JOKER
    plain = hand ^ joker
    k = U(LANE_BITS) * ((U(suit) + U(1)) & U(3))
    return (plain >> k) | (plain << ((U(WORD_BITS) - k) & U(WORD_BITS - 1))) | joker


@inlined
def normalised(hand: Any, suit: Any) -> Any:
    """Turn the lanes and put the bowers and the joker in their place; NO_TRUMP_SUIT leaves the hand as it is."""
    plain = turned(hand, suit)
    bowers = U(0) if U(suit) >= U(NO_BOWERS) else _JACK_OF_TRUMP | _JACK_OF_NEXT
    right, left, joker = plain & bowers & _JACK_OF_TRUMP, plain & bowers & _JACK_OF_NEXT, plain & PLAIN_JOKER
    others = plain & ~(right | left | joker)
    return others | (right << U(JACK_TO_RIGHT)) | (left << U(JACK_TO_LEFT)) | (joker << U(TRUMP_PLACE))


@inlined
def plain(hand: Any, suit: Any) -> Any:
    """The cards of a normalised hand in their own suits: undoes `normalised`."""
    bowers = U(0) if U(suit) >= U(NO_BOWERS) else RIGHT | LEFT
    right, left, joker = hand & bowers & RIGHT, hand & bowers & LEFT, hand & JOKER
    stays = hand & PLAIN_JOKER
    cards = (hand & ~(right | left | joker | stays)) | (right >> U(JACK_TO_RIGHT)) | (left >> U(JACK_TO_LEFT))
    k = U(LANE_BITS) * ((U(suit) + U(1)) & U(3))
    return (cards << k) | (cards >> ((U(WORD_BITS) - k) & U(WORD_BITS - 1))) | (joker >> U(TRUMP_PLACE)) | stays


@inlined
def card_code(card: Any, suit: Any) -> Any:
    """Code (its place where no trump is named) of one normalised card; -1 of none."""
    code = LANE_BITS * suit_in_lane(lane_index(card), suit) + (bit_index(card) & (LANE_BITS - 1))
    if U(suit) < U(NO_BOWERS):
        if card == RIGHT:
            code = LANE_BITS * suit_in_lane(TRUMP, suit) + JACK
        if card == LEFT:
            code = LANE_BITS * suit_in_lane(NEXT, suit) + JACK
    if card == JOKER or card == PLAIN_JOKER:
        code = TOP_JOKER
    if card == U(0):
        code = -1
    return code


@inlined
def suit_in_lane(lane: Any, suit: Any) -> Any:
    """The suit that lies in a lane of a hand turned to `suit`."""
    return (lane + int(suit) + 1) & 3
