"""The command line from outside: what it says, in text and in JSON, and how it fails."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import euchre_sim
from sim.rules.presets import PRESETS
from support.command_line import Cli, commands
from support.envelope import result
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
