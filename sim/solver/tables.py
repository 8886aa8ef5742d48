"""Tables of the solver: what trumps win for sure, and every ending in which everybody has two cards.

Both go by the order of the owners alone: the cards in play are pushed together, and each gives two bits, `odd` for
positions 1 and 3 and `late` for positions 2 and 3. They lie in one block, which compiled code reads by its address.
"""

import functools
import itertools
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numba.core import types

from sim.bits import COMPILED, U, extract, lane_of, low, popcount, sel
from sim.lanes import LANE_BITS, lane_mask
from sim.solver.compiled import on_demand, part
from sim.solver.lanes import first_in_lanes, legal
from sim.solver.words import peek8, peek16
from sim.views import TRUMP

_INT = types.int64
_making = threading.Lock()
_TRUMP_LANE = U(lane_mask(TRUMP))
_MOST_TRUMPS = 7
_TRUMPS_AT = U(1 << 17)
_TWO_AT = U((1 << 17) + (1 << 15))
"""Where the tables begin in the block: numbers of orders of owners first, then trumps, then endings."""


@part
def sure_trumps(h0: Any, h1: Any, h2: Any, h3: Any, trumps: Any, block: Any) -> Any:
    """Tricks that trumps win whatever is played: bits 0 to 3 those of positions 0 and 2, bits 4 to 7 the others'."""
    u = (h0 | h1 | h2 | h3) & trumps
    while popcount(u) > _MOST_TRUMPS:  # what is true of the highest trumps is true without the others
        u &= u - U(1)
    ended = extract(h1 | h3, u) | (U(1) << U(popcount(u)))
    return peek8(block + _TRUMPS_AT, (extract(h2 | h3, u) << U(8)) | ended)


@part
def _look_up(h0: Any, h1: Any, h2: Any, h3: Any, trumps: Any, block: Any) -> Any:
    u = h0 | h1 | h2 | h3
    owners = extract(h1 | h3, u) | (extract(h2 | h3, u) << U(8))
    suits = extract(first_in_lanes(u), u) >> U(1)
    suits |= sel(u & trumps != U(0), U(128), U(0))
    return peek8(block + _TWO_AT, (peek16(block, owners) << U(8)) | suits)


@part
def _work_out(h0: Any, h1: Any, h2: Any, h3: Any, trumps: Any) -> Any:
    """Tricks (0 to 2) of positions 0 and 2, by trying everything."""
    best0 = 0
    r0 = h0
    while r0 != U(0):
        c0 = low(r0)
        r0 ^= c0
        can = lane_of(c0) | trumps
        best1 = 3
        r1 = legal(h1, lane_of(c0))
        while True:
            c1 = low(r1)
            r1 ^= c1
            best2 = 0
            r2 = legal(h2, lane_of(c0))
            while True:
                c2 = low(r2)
                r2 ^= c2
                best3 = 3
                r3 = legal(h3, lane_of(c0))
                while True:
                    c3 = low(r3)
                    r3 ^= c3
                    p1, p2, p3 = c1 & can, c2 & can, c3 & can
                    won = max(max(c0, p1), max(p2, p3))
                    a0, a1, a2, a3 = h0 ^ c0, h1 ^ c1, h2 ^ c2, h3 ^ c3
                    led = sel(won == c0, a0, sel(won == p1, a1, sel(won == p2, a2, a3)))
                    then = lane_of(led) | trumps
                    tricks = 1 if won == c0 or won == p2 else 0
                    tricks += 1 if max(a0 & then, a2 & then) > max(a1 & then, a3 & then) else 0
                    best3 = min(best3, tricks)
                    if r3 == U(0):
                        break
                best2 = max(best2, best3)
                if r2 == U(0):
                    break
            best1 = min(best1, best2)
            if r1 == U(0):
                break
        best0 = max(best0, best1)
    return best0


@functools.lru_cache(1 << 16)
def _work_out_once(h0: Any, h1: Any, h2: Any, h3: Any, trumps: Any, block: Any) -> Any:
    return _work_out(h0, h1, h2, h3, trumps)


