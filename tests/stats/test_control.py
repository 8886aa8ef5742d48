"""Means adjusted by a control variate: no bias, less noise where there is something to gain, intervals that hold."""

import numpy as np
import pytest

from sim.stats.control import SUMS, Adjusted, adjusted, moments
from sim.stats.estimates import Estimate, clustered_ratio

BLOCKS = 64


def estimated(y: np.ndarray, x: np.ndarray) -> Adjusted:
    block = np.arange(len(y)) % BLOCKS
    sums, cases = moments(block, y, x, BLOCKS), np.bincount(block, minlength=BLOCKS)
    return adjusted(clustered_ratio(sums[:, 0], cases, "points"), sums, cases)


def drawn(rng: np.random.Generator, size: int, slope: float) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers with the mean 3, and a control with the mean 0 that tells something of them."""
    x = rng.integers(-3, 4, size)
    return np.round(3 + slope * x + rng.normal(0, 2, size)).astype(np.int64), x.astype(np.int64)


def bounds(estimate: Estimate) -> tuple[float, float]:
    assert estimate.lo is not None and estimate.hi is not None
    return estimate.lo, estimate.hi


def test_sums_are_those_of_a_plain_loop() -> None:
    y, x = drawn(np.random.default_rng(1), 500, 1)
    found = moments(np.arange(500) % 7, y, x, 7)
    for block in range(7):
        rows = range(block, 500, 7)
        plain = [sum(int(of(y[k], x[k])) for k in rows) for of in (
            lambda y, x: y, lambda y, x: y * y, lambda y, x: x, lambda y, x: x * x, lambda y, x: x * y
        )]  # fmt: skip
        assert found[block].tolist() == plain


def test_the_value_is_that_of_a_plain_computation() -> None:
    y, x = drawn(np.random.default_rng(2), 640, 1)
    half = np.arange(640) % BLOCKS % 2
    total = 0.0
    for mine in (0, 1):
        slope = np.polyfit(x[half != mine], y[half != mine], 1)[0]
        total += (y[half == mine] - slope * x[half == mine]).sum()
    found = estimated(y, x)
    assert found.adjusted.value == pytest.approx(total / 640)
    assert found.correlation == pytest.approx(np.corrcoef(x, y)[0, 1])


def test_it_is_worth_what_the_correlation_says() -> None:
    y, x = drawn(np.random.default_rng(3), 200_000, 1)
    found = estimated(y, x)
    assert found.worth is not None and found.correlation is not None
    assert found.worth == pytest.approx(1 / (1 - found.correlation**2), rel=0.01)
    assert found.worth == pytest.approx(1 + 4 / (4 + 1 / 12), rel=0.02)  # the variance of x is 4, of the rest 4


@pytest.mark.parametrize(("size", "slope"), [(150, 1), (500, 1), (500, 0)])
def test_intervals_hold_the_truth_and_nothing_is_biased(size: int, slope: float) -> None:
    rng = np.random.default_rng(size)
    found = [estimated(*drawn(rng, size, slope)) for _ in range(1500)]
    hits = [lo <= 3 <= hi for lo, hi in (bounds(one.adjusted) for one in found)]
    assert np.mean(hits) == pytest.approx(0.95, abs=0.02)
    values = np.array([one.adjusted.value for one in found])
    assert abs(values.mean() - 3) < 4 * values.std() / len(values) ** 0.5
    played = np.array([one.played.value for one in found])
    assert (played.std() / values.std()) ** 2 == pytest.approx(2 if slope else 1, rel=0.15)


def test_samples_that_tell_nothing() -> None:
    nobody = np.zeros((BLOCKS, SUMS), np.int64)
    empty = adjusted(clustered_ratio([], [], "points"), nobody, np.zeros(BLOCKS, np.int64))
    assert (empty.adjusted.value, empty.correlation, empty.worth) == (None, None, None)
    flat = estimated(np.arange(300), np.zeros(300, np.int64))
    assert flat.adjusted == flat.played and flat.correlation is None and flat.worth == pytest.approx(1)
    one = estimated(np.array([4]), np.array([2]))
    assert one.adjusted.value == 4 and one.worth is None
