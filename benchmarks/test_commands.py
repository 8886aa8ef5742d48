"""The commands as a user starts them, each in a process of its own: wall clock and largest memory."""

import shutil
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.processes import euchre_sim
from benchmarks.stopwatch import Stopwatch

WATCH = Stopwatch("clock of the process")
pytestmark = pytest.mark.benchmark(group="commands", timer=WATCH)


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory, spec: str) -> Path:
    """A cache folder with everything compiled."""
    folder = tmp_path_factory.mktemp("cache")
    euchre_sim(["cache", "warm", "--quiet", "--strategy", spec], folder, folder)
    return folder


def measure(benchmark: BenchmarkFixture, arguments: list[str], folder: Path, cache: Path | None, rounds: int) -> None:
    """Time a command in a fresh folder each round; without a cache it gets an empty one."""
    peaks = []

    def once() -> None:
        place = folder / "round"
        place.mkdir()
        done = euchre_sim(arguments, place, cache or place / "cache")
        WATCH.add(done.seconds)
        peaks.append(done.peak)
        shutil.rmtree(place)

    benchmark.pedantic(once, rounds=rounds)
    benchmark.extra_info["peak"] = max(peaks)


def run(games: str, detail: str, spec: str) -> list[str]:
    """A `run` command that writes into its own folder."""
    return ["run", "--games", games, "--strategy", spec, "--detail", detail, "--seed", "1", "--quiet"]


def test_help(benchmark: BenchmarkFixture, tmp_path: Path, cache: Path) -> None:
    measure(benchmark, ["--help"], tmp_path, cache, rounds=10)


def test_warm_start(benchmark: BenchmarkFixture, tmp_path: Path, cache: Path, spec: str) -> None:
    measure(benchmark, run("1000", "hands", spec), tmp_path, cache, rounds=10)


def test_cold_start(benchmark: BenchmarkFixture, tmp_path: Path, spec: str) -> None:
    measure(benchmark, run("1000", "hands", spec), tmp_path, None, rounds=3)


# A tenth, all and ten times of a usual run: memory must not grow with the number of games.
@pytest.mark.parametrize(("games", "rounds"), [("1e5", 5), ("1e6", 5), ("1e7", 1)])
@pytest.mark.parametrize("detail", ["none", "hands"])
def test_run(
    benchmark: BenchmarkFixture, tmp_path: Path, cache: Path, spec: str, games: str, rounds: int, detail: str
) -> None:
    measure(benchmark, run(games, detail, spec), tmp_path, cache, rounds=rounds)
