"""Streams that are closed, full or know ASCII only, and Ctrl-C at any moment: a sentence and a code, no traceback."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support.places import ROOT

COMMAND = f"'{sys.executable}' -m euchre_sim"


def shell(line: str, folder: Path, **environment: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a line typed in a shell."""
    done = subprocess.run(
        ["bash", "-c", line.replace("euchre-sim", COMMAND)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        timeout=120,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("line", ["--help", "run --help", "--version", "rules list", "rules show --json"])
def test_stdout_that_cannot_be_written_is_told(line: str, tmp_path: Path) -> None:
    code, out, told = shell(f"euchre-sim {line} >&-", tmp_path)
    assert (code, out) == (7, "")
    assert told.startswith("euchre-sim: cannot write the answer to stdout: it is closed\n\nhint: ")
    code, out, told = shell(f"euchre-sim {line} >/dev/full", tmp_path)
    assert (code, out) == (7, "")
    assert told == "euchre-sim: cannot write the answer to stdout: No space left on device\n\nhint: is the disk full?\n"
    assert shell(f"euchre-sim {line} >&- 2>&-", tmp_path) == (7, "", "")


@pytest.mark.parametrize(
    "closed",
    [
        pytest.param("2>&-", marks=pytest.mark.nightly),
        "2>/dev/full",
        pytest.param("<&- 2>&-", marks=pytest.mark.nightly),
    ],
)
def test_without_stderr_the_answer_and_the_code_are_the_same(closed: str, tmp_path: Path) -> None:
    run = "run --games 50 --seed 3 --out run{} --threads 1"
    first = shell(f"euchre-sim {run.format('')}", tmp_path)
    assert first[0] == 0
    code, out, told = shell(f"euchre-sim {run.format('2')} {closed}", tmp_path)
    assert (code, told) == (0, "")
    assert out.splitlines()[:5] == first[1].splitlines()[:5]
    for file in ("hands", "games"):
        parts = [folder / file / "part-00000.parquet" for folder in (tmp_path / "run", tmp_path / "run2")]
        assert parts[0].read_bytes() == parts[1].read_bytes(), "nothing that was printed went into a file"
    assert shell(f"euchre-sim rules shwo {closed}", tmp_path) == (2, "", "")


@pytest.mark.nightly
def test_what_a_stream_cannot_encode_is_written_in_plain_signs(tmp_path: Path) -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    code, out, _ = shell("euchre-sim run --hands 500 --seed 1 --detail none", tmp_path, **ascii_only)
    assert code == 0 and "+-" in out
    code, out, _ = shell("euchre-sim show --seed 1 --hand 2 --symbols", tmp_path, **ascii_only)
    assert code == 0 and "QD" in out
    code, out, _ = shell("euchre-sim strategies info bps --json", tmp_path, **ascii_only)
    assert out.isascii() and json.loads(out)["result"]["spec"] == "bps"
    code, _, told = shell("euchre-sim strategies info '♠ü'", tmp_path, **ascii_only)
    assert code == 4 and told.startswith("euchre-sim: unknown strategy: 'Sue'\n")


def test_names_that_are_no_text_are_told(tmp_path: Path) -> None:
    code, out, told = shell(r"euchre-sim strategies info $'\xff.py' --json", tmp_path)
    assert code == 4
    assert r"\udcff.py" in told
    assert json.loads(out)["error"]["code"] == 4


@pytest.mark.parametrize("line", ["rules show", "run --games 1e9 --seed 1 --detail none --threads 1"])
def test_a_burst_of_ctrl_c_at_any_moment_of_the_start(line: str, tmp_path: Path) -> None:
    for wait in (0.03, 0.06, 0.1, 0.15, 0.2, 0.4, 0.8):
        running = subprocess.Popen(
            [sys.executable, "-m", "euchre_sim", *line.split()],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        time.sleep(wait)
        for _ in range(10):
            running.send_signal(signal.SIGINT)
            time.sleep(0.005)
        _, told = running.communicate(timeout=120)
        if "euchre-sim" not in told and ", in main\n" not in told and running.returncode:
            continue  # Python itself was still starting, or importing the first file, and ends in its own way
        assert running.returncode == 130 or (line == "rules show" and running.returncode == 0), told
        assert "Traceback" not in told, told
