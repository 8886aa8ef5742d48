"""Who is who: relations between positions, packed in one word and turned with the hands.

A position counts from whoever begins: the eldest hand while bidding, the leader while playing. The ROLES word has a
byte a role with one bit a position: four of voids shown (one a lane), the makers' side, the players taking part, the
maker, the dealer.
"""

from typing import Any

from sim.bits import U, popcount
from sim.engine.jit import inlined
from sim.engine.layout import ACTIVE_BYTE, DEALER_BYTE, MAKERS_BYTE, VOIDS_BYTE
from sim.lanes import LANE, LANE_BITS, LANES

BYTES = U(0x0101010101010101)


@inlined
def turn_positions(packed: Any, by: Any, players: Any) -> Any:
    """Renumber the positions of every byte so that position `by` becomes 0."""
    stay = ((U(1) << (U(players) - by)) - U(1)) * BYTES
    wrap = (((U(1) << by) - U(1)) << (U(players) - by)) * BYTES
    return ((packed >> by) & stay) | ((packed << (U(players) - by)) & wrap)


@inlined
def turn_bytes(packed: Any, by: Any, players: Any) -> Any:
    """The same for a word that has a byte a position."""
    size = U(8) * U(players)
    full = (U(1) << size) - U(1)
    return ((packed >> (by * U(8))) | (packed << (size - by * U(8)))) & full


@inlined
def has_role(roles: Any, byte: Any, position: Any) -> Any:
    """1 when the position has the role, else 0."""
    return (roles >> (U(byte) + U(position))) & U(1)


@inlined
def relative_seat(roles: Any, byte: Any, position: Any, players: Any) -> Any:
    """How many places to the left of `position` the (only) holder of a role sits; -1 if nobody holds it."""
    holder = (roles >> U(byte)) & U(0xFF)
    seen = (holder >> U(position)) | (holder << (U(players) - U(position)))
    seen &= (U(1) << U(players)) - U(1)
    return popcount(seen - U(1)) if holder != U(0) else -1


@inlined
def holder_of(roles: Any, byte: Any) -> Any:
    """Position of the only holder of a role."""
    return popcount(((roles >> U(byte)) & U(0xFF)) - U(1))


@inlined
def shown_void(roles: Any, position: Any) -> Any:
    """Mask of the lanes that a position has shown to lack."""
    mask = U(0)
    for lane in range(LANES):
        if (roles >> (U(VOIDS_BYTE + 8 * lane) + U(position))) & U(1) != U(0):
            mask |= U(LANE) << U(LANE_BITS * lane)
    return mask


@inlined
def on_makers_side(roles: Any, position: Any) -> Any:
    """1 when a position plays for the makers, else 0."""
    return has_role(roles, MAKERS_BYTE, position)


@inlined
def same_side(roles: Any, one: Any, other: Any) -> Any:
    """1 when two positions play on one side, else 0 (before there is a maker: 0 for all but partners' own checks)."""
    return U(1) ^ on_makers_side(roles, one) ^ on_makers_side(roles, other)


@inlined
def seat_of(roles: Any, position: Any, players: Any) -> Any:
    """Seat of a position: 1 eldest hand ... players the dealer."""
    return players - relative_seat(roles, DEALER_BYTE, position, players)


@inlined
def friends(roles: Any, position: Any, players: Any) -> Any:
    """Bits of the other positions that take part on the same side."""
    makers = (roles >> U(MAKERS_BYTE)) & U(0xFF)
    side = makers if on_makers_side(roles, position) != U(0) else ~makers
    active = (roles >> U(ACTIVE_BYTE)) & ((U(1) << U(players)) - U(1))
    return side & active & ~(U(1) << U(position))
