"""Playing sampled worlds in the engine: how far each agrees with what was seen, and what each choice comes to in it."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import U, mix64, mul
from sim.engine.asking import INTS, WORDS
from sim.engine.contract import settle
from sim.engine.farmers import is_farmer
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    BURIED,
    CHANCE,
    DEALER,
    DEALT_0,
    DEFENDER_KEPT,
    DUMMY,
    DUMMY_2,
    FARMER_REDEAL,
    GAME,
    HAND_NUMBER,
    ILLEGAL,
    JOKER_BLIND,
    KEPT,
    MAKER,
    NEXT_CARD,
    OWNERS,
    POINTS_0,
    R_DUMMY,
    R_FARMER,
    R_JOKER_UP,
    R_PLAYERS,
    R_TEAMS,
    ROUND,
    SCORES,
    SCORES_2,
    UP_SUIT,
    UPCARD,
    B,
)
from sim.engine.play import play
from sim.engine.proposal import NO_SUIT
from sim.engine.record import CODES, MASKS
from sim.engine.score import score_hands
from sim.engine.turn_up import bid
from sim.worlds.drawing import (
    FLOATS,
    NO_WORLD,
    W_BURIED,
    W_DUMMY,
    W_DUMMY_2,
    W_HOLD,
    W_HOLD_2,
    W_KEPT,
    W_KEPT_2,
    W_SPARE,
)
from sim.worlds.moment import (
    M_CHANCE,
    M_DEALER,
    M_MAKER,
    M_NEXT,
    M_ROUND,
    M_SCORES,
    M_SCORES_2,
    M_SEAT,
    M_UP_SUIT,
    M_UPCARD,
    NAMING,
    PLAYING,
)
from sim.worlds.record import (
    X_BURY,
    X_CHOICE,
    X_HOLD,
    X_HOLD_2,
    X_KEEP,
    X_KEEP_2,
    X_MISSED,
    X_SPARE,
)

_INT = types.int64
_STEPS = (INTS, types.float64[::1])
_STEP = U(0x9E3779B97F4A7C15)
MISSED = types.int64[::1]
IMPOSSIBLE = 1 << 20
"""Answers missed by a world that did not come to the moment at all."""


@inlined
def _set_lane(batch: Any, second: Any, i: Any, moments: Any, k: Any, worlds: Any, w: Any, number: Any, rules: Any,
              replayed: Any) -> None:  # fmt: skip
    """Put a world into a lane of the batch, just dealt and turned up."""
    for seat in range(rules[R_PLAYERS]):
        batch[(DEALT_0 + seat) * B + i] = worlds[seat, w]
    batch[DUMMY * B + i], batch[DUMMY_2 * B + i] = worlds[W_DUMMY, w], worlds[W_DUMMY_2, w]
    batch[UPCARD * B + i], batch[UP_SUIT * B + i] = moments[M_UPCARD, k], moments[M_UP_SUIT, k]
    batch[NEXT_CARD * B + i], batch[DEALER * B + i] = moments[M_NEXT, k], moments[M_DEALER, k]
    batch[SCORES * B + i], batch[SCORES_2 * B + i] = moments[M_SCORES, k], moments[M_SCORES_2, k]
    chance = mix64(moments[M_CHANCE, k] ^ mul(U(number + 1), _STEP))
    # What a blind dealer named comes from the word of the deal; nobody else's word may be used again.
    blind = rules[R_JOKER_UP] == JOKER_BLIND and moments[M_UP_SUIT, k] == U(NO_SUIT)
    batch[CHANCE * B + i] = moments[M_CHANCE, k] if blind else chance
    batch[GAME * B + i], batch[HAND_NUMBER * B + i], batch[ILLEGAL * B + i] = U(0), U(0), U(0)
    batch[OWNERS * B + i] = U(i) | (U(k) << U(16))
    batch[X_MISSED * B + i], second[X_MISSED * B + i] = U(0), U(0)
    batch[X_BURY * B + i] = worlds[W_BURIED, w] if replayed else U(0)
    batch[X_KEEP * B + i] = worlds[W_KEPT, w] if replayed else U(0)
    batch[X_KEEP_2 * B + i] = worlds[W_KEPT_2, w] if replayed else U(0)
    batch[X_SPARE * B + i] = U(0) if replayed else worlds[W_SPARE, w]
    batch[X_HOLD * B + i] = U(0) if replayed else worlds[W_HOLD, w]
    batch[X_HOLD_2 * B + i] = U(0) if replayed else worlds[W_HOLD_2, w]


@inlined
def _is_dealt_again(batch: Any, i: Any, rules: Any) -> Any:
    """Whether the rules would have had this deal dealt again."""
    again = False
    if rules[R_FARMER] == FARMER_REDEAL:
        for seat in range(rules[R_PLAYERS]):
            if is_farmer(batch[(DEALT_0 + seat) * B + i], batch[UP_SUIT * B + i], rules[R_FARMER]):
                again = True
    return again


@kernel(types.void(WORDS, WORDS, WORDS, INTS, MASKS, INTS, INTS, _INT, INTS, *_STEPS, MASKS, FLOATS, MISSED,
                   CODES))  # fmt: skip
def replay(batch: Any, second: Any, actions: Any, places: Any, moments: Any, columns: Any, numbers: Any, stage: Any,
           rules: Any, steps: Any, params: Any, worlds: Any, weights: Any, missed: Any, tricks: Any) -> None:  # fmt: skip
    """Play worlds up to their moment; write how many answers differ from what was seen, and what was put away."""
    total = worlds.shape[1]
    for start in range(0, total, B):
        n = min(B, total - start)
        for i in range(n):
            w = start + i
            _set_lane(batch, second, i, moments, columns[w], worlds, w, numbers[w], rules, False)
        bid(batch, second, actions, places, n, rules, steps, params, 1)
        if stage > NAMING:
            for i in range(n):
                k = columns[start + i]
                if batch[ROUND * B + i] != moments[M_ROUND, k] or batch[MAKER * B + i] != moments[M_MAKER, k]:
                    weights[start + i] = NO_WORLD
            settle(batch, second, actions, places, n, rules, steps, params, 1)
        if stage >= PLAYING:
            play(batch, actions, n, rules, steps, params, 1, tricks, 0)
        for i in range(n):
            w = start + i
            missed[w] = np.int64(batch[X_MISSED * B + i] + second[X_MISSED * B + i])
            if _is_dealt_again(batch, i, rules):
                weights[w] = NO_WORLD
            if stage > NAMING:
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


@kernel(types.void(WORDS, WORDS, WORDS, INTS, MASKS, MASKS, INTS, INTS, INTS, MASKS, types.boolean[:, ::1], INTS,
                   _INT, _INT, INTS, *_STEPS, types.int64[:, :, ::1], CODES))  # fmt: skip
def try_choices(batch: Any, second: Any, actions: Any, places: Any, moments: Any, worlds: Any, numbers: Any,
                chosen: Any, counts: Any, choices: Any, alive: Any, kept: Any, first: Any, last: Any,
                rules: Any, steps: Any, params: Any, values: Any, tricks: Any) -> None:  # fmt: skip
    """Play each choice that is alive on worlds number `first` to `last - 1` of those kept; write what it came to.

    `chosen` names the moments looked at; `kept` has room for `values.shape[2]` worlds each, of which `counts` are used.
    """
    room = values.shape[2]
    lanes = np.zeros((3, B), dtype=np.int64)
    n = 0
    for d in range(len(chosen)):
        k = chosen[d]
        for c in range(choices.shape[1]):
            if not alive[k, c]:
                continue
            for j in range(first, min(last, counts[k])):
                w = kept[k * room + j]
                _set_lane(batch, second, n, moments, k, worlds, w, numbers[w], rules, True)
                batch[X_CHOICE * B + n], second[X_CHOICE * B + n] = choices[k, c], choices[k, c]
                lanes[0, n], lanes[1, n], lanes[2, n] = k, c, j
                n += 1
                if n == B:
                    _finish(batch, second, actions, places, n, moments, rules, steps, params, lanes, values, tricks)
                    n = 0
    if n > 0:
        _finish(batch, second, actions, places, n, moments, rules, steps, params, lanes, values, tricks)


@kernel(types.void(WORDS, WORDS, WORDS, INTS, _INT, MASKS, INTS, *_STEPS, types.int64[:, ::1], types.int64[:, :, ::1],
                   CODES))  # fmt: skip
def _finish(batch: Any, second: Any, actions: Any, places: Any, n: Any, moments: Any, rules: Any, steps: Any,
            params: Any, lanes: Any, values: Any, tricks: Any) -> None:  # fmt: skip
    """Play the hands in the batch to their end."""
    bid(batch, second, actions, places, n, rules, steps, params, 1)
    settle(batch, second, actions, places, n, rules, steps, params, 1)
    play(batch, actions, n, rules, steps, params, 1, tricks, 0)
    score_hands(batch, n, rules)
    for i in range(n):
        values[lanes[0, i], lanes[1, i], lanes[2, i]] = _points(batch, i, moments, lanes[0, i], rules)
