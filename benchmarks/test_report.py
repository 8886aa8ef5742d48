"""A report of a run of ten million hands: wall clock and largest memory, and that both stay within what is promised."""

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.processes import euchre_sim
from benchmarks.stopwatch import Stopwatch

WATCH = Stopwatch("clock of the process")
pytestmark = pytest.mark.benchmark(group="report", timer=WATCH)

HANDS = "1e7"
MEMORY = 1 << 30
"""What a report may take."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, spec: str) -> Path:
    """A run of single hands, so that the figure is for exactly that many; games add their own table."""
    place = tmp_path_factory.mktemp("report")
    arguments = ["run", "--hands", HANDS, "--strategy", spec, "--seed", "1", "--quiet", "--out", "run"]
    euchre_sim(arguments, place, place / "cache")
    return place


@pytest.mark.parametrize("form", ["html", "json"])
def test_report(benchmark: BenchmarkFixture, folder: Path, form: str) -> None:
    peaks = []

    def once() -> None:
        done = euchre_sim(["report", "run", "--quiet", "--format", form, "--out", form], folder, folder / "cache")
        WATCH.add(done.seconds)
        peaks.append(done.peak)

    benchmark.pedantic(once, rounds=3)
    benchmark.extra_info["peak"] = max(peaks)
    assert max(peaks) < MEMORY


def test_report_of_a_million_games(benchmark: BenchmarkFixture, tmp_path: Path, spec: str) -> None:
    euchre_sim(
        ["run", "--games", "1e6", "--strategy", spec, "--seed", "1", "--quiet", "--out", "run"],
        tmp_path,
        tmp_path / "c",
    )
    peaks = []

    def once() -> None:
        done = euchre_sim(["report", "run", "--quiet"], tmp_path, tmp_path / "c")
        WATCH.add(done.seconds)
        peaks.append(done.peak)

    benchmark.pedantic(once, rounds=3)
    benchmark.extra_info["peak"] = max(peaks)
    assert max(peaks) < MEMORY
