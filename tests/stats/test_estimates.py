"""Estimates: quantiles against SciPy, intervals against published values, and coverage found by simulation."""

import json
import math
import subprocess
import sys

import numpy as np
import pytest
from scipy import stats as reference

from sim.plain_text import spaced
from sim.stats.estimates import Estimate, clustered_rate, clustered_ratio, mean, rate, t_quantile, wilson

BLOCKS = 64


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99, 0.999])
@pytest.mark.parametrize("df", [1, 2, 3, 4, 7, 15, 16, 63, 100, 299, 300, 301, 1000, 10**6])
def test_t_quantile_is_scipys(df: int, level: float) -> None:
    assert t_quantile(df, level) == pytest.approx(reference.t.ppf(0.5 + level / 2, df), rel=1e-8)


def test_quantile_without_degrees_of_freedom_is_normal() -> None:
    assert t_quantile(0) == pytest.approx(1.959963984540054, rel=1e-12)


@pytest.mark.parametrize(
    ("hits", "n", "lo", "hi"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_is_newcombes(hits: int, n: int, lo: float, hi: float) -> None:
    assert wilson(hits, n) == pytest.approx((lo, hi), abs=5e-5)


def test_wilson_with_design_effect_is_wilson_of_fewer_cases() -> None:
    assert wilson(30, 100, deff=2.0) == pytest.approx(wilson(15, 50))


@pytest.mark.parametrize(("hits", "n"), [(0, 1), (1, 1), (0, 10**9), (10**9, 10**9), (1, 10**12)])
def test_wilson_stays_between_0_and_1_and_holds_the_rate(hits: int, n: int) -> None:
    lo, hi = wilson(hits, n)
    assert 0 <= lo <= hits / n <= hi <= 1


def test_mean_is_scipys() -> None:
    values = [0, 1, 2, 4, 1, 1, 0, 2]
    found = mean(sum(values), sum(v * v for v in values), len(values), "points")
    lo, hi = reference.t.interval(0.95, len(values) - 1, np.mean(values), reference.sem(values))
    assert (found.value, found.se) == pytest.approx((np.mean(values), reference.sem(values)))
    assert (found.lo, found.hi) == pytest.approx((lo, hi))


def test_mean_of_huge_sums_loses_nothing() -> None:
    # A variance of 1/4 around 10**9: floating sums of squares would lose it.
    half, base = 10**6, 10**9
    total = half * base + half * (base + 1)
    total_sq = half * base**2 + half * (base + 1) ** 2
    assert mean(total, total_sq, 2 * half, "hands").se == pytest.approx(0.5 / math.sqrt(2 * half), rel=1e-5)


def test_jackknife_of_equal_blocks_is_the_error_of_their_mean() -> None:
    sums = np.array([3.0, 5.0, 4.0, 8.0])
    found = clustered_ratio(sums, np.full(4, 2), "points")
    assert found.value == pytest.approx(2.5)
    assert found.se == pytest.approx(reference.sem(sums / 2))
    assert found.hi == pytest.approx(2.5 + reference.t.ppf(0.975, 3) * reference.sem(sums / 2))


def test_block_order_and_empty_blocks_change_nothing() -> None:
    rng = np.random.default_rng(1)
    weights = rng.integers(1, 20, 40)
    parts = rng.binomial(weights, 0.3)
    shuffled = rng.permutation(64)
    wide = [np.concatenate([values, np.zeros(24, int)])[shuffled] for values in (parts, weights)]
    for plain, other in (
        (clustered_ratio(parts, weights, "points"), clustered_ratio(*wide, "points")),
        (clustered_rate(parts, weights), clustered_rate(*wide)),
    ):
        assert (plain.value, plain.se, plain.lo, plain.hi) == pytest.approx((other.value, other.se, other.lo, other.hi))


@pytest.mark.parametrize(
    ("estimate", "value", "has_interval"),
    [
        (rate(0, 0), None, False),
        (rate(0, 5), 0.0, True),
        (rate(5, 5), 1.0, True),
        (mean(0, 0, 0, "points"), None, False),
        (mean(3, 9, 1, "points"), 3.0, False),
        (mean(4, 8, 2, "points"), 2.0, False),
        (mean(200, 400, 100, "hands"), 2.0, True),
        (clustered_ratio([0, 0], [0, 0], "points"), None, False),
        (clustered_ratio([3], [2], "points"), 1.5, False),
        (clustered_ratio([2, 2], [2, 2], "points"), 1.0, False),
        (clustered_ratio([2] * 64, [2] * 64, "points"), 1.0, True),
        (clustered_rate([], []), None, False),
        (clustered_rate([1], [2]), 0.5, True),
        (clustered_rate([0] * 64, [5] * 64), 0.0, True),
    ],
)
def test_small_samples_claim_nothing_they_cannot_know(
    estimate: Estimate, value: float | None, has_interval: bool
) -> None:
    assert estimate.value == value
    assert (estimate.lo is not None and estimate.hi is not None) == has_interval
    if has_interval and estimate.unit == "share":
        assert estimate.hi - estimate.lo > 0
    json.dumps(estimate.to_dict(), allow_nan=False)


def test_blocks_of_different_number_are_refused() -> None:
    with pytest.raises(ValueError, match="one sum a block"):
        clustered_rate([1, 2], [3])


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(0.513, 0.001, 0.511, 0.515, 10**6, "share", ""), "51.3 % ± 0.2 (n = 1 000 000)"),
        (Estimate(0.5132, 0.0005, 0.5122, 0.5142, 10**6, "share", ""), "51.32 % ± 0.10 (n = 1 000 000)"),
        (Estimate(1.5, 0.1, 1.3, 1.7, 99, "points", ""), "1.5 ± 0.2 (n = 99)"),
        (Estimate(123.4, 60, 3.4, 243.4, 5, "points", ""), "123 ± 120 (n = 5)"),
        (rate(3, 60), "5 % (2 to 14) (n = 60)"),
        (rate(0, 10), "0 % (0 to 28) (n = 10)"),
        (rate(0, 0), "- (n = 0)"),
        (mean(3, 9, 1, "points"), "3 ± ? (n = 1)"),
        (mean(200, 400, 100, "hands"), "2 ± 0 (n = 100)"),
    ],
)
def test_text(estimate: Estimate, text: str) -> None:
    assert str(estimate) == text


