"""Estimates for many cells at once: the same as `sim.stats` cell by cell, and intervals that cover."""

import numpy as np
import pytest
from numpy.typing import NDArray

from reports import estimates
from reports.estimates import Columns
from reports.tables import Measure, Table
from sim import stats

BLOCKS = 64


def random_sums(cells: int = 40) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Hits and trials in blocks, from none at all to plenty, some all alike."""
    random = np.random.default_rng(3)
    trials = random.poisson(random.choice([0, 0.1, 1, 20, 300], cells), (BLOCKS, cells))
    hits = random.binomial(trials, random.choice([0.0, 0.02, 0.5, 0.97, 1.0], cells))
    return hits, trials


def same(found: Columns, expected: list[stats.Estimate]) -> None:
    for name, attribute in (("mean", "value"), ("se", "se"), ("lo", "lo"), ("hi", "hi")):
        wanted = [getattr(estimate, attribute) for estimate in expected]
        numbers = np.array([np.nan if value is None else value for value in wanted], float)
        seen = found["n"] > 0  # of nothing, sim.stats tells nothing, and so does a frame
        np.testing.assert_allclose(found[name][seen], numbers[seen], rtol=1e-10, atol=1e-12)
        assert np.isnan(found[name][~seen]).all()
    assert found["n"].tolist() == [estimate.n for estimate in expected]


def test_rates_are_those_of_stats() -> None:
    hits, trials = random_sums()
    columns = range(trials.shape[1])
    same(estimates.rates(hits, trials), [stats.clustered_rate(hits[:, k], trials[:, k]) for k in columns])
    totals = hits.sum(axis=0), trials.sum(axis=0)
    same(
        estimates.independent_rates(hits, trials),
        [stats.rate(int(a), int(b)) for a, b in zip(*totals, strict=True)],
    )


def test_means_are_those_of_stats() -> None:
    hits, trials = random_sums()
    points = 3 * hits - trials
    columns = range(trials.shape[1])
    same(
        estimates.means(points, trials),
        [stats.clustered_ratio(points[:, k], trials[:, k], "points") for k in columns],
    )


def clustered(random: np.random.Generator, p: float, games: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Trials in games whose chances differ, as hands of a game do, summed in blocks."""
    hands = random.integers(5, 15, games)
    chance = random.beta(12 * p, 12 * (1 - p), games)
    hits = random.binomial(hands, chance)
    block = np.arange(games) % BLOCKS
    return np.bincount(block, hits, BLOCKS).astype(int), np.bincount(block, hands, BLOCKS)


@pytest.mark.slow
@pytest.mark.parametrize("p", [0.03, 0.2, 0.6])
def test_intervals_of_rates_in_clusters_cover(p: float) -> None:
    random = np.random.default_rng(8)
    pairs = [clustered(random, p, 640) for _ in range(2000)]
    found = estimates.rates(*(np.stack(sums, axis=1) for sums in zip(*pairs, strict=True)))
    covered = ((found["lo"] <= p) & (p <= found["hi"])).mean()
    assert 0.935 <= covered <= 0.968
    # As if hands were independent, intervals would be too narrow.
    naive = estimates.independent_rates(*(np.stack(sums, axis=1) for sums in zip(*pairs, strict=True)))
    assert ((naive["lo"] <= p) & (p <= naive["hi"])).mean() < covered - 0.04


@pytest.mark.slow
def test_intervals_of_points_and_of_gains_cover() -> None:
    random = np.random.default_rng(9)
    values, chances = np.array([4, 2, 1, -2]), np.array([0.08, 0.15, 0.55, 0.22])
    other = np.array([0.02, 0.2, 0.5, 0.28])
    truth = values @ chances
    trials = random.poisson(6, (BLOCKS, 3000)) + 0
    sums = [
        np.stack([values @ random.multinomial(n, each) for n in trials.reshape(-1)]).reshape(trials.shape)
        for each in (chances, other)
    ]
    found = estimates.means(sums[0], trials)
    assert 0.935 <= ((found["lo"] <= truth) & (truth <= found["hi"])).mean() <= 0.965
    measure = Measure("gain", "points", (sums[0], trials, sums[1], trials, trials), lambda s: s[0] / s[1] - s[2] / s[3])
    gain = measure.estimate()
    difference = truth - values @ other
    assert 0.935 <= ((gain["lo"] <= difference) & (difference <= gain["hi"])).mean() <= 0.965


def table(hits: NDArray[np.int64], trials: NDArray[np.int64]) -> Table:
    keys = {"cell": list(range(trials.shape[1]))}
    return Table("t", "t", keys, {"rate": Measure("rate", "share", (hits, trials))})


@pytest.mark.slow
@pytest.mark.parametrize("paired", [False, True])
def test_intervals_of_differences_cover(paired: bool) -> None:
    random = np.random.default_rng(10)
    p, q, cells = 0.3, 0.25, 2000
    if paired:
        # The same games in both runs: a hand that is won in one is mostly won in the other.
        trials = random.poisson(40, (BLOCKS, cells))
        both = random.binomial(trials, q)
        more = random.binomial(trials - both, (p - q) / (1 - q))
        a, b = table(both + more, trials), table(both, trials)
    else:
        pairs = [[clustered(random, x, 640) for _ in range(cells)] for x in (p, q)]
        a, b = (table(*(np.stack(sums, axis=1) for sums in zip(*some, strict=True))) for some in pairs)
    frame = a.difference(b, paired=paired)
    covered = ((frame.lo <= q - p) & (q - p <= frame.hi)).mean()
    assert 0.935 <= covered <= 0.965
    if paired:
        # Pairing pays: as independent runs the same differences would be far wider.
        apart = a.difference(b, paired=False)
        assert (frame.hi - frame.lo).mean() < 0.7 * (apart.hi - apart.lo).mean()


def test_a_run_against_itself_differs_by_exactly_nothing() -> None:
    random = np.random.default_rng(11)
    trials = random.poisson(30, (BLOCKS, 5)) + 1
    one = table(random.binomial(trials, 0.4), trials)
    frame = one.difference(one, paired=True)
    assert (frame[["mean", "lo", "hi"]] == 0).all(axis=None)
