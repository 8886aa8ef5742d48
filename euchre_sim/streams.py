"""Streams that never end the program with a traceback: closed ones, full ones, and those that know ASCII only."""

import codecs
import io
import os
import sys
from contextlib import suppress
from typing import Any, Final, TextIO

from euchre_sim import console
from sim.errors import StorageError

_PLAIN: Final = {
    "±": "+-", "♣": "C", "♦": "D", "♠": "S", "♥": "H", "−": "-", "–": "-", "—": "-", "·": ".", "×": "x", "…": "...",
    "‘": "'", "’": "'", "“": '"', "”": '"', "≤": "<=", "≥": ">=", "█": "#", "▓": "*", "▒": "+", "░": ".", "│": "|",
    "─": "-", "●": "o", "ä": "ae", "ö": "oe", "ü": "ue", "è": "e", "é": "e", "→": "->",
}  # fmt: skip
"""What is written for a sign that a stream cannot encode."""
_ERRORS: Final = "euchre_sim.plain"


def prepare() -> None:
    """Make stdout and stderr of this process such that writing to them gives a sentence or nothing, never a traceback.

    The numbers of closed streams are given to /dev/null, or the next file that is opened would get what is printed.
    """
    codecs.register_error(_ERRORS, _in_plain_signs)
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
    if sys.stdout is None:
        sys.stdout = _Closed(io.BytesIO(), encoding="utf-8")
    else:
        sys.stdout = _wrapped(sys.stdout, _Answers)
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    else:
        sys.stderr = _wrapped(sys.stderr, _Talk)


def _wrapped(stream: TextIO, kind: "type[io.TextIOWrapper]") -> TextIO:
    if not isinstance(stream, io.TextIOWrapper):
        return stream  # somebody has put a stream of their own there
    how: dict[str, Any] = {"line_buffering": stream.line_buffering, "write_through": stream.write_through}
    encoding = stream.encoding
    return kind(stream.detach(), encoding=encoding, errors=_ERRORS, **how)


def _in_plain_signs(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_PLAIN.get(sign, sign.encode("ascii", "backslashreplace").decode()) for sign in signs), error.end


class _Answers(io.TextIOWrapper):
    """Stdout: what cannot be written ends the command with a sentence, a reader that has gone ends it silently."""

    def write(self, text: str, /) -> int:
        if text == "":  # Typer tries out what kind of stream this is
            return 0
        try:
            return super().write(text)
        except OSError as error:
            raise console.unwritten(error) from None

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            raise console.unwritten(error) from None


class _Closed(io.TextIOWrapper):
    """Stdout where there is none."""

    def write(self, text: str, /) -> int:
        raise StorageError("cannot write the answer to stdout: it is closed", "leave >&- away, or write to a file")


class _Talk(io.TextIOWrapper):
    """Stderr: what cannot be said is not said."""

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except OSError:
            return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()
