"""Comparisons as a person waits for them, compiling excluded: a million mirrored pairs, a round robin, a sweep."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.conftest import SEED
from sim.compare.comparison import compare
from sim.compare.roundrobin import round_robin
from sim.compare.sweep import sweep
from sim.rules.rules import Rules

SYSTEMS = (
    "perry21", "bps", "bps-ez", "lukefitz", "euchrestrategy-info", "somerset-1888", "ohio-next", "ten-commandments",
    "trickster", "plt-smart", "lyles-advanced", "bower-tree",
)  # fmt: skip
PAIRS = 1_000_000


@pytest.mark.benchmark(group="studies")
@pytest.mark.parametrize("explain", [True, False], ids=["all", "pairs"])
def test_compare(benchmark: BenchmarkFixture, rules: Rules, explain: bool) -> None:
    """With games, sources and other opponents, as the command does; and the pairs with their games alone."""
    opponents = ("basic", "cautious", "random") if explain else ()

    def play() -> None:
        done = compare(rules, "perry21", "bps", pairs=PAIRS, seed=SEED, opponents=opponents, explain=explain).finish()
        benchmark.extra_info.update(pairs=PAIRS, hands=done.hands_played)

    benchmark.pedantic(play, rounds=5, warmup_rounds=1)


@pytest.mark.benchmark(group="studies")
def test_round_robin(benchmark: BenchmarkFixture, rules: Rules) -> None:
    """Twelve systems, 100 000 pairs each match."""

    def play() -> None:
        done = round_robin(rules, SYSTEMS, pairs=100_000, seed=SEED).finish()
        benchmark.extra_info.update(matches=done.comparisons, hands=done.hands_played)

    benchmark.pedantic(play, rounds=2, warmup_rounds=1)


@pytest.mark.benchmark(group="studies")
def test_sweep(benchmark: BenchmarkFixture, rules: Rules) -> None:
    """Fifty values, 20 000 pairs each, and the best again on fresh deals."""

    def play() -> None:
        done = sweep(rules, "basic", ["order_1=200:298:2"], pairs=20_000, seed=SEED).finish()
        benchmark.extra_info.update(values=len(done.points), hands=done.hands_played)

    benchmark.pedantic(play, rounds=3, warmup_rounds=1)
