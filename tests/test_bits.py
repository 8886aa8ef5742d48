"""Bit operations: compiled, as plain Python, and what they ought to do, on edge cases and random words."""

import random
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import bits
from sim.bits import FAST_BITS, U

ALL = (1 << 64) - 1
words = st.integers(0, ALL)


def spread(source: int, mask: int) -> int:
    """What `deposit` means, a place at a time."""
    places = [place for place in range(64) if mask >> place & 1]
    return sum(1 << place for k, place in enumerate(places) if source >> k & 1)


def kth(mask: int, k: int) -> int:
    """What `nth_bit` means."""
    places = [place for place in range(64) if mask >> place & 1]
    return 1 << places[k] if k < len(places) else 0


MEANING: dict[str, Callable[[int, int], int]] = {
    "popcount": lambda x, y: bin(x).count("1"),
    "low": lambda x, y: next((1 << k for k in range(64) if x >> k & 1), 0),
    "top": lambda x, y: next((1 << k for k in reversed(range(64)) if x >> k & 1), 0),
    "bit_index": lambda x, y: max((k for k in range(64) if x >> k & 1), default=0),
    "lane_index": lambda x, y: max((k // 16 for k in range(64) if x >> k & 1), default=0),
    "lane_of": lambda x, y: 0xFFFF << 16 * max((k // 16 for k in range(64) if x >> k & 1), default=0),
    "mulhi": lambda x, y: x * y // 2**64,
    "mul": lambda x, y: x * y % 2**64,
    "add": lambda x, y: (x + y) % 2**64,
    "deposit": spread,
    "nth_bit": lambda x, y: kth(x, y % 64),
    "sel": lambda x, y: x if x > y else y,
}
NAMES = list(MEANING)


@numba.njit
def compiled(xs: Any, ys: Any, out: Any) -> None:
    """All operations on all pairs of words."""
    for i in range(len(xs)):
        x, y = xs[i], ys[i]
        out[0, i] = bits.popcount(x)
        out[1, i] = bits.low(x)
        out[2, i] = bits.top(x)
        out[3, i] = bits.bit_index(x)
        out[4, i] = bits.lane_index(x)
        out[5, i] = bits.lane_of(x)
        out[6, i] = bits.mulhi(x, y)
        out[7, i] = bits.mul(x, y)
        out[8, i] = bits.add(x, y)
        out[9, i] = bits.deposit(x, y)
        out[10, i] = bits.nth_bit(x, np.int64(y % U(64)))
        out[11, i] = bits.sel(x > y, x, y)


def plain(name: str, x: int, y: int) -> int:
    """An operation run as the Python function that it is."""
    if name == "sel":
        return int(bits.sel(x > y, U(x), U(y)))
    if name == "nth_bit":
        return int(bits.nth_bit(U(x), y % 64))
    takes_two = name in ("mulhi", "mul", "add", "deposit")
    return int(getattr(bits, name)(U(x), U(y)) if takes_two else getattr(bits, name)(U(x)))


def pairs() -> list[tuple[int, int]]:
    """Edge cases with each other, single bits, and random words dense and sparse."""
    edges = [0, 1, 2, 3, 0xFFFF, 1 << 16, 1 << 48, 1 << 62, 1 << 63, (1 << 63) - 1, ALL - 1, ALL]
    source = random.Random(3)
    found = [(x, y) for x in edges for y in edges]
    found += [(1 << k, ALL >> k) for k in range(64)]
    for _ in range(3000):
        x, y, z = (source.getrandbits(64) for _ in range(3))
        found += [(x, y), (x & y & z, y), (x | y, y & z)]
    return found


@pytest.fixture(scope="module")
def results() -> tuple[list[tuple[int, int]], np.ndarray]:
    """Pairs of words and what compiled code makes of them."""
    cases = pairs()
    xs, ys = (np.array(column, dtype=np.uint64) for column in zip(*cases, strict=True))
    out = np.zeros((len(NAMES), len(cases)), dtype=np.uint64)
    compiled(xs, ys, out)
    return cases, out


@pytest.mark.parametrize("name", NAMES)
def test_compiled(name: str, results: tuple[list[tuple[int, int]], np.ndarray]) -> None:
    cases, out = results
    row = out[NAMES.index(name)].tolist()
    wrong = [(hex(x), hex(y), got) for (x, y), got in zip(cases, row, strict=True) if got != MEANING[name](x, y)]
    assert wrong == []


@pytest.mark.parametrize("name", NAMES)
@given(x=words, y=words)
def test_plain(name: str, x: int, y: int) -> None:
    assert plain(name, x, y) == MEANING[name](x, y)


def test_types() -> None:
    """Masks stay uint64 and counts stay ints, or an expression would leave the fast path unseen."""
    for name in ("low", "top", "lane_of", "mix64"):
        assert isinstance(getattr(bits, name)(U(5)), np.uint64)
    for name in ("popcount", "bit_index", "lane_index"):
        assert isinstance(getattr(bits, name)(U(5)), int)


@bits.lowered(bits.WORD, bits.WORD, bits.WORD)(bits._emit_deposit_portable)
def portable_deposit(source: Any, mask: Any) -> Any:
    """`deposit` as processors without the instruction compute it."""
    return bits.deposit(source, mask)


@numba.njit
def both_deposits(xs: Any, ys: Any, fast: Any, portable: Any) -> None:
    """The deposit in use and the portable one."""
    for i in range(len(xs)):
        fast[i] = bits.deposit(xs[i], ys[i])
        portable[i] = portable_deposit(xs[i], ys[i])


def test_both_ways_to_spread_cards_agree() -> None:
    xs, ys = (np.array(column, dtype=np.uint64) for column in zip(*pairs(), strict=True))
    fast, portable = np.zeros_like(xs), np.zeros_like(xs)
    both_deposits(xs, ys, fast, portable)
    assert (fast == portable).all()
    assert [int(word) for word in portable] == [spread(int(x), int(y)) for x, y in zip(xs, ys, strict=True)]


def test_the_fast_way_is_used_where_it_can_be() -> None:
    code = next(iter(both_deposits.inspect_asm().values())) if bits.COMPILED else ""
    assert ("pdep" in code) == FAST_BITS


def test_splitmix64() -> None:
    """The generator's published first outputs for the seed 1234567."""
    state, outputs = 1234567, []
    for _ in range(5):
        outputs.append(int(bits.mix64(U(state))))
        state = (state + 0x9E3779B97F4A7C15) & ALL
    assert outputs == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip


def test_splitmix64_compiled() -> None:
    @numba.njit
    def mixed(values: Any) -> Any:
        out = np.zeros_like(values)
        for i in range(len(values)):
            out[i] = bits.mix64(values[i])
        return out

    values = np.array([x for pair in pairs() for x in pair], dtype=np.uint64)
    assert mixed(values).tolist() == [int(bits.mix64(value)) for value in values]
