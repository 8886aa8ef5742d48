"""Open hands solved, on one thread: what their points, tricks and cards cost, in time and in hands played."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.conftest import SEED
from sim.players.match import GamesPlayed, Match
from sim.players.strategy import Player
from sim.rules.rules import Rules
from sim.solver.batch import OpenHands, open_points, open_tricks
from sim.solver.played import play_costs
from sim.solver.recorded import open_hands

DEALS = 1 << 16
ROUNDS = 9
LIMITS = {open_points: 12, open_tricks: 20}
"""Hands that the engine may play in the time of one solved deal."""


@pytest.fixture(scope="module")
def part(rules: Rules, player: Player) -> GamesPlayed:
    """Hands as they are bid and played."""
    return Match(rules, [player], SEED, "hands").play(0, DEALS, detail="plays")


@pytest.fixture(scope="module")
def deals(rules: Rules, part: GamesPlayed) -> OpenHands:
    """The same at their first lead."""
    assert part.hands is not None and part.plays is not None
    return open_hands(rules, part.hands, part.plays)


@pytest.mark.benchmark(group="solver")
@pytest.mark.parametrize("solve", LIMITS, ids=lambda solve: str(solve.__name__))
def test_solve(benchmark: BenchmarkFixture, deals: OpenHands, solve: Callable[..., Any]) -> None:
    benchmark.pedantic(solve, args=(deals,), rounds=ROUNDS, warmup_rounds=1)
    benchmark.extra_info["hands"] = len(deals)


@pytest.mark.benchmark(group="solver")
def test_costs_of_cards(benchmark: BenchmarkFixture, rules: Rules, part: GamesPlayed, deals: OpenHands) -> None:
    benchmark.pedantic(play_costs, args=(rules, part.hands, part.plays), rounds=ROUNDS, warmup_rounds=1)
    benchmark.extra_info["hands"] = len(deals)


def test_a_solved_deal_costs_few_hands(match: Match, deals: OpenHands) -> None:
    """Engine and solver take turns, so that both meet the machine as busy; the best time of each counts."""
    hands = [0]

    def play() -> None:
        hands[0] = int(match.play(0, DEALS).tally.sum())

    best, engine = dict.fromkeys(LIMITS, float("inf")), float("inf")
    for _ in range(ROUNDS):
        engine = min(engine, _seconds(lambda _: play(), deals))
        best = {work: min(seconds, _seconds(work, deals)) for work, seconds in best.items()}
    a_hand = engine / hands[0]
    costs = {work.__name__: seconds / len(deals) / a_hand for work, seconds in best.items()}
    print({name: f"{cost:.1f} hands" for name, cost in costs.items()}, f"a hand {a_hand * 1e9:.0f} ns")
    assert all(costs[work.__name__] <= limit for work, limit in LIMITS.items()), costs


def _seconds(work: Callable[[OpenHands], Any], deals: OpenHands) -> float:
    """Processor time: what other programs take does not count."""
    begun = time.process_time()
    work(deals)
    return time.process_time() - begun
