"""A run that is killed at thirty random instants, and gone on with each time, has the files of one that was not."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sim.runs.results import open_run
from support.fake_runs import files
from support.places import ROOT

pytestmark = pytest.mark.nightly
KILLS = 30
PLAY = """
import sys
from pathlib import Path
import _pytest.monkeypatch
from support.fake_runs import start
from support.fakes import seat_fakes
seat_fakes(_pytest.monkeypatch.MonkeyPatch())
print("begun", flush=True)
start(Path(sys.argv[1]), games=int(sys.argv[2])).finish()
print("done", flush=True)
"""
"""A run in parts of a hundred games: most of its time is spent in writes and renames."""


def play(place: Path, games: int) -> "subprocess.Popen[str]":
    """The run, or what is left of it, in a process of its own that has begun to play."""
    words = [sys.executable, "-c", PLAY, str(place), str(games)]
    running = subprocess.Popen(words, cwd=ROOT / "tests", env={"PYTHONPATH": str(ROOT)}, text=True, stdout=-1)
    assert running.stdout is not None
    assert running.stdout.readline() == "begun\n"
    return running


def test_thirty_kills_lose_nothing(tmp_path: Path) -> None:
    games, chance = 60_000, random.Random(18)
    with play(tmp_path / "whole", games) as whole:
        begun = time.monotonic()
        assert whole.stdout is not None
        assert whole.stdout.read() == "done\n"
        took = time.monotonic() - begun
    killed, reached, leftovers = 0, [], 0
    while killed < KILLS:
        with play(tmp_path / "run", games) as running:
            time.sleep(chance.random() * took / 12)
            running.kill()
            assert running.stdout is not None
            if running.stdout.read() == "done\n":
                break
        killed += 1
        leftovers += len(list((tmp_path / "run").rglob("*.partial")))
        if (tmp_path / "run" / "run.json").exists():
            reached.append(open_run(tmp_path / "run").units)  # whatever is there can be read
    assert killed == KILLS
    assert reached == sorted(reached), "what was finished once stays"
    assert reached[-1] > 0 and leftovers > 0, "some kills hit a file that was being written"
    with play(tmp_path / "run", games) as running:
        assert running.stdout is not None
        assert running.stdout.read() == "done\n"
    assert files(tmp_path / "run") == files(tmp_path / "whole")
