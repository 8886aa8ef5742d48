"""Threads, progress, interruption and failure of runs, on made-up tables."""

import _thread
import itertools
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.errors import EuchreError, IllegalAction, Interrupted, StorageError, UsageError
from sim.runs.chunks import chunks
from sim.runs.provenance import SEED_LIMIT
from sim.runs.results import open_run
from sim.runs.run import MAX_UNITS, Run, run
from sim.runs.threads import in_turn, pool_of
from sim.runs.workers import RunProgress
from support.fake_runs import PART, STANDARD, files
from support.fakes import FakeMatch, fake_player, seat_fakes


class Slow(FakeMatch):
    """Takes its time, and counts how many parts are in play at once."""

    playing = 0
    most = 0
    lock = threading.Lock()

    def play(self, *args: Any, **options: Any) -> Any:
        with self.lock:
            Slow.playing += 1
            Slow.most = max(Slow.most, Slow.playing)
        self.slow = 0.02
        try:
            return super().play(*args, **{**options, "batch": 20})
        finally:
            with self.lock:
                Slow.playing -= 1


def start(out: Path | None, games: int = 1000, **options: Any) -> Run:
    return run(STANDARD, [fake_player()], games=games, seed=7, out=out, part_size=PART, **options)


def workers() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("euchre")]


@pytest.fixture(autouse=True)
def _fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    Slow.most = 0
    seat_fakes(monkeypatch)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_fakes(monkeypatch, Slow)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_files_do_not_depend_on_threads(tmp_path: Path, threads: int) -> None:
    start(tmp_path / "one", threads=1).finish()
    many = start(tmp_path / "many", threads=threads).finish()
    assert files(tmp_path / "one") == files(tmp_path / "many")
    assert len(files(tmp_path / "one")) == 30
    assert many.summary == start(None, threads=threads, detail="none").finish().summary


