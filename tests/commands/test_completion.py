"""What a shell completes: commands, presets, strategies and rules, at once."""

import os
import subprocess
import sys

import pytest

from sim.rules.house_rules import FIELDS
from sim.rules.presets import PRESETS
from strategies import BUILT_IN
from support.places import ROOT


def completed(line: str, *options: str, shell: str = "bash") -> tuple[list[str], str]:
    """What Tab offers at the end of a line, and stderr."""
    words = line.split(" ")
    done = subprocess.run(
        [sys.executable, *options, "-m", "euchre_sim"],
        env=os.environ
        | {"PYTHONPATH": str(ROOT), "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
        | {"_EUCHRE_SIM_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_ARGS": line},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("euchre-sim comp", ["compare"]),
        ("euchre-sim strategies i", ["info"]),
        ("euchre-sim run --det", ["--detail"]),
        ("euchre-sim run --rules ", list(PRESETS)),
        ("euchre-sim rules show can", ["canadian"]),
        ("euchre-sim compare ", sorted(BUILT_IN)),
        ("euchre-sim sweep lu", ["lukefitz"]),
        ("euchre-sim run --strategy basic,lu", ["basic,lukefitz"]),
        ("euchre-sim run --set ", [f"{field}=" for field in FIELDS]),
        ("euchre-sim run --set stick", ["stick_dealer=off", "stick_dealer=on", "stick_dealer=forfeit1"]),
        ("euchre-sim run --set targ", ["target="]),
    ],
)
def test_what_is_offered(line: str, offered: list[str]) -> None:
    assert completed(line)[0] == offered


def test_it_loads_nothing_heavy() -> None:
    for line in ("euchre-sim run --rules ", "euchre-sim compare b", "euchre-sim run --set stick"):
        loaded = completed(line, "-X", "importtime")[1]
        names = {row.rpartition("|")[2].strip() for row in loaded.splitlines()}
        assert "typer" in names
        assert not names & {"numpy", "numba", "pandas", "pyarrow", "rich", "strategies.basic"}


def test_the_script_for_a_shell_is_shown() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from euchre_sim.cli import main; main()"],
        env=os.environ | {"PYTHONPATH": str(ROOT), "_EUCHRE_SIM_COMPLETE": "source_zsh"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert "#compdef euchre-sim" in done.stdout
