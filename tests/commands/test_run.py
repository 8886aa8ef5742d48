"""`euchre-sim run` and `euchre-sim show` from outside: what they write, sum up and print."""

from pathlib import Path
from typing import Any

import pytest

import euchre_sim
from sim.plain_text import spaced
from support.command_line import Cli, ended, process
from support.envelope import again, result

# Runs


def test_a_run_writes_a_folder_and_sums_it_up(cli: Cli) -> None:
    found = cli("run --games 500 --seed 5 --strategy basic --strategy random --out runs/a --threads 1")
    assert found.exit_code == 0, found.stderr
    head = found.stdout.splitlines()
    assert head[0] == "standard: basic against random, seed 5"
    assert "\nfolder  runs/a\nagain   " in found.stdout
    assert again(found.stdout) == (
        "euchre-sim run --games 500 --strategy basic --strategy random --seed 5 --threads 1 --out runs/a"
    )
    run = euchre_sim.load_run("runs/a")
    assert run.complete
    assert len(run.games()) == 500
    assert head[1] == f"500 games, {spaced(len(run.hands()))} hands"


def test_the_same_command_again_plays_nothing_and_says_the_same(cli: Cli) -> None:
    first = cli("run --games 300 --seed 5 --out a").stdout.splitlines()
    second = cli("run --games 300 --seed 5 --out a").stdout.splitlines()
    assert second[-3] == "time    nothing was left to play"
    assert [*first[:-3], *first[-2:]] == [*second[:-3], *second[-2:]]


def test_a_run_can_be_made_longer(cli: Cli) -> None:
    cli("run --games 300 --seed 5 --out a")
    assert result(cli("run --games 500 --out a --json").stdout)["run"]["units"] == 500
    cli("run --games 500 --seed 5 --out b")
    assert euchre_sim.load_run("a").hands().equals(euchre_sim.load_run("b").hands())


def test_json_is_one_object_on_stdout(cli: Cli) -> None:
    found = cli("run --hands 2e3 --seed 7 --rules classic32 --set target=7 --detail none --json --quiet")
    assert found.stderr == ""
    data = result(found.stdout)
    run, summary = data["run"], data["summary"]
    assert run["seed"] == summary["seed"] == 7
    assert run["units"] == run["played"] == summary["hands"] == 2000
    assert run["rules"]["deck"] == 32
    assert run["rules"]["target"] == 7
    assert run["folder"] is None
    assert summary["games"] is None
    assert run["command"] == ("euchre-sim run --hands 2e3 --rules classic32 --set target=7 --seed 7 --detail none")


def test_luck_is_shown_where_asked_for_also_of_a_run_that_is_there(cli: Cli) -> None:
    plain = cli("run --games 200 --seed 5 --out a --json")
    luck = result(cli("run --games 200 --seed 5 --out a --adjust-luck --json").stdout)
    assert "luck" not in result(plain.stdout) and "--adjust-luck" in luck["run"]["command"]
    found = cli("run --games 200 --seed 5 --detail none --adjust-luck")
    assert found.exit_code == 0 and max(map(len, found.stdout.splitlines())) <= 80
    worth = luck["luck"]["difference"]["worth"]
    assert luck["run"]["played"] == 0 and 1.3 < worth < 2
    assert f"{worth:.2f} times" in found.stdout
    players = cli("run --hands 300 --rules two-handed --seed 5 --detail none --adjust-luck").stdout
    assert "player 0 less player 1" in players.split("luck adjusted")[1]


def test_luck_of_three_sides_is_refused(cli: Cli) -> None:
    found = cli("run --games 5 --rules cutthroat --adjust-luck")
    assert found.exit_code == 2 and "more than two sides" in found.stderr


def test_without_out_the_folder_is_named_by_rules_and_run(cli: Cli, tmp_path: Path) -> None:
    run = result(cli("run --games 50 --seed 1 --rules canadian --json").stdout)["run"]
    assert run["folder"] == f"runs/canadian-{run['id'][:8]}"
    assert (tmp_path / run["folder"] / "run.json").is_file()


def test_detail_none_writes_nothing(cli: Cli, tmp_path: Path) -> None:
    assert cli("run --games 50 --detail none").exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_seed_that_is_not_given_is_drawn_and_told(cli: Cli) -> None:
    seeds = {result(cli("run --games 5 --detail none --json").stdout)["run"]["seed"] for _ in range(3)}
    assert len(seeds) == 3
    found = cli("run --games 5 --detail none")
    seed = found.stdout.splitlines()[0].rpartition(" ")[2]
    assert f"euchre-sim: standard: basic, seed {seed}\n" in found.stderr
    assert f"--seed {seed} " in found.stdout.splitlines()[-1]


