"""Comparisons as a whole: exactly 0 against oneself, honest intervals, and what an interruption keeps."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from sim.compare.comparison import Comparison, compare
from sim.compare.pairs import WIN, MirroredPairs
from sim.compare.result import CompareResult
from sim.compare.sums import PairSums
from sim.errors import Interrupted, StrategyError, UsageError
from sim.players.match import hooks_asked
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS, preset
from sim.runs.chunks import Chunk
from sim.stats.elo import elo_estimate, elo_of_share, share_of_elo
from sim.stats.estimates import Estimate
from support.envelope import flat

STANDARD = PRESETS["standard"]


def made(mine: str = "basic", other: str = "cautious", game: str = "standard", **options: Any) -> CompareResult:
    return compare(preset(game), mine, other, **{"pairs": 3000, "seed": 5} | options).finish()


# What comes out


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("spec", ["basic", "random", "always-pass"])
def test_a_strategy_against_itself_is_exactly_even(game: str, spec: str) -> None:
    if lacking := load_player(spec).lacks(hooks_asked(PRESETS[game]), PRESETS[game].auction):
        with pytest.raises(StrategyError, match=f"has no {lacking[0]}, which these rules ask for"):
            made(spec, spec, game, pairs=500)
        return
    result = made(spec, spec, game, pairs=500)
    assert result.hands is not None
    assert result.hands.value.value == 0.0
    assert result.hands.histogram == ((0.0, 500),)
    assert result.hands.superiority is None
    assert result.attribution is not None and result.attribution.sources == ()
    assert result.against == ()
    if result.games is None:
        assert spec == "always-pass" or PRESETS[game].laps == "on"
        assert "no whole games" in result.notes[0]
    else:
        assert result.games.value.value == pytest.approx(1 / result.sides)
        assert len(result.games.histogram) == 1
        assert result.games.margin.value == 0.0
    assert f"{spec} and {spec} come out exactly even on every pair" in result.to_text()


@pytest.mark.parametrize("game", ["standard", "two-handed", "cutthroat"])
def test_no_number_depends_on_threads(game: str) -> None:
    one, three = (made(game=game, threads=threads, pairs=40_000).to_dict() for threads in (1, 3))
    del one["seconds"], three["seconds"]
    assert one == three


def test_the_parts_of_a_result_belong_together() -> None:
    result = made(pairs=20_000)
    assert result.hands is not None and result.games is not None and result.attribution is not None
    outcomes = result.hands.outcomes
    assert sum(share.value or 0 for share in (outcomes.worse, outcomes.same, outcomes.better)) == pytest.approx(1)
    assert sum(times for _, times in result.hands.histogram) == result.hands.pairs == 20_000
    mean = sum(value * times for value, times in result.hands.histogram) / 20_000
    assert result.hands.value.value == pytest.approx(mean)
    # The same deals: the sample that is explained is the whole here.
    assert result.attribution.total == result.hands.value
    assert result.games.pairs == 2000
    assert result.hands.superiority is not None and result.hands.superiority > 0.999
    assert [one.opponent for one in result.against] == ["random"]
    assert result.against[0].difference.n == 20_000


def test_turned_round_a_comparison_of_two_sides_only_changes_its_sign() -> None:
    there, back = made(), made("cautious", "basic")
    assert there.hands is not None and back.hands is not None
    assert there.hands.histogram == tuple((-value, times) for value, times in reversed(back.hands.histogram))
    assert there.games is not None and back.games is not None
    assert there.games.elo.value == pytest.approx(-(back.games.elo.value or 0))


def test_against_others_is_what_matches_against_them_give() -> None:
    result = made(opponents=["random"], explain=False)
    means = []
    for spec in ("basic", "cautious"):
        pairs = MirroredPairs(STANDARD, load_player(spec), load_player("random"), 5)
        means.append(pairs.play(Chunk(0, 3000)).values.mean() / pairs.scale)
    against = result.against[0]
    assert against.mine.value == pytest.approx(means[0])
    assert against.other.value == pytest.approx(means[1])
    assert against.difference.value == pytest.approx(means[0] - means[1])


def test_three_sides_are_also_played_the_other_way_round() -> None:
    result = made(game="cutthroat")
    pairs = MirroredPairs(PRESETS["cutthroat"], load_player("cautious"), load_player("basic"), 5)
    assert result.reverse is not None
    assert result.reverse.value == pytest.approx(pairs.play(Chunk(0, 3000)).values.mean() / pairs.scale)
    text = flat(result.to_text())
    assert "each deal is played 3 times, each side once with basic alone" in text
    assert "the other way round, cautious alone among basic: -" in text
    assert "games won, even is 33.3 %" in text
    assert made().reverse is None


@pytest.mark.nightly
def test_scores_matter_only_in_whole_games() -> None:
    """`bridge` does nothing at 0-0; the answer then comes from the whole games."""
    result = made("bridge(basic)", "basic", pairs=20_000, opponents=())
    assert result.hands is not None and result.hands.outcomes.same.value == 1.0
    assert result.games is not None and result.games.superiority is not None
    assert "single deals at 0-0 come out exactly even" in result.to_text()


# Intervals


@pytest.mark.nightly
def test_intervals_cover_the_truth_in_95_of_100_small_comparisons() -> None:
    """2 000 comparisons of 500 pairs, the truth being that of 4 million other pairs; 2 000 of 60 pairs of games, the
    truth being that of 300 000. Measured with these and with perry21 against bps, 100 to 500 pairs or 60 to 200 games:
    94.1 to 95.6 %.
    """
    mine, other = load_player("basic"), load_player("cautious")
    hands = MirroredPairs(STANDARD, mine, other, seed=1)
    truth = PairSums(hands.scale, 2)
    for first in range(0, 4_000_000, 100_000):
        truth.add(hands.play(Chunk(first, first + 100_000)).leads)
    singles = MirroredPairs(STANDARD, mine, other, seed=2).play(Chunk(0, 1_000_000)).leads
    assert covered(singles, 500, hands.scale, truth) == pytest.approx(0.95, abs=0.015)
    games = MirroredPairs(STANDARD, mine, other, seed=1, unit="games")
    truth = PairSums(games.win_scale, 2, WIN)
    for first in range(0, 300_000, 50_000):
        wins = games.play(Chunk(first, first + 50_000)).wins
        assert wins is not None
        truth.add(wins)
    wins = MirroredPairs(STANDARD, mine, other, seed=2, unit="games").play(Chunk(0, 120_000)).wins
    assert wins is not None
    assert covered(wins, 60, games.win_scale, truth) == pytest.approx(0.95, abs=0.015)


def covered(singles: Any, size: int, scale: int, truth: PairSums) -> float:
    """Share of the comparisons of `size` pairs each whose interval holds the true mean."""
    value = truth.estimate("points").value
    assert value is not None
    hits = []
    for first in range(0, singles.shape[1], size):
        sums = PairSums(scale, 2, truth.even)
        sums.add(singles[:, first : first + size])
        estimate = sums.estimate("points")
        assert estimate.lo is not None and estimate.hi is not None
        hits.append(estimate.lo <= value <= estimate.hi)
    assert len(hits) == 2000
    return float(np.mean(hits))


def test_elo_and_share_are_inverse() -> None:
    for sides in (2, 3):
        assert elo_of_share(1 / sides, sides) == pytest.approx(0)
        assert share_of_elo(elo_of_share(0.42, sides), sides) == pytest.approx(0.42)
    assert share_of_elo(400) == pytest.approx(10 / 11)
    won = Estimate(0.6, 0.01, 0.58, 0.62, 100, "share", "student")
    elo = elo_estimate(won)
    assert elo.value == pytest.approx(70.4, abs=0.1)
    assert elo.lo == pytest.approx(elo_of_share(0.58))
    assert elo.se == pytest.approx((elo_of_share(0.6001) - elo_of_share(0.5999)) / 0.0002 * 0.01, rel=1e-3)
    assert elo_estimate(Estimate(1.0, 0.0, 1.0, 1.0, 100, "share", "student")).value is None


# Stopping


def test_what_was_played_before_an_interruption_is_kept() -> None:
    asked = [0]

    def stop() -> bool:
        asked[0] += 1
        return asked[0] > 3

    comparison = compare(STANDARD, "basic", "cautious", pairs=10_000_000, seed=1, threads=1, stop=stop)
    with pytest.raises(Interrupted, match="of 10000000 pairs"):
        comparison.finish()
    result = comparison.result
    assert not result.complete
    assert result.hands is not None and 0 < result.hands.pairs < 10_000_000
    assert "confidence sequence" in result.hands.value.method
    assert result.games is None and result.attribution is None
    assert result.to_text().startswith("INTERRUPTED")
    whole = made(pairs=result.hands.pairs, seed=1)
    assert whole.hands is not None and whole.hands.histogram == result.hands.histogram


def test_an_interruption_in_a_later_stage_keeps_the_pairs() -> None:
    comparison: Comparison
    stage = [""]
    comparison = compare(STANDARD, "basic", "cautious", pairs=5000, seed=1, stop=lambda: stage[0] == "whole games")

    def play() -> None:
        for event in comparison:
            stage[0] = event.stage

    with pytest.raises(Interrupted, match="before all parts"):
        play()
    result = comparison.result
    assert result.hands is not None and result.hands.pairs == 5000
    assert result.hands.value.method == "student"
    assert not result.complete


def test_nothing_played_is_no_result() -> None:
    with pytest.raises(UsageError, match="no pairs"):
        _ = compare(STANDARD, "basic", "cautious", pairs=100).result


def test_progress_counts_each_stage_to_its_end() -> None:
    stages: dict[str, tuple[int, int]] = {}
    for event in compare(preset("cutthroat"), "basic", "cautious", pairs=2000, seed=1):
        assert 0 <= event.done <= event.total
        assert event.done >= stages.get(event.stage, (0, 0))[0]
        stages[event.stage] = event.done, event.total
    assert list(stages) == ["pairs", "whole games", "where it comes from", "the other way round", "against random"]
    assert all(done == total for done, total in stages.values())


@pytest.mark.parametrize("options", [{"pairs": 1}, {"pairs": True}, {"threads": 0}, {"seed": -1}, {"pairs": 10**11}])
def test_numbers_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        compare(STANDARD, "basic", "cautious", **options)


def test_an_unknown_strategy_is_refused_before_anything_is_played() -> None:
    with pytest.raises(StrategyError, match="unknown strategy"):
        compare(STANDARD, "basic", "nobody")


# The file of pairs


@pytest.mark.parametrize(("game", "unit"), [("standard", "hands"), ("cutthroat", "hands"), ("two-handed", "games")])
def test_the_file_holds_every_pair(game: str, unit: Any, tmp_path: Path) -> None:
    out = tmp_path / "new" / "pairs.parquet"
    result = made(game=game, unit=unit, out=out, pairs=20_000 if unit == "hands" else 500, opponents=(), explain=False)
    table = pq.read_table(out)
    frame = table.to_pandas()
    assert len(frame) == result.main.pairs
    assert frame.iloc[:, 0].tolist() == list(range(len(frame)))
    leads = frame[[f"lead_{side}" for side in range(result.sides)]].mean(axis=1)
    assert frame["value"].to_numpy() == pytest.approx(leads.to_numpy(), abs=1e-6)
    if unit == "hands":
        assert frame["value"].mean() == pytest.approx(result.main.value.value)
    else:
        won = frame[[f"won_{side}" for side in range(result.sides)]]
        assert won.to_numpy().mean() == pytest.approx(result.main.value.value)
        assert result.games is not None
        assert frame["value"].mean() == pytest.approx(result.games.margin.value)
        assert (frame["hands_0"] > 0).all()
    facts = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    assert facts["euchre_sim.a"] == "basic"
    assert facts["euchre_sim.seed"] == "5"
    assert json.loads(facts["euchre_sim.rules"]) == preset(game).to_dict()
    assert all(field.metadata[b"description"] for field in table.schema)
    assert [path.name for path in out.parent.iterdir()] == ["pairs.parquet"]


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    from sim.errors import StorageError

    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot write"):
        made(out=tmp_path / "file" / "pairs.parquet")
