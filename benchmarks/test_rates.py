"""Whole hands and games a second, without output, on one thread and on two; and OpenSpiel's euchre beside them."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pyspiel
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.conftest import SEED
from sim.match import Match
from sim.parts import PART_GAMES

PARTS = 4
"""Parts of a run that each thread plays in a round, about 4 million hands."""
OPENSPIEL_HANDS = 4000


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
def test_openspiel(benchmark: BenchmarkFixture) -> None:
    """The fastest loop that Python allows: any legal action, deals included (there all are equally likely)."""
    game = pyspiel.load_game("euchre")
    source = random.Random(SEED)

    def play() -> None:
        for _ in range(OPENSPIEL_HANDS):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(source.choice(state.legal_actions()))
            state.returns()

    benchmark.pedantic(play, rounds=15, warmup_rounds=1)
    benchmark.extra_info.update(hands=OPENSPIEL_HANDS)


@pytest.mark.benchmark(group="rates")
def test_openspiel_as_in_its_example(benchmark: BenchmarkFixture) -> None:
    """The loop of OpenSpiel's python/examples/example.py: chance by `np.random.choice` over the outcomes."""
    game = pyspiel.load_game("euchre")
    source = np.random.RandomState(SEED)
    hands = OPENSPIEL_HANDS // 8

    def act(state: Any) -> int:
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            return int(source.choice(actions, p=chances))
        return int(source.choice(state.legal_actions(state.current_player())))

    def play() -> None:
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(act(state))
            state.returns()

    benchmark.pedantic(play, rounds=10, warmup_rounds=1)
    benchmark.extra_info.update(hands=hands)