def test_quiet_says_nothing_but_the_answer(cli: Cli) -> None:
    assert cli("run --games 50 --detail none --quiet").stderr == ""


def test_strategies_may_be_separated_by_commas(cli: Cli) -> None:
    found = cli("run --games 50 --seed 1 --detail none --strategy basic,random,cautious,random --json")
    assert [player["spec"] for player in result(found.stdout)["run"]["players"]] == [
        "basic",
        "random",
        "cautious",
        "random",
    ]


# Hands


def said(found: Any) -> Any:
    """What a command said, without the words that were typed."""
    return result(found.stdout) if found.stdout.startswith("{") else found.stdout


def test_show_prints_what_a_run_holds(cli: Cli) -> None:
    cli("run --games 20 --seed 3 --detail plays --out all")
    cli("run --games 20 --seed 3 --out hands")
    for line in ("--game 7 --hand 2", "--game 19", "--game 0 --hand 0 --json", "--symbols --game 3", ""):
        recorded, replayed = cli(f"show all {line}"), cli(f"show hands {line}")
        assert recorded.exit_code == replayed.exit_code == 0
        assert said(recorded) == said(replayed)
        if line:
            assert said(recorded) == said(cli(f"show --seed 3 {line}"))


def test_show_agrees_with_the_tables(cli: Cli) -> None:
    cli("run --games 20 --seed 3 --detail plays --out all")
    run = euchre_sim.load_run("all")
    hands = run.hands()
    for game in range(20):
        traces = result(cli(f"show all --game {game} --json").stdout)["hands"]
        rows = hands[hands.game == game]
        assert [trace["points"] for trace in traces] == rows[["points_0", "points_1"]].values.tolist()
        assert [trace["game_winner"] for trace in traces[:-1]] == [None] * (len(traces) - 1)
        assert traces[-1]["game_winner"] == run.games().winner[game]
        assert traces[-1]["score_after"] == run.games()[["score_0", "score_1"]].values[game].tolist()


def test_show_of_single_hands(cli: Cli) -> None:
    cli("run --hands 50 --seed 3 --out hands")
    found = cli("show hands --hand 41")
    assert found.stdout.splitlines()[0] == "standard, seed 3, hand 41"
    assert found.stdout == cli("show --seed 3 --hand 41").stdout
    assert found.stdout == cli("show hands --game 41").stdout
    quiet = cli("show hands --hand 41 --quiet")
    assert quiet.stdout == found.stdout and quiet.stderr == ""


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("show", "show needs a run folder, or the --seed of a table set up anew"),
        ("show run --game 20", "there is no game 20 in run"),
        ("show run --game 1 --hand 999", "there is no hand 999 in game 1"),
        ("show run --hand 1", "--hand 1 of which game?"),
        ("show run --game x", "--game is not a number: x"),
        ("show run --game -1", "--game must not be negative: -1"),
        ("show run --game 1 --seed 4", "a run knows its rules, strategies and seed"),
        ("show --seed 4 --game 1 --hand 999", "there is no hand 999 in game 1"),
        ("show one --game 3 --hand 2", "this run has independent hands, each its own game"),
    ],
)
def test_hands_that_are_not_there(cli: Cli, line: str, message: str) -> None:
    cli("run --games 20 --seed 3 --out run")
    cli("run --hands 20 --seed 3 --out one")
    found = cli(line)
    assert found.exit_code == 2
    assert found.stderr.startswith(f"euchre-sim: {message}\n\nhint: ")
    assert found.stdout == ""


def test_a_run_whose_player_has_changed_is_not_played_again(cli: Cli, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def order_up(v):\n    return 1\n")
    for detail in ("hands", "plays"):
        line = f"run --games 20 --strategy ./bot.py --seed 1 --out {detail} --detail {detail}"
        assert ended(process(line, tmp_path))[0] == 0
    bot.write_text("def order_up(v):\n    return 0\n")
    found = cli("show hands --game 1 --hand 0 --allow ./bot.py")
    assert found.exit_code == 6, found.stderr
    assert found.stderr.splitlines()[0] == (
        "euchre-sim: the hands of hands cannot be played again: it was made with player ./bot.py with changed sources"
    )
    assert "Eldest  orders it up" in cli("show plays --game 1 --hand 0").stdout