two_cards = _look_up if COMPILED else _work_out_once
"""Tricks (0 to 2) of positions 0 and 2 where everybody has two cards or none and position 0 leads.

Without the compiler the table would take minutes to fill, so each ending is then worked out when it is met.
"""


@on_demand(types.void(types.uint8[::1], types.int64[::1], types.int64[::1]))
def _fill_endings(table: Any, orders: Any, sizes: Any) -> None:
    """Every ending: each order of owners, cut into suits in every way, the last suit being trump or not."""
    for number in range(len(orders)):
        owners, size = orders[number], sizes[number]
        for suits in range(256):
            starts, trump = ((suits & 127) << 1) | 1, suits >> 7
            lanes = popcount(U(starts))
            if starts >> size != 0 or lanes > 4:
                continue
            lane, rank, seen = -1, 0, 0
            h0, h1, h2, h3 = U(0), U(0), U(0), U(0)
            for place in range(size):
                if (starts >> place) & 1 == 1:
                    seen += 1
                    lane, rank = (3 if trump == 1 and seen == lanes else lane + 1), 0
                card = U(1) << U(LANE_BITS * lane + rank)
                rank += 1
                odd, late = (owners >> place) & 1, (owners >> (8 + place)) & 1
                h0 |= sel(odd + late == 0, card, U(0))
                h1 |= sel(odd > late, card, U(0))
                h2 |= sel(late > odd, card, U(0))
                h3 |= sel(odd + late == 2, card, U(0))
            trumps = sel(trump == 1, _TRUMP_LANE, U(0))
            table[number << 8 | suits] = _work_out(h0, h1, h2, h3, trumps)


@on_demand(types.void(types.uint8[::1]))
def _fill_trumps(table: Any) -> None:
    """A player's trumps fall in different tricks, and each loses only to a higher one of the other side, one to one.

    So of their j highest trumps at least j less the higher ones of the other side win, for every j.
    """
    for size in range(_MOST_TRUMPS + 1):
        for odd in range(1 << size):
            for late in range(1 << size):
                ours, theirs = 0, 0
                for player in range(4):
                    balance, most = 0, 0
                    for place in range(size - 1, -1, -1):
                        owner = ((odd >> place) & 1) + 2 * ((late >> place) & 1)
                        if owner == player:
                            balance += 1
                            most = max(most, balance)
                        elif (owner ^ player) & 1 == 1:
                            balance -= 1
                    if player & 1 == 0:
                        ours = max(ours, most)
                    else:
                        theirs = max(theirs, most)
                table[late << 8 | odd | 1 << size] = ours | theirs << 4


def _orders(left: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All orders of owners with so many cards of each of positions 0 to 3."""
    if not any(left):
        yield ()
    for player in range(4):
        if left[player]:
            for rest in _orders([cards - (p == player) for p, cards in enumerate(left)]):
                yield (player, *rest)


def tables() -> np.ndarray:
    """uint8[882688]: all tables in one block, of which compiled code takes the `address`.

    It is one block for good: of two that threads had made at the same time one would go, and its address be nobody's.
    """
    with _making:
        return _tables()


@functools.cache
def _tables() -> np.ndarray:
    trumps = np.zeros(1 << 15, dtype=np.uint8)
    _fill_trumps(trumps)
    orders, sizes = [], []
    for others in itertools.product((2, 0), repeat=3) if COMPILED else ():
        for owners in _orders([2, *others]) if any(others) else ():
            orders.append(sum(((p & 1) | (p >> 1) << 8) << place for place, p in enumerate(owners)))
            sizes.append(len(owners))
    numbers, endings = np.zeros(1 << 16, dtype=np.uint16), np.zeros(len(orders) << 8, dtype=np.uint8)
    numbers[orders] = np.arange(len(orders))
    _fill_endings(endings, np.array(orders, dtype=np.int64), np.array(sizes, dtype=np.int64))
    return np.concatenate([numbers.view(np.uint8), trumps, endings])


def address(block: np.ndarray) -> Any:
    """Where an array lies in memory."""
    return U(block.ctypes.data)
