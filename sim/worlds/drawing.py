"""Drawing the hidden hands: every deal that agrees with the cards and voids seen, with its weight.

Seat after seat draws its unseen cards from those that it may still hold, the most bound seat first. The weight of a
deal is one over the chance of drawing it, so that weighted deals are as if all that are possible were equally likely.
Who puts cards away unseen (the dealer, whoever joins a dummy) draws those too; since the believed player decides anew
which ones, `ways` tells in how many ways the same cards could have been drawn.
"""

from typing import Any, Final

import numpy as np
from numba.core import types

from sim.bits import U, low, mix64, mul, mulhi, nth_bit, popcount
from sim.engine.asking import INTS, WORDS
from sim.engine.jit import inlined, kernel
from sim.engine.layout import R_BURY_UPCARD, R_CARDS, R_DECK, R_DUMMY, R_OWN_DUMMIES, R_PLAYERS
from sim.engine.record import MASKS
from sim.engine.suits import normalised, plain
from sim.views import TAKEN
from sim.worlds.moment import (
    BURYING,
    KEEPING,
    M_ALONE,
    M_CHANCE,
    M_DUMMY,
    M_DUMMY_2,
    M_FATE,
    M_MAKER,
    M_NEXT,
    M_OWN,
    M_PLAYED,
    M_ROUND,
    M_SEAT,
    M_SUIT,
    M_UPCARD,
    M_VOID,
    NAMING,
    SEATS,
)

# Rows of a world: the hands as dealt by seat, the dummies, what is buried or kept where the believed player's own
# choice is impossible, and what they did bury and keep.
W_DUMMY, W_DUMMY_2, W_SPARE, W_HOLD, W_HOLD_2, W_BURIED, W_KEPT, W_KEPT_2 = range(SEATS, SEATS + 8)
WORLD: Final = SEATS + 8
"""Rows of the array of worlds (uint64), a column each."""
NO_WORLD: Final = 0.0
"""Weight of a draw that came to nothing."""
_STEP: Final = U(0x9E3779B97F4A7C15)
_INT, FLOATS = types.int64, types.float64[::1]


@inlined
def comb(n: Any, k: Any) -> Any:
    """Number of ways to choose k of n, as a float; 0 where that is impossible."""
    ways = 1.0
    for j in range(k):
        ways = ways * (n - j) / (j + 1.0)
    return ways if k >= 0 and n >= k else 0.0


@inlined
def _some(cards: Any, count: Any, word: Any) -> Any:
    """So many cards of a mask, each set of them equally likely."""
    chosen = U(0)
    for _ in range(count):
        word = mix64(word)
        card = nth_bit(cards, np.int64(mulhi(word, U(popcount(cards)))))
        chosen |= card
        cards ^= card
    return chosen


@inlined
def dummy_size(rules: Any) -> Any:
    """Cards of each dummy hand."""
    size = 3 if rules[R_OWN_DUMMIES] == 1 else 2
    size = rules[R_CARDS] if rules[R_PLAYERS] == 3 else size
    return size if rules[R_DUMMY] == 1 else 0


@inlined
def _joins(moments: Any, k: Any, seat: Any, stage: Any, rules: Any) -> Any:
    """Whether a seat has joined a dummy to its hand by now."""
    if rules[R_DUMMY] != 1 or stage <= KEEPING or moments[M_ROUND, k] == U(0):
        return False
    makes = moments[M_MAKER, k] == U(seat)
    return (makes and moments[M_ALONE, k] & U(1) == U(0)) or (not makes and rules[R_OWN_DUMMIES] == 1)


