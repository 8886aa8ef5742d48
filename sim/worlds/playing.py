"""Playing sampled worlds in the engine: how far each agrees with what was seen, and what each choice comes to in it."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import U, mix64, mul, sel
from sim.engine.asking import INTS, WORDS
from sim.engine.contract import settle
from sim.engine.farmers import is_farmer
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ALONE,
    BURIED,
    CHANCE,
    DEALER,
    DEALT_0,
    DEFENDER_KEPT,
    DUMMY,
    DUMMY_2,
    FARMER_REDEAL,
    FATE,
    GAME,
    HAND_NUMBER,
    ILLEGAL,
    JOKER_BLIND,
    KEPT,
    MAKER,
    NEXT_CARD,
    OWNERS,
    POINTS_0,
    R_DECLARE_LATER,
    R_DUMMY,
    R_FARMER,
    R_JOKER_UP,
    R_PEEK,
    R_PLAYERS,
    R_TEAMS,
    ROUND,
    SCORES,
    SCORES_2,
    SUITS,
    TRUMP_SUIT,
    UP_SUIT,
    UPCARD,
    B,
)
from sim.engine.play import play
from sim.engine.proposal import NO_SUIT
from sim.engine.record import CODES, MASKS
from sim.engine.score import score_hands
from sim.engine.turn_up import bid
from sim.views import FACE_UP, TURNED_DOWN
from sim.worlds.drawing import (
    LIMITS,
    NO_WORLD,
    W_BURIED,
    W_DUMMY,
    W_DUMMY_2,
    W_HOLD,
    W_HOLD_2,
    W_KEPT,
    W_KEPT_2,
    W_MEANT,
    W_SPARE,
    copy_world,
    draw_world,
    note_limits,
)
from sim.worlds.moment import (
    M_ALONE,
    M_CHANCE,
    M_DEALER,
    M_MAKER,
    M_NEXT,
    M_ROUND,
    M_SCORES,
    M_SCORES_2,
    M_SEAT,
    M_SUIT,
    M_UP_SUIT,
    M_UPCARD,
    NAMING,
    PLAYING,
)
from sim.worlds.record import (
    MOMENT_AT,
    X_BURY,
    X_CHOICE,
    X_HOLD,
    X_HOLD_2,
    X_KEEP,
    X_KEEP_2,
    X_MEANT,
    X_MISSED,
    X_SPARE,
)

_INT = types.int64
_STEPS = (INTS, types.float64[::1])
_STEP = U(0x9E3779B97F4A7C15)
FLOATS = types.float64[::1]
WHO, WHERE, NUMBER, CHOICE, PLACE = range(5)
"""Of a lane: its moment, its world, the world's number, the choice tried in it, and its place among the kept ones."""


@inlined
def _copy(batch: Any, row: Any, n: Any, values: Any, source: Any, places: Any) -> None:
    for i in range(n):
        batch[row * B + i] = values[source, places[i]]


@inlined
def _clear(batch: Any, row: Any, n: Any) -> None:
    for i in range(n):
        batch[row * B + i] = U(0)


