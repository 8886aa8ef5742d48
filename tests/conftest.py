"""What all tests share: how hypothesis runs, how wide the screen is, and that the engine is compiled only once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from support.command_line import Cli, called
from support.places import ROOT

os.environ["COLUMNS"] = "80"  # what is printed has this width wherever the tests run

# The first call of compiled code takes seconds, so there is no deadline; the same examples on every machine.
settings.register_profile("euchre-sim", deadline=None, derandomize=True)
settings.load_profile("euchre-sim")


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The command, run in this process and in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return called


def pytest_configure(config: pytest.Config) -> None:
    """Compile what nearly every test needs, on all processors, before those that test would all begin with it."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None) or config.option.collectonly:
        return
    subprocess.run([sys.executable, "-m", "euchre_sim", "cache", "warm"], cwd=ROOT, stdout=sys.stderr)
