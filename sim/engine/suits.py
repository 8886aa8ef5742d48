"""Suits: turning a hand so that trump is the top lane, and back to the cards' own suits."""

from typing import Any

from sim.bits import U, bit_index
from sim.engine.jit import inlined
from sim.engine.layout import NO_BOWERS

TRUMP_LANE = U(0xFFFF << 48)
LEFT, RIGHT, JOKER = U(1 << 61), U(1 << 62), U(1 << 63)
PLAIN_JOKER = U(1 << 15)
_JACK_OF_TRUMP, _JACK_OF_NEXT = U(1 << 57), U(1 << 25)


@inlined
def turned(hand: Any, suit: Any) -> Any:
    """Turn the lanes so that `suit` is lane 3 and the suit of its colour lane 1; jacks and joker keep their place."""
    joker = hand & PLAIN_JOKER
    plain = hand ^ joker
    k = ((U(suit) + U(1)) & U(3)) << U(4)
    return (plain >> k) | (plain << ((U(64) - k) & U(63))) | joker


@inlined
def normalised(hand: Any, suit: Any) -> Any:
    """Turn the lanes and put the bowers and the joker in their place; NO_TRUMP_SUIT leaves the hand as it is."""
    plain = turned(hand, suit)
    bowers = U(0) if U(suit) >= U(NO_BOWERS) else _JACK_OF_TRUMP | _JACK_OF_NEXT
    right, left, joker = plain & bowers & _JACK_OF_TRUMP, plain & bowers & _JACK_OF_NEXT, plain & PLAIN_JOKER
    return (plain & ~(right | left | joker)) | (right << U(5)) | (left << U(36)) | (joker << U(48))


@inlined
def plain(hand: Any, suit: Any) -> Any:
    """The cards of a normalised hand in their own suits: undoes `normalised`."""
    bowers = U(0) if U(suit) >= U(NO_BOWERS) else RIGHT | LEFT
    right, left, joker = hand & bowers & RIGHT, hand & bowers & LEFT, hand & JOKER
    stays = hand & PLAIN_JOKER
    cards = (hand & ~(right | left | joker | stays)) | (right >> U(5)) | (left >> U(36))
    k = ((U(suit) + U(1)) & U(3)) << U(4)
    return (cards << k) | (cards >> ((U(64) - k) & U(63))) | (joker >> U(48)) | stays


@inlined
def card_code(card: Any, suit: Any) -> Any:
    """Code (16 * suit + rank) of one normalised card; -1 of none."""
    place = bit_index(card)
    own = suit_in_lane(place >> 4, suit)
    code = (own << 4) | (place & 15)
    if U(suit) < U(NO_BOWERS):
        if card == RIGHT:
            code = (suit_in_lane(3, suit) << 4) | 9
        if card == LEFT:
            code = (suit_in_lane(1, suit) << 4) | 9
    if card == JOKER or card == PLAIN_JOKER:
        code = 15
    if card == U(0):
        code = -1
    return code


@inlined
def suit_in_lane(lane: Any, suit: Any) -> Any:
    """The suit that lies in a lane of a hand turned to `suit`."""
    return (lane + int(suit) + 1) & 3
