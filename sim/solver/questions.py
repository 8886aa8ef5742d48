"""Questions to the searches: can the makers be made to take so many tricks, and how many do they take."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import WORD, U, lane_of
from sim.solver.any_table import can_reach
from sim.solver.compiled import on_demand
from sim.solver.encoding import Words
from sim.solver.search import can_take
from sim.solver.tables import address, tables

_INT = types.int64


@on_demand(types.boolean(WORD, WORD, WORD, WORD, WORD, _INT, _INT, _INT, WORD, WORD))
def makers_take(h0: Any, h1: Any, h2: Any, h3: Any, forced: Any, leads: Any, n: Any, k: Any, trumps: Any,
                block: Any) -> Any:  # fmt: skip
    """True when the makers can take at least k of n tricks, for any k; `leads` is 1 where the leader is one of them."""
    if k <= 0:
        return True
    if k > n:
        return False
    if leads == 1:
        return can_take(h0, h1, h2, h3, forced, n, k, trumps, block)
    return not can_take(h0, h1, h2, h3, forced, n, n - k + 1, trumps, block)


def takes(words: Words, k: int, extra: int = 0) -> bool:
    """Whether the counted ones take at least k of the tricks left, once the next player has played the card `extra`."""
    table = (*words.table, extra) if extra else words.table
    if words.fast:
        h0, h1, h2, h3 = map(U, words.hands)
        leads, n, block = words.counted & 1, words.tricks, address(tables())
        return bool(makers_take(h0, h1, h2, h3, U(sum(table)), leads, n, k, U(words.trumps), block))
    return _reaches(words, k, table)


def _reaches(words: Words, k: int, table: tuple[int, ...], broken: int = 0) -> bool:
    players, hands = len(words.hands), np.array(words.hands, dtype=np.uint64)
    led = best = winner = 0
    for place, card in enumerate(table):
        hands[place] ^= U(card)
        led = led or int(lane_of(U(card)))
        if card & (led | words.trumps) and card > best:
            best, winner = card, place
    live, turn = int(np.bitwise_or.reduce(hands)), len(table) % players
    return bool(
        can_reach(hands, players, turn, players - len(table), U(live), U(led), U(best), winner, words.tricks, k,
                  words.counted, words.seekers, U(words.trumps), broken)
    )  # fmt: skip


def most(words: Words, extra: int = 0) -> int:
    """Tricks of the counted ones of those left, with best play of everybody."""
    least, limit = 0, words.tricks
    while least < limit:
        k = (least + limit + 1) >> 1
        if takes(words, k, extra):
            least = k
        else:
            limit = k - 1
    return least


def unbroken(words: Words, k: int, extra: int = 0) -> bool:
    """Whether the makers, without a trick yet, can take k tricks, all but two of a hand's, and one of the first two."""
    return _reaches(words, k, (*words.table, extra) if extra else words.table, k)
