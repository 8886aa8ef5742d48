"""Ctrl-C that the compiler takes for a failure of its own is not lost."""

import contextlib
import signal
import sys

import pytest

from euchre_sim import interrupt
from euchre_sim.interrupt import StopOnSignal


@pytest.fixture(autouse=True)
def _nothing_raised_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupt, "_last_raised", float("-inf"))
    monkeypatch.setattr(interrupt, "_raised_in_vain", False)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)


def press(number: int = signal.SIGINT) -> bool:
    """Send a signal to this process, as something that swallows exceptions hears it; whether one was raised."""
    with contextlib.suppress(KeyboardInterrupt):
        signal.raise_signal(number)
        return False
    return True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_was_swallowed_is_heard_by_whoever_asks(number: int) -> None:
    with StopOnSignal() as stop:
        assert press(number)
        assert stop.asked()


def test_who_asks_hears_the_first_and_not_by_an_exception() -> None:
    with StopOnSignal() as stop:
        assert not stop.asked()
        assert not press() and stop.asked()
        assert press()


def test_what_was_swallowed_before_anything_began_ends_what_is_begun() -> None:
    signal.signal(signal.SIGINT, interrupt._end)
    interrupt.end_in_order()
    assert press()
    with pytest.raises(KeyboardInterrupt), StopOnSignal():
        pytest.fail("it goes on")
