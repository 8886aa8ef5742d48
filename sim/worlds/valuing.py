"""Valuing decisions: what every choice comes to on each of the worlds kept, and how many agreed with the bids."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from sim.worlds.moment import time_of
from sim.worlds.regret import FRESH
from sim.worlds.thinking import Thinker

ENOUGH: Final = 200
"""Worlds that agree with all that was seen; where there are so many, those that nearly agree do not count."""
_time_of = getattr(time_of, "py_func", time_of)


@dataclass(frozen=True)
class ValuedMoments:
    """Decisions at one place of the hand, an element or a row each: where they stand in the batch, and their values.

    `choices` uint64[decision, choice] begin with what was done, `counts` says how many there are. `leads`
    int64[decision, choice, world] is what the side in turn leads by at the end (see `sim.worlds.playing`), and `shares`
    float64[decision, world] how much each world counts (0: not used). Of the `tried` worlds drawn, `heard` agree with
    all bids. `moments` are the columns of `sim.worlds.moment`.
    """

    hook: int
    position: int
    trick: int
    lanes: np.ndarray
    choices: np.ndarray
    counts: np.ndarray
    leads: np.ndarray
    shares: np.ndarray
    heard: np.ndarray
    tried: np.ndarray
    moments: np.ndarray


class Valuer(Thinker):
    """Plays out all choices of decisions, and tells what each came to on each world."""

    first_world = FRESH

    def value(
        self, batch: np.ndarray, actions: np.ndarray, n: int, hook: int, position: int, trick: int, rules: np.ndarray,
        wanted: np.ndarray,
    ) -> list[ValuedMoments]:  # fmt: skip
        """The decisions of those `wanted` (bool[n]) who have a choice; other arguments as for `think`."""
        found = []
        groups = self._each_group(batch, actions, n, hook, position, trick, -1, rules, wanted)
        for lanes, choices, counts, stage in groups:
            most, many = int(counts.max()), len(lanes)
            choices = choices[:, :most].copy()
            alive = np.arange(most)[None, :] < counts[:, None]
            pool, shares, leads = self._play_all(choices, alive, stage, int(_time_of(stage, position)), rules)
            worlds, missed = shares.reshape(many, -1).copy(), pool.missed.reshape(many, -1)
            worlds[np.arange(worlds.shape[1])[None, :] >= pool.used[:, None]] = 0.0
            worlds[(missed > 0) & (pool.exact[:, None] >= ENOUGH)] = 0.0
            found.append(
                ValuedMoments(
                    hook, position, trick, lanes, choices, counts.copy(), leads, worlds, pool.heard, pool.tried,
                    self._moments[:, :many].copy(),
                )
            )  # fmt: skip
        return found
