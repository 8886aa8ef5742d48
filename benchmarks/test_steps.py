"""Nanoseconds a hand of each step of the engine, on one thread."""

from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.conftest import SEED
from benchmarks.steps import STEPS, TimedGames
from benchmarks.stopwatch import Stopwatch
from sim.engine.layout import B
from sim.engine.match_state import Table
from sim.players.match import ROUNDS, Match
from sim.players.strategy import Player
from sim.rules.rules import Rules

CALLS = 8
"""Calls of the loop a round; together 262 144 hands."""
ENOUGH_GAMES = 1 << 17
"""So many that no lane runs dry within a round."""
DETAIL = {"recording hands": "hands", "recording tricks": "plays"}
"""Steps that only a run with this detail has; the others are timed without output."""


@pytest.fixture(scope="module")
def table(rules: Rules, player: Player) -> Table:
    return Table(rules, [player.link((), rules.auction, rules.players)], [0] * rules.players, SEED)


def test_the_timed_loop_plays_what_the_engine_plays(table: Table, match: Match) -> None:
    ours = TimedGames(table, 3000, "plays")
    while ours.games.going:
        ours.go_on(ROUNDS)
    part = match.play(0, 3000, detail="plays")
    assert np.array_equal(ours.games.tally, part.tally)
    for found, wanted in zip(ours.games.tables(), (part.games, part.hands, part.plays), strict=True):
        assert found is not None
        assert wanted is not None
        assert found.keys() == wanted.keys()
        assert all(np.array_equal(found[name], wanted[name]) for name in wanted)


WATCHES = {step: Stopwatch(f"clock of {step}") for step in STEPS}


@pytest.mark.parametrize(
    "step", [pytest.param(step, marks=pytest.mark.benchmark(group="steps", timer=WATCHES[step])) for step in STEPS]
)
def test_step(benchmark: BenchmarkFixture, table: Table, step: str) -> None:
    played: dict[str, Any] = {}

    def play() -> None:
        timed = TimedGames(table, ENOUGH_GAMES, DETAIL.get(step, "none"))
        for _ in range(CALLS):
            timed.go_on(ROUNDS)
        WATCHES[step].add(timed.seconds(step))
        played["hands"] = int(timed.games.tally.sum())

    benchmark.pedantic(play, rounds=20, warmup_rounds=1)
    assert played["hands"] == CALLS * ROUNDS * B
    benchmark.extra_info["hands"] = played["hands"]
