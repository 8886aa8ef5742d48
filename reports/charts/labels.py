"""How cells and numbers are called on pages and charts."""

from collections.abc import Mapping
from math import isnan
from typing import Any, Final

from sim.plain_text import spaced
from sim.stats.estimates import Estimate

SMALL: Final = 100
"""Samples below this are marked as small."""


def holding(trumps: int, bowers: int, joker: bool = False) -> str:
    """`3 trumps, 1 bower`."""
    what = f"{trumps} trump{'' if trumps == 1 else 's'}"
    if bowers == 0:
        return what
    return f"{what}, {bowers} bower{'' if bowers == 1 else 's'}"


def aces_name(aces: int, most: int) -> str:
    """`no off-suit ace`, `1 off-suit ace`, `2 or more off-suit aces`."""
    if aces == 0:
        return "no off-suit ace"
    more = " or more" if aces == most else ""
    return f"{aces}{more} off-suit ace{'' if aces == 1 and not more else 's'}"


def aces_count(aces: int, most: int) -> str:
    """`0`, `1`, `2+`."""
    return f"{aces}+" if aces == most else str(aces)


def estimate(row: Mapping[str, Any], unit: str) -> Estimate:
    """A row of a frame as an `Estimate`."""
    mean, se, lo, hi = (None if isnan(row[name]) else float(row[name]) for name in ("mean", "se", "lo", "hi"))
    return Estimate(mean, se, lo, hi, int(row["n"]), unit, "")


def value_label(row: Mapping[str, Any], unit: str, signed: bool) -> str:
    """Value and interval: `51.3 % ± 0.2`, `+0.82 ± 0.03`."""
    return estimate(row, unit).short(signed).replace("-", "−") if row["n"] else "–"


def interval_text(row: Mapping[str, Any], unit: str) -> str:
    """`0.12 to 0.19`."""
    if isnan(row["lo"]) or isnan(row["hi"]):
        return "unknown"
    scale, mark = (100, " %") if unit == "share" else (1, "")
    digits = max(1 if unit == "share" else 2, estimate(row, unit).places)
    return f"{row['lo'] * scale:.{digits}f} to {row['hi'] * scale:.{digits}f}{mark}".replace("-", "−")


def cell_text(row: Mapping[str, Any], unit: str, centred: bool) -> str:
    """The number in a cell of a heat map.

    `~` before it: its interval covers zero (where zero matters) or is unknown; parentheses: fewer than 100 hands.
    """
    if not row["n"] or isnan(row["mean"]):
        return ""
    if unit == "share":
        value = row["mean"] * 100
        text = f"{value:+.0f}" if centred else f"{value:.0f}"
    else:
        text = f"{row['mean']:+.2f}" if centred else f"{row['mean']:.2f}"
    text = text.replace("-", "−")
    if row["n"] < SMALL:
        return f"({text})"
    return f"~{text}" if centred and not is_clear(row) else text


def is_clear(row: Mapping[str, Any]) -> bool:
    """Whether the sample is not small and the interval leaves zero out."""
    return bool(row["n"] >= SMALL and (row["lo"] > 0 or row["hi"] < 0))


def number(value: int) -> str:
    """A whole number with its thousands set apart."""
    return spaced(int(value)).replace(" ", "\u00a0")
