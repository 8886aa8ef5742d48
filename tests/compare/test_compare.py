"""Comparisons as a whole: exactly 0 against oneself, honest intervals, what is said, and the command."""

import json
import re
import signal
import time
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
from support.command_line import Cli, ended, process
from support.envelope import again, flat, result

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


def test_scores_matter_only_in_whole_games() -> None:
    """`bridge` does nothing at 0-0; the answer then comes from the whole games."""
    result = made("bridge(basic)", "basic", pairs=20_000, opponents=())
    assert result.hands is not None and result.hands.outcomes.same.value == 1.0
    assert result.games is not None and result.games.superiority is not None
    assert "single deals at 0-0 come out exactly even" in result.to_text()


# Intervals


@pytest.mark.slow
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


def test_an_illegal_action_ends_the_comparison_and_leaves_no_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "reneges.py").write_text("from sim.bits import low\n\n\ndef follow(v):\n    return low(v.hand)\n")
    found = cli("compare ./reneges.py basic --pairs 20k --seed 1 -q --out p.parquet")
    assert found.exit_code == 5
    assert "reneges.py broke the rules: follow in trick" in found.stderr
    assert found.stdout == ""
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".parquet" or "partial" in path.name] == []


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    from sim.errors import StorageError

    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot write"):
        made(out=tmp_path / "file" / "pairs.parquet")


# The command


def test_the_command_says_who_is_better_and_why(cli: Cli) -> None:
    found = cli("compare basic random --pairs 4k --seed 3 --threads 1")
    assert found.exit_code == 0, found.stderr
    assert found.stderr == "euchre-sim: standard: basic, random, seed 3\n"
    text = found.stdout
    assert text.startswith("standard: basic against random, seed 3\n4 000 mirrored pairs: each deal is played twice")
    assert re.search(r"\n\nbasic is better than random by 1\.\d+ ± 0\.0\d+ points a hand\n\n", text)
    for line in (
        r"points a hand  +\+1\.\d+ ± 0\.0\d+  +4 000 pairs",
        r"likelihood of superiority  +> 99\.99 %  +4 000 pairs",
        r"pairs worse, same, better  +[\d.]+ %, [\d.]+ %, [\d.]+ %  +4 000 pairs",
        r"pairing is worth  +\d\.\d times the sample  +4 000 pairs",
        r"games won  +9\d\.\d+ % .*1 000 pairs of games",
        r"Elo  +\+\d+ .*1 000 pairs of games",
        r"where it comes from \(4 000 of the deals\)",
        r"first-round orders  +[\d.]+ %  +[+-]\d\.\d\d  +[+-]\d\.\d+ ± ",
        r"  seat 2 dealer's partner  +[\d.]+ %",
        r"  seat 4 dealer  +[\d.]+ %",
        r"card play as defender  ",
        r"together  +\+1\.\d+ ± ",
        r"basic less random when both play against others",
        r"  against cautious  +\+\d\.\d+ ± 0\.0\d+  4 000 deals",
        r"again   euchre-sim compare basic random --pairs 4k --seed 3",
    ):
        assert re.search(rf"^{line}", text, re.MULTILINE), line
    assert max(map(len, text.splitlines())) <= 80


def test_worse_is_told_as_well_as_better(cli: Cli) -> None:
    there = cli("compare random basic --pairs 2000 --seed 3 -q --against none").stdout
    assert "\nbasic is better than random by 1." in there
    assert "points a hand              -1." in there
    close = cli("compare basic cautious --pairs 4 --seed 3 -q --against none").stdout
    assert "cannot be told apart" in close or "too few to say" in close


def test_repeating_the_command_gives_the_same_answer(cli: Cli) -> None:
    first = cli("compare basic cautious --pairs 3000 --rules british --set target=7 --against random -q").stdout
    command = again(first).removeprefix("euchre-sim ")
    assert "--rules british --set target=7" in command
    told = [text.rpartition("\ntime ")[0] for text in (first, cli(f"{command} -q").stdout)]
    assert told[0] == told[1] and len(told[0]) > 500


def test_whole_games_as_pairs(cli: Cli) -> None:
    text = cli("compare basic cautious --games --pairs 1000 --seed 3 -q").stdout
    assert "1 000 mirrored pairs: each game is played twice, sides swapped" in text
    assert re.search(r"^basic is better than cautious: it wins \d\d\.\d % ± \d\.\d of the games$", text, re.MULTILINE)
    assert re.search(r"^2 of 2 games won +\d", text, re.MULTILINE)
    assert "points a game" in text and "points a hand" not in text
    text = cli("compare cautious basic --games --pairs 1000 --seed 3 -q").stdout
    assert re.search(r"^basic is better than cautious: it wins \d\d\.\d % ± ", text, re.MULTILINE)
    text = cli("compare cautious basic --games --pairs 1000 --seed 3 -q --rules cutthroat").stdout
    told = r" basic is better than cautious: cautious alone wins \d\d(\.\d)? % ± \S+ of the games, where 33.3 % is even"
    assert re.search(told, flat(text))


def test_markdown_is_made_of_tables(cli: Cli) -> None:
    text = cli("compare basic cautious --pairs 2000 --seed 3 -q --format markdown").stdout
    assert text.startswith("**basic** against **cautious**, rules standard, seed 3\n\n")
    assert "| points a hand | +" in text
    assert "| against | points a hand | n |" in text
    assert text.rstrip().endswith("`euchre-sim compare basic cautious --pairs 2000 --seed 3`")
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({line.count("|") for line in block.splitlines()}) == 1