@pytest.mark.usefixtures("slow")
def test_progress_rises_to_the_end(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    events = list(start(tmp_path / "run", threads=2))
    assert all(a.done <= b.done and a.elapsed <= b.elapsed for a, b in itertools.pairwise(events))
    assert events[0] == RunProgress(0, 1000, 0, 0, 0.0)
    assert events[0].rate == 0
    assert events[0].eta is None
    middle = events[len(events) // 2]
    assert 0 < middle.done < 1000
    assert middle.rate == pytest.approx(middle.done / middle.elapsed)
    assert middle.eta == pytest.approx((1000 - middle.done) / middle.rate)
    assert events[-1].done == events[-1].total == 1000
    assert events[-1].hands == len(open_run(tmp_path / "run").hands(["hand"]))
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("slow")
def test_no_more_parts_in_memory_than_threads() -> None:
    start(None, threads=3).finish()
    assert Slow.most == 3


def interrupt(out: Path | None, how: str) -> Interrupted:
    """The error of a run that is stopped after about a third."""
    flag = threading.Event()
    # Ctrl-C comes a little later, while the generator waits for the workers.
    stop = flag.set if how == "flag" else threading.Timer(0.01, _thread.interrupt_main).start
    with pytest.raises(Interrupted) as caught:
        drain(start(out, threads=2, stop=flag.is_set, resume="euchre-sim run --games 1000"), stop)
    assert not workers()
    return caught.value


def drain(job: Run, stop: Callable[[], None]) -> None:
    stopped = False
    for event in job:
        if event.done > 300 and not stopped:
            stopped = True
            stop()


class Stuck(FakeMatch):
    """Answers for the first two parts; in the others a strategy loops until it is let go."""

    begun: threading.Event
    let_go: threading.Event

    @classmethod
    def loop(cls) -> None:
        cls.begun.set()
        cls.let_go.wait()

    def play(self, first: int, *args: Any, **options: Any) -> Any:
        if first >= 2 * PART:
            self.loop()
        return super().play(first, *args, **options)


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    Stuck.begun, Stuck.let_go = threading.Event(), threading.Event()
    seat_fakes(monkeypatch, Stuck)
    yield
    Stuck.let_go.set()


def ctrl_c(ready: Callable[[], bool]) -> None:
    """Ctrl-C a moment after `ready` comes true: a signal that also wakes who waits for a thread."""
    main = threading.main_thread().ident
    assert main is not None

    def press() -> None:
        while not ready():
            time.sleep(0.01)
        time.sleep(0.2)
        signal.pthread_kill(main, signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()


def waits_for_workers() -> bool:
    """Whether the main thread has been stopped once and waits for the workers to end."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    while frame is not None and frame.f_code.co_name != "shutdown":
        frame = frame.f_back
    return frame is not None


@pytest.mark.usefixtures("stuck")
@pytest.mark.parametrize("first", ["flag", "ctrl-c"])
def test_the_second_ctrl_c_does_not_wait_for_a_strategy_that_never_answers(tmp_path: Path, first: str) -> None:
    if first == "ctrl-c":
        ctrl_c(Stuck.begun.is_set)
    ctrl_c(waits_for_workers)
    stop = Stuck.begun.is_set if first == "flag" else None
    with pytest.raises(Interrupted) as caught:
        start(tmp_path / "run", threads=2, stop=stop).finish()
    assert workers(), "nobody has ended it"
    assert caught.value.message == f"interrupted: 200 of 1 000 games are kept in {tmp_path / 'run'}"
    assert open_run(tmp_path / "run").units == 200


@pytest.mark.usefixtures("stuck")
def test_in_order_and_in_a_pool_the_second_ctrl_c_does_not_wait_either() -> None:
    ctrl_c(Stuck.begun.is_set)
    ctrl_c(waits_for_workers)
    with pytest.raises(KeyboardInterrupt):
        list(in_turn(lambda chunk, stop: Stuck.loop(), chunks(0, 9, 1), 2))
    Stuck.begun.clear()
    ctrl_c(Stuck.begun.is_set)  # a pool waits for nothing after the first
    with pytest.raises(KeyboardInterrupt), pool_of(2) as pool:
        pool.submit(Stuck.loop).result()
    assert workers()


def test_a_pool_waits_for_its_work() -> None:
    done = []
    with pool_of(2) as pool:
        pool.submit(lambda: done.append(time.sleep(0.2)))
    assert done == [None]
    assert not workers()


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("how", ["flag", "ctrl-c"])
def test_interrupted_run_keeps_whole_parts_and_goes_on(tmp_path: Path, how: str) -> None:
    error = interrupt(tmp_path / "run", how)
    kept = open_run(tmp_path / "run")
    assert 200 <= kept.units < 1000
    assert not kept.complete
    assert kept.units % PART == 0
    assert error.message == f"interrupted: {kept.units} of 1 000 games are kept in {tmp_path / 'run'}"
    assert error.hint == "go on with: euchre-sim run --games 1000"
    assert not list(tmp_path.rglob("*.partial"))

    events = list(job := start(tmp_path / "run"))
    assert events[0].done == events[0].kept == kept.units
    assert job.result.played == 1000 - kept.units
    whole = start(tmp_path / "whole").finish()
    assert files(tmp_path / "run") == files(tmp_path / "whole")
    assert job.result.summary == whole.summary


@pytest.mark.usefixtures("slow")
def test_ctrl_c_in_the_callers_code(tmp_path: Path) -> None:
    def press() -> None:
        raise KeyboardInterrupt

    job = start(tmp_path / "run", threads=2)
    with pytest.raises(KeyboardInterrupt):
        drain(job, press)
    assert not workers()
    kept = open_run(tmp_path / "run").units
    assert 200 <= kept < 1000
    assert job.interruption().message == f"interrupted: {kept} of 1 000 games are kept in {tmp_path / 'run'}"
    assert job.interruption().hint == "the same command goes on with it"


@pytest.mark.usefixtures("slow")
def test_interrupted_run_without_folder_keeps_nothing() -> None:
    error = interrupt(None, "ctrl-c")
    assert "nothing is kept" in error.message
    assert "--out" in error.hint


@pytest.mark.usefixtures("slow")
def test_abandoned_run_stops_its_threads(tmp_path: Path) -> None:
    events = iter(start(tmp_path / "run", threads=2))
    while next(events).done < 100:
        pass
    assert workers()
    events.close()
    assert not workers()
    # The folder is free again and goes on.
    assert start(tmp_path / "run").finish().units == 1000


class Failing(FakeMatch):
    """Fails in game 450, and again later."""

    error: Exception = IllegalAction("seat 2 played the JS, which it does not hold", "euchre-sim show ...")

    def play(self, *args: Any, **options: Any) -> Any:
        self.fail_at = {450: self.error, 850: RuntimeError("a later failure")}
        return super().play(*args, **{**options, "batch": 10})


@pytest.mark.parametrize("threads", [1, 3])
def test_error_of_a_worker_is_raised_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    seat_fakes(monkeypatch, Failing)
    with pytest.raises(IllegalAction, match="seat 2 played the JS"):
        start(tmp_path / "run", threads=threads).finish()
    assert not workers()
    seat_fakes(monkeypatch)
    start(tmp_path / "run").finish()
    start(tmp_path / "whole").finish()
    assert files(tmp_path / "run") == files(tmp_path / "whole")


def test_worker_that_stops_unasked_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Failing, "error", Interrupted("stopped"))
    seat_fakes(monkeypatch, Failing)
    with pytest.raises(Interrupted):
        start(None, threads=1).finish()


def test_ctrl_c_while_compiling_is_an_interruption(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def compiling(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sim.runs.run.open_match", compiling)
    with pytest.raises(Interrupted) as caught:
        start(tmp_path / "run", resume="the command").finish()
    assert caught.value.hint == "go on with: the command"


def test_nothing_is_compiled_for_a_run_that_is_complete(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = start(tmp_path / "run").finish()
    monkeypatch.setattr("sim.runs.run.open_match", lambda *_: pytest.fail("not needed"))
    events = list(job := start(tmp_path / "run"))
    assert [event.done for event in events] == [1000]
    assert job.result.summary == first.summary
    assert (job.result.played, job.result.hands, job.result.hands_per_second) == (0, 0, None)


def test_result_tells_what_was_done(tmp_path: Path) -> None:
    job = start(tmp_path / "run")
    with pytest.raises(UsageError, match="not finished"):
        _ = job.result
    begun = time.perf_counter()
    result = job.finish()
    assert 0 < result.seconds <= time.perf_counter() - begun
    assert result.hands == result.summary.hands
    assert result.hands_per_second == pytest.approx(result.hands / result.seconds)
    assert (result.units, result.played, result.folder) == (1000, 1000, tmp_path / "run")


def test_without_out_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = start(None).finish()
    assert (result.folder, result.config.detail) == (None, "none")
    assert not list(tmp_path.iterdir())


def test_drawn_seed_is_kept_by_the_folder(tmp_path: Path) -> None:
    def unseeded(out: Path | None) -> int:
        return run(STANDARD, [fake_player()], games=10, out=out).finish().config.seed

    first = unseeded(tmp_path / "run")
    assert 0 <= first < SEED_LIMIT
    assert unseeded(tmp_path / "run") == first
    assert unseeded(None) != first
    with pytest.raises(EuchreError, match=f"seed 5 instead of {first}"):
        run(STANDARD, [fake_player()], games=10, seed=5, out=tmp_path / "run").finish()


def test_players_may_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.runs.run.load", fake_player)
    job = run(STANDARD, ["basic", fake_player("cautious", risk=2)], games=1)
    assert [player.spec for player in job.config.players] == ["basic", "cautious{risk=2}"] * 2
    assert job.config.side_names() == ("basic", "cautious{risk=2}")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "games or hands"),
        ({"games": 1, "hands": 1}, "games or hands"),
        ({"games": 0}, "games must be a whole number from 1"),
        ({"games": -3}, "not -3"),
        ({"hands": MAX_UNITS + 1}, "hands must be a whole number"),
        ({"games": 1e6}, "games must be a whole number"),
        ({"games": True}, "games must be a whole number"),
        ({"games": 1, "threads": 0}, "threads must be"),
        ({"games": 1, "part_size": 0}, "part_size must be"),
        ({"games": 1, "detail": "all"}, "detail must be one of none, games, hands, plays"),
        ({"games": 1, "detail": "plays"}, "needs a folder"),
        ({"hands": 1, "detail": "games", "out": "x"}, "single hands"),
        ({"games": 1, "seed": -1}, "seed must be"),
        ({"games": 1, "seed": SEED_LIMIT}, "seed must be"),
        ({"games": 1, "seed": 1.5}, "seed must be"),
        ({"games": 1, "players": 3}, "3 strategies for a game of 4 players"),
        ({"games": 1, "players": 0}, "0 strategies"),
    ],
)
def test_bad_options_are_told_before_anything_happens(options: dict[str, Any], words: str) -> None:
    seats = [fake_player()] * options.pop("players", 1)
    with pytest.raises(UsageError) as caught:
        run(STANDARD, seats, **options)
    assert words in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(("threads", "allowed"), [(2, 20), *((1, flushes) for flushes in range(16, 25))])
def test_disk_that_fills_up_keeps_finished_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int, allowed: int
) -> None:
    """Whatever is being flushed when it is full: a table, its folder, the tally or the tally's folder."""
    import errno
    import os

    calls = itertools.count()
    fsync = os.fsync

    def full(handle: int) -> None:
        if next(calls) > allowed:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match="the disk is full") as caught:
        start(tmp_path / "run", threads=threads).finish()
    assert "finished parts are kept" in caught.value.hint
    assert not list(tmp_path.rglob("*.partial"))
    assert 0 < open_run(tmp_path / "run").units < 1000
    whole = {path.name for path in (tmp_path / "run" / "tally").iterdir()}
    assert {path.name for path in (tmp_path / "run").rglob("part-*")} == whole
    monkeypatch.setattr(os, "fsync", fsync)
    start(tmp_path / "run").finish()
    start(tmp_path / "whole").finish()
    assert files(tmp_path / "run") == files(tmp_path / "whole")