@kernel(types.void(WORDS, WORDS, _INT, MASKS, MASKS, types.int64[:, ::1], types.boolean, INTS))
def set_table(batch: Any, second: Any, n: Any, moments: Any, worlds: Any, lanes: Any, replayed: Any,
              rules: Any) -> None:  # fmt: skip
    """Put worlds into the batch, just dealt and turned up. For each lane `lanes` names moment, world and its number."""
    # Row after row: the rows of one lane lie so far apart that they would push each other out of the cache.
    who, where, numbers = lanes[WHO], lanes[WHERE], lanes[NUMBER]
    for seat in range(rules[R_PLAYERS]):
        _copy(batch, DEALT_0 + seat, n, worlds, seat, where)
    _copy(batch, UPCARD, n, moments, M_UPCARD, who)
    _copy(batch, UP_SUIT, n, moments, M_UP_SUIT, who)
    _copy(batch, NEXT_CARD, n, moments, M_NEXT, who)
    _copy(batch, DEALER, n, moments, M_DEALER, who)
    _copy(batch, SCORES, n, moments, M_SCORES, who)
    _copy(batch, SCORES_2, n, moments, M_SCORES_2, who)
    for i in range(n):
        chance = moments[M_CHANCE, who[i]]
        # What a blind dealer named comes from the word of the deal; nobody else's word may be used again.
        blind = (rules[R_JOKER_UP] == JOKER_BLIND) & (batch[UP_SUIT * B + i] == U(NO_SUIT))
        batch[CHANCE * B + i] = sel(blind, chance, mix64(chance ^ mul(U(numbers[i] + 1), _STEP)))
        batch[OWNERS * B + i] = U(i) | (U(who[i]) << U(MOMENT_AT))
    for row in (GAME, HAND_NUMBER, ILLEGAL, X_MISSED):
        _clear(batch, row, n)
    _copy(batch, X_MEANT, n, worlds, W_MEANT, where)
    _clear(second, X_MISSED, n)
    _clear(second, X_MEANT, n)
    if replayed:
        _copy(batch, X_BURY, n, worlds, W_BURIED, where)
        _clear(batch, X_SPARE, n)
    else:
        _copy(batch, X_SPARE, n, worlds, W_SPARE, where)
        _clear(batch, X_BURY, n)
    for row in (DUMMY, DUMMY_2, X_KEEP, X_KEEP_2, X_HOLD, X_HOLD_2):
        _clear(batch, row, n)
    if rules[R_DUMMY] == 1:
        _copy(batch, DUMMY, n, worlds, W_DUMMY, where)
        _copy(batch, DUMMY_2, n, worlds, W_DUMMY_2, where)
        if replayed:
            _copy(batch, X_KEEP, n, worlds, W_KEPT, where)
            _copy(batch, X_KEEP_2, n, worlds, W_KEPT_2, where)
        else:
            _copy(batch, X_HOLD, n, worlds, W_HOLD, where)
            _copy(batch, X_HOLD_2, n, worlds, W_HOLD_2, where)


@kernel(types.void(WORDS, _INT, MASKS, INTS, INTS))
def set_contract(batch: Any, n: Any, moments: Any, who: Any, rules: Any) -> None:
    """Leave the batch as the bidding does in worlds that agree with it."""
    later = rules[R_DECLARE_LATER] == 1 or rules[R_PEEK] == 1
    _copy(batch, ROUND, n, moments, M_ROUND, who)
    _copy(batch, MAKER, n, moments, M_MAKER, who)
    _copy(batch, TRUMP_SUIT, n, moments, M_SUIT, who)
    _clear(batch, SUITS, n)
    for i in range(n):
        batch[ALONE * B + i] = U(0) if later else moments[M_ALONE, who[i]] & U(1)
        batch[FATE * B + i] = sel(batch[ROUND * B + i] == U(1), U(FACE_UP), U(TURNED_DOWN))


@inlined
def _is_dealt_again(batch: Any, i: Any, rules: Any) -> Any:
    """Whether the rules would have had this deal dealt again."""
    again = False
    if rules[R_FARMER] == FARMER_REDEAL:
        for seat in range(rules[R_PLAYERS]):
            if is_farmer(batch[(DEALT_0 + seat) * B + i], batch[UP_SUIT * B + i], rules[R_FARMER]):
                again = True
    return again


