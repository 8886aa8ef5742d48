"""Talking to the person at the terminal: answers to stdout; talk, progress and errors to stderr."""

import contextlib
import itertools
import os
import re
import shutil
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Sequence
from typing import Any, Final, TextIO

from euchre_sim import colour
from sim.command_line import PROGRAM, command
from sim.errors import EuchreError, Interrupted, StorageError
from sim.plain_text import spaced

_EXACT: Final = 2**53 - 1  # the largest whole number that every reader of JSON keeps
INTERNAL_ERROR = 70
"""Exit code of a mistake in the program itself (sysexits.h EX_SOFTWARE)."""


JSON: Final = "--json"
"""The option with which every command gives its answer, or its error, as one JSON object."""


_CARD_OR_BID: Final = re.compile(
    "(?:10|[2-9TJQKA])[CDSH♣♦♠♥]|Jo|joker|pass|order|assist|take|alone|clubs|diamonds|spades|hearts", re.IGNORECASE
)


class ReaderGone(Exception):
    """Whoever read stdout (head, less) has seen enough."""


class _Call:
    """The command that runs: its words as they were typed, whether it has to answer in JSON, and whether it has."""

    def __init__(self, words: Sequence[str] = ()) -> None:
        self.command = command(*words)
        self.words = tuple(words)
        options = words[: words.index("--")] if "--" in words else words
        self.in_json = JSON in options
        self.answered = False


_call = _Call()


def called(words: Sequence[str]) -> None:
    """Notes what was typed after the program's name, for the answer in JSON and for its errors."""
    global _call
    _call = _Call(words)


def print_answer(text: str) -> None:
    """What the command was asked for, to stdout, on a terminal with colours where they help.

    Raises ReaderGone, and StorageError when stdout cannot be written.
    """
    _write(colour.coloured(text))


def _write(text: str) -> None:
    _call.answered = True
    try:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()
    except OSError as error:
        raise unwritten(error) from None


def unwritten(error: OSError) -> ReaderGone | StorageError:
    """What it means that stdout could not be written; nothing is written there any more."""
    _drop_stdout()
    if isinstance(error, BrokenPipeError):
        return ReaderGone()
    why = error.strerror or str(error)
    return StorageError(f"cannot write the answer to stdout: {why}", "is the disk full?")


def answer_json(result: object, command: str | None = None, error: EuchreError | None = None) -> None:
    """The answer as one JSON object: the version, the command that gives it again, and the result.

    `command` is the one that was typed unless it is given, with the seed that was drawn. An interrupted study has an
    `error` beside what it came to.
    """
    envelope: dict[str, Any] = {"result": result}
    if error is not None:
        envelope["error"] = _as_dict(error.exit_code, error.message, error.hint)
    _answer_envelope(envelope, command)


def _as_dict(code: int, message: str, hint: str) -> dict[str, Any]:
    return {"code": code, "message": message, "hint": hint or None}


def _answer_envelope(content: dict[str, Any], command: str | None = None) -> None:
    import json

    from euchre_sim import __version__

    envelope = _portable({"version": __version__, "command": command or _call.command} | content)
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
    _write(json.dumps(envelope, indent=2, ensure_ascii=not encoding.startswith("utf"), allow_nan=False))


def _portable(value: Any) -> Any:
    """What every reader of JSON reads alike: no NaN, and as text the whole numbers that a double cannot hold."""
    if isinstance(value, dict):
        return {str(key): _portable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_portable(item) for item in value]
    if isinstance(value, float) and not -float("inf") < value < float("inf"):
        return None
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > _EXACT:
        return str(value)
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")  # names of files may hold any bytes
    return value


def talk(text: str) -> None:
    """One line to the person, to stderr; a reader that went away does not matter."""
    try:
        sys.stderr.write(f"{PROGRAM}: {text}\n")
        sys.stderr.flush()
    except OSError:
        pass


