"""The command line from outside: what it prints, what it writes, how it fails and how it stops."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import euchre_sim
from sim.plain_text import spaced
from sim.rules.presets import PRESETS
from support.command_line import Cli, commands, ended, process, wait_for
from support.envelope import again, result
from support.places import ROOT

# What is said


def test_help_names_every_command_and_exit_code(cli: Cli) -> None:
    for line in ("--help", "-h", ""):
        found = cli(line)
        assert found.exit_code == 0
        for word in (
            "run",
            "show",
            "rules",
            "strategies",
            "cache",
            "130  interrupted",
            " 70  a mistake in the program",
        ):
            assert f" {word}" in found.stdout


@pytest.mark.parametrize(
    "command",
    ["run", "show", "rules", "rules list", "rules show", "strategies list", "cache info", "cache clear", "cache warm"],
)
def test_every_command_has_help_and_every_option_a_line(cli: Cli, command: str) -> None:
    found = cli(f"{command} --help")
    assert found.exit_code == 0
    assert found.stdout.startswith(f"Usage: euchre-sim {command}")
    assert "--help" in found.stdout


def test_every_command_answers_in_json_when_asked() -> None:
    found = {words: {option for param in command.params for option in param.opts} for words, command in commands()}
    assert len(found) > 15
    assert [words for words, options in found.items() if "--json" not in options] == []


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("rules list", {"standard", "canadian"}),
        ("rules show", {"name", "rules", "choices"}),
        ("strategies list", {"basic"}),
        ("strategies info basic", {"spec", "hooks"}),
        ("strategies new bot.py", {"file", "check"}),
        ("cache info", {"folder", "files"}),
        ("cache warm", {"folder", "strategies"}),
        ("show --seed 1 --hand 2", {"seats", "tricks"}),
        ("run --hands 500 --seed 1 --out run", {"run", "summary"}),
        ("report run --section seats --format json", {"folder", "main", "files"}),
    ],
)
def test_the_envelope_is_the_same_for_all(cli: Cli, line: str, keys: set[str]) -> None:
    if line.startswith("report"):
        cli("run --hands 500 --seed 1 --out run")
    found = cli(f"{line} --json -q" if "-q" in cli(f"{line.split(' --')[0]} --help").stdout else f"{line} --json")
    assert found.exit_code == 0, found.stderr
    assert keys <= set(result(found.stdout))


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("run --json --gaems 10", 2, "no such option: --gaems"),
        ("rules show standrad --json", 3, "unknown preset: 'standrad'"),
        ("ask 'JS KS' --json", 2, "the upcard is missing"),
        ("show nothing --json", 6, "nothing does not exist"),
        ("cache warm --json --strategy basci", 4, "unknown strategy: 'basci'"),
    ],
)
def test_an_error_in_json_is_on_stdout_and_its_sentence_on_stderr(cli: Cli, line: str, code: int, message: str) -> None:
    found = cli(line)
    assert found.exit_code == code
    envelope = json.loads(found.stdout)
    assert envelope["error"]["code"] == code
    assert envelope["error"]["message"].startswith(message)
    assert found.stderr.endswith(f"{envelope['error']['message']}\n\nhint: {envelope['error']['hint']}\n")


def test_version(cli: Cli) -> None:
    assert cli("--version").stdout == f"euchre-sim {euchre_sim.__version__}\n"


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, euchre_sim.cli\n"
        "print([name for name in ('numpy', 'numba', 'pandas', 'pyarrow', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_python_api_is_all_there() -> None:
    for name in euchre_sim.__all__:
        assert getattr(euchre_sim, name) is not None
    assert dir(euchre_sim) == sorted(euchre_sim.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = euchre_sim.nothing


def test_rules_list(cli: Cli) -> None:
    blocks = {block.splitlines()[0]: block.splitlines() for block in cli("rules list").stdout.split("\n\n")}
    assert list(blocks) == list(PRESETS)
    assert blocks["canadian"][-1] == "  = standard with dealer_partner_order=alone_only"
    listed = result(cli("rules list --json").stdout)
    assert list(listed) == list(PRESETS)
    assert listed["classic32"]["differs"]["deck"] == {"value": "32", "standard": "24"}


def test_rules_show(cli: Cli) -> None:
    text = cli("rules show canadian --set target=11").stdout.splitlines()
    assert text[0].startswith("canadian with target=11 (id ")
    cells = [re.split("  +", line) for line in text]
    assert ["* target", "11", "off, 1 to 1000"] in cells
    assert ["", "stick_dealer", "off", "off, on, forfeit1"] in cells
    assert [line.split()[1] for line in text if line.startswith("* ")] == ["target", "dealer_partner_order", "differs"]
    assert text[-1] == "* differs from standard, which has target=10, dealer_partner_order=free"
    data = result(cli("rules show canadian --json").stdout)
    assert data["name"] == "canadian"
    assert data["rules"]["dealer_partner_order"] == "alone_only"
    assert list(data["differs"]) == ["dealer_partner_order"]
    assert data["choices"]["max_hands"] == "off, 1 to 10000"


def test_rules_explained(cli: Cli) -> None:
    plain, explained = cli("rules show").stdout, cli("rules show --explain").stdout
    assert set(plain.splitlines()) <= set(explained.splitlines())
    assert "[4 euchrelinks]" in explained


def test_rules_of_a_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('preset = "canadian"\ntarget = 5\n')
    assert "* target" in cli("rules show house.toml").stdout


def test_strategies_list(cli: Cli) -> None:
    names = result(cli("strategies list --json").stdout)
    assert {"basic", "cautious", "random"} <= set(names)
    lines = [line for line in cli("strategies list").stdout.splitlines() if not line.startswith(" ")]
    assert [line.split()[0] for line in lines] == sorted(names)
    assert all(len(line.split()) > 3 for line in lines)


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


# Errors


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("run", 2, "neither --games nor --hands is given"),
        ("run --games 10 --hands 10", 2, "--games and --hands are both given"),
        ("run --games -3", 2, "--games must be at least 1, not -3"),
        ("run --games 0", 2, "--games must be at least 1, not 0"),
        ("run --games 1.5", 2, "--games must be a whole number, not 1.5"),
        ("run --games 1e30", 2, "--games 1e30 is more than the limit of 1 000 000 000 000"),
        ("run --hands many", 2, "--hands is not a number: many"),
        ("run --games 10 --threads 0", 2, "--threads must be at least 1, not 0"),
        ("run --games 10 --threads 100k", 2, "threads must be a whole number from 1 to 512, not 100000"),
        ("run --games 10 --seed -1", 2, "--seed is not a whole number from 0 to 9223372036854775807: -1"),
        ("run --games 10 --detail all", 2, "unknown --detail: 'all'"),
        ("run --hands 10 --detail games", 2, "detail games keeps a row a game, but this run plays single hands"),
        ("run --games 10 --set target", 2, "--set needs field=value, not: target"),
        ("run --games 10 --strategy basic --strategy random,basic", 2, "3 strategies for a game with 4 players"),
        ("run --games 10 --strategy basic{", 2, "the braces of --strategy basic{ do not pair"),
        ("run --gaems 10", 2, "no such option: --gaems"),
        ("run --games", 2, "option '--games' requires an argument"),
        ("rnu --games 10", 2, "no such command 'rnu'. Did you mean 'run'?"),
        ("rules", 2, "missing command"),
        ("run --games 10 --rules standrad", 3, "unknown preset: 'standrad'"),
        ("run --games 10 --rules nothing.toml", 3, "cannot read rule file nothing.toml: No such file or directory"),
        ("run --games 10 --set stick_dealer=maybe", 3, "stick_dealer takes off, on, forfeit1, not 'maybe'"),
        ("run --games 10 --set stikc_dealer=on", 3, "unknown rule: 'stikc_dealer'"),
        (
            "run --games 10 --set partner_takeover=on",
            3,
            "partner_takeover belongs to the historic game in which a partner",
        ),
        (
            "run --games 10 --set maker_alone=no --set defend_alone=vs_loner",
            3,
            "defend_alone = vs_loner needs a lone maker, but maker_alone = no",
        ),
        ("run --games 10 --strategy basci", 4, "unknown strategy: 'basci'"),
        ("run --games 10 --strategy ./none.py", 4, "there is no file "),
        ("run --games 10 --strategy basic{nothing=1}", 4, "basic has no parameter 'nothing'"),
        ("run --games 10 --out ''", 2, "--out is empty"),
        ("run --games 10 --out file", 6, "file is a file, not a folder"),
        ("run --games 10 --out other", 6, "other holds other files and is not a run"),
        ("run --games 50 --seed 2 --out run", 6, "run holds another run; this one has seed 2 instead of 1"),
        ("run --games 10 --out run", 6, "run already holds 50 games of this run, more than the 10 asked for"),
        ("run --games 50 --out run --detail games", 6, "run was recorded with detail hands, not games"),
        ("show none --game 1", 6, "none does not exist"),
        ("show other --game 1", 6, "other is not a run: it has no run.json"),
        ("rules show standrad", 3, "unknown preset: 'standrad'"),
        ("cache warm --strategy basci", 4, "unknown strategy: 'basci'"),
    ],
)
def test_bad_input_gives_a_sentence_a_hint_and_a_code(
    cli: Cli, tmp_path: Path, line: str, code: int, message: str
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("")
    if "--out run" in line:
        assert cli("run --games 50 --seed 1 --out run").exit_code == 0
    found = cli(line)
    assert found.exit_code == code, found.stderr
    first, blank, hint = found.stderr.splitlines()[-3:]
    assert first.startswith(f"euchre-sim: {message}")
    assert blank == ""
    assert hint.startswith("hint: ")
    assert "Traceback" not in found.stderr
    assert found.stdout == ""


@pytest.mark.parametrize(
    ("source", "code", "message"),
    [
        ("def lead(v:\n", 4, "bot.py:1: "),
        ("import nothing_like_this\n", 4, "bot.py:1: ModuleNotFoundError: "),
        ("x = 1\n", 4, "./bot.py defines none of the hooks"),
        ("def order_up(v):\n    return v.nothing\n", 4, ""),
        ("def follow(v):\n    return v.upcard\n", 5, "./bot.py broke the rules: follow in trick "),
        ("def order_up(v):\n    return 7\n", 5, "./bot.py broke the rules: order_up"),
    ],
)
def test_strategies_that_do_not_work(cli: Cli, tmp_path: Path, source: str, code: int, message: str) -> None:
    (tmp_path / "bot.py").write_text(source)
    found = cli("run --games 10 --seed 1 --strategy ./bot.py --detail none")
    assert found.exit_code == code, found.stderr
    assert message in found.stderr.splitlines()[-3]
    assert found.stderr.splitlines()[-1].startswith("hint: ")
    assert "Traceback" not in found.stderr


# Processes


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    running = process("rules show --explain", tmp_path)
    assert running.stdout is not None
    running.stdout.close()
    assert running.stderr is not None
    assert running.stderr.read() == ""
    running.stderr.close()
    assert running.wait() == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_under_stdout_is_told(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        code, _, told = ended(process("rules show", tmp_path, stdout=full))
    assert code == 7
    assert told == "euchre-sim: cannot write the answer to stdout: No space left on device\n\nhint: is the disk full?\n"


def test_a_cache_that_cannot_be_written_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, out, told = ended(process("cache info", tmp_path, EUCHRE_SIM_CACHE="file/cache"))
    assert code == 0
    assert told.startswith("euchre-sim: warning: the cache folder file/cache can't be written")
    assert out.startswith("folder         file/cache\n")


def test_the_cache_is_told_and_cleared(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    (cache / "0123456789abcdef").mkdir(parents=True)
    (cache / "0123456789abcdef" / "step.nbc").write_bytes(b"x" * 1000)
    (cache / "0123456789abcdef" / "euchre-sim-cache").touch()
    code, out, _ = ended(process("cache info --json", tmp_path, EUCHRE_SIM_CACHE=str(cache)))
    assert code == 0
    assert result(out).items() >= {"folder": str(cache), "files": 1, "bytes": 1000}.items()
    code, out, _ = ended(process("cache clear", tmp_path, EUCHRE_SIM_CACHE=str(cache)))
    assert (code, out) == (0, f"deleted 1 file from {cache}\n")
    assert not (cache / "0123456789abcdef").exists()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_tells_how_to_go_on_and_then_equals_a_whole_one(tmp_path: Path, number: int) -> None:
    running = process("run --games 500k --seed 9 --threads 1 --out 'cut run'", tmp_path)
    wait_for(lambda: any((tmp_path / "cut run" / "tally").glob("*.parquet")), running)
    running.send_signal(number)
    code, out, told = ended(running)
    assert (code, out) == (130, "")
    message, blank, hint = told.splitlines()[-3:]
    kept = re.fullmatch(r"euchre-sim: interrupted: ([0-9 ]+) of 500 000 games are kept in cut run", message)
    assert kept is not None
    assert int(kept[1].replace(" ", "")) == euchre_sim.load_run(tmp_path / "cut run").units > 0
    assert blank == ""
    assert hint == "hint: go on with: euchre-sim run --games 500k --seed 9 --threads 1 --out 'cut run'"
    assert ended(process(hint.removeprefix("hint: go on with: euchre-sim "), tmp_path))[0] == 0
    assert ended(process("run --games 500k --seed 9 --out whole", tmp_path))[0] == 0
    assert files(tmp_path / "cut run") == files(tmp_path / "whole")


@pytest.mark.slow
def test_an_interrupted_run_without_a_folder_says_that_nothing_is_kept(tmp_path: Path) -> None:
    running = process("run --games 1e9 --seed 9 --detail none", tmp_path)
    assert running.stderr is not None
    assert running.stderr.readline() == "euchre-sim: standard: basic, seed 9\n"
    time.sleep(3)
    running.send_signal(signal.SIGINT)
    code, out, told = ended(running)
    assert (code, out) == (130, "")
    assert re.fullmatch(
        r"euchre-sim: interrupted after [0-9 ]+ of 1 000 000 000 games; nothing is kept\n"
        r"\nhint: with --out DIR a run can be resumed\n",
        told,
    )


LOOP = """
def {}(view):
    k = view.seat
    while k > 0:
        k = k + (k & 1) - ((k + 1) & 1) + 2
        if k > 100:
            k = 1
    return k
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "run --rules hasenpfeffer --games 10 --seed 1 --detail none --strategy ./loop.py",
        "compare ./loop.py basic --rules hasenpfeffer --pairs 1000 --seed 1",
        "equity --hands 100 --strategy ./orders.py",
        "ask 'JS KS AH 9D TC' --up QS --seat 1 --seed 7 --strategy ./orders.py",
    ],
)
def test_the_second_signal_ends_a_strategy_that_never_answers(command: str, tmp_path: Path) -> None:
    (tmp_path / "loop.py").write_text(LOOP.format("bid"))
    (tmp_path / "orders.py").write_text(LOOP.format("order_up"))
    running = process(command, tmp_path)
    time.sleep(20)
    assert running.poll() is None
    running.send_signal(signal.SIGINT)
    time.sleep(2)
    begun = time.monotonic()
    running.send_signal(signal.SIGINT)
    code, _, told = ended(running)
    assert code == 130
    assert time.monotonic() - begun < 10
    assert re.search(r"^(INTERRUPTED|euchre-sim: interrupted)", told, re.MULTILINE), told


def files(folder: Path) -> dict[str, bytes]:
    """The content of all Parquet files of a run."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.parquet")}
