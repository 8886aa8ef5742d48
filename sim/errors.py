"""Errors that a user can act on: a sentence on what was wrong, a hint on what to do, and an exit code for the shell."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar


class EuchreError(Exception):
    """Base of every error the project raises on purpose.

    `message` says what was wrong and names the value; `hint` (may be empty) says what to do about it. The command line
    prints both and ends with `exit_code`.

    >>> from euchre_sim import EuchreError, preset
    >>> try:
    ...     preset("canadain")
    ... except EuchreError as error:
    ...     print(error.message, error.exit_code, sep=", exit code ")
    unknown preset: 'canadain', exit code 3
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n\nhint: {self.hint}" if self.hint else self.message


class UsageError(EuchreError):
    """An option or an argument has a value that makes no sense."""

    exit_code = 2


class NameTaken(EuchreError, ImportError):
    """A module of somebody else's has the name of one of our packages, so that ours cannot be imported."""

    exit_code = 2


class CardError(EuchreError):
    """A text is not a card, a suit or a hand."""

    exit_code = 2


class RulesError(EuchreError):
    """A rule field, a rule file or a preset is unknown, wrong or in contradiction with another."""

    exit_code = 3


class StrategyError(EuchreError):
    """A strategy cannot be found, loaded or compiled."""

    exit_code = 4


class IllegalAction(EuchreError):
    """A strategy answered with an action that the rules forbid."""

    exit_code = 5


class RunFolderError(EuchreError):
    """A run folder, one of its parts or its schema is missing, damaged or of another run."""

    exit_code = 6


class StorageError(EuchreError):
    """The disk is full or a folder cannot be written."""

    exit_code = 7


class RecordError(EuchreError):
    """A record of a game that people played cannot be read, or breaks the rules where that is refused."""

    exit_code = 8


class ClusterError(EuchreError):
    """A cluster cannot be reached, has lost its workers, or one of them has another version of the program."""

    exit_code = 9


class Interrupted(EuchreError):
    """The user stopped the work; what was finished is kept."""

    exit_code = 130


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """A hint that names the choice nearest to `word`, or all choices when none is near."""
    known = list(choices)
    near = get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"choose one of: {', '.join(known)}"


def brief(value: object, most: int = 60) -> str:
    """A value as it is written in Python, cut where it is long: messages are sentences, whatever they quote."""
    try:
        text = repr(value).replace("\n", " ")
    except (RecursionError, ValueError):  # deep nesting, or a number of thousands of digits
        text = f"a {type(value).__name__}"
    return text if len(text) <= most else text[: most - 3] + "..."
