"""What is kept of mirrored pairs: exact counts and sums, and the numbers that follow from them.

The sampling unit is the pair. Its value takes few different whole numbers, so counting how often each came keeps
everything that mean, spread and histogram need.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from sim.stats.estimates import FEW, LEVEL, Estimate, most_share, rate, sparse_mean, widening
from sim.stats.sequential import ConfidenceSequence

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Outcomes:
    """How the pairs ended for A: shares that were worse than even, even, and better."""

    worse: Estimate
    same: Estimate
    better: Estimate


class PairSums:
    """Counts of pair values `value / scale`, and the spread of the single tables they are made of.

    `even` is the value (unscaled) at which A and B did equally well, `reach` how far below and above it a scaled value
    can lie: (0, 0) where A and B are the same player, None where it is not known.
    """

    def __init__(self, scale: int, tables: int, even: int = 0, reach: tuple[float, float] | None = None) -> None:
        self.scale, self.tables, self.even, self.reach = scale, tables, even, reach
        self.counts: Counter[int] = Counter()
        self._single = np.zeros((2, tables), dtype=np.int64)

    def add(self, singles: Ints) -> None:
        """Count pairs: `singles[table, pair]` are the whole numbers whose sum over tables is a pair's value."""
        values = singles.sum(axis=0)
        if not len(values):
            return
        least = int(values.min())
        times = np.bincount(values - least).tolist()
        self.counts.update({value: number for value, number in enumerate(times, least) if number})
        self._single[0] += singles.sum(axis=1)
        self._single[1] += (singles * singles).sum(axis=1)

    def merge(self, other: "PairSums") -> None:
        """Count what another has counted, of the same kind of pairs."""
        self.counts.update(other.counts)
        self._single += other._single

    @property
    def n(self) -> int:
        """Pairs counted."""
        return self.counts.total()

    @property
    def total(self) -> int:
        """Sum of all values, unscaled."""
        return sum(value * times for value, times in self.counts.items())

    @property
    def total_sq(self) -> int:
        """Sum of their squares, unscaled."""
        return sum(value * value * times for value, times in self.counts.items())

    @property
    def variance(self) -> float:
        """Variance of a scaled pair value; 0 for fewer than two pairs."""
        n = self.n
        return max(0, n * self.total_sq - self.total**2) / (n * (n - 1)) / self.scale**2 if n > 1 else 0.0

    def estimate(self, unit: str) -> Estimate:
        """Mean of the scaled values with Student's interval, pairs being independent; see `estimates.sparse_mean`."""
        return self._mean(self.total, self.total_sq, self.even, unit)

    def at_any_time(self, unit: str, sequence: ConfidenceSequence) -> Estimate:
        """The same with an interval that holds whenever one stops.

        A bound for few uneven pairs takes a fifth of the error for each number of them: whatever it is when one stops,
        the share was too small for it at the first look at which it could have been told.
        """
        found = self.estimate(unit)
        value, reach = found.value, self.reach
        if value is None or reach == (0.0, 0.0):
            return found
        method = f"confidence sequence tuned for {sequence.tuned} pairs"
        if self.uneven >= FEW:
            radius = sequence.radius(self.n, self.variance) * widening(self.uneven)
            return replace(found, lo=value - radius, hi=value + radius, method=method)
        if reach is None:
            return found
        share = most_share(self.uneven, self.n, 1 - sequence.alpha / FEW)
        even = self.even / self.scale
        return replace(
            found, lo=even - share * reach[0], hi=even + share * reach[1], method=f"{method}, {found.method}"
        )

    def lead(self, unit: str) -> Estimate:
        """Mean of the scaled values less the even one."""
        n, total = self.n, self.total - self.even * self.n
        total_sq = self.total_sq - 2 * self.even * self.total + self.even**2 * n
        return self._mean(total, total_sq, 0, unit)

    def _mean(self, total: int, total_sq: int, even: int, unit: str) -> Estimate:
        found = sparse_mean(
            total, total_sq, self.n, unit, uneven=self.uneven, reach=times(self.reach, self.scale), even=even
        )
        return scaled(found, 1 / self.scale)

    @property
    def uneven(self) -> int:
        """Pairs that were not even."""
        return self.n - self.counts[self.even]

    def outcomes(self) -> Outcomes:
        """How many pairs were worse, the same and better."""
        n = self.n
        worse = sum(times for value, times in self.counts.items() if value < self.even)
        better = sum(times for value, times in self.counts.items() if value > self.even)
        return Outcomes(rate(worse, n), rate(n - worse - better, n), rate(better, n))

    def histogram(self) -> tuple[tuple[float, int], ...]:
        """Scaled values in rising order, with the number of pairs that had each."""
        return tuple((value / self.scale, times) for value, times in sorted(self.counts.items()))

    def superiority(self) -> float | None:
        """Likelihood that A is better: the chance that the true mean is above `even` when all means are thought
        equally likely beforehand. None where too few pairs were uneven to say, or all of them alike."""
        n, variance = self.n, self.variance
        if variance == 0 or self.uneven < FEW:
            return None
        error = math.sqrt(variance / n) * widening(self.uneven)
        return NormalDist().cdf((self.total / self.scale / n - self.even / self.scale) / error)

    def variance_factor(self) -> float | None:
        """How many times as many unpaired hands (games) would be needed for the same interval; None where too few pairs
        were uneven to say.

        The same number of unpaired hands has the variance of one table over pairs and tables, a pair's is its own.
        """
        n, pair = self.n, self.variance
        if pair == 0 or self.uneven < FEW:
            return None
        total, total_sq = self._single.tolist()
        single = sum((n * b - a * a) / (n * (n - 1)) for a, b in zip(total, total_sq, strict=True)) / self.tables
        return single * self.tables / (pair * self.scale**2)


