"""Randomness: every word is a pure function of (seed, purpose, game, hand, draw).

The generator is Threefry-2x64-20 (Salmon, Moraes, Dror and Shaw, *Parallel random numbers: as easy as 1, 2, 3*, 2011).
Key: seed and purpose; counter: game, and hand with the number of the draw in its upper half.
"""

from typing import Any

from llvmlite import ir
from numba.core import types

from sim.bits import ALL, WORD, U, lowered, mix64, mul, mulhi
from sim.engine.jit import inlined, kernel

DEAL, FIRST_DEALER = 0, 1
"""Purposes. A hand's deal takes draws 0, 1, 2, ...; the second word of draw 0 is the players' chance."""

_GOLDEN = U(0x9E3779B97F4A7C15)
_ROTATIONS = (16, 42, 12, 31, 16, 32, 24, 21)
_PARITY = 0x1BD11BDAA9FC1A22


def _emit_threefry(b: Any, *words: Any) -> tuple[Any, Any]:
    """Write the generator's instructions: twenty rounds, the key added after every fourth."""

    def number(value: int) -> Any:
        return ir.Constant(words[0].type, value)

    k0, k1, x0, x1 = words
    keys = k0, k1, b.xor(number(_PARITY), b.xor(k0, k1))
    x0, x1 = b.add(x0, k0), b.add(x1, k1)
    for turn in range(20):
        r = _ROTATIONS[turn % 8]
        x0 = b.add(x0, x1)
        x1 = b.xor(x0, b.or_(b.shl(x1, number(r)), b.lshr(x1, number(64 - r))))
        if turn % 4 == 3:
            s = turn // 4 + 1
            x0, x1 = b.add(x0, keys[s % 3]), b.add(b.add(x1, keys[(s + 1) % 3]), number(s))
    return x0, x1


def _threefry(k0: Any, k1: Any, c0: Any, c1: Any) -> tuple[Any, Any]:
    k0, k1, x0, x1 = int(k0), int(k1), int(c0), int(c1)
    keys = k0, k1, _PARITY ^ k0 ^ k1
    x0, x1 = (x0 + k0) & ALL, (x1 + k1) & ALL
    for turn in range(20):
        r = _ROTATIONS[turn % 8]
        x0 = (x0 + x1) & ALL
        x1 = (((x1 << r) | (x1 >> (64 - r))) & ALL) ^ x0
        if turn % 4 == 3:
            s = turn // 4 + 1
            x0, x1 = (x0 + keys[s % 3]) & ALL, (x1 + keys[(s + 1) % 3] + s) & ALL
    return U(x0), U(x1)


@lowered(WORD, WORD, WORD, WORD, WORD)(lambda b, *words: _emit_threefry(b, *words)[0])
def threefry_0(k0: Any, k1: Any, c0: Any, c1: Any) -> Any:
    """First word for a key of two words and a counter of two words."""
    return _threefry(k0, k1, c0, c1)[0]


@lowered(WORD, WORD, WORD, WORD, WORD)(lambda b, *words: _emit_threefry(b, *words)[1])
def threefry_1(k0: Any, k1: Any, c0: Any, c1: Any) -> Any:
    """Second word; the compiler computes both together where both are wanted."""
    return _threefry(k0, k1, c0, c1)[1]


@inlined
def hand_words(seed: Any, game: Any, hand: Any, draw: Any) -> Any:
    """The two words of one draw for a hand."""
    counter = U(hand) | (U(draw) << U(32))
    return threefry_0(U(seed), U(DEAL), U(game), counter), threefry_1(U(seed), U(DEAL), U(game), counter)


@kernel(types.int64(types.uint64, types.int64, types.int64))
def first_dealer(seed: Any, game: Any, players: Any) -> Any:
    """Player who deals first in a game: 0 .. players - 1 (bias below 2**-61)."""
    return mulhi(threefry_0(U(seed), U(FIRST_DEALER), U(game), U(0)), U(players))


@inlined
def decision_word(chance: Any, number: Any) -> Any:
    """A player's own word for a decision: the hand's chance word and the decision's number, mixed."""
    return mix64(chance ^ mul(U(number) + U(1), _GOLDEN))


@kernel(types.UniTuple(types.uint64, 2)(types.uint64, types.uint64, types.uint64, types.uint64))
def threefry_block(k0: Any, k1: Any, c0: Any, c1: Any) -> Any:
    """The generator itself, for its known-answer test."""
    return threefry_0(k0, k1, c0, c1), threefry_1(k0, k1, c0, c1)
