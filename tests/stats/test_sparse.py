"""Means of samples in which hardly anything happened: bounds for what was not seen, and intervals that cover."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats as reference

from sim.compare.comparison import compare
from sim.compare.pairs import MirroredPairs
from sim.compare.sums import JointSums, PairSums
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.runs.chunks import Chunk
from sim.stats.estimates import FEW, FEW_SPREAD, clustered_ratio, mean, most_share, shares_of_clusters, sparse_mean
from sim.stats.sequential import ConfidenceSequence

STANDARD = PRESETS["standard"]


@pytest.mark.parametrize("level", [0.95, 0.99])
@pytest.mark.parametrize(("seen", "n"), [(0, 1), (0, 1000), (1, 7), (1, 10**6), (4, 10**5), (4, 5), (30, 2000)])
def test_largest_share_is_clopper_and_pearsons(seen: int, n: int, level: float) -> None:
    assert most_share(seen, n, level) == pytest.approx(reference.beta.ppf(level, seen + 1, n - seen), rel=1e-6)


def test_largest_share_of_all_is_all() -> None:
    assert most_share(3, 3) == 1.0
    assert most_share(0, 10**10) == pytest.approx(-math.log(0.05) / 10**10)


def test_nothing_uneven_gives_the_rule_of_three_times_what_the_rules_pay() -> None:
    found = sparse_mean(0, 0, 1000, "points", uneven=0, reach=(4.0, 4.0))
    assert (found.value, found.se) == (0.0, None)
    assert found.hi == pytest.approx(4 * (1 - 0.05**0.001))
    assert found.lo == -found.hi
    # Around an even share of games: half of them can be lost, as many won.
    won = sparse_mean(500, 250, 1000, "share", uneven=0, reach=(0.5, 0.5), even=0.5)
    assert (won.lo, won.hi) == pytest.approx((0.5 - 0.0015, 0.5 + 0.0015), abs=1e-5)
    unknown = sparse_mean(0, 0, 1000, "points", uneven=0, reach=None)
    assert unknown.lo is None and unknown.hi is None
    same = sparse_mean(0, 0, 1000, "points", uneven=0, reach=(0.0, 0.0))
    assert (same.lo, same.hi) == (0.0, 0.0)
    assert sparse_mean(0, 0, 0, "points", uneven=0, reach=None).value is None


def test_interval_ends_as_students() -> None:
    values = np.zeros(10_000)
    bounds = []
    for uneven in (0, 1, 4, 5, 20, 49, 50, 200):
        values[:uneven] = np.resize([1.0, -1.0, 2.0], uneven)
        total, total_sq = float(values.sum()), float((values**2).sum())
        found = sparse_mean(total, total_sq, 10_000, "points", uneven=uneven, reach=(4.0, 4.0))
        plain = mean(total, total_sq, 10_000, "points")
        assert found.lo is not None and found.hi is not None and found.value is not None
        assert found.lo < found.value < found.hi
        if uneven < FEW:
            bounds.append(found.hi)
            assert (found.lo, found.hi) == (-4 * most_share(uneven, 10_000), 4 * most_share(uneven, 10_000))
        elif uneven < FEW_SPREAD:
            assert plain.hi is not None
            assert found.hi - found.value == pytest.approx((plain.hi - found.value) * (1 + 2 / uneven) ** 0.5)
        else:
            assert (found.lo, found.hi, found.method) == (plain.lo, plain.hi, "student")
    assert bounds == sorted(bounds)


def test_strategies_that_hardly_ever_differ_are_not_called_equal() -> None:
    """These two differ in one deal of 2 600; 1 000 pairs in which they do not are no proof of anything."""
    found = compare(STANDARD, "basic", "basic{order_1=287}", pairs=1000, seed=2, opponents=["cautious"]).finish()
    assert found.hands is not None and found.hands.uneven == 0
    value = found.hands.value
    assert value.value == 0 and value.lo is not None and value.hi == -value.lo
    assert value.hi == pytest.approx(4 * (1 - 0.05**0.001))
    assert found.hands.superiority is None
    text = " ".join(found.to_text().split())
    assert "came out even on all 1 000 pairs; they may differ in up to 0.3 % of deals" in text
    assert "+0.000 ± 0.012 points a hand" in text
    assert "None of the pairs came out uneven" in text
    against = found.against[0].difference
    assert against.lo is not None and against.hi is not None and against.hi > against.lo
    if found.games is not None and found.games.uneven < FEW:
        assert found.games.value.lo != found.games.value.hi


def test_a_player_against_itself_is_exactly_even() -> None:
    found = compare(STANDARD, "basic", "basic{order_1=286}", pairs=200, seed=2, opponents=[]).finish()
    assert found.hands is not None and found.games is not None
    assert (found.hands.value.lo, found.hands.value.hi) == (0.0, 0.0)
    assert (found.games.value.lo, found.games.value.hi) == (0.5, 0.5)
    assert "come out exactly even on every pair" in found.to_text()


def rare(spec: str, pairs: int) -> tuple[MirroredPairs, NDArray[np.int64]]:
    """Many pairs of the default player against a version of it that hardly ever differs, a row a table."""
    tables = MirroredPairs(STANDARD, load_player("basic"), load_player(spec), 77)
    return tables, tables.play(Chunk(0, pairs)).leads


@pytest.mark.parametrize(
    ("spec", "size", "most"),
    # In 1 of 125 deals the first differs, so there are 4, 8, 16 and 32 uneven pairs in each; of the second 2 of 5 have
    # one. Where most have only a bound, that covers more often than it needs to.
    [
        ("basic{order_1=287}", 1000, 1.0),
        ("basic{order_1=270}", 500, 1.0),
        ("basic{order_1=270}", 1000, 0.99),
        ("basic{order_1=270}", 2000, 0.98),
        ("basic{order_1=270}", 4000, 0.98),
    ],
)
@pytest.mark.nightly
def test_comparisons_with_rare_differences_cover(spec: str, size: int, most: float) -> None:
    """300 comparisons; the truth is that of all their pairs together, far better known than one of them knows it."""
    tables, leads = rare(spec, 300 * size)
    truth = float(leads.sum()) / leads.shape[1] / tables.scale
    hits = 0
    for first in range(0, 300 * size, size):
        sums = tables.sums()
        sums.add(leads[:, first : first + size])
        found = sums.estimate("points")
        assert found.lo is not None and found.hi is not None
        hits += found.lo <= truth <= found.hi
    assert 0.93 <= hits / 300 <= most


def test_a_bound_holds_whenever_one_stops() -> None:
    """Looking after every pair whether the true share still fits: missed in at most 5 of 100 runs, and in some."""
    random = np.random.default_rng(4)
    sequence, share, length, missed = ConfidenceSequence(3000), 0.002, 3000, 0
    for _ in range(400):
        came = np.cumsum(random.random(length) < share)
        for uneven in range(FEW):
            looks = np.flatnonzero(came == uneven)
            # Of looks with as many uneven pairs the last has the narrowest bound.
            if len(looks) and most_share(uneven, int(looks[-1]) + 1, 1 - sequence.alpha / FEW) < share:
                missed += 1
                break
    assert 0 < missed <= 0.05 * 400
    sums = PairSums(2, 2, reach=(4.0, 4.0))
    sums.add(np.zeros((2, 500), np.int64))
    found = sums.at_any_time("points", sequence)
    assert found.hi == pytest.approx(4 * (1 - 0.01 ** (1 / 500)))


def test_differences_on_common_deals_know_how_many_were_uneven() -> None:
    values = np.zeros((3, 400), np.int64)
    values[1, :7], values[2, :3] = 2, 4
    sums = JointSums(3, 2, [4.0, 4.0, 0.0])
    sums.add(values[:, :5])
    sums.add(values[:, 5:])
    assert sums.mean(0, "points").hi == pytest.approx(4 * most_share(0, 400))
    assert sums.mean(1, "points").method == "student, 7 uneven"
    assert (sums.difference(2, 2, "points").lo, sums.difference(2, 2, "points").hi) == (0.0, 0.0)
    # Alike but in four deals: the bound is for two values that can each be as large as they may be.
    sums = JointSums(2, 2, [4.0, 4.0])
    sums.add(values[1:, :])
    assert sums.difference(0, 1, "points").method == "student, 7 uneven"
    assert sums.difference(1, 0, "points").value == pytest.approx((3 * 4 - 7 * 2) / 400 / 2)


def test_shares_count_a_deal_with_both_its_tables_once() -> None:
    # 100 deals of which both tables departed, of 1 000: as sure as 100 of 1 000, not as 200 of 2 000.
    both = shares_of_clusters(200, 400, 1000, 2)
    assert (both.lo, both.hi) == pytest.approx(reference_interval(100, 1000), abs=1e-4)
    # Tables that depart by themselves are as good as hands, and those that take turns are not thought better.
    apart = shares_of_clusters(200, 200, 1000, 2)
    assert (apart.lo, apart.hi) == pytest.approx(reference_interval(200, 2000), abs=1e-9)


def test_shares_of_a_deals_tables_cover() -> None:
    """Deals of which both tables mostly depart together, as those of real strategies do."""
    source, clusters, runs = np.random.default_rng(9), 500, 2000
    both, one = 0.03, 0.01
    hits = source.multinomial(clusters, [both, one, 1 - both - one], runs)
    truth = (2 * both + one) / 2
    found = [shares_of_clusters(int(2 * a + b), int(4 * a + b), clusters, 2) for a, b, _ in hits]
    covered = np.mean([each.lo <= truth <= each.hi for each in found if each.lo is not None and each.hi is not None])
    assert 0.935 <= covered <= 0.97
    apart = [reference_interval(int(2 * a + b), 2 * clusters) for a, b, _ in hits]
    assert np.mean([lo <= truth <= hi for lo, hi in apart]) < 0.91


def reference_interval(hits: int, n: int) -> tuple[float, float]:
    found = reference.binomtest(hits, n).proportion_ci(method="wilson")
    return float(found.low), float(found.high)


def test_blocks_that_are_all_alike_are_bounded_by_what_the_rules_pay() -> None:
    hands = np.array([3, 2, 4, 1, 5, 4])
    found = clustered_ratio(4 * hands, hands, "points", (-4.0, 4.0))
    share = most_share(0, 19)
    assert (found.value, found.se, found.n) == (4.0, None, 19)
    assert (found.lo, found.hi) == pytest.approx((4 - 8 * share, 4.0))
    # A third is no binary fraction: sums of thirds differ by rounding, which is no spread.
    thirds = clustered_ratio(hands * (1 / 3), hands, "points", (0.0, 1.0))
    assert thirds.lo is not None and thirds.hi is not None and thirds.hi - thirds.lo > 0.1
    rounded = clustered_ratio(hands * (1 / 3), hands, "points")
    assert rounded.lo is None
