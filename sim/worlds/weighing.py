"""From worlds to a decision: which worlds are kept and with what weight, and which choice is better by how much."""

from typing import Any

import numpy as np
from numba.core import types

from sim.engine.asking import INTS
from sim.engine.jit import kernel
from sim.engine.record import MASKS
from sim.worlds.choices import ALIVE
from sim.worlds.drawing import copy_world
from sim.worlds.record import FORCED

_INT, FLOATS = types.int64, types.float64[::1]
DOUBTFUL = 1.0
"""Worlds in which nothing is won on average, one point more or less, that are thought of beside those played."""
TABLE = types.float64[:, ::1]
VALUES = types.int64[:, :, ::1]


@kernel(
    types.void(
        _INT, INTS, INTS, INTS, FLOATS, FLOATS, MASKS, MASKS, INTS, INTS, FLOATS, INTS, INTS, INTS, INTS, _INT, INTS
    )
)
def keep_likeliest(total: Any, columns: Any, numbers: Any, missed: Any, weights: Any, ways: Any, worlds: Any,
                   kept: Any, kept_numbers: Any, kept_missed: Any, kept_weights: Any, counts: Any,
                   exact: Any, worst: Any, settled: Any, limit: Any, rules: Any) -> None:  # fmt: skip
    """Keep for each moment `limit` worlds: those that missed fewest answers, first come; those `settled` stay.

    `worst` is at least the most answers missed by one that may go (at first more than any can miss).
    """
    room = kept.shape[1] // len(counts)
    for w in range(total):
        k = columns[w]
        misses = missed[w] & (FORCED - 1)
        exact[k] += 1 if misses == 0 else 0
        place = k * room + counts[k]
        if counts[k] < limit:
            counts[k] += 1
        else:
            if misses >= worst[k]:
                continue
            # The last of those that missed most makes room.
            place = k * room + settled[k]
            for other in range(place, k * room + limit):
                if kept_missed[other] >= kept_missed[place]:
                    place = other
            worst[k] = kept_missed[place]
            if worst[k] <= misses:
                continue
        copy_world(worlds, w, kept, place, rules)
        kept_numbers[place], kept_missed[place] = numbers[w], misses
        kept_weights[place] = weights[w] if missed[w] >= FORCED else weights[w] / ways[w]


@kernel(types.void(INTS, INTS, FLOATS, types.float64, FLOATS))
def doubt_missed(counts: Any, kept_missed: Any, kept_weights: Any, doubt: Any, shares: Any) -> None:
    """How much each world counts: its weight, times `doubt` for each answer missed beyond the fewest of its moment."""
    room = len(kept_missed) // len(counts)
    for k in range(len(counts)):
        fewest = FORCED
        for place in range(k * room, k * room + counts[k]):
            fewest = min(fewest, kept_missed[place])
        for place in range(k * room, k * room + counts[k]):
            shares[place] = kept_weights[place]
            for _ in range(fewest, kept_missed[place]):
                shares[place] *= doubt


@kernel(types.void(INTS, ALIVE, INTS, _INT, _INT, FLOATS, VALUES, TABLE, TABLE))
def compare_choices(chosen: Any, alive: Any, counts: Any, last: Any, unit: Any, shares: Any, values: Any, means: Any,
                    errors: Any) -> None:  # fmt: skip
    """By how many points each choice is better than the first on the worlds played, and the standard error of that.

    Values are in parts of a point, `unit` to one. A few worlds more count in which nothing is won on average, so that
    a handful of worlds that all say the same are not taken for certain.
    """
    room = values.shape[2]
    for d in range(len(chosen)):
        k = chosen[d]
        n = min(last, counts[k])
        for c in range(1, alive.shape[1]):
            if not alive[k, c]:
                continue
            total, squares, gain = 0.0, 0.0, 0.0
            for j in range(n):
                share = shares[k * room + j]
                total += share
                squares += share * share
                gain += share * (values[k, c, j] - values[k, 0, j])
            means[k, c], errors[k, c] = 0.0, 0.0
            if total == 0.0:
                continue
            mean, spread = gain / total, 0.0
            for j in range(n):
                part = values[k, c, j] - values[k, 0, j] - mean
                spread += shares[k * room + j] / total * part * part
            if mean == 0.0 and spread == 0.0:
                continue
            worlds = total * total / squares
            more = worlds + DOUBTFUL
            means[k, c] = mean * worlds / more / unit
            errors[k, c] = np.sqrt((worlds * spread / (unit * unit) + DOUBTFUL) / more / more)


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
            if alive[k, c] and (
                means[k, c] + sure * errors[k, c] < least or (errors[k, c] == 0.0 and means[k, c] <= 0)
            ):
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