def hear_warnings() -> None:
    """Has warnings of the library (a cache that cannot be written) told in the house form."""

    def tell(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        talk(f"warning: {message}")

    warnings.showwarning = tell


def on_compiling() -> None:
    """Says on stderr what is being compiled from now on: a first run takes seconds and has to say why."""
    from sim.engine.jit import on_notice

    on_notice(talk)


def complain(message: str, hint: str = "") -> None:
    """An error in the house form: what was wrong, an empty line, what to do."""
    talk(f"{message}\n\nhint: {hint}" if hint else message)


def _fail(code: int, message: str, hint: str = "") -> int:
    """An error told, on stderr for people and in the answer of a command with --json; returns its exit code."""
    complain(message, hint)
    if _call.in_json and not _call.answered:
        with contextlib.suppress(ReaderGone, StorageError):  # the sentence is told, and there is nobody to read more
            _answer_envelope({"error": _as_dict(code, message, hint)})
    return code


def guarded(command: Callable[[], object]) -> int:
    """Runs a command and returns the exit code; every error is reported in the house form, none escapes."""
    try:
        code = command()
        if code == Interrupted.exit_code:  # Typer makes an exit code of a Ctrl-C that nobody has caught
            raise KeyboardInterrupt
        return code if isinstance(code, int) else 0
    except EuchreError as error:
        return _fail(error.exit_code, error.message, error.hint)
    except (ReaderGone, SystemExit):  # Typer exits so when the reader of its help has gone
        return 0
    except KeyboardInterrupt:
        return _fail(Interrupted.exit_code, "interrupted; nothing was written")
    except Exception as error:
        return _unexpected(error)


def _unexpected(error: Exception) -> int:
    # Typer's own usage errors are told by their two methods: their classes have moved between its versions.
    format_message = getattr(error, "format_message", None)
    if callable(format_message):
        context = getattr(error, "ctx", None)
        path = getattr(context, "command_path", PROGRAM)
        message = _sentence(str(format_message()))
        hint = _quotes_are_missing() if "unexpected extra argument" in message else ""
        return _fail(int(getattr(error, "exit_code", 2)), message, hint or f"see `{path} --help`")
    if os.environ.get("EUCHRE_SIM_TRACEBACK"):
        traceback.print_exc()
    return _fail(
        INTERNAL_ERROR,
        f"something went wrong inside the program: {type(error).__name__}: {error}",
        "please report it, with the command and the output of EUCHRE_SIM_TRACEBACK=1 in front of the same command",
    )


def _quotes_are_missing() -> str:
    """A hint where cards or bids with spaces between them were typed without quotes, which makes many words of one."""
    runs = (list(words) for alike, words in itertools.groupby(_call.words, _is_of_a_list) if alike)
    longest = max(runs, key=len, default=[])
    return f'cards and bids are one argument: put quotes around them, as in "{" ".join(longest)}"' if longest else ""


def _is_of_a_list(word: str) -> bool:
    return bool(word) and all(_CARD_OR_BID.fullmatch(piece) for piece in re.split("[,;]", word) if piece)


def _sentence(text: str) -> str:
    # House form: no capital after "euchre-sim:" and no full stop at the end.
    text = " ".join(text.split()).rstrip(".")
    return text[:1].lower() + text[1:]


def _drop_stdout() -> None:
    # Without this the interpreter tries again while it ends, and complains.
    try:
        number = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


class ProgressLine:
    """How far a run is, on stderr: one line that is written over on a terminal, a line now and then elsewhere."""

    def __init__(
        self,
        unit: str,
        quiet: bool = False,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._unit, self._quiet, self._clock = unit, quiet, clock
        self._stream = sys.stderr if stream is None else stream
        self._live = not quiet and self._stream.isatty()
        self._last: float | None = None
        self._next_pause = 0.0 if self._live else 10.0
        self._width = 0

    def show(self, done: int, total: int, rate: float, left: float | None) -> None:
        """Shows how much is done when it is time to; `rate` a second, `left` in seconds."""
        now = self._clock()
        if self._last is None:
            self._last = now
        if self._quiet or now - self._last < self._next_pause or (done >= total and not self._live):
            return
        self._last = now
        # Sparse lines suit a log file: the first after 10 s, then one a minute.
        self._next_pause = 0.1 if self._live else 60.0
        line = progress_line(done, total, self._unit, rate, left)
        if self._live:
            line = line[: shutil.get_terminal_size().columns - 1]  # a line that wraps cannot be written over
            self._put("\r" + line.ljust(self._width))
            self._width = len(line)
        else:
            self._put(f"{PROGRAM}: {line}\n")

    def clear(self) -> None:
        """Wipes the updating line so that other text can follow."""
        if self._width:
            self._put("\r" + " " * self._width + "\r")
            self._width = 0

    def _put(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            self._quiet = True


def progress_line(done: int, total: int, unit: str, rate: float, left: float | None) -> str:
    """`1 200 000 of 10 000 000 games, 12 %, 610 000 a second, 14 s left`."""
    line = f"{spaced(done)} of {spaced(total)} {unit}, {100 * done // max(total, 1)} %"
    return line if left is None else f"{line}, {human_rate(rate)} a second, {human_time(left)} left"


def human_rate(value: float) -> str:
    """A rate to three figures: `834`, `61 300`, `2.41 million`."""
    if value >= 999_500:
        return f"{value / 1e6:.3g} million"
    if value < 1:
        return f"{value:.2g}"
    digits = len(str(int(value)))
    return spaced(round(value, min(0, 3 - digits)))


def human_time(seconds: float) -> str:
    """`0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`."""
    if seconds < 9.5:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
