"""Colour is on a terminal alone, off with NO_COLOR, and adds nothing that the text does not say."""

import os
import pty
import re
import subprocess
import sys

import pytest

from euchre_sim import colour
from support.places import ROOT

RULES = "rules show canadian"


def on_a_terminal(line: str, **environment: str) -> str:
    """What a command writes to a terminal."""
    here, there = pty.openpty()
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    running = subprocess.Popen(
        [sys.executable, "-m", "euchre_sim", *line.split()],
        env=plain | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color"} | environment,
        stdout=there,
        stderr=subprocess.DEVNULL,
    )
    os.close(there)
    found = b""
    try:
        while piece := os.read(here, 65536):
            found += piece
    except OSError:  # the other end has closed
        pass
    os.close(here)
    assert running.wait() == 0
    return found.decode().replace("\r\n", "\n")


def without_colour(text: str) -> str:
    """The text under the colours."""
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def test_a_terminal_gets_colours_and_nothing_else_more() -> None:
    plain = subprocess.run(
        [sys.executable, "-m", "euchre_sim", *RULES.split()],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "\x1b" not in plain, "a pipe gets none"
    coloured = on_a_terminal(RULES)
    assert re.search(r"\x1b\[1m\* dealer_partner_order .*\x1b\[0m", coloured)
    assert without_colour(coloured) == plain
    assert on_a_terminal(RULES, NO_COLOR="1") == plain
    assert on_a_terminal(RULES, TERM="dumb") == plain
    assert "\x1b" not in on_a_terminal(f"{RULES} --json")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Best: order it up. It is worth 0.2 more.\n", "Best: order it up."),
        ("pass         +0.11 ± 0.07          best   100\n", "pass         +0.11 ± 0.07          best   100"),
        ("             points   to the best  best\n", None),
        ("order it up  -0.26 ± 0.07  -0.37 ± 0.08     -\n", None),
        ("Too close to tell: pass looks best\n", "Too close to tell:"),
        ("a is better than b by 1.35 ± 0.02 points a hand\n", "a is better than b by 1.35 ± 0.02 points a hand"),
        ("a and b cannot be told apart: the difference\n", "a and b cannot be told apart"),
        ("    240  +0.02 ± 0.01                 * |   ●   |\n", "    240  +0.02 ± 0.01                 * |   ●   |"),
        ("    260  +0.01 ± 0.01  -0.01 ± 0.01   = |   ●   |\n", None),
        ("1      >KD       JD*                9D      QD\n", None),
        ("* differs from standard, which has target=10\n", None),
        ("INTERRUPTED: this is what was played until then\n", "INTERRUPTED: this is what was played until then"),
        ("./bot.py fails\n", "./bot.py fails"),
    ],
)  # fmt: skip
def test_what_stands_out(line: str, found: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    text = colour.coloured(line)
    assert without_colour(text) == line
    inside = re.findall(r"\x1b\[[\d;]*m(.*?)\x1b\[0m", text)
    assert inside == ([] if found is None else [found])
    monkeypatch.setenv("NO_COLOR", "1")
    assert colour.coloured(line) == line
