"""Comparing choices on the same deals: running sums, which choices are beaten, and what may be said then.

All choices are played on each deal, so differences are means of paired values. Looking again and again is allowed for:
a choice counts as beaten when a confidence sequence (`sequential`), which holds at all times at once, says so, and
where one stops by what one sees the intervals come from such sequences too. Values that were estimated themselves
(chances to win the game) carry an error of their own, which is added in quadrature.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sim.stats.estimates import Estimate, mean, t_quantile
from sim.stats.sequential import ALPHA, ConfidenceSequence

LEAST: Final = 2_000
"""Deals before anything is decided: the sequence is asymptotic."""
TUNED: Final = 20_000
"""Deals at which the sequence that decides is narrowest."""
SHOWN: Final = 100_000
"""Deals at which the sequences of the intervals shown are narrowest: at least half as many are played by default."""
ALWAYS: Final = "confidence sequence"
WITH_TABLE: Final = " and the table's error"
TIED: Final = 1e-9
"""Means of values that are closer are the same but for rounding."""
_DRAWS: Final = 20_000


@dataclass(frozen=True)
class Values:
    """One kind of value by outcome code: float64[outcomes].

    Where they are estimates themselves, `tables` are independent ones of the same (float64[tables, outcomes]), and
    `classes` numbers the outcomes so that those of one number have the same value in all of them.
    """

    table: np.ndarray
    tables: np.ndarray | None = None
    classes: np.ndarray | None = None

    @property
    def range(self) -> float:
        """The largest value less the smallest."""
        return float(self.table.max() - self.table.min())


@dataclass
class Sums:
    """Sums of one kind of value: by choice, and of differences by pair of choices."""

    total: np.ndarray
    squares: np.ndarray
    pair: np.ndarray
    pair_squares: np.ndarray

    @classmethod
    def none(cls, choices: int) -> "Sums":
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
    """Choices running against each other on one or more kinds of values (points; winning chances).

    The first kind decides unless `leading` names another. `always`: intervals hold however often one has looked, for
    one stops by what one sees; else they are Student's.
    """

    least, tuned, shown = LEAST, TUNED, SHOWN
    """Deals before anything is decided, and those for which the sequences that decide and that are shown are made."""

    def __init__(self, choices: int, kinds: Sequence[Values], leading: int = 0, always: bool = False) -> None:
        self.kinds, self.leading, self.always = list(kinds), leading, always
        self.going = np.ones(choices, dtype=bool)
        self.own: int | None = None
        """The choice that wins ties: what the player would do."""
        self.deals = np.zeros(choices, dtype=np.int64)
        self.common = np.zeros((choices, choices), dtype=np.int64)
        self.outcomes = np.zeros((choices, len(self.kinds[0].table)), dtype=np.int64)
        self._sums = [Sums.none(choices) for _ in kinds]
        # What all choices had come to when one was dropped: counts[choice, class] of the kinds that have classes.
        self._left: dict[tuple[int, int], np.ndarray] = {}

    def add(self, codes: np.ndarray) -> None:
        """Add what came of some deals: codes[choice still going, deal]."""
        self._count(codes)
        for values, sums in zip(self.kinds, self._sums, strict=True):
            sums.add(np.flatnonzero(self.going), values.table[codes])

    def _count(self, codes: np.ndarray) -> None:
        """Count deals and outcomes of the choices still going."""
        self._remember()
        going = np.flatnonzero(self.going)
        count = codes.shape[1]
        self.deals[going] += count
        self.common[np.ix_(going, going)] += count
        for choice, row in zip(going, codes, strict=True):
            self.outcomes[choice] += np.bincount(row, minlength=self.outcomes.shape[1])

    def _remember(self) -> None:
        """Keep what all choices have come to where some were dropped since: these are the deals in common with them."""
        for kind, values in enumerate(self.kinds):
            dropped = [int(c) for c in np.flatnonzero(~self.going) if (kind, int(c)) not in self._left]
            if values.classes is not None and dropped:
                ends = _by_class(self.outcomes, values.classes)
                self._left |= {(kind, choice): ends for choice in dropped}

    def revalue(self, kind: int, values: Values) -> None:
        """Give a kind better values, of the same classes: means are exact; spreads, which hardly change, are kept."""
        sums = self._sums[kind]
        assert values.classes is not None
        self.kinds[kind] = values
        worth = np.zeros(int(values.classes.max()) + 1)
        worth[values.classes] = values.table
        sums.total = self.outcomes @ values.table
        sums.squares = self.outcomes @ values.table**2
        each = np.repeat(sums.total[:, None], len(self.going), axis=1)
        for (of, dropped), ends in self._left.items():
            if of == kind:
                longer = self.deals > self.deals[dropped]
                each[longer, dropped] = (ends @ worth)[longer]
        sums.pair = each - each.T

    def table_error(self, kind: int, choice: int, other: int | None = None) -> float:
        """Standard error of a choice's mean value (or of its distance to another) for the values' own error."""
        return _spread(self._by_table(kind, choice, other))

    def share_of_table(self, kind: int) -> float:
        """Variance from the values' own error over that from the deals: the larger of the best's and its rivals'."""
        best, found = self.best, []
        for choice in [best, *self.rivals()]:
            n, other = int(self.deals[choice]), None if choice == best else best
            variance = self.value(choice, kind, "").se if other is None else self.behind(choice, best, kind, "").se
            error = self.table_error(kind, choice, other) ** 2
            drawn = (variance or 0.0) ** 2 - error
            found.append(error / drawn if drawn > 0 and n > 1 else 0.0)
        return max(found)

    def _by_table(self, kind: int, choice: int, other: int | None) -> np.ndarray:
        """A choice's mean value (or its distance to another) by each of the independent tables."""
        values = self.kinds[kind]
        if values.tables is None or values.classes is None:
            return np.zeros(0)
        counts = self._ends(kind, choice, choice if other is None else other)
        n = int(self.deals[choice] if other is None else self.common[choice, other])
        if other is not None:
            counts = counts - self._ends(kind, other, choice)
        worth = np.zeros((len(values.tables), len(counts)))
        worth[:, values.classes] = values.tables
        found: np.ndarray = worth @ counts / max(n, 1)
        return found

    def _ends(self, kind: int, choice: int, other: int) -> np.ndarray:
        """How often a choice ended in each class on the deals that it has in common with another."""
        classes = self.kinds[kind].classes
        assert classes is not None
        found: np.ndarray
        if self.deals[choice] > self.deals[other]:
            found = self._left[kind, other][choice]
        else:
            found = _by_class(self.outcomes[choice : choice + 1], classes)[0]
        return found

    def _widened(self, kind: int, half: float, error: float) -> float:
        """Half of an interval together with the error of the values themselves."""
        tables = self.kinds[kind].tables
        return half if tables is None else math.hypot(half, t_quantile(len(tables) - 1) * error)

    def value(self, choice: int, kind: int, unit: str) -> Estimate:
        """Mean value of a choice with its interval."""
        m, variance, n = self._single(choice, kind)
        if n < 2:
            return mean(m * n, m * m * n, n, unit)
        return self._estimate(kind, m, variance, n, self.table_error(kind, choice), unit)

    def _single(self, choice: int, kind: int) -> tuple[float, float, int]:
        """Mean value of a choice, its variance a deal, and the number of deals."""
        sums, n = self._sums[kind], int(self.deals[choice])
        m = float(sums.total[choice]) / max(n, 1)
        return m, max(0.0, (float(sums.squares[choice]) - n * m * m) / max(n - 1, 1)), n

    def _estimate(self, kind: int, value: float, variance: float, n: int, error: float, unit: str) -> Estimate:
        half, method = self._half(variance, n)
        half = self._widened(kind, half, error)
        method += WITH_TABLE if error else ""
        return Estimate(value, math.hypot(math.sqrt(variance / n), error), value - half, value + half, n, unit, method)

    def _half(self, variance: float, n: int) -> tuple[float, str]:
        """Half of the interval of a mean, and how it was made."""
        if self.always and n >= self.least:
            return ConfidenceSequence(self.shown).radius(n, variance), ALWAYS
        return t_quantile(n - 1) * math.sqrt(variance / n), "student"

    def means(self, kind: int) -> np.ndarray:
        """Mean value of every choice."""
        return self._sums[kind].total / np.maximum(self.deals, 1)

    @property
    def best(self) -> int:
        """The choice with the highest mean of the leading value among those still going.

        Of several with the same mean it is one with the most points (kind 0), of those what the player would do, else
        the first. Points that can't be told apart do not overrule the player.
        """
        means = np.where(self.going, self.means(self.leading), -np.inf)
        tied = [int(choice) for choice in np.flatnonzero(means >= means.max() - TIED)]
        if len(tied) == 1:
            return tied[0]
        points = self.means(0)[tied]
        most = tied[int(np.flatnonzero(points >= points.max() - TIED)[0])]
        near = [choice for choice in tied if choice == most or not self.is_beaten(choice, most, 0)]
        return self.own if self.own is not None and self.own in near else most

    def difference(self, choice: int, other: int, kind: int) -> tuple[float, float, int]:
        """Mean difference of two choices on the deals that both have seen, its variance a deal, and their number."""
        n = int(self.common[choice, other])
        if n < 2:
            return 0.0, 0.0, n
        sums = self._sums[kind]
        d = float(sums.pair[choice, other]) / n
        return d, max(0.0, (float(sums.pair_squares[choice, other]) - n * d * d) / (n - 1)), n

    def behind(self, choice: int, other: int, kind: int, unit: str) -> Estimate:
        """How far a choice lies behind another on the same deals, with its interval."""
        d, variance, n = self.difference(choice, other, kind)
        if n < 2:
            return Estimate(None, None, None, None, n, unit, "nothing observed")
        return self._estimate(kind, d, variance, n, self.table_error(kind, choice, other), unit)

    def is_beaten(self, choice: int, by: int, kind: int | None = None) -> bool:
        """Whether one choice is worse than another (in the leading value), however often one has looked."""
        kind = self.leading if kind is None else kind
        d, variance, n = self.difference(choice, by, kind)
        if n < self.least or d >= 0:
            return False
        # A few deals that end differently say little about how many there are: count one more that went the other way.
        variance += self.kinds[kind].range ** 2 / n
        return -d > self._widened(kind, self._sequence().radius(n, variance), self.table_error(kind, choice, by))

    def _sequence(self) -> ConfidenceSequence:
        """Intervals that hold for all rivals of the best together."""
        return ConfidenceSequence(self.tuned, ALPHA / max(1, len(self.going) - 1))

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
        for choice in (int(c) for c in np.flatnonzero(self.going)):
            _, variance, n = self._single(choice, kind)
            if n < 2:
                return math.inf
            _, paired, common = self.difference(choice, best, kind)
            widest = max(widest, self._half(variance, n)[0])
            widest = max(widest, self._half(paired, common)[0] if common > 1 else 0.0)
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
        by_table = [self._by_table(self.leading, a, best) for a in range(count)]
        if by_table[best].size:
            spread += np.atleast_2d(np.cov(np.array(by_table))) / by_table[best].size
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
        error = self.table_error(self.leading, choice, self.best)
        while self._widened(self.leading, sequence.radius(wanted, variance), error) > abs(d) and wanted < 10**12:
            wanted = wanted * 5 // 4 + 1
        return wanted


def _by_class(counts: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """Counts by outcome summed up by class: [choices, classes]."""
    return np.stack([np.bincount(classes, weights=row) for row in counts])


def _spread(by_table: np.ndarray) -> float:
    """Standard error of the mean of independent values; 0 where there are none."""
    return float(by_table.std(ddof=1)) / math.sqrt(by_table.size) if by_table.size else 0.0
