"""Estimates for many cells at once: the same as `sim.stats.estimates` cell by cell, and intervals that cover."""

import numpy as np
import pytest
from numpy.typing import NDArray

from reports.tables import estimates
from reports.tables.estimates import Columns
from reports.tables.tables import Larger, Measure, MeasureTable
from sim.stats import estimates as stats

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
        seen = found["n"] > 0  # of nothing, sim.stats.estimates tells nothing, and so does a frame
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


@pytest.mark.nightly
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


@pytest.mark.nightly
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


def table(hits: NDArray[np.int64], trials: NDArray[np.int64]) -> MeasureTable:
    keys = {"cell": list(range(trials.shape[1]))}
    return MeasureTable("t", "t", keys, {"rate": Measure("rate", "share", (hits, trials))})


@pytest.mark.nightly
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


def test_a_run_against_itself_differs_by_nothing_as_far_as_its_sample_can_tell() -> None:
    """Other deals might have come out otherwise: in at most 3 of n, and then by no more than a whole share."""
    random = np.random.default_rng(11)
    trials = random.poisson(30, (BLOCKS, 5)) + 1
    one = table(random.binomial(trials, 0.4), trials)
    frame = one.difference(one, paired=True)
    assert (frame["mean"] == 0).all()
    np.testing.assert_allclose(frame.hi, 1 - 0.05 ** (1 / trials.sum(axis=0)))
    np.testing.assert_allclose(frame.lo, -frame.hi)


def test_samples_that_are_all_alike_are_bounded_by_what_the_rules_pay() -> None:
    """166 hands that all brought +4 differ clearly from nothing; 19 hands are no proof of anything narrower."""
    trials = np.zeros((BLOCKS, 4), np.int64)
    trials[:40, 0], trials[:12, 0] = 4, 4.5
    trials[0, 0] += 166 - trials[:, 0].sum()
    trials[:19, 1] = 1
    trials[:19, 2] = 1
    trials[0, 3] = 7
    value = np.array([4.0, 1 / 3, -2.0, 4.0])
    found = estimates.means(trials * value, trials, (-4.0, 4.0))
    same(found, [stats.clustered_ratio(trials[:, k] * value[k], trials[:, k], "points", (-4.0, 4.0)) for k in range(4)])
    assert found["lo"][0] == pytest.approx(4 - 8 * (1 - 0.05 ** (1 / 166)))
    assert found["hi"][0] == 4.0
    assert found["lo"][1] < 0 < found["hi"][1] < 1
    assert np.isnan(found["lo"][3]), "one block of games tells nothing of others"
    # Without a span there is no bound, and rounding is no spread.
    assert np.isnan(estimates.means(trials * value, trials)["lo"][:3]).all()


@pytest.mark.nightly
def test_the_larger_of_two_values_is_covered_although_the_sample_chose_it() -> None:
    random = np.random.default_rng(12)
    trials = random.poisson(3, (BLOCKS, 3000)) + 1
    for truths in ((0.3, 0.3), (0.3, 0.25), (0.3, 0.0)):
        sums = [trials * truth + random.normal(0, np.sqrt(trials)) for truth in truths]
        measure = Larger.of("best", *(Measure("", "points", (each, trials), span=(-9.0, 9.0)) for each in sums))
        found = measure.estimate()
        np.testing.assert_allclose(found["mean"], np.maximum(*(each.sum(axis=0) / trials.sum(axis=0) for each in sums)))
        assert 0.945 <= ((found["lo"] <= 0.3) & (found["hi"] >= 0.3)).mean() <= 0.99
