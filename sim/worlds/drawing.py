"""Drawing the hidden hands: every deal that agrees with the cards and voids seen, with its weight.

Seat after seat draws its unseen cards from those that it may still hold, the most bound seat first. The weight of a
deal is one over the chance of drawing it, so that weighted deals are as if all that are possible were equally likely.
Who puts cards away unseen (the dealer, whoever joins a dummy) draws those too; since the believed player decides anew
which ones, `ways` tells in how many ways the same cards could have been drawn.
"""

import math
from typing import Any, Final

import numpy as np

from sim.bits import U, low, mix64, mul, mulhi, nth_bit, popcount
from sim.engine.jit import inlined
from sim.engine.layout import R_BURY_UPCARD, R_CARDS, R_DECK, R_DUMMY, R_OWN_DUMMIES, R_PLAYERS
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

# Rows of a world: the hands as dealt by seat, what is buried or kept where the believed player's own choice is
# impossible, what they did bury and keep, and whether the maker would have called alone; and the dummies.
W_SPARE, W_BURIED, W_MEANT, W_DUMMY, W_DUMMY_2, W_HOLD, W_HOLD_2, W_KEPT, W_KEPT_2 = range(SEATS, SEATS + 9)
WORLD: Final = SEATS + 9
"""Rows of the array of worlds (uint64), a column each."""
NO_WORLD: Final = 0.0
"""Weight of a draw that came to nothing."""
_STEP: Final = U(0x9E3779B97F4A7C15)


_WAYS: Final = np.array([[math.comb(n, k) for k in range(17)] for n in range(65)], dtype=np.float64)


@inlined
def comb(n: Any, k: Any) -> Any:
    """Number of ways to choose k of n, as a float; 0 where that is impossible."""
    return _WAYS[n, k] if k >= 0 else 0.0


@inlined
def _some(cards: Any, count: Any, word: Any) -> Any:
    """So many cards of a mask, each set of them equally likely (but for less than 2**-30)."""
    chosen, left = U(0), U(popcount(cards))
    for _ in range(count):
        card = nth_bit(cards, np.int64(mulhi(word, left)))
        word = mul(word, left)
        left -= U(1)
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
def copy_world(source: Any, of: Any, target: Any, to: Any, rules: Any) -> None:
    """Copy a world to another column: those of its rows that the rules give something to hold."""
    for row in range(rules[R_PLAYERS]):
        target[row, to] = source[row, of]
    for row in range(W_SPARE, WORLD if rules[R_DUMMY] == 1 else W_DUMMY):
        target[row, to] = source[row, of]


@inlined
def _joins(moments: Any, k: Any, seat: Any, stage: Any, rules: Any) -> Any:
    """Whether a seat has joined a dummy to its hand by now."""
    if rules[R_DUMMY] != 1 or stage <= KEEPING or moments[M_ROUND, k] == U(0):
        return False
    makes = moments[M_MAKER, k] == U(seat)
    return (makes and moments[M_ALONE, k] & U(1) == U(0)) or (not makes and rules[R_OWN_DUMMIES] == 1)


LIMITS: Final = 4 * SEATS + 2
"""Words that say what the hidden hands of a moment may be (see `note_limits`)."""
_ALLOWED, _PLAYED, _ORDER, _AWAY, _UNSEEN, _TOOK = 0, SEATS, 2 * SEATS, 3 * SEATS, 4 * SEATS, 4 * SEATS + 1


@inlined
def note_limits(moments: Any, k: Any, stage: Any, rules: Any, limits: Any) -> None:
    """What each hidden seat may hold and has played, in the cards' own suits; who puts cards away; who draws when."""
    players, size, suit, deck = rules[R_PLAYERS], dummy_size(rules), moments[M_SUIT, k], U(rules[R_DECK])
    took = stage >= BURYING and moments[M_FATE, k] == U(TAKEN)
    known = moments[M_OWN, k] | moments[M_UPCARD, k] | moments[M_NEXT, k] | moments[M_DUMMY, k] | moments[M_DUMMY_2, k]
    for seat in range(players):
        limits[_PLAYED + seat] = plain(moments[M_PLAYED + seat, k], suit) if stage > NAMING else U(0)
        known |= limits[_PLAYED + seat]
    unseen = deck & ~known
    for seat in range(players):
        void = plain(normalised(deck, suit) & moments[M_VOID + seat, k], suit) if stage > NAMING else U(0)
        limits[_ALLOWED + seat] = ~void
        away = 1 if took and stage > BURYING and seat == players - 1 else 0
        away += size if _joins(moments, k, seat, stage, rules) else 0
        limits[_AWAY + seat] = U(away)
        choice, place = popcount(unseen & ~void), seat
        while place > 0 and popcount(limits[_ALLOWED + np.int64(limits[_ORDER + place - 1])] & unseen) > choice:
            limits[_ORDER + place] = limits[_ORDER + place - 1]
            place -= 1
        limits[_ORDER + place] = U(seat)
    limits[_UNSEEN], limits[_TOOK] = unseen, U(1) if took else U(0)


