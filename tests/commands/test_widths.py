"""Everything that is printed fits the screen, at 60, 80 and 120 columns, and says the same at each."""

import re
import shlex
from pathlib import Path

import pytest

from sim.plain_text import align, command_text, fold, fold_document, room
from sim.rules.presets import PRESETS
from strategies import BUILT_IN
from support.command_line import called, commands

WIDTHS = (60, 80, 120)
HAND = "ask 'JS KS AH 9D TC' --up QS --deals 400 --seed 1 -q"
LONG = "'basic{order_1=250,order_2=200,order_3=210,order_dealer=190,name_1=170,name_2=180}'"
LINES = [
    "rules list",
    *(f"rules show {name}" for name in PRESETS),
    "rules show standard --explain",
    "strategies list",
    *(f"strategies info {name}" for name in BUILT_IN),
    f"strategies info {LONG}",
    pytest.param("strategies check random --rules standard -q", marks=pytest.mark.nightly),
    "cache info",
    *(f"show --seed 1 --rules {name} --hand 4" for name in PRESETS),
    f"show --seed 1 --game 2 --strategy {LONG},basic --set stick_dealer=on --set target=5 --set loner_march=5",
    *(f"run --rules {name} --hands 500 --seed 1 --detail none -q" for name in PRESETS),
    f"run --games 100 --seed 1 --detail none -q --strategy {LONG},basic",
    f"{HAND} --seat 1",
    pytest.param(f"{HAND} --seat 4 --score 8-9 --set target=10", marks=pytest.mark.nightly),
    f"{HAND} --seat 4 --partner {LONG}",
    pytest.param(f"{HAND} --seat 2 --sensitivity", marks=pytest.mark.nightly),
    pytest.param(f"{HAND} --seat 4 --score 8-9 --open", marks=pytest.mark.nightly),
    "ask 'JS KS AH 9D TC' --up QS --seat 4 --maker 2 --decision discard --deals 400 --seed 1 -q",
    f"compare basic {LONG} --pairs 400 --seed 3 -q --against cautious --examples 1",
    "compare basic cautious --games --pairs 200 --seed 3 -q",
    "compare basic cautious --rules cutthroat --pairs 200 --seed 3 -q --against none",
    "compare basic random --sprt -0.1:0.1 --seed 3 -q --against none",
    pytest.param(
        f"compare basic cautious random lukefitz perry21 bps trickster {LONG} --pairs 200 --seed 3 -q",
        marks=pytest.mark.nightly,
    ),
    "sweep basic --param order_1=200:300:20 --pairs 200 --seed 3 -q",
    "sweep basic --param order_1=200:300:20 --param name_1=100:250:10 --pairs 100 --seed 3 -q",
    "equity --hands 300 -q",
    "equity --hands 300 --set target=21 -q",
    "equity --hands 300 --rules cutthroat --set target=4 --score 2 -q",
]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> "pytest.MonkeyPatch":
    monkeypatch.chdir(tmp_path)
    return monkeypatch


def printed(line: str, width: int, patch: pytest.MonkeyPatch) -> str:
    """What a command prints in so many columns."""
    patch.setenv("COLUMNS", str(width))
    done = called(line)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def too_wide(text: str, width: int) -> list[str]:
    """Lines that do not fit, but for those that hold one word that is too long by itself: a path, or a strategy."""
    most = min(width, 100)
    return [line for line in text.splitlines() if len(line) > most and max(map(len, line.split())) < most - 12]


@pytest.mark.parametrize("width", [60, *(pytest.param(width, marks=pytest.mark.nightly) for width in (80, 120))])
@pytest.mark.parametrize("line", LINES)
def test_everything_fits(line: str, width: int, at: pytest.MonkeyPatch) -> None:
    text = printed(line, width, at)
    assert too_wide(text, width) == []
    assert len(text.splitlines()) > 3 or width > 60


@pytest.mark.parametrize("line", ["", *(words for words, _ in commands())])
def test_help_fits(line: str, at: pytest.MonkeyPatch) -> None:
    assert too_wide(printed(f"{line} --help", 80, at), 80) == []  # Typer's runner of tests knows no other width


def test_the_room_is_that_of_columns_or_eighty(at: pytest.MonkeyPatch) -> None:
    for columns, found in (("60", 60), ("120", 100), ("10", 40), ("0", 80), ("", 80), ("wide", 80)):
        at.setenv("COLUMNS", columns)
        assert room() == found
    at.delenv("COLUMNS")
    assert room() == 80


def test_columns_that_do_not_fit_are_put_in_blocks(at: pytest.MonkeyPatch) -> None:
    at.setenv("COLUMNS", "40")
    rows = [("", *(f"number {k}" for k in range(5))), ("row", *("1.00 ± 0.01" for _ in range(5)))]
    blocks = align(rows, numbers_from=1).split("\n\n")
    assert [block.count("number") for block in blocks] == [2, 2, 1]
    assert all(block.splitlines()[1].startswith("row  ") for block in blocks)
    assert align(rows, 1, blocks=[(3, 5)]).count("\n\n") == 2, "as asked for, where that fits"


def test_a_cell_that_is_too_long_goes_over_several_lines(at: pytest.MonkeyPatch) -> None:
    at.setenv("COLUMNS", "40")
    text = align([("name", "a sentence that does not fit beside it at all"), ("other", "short")], numbers_from=2)
    assert text.splitlines() == ["name   a sentence that does not fit", "         beside it at all", "other  short"]


def test_a_long_command_can_be_pasted_into_a_shell(at: pytest.MonkeyPatch) -> None:
    at.setenv("COLUMNS", "60")
    command = "euchre-sim compare 'basic{order_1=250}' cautious --pairs 2000 --seed 12345 --set 'stick_dealer=on'"
    text = command_text("again", command)
    assert text.startswith("again   euchre-sim compare ") and max(map(len, text.splitlines())) <= 60
    assert shlex.split(text.removeprefix("again").replace("\\\n", " ")) == shlex.split(command)


def test_docstrings_keep_their_lists_and_examples(at: pytest.MonkeyPatch) -> None:
    at.setenv("COLUMNS", "40")
    text = fold_document("One two three\nfour five six seven eight nine.\n\n- a\n  b\n- c\n\n    x = 1\n")
    assert text.splitlines() == [
        "One two three four five six seven eight", "nine.", "", "- a b", "- c", "", "    x = 1",
    ]  # fmt: skip
    assert fold("word " * 12, "deals   ").splitlines()[1].startswith(" " * 8 + "word")


def test_the_same_numbers_stand_in_every_width(at: pytest.MonkeyPatch) -> None:
    line = "run --games 100 --seed 1 --detail none -q"
    found = [sorted(re.findall(r"[-+]?\d+\.\d+ ± \d+\.?\d*", printed(line, width, at))) for width in WIDTHS]
    assert len(found[0]) > 20 and found[0] == found[1] == found[2]
