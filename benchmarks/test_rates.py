"""Whole hands and games a second, without output, on one thread and on two; and OpenSpiel's euchre beside them."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.conftest import SEED
from benchmarks.openspiel_loops import LOOPS
from sim.players.match import Match
from sim.runs.parts import PART_GAMES

PARTS = 4
"""Parts of a run that each thread plays in a round, about 4 million hands."""


@pytest.mark.benchmark(group="rates")
@pytest.mark.parametrize("threads", [1, 2])
def test_without_output(benchmark: BenchmarkFixture, match: Match, threads: int) -> None:
    firsts = range(0, PARTS * threads * PART_GAMES, PART_GAMES)
    hands = []

    def play(first: int) -> int:
        return int(match.play(first, first + PART_GAMES).tally.sum())

    with ThreadPoolExecutor(threads) as pool:
        benchmark.pedantic(lambda: hands.append(sum(pool.map(play, firsts))), rounds=15, warmup_rounds=1)
    benchmark.extra_info.update(hands=hands[0], games=len(firsts) * PART_GAMES, threads=threads)


@pytest.mark.benchmark(group="rates")
@pytest.mark.parametrize("loop", LOOPS)
def test_openspiel(benchmark: BenchmarkFixture, loop: str) -> None:
    drive, hands, rounds = LOOPS[loop]
    benchmark.pedantic(drive, args=(hands, SEED), rounds=rounds, warmup_rounds=1)
    benchmark.extra_info.update(hands=hands)