def test_signed_text() -> None:
    assert Estimate(0.002, 0.001, 0.0, 0.004, 5, "points", "").short(signed=True) == "+0.002 ± 0.002"


def test_thousands() -> None:
    assert [spaced(n) for n in (0, 999, 1000, 1234567)] == ["0", "999", "1 000", "1 234 567"]


def test_scipy_is_not_needed_at_run_time() -> None:
    code = (
        "import sys, sim.stats.estimates as told; told.t_quantile(5); "
        "assert not {'scipy', 'pandas', 'numba'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def games(rng: np.random.Generator, runs: int, n: int, spread: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hits, trials and points a block for `runs` runs of `n` games of 4 to 16 hands.

    The chance of a hit is the same in all hands of a game and varies from game to game around 0.3 by `spread`.
    """
    trials = rng.integers(4, 17, (runs, n))
    chance = np.clip(0.3 + rng.normal(0, spread, (runs, n)), 0, 1) if spread else np.full((runs, n), 0.3)
    hits = rng.binomial(trials, chance)
    points = hits * 2 - rng.binomial(trials - hits, 0.5)
    block = np.arange(n) % BLOCKS
    sums = []
    for values in (hits, trials, points):
        table = np.zeros((runs, BLOCKS), np.int64)
        np.add.at(table.T, block, values.T)
        sums.append(table)
    return sums[0], sums[1], sums[2]


def coverage(estimates: list[Estimate], truth: float) -> float:
    known = [e for e in estimates if e.lo is not None and e.hi is not None]
    return sum(e.lo <= truth <= e.hi for e in known) / len(known)


RUNS = 2000
# Four standard errors of a coverage of 95 % seen in 2000 runs.
SLACK = 4 * math.sqrt(0.95 * 0.05 / RUNS)


@pytest.mark.parametrize("spread", [0.0, 0.15])
@pytest.mark.parametrize("n", [64, 200, 2000])
def test_rates_of_clustered_hands_cover(n: int, spread: float) -> None:
    rng = np.random.default_rng(n + round(100 * spread))
    hits, trials, _ = games(rng, RUNS, n, spread)
    truth = 0.3 if spread == 0 else float(np.clip(0.3 + rng.normal(0, spread, 10**6), 0, 1).mean())
    found = coverage([clustered_rate(h, t) for h, t in zip(hits, trials, strict=True)], truth)
    # A design effect held at 1 or more makes the interval of independent hands a little too wide.
    assert 0.95 - SLACK < found < (0.98 if spread == 0 else 0.95 + SLACK)
    if spread:
        naive = coverage([rate(int(h.sum()), int(t.sum())) for h, t in zip(hits, trials, strict=True)], truth)
        assert naive < 0.92, "the blocks would not be needed"


@pytest.mark.parametrize("n", [2, 5, 20, 63])
def test_rates_of_few_games_cover(n: int) -> None:
    hits, trials, _ = games(np.random.default_rng(n), RUNS, n, 0.0)
    found = coverage([clustered_rate(h, t) for h, t in zip(hits, trials, strict=True)], 0.3)
    assert 0.95 - SLACK - 0.01 < found < 0.985


def test_rare_events_cover() -> None:
    rng = np.random.default_rng(9)
    hits = rng.binomial(20, 0.002, (RUNS, BLOCKS))
    found = coverage([clustered_rate(h, np.full(BLOCKS, 20)) for h in hits], 0.002)
    assert 0.94 < found < 0.99


@pytest.mark.parametrize("spread", [0.0, 0.15])
@pytest.mark.parametrize("n", [8, 64, 640])
def test_means_of_clustered_hands_cover(n: int, spread: float) -> None:
    rng = np.random.default_rng(n + round(100 * spread))
    chance = 0.3 if spread == 0 else float(np.clip(0.3 + rng.normal(0, spread, 10**6), 0, 1).mean())
    _, trials, points = games(rng, RUNS, n, spread)
    found = coverage([clustered_ratio(p, t, "p") for p, t in zip(points, trials, strict=True)], 2.5 * chance - 0.5)
    assert 0.95 - SLACK - (0.01 if n < 64 else 0) < found < 0.95 + SLACK


def test_independent_means_cover() -> None:
    values = np.random.default_rng(3).poisson(10, (RUNS, 30))
    found = [mean(int(v.sum()), int((v * v).sum()), v.size, "hands") for v in values]
    assert abs(coverage(found, 10.0) - 0.95) < SLACK
