"""What all tests share: hypothesis, the width of the screen, one compiled engine, and the lanes of tests."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

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


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what this process compiles from now on: others may fill the same cache meanwhile."""
    from sim.engine.code_cache import CodeCache

    names: list[str] = []
    usual = CodeCache.save_overload

    def save(self: CodeCache, *more: Any) -> None:
        names.append(self._name)
        usual(self, *more)

    monkeypatch.setattr(CodeCache, "save_overload", save)
    return names


@pytest.fixture(autouse=True)
def _signals() -> None:
    """Every test begins with Python's handling of signals: nbclient, for one, leaves its own behind."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


_LEFT_OUT = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The two lanes: each test is in one of them, and both together are everything."""
    parser.addoption(
        "--nightly", action="store_true", help="run the long tests, marked `nightly`, which are otherwise left out"
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the lane that is run."""
    nightly = config.getoption("--nightly")
    left_out = [item for item in items if (item.get_closest_marker("nightly") is not None) != nightly]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]
    config.stash[_LEFT_OUT] = len(left_out)
    if hasattr(config, "workeroutput"):
        config.workeroutput["left_out"] = len(left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Hear from a process of pytest-xdist what it left out: all of them collect the same."""
    node.config.stash[_LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say what was left out, and how much the processors did: on a busy machine only that can be compared."""
    left_out, nightly = config.stash.get(_LEFT_OUT, 0), config.getoption("--nightly")
    if left_out:
        how = "without --nightly" if nightly else "with --nightly"
        terminalreporter.write_line(f"{left_out} {'shorter' if nightly else 'long'} tests left out: they run {how}")
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    busy = sum(usage.ru_utime + usage.ru_stime for usage in used)
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    terminalreporter.write_line(f"{busy:.0f} s of processor time on {os.cpu_count()} processors; load {load}")


def pytest_configure(config: pytest.Config) -> None:
    """Compile what nearly every test needs, on all processors, before those that test would all begin with it."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None) or config.option.collectonly:
        return
    subprocess.run([sys.executable, "-m", "euchre_sim", "cache", "warm"], cwd=ROOT, stdout=sys.stderr)
