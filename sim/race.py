"""Comparing choices on the same deals: running sums, when to stop, and what may be said then.

All choices are played on each deal, so differences are means of paired values. Looking again and again is allowed for:
a choice counts as beaten when a confidence sequence (`sim.sequential`), which holds at all times at once, says so.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sim.sequential import ALPHA, ConfidenceSequence
from sim.stats import Estimate, mean, t_quantile

LEAST: Final = 2_000
"""Deals before anything is decided: the sequence is asymptotic."""
TUNED: Final = 20_000
"""Deals at which the sequence is narrowest."""
_DRAWS: Final = 20_000


@dataclass
class _Sums:
    """Sums of one kind of value: by choice, and of differences by pair of choices."""

    total: np.ndarray
    squares: np.ndarray
    pair: np.ndarray
    pair_squares: np.ndarray

    @classmethod
    def none(cls, choices: int) -> "_Sums":
        """Nothing yet."""
        one, two = np.zeros(choices), np.zeros((choices, choices))
        return cls(one, one.copy(), two, two.copy())

    def add(self, going: np.ndarray, values: np.ndarray) -> None:
        """Add values[choice still going, deal]."""
        total, cross = values.sum(axis=1), values @ values.T
        squares = np.diagonal(cross)
        where = np.ix_(going, going)
        self.total[going] += total
        self.squares[going] += squares
        self.pair[where] += total[:, None] - total[None, :]
        # Values have few digits, so that nothing is lost here that an interval could show.
        self.pair_squares[where] += np.maximum(squares[:, None] + squares[None, :] - 2 * cross, 0.0)


class Race:
    """Choices running against each other on one or more kinds of value (points; winning chances).

    `tables[kind]` gives the value of each outcome code. The first kind decides unless `leading` names another.
    """

    def __init__(self, choices: int, tables: Sequence[np.ndarray], leading: int = 0) -> None:
        self.tables, self.leading = [np.asarray(table, np.float64) for table in tables], leading
        self.going = np.ones(choices, dtype=bool)
        self.deals = np.zeros(choices, dtype=np.int64)
        self.common = np.zeros((choices, choices), dtype=np.int64)
        self.outcomes = np.zeros((choices, len(self.tables[0])), dtype=np.int64)
        self._sums = [_Sums.none(choices) for _ in tables]

    def add(self, codes: np.ndarray) -> None:
        """Add what came of some deals: codes[choice still going, deal]."""
        going = np.flatnonzero(self.going)
        count = codes.shape[1]
        self.deals[going] += count
        self.common[np.ix_(going, going)] += count
        for choice, row in zip(going, codes, strict=True):
            self.outcomes[choice] += np.bincount(row, minlength=self.outcomes.shape[1])
        for table, sums in zip(self.tables, self._sums, strict=True):
            sums.add(going, table[codes])

    def value(self, choice: int, kind: int, unit: str) -> Estimate:
        """Mean value of a choice with its interval."""
        sums = self._sums[kind]
        return mean(float(sums.total[choice]), float(sums.squares[choice]), int(self.deals[choice]), unit)

    def means(self, kind: int) -> np.ndarray:
        """Mean value of every choice."""
        return self._sums[kind].total / np.maximum(self.deals, 1)

    @property
    def best(self) -> int:
        """The choice with the highest mean of the leading value among those still going."""
        return int(np.argmax(np.where(self.going, self.means(self.leading), -np.inf)))

    def difference(self, choice: int, other: int, kind: int) -> tuple[float, float, int]:
        """Mean difference of two choices on the deals that both have seen, its variance a deal, and their number."""
        n = int(self.common[choice, other])
        if n < 2:
            return 0.0, 0.0, n
        sums = self._sums[kind]
        d = float(sums.pair[choice, other]) / n
        return d, max(0.0, (float(sums.pair_squares[choice, other]) - n * d * d) / (n - 1)), n

    def behind(self, choice: int, other: int, kind: int, unit: str, always: bool) -> Estimate:
        """How far a choice lies behind another, with Student's interval or (`always`) one that holds at any time."""
        d, variance, n = self.difference(choice, other, kind)
        if n < 2:
            return Estimate(None, None, None, None, n, unit, "nothing observed")
        se = math.sqrt(variance / n)
        if always and n >= LEAST:
            half, method = ConfidenceSequence(TUNED).radius(n, variance), "confidence sequence"
        else:
            half, method = t_quantile(n - 1) * se, "student"
        return Estimate(d, se, d - half, d + half, n, unit, method)

    def is_beaten(self, choice: int, by: int) -> bool:
        """Whether one choice is worse than another, however often one has looked."""
        d, variance, n = self.difference(choice, by, self.leading)
        if n < LEAST or d >= 0:
            return False
        # A few deals that end differently say little about how many there are: count one more that went the other way.
        table = self.tables[self.leading]
        most = float(table.max() - table.min())
        variance += most * most / n
        return -d > self._sequence().radius(n, variance)

    def _sequence(self) -> ConfidenceSequence:
        """Intervals that hold for all rivals of the best together."""
        return ConfidenceSequence(TUNED, ALPHA / max(1, len(self.going) - 1))

    def rivals(self) -> list[int]:
        """The choices still going that are not beaten by the best one."""
        best = self.best
        return [int(c) for c in np.flatnonzero(self.going) if c != best and not self.is_beaten(int(c), best)]

    def drop_beaten(self, families: Sequence[str] | None = None) -> None:
        """Stop playing choices that are beaten; with `families`, only those beaten by another of the same family."""
        means = self.means(self.leading)
        going = [int(c) for c in np.flatnonzero(self.going)]
        for choice in going:
            others = [c for c in going if families is None or families[c] == families[choice]]
            by = max(others, key=lambda c: float(means[c]))
            if by != choice and self.is_beaten(choice, by):
                self.going[choice] = False

    def half_width(self, kind: int) -> float:
        """The widest interval among the choices still going: of their values, and of their distance to the best."""
        widest, best = 0.0, self.best
        sums = self._sums[kind]
        for choice in (int(c) for c in np.flatnonzero(self.going)):
            n = int(self.deals[choice])
            if n < 2:
                return math.inf
            m = float(sums.total[choice]) / n
            variance = max(0.0, (float(sums.squares[choice]) - n * m * m) / (n - 1))
            _, paired, common = self.difference(choice, best, kind)
            widest = max(widest, t_quantile(n - 1) * math.sqrt(max(variance / n, paired / max(common, 1))))
        return widest

    def chances(self, seed: int = 0) -> np.ndarray:
        """Chance of each choice to be the best, were the means normally distributed about what they are."""
        best, count = self.best, len(self.going)
        center, spread = np.zeros(count), np.zeros((count, count))
        for a in range(count):
            d, variance, n = self.difference(a, best, self.leading)
            center[a], spread[a, a] = d, variance / max(n, 1)
        going = [int(c) for c in np.flatnonzero(self.going)]
        for a, b in itertools.product(going, going):
            if a != b:
                _, variance, n = self.difference(a, b, self.leading)
                spread[a, b] = (spread[a, a] + spread[b, b] - variance / max(n, 1)) / 2
        near = [a for a in range(count) if center[a] >= -8 * math.sqrt(spread[a, a])]
        rng = np.random.default_rng(seed)
        values, vectors = np.linalg.eigh(spread[np.ix_(near, near)])
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        draws = center[near] + rng.standard_normal((_DRAWS, len(near))) @ root.T
        # Choices that ended alike on every deal share their chance.
        top = draws >= draws.max(axis=1, keepdims=True) - 1e-6 * math.sqrt(spread.max())
        found = np.zeros(count)
        found[near] = (top / top.sum(axis=1, keepdims=True)).mean(axis=0)
        return found

    def deals_needed(self, choice: int) -> int | None:
        """Deals that would probably tell the best from this one; None where both ended alike on every deal."""
        d, variance, n = self.difference(choice, self.best, self.leading)
        if variance == 0 or n < 2:
            return None
        if d == 0:
            return 10**12
        sequence, wanted = self._sequence(), n
        while sequence.radius(wanted, variance) > abs(d) and wanted < 10**12:
            wanted = wanted * 5 // 4 + 1
        return wanted