@kernel(types.void(MASKS, INTS, INTS, _INT, INTS, MASKS, FLOATS, FLOATS))
def draw_worlds(moments: Any, columns: Any, numbers: Any, stage: Any, rules: Any, worlds: Any, weights: Any,
                ways: Any) -> None:  # fmt: skip
    """Draw for each column of `worlds` the deal of such a number at the moment `columns` names."""
    players, cards, size = rules[R_PLAYERS], rules[R_CARDS], dummy_size(rules)
    deck = U(rules[R_DECK])
    allowed, played = np.zeros(SEATS, dtype=np.uint64), np.zeros(SEATS, dtype=np.uint64)
    order, away = np.zeros(SEATS, dtype=np.int64), np.zeros(SEATS, dtype=np.int64)
    last, unseen, took, suit, me = -1, U(0), False, U(0), 0
    for w in range(worlds.shape[1]):
        k = columns[w]
        if k != last:
            last, me, suit = k, np.int64(moments[M_SEAT, k]), moments[M_SUIT, k]
            took = stage >= BURYING and moments[M_FATE, k] == U(TAKEN)
            known = moments[M_OWN, k] | moments[M_UPCARD, k] | moments[M_NEXT, k]
            known |= moments[M_DUMMY, k] | moments[M_DUMMY_2, k]
            for seat in range(players):
                played[seat] = plain(moments[M_PLAYED + seat, k], suit) if stage > NAMING else U(0)
                known |= played[seat]
            unseen = deck & ~known
            for seat in range(players):
                void = plain(normalised(deck, suit) & moments[M_VOID + seat, k], suit) if stage > NAMING else U(0)
                allowed[seat] = ~void
                away[seat] = 1 if took and stage > BURYING and seat == players - 1 else 0
                away[seat] += size if _joins(moments, k, seat, stage, rules) else 0
                place = seat
                while place > 0 and popcount(allowed[order[place - 1]] & unseen) > popcount(allowed[seat] & unseen):
                    order[place] = order[place - 1]
                    place -= 1
                order[place] = seat
        word = mix64(moments[M_CHANCE, k] ^ mul(U(stage + 1), _STEP) ^ mix64(U(numbers[w])))
        for row in range(WORLD):
            worlds[row, w] = U(0)
        rest, weight, many = unseen, 1.0, 1.0
        worlds[me, w] = moments[M_OWN, k]
        worlds[W_DUMMY, w], worlds[W_DUMMY_2, w] = moments[M_DUMMY, k], moments[M_DUMMY_2, k]
        for place in range(players):
            seat = order[place]
            if seat == me:
                continue
            word = mix64(word)
            shown = played[seat]
            joins = _joins(moments, k, seat, stage, rules)
            up = moments[M_UPCARD, k] if took and seat == players - 1 else U(0)
            need, left = cards - popcount(shown), away[seat]
            extra = up & ~shown
            kept = U(0)
            if extra != U(0) and not joins and (rules[R_BURY_UPCARD] == 0 or left == 0):
                kept, need = extra, need - 1
            from_ = (rest | extra) & allowed[seat] & ~kept
            weight *= comb(popcount(from_), need)
            if weight == NO_WORLD:
                break
            kept |= _some(from_, need, word)
            rest &= ~kept
            word = mix64(word)
            put = extra & ~kept
            left -= popcount(put)
            weight *= comb(popcount(rest), left)
            if weight == NO_WORLD:
                break
            put |= _some(rest, left, word)
            rest &= ~put
            pool = shown | kept | put
            if away[seat] > 0:
                free = pool & ~shown
                bound = popcount(free & ~allowed[seat])
                many *= comb(popcount(free) - bound, away[seat] - bound)
            dealt = pool & ~up
            if joins:
                word = mix64(word)
                own2 = rules[R_OWN_DUMMIES] == 1 and seat == 1
                dummy = _some(dealt, size, word)
                worlds[W_DUMMY_2 if own2 else W_DUMMY, w] = dummy
                dealt ^= dummy
                hold = W_HOLD if moments[M_MAKER, k] == U(seat) else W_HOLD_2
                worlds[hold, w] = normalised(shown | kept, suit)
            if up != U(0) and stage > BURYING:
                may = (dealt | up) & ~(shown | kept)
                if rules[R_BURY_UPCARD] == 0:
                    may &= ~up
                if may == U(0):
                    weight = NO_WORLD
                    break
                worlds[W_SPARE, w] = normalised(low(may), suit)
            worlds[seat, w] = dealt
        if weight > NO_WORLD and size > 0:
            if worlds[W_DUMMY, w] == U(0):
                word = mix64(word)
                worlds[W_DUMMY, w] = _some(rest, size, word)
                rest ^= worlds[W_DUMMY, w]
            if rules[R_OWN_DUMMIES] == 1 and worlds[W_DUMMY_2, w] == U(0):
                word = mix64(word)
                worlds[W_DUMMY_2, w] = _some(rest, size, word)
        weights[w], ways[w] = weight, many
