"""Reading what is typed after an option: counts like `250k`, seeds, `field=value`, lists of strategies."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from sim.errors import UsageError, did_you_mean
from sim.plain_text import spaced

MOST = 10**12
"""The largest count that is read; sim.runs.run.MAX_UNITS, without loading the engine."""

SEED_LIMIT = 2**63
"""Seeds are below this; sim.runs.provenance.SEED_LIMIT."""

_MOST_TEXT = spaced(MOST)
_SUFFIXES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9}
_NUMBER = re.compile(r"([+-]?)(\d+(?:_\d+)*(?:\.\d+)?)(?:e\+?(\d{1,4}))?([kmgb]?)", re.ASCII | re.IGNORECASE)
_COUNT_HINT = "write a whole number such as 20000, 250k, 2.5M, 1e6 or 1_000_000"


def parse_count(text: str, option: str) -> int:
    """A number of games, hands or threads: at least 1, at most 10**12.

    Raises UsageError naming `option` for anything that is not a whole number in that range.
    """
    value = _whole(text, option)
    if value < 1:
        raise UsageError(f"{option} must be at least 1, not {text.strip()}", _COUNT_HINT)
    if value > MOST:
        raise UsageError(f"{option} {text.strip()} is more than the limit of {_MOST_TEXT}", _COUNT_HINT)
    return value


def parse_index(text: str, option: str) -> int:
    """The number of a game or hand, counted from 0. Raises UsageError."""
    value = _whole(text, option)
    if value < 0:
        raise UsageError(f"{option} must not be negative: {text.strip()}", "games and hands are counted from 0")
    if value > MOST:
        raise UsageError(f"{option} {text.strip()} is more than the limit of {_MOST_TEXT}", _COUNT_HINT)
    return value


def parse_range(text: str, option: str) -> range:
    """Numbers of games, counted from 0, the first and the last with them: `0-99`, or one alone. Raises UsageError."""
    first, dash, last = text.partition("-")
    start = parse_index(first, option)
    end = parse_index(last, option) if dash else start
    if end < start:
        raise UsageError(f"{option} {text.strip()} ends before it begins", "for example 0-99")
    return range(start, end + 1)


def parse_seed(text: str) -> int:
    """A seed: a whole number from 0 to 2**63 - 1, decimal or 0x hexadecimal. Raises UsageError."""
    plain = text.strip().lower()
    try:
        value = int(plain, 16 if plain.startswith("0x") else 10)
    except ValueError:
        value = -1
    if not 0 <= value < SEED_LIMIT:
        raise UsageError(
            f"--seed is not a whole number from 0 to {SEED_LIMIT - 1}: {text.strip() or 'nothing'}", "for example 42"
        )
    return value


def parse_changes(pairs: Iterable[str]) -> dict[str, str]:
    """`--set field=value` options as a dictionary. Raises UsageError for a pair without `=` or a field given twice."""
    changes: dict[str, str] = {}
    for pair in pairs:
        field, equals, value = pair.partition("=")
        field, value = field.strip(), value.strip()
        if not equals or not field or not value:
            raise UsageError(f"--set needs field=value, not: {pair}", "for example --set stick_dealer=on")
        if changes.get(field, value) != value:
            raise UsageError(f"--set {field} is given twice: {changes[field]} and {value}", "keep one of them")
        changes[field] = value
    return changes


def parse_form(form: str, otherwise: Mapping[str, object] | None = None) -> bool:
    """Whether `--format` asks for a record (egn) in place of text; `otherwise` has the options that go with text only.

    Raises UsageError.

    >>> parse_form("EGN"), parse_form("text")
    (True, False)
    """
    word = form.strip().lower()
    if word not in ("text", "egn"):
        raise UsageError(f"unknown --format: {form!r}", did_you_mean(form, ("text", "egn")))
    given = [option for option, value in (otherwise or {}).items() if value] if word == "egn" else []
    if given:
        raise UsageError(f"--format egn writes a record, which {given[0]} has no part in", "leave one of them away")
    return word == "egn"


def split_specs(texts: Sequence[str]) -> list[str]:
    """Strategy specs of all `--strategy` options, in order; commas outside braces separate them too.

    `["perry{order=20,loner=26},basic"]` gives `["perry{order=20,loner=26}", "basic"]`. Raises UsageError for an
    empty spec or braces that do not pair.
    """
    specs: list[str] = []
    for text in texts:
        depth, start = 0, 0
        for place, letter in enumerate(text + ","):
            if letter == "," and depth == 0:
                specs.append(text[start:place].strip())
                start = place + 1
            depth += (letter == "{") - (letter == "}")
            if depth < 0:
                break
        if depth:
            raise UsageError(f"the braces of --strategy {text} do not pair", "write it as name{option=1,other=2}")
        if not specs or not all(specs):
            raise UsageError(f"--strategy has an empty name: {text!r}", "see `euchre-sim strategies list`")
    return specs


def _whole(text: str, option: str) -> int:
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"{option} is not a number: {text.strip() or 'nothing'}", _COUNT_HINT)
    sign, digits, power, suffix = match.groups()
    # Decimal keeps 2.3M exact; the power is capped so that 1e9999 is cheap and still far above the limit.
    value = Decimal(digits.replace("_", "")).scaleb(min(int(power or 0), 400)) * _SUFFIXES[suffix.lower()]
    if value != value.to_integral_value():
        raise UsageError(f"{option} must be a whole number, not {text.strip()}", _COUNT_HINT)
    return -int(value) if sign == "-" else int(value)
