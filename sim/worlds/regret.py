"""What a player's own choice costs: the gain of a better one, chosen on one half of the worlds, valued on the other.

Who looks for the best of several noisy values finds one that looks better than it is. The halves are drawn apart, so
the value of what one half chose is unbiased on the other; each half does both.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numba.core import types

from sim.engine.asking import INTS
from sim.engine.jit import inlined, kernel
from sim.engine.layout import H_DECLARE_ALONE, H_FOLLOW, H_NAME_TRUMP, H_ORDER_UP, HOOKS, R_TEAMS
from sim.engine.record import MASKS
from sim.worlds.in_sight import solve_choices
from sim.worlds.moment import (
    JOKER_STAGE,
    M_ALONE,
    M_CARD,
    M_CHANCE,
    M_LONE,
    M_MAKER,
    M_SEAT,
    NAMING,
    SEATS,
    time_of,
)
from sim.worlds.thinking import Thinker
from sim.worlds.weighing import FLOATS, TABLE, VALUES, choose, compare_choices

_time_of = getattr(time_of, "py_func", time_of)
FRESH: Final = 10**12
"""Number of the first world: a player who looks ahead has chosen by worlds with low numbers."""
CALL, LONE = 0, 1
"""The parts of a decision: what is called, and whether alone; other decisions have the first alone."""
ROLES: Final = (
    "before trump is made",
    "maker",
    "lone maker",
    "maker's partner",
    "defender",
    "against a lone hand",
    "lone defender",
)
BIDDING, MAKES, MAKES_ALONE, HELPS, DEFENDS, AGAINST_ONE, DEFENDS_ALONE = range(len(ROLES))
GOING_ALONE: Final = len(HOOKS)
"""Kind of the decision whether to call with or without the partner; others are told by their hook."""
FOR_JOKER: Final = GOING_ALONE + 1
"""Kind of the decision of a dealer who names the trump of a joker that was turned up."""
_INT = types.int64
_TABLE: Final = types.int64[:, ::1]


@inlined
def _is_lone_part(hook: Any, one: Any, other: Any) -> Any:
    """Whether two answers differ only in who plays alone."""
    return one != other and (
        (hook == H_ORDER_UP and one * other != 0) or (hook == H_NAME_TRUMP and one & 7 == other & 7)
    )


@inlined
def _gain(values: Any, shares: Any, k: Any, c: Any, n: Any, first: Any) -> Any:
    """Mean gain of a choice over the first one on every other world."""
    room, total, gain = values.shape[2], 0.0, 0.0
    for j in range(first, n, 2):
        share = shares[k * room + j]
        total += share
        gain += share * (values[k, c, j] - values[k, 0, j])
    return gain / total if total > 0.0 else 0.0


@kernel(types.void(_INT, MASKS, INTS, INTS, FLOATS, VALUES, _TABLE, TABLE, _TABLE, _TABLE))
def value_choices(hook: Any, choices: Any, counts: Any, used: Any, shares: Any, values: Any, best: Any, gains: Any,
                  better: Any, asked: Any) -> None:  # fmt: skip
    """For each moment and part of its decision the gain across the halves, whether all worlds show a better choice,
    and whether there is such a part. `best` has the choices by the even worlds, the odd ones and all of them."""
    for k in range(len(used)):
        own = np.int64(choices[k, 0])
        asked[k, CALL] = 1
        for c in range(1, counts[k]):
            if _is_lone_part(hook, own, np.int64(choices[k, c])):
                asked[k, LONE] = 1
        for way in range(3):
            c = best[way, k]
            part = LONE if _is_lone_part(hook, own, np.int64(choices[k, c])) else CALL
            if way < 2:
                gains[k, part] += _gain(values, shares, k, c, used[k], 1 - way) / 2
            elif c > 0:
                better[k, part] = 1


def split_gains(
    hook: int, choices: np.ndarray, counts: np.ndarray, used: np.ndarray, shares: np.ndarray, values: np.ndarray,
    unit: int, told: np.ndarray, told_unit: int, guard: float,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # fmt: skip
    """Gains float64, whether there is a better choice, and whether there is such a part, all `[moment, part]`.

    `told` int64[moment, choice, world] are the values by which a choice is taken, if it is better than the first by
    `guard` standard errors, and `values` those by which it is valued; `told_unit` and `unit` parts make a point.
    """
    many, most, room = values.shape
    alive = np.arange(most)[None, :] < counts[:, None]
    best, everybody = np.zeros((3, many), np.int64), np.arange(many)
    for way, hidden in enumerate((slice(1, None, 2), slice(0, None, 2), slice(0))):
        seen = shares.copy().reshape(many, room)
        seen[:, hidden] = 0.0
        means, errors = np.zeros((many, most)), np.zeros((many, most))
        compare_choices(everybody, alive, used, room, told_unit, seen.reshape(-1), told, means, errors)
        choose(everybody, alive, guard, means, errors, best[way])
    gains, better, asked = np.zeros((many, 2)), np.zeros((many, 2), np.int64), np.zeros((many, 2), np.int64)
    value_choices(hook, choices, counts, used, shares, values, best, gains, better, asked)
    return gains / unit, better, asked


@dataclass(frozen=True)
class DecisionCosts:
    """Decisions that were watched, one in each element: `hand` is a word that tells the hands of a seed apart.

    `kind` is the number of a hook, GOING_ALONE or FOR_JOKER, `turn` the place in the trick of who followed (from 2; 0:
    nobody did), `role` counts in ROLES, `trick` is 0 before the play; `gain` (points of the own side less the mean of
    the others') is that of the better choice, `better` 1 where there is one.
    """

    hand: np.ndarray
    kind: np.ndarray
    turn: np.ndarray
    seat: np.ndarray
    role: np.ndarray
    trick: np.ndarray
    gain: np.ndarray
    better: np.ndarray


def end_to_end(parts: list[DecisionCosts]) -> DecisionCosts:
    """Decisions one after the other."""
    whole = {name: [getattr(part, name) for part in parts] for name in DecisionCosts.__dataclass_fields__}
    kinds = {"hand": np.uint64, "gain": np.float64}
    return DecisionCosts(
        **{name: np.concatenate([np.zeros(0, kinds.get(name, np.int64)), *columns]) for name, columns in whole.items()}
    )


class Watcher(Thinker):
    """Looks ahead at decisions without changing them."""

    first_world = FRESH

    def watch(
        self, batch: np.ndarray, actions: np.ndarray, n: int, hook: int, position: int, trick: int, slot: int,
        rules: np.ndarray,
    ) -> list[DecisionCosts]:  # fmt: skip
        """What the answers in `actions` cost whoever gave them. Arguments as for `think`."""
        found = []
        for lanes, choices, counts, stage in self._each_group(batch, actions, n, hook, position, trick, slot, rules):
            found += self._note(len(lanes), choices, counts, stage, hook, position, trick, rules)
        return found

    def _note(
        self, many: int, choices: np.ndarray, counts: np.ndarray, stage: int, hook: int, position: int, trick: int,
        rules: np.ndarray,
    ) -> list[DecisionCosts]:  # fmt: skip
        """The decisions of one group."""
        gains, better, asked = self._gains(many, choices, counts, stage, hook, position, trick, rules)
        moments, teams = self._moments[:, :many], int(rules[R_TEAMS])
        turn = np.zeros(many, dtype=np.int64)
        if hook == H_FOLLOW:
            first = M_CARD + (trick - 1) * SEATS
            turn += 1 + np.count_nonzero(moments[first : first + position], axis=0)
        role = _roles(moments, teams) if stage > NAMING else np.full(many, BIDDING)
        found = []
        for part in (CALL, LONE):
            (rows,) = np.nonzero(asked[:, part])
            if not len(rows):
                continue
            kind = FOR_JOKER if stage == JOKER_STAGE else hook
            kind = GOING_ALONE if part == LONE or hook == H_DECLARE_ALONE else kind
            found.append(
                DecisionCosts(
                    hand=moments[M_CHANCE, rows],
                    kind=np.full(len(rows), kind),
                    turn=turn[rows],
                    seat=moments[M_SEAT, rows].astype(np.int64) + 1,
                    role=role[rows],
                    trick=np.full(len(rows), trick),
                    gain=gains[rows, part],
                    better=better[rows, part],
                )
            )
        return found

    def _gains(
        self, many: int, choices: np.ndarray, counts: np.ndarray, stage: int, hook: int, position: int, trick: int,
        rules: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # fmt: skip
        """As `split_gains` tells them: chosen by the outlook's method, valued by playing out."""
        outlook, moment, unit = self.outlook, int(_time_of(stage, position)), int(rules[R_TEAMS]) - 1
        most, everybody = int(counts.max()), np.arange(many)
        choices = np.ascontiguousarray(choices[:, :most])
        alive = np.arange(most)[None, :] < counts[:, None]
        pool, shares, values = self._play_all(choices, alive, stage, moment, rules)
        used = pool.used
        told, told_unit = values, unit
        if outlook.method == "mixed" and trick > 0:
            told, told_unit = values.copy(), 2 * unit
            solve_choices(
                self._moments, self._kept, used, rules, choices, alive, trick, position, everybody,
                np.zeros(many, dtype=np.int64), outlook.deals, told,
            )  # fmt: skip
        return split_gains(
            hook, choices, counts, used, shares, values, unit, told, told_unit, outlook.guard
        )  # fmt: skip


def _roles(moments: np.ndarray, teams: int) -> np.ndarray:
    """The role of whoever decides, once trump is made."""
    seat, maker, alone, lone = (moments[row].astype(np.int64) for row in (M_SEAT, M_MAKER, M_ALONE, M_LONE))
    makes, goes_alone = seat == maker, alone & 1 == 1
    defends = np.where(goes_alone, AGAINST_ONE, DEFENDS)
    found = np.where(makes, np.where(goes_alone, MAKES_ALONE, MAKES), defends)
    found = np.where(~makes & ((seat - maker) % teams == 0), HELPS, found)
    return np.asarray(np.where(lone == seat + 1, DEFENDS_ALONE, found), np.int64)