def test_json_is_one_object_with_everything(cli: Cli) -> None:
    found = cli("compare basic 'basic{order_1=250}' --pairs 2000 --seed 3 --json -q")
    assert found.stderr == ""
    again = "euchre-sim compare basic 'basic{order_1=250}' --pairs 2000 --seed 3"
    assert json.loads(found.stdout)["command"] == again
    data = result(found.stdout)
    assert [player["spec"] for player in data["players"]] == ["basic", "basic{order_1=250}"]
    assert data["hands"]["value"]["n"] == 2000
    assert data["complete"] is True
    assert data["level"] == 0.95
    assert {source["name"] for source in data["attribution"]["sources"]} <= {"first-round orders"}


def test_early_stops_on_the_command_line(cli: Cli) -> None:
    text = cli("compare basic random --until-width 0.1 --seed 3 -q --against none").stdout
    assert re.search(r"^interval of 0\.1 points a hand  +reached ", text, re.MULTILINE)
    text = cli("compare basic random --sprt -0.1:0.1 --seed 3 -q --against none").stdout
    assert re.search(r"^test of -0\.1 or 0\.1  +at least 0\.1 points a hand ", text, re.MULTILINE)
    assert "--sprt -0.1:0.1" in text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("compare basic", "only basic is given"),
        ("compare basic cautious --pairs 1", "--pairs must be at least 2"),
        ("compare basic cautious --sprt 1", "--sprt needs LOW:HIGH"),
        ("compare basic cautious --sprt a:b", "--sprt LOW is not a number"),
        ("compare basic cautious --sprt 1:0", "must rise"),
        ("compare basic cautious --until-width wide", "--until-width is not a number"),
        ("compare basic cautious --format html", "unknown --format"),
        ("compare basic cautious --json --format markdown", "two forms of the answer"),
        ("compare basic cautious --out pairs.csv", "--out is a Parquet file"),
        ("compare basic cautious random --sprt 0:1", "--sprt is for two strategies"),
        ("compare basic cautious random --out p.parquet", "--out is for two strategies"),
        ("compare basic cautious --games --examples 2", "examples are deals"),
        ("compare basic cautious --examples 0", "--examples must be at least 1"),
        ("compare basic cautious random --examples 2", "--examples is for two strategies"),
        ("compare basic basic random", "basic takes part twice"),
    ],
)
def test_wrong_usage_is_answered_with_a_sentence(cli: Cli, line: str, words: str) -> None:
    found = cli(line)
    assert found.exit_code == 2
    assert words in found.stderr
    assert "\n\nhint: " in found.stderr
    assert found.stdout == "" or (" --json" in line and json.loads(found.stdout)["error"]["code"] == 2)


@pytest.mark.slow
def test_ctrl_c_prints_what_was_played(tmp_path: Path) -> None:
    running = process("compare basic cautious --pairs 1e9 --seed 1 --out p.parquet", tmp_path)
    partial = tmp_path / "p.parquet.partial"
    for _ in range(600):
        if partial.exists() and partial.stat().st_size > 10_000:
            break
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    code, out, told = ended(running)
    assert code == 130
    assert out.startswith("INTERRUPTED: this is what was played until then\nstandard: basic against cautious, seed 1\n")
    assert "interrupted after" in told
    pairs = int(out.splitlines()[2].partition(" mirrored")[0].replace(" ", ""))
    assert pq.read_metadata(tmp_path / "p.parquet").num_rows == pairs
    assert not partial.exists()


@pytest.mark.parametrize("game", ["standard", "cutthroat", "two-handed", "hasenpfeffer"])
def test_examples_are_deals_that_a_lost_and_show_prints_them_again(cli: Cli, game: str) -> None:
    line = f"compare basic random --rules {game} --pairs 500 --seed 3 -q --against none --examples 2"
    data = result(cli(f"{line} --json").stdout)
    examples = data["examples"]
    assert len(examples) == 2
    rules = preset(game)
    out = cli(line).stdout
    for example in examples:
        assert len(example["tables"]) == rules.teams
        for side, table in enumerate(example["tables"]):
            points = table["trace"]["points"]
            others = sum(points) - points[side]
            assert table["points"] == pytest.approx(points[side] - others / (rules.teams - 1))
            assert table["trace"]["game"] == example["hand"]
            seated = {seat["side"]: seat["strategy"] for seat in table["trace"]["seats"]}
            assert seated == {place: "basic" if place == side else "random" for place in range(rules.teams)}
            shown = cli(table["command"].removeprefix("euchre-sim ")).stdout
            assert table["command"] in flat(out) and shown in out
        assert example["points"] == pytest.approx(sum(table["points"] for table in example["tables"]) / rules.teams)
        assert example["points"] < 0
    lost = [row["hand"] for row in examples]
    more = result(cli(f"{line}0 --json --threads 1").stdout)["examples"]
    assert [row["hand"] for row in more[:2]] == lost, "the first ones, whatever the number and the threads"


def test_no_example_where_nothing_is_lost(cli: Cli) -> None:
    text = cli("compare basic always-pass --pairs 2 --seed 1 -q --against none --examples 3").stdout
    assert "examples: there is no deal that basic lost to always-pass" in text
    text = cli("compare basic cautious --pairs 300 --seed 3 -q --against none --examples 1 --format markdown").stdout
    assert "\n```\nexamples: the first deal that basic lost to cautious, at each table\n" in text