@inlined
def _left_after_bids(batch: Any, second: Any, n: Any, moments: Any, columns: Any, first: Any, most: Any, stage: Any,
                     rules: Any, worlds: Any, numbers: Any, missed: Any, weights: Any, ways: Any) -> Any:  # fmt: skip
    """Move the worlds in the batch that agree well enough with the bids to the front; return how many there are."""
    left = first
    for i in range(n):
        w = first + i
        k = columns[w]
        misses = np.int64(batch[X_MISSED * B + i] + second[X_MISSED * B + i])
        good = weights[w] != NO_WORLD and misses <= most[k] and not _is_dealt_again(batch, i, rules)
        if stage > NAMING:
            good = good and batch[ROUND * B + i] == moments[M_ROUND, k] and batch[MAKER * B + i] == moments[M_MAKER, k]
        if good:
            copy_world(worlds, w, worlds, left, rules)
            worlds[W_MEANT, left] = batch[X_MEANT * B + i] + second[X_MEANT * B + i]
            columns[left], numbers[left], missed[left] = k, numbers[w], misses
            weights[left], ways[left] = weights[w], ways[w]
            left += 1
    return left


@kernel(_INT(WORDS, WORDS, WORDS, INTS, MASKS, INTS, INTS, _INT, INTS, _INT, INTS, *_STEPS, MASKS, INTS, INTS, INTS,
             FLOATS, FLOATS))  # fmt: skip
def draw_worlds(batch: Any, second: Any, actions: Any, places: Any, moments: Any, chosen: Any, drawn: Any, more: Any,
                most: Any, stage: Any, rules: Any, steps: Any, params: Any, worlds: Any, columns: Any, numbers: Any,
                missed: Any, weights: Any, ways: Any) -> Any:  # fmt: skip
    """Draw `more` worlds for each moment chosen and keep those that miss at most so many bids; return their number."""
    limits = np.zeros(LIMITS, dtype=np.uint64)
    lanes = np.zeros((5, B), dtype=np.int64)
    first, n = 0, 0
    for d in range(len(chosen)):
        k = chosen[d]
        note_limits(moments, k, stage, rules, limits)
        for j in range(more):
            w = first + n
            columns[w], numbers[w], missed[w] = k, drawn[k] + j, 0
            weights[w], ways[w] = draw_world(moments, k, limits, stage, rules, numbers[w], worlds, w)
            lanes[WHO, n], lanes[WHERE, n], lanes[NUMBER, n] = k, w, numbers[w]
            n += 1
            if n == B or (d == len(chosen) - 1 and j == more - 1):
                set_table(batch, second, n, moments, worlds, lanes, False, rules)
                bid(batch, second, actions, places, n, rules, steps, params, 1)
                first = _left_after_bids(batch, second, n, moments, columns, first, most, stage, rules, worlds,
                                         numbers, missed, weights, ways)  # fmt: skip
                n = 0
        drawn[k] += more
    return first


@kernel(types.void(WORDS, WORDS, WORDS, INTS, MASKS, _INT, INTS, INTS, _INT, INTS, INTS, *_STEPS, MASKS, INTS,
                   CODES))  # fmt: skip
def replay(batch: Any, second: Any, actions: Any, places: Any, moments: Any, total: Any, columns: Any, numbers: Any,
           stage: Any, rules: Any, short: Any, steps: Any, params: Any, worlds: Any, missed: Any,
           tricks: Any) -> None:  # fmt: skip
    """Play worlds up to their moment; add how many answers after the bids differ, and write what was put away.

    `short` are rules under which a hand ends with the trick after the moment's.
    """
    lanes = np.zeros((5, B), dtype=np.int64)
    for start in range(0, total, B):
        n = min(B, total - start)
        for i in range(n):
            w = start + i
            lanes[WHO, i], lanes[WHERE, i], lanes[NUMBER, i] = columns[w], w, numbers[w]
        set_table(batch, second, n, moments, worlds, lanes, False, rules)
        set_contract(batch, n, moments, lanes[WHO], rules)
        settle(batch, second, actions, places, n, rules, steps, params, 1)
        if stage >= PLAYING:
            play(batch, actions, n, short, steps, params, 1, tricks, 0)
        for i in range(n):
            w = start + i
            missed[w] += np.int64(batch[X_MISSED * B + i])
            worlds[W_BURIED, w] = batch[BURIED * B + i]
            if rules[R_DUMMY] == 1:
                worlds[W_KEPT, w] = batch[KEPT * B + i]
                worlds[W_KEPT_2, w] = batch[DEFENDER_KEPT * B + i]


