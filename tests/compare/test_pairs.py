"""Mirrored pairs: a strategy against itself, rotations recomputed from the hands, threads, and what pairing gains."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sim.compare.pairs import WIN, MirroredPairs, PairRows, won_share
from sim.compare.sums import JointSums, PairSums
from sim.players.match import Match, hooks_asked
from sim.players.sources import available
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from sim.rules.units import Unit
from sim.runs.chunks import Chunk, chunks
from sim.runs.threads import in_turn
from support.places import BOTS

SLACK = f"{BOTS}/slack.py:Slack"
"""A wrapper that is a little worse than the player inside."""
GAMES = ["standard", "two-handed", "cutthroat", "british"]
"""Two, three and four players, and a joker."""


def played(
    rules: Rules, mine: str, other: str, unit: Unit = "hands", n: int = 200, both_ways: bool = False
) -> PairRows:
    pairs = MirroredPairs(rules, load_player(mine), load_player(other), 7, unit, both_ways)
    return pairs.play(Chunk(0, n))


def wraps(name: str) -> str:
    """The name, or a wrapper with somebody to wrap."""
    return f"{name}(basic)" if name == "bridge" else name


@pytest.mark.nightly
@pytest.mark.parametrize("game", PRESETS)
def test_every_strategy_against_itself_gives_exactly_0_on_every_pair(game: str) -> None:
    for name in available():
        spec, rules = wraps(name), PRESETS[game]
        if load_player(spec).lacks(hooks_asked(rules), rules.auction):
            continue
        rows = played(rules, spec, spec, n=30 if load_player(spec).looks_ahead else 300)
        assert not rows.values.any(), spec


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_against_oneself_are_even(game: str) -> None:
    for spec in ("basic", "random"):
        rows = played(PRESETS[game], spec, spec, "games", 40)
        assert not rows.values.any()
        assert (rows.won == WIN).all()


@pytest.mark.parametrize(
    "players", [2, 4, *(pytest.param(players, marks=pytest.mark.nightly) for players in (3, 5, 6))]
)
def test_tied_games_of_any_number_of_sides_are_shared_in_full(players: int) -> None:
    """A session of one deal ends with a tie between all, or between all but the bidder, whenever somebody bids."""
    rules = PRESETS["napoleon"].with_changes({"players": players, "max_hands": 1})
    rows = played(rules, "basic", "basic", "games", 60, both_ways=True)
    assert (rows.won == WIN * len(rows.leads) // players).all()
    assert all(WIN % sides == 0 for sides in range(1, players + 1))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("unit", ["hands", "games"])
def test_values_agree_with_the_hands_of_each_rotation(game: str, unit: Unit) -> None:
    """Points added up hand by hand, in plain Python, from matches set up one chair at a time."""
    rules, n = PRESETS[game], 60
    rows = played(rules, "basic", "random", unit, n)
    mine, other = load_player("basic"), load_player("random")
    values = [0.0] * n
    for rotation in range(rules.teams):
        chairs = [mine if chair % rules.teams == rotation else other for chair in range(rules.players)]
        part = Match(rules, chairs, 7, unit).play(0, n, "hands")
        assert part.hands is not None
        points = [[0] * rules.teams for _ in range(n)]
        for row, deal in enumerate(part.hands["game"]):
            for side in range(rules.teams):
                points[deal][side] += int(part.hands[f"points_{side}"][row])
        for deal in range(n):
            own = points[deal].pop(rotation)
            values[deal] += (own - sum(points[deal]) / len(points[deal])) / rules.teams
    pairs = MirroredPairs(rules, mine, other, 7, unit)
    assert rows.values / pairs.scale == pytest.approx(values)
    assert np.any(rows.values)


@pytest.mark.parametrize("game", GAMES)
def test_all_rotations_see_the_same_deal_and_dealer(game: str) -> None:
    rules = PRESETS[game]
    tables = MirroredPairs(rules, load_player("basic"), load_player("random"), 3).tables
    hands = [table.match.play(0, 50, "hands").hands for table in tables]
    for one, other in pairwise(hands):
        assert one is not None and other is not None
        for column in ("dealer", "upcard", *(f"hand_{seat}" for seat in range(1, rules.players + 1))):
            assert (one[column] == other[column]).all()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("unit", ["hands", "games"])
def test_played_both_ways_the_order_of_names_only_turns_the_sign(game: str, unit: Unit) -> None:
    there = played(PRESETS[game], "basic", "cautious", unit, 100, both_ways=True)
    back = played(PRESETS[game], "cautious", "basic", unit, 100, both_ways=True)
    assert (there.values == -back.values).all()
    if unit == "games":
        even = WIN * len(there.leads) // PRESETS[game].teams
        assert (there.won - even == even - back.won).all()


def test_shared_games() -> None:
    def shares(rules: Rules, *scores: int, winner: int = -1) -> list[int]:
        games: dict[str, NDArray[Any]] = {f"score_{side}": np.array([score]) for side, score in enumerate(scores)}
        games["winner"] = np.array([winner])
        return [int(won_share(games, rules, side)[0]) for side in range(len(scores))]

    cutthroat = PRESETS["cutthroat"]
    assert shares(cutthroat, 10, 3, 9, winner=0) == [WIN, 0, 0]
    assert shares(cutthroat, 10, 10, 9) == [WIN // 2, WIN // 2, 0]
    assert shares(cutthroat, 11, 10, 11) == [WIN // 2, 0, WIN // 2]
    assert shares(cutthroat.with_changes({"cutthroat_tie": "shared"}), 11, 10, 9) == [WIN // 2, WIN // 2, 0]
    assert shares(Rules(max_hands=4), 3, 3) == [WIN // 2, WIN // 2]


def test_no_result_depends_on_threads_or_chunks() -> None:
    pairs = MirroredPairs(PRESETS["cutthroat"], load_player("basic"), load_player("cautious"), 5, "games")

    def sums(threads: int, size: int) -> tuple[Any, ...]:
        found = PairSums(pairs.win_scale, 3, WIN)
        firsts = []
        for piece in in_turn(pairs.play, chunks(0, 500, size), threads):
            if piece is not None:
                firsts.append(piece[0].first)
                assert piece[1].wins is not None
                found.add(piece[1].wins)
        assert firsts == sorted(firsts)
        return found.histogram(), found.estimate("share"), found.variance_factor()

    assert sums(1, 500) == sums(2, 64) == sums(5, 33)


def test_an_error_of_a_chunk_is_raised_in_its_turn_and_stops_the_rest() -> None:
    done = []

    def work(chunk: Chunk, stop: Any) -> int:
        if chunk.first == 3:
            raise ValueError("three")
        done.append(chunk.first)
        return chunk.first

    found = (piece for piece in in_turn(work, chunks(0, 10_000, 1), 4) if piece is not None)
    assert [next(found)[1] for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three"):
        next(found)
    assert len(done) < 100


# Sums


def test_sums_are_those_of_the_values() -> None:
    source = np.random.default_rng(1)
    singles = source.integers(-4, 5, (2, 1000))
    sums = PairSums(scale=2, tables=2)
    for start in range(0, 1000, 130):
        sums.add(singles[:, start : start + 130])
    values = singles.sum(axis=0) / 2
    estimate = sums.estimate("points")
    assert estimate.value == pytest.approx(values.mean())
    assert estimate.se == pytest.approx(values.std(ddof=1) / np.sqrt(1000))
    assert sums.variance == pytest.approx(values.var(ddof=1))
    assert sum(times for _, times in sums.histogram()) == sums.n == 1000
    outcomes = sums.outcomes()
    assert outcomes.worse.value == (values < 0).mean()
    assert outcomes.better.value == (values > 0).mean()
    # 2 000 unpaired hands have the variance of one hand over 2 000, the pairs theirs over 1 000.
    expected = singles.var(axis=1, ddof=1).mean() / 2000 / (values.var(ddof=1) / 1000)
    assert sums.variance_factor() == pytest.approx(expected)


def test_sums_can_be_merged() -> None:
    singles = np.random.default_rng(2).integers(-3, 4, (3, 400))
    whole, left, right = (PairSums(6, 3, even=1) for _ in range(3))
    whole.add(singles)
    left.add(singles[:, :150])
    right.add(singles[:, 150:])
    left.merge(right)
    assert left.histogram() == whole.histogram()
    assert left.variance_factor() == whole.variance_factor()
    assert left.lead("points").value == pytest.approx(whole.total / 400 / 6 - 1 / 6)


def test_joint_sums_compare_on_the_same_deals() -> None:
    source = np.random.default_rng(3)
    shared = source.integers(-4, 5, 5000)
    values = np.stack([shared + source.integers(-1, 2, 5000), shared])
    sums = JointSums(2, scale=2)
    sums.add(values[:, :3000])
    sums.add(values[:, 3000:])
    difference = (values[0] - values[1]) / 2
    found = sums.difference(0, 1, "points")
    assert found.value == pytest.approx(difference.mean())
    assert found.se == pytest.approx(difference.std(ddof=1) / np.sqrt(5000))
    assert sums.mean(1, "points").value == pytest.approx(shared.mean() / 2)
    alone = sums.mean(0, "points").se
    assert found.se is not None and alone is not None and found.se < alone / 2


@pytest.mark.nightly
def test_pairing_is_worth_at_least_five_samples_where_strategies_agree_on_nine_deals_of_ten() -> None:
    mine, other = load_player("lukefitz"), load_player(f"{SLACK}{{order=15}}(lukefitz)")
    pairs = MirroredPairs(PRESETS["standard"], mine, other, 11)
    sums = PairSums(pairs.scale, 2)
    sums.add(pairs.play(Chunk(0, 100_000)).leads)
    same, factor = sums.outcomes().same.value, sums.variance_factor()
    assert same is not None and factor is not None
    assert same == pytest.approx(0.9, abs=0.03)
    assert factor >= 5
