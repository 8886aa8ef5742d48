"""Arguments given from Python, checked: what is of another kind is told in a sentence, as on the command line."""

import contextlib
import math
import os
import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TypeVar

from sim.errors import UsageError, brief, did_you_mean

Choice = TypeVar("Choice", bound=str)


def check_is_text(name: str, value: object, example: str) -> str:
    """A text; UsageError that names the argument, with an `example` in its hint."""
    if not isinstance(value, str):
        raise UsageError(f"{name} must be text, not {brief(value)}", f"for example {example}")
    return value


def check_words(name: str, value: object, between: str, example: str) -> str:
    """A text, or several (in a list or tuple) that are joined by `between`."""
    if isinstance(value, list | tuple) and value and all(isinstance(word, str) for word in value):
        return between.join(value)
    return check_is_text(name, value, example)


def check_choice(name: str, value: object, choices: Collection[Choice]) -> Choice:
    """One of some words."""
    found = next((choice for choice in choices if isinstance(value, str) and choice == value), None)
    if found is None:
        raise UsageError(f"{name} must be one of {', '.join(choices)}, not {brief(value)}", _nearest(value, choices))
    return found


def _nearest(value: object, choices: Collection[str]) -> str:
    return did_you_mean(value, choices) if isinstance(value, str) else f"for example {next(iter(choices))!r}"


def check_flag(name: str, value: object) -> bool:
    """True or False."""
    if value is not True and value is not False:
        raise UsageError(f"{name} must be True or False, not {brief(value)}", f"for example {name}=True")
    return value


def check_number(name: str, value: object, least: float, most: float, example: float) -> float:
    """A finite number from `least` to `most`, whole or not, plain or of NumPy."""
    number = math.nan
    if not isinstance(value, bool | str | bytes):
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            number = float(value)  # type: ignore[arg-type]  # what is no number raises
    if not least <= number <= most:
        shown = f"{number:g}" if isinstance(value, int | float) and not isinstance(value, bool) else brief(value)
        raise UsageError(f"{name} must be a number from {least:g} to {most:g}, not {shown}", f"for example {example:g}")
    return number


def check_path(name: str, value: object) -> Path:
    """The path of a file or folder."""
    text = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if not text or not isinstance(text, str) or "\0" in text:
        raise UsageError(f"{name} must be a path, not {brief(value)}", 'for example "runs/a"')
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+://", text):
        raise UsageError(
            f"{name} must be a path of a file system, not the address {brief(text)}",
            "write to a folder of this machine, or of a network that it has mounted, and copy it from there",
        )
    return Path(text)


def check_call(name: str, value: object) -> Callable[[], bool] | None:
    """A function, or None."""
    if value is not None and not callable(value):
        raise UsageError(
            f"{name} must be a function that answers True or False, not {brief(value)}", f"or leave {name} away"
        )
    return value


def as_list(value: object) -> list[object]:
    """Several things as a list: what a list, a tuple or another iterable holds; anything else by itself."""
    return [value] if isinstance(value, str | bytes | type | dict) or not isinstance(value, Iterable) else list(value)
