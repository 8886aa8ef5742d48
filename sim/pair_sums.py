"""What is kept of mirrored pairs: exact counts and sums, and the numbers that follow from them.

The sampling unit is the pair. Its value takes few different whole numbers, so counting how often each came keeps
everything that mean, spread and histogram need.
"""

import math
from collections import Counter
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from sim.stats import Estimate, mean, rate

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Outcomes:
    """How the pairs ended for A: shares that were worse than even, even, and better."""

    worse: Estimate
    same: Estimate
    better: Estimate


class PairSums:
    """Counts of pair values `value / scale`, and the spread of the single tables they are made of.

    `even` is the value (unscaled) at which A and B did equally well.
    """

    def __init__(self, scale: int, tables: int, even: int = 0) -> None:
        self.scale, self.tables, self.even = scale, tables, even
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
        """Mean of the scaled values with Student's interval, pairs being independent."""
        return scaled(mean(self.total, self.total_sq, self.n, unit), 1 / self.scale)

    def lead(self, unit: str) -> Estimate:
        """Mean of the scaled values less the even one."""
        n, total = self.n, self.total - self.even * self.n
        total_sq = self.total_sq - 2 * self.even * self.total + self.even**2 * n
        return scaled(mean(total, total_sq, n, unit), 1 / self.scale)

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
        equally likely beforehand. None without spread: then nothing speaks for either, or everything for one."""
        n, variance = self.n, self.variance
        if variance == 0:
            return None
        return NormalDist().cdf((self.total / self.scale / n - self.even / self.scale) / math.sqrt(variance / n))

    def variance_factor(self) -> float | None:
        """How many times as many unpaired hands (games) would be needed for the same interval; None without spread.

        The same number of unpaired hands has the variance of one table over pairs and tables, a pair's is its own.
        """
        n, pair = self.n, self.variance
        if pair == 0:
            return None
        total, total_sq = self._single.tolist()
        single = sum((n * b - a * a) / (n * (n - 1)) for a, b in zip(total, total_sq, strict=True)) / self.tables
        return single * self.tables / (pair * self.scale**2)


class JointSums:
    """Sums and products of several values a deal: means, and differences as precise as common deals make them."""

    def __init__(self, size: int, scale: float = 1.0) -> None:
        self.scale, self.n = scale, 0
        self._total = np.zeros(size)
        self._products = np.zeros((size, size))

    def add(self, values: Ints) -> None:
        """Count deals: `values[which, deal]`, whole numbers to be divided by `scale`."""
        # Whole numbers below 2**53 are exact in floats, so neither order nor threads can change a sum.
        exact = values.astype(np.float64)
        self.n += values.shape[1]
        self._total += exact.sum(axis=1)
        self._products += exact @ exact.T

    def mean(self, which: int, unit: str) -> Estimate:
        """Mean of one value."""
        total, total_sq = float(self._total[which]), float(self._products[which, which])
        return scaled(mean(total, total_sq, self.n, unit), 1 / self.scale)

    def difference(self, one: int, other: int, unit: str) -> Estimate:
        """Mean of one value less another of the same deals."""
        total = float(self._total[one] - self._total[other])
        products = self._products
        total_sq = float(products[one, one] + products[other, other] - 2 * products[one, other])
        return scaled(mean(total, total_sq, self.n, unit), 1 / self.scale)


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """The estimate of a value in another unit of measure."""

    def times(value: float | None) -> float | None:
        return None if value is None else value * factor

    return replace(
        estimate, value=times(estimate.value), se=times(estimate.se), lo=times(estimate.lo), hi=times(estimate.hi)
    )
