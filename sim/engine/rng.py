"""Randomness: every word is a pure function of (seed, purpose, game, hand, draw).

The generator is Threefry-2x64-20 (Salmon, Moraes, Dror and Shaw, *Parallel random numbers: as easy as 1, 2, 3*, 2011).
Key: seed and purpose; counter: game, and hand with the number of the draw in its upper half.
"""

from typing import Any

from numba.core import types

from sim.bits import U, add, mix64, mul, mulhi
from sim.compiling import inlined, kernel

DEAL, FIRST_DEALER = 0, 1
"""Purposes. A hand's deal takes draws 0, 1, 2, ...; the second word of draw 0 is the players' chance."""

_GOLDEN = U(0x9E3779B97F4A7C15)


@inlined
def _rotate_left(x: Any, r: Any) -> Any:
    return (x << U(r)) | (x >> U(64 - r))


@inlined
def _four_rounds(x0: Any, x1: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    x0 = add(x0, x1)
    x1 = _rotate_left(x1, a) ^ x0
    x0 = add(x0, x1)
    x1 = _rotate_left(x1, b) ^ x0
    x0 = add(x0, x1)
    x1 = _rotate_left(x1, c) ^ x0
    x0 = add(x0, x1)
    x1 = _rotate_left(x1, d) ^ x0
    return x0, x1


@inlined
def threefry(k0: Any, k1: Any, c0: Any, c1: Any) -> Any:
    """Two words for a key of two words and a counter of two words."""
    k2 = U(0x1BD11BDAA9FC1A22) ^ k0 ^ k1
    x0, x1 = _four_rounds(add(c0, k0), add(c1, k1), 16, 42, 12, 31)
    x0, x1 = _four_rounds(add(x0, k1), add(add(x1, k2), U(1)), 16, 32, 24, 21)
    x0, x1 = _four_rounds(add(x0, k2), add(add(x1, k0), U(2)), 16, 42, 12, 31)
    x0, x1 = _four_rounds(add(x0, k0), add(add(x1, k1), U(3)), 16, 32, 24, 21)
    x0, x1 = _four_rounds(add(x0, k1), add(add(x1, k2), U(4)), 16, 42, 12, 31)
    return add(x0, k2), add(add(x1, k0), U(5))


@inlined
def hand_words(seed: Any, game: Any, hand: Any, draw: Any) -> Any:
    """The two words of one draw for a hand."""
    return threefry(U(seed), U(DEAL), U(game), U(hand) | (U(draw) << U(32)))


@kernel(types.int64(types.uint64, types.int64, types.int64))
def first_dealer(seed: Any, game: Any, players: Any) -> Any:
    """Player who deals first in a game: 0 .. players - 1 (bias below 2**-61)."""
    word, _ = threefry(U(seed), U(FIRST_DEALER), U(game), U(0))
    return mulhi(word, U(players))


@inlined
def decision_word(chance: Any, number: Any) -> Any:
    """A player's own word for a decision: the hand's chance word and the decision's number, mixed."""
    return mix64(chance ^ mul(U(number) + U(1), _GOLDEN))


@kernel(types.UniTuple(types.uint64, 2)(types.uint64, types.uint64, types.uint64, types.uint64))
def threefry_block(k0: Any, k1: Any, c0: Any, c1: Any) -> Any:
    """The generator itself, for its known-answer test."""
    return threefry(k0, k1, c0, c1)
