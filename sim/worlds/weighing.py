"""From worlds to a decision: which worlds are kept and with what weight, and which choice is better by how much."""

from typing import Any

import numpy as np
from numba.core import types

from sim.engine.asking import INTS
from sim.engine.jit import kernel
from sim.worlds.choices import ALIVE
from sim.worlds.drawing import FLOATS, NO_WORLD
from sim.worlds.playing import MISSED
from sim.worlds.record import FORCED

_INT = types.int64
_KINDS = 24
"""Numbers of missed answers that are told apart; more are as unlikely as that."""
TABLE = types.float64[:, ::1]
VALUES = types.int64[:, :, ::1]


@kernel(types.void(INTS, MISSED, FLOATS, types.int64[:, ::1]))
def count_missed(columns: Any, missed: Any, weights: Any, found: Any) -> None:
    """Add to `found` [moments, kinds] how many worlds of each moment missed how many answers."""
    for w in range(len(columns)):
        if weights[w] != NO_WORLD:
            found[columns[w], min(missed[w] & (FORCED - 1), _KINDS - 1)] += 1


@kernel(types.void(INTS, MISSED, FLOATS, FLOATS, types.int64[:, ::1], types.float64, INTS, INTS, FLOATS))
def keep_likeliest(columns: Any, missed: Any, weights: Any, ways: Any, found: Any, doubt: Any, kept: Any,
                   counts: Any, shares: Any) -> None:  # fmt: skip
    """Keep for each moment as many worlds as there is room for, those that missed least first, in the order drawn.

    A world's weight falls by `doubt` with each answer missed beyond the fewest.
    """
    moments = found.shape[0]
    room = len(kept) // moments
    fewest, most = np.zeros(moments, dtype=np.int64), np.zeros(moments, dtype=np.int64)
    left = np.zeros(moments, dtype=np.int64)
    for k in range(moments):
        counts[k] = 0
        total, first = 0, -1
        for kind in range(_KINDS):
            if found[k, kind] > 0 and first < 0:
                first = kind
            if total < room:
                most[k], left[k] = kind, room - total
            total += found[k, kind]
        fewest[k] = first
    for w in range(len(columns)):
        k = columns[w]
        if weights[w] == NO_WORLD:
            continue
        kind = min(missed[w] & (FORCED - 1), _KINDS - 1)
        if kind > most[k]:
            continue
        if kind == most[k]:
            if left[k] == 0:
                continue
            left[k] -= 1
        share = weights[w] if missed[w] >= FORCED else weights[w] / ways[w]
        for _ in range(fewest[k], kind):
            share *= doubt
        kept[k * room + counts[k]], shares[k * room + counts[k]] = w, share
        counts[k] += 1


@kernel(types.void(INTS, ALIVE, INTS, _INT, FLOATS, VALUES, TABLE, TABLE))
def compare_choices(chosen: Any, alive: Any, counts: Any, last: Any, shares: Any, values: Any, means: Any,
                    errors: Any) -> None:  # fmt: skip
    """By how much each choice is better than the first on the worlds played, and the standard error of that."""
    room = values.shape[2]
    for d in range(len(chosen)):
        k = chosen[d]
        n = min(last, counts[k])
        for c in range(1, alive.shape[1]):
            if not alive[k, c]:
                continue
            total, gain = 0.0, 0.0
            for j in range(n):
                share = shares[k * room + j]
                total += share
                gain += share * (values[k, c, j] - values[k, 0, j])
            mean = gain / total if total > 0.0 else 0.0
            square = 0.0
            for j in range(n):
                part = shares[k * room + j] * (values[k, c, j] - values[k, 0, j] - mean)
                square += part * part
            means[k, c], errors[k, c] = mean, np.sqrt(square) / total if total > 0.0 else 0.0


@kernel(types.void(INTS, ALIVE, types.float64, TABLE, TABLE))
def drop_beaten(chosen: Any, alive: Any, sure: Any, means: Any, errors: Any) -> None:
    """Drop the choices that are worse than another by so many standard errors of both; the first is always kept."""
    for d in range(len(chosen)):
        k = chosen[d]
        least = 0.0
        for c in range(1, alive.shape[1]):
            if alive[k, c]:
                least = max(least, means[k, c] - sure * errors[k, c])
        for c in range(1, alive.shape[1]):
            if alive[k, c] and (means[k, c] + sure * errors[k, c] < least or (errors[k, c] == 0.0 and means[k, c] <= 0)):
                alive[k, c] = False


@kernel(types.void(INTS, ALIVE, types.float64, TABLE, TABLE, INTS))
def choose(chosen: Any, alive: Any, guard: Any, means: Any, errors: Any, best: Any) -> None:
    """The choice that is best, if it is better than the first by more than so many standard errors; else the first."""
    for d in range(len(chosen)):
        k = chosen[d]
        best[k], gain = 0, 0.0
        for c in range(1, alive.shape[1]):
            if alive[k, c] and means[k, c] > gain and means[k, c] > guard * errors[k, c]:
                best[k], gain = c, means[k, c]