class JointSums:
    """Sums and products of several values a deal: means, and differences as precise as common deals make them."""

    def __init__(self, size: int, scale: float = 1.0, reach: Sequence[float] | None = None) -> None:
        """`reach` is the largest that each scaled value can be; None where it is not known."""
        self.scale, self.reach, self.n = scale, reach, 0
        self._total = np.zeros(size)
        self._products = np.zeros((size, size))
        self._uneven = np.zeros((size, size), np.int64)

    def add(self, values: Ints) -> None:
        """Count deals: `values[which, deal]`, whole numbers to be divided by `scale`."""
        # Whole numbers below 2**53 are exact in floats, so neither order nor threads can change a sum.
        exact = values.astype(np.float64)
        self.n += values.shape[1]
        self._total += exact.sum(axis=1)
        self._products += exact @ exact.T
        for row in range(len(values)):
            self._uneven[row, row] += np.count_nonzero(values[row])
            self._uneven[row, row + 1 :] += (values[row] != values[row + 1 :]).sum(axis=1)

    def mean(self, which: int, unit: str) -> Estimate:
        """Mean of one value."""
        total, total_sq = float(self._total[which]), float(self._products[which, which])
        return self._mean(total, total_sq, int(self._uneven[which, which]), [which], unit)

    def difference(self, one: int, other: int, unit: str, level: float = LEVEL) -> Estimate:
        """Mean of one value less another of the same deals."""
        total = float(self._total[one] - self._total[other])
        products = self._products
        total_sq = float(products[one, one] + products[other, other] - 2 * products[one, other])
        if one == other:
            return Estimate(0.0, 0.0, 0.0, 0.0, self.n, unit, "always even")
        return self._mean(
            total, total_sq, int(self._uneven[min(one, other), max(one, other)]), [one, other], unit, level
        )

    def _mean(
        self, total: float, total_sq: float, uneven: int, values: Sequence[int], unit: str, level: float = LEVEL
    ) -> Estimate:
        far = None if self.reach is None else self.scale * sum(self.reach[which] for which in values)
        reach = None if far is None else (far, far)
        found = sparse_mean(total, total_sq, self.n, unit, uneven=uneven, reach=reach, level=level)
        return scaled(found, 1 / self.scale)


def times(reach: tuple[float, float] | None, factor: float) -> tuple[float, float] | None:
    """A reach in another unit of measure."""
    return None if reach is None else (reach[0] * factor, reach[1] * factor)


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """The estimate of a value in another unit of measure."""

    def times(value: float | None) -> float | None:
        return None if value is None else value * factor

    return replace(
        estimate, value=times(estimate.value), se=times(estimate.se), lo=times(estimate.lo), hi=times(estimate.hi)
    )
