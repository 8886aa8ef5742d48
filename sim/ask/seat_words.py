"""Seats as people name them: from the dealer's left (eldest, third, dealer), or as one player sees the others."""

import re
from typing import Final

from sim.errors import UsageError, did_you_mean
from sim.rules.rules import Rules
from sim.rules.tricks import same_side
from sim.seat_names import seat_names

PARTNER: Final = "partner"
_OWN: Final = ("me", "myself", "i", "mine", "you")
_AWAY: Final = {"left": 1, "my-left": 1, "right": -1, "my-right": -1}
_DEALERS_PARTNER: Final = (PARTNER, "dealer-partner", "second")
_MY_PARTNER: Final = "my-partner"


def read_seat(text: str | int, rules: Rules) -> int:
    """A seat from its number or name: 1 or `eldest` is the dealer's left, `partner` the dealer's. Raises UsageError."""
    word, names = _plain(text).removesuffix("-hand"), _names(rules)
    if re.fullmatch(r"-?\d{1,4}", word):
        return int(word)
    if word == "eldest" or (word in ("nondealer", "pone") and rules.players == 2):
        return 1
    if word in map(_plain, names):
        return [_plain(name) for name in names].index(word) + 1
    if word in _DEALERS_PARTNER and rules.players == 4:
        return 2
    if _is_relative(word, rules):
        raise UsageError(f"{text} of whom? your own seat is counted from the dealer", _known(rules))
    raise UsageError(f"unknown seat: {str(text)!r}", f"{did_you_mean(word, names)} (or 1 to {rules.players})")


def _names(rules: Rules) -> tuple[str, ...]:
    return seat_names(rules.players, rules.teams)


def is_seen_by(text: str | int, rules: Rules) -> bool:
    """Whether it takes the seat of the player asked to know which seat this is."""
    word = _plain(text)
    return _is_relative(word, rules) or (word == PARTNER and rules.players == 4)


def read_other(text: str | int, rules: Rules, own: int | None) -> int:
    """The seat that the player at `own` means: by its number or name, or `me`, `my-partner`, `left`, `right`.

    `partner` alone is understood where the dealer's partner is their partner too. Raises UsageError.
    """
    word, n = _plain(text), rules.players
    if not is_seen_by(text, rules):
        return _known_seat(text, rules)
    if own is None:
        raise UsageError(f"where do you sit, that {word} can be told?", f"add --seat: {', '.join(_names(rules))}")
    if word in _OWN:
        return own
    if word == PARTNER and own != n:
        mine = (own + 1) % 4 + 1
        raise UsageError(
            f"whose partner: yours (seat {mine}) or the dealer's (seat 2)?", "write my-partner or dealers-partner"
        )
    away = _AWAY.get(word, 1 if n == 2 else 2)
    return (own - 1 + away) % n + 1


def _known_seat(text: str | int, rules: Rules) -> int:
    try:
        return read_seat(text, rules)
    except UsageError as error:
        raise UsageError(error.message, f"{error.hint}; or me, {', '.join(_relations(rules))}") from None


def relation(rules: Rules, own: int, seat: int) -> str:
    """What `read_other` takes for a seat: `me`, `my-partner`, `left` or `right`, or between two `opponent`."""
    away = (seat - own) % rules.players
    if away == 0:
        return "me"
    if rules.players == 2:
        return "opponent"
    if rules.players == 4 and away == 2:
        return _MY_PARTNER
    return "left" if away == 1 else "right"


def who_text(rules: Rules, own: int, seat: int, maker: int = 0) -> str:
    """A seat in words for the player at `own`: `you`, `your opponent on the left (seat 2, the dealer's partner)`.

    With three players whoever is not the `maker` defends with the other one.
    """
    if seat == own:
        return "you"
    name = _names(rules)[seat - 1]
    name = f"the {name}" if name.endswith("partner") else name
    named = f"(seat {seat}, {name})"
    if rules.players == 2:
        return f"your opponent {named}"
    if rules.players == 4 and same_side(rules, own, seat):
        return f"your partner {named}"
    if maker and maker not in (own, seat):
        return f"the other defender {named}"
    return f"your opponent on the {relation(rules, own, seat)} {named}"


def _plain(text: str | int) -> str:
    return re.sub(r"[\s_]+", "-", str(text).strip().lower().replace("'", "").replace("’", ""))


def _is_relative(word: str, rules: Rules) -> bool:
    return (
        word in _OWN
        or word in _AWAY
        or (word == _MY_PARTNER and rules.players == 4)
        or (word == "opponent" and rules.players == 2)
    )


def _relations(rules: Rules) -> tuple[str, ...]:
    return {2: ("opponent",), 3: ("left", "right"), 4: (_MY_PARTNER, "left", "right")}[rules.players]


def _known(rules: Rules) -> str:
    return f"give one of {', '.join(_names(rules))}, or 1 to {rules.players}"
