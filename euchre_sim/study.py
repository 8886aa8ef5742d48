"""Showing a study while it is played: one line of progress for each of its stages, and what to do on Ctrl-C."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from euchre_sim import console
from sim.errors import Interrupted, UsageError
from sim.plain_text import command_text

if TYPE_CHECKING:
    from sim.runs.chunks import StageProgress


class Study(Protocol):
    """What is played stage by stage, such as `sim.compare.comparison.Comparison`."""

    def __iter__(self) -> "Iterator[StageProgress]": ...


def play_with_progress(study: Study, quiet: bool) -> Interrupted | None:
    """Play to the end with progress on stderr; returns the interruption if there was one."""
    bar, stage = console.ProgressLine("", quiet), ""
    try:
        for event in study:
            if event.stage != stage:
                bar.clear()
                bar, stage = console.ProgressLine(event.unit, quiet), event.stage
            bar.show(event.done, event.total, event.rate, event.eta)
    except Interrupted as interruption:
        return interruption
    except KeyboardInterrupt:
        return Interrupted("interrupted")
    finally:
        bar.clear()
    return None


def partial(interruption: Interrupted | None) -> Interrupted | None:
    """The interruption of a study whose answer is printed none the less, to be raised after that."""
    if interruption is None:
        return None
    return Interrupted(interruption.message, "the answer above is what was played until then")


def parse_number(text: str, option: str, hint: str) -> float:
    """A decimal number given to an option. Raises UsageError."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e9:
        raise UsageError(f"{option} is not a number: {text.strip() or 'nothing'}", hint)
    return value


def foot(hands: int, seconds: float, again: str) -> str:
    """How long it took, and the command that repeats it."""
    rate = f", {console.human_rate(hands / seconds)} hands a second" if seconds > 0 else ""
    return f"time    {console.human_time(seconds)}{rate}\n{command_text('again', again)}"
