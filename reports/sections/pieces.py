"""What a section is made of: a heading, a few sentences, charts, and a table behind them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from reports.charts import charts
from reports.sections.sources import Sources

if TYPE_CHECKING:
    import pandas as pd


@dataclass
class Item:
    """One question and its answer. `table` is the name of a table; `columns` are its measures with their headings."""

    name: str
    title: str
    text: str = ""
    table: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    charts: dict[str, Any] = field(default_factory=dict)
    keys: dict[str, Any] = field(default_factory=dict)
    """Only the rows of the table with these keys are the item's."""
    missing: str = ""


KEY_TITLES: Final = {
    "round": "round",
    "seat": "seat",
    "upcard": "upcard",
    "trumps": "trumps",
    "bowers": "bowers",
    "aces": "off-suit aces",
    "suits": "suits held",
    "call": "suit",
    "own": "own score",
    "other": "others' score",
    "against": "against it",
    "holding": "a defender held",
    "how": "taken by",
    "maker_alone": "maker alone",
    "side": "side",
    "hands": "hands",
    "behind": "points behind",
    "who": "who",
    "maker": "maker",
    "result": "result",
    "points": "points",
    "trick": "trick",
    "leader": "leader",
    "player": "who plays",
    "place": "place in the trick",
    "card": "card led",
    "action": "best action",
}
"""How the keys of tables, and what is said of cells in words, are called."""


def chosen(frame: "pd.DataFrame", measure: str, **keys: Any) -> "pd.DataFrame":
    """The rows of one measure and of some keys; a list stands for any of its values."""
    rows = frame["measure"] == measure
    for name, wanted in keys.items():
        rows &= frame[name].isin(wanted) if isinstance(wanted, list | tuple) else frame[name] == wanted
    return frame[rows]


def heats(
    sources: Sources,
    name: str,
    table: str,
    measure: str,
    x: str,
    y: str,
    *,
    title: str,
    unit: str,
    centred: bool,
    most: float | None = None,
    keys: dict[str, Any] | None = None,
    order: Sequence[str] = (),
    **looks: Any,
) -> dict[str, Any]:
    """A heat map of one measure, or of several runs a heat map of each one's difference to the first."""
    found = {}
    for number, (suffix, frame, is_difference) in enumerate(sources.pieces(table)):
        rows = chosen(frame, measure, **(keys or {}))
        rows = rows[rows["n"] > 0]
        x_order = sorted(dict.fromkeys(rows[x])) if x in ("seat_name", "suits") else ()
        if order:
            rows = rows.sort_values(list(order), kind="stable")
        if rows.empty:
            continue
        found[name if not number else f"{name}-{number + 1}"] = charts.heat(
            rows,
            x,
            y,
            title=_wrapped(title + suffix),
            unit=unit,
            centred=centred or is_difference,
            most=None if is_difference else most,
            x_order=x_order,
            **looks,
        )
    return found


def dot_chart(
    sources: Sources,
    name: str,
    table: str,
    measures: dict[str, str],
    y: str,
    *,
    title: str,
    unit: str,
    keys: dict[str, Any] | None = None,
    series: str = "",
    **looks: Any,
) -> dict[str, Any]:
    """A chart of dots. The series are several measures, the values of a key, or, of several runs, the runs."""
    frame = sources.together(table)
    if sources.compared:
        found = {}
        for measure, label in measures.items():
            rows = chosen(frame, measure, **(keys or {}))
            values = list(dict.fromkeys(rows[series])) if series else [None]
            for value in values:
                some = rows if value is None else rows[rows[series] == value]
                some = some[some["n"] > 0]
                if some.empty:
                    continue
                words = [title, *([label] if len(measures) > 1 else []), *([str(value)] if value is not None else [])]
                key = "-".join([name, *([measure] if len(measures) > 1 else []), *([_slug(value)] if series else [])])
                found[key] = charts.dots(some, y, title=_wrapped(", ".join(words)), unit=unit, series="run", **looks)
        return found
    rows = frame[frame["measure"].isin(list(measures))]
    for key, wanted in (keys or {}).items():
        rows = rows[rows[key].isin(wanted if isinstance(wanted, list | tuple) else [wanted])]
    rows = rows[rows["n"] > 0]
    if rows.empty:
        return {}
    if len(measures) > 1:
        series = "what"
        rows = rows.assign(what=[measures[measure] for measure in rows["measure"]])
    return {name: charts.dots(rows, y, title=_wrapped(title), unit=unit, series=series or None, **looks)}


def _wrapped(title: str, width: int = 46) -> Any:
    """A long title in lines."""
    import textwrap

    lines = textwrap.wrap(title, width)
    return lines if len(lines) > 1 else title


def _slug(value: Any) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in str(value).lower()).strip("-")
