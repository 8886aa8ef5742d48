"""`euchre-sim compare` from outside."""

import json
import re
import signal
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from sim.rules.presets import preset
from support.command_line import Cli, ended, process
from support.envelope import again, flat, result


def test_an_illegal_action_ends_the_comparison_and_leaves_no_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "reneges.py").write_text("from sim.bits import low\n\n\ndef follow(v):\n    return low(v.hand)\n")
    found = cli("compare ./reneges.py basic --pairs 20k --seed 1 -q --out p.parquet")
    assert found.exit_code == 5
    assert "reneges.py broke the rules: follow in trick" in found.stderr
    assert found.stdout == ""
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".parquet" or "partial" in path.name] == []


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


def test_regret_on_the_command_line(cli: Cli) -> None:
    line = "compare basic basic --pairs 50 --against none --seed 3 --regret --regret-hands 5"
    text = cli(f"{line} -q").stdout
    assert "where basic loses points (5 hands, basic in all seats)" in text
    assert re.search(r"^together +\d+ +\d+\.\d+ % ", text, re.MULTILINE)
    assert again(text).endswith("--seed 3 --regret --regret-hands 5")
    (only,) = result(cli(f"{line} --json -q").stdout)["regret"]
    assert only["player"] == only["believed"] == "basic" and only["hands"] == 5


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
        ("compare basic cautious --regret-hands 5", "--regret-hands is the number of hands for --regret"),
        ("compare basic cautious --regret --regret-hands 0", "--regret-hands must be at least 1"),
        ("compare basic cautious --regret --games", "regret is of single hands"),
        ("compare basic cautious random --regret", "--regret is for two strategies"),
        ("compare basic basic random", "basic takes part twice"),
    ],
)
def test_wrong_usage_is_answered_with_a_sentence(cli: Cli, line: str, words: str) -> None:
    found = cli(line)
    assert found.exit_code == 2
    assert words in found.stderr
    assert "\n\nhint: " in found.stderr
    assert found.stdout == "" or (" --json" in line and json.loads(found.stdout)["error"]["code"] == 2)


def test_ctrl_c_prints_what_was_played(tmp_path: Path) -> None:
    running = process("compare basic cautious --pairs 1e9 --seed 1 --out p.parquet", tmp_path)
    partial = tmp_path / "p.parquet.partial"
    for _ in range(3000):
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