@inlined
def _points(batch: Any, i: Any, moments: Any, k: Any, rules: Any) -> Any:
    """Points of the side in turn, times the number of other sides, less the sum of the others'."""
    players, teams = rules[R_PLAYERS], rules[R_TEAMS]
    chair = np.int64(moments[M_DEALER, k] + moments[M_SEAT, k]) + 1
    chair = chair - players if chair >= players else chair
    own = chair & 1 if teams < players else chair
    lead = np.int64(0)
    for team in range(teams):
        points = np.int64(batch[(POINTS_0 + team) * B + i])
        lead += points * (teams - 1) if team == own else -points
    return lead


@kernel(types.void(WORDS, WORDS, WORDS, INTS, MASKS, MASKS, INTS, INTS, INTS, MASKS, types.boolean[:, ::1],
                   INTS, _INT, _INT, INTS, *_STEPS, types.int64[:, :, ::1], CODES))  # fmt: skip
def try_choices(batch: Any, second: Any, actions: Any, places: Any, moments: Any, worlds: Any, numbers: Any,
                chosen: Any, counts: Any, choices: Any, alive: Any, played: Any, last: Any, stage: Any,
                rules: Any, steps: Any, params: Any, values: Any, tricks: Any) -> None:  # fmt: skip
    """Play each choice that is alive on worlds number `played` to `last - 1` of those kept; write what it came to.

    `chosen` names the moments looked at; each has room for `values.shape[2]` worlds, of which `counts` are used.
    """
    room = values.shape[2]
    lanes = np.zeros((5, B), dtype=np.int64)
    n = 0
    for d in range(len(chosen)):
        k = chosen[d]
        for c in range(choices.shape[1]):
            if not alive[k, c]:
                continue
            for j in range(played[k], min(last, counts[k])):
                w = k * room + j
                lanes[WHO, n], lanes[WHERE, n], lanes[NUMBER, n] = k, w, numbers[w]
                lanes[CHOICE, n], lanes[PLACE, n] = c, j
                batch[X_CHOICE * B + n], second[X_CHOICE * B + n] = choices[k, c], choices[k, c]
                n += 1
                if n == B:
                    _finish(batch, second, actions, places, n, moments, worlds, stage, rules, steps, params, lanes,
                            values, tricks)  # fmt: skip
                    n = 0
    if n > 0:
        _finish(batch, second, actions, places, n, moments, worlds, stage, rules, steps, params, lanes, values, tricks)


@kernel(types.void(WORDS, WORDS, WORDS, INTS, _INT, MASKS, MASKS, _INT, INTS, *_STEPS, types.int64[:, ::1],
                   types.int64[:, :, ::1], CODES))  # fmt: skip
def _finish(batch: Any, second: Any, actions: Any, places: Any, n: Any, moments: Any, worlds: Any, stage: Any,
            rules: Any, steps: Any, params: Any, lanes: Any, values: Any, tricks: Any) -> None:  # fmt: skip
    """Set the table and play the hands in the batch to their end."""
    set_table(batch, second, n, moments, worlds, lanes, True, rules)
    if stage > NAMING:
        set_contract(batch, n, moments, lanes[WHO], rules)
    else:
        bid(batch, second, actions, places, n, rules, steps, params, 1)
    settle(batch, second, actions, places, n, rules, steps, params, 1)
    play(batch, actions, n, rules, steps, params, 1, tricks, 0)
    score_hands(batch, n, rules)
    for i in range(n):
        k = lanes[WHO, i]
        values[k, lanes[CHOICE, i], lanes[PLACE, i]] = _points(batch, i, moments, k, rules)