@inlined
def draw_world(moments: Any, k: Any, limits: Any, stage: Any, rules: Any, number: Any, worlds: Any, w: Any) -> Any:
    """Draw deal number so and so of a moment into column w; its weight (0: it came to nothing) and its ways."""
    players, cards, size = rules[R_PLAYERS], rules[R_CARDS], dummy_size(rules)
    me, suit, took = np.int64(moments[M_SEAT, k]), moments[M_SUIT, k], limits[_TOOK] != U(0)
    word = mix64(moments[M_CHANCE, k] ^ mul(U(stage + 1), _STEP) ^ mix64(U(number)))
    for row in range(W_SPARE, WORLD if size > 0 else W_DUMMY):
        worlds[row, w] = U(0)
    rest, weight, many = limits[_UNSEEN], 1.0, 1.0
    worlds[me, w] = moments[M_OWN, k]
    if size > 0:
        worlds[W_DUMMY, w], worlds[W_DUMMY_2, w] = moments[M_DUMMY, k], moments[M_DUMMY_2, k]
    for place in range(players):
        seat = np.int64(limits[_ORDER + place])
        if seat == me or weight == NO_WORLD:
            continue
        word = mix64(word)
        shown, may, away = limits[_PLAYED + seat], limits[_ALLOWED + seat], np.int64(limits[_AWAY + seat])
        joins = away > 1
        up = moments[M_UPCARD, k] if took and seat == players - 1 else U(0)
        extra = up & ~shown
        need, left, kept = cards - popcount(shown), away, U(0)
        if extra != U(0) and not joins and (rules[R_BURY_UPCARD] == 0 or left == 0):
            kept, need = extra, need - 1
        from_ = (rest | extra) & may & ~kept
        weight *= comb(popcount(from_), need)
        if weight == NO_WORLD:
            continue
        kept |= _some(from_, need, word)
        rest &= ~kept
        dealt = (shown | kept) & ~up
        if away > 0:
            put = extra & ~kept
            left -= popcount(put)
            weight *= comb(popcount(rest), left)
            if weight == NO_WORLD:
                continue
            word = mix64(word)
            put |= _some(rest, left, word)
            rest &= ~put
            free = kept | put
            bound = popcount(free & ~may)
            many *= comb(popcount(free) - bound, away - bound)
            dealt |= put & ~up
            if joins:
                word = mix64(word)
                dummy = _some(dealt, size, word)
                worlds[W_DUMMY_2 if rules[R_OWN_DUMMIES] == 1 and seat == 1 else W_DUMMY, w] = dummy
                dealt ^= dummy
                worlds[W_HOLD if moments[M_MAKER, k] == U(seat) else W_HOLD_2, w] = normalised(shown | kept, suit)
            if up != U(0):
                spare = (dealt | (up if rules[R_BURY_UPCARD] == 1 else U(0))) & ~(shown | kept)
                worlds[W_SPARE, w] = normalised(low(spare), suit)
                weight = NO_WORLD if spare == U(0) else weight
        worlds[seat, w] = dealt
    if weight > NO_WORLD and size > 0:
        if worlds[W_DUMMY, w] == U(0):
            word = mix64(word)
            worlds[W_DUMMY, w] = _some(rest, size, word)
            rest ^= worlds[W_DUMMY, w]
        if rules[R_OWN_DUMMIES] == 1 and worlds[W_DUMMY_2, w] == U(0):
            word = mix64(word)
            worlds[W_DUMMY_2, w] = _some(rest, size, word)
    return weight, many
