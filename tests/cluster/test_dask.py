"""Work on a Dask cluster of this machine: the same to the last bit as on threads, whatever happens to the workers."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from support.command_line import ended
from support.places import ROOT

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'euchre-sim[cluster]'")
pytestmark = pytest.mark.nightly

ENVIRONMENT = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the script says that works on a cluster of four processes."""
    script = [sys.executable, ROOT / "tests" / "support" / "on_a_cluster.py", tmp_path_factory.mktemp("cluster")]
    done = subprocess.run(script, env=ENVIRONMENT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return {name: value for line in done.stdout.splitlines() for name, value in json.loads(line).items()}


@pytest.mark.parametrize("what", ["run", "files", "compare", "round_robin", "sweep"])
def test_a_worker_that_is_killed_changes_nothing(facts: dict[str, Any], what: str) -> None:
    assert facts[what] is True
    assert facts["parts"] == 3 * 30


def test_errors_come_back_as_they_are_raised_here(facts: dict[str, Any]) -> None:
    here, there = facts["illegal"]
    assert here.startswith("5 ")
    assert "broke the rules: order_up" in here
    assert there.partition(", seat")[0] == here.partition(", seat")[0]


def test_a_worker_with_another_version_is_refused(facts: dict[str, Any]) -> None:
    assert facts["version"].startswith("9 a worker has euchre-sim ")


def test_a_cluster_that_is_lost_is_told(facts: dict[str, Any]) -> None:
    assert facts["lost"].startswith("9 the cluster was lost: ")


def command(line: str, folder: Path) -> "subprocess.Popen[str]":
    """A command in a process group of its own, as a terminal has it."""
    words = [sys.executable, "-m", "euchre_sim", *line.split()]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        words, cwd=folder, env=ENVIRONMENT, text=True, stdout=pipe, stderr=pipe, start_new_session=True
    )


def processes_of(group: int) -> list[str]:
    """The processes of a group that have not ended."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, itself = stat.read_text().rpartition(")")[2].split()[:3]
            if int(itself) == group and state != "Z":
                found.append(stat.parent.name)
    return found


def test_ctrl_c_keeps_what_is_finished_and_leaves_no_process(tmp_path: Path) -> None:
    running = command("run --hands 200M --seed 1 --detail none --dask local --out run --quiet", tmp_path)
    until = time.monotonic() + 200
    while not list(tmp_path.glob("run/tally/part-*.parquet")):
        assert running.poll() is None and time.monotonic() < until, running.communicate()
        time.sleep(0.1)
    os.killpg(running.pid, signal.SIGINT)
    code, out, told = ended(running)
    assert (code, out) == (130, "")
    assert told.startswith("euchre-sim: interrupted: ") and " of 200 000 000 hands are kept in run\n\nhint: " in told
    until = time.monotonic() + 30
    while left := processes_of(running.pid):
        assert time.monotonic() < until, left
        time.sleep(0.1)


def test_a_scheduler_that_is_not_there(tmp_path: Path) -> None:
    from sim.runs import cluster

    script = (
        "from sim.runs import cluster\ncluster.PATIENCE = 1.0\n"
        "try:\n    with cluster.open_cluster('tcp://127.0.0.1:9'): pass\n"
        "except cluster.ClusterError as error: print(error.message)\n"
    )
    assert cluster.PATIENCE > 1
    done = subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, text=True, timeout=120)
    assert done.stdout.startswith("the cluster at tcp://127.0.0.1:9 does not answer"), done.stderr
