"""Progress and numbers for people, and every error as a sentence, a hint and an exit code."""

import io
import json
from collections.abc import Callable

import pytest

from euchre_sim import console
from sim.errors import Interrupted, RulesError, StorageError


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_terminal_gets_one_line_that_is_written_over() -> None:
    screen, clock = Terminal(), Clock()
    progress = console.ProgressLine("games", stream=screen, clock=clock)
    for done in (1000, 2000, 9500):
        progress.show(done, 10_000, 1000.0, (10_000 - done) / 1000)
        clock.now += 1
    progress.clear()
    assert screen.getvalue().split("\r") == [
        "",
        "1 000 of 10 000 games, 10 %, 1 000 a second, 9.0 s left",
        "2 000 of 10 000 games, 20 %, 1 000 a second, 8.0 s left",
        "9 500 of 10 000 games, 95 %, 1 000 a second, 0.5 s left",
        " " * 55,
        "",
    ]


def test_a_log_file_gets_a_line_now_and_then() -> None:
    log, clock = io.StringIO(), Clock()
    progress = console.ProgressLine("hands", stream=log, clock=clock)
    for second in range(101):
        progress.show(1000 * second, 1_000_000, 1000.0, 1000.0 - second)
        clock.now += 1
    progress.clear()
    assert log.getvalue().splitlines() == [
        "euchre-sim: 10 000 of 1 000 000 hands, 1 %, 1 000 a second, 16 min 30 s left",
        "euchre-sim: 70 000 of 1 000 000 hands, 7 %, 1 000 a second, 15 min 30 s left",
    ]


def test_nothing_is_said_of_the_rate_before_it_is_known() -> None:
    assert console.progress_line(500, 1000, "games", 0.0, None) == "500 of 1 000 games, 50 %"


def test_quiet_says_nothing() -> None:
    screen = Terminal()
    progress = console.ProgressLine("games", quiet=True, stream=screen)
    progress.show(500, 1000, 1.0, 500.0)
    progress.clear()
    assert screen.getvalue() == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.25, "0.25"),
        (7.4, "7"),
        (834.4, "834"),
        (61_349, "61 300"),
        (2_412_000, "2.41 million"),
        (1.2e7, "12 million"),
    ],
)
def test_rates_have_three_figures(value: float, text: str) -> None:
    assert console.human_rate(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.44, "0.4 s"), (12.4, "12 s"), (200, "3 min 20 s"), (7500, "2 h 5 min"), (59.7, "1 min 0 s")],
)
def test_times(seconds: float, text: str) -> None:
    assert console.human_time(seconds) == text


def _raise(error: BaseException) -> Callable[[], None]:
    def command() -> None:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (RulesError("no such preset: x", "try y"), 3, "euchre-sim: no such preset: x\n\nhint: try y\n"),
        (StorageError("the disk is full"), 7, "euchre-sim: the disk is full\n"),
        (KeyboardInterrupt(), 130, "euchre-sim: interrupted; nothing was written\n"),
        (console.ReaderGone(), 0, ""),
    ],
)
def test_errors_have_one_form(capfd: pytest.CaptureFixture[str], error: BaseException, code: int, text: str) -> None:
    assert console.guarded(_raise(error)) == code
    assert capfd.readouterr().err == text


def test_a_mistake_of_ours_asks_to_be_reported(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert console.guarded(_raise(ZeroDivisionError("oops"))) == 70
    told = capfd.readouterr().err
    assert told.startswith("euchre-sim: something went wrong inside the program: ZeroDivisionError: oops\n\nhint: ")
    assert "Traceback" not in told
    monkeypatch.setenv("EUCHRE_SIM_TRACEBACK", "1")
    assert console.guarded(_raise(ZeroDivisionError("oops"))) == 70
    assert "Traceback (most recent call last)" in capfd.readouterr().err


@pytest.fixture
def in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_call", console._Call(["compare", "a b", "c", "--json"]))


@pytest.mark.usefixtures("in_json")
@pytest.mark.parametrize(
    ("error", "code", "message", "hint"),
    [
        (RulesError("no such preset: x", "try y"), 3, "no such preset: x", "try y"),
        (StorageError("the disk is full"), 7, "the disk is full", None),
        (KeyboardInterrupt(), 130, "interrupted; nothing was written", None),
    ],
)
def test_an_error_is_one_object_too(
    capfd: pytest.CaptureFixture[str], error: BaseException, code: int, message: str, hint: str | None
) -> None:
    assert console.guarded(_raise(error)) == code
    out, told = capfd.readouterr()
    envelope = json.loads(out)
    assert list(envelope) == ["version", "command", "error"]
    assert envelope["command"] == "euchre-sim compare 'a b' c --json"
    assert envelope["error"] == {"code": code, "message": message, "hint": hint}
    assert told.startswith(f"euchre-sim: {message}\n")


@pytest.mark.usefixtures("in_json")
def test_what_was_interrupted_has_a_result_and_an_error_in_one_object(capfd: pytest.CaptureFixture[str]) -> None:
    stopped = Interrupted("interrupted", "look above")

    def command() -> None:
        console.answer_json({"pairs": 5}, "euchre-sim again", stopped)
        raise stopped

    assert console.guarded(command) == 130
    envelope = json.loads(capfd.readouterr().out)
    assert list(envelope) == ["version", "command", "result", "error"]
    assert (envelope["command"], envelope["result"]) == ("euchre-sim again", {"pairs": 5})
    assert envelope["error"] == {"code": 130, "message": "interrupted", "hint": "look above"}


@pytest.mark.usefixtures("in_json")
def test_every_reader_of_json_reads_the_same_numbers(capfd: pytest.CaptureFixture[str]) -> None:
    console.answer_json({"seed": 2**53, "most": 2**53 - 1, "nan": [float("nan"), float("-inf")], "yes": True})
    found = json.loads(capfd.readouterr().out)["result"]
    assert found == {"seed": "9007199254740992", "most": 2**53 - 1, "nan": [None, None], "yes": True}
