"""A table as a reader sees it: a row a cell, a column a measure, `value ± half of the interval` in each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from reports.items import KEY_TITLES, Item
from reports.labels import SMALL, number, value_text
from reports.sources import Sources
from sim.seat_names import seat_label

if TYPE_CHECKING:
    import pandas as pd

_SIGNED: Final = ("net", "gain", "net_partner", "value", "order", "pass", "alone_net")
MOST_ROWS: Final = 60
"""Longer tables show their rows with the largest samples; the files hold all."""


@dataclass
class Grid:
    """Headings and rows of text. The first `keys` columns say which cell it is; `left_out` rows are not shown."""

    headings: list[str]
    keys: int
    rows: list[list[str]]
    left_out: int
    has_examples: bool


def grid(sources: Sources, item: Item, most: int = MOST_ROWS) -> Grid:
    """The table of an item; of several runs each measure side by side, with the differences to the first run."""
    first = sources.frame(item.table)
    keys = [name for name in KEY_TITLES if name in first and name in sources.runs[0].table(item.table).keys]
    keys.sort(key=list(sources.runs[0].table(item.table).keys).index)
    pieces = [(label, sources.frame(item.table, run)) for label, run in zip(sources.labels, sources.runs, strict=True)]
    rows = _rows(first, keys)
    sizes = {key: max(int(row["n"]) for row in measures.values()) for key, measures in rows.items()}
    shown = list(rows)
    if len(shown) > most:
        kept = set(sorted(shown, key=lambda key: -sizes[key])[:most])
        shown = [key for key in shown if key in kept]
    headings = [KEY_TITLES[name] for name in keys]
    columns: list[tuple[dict[Any, Any], str]] = []
    differences = [
        (f"{label} less {sources.labels[0]}", sources.difference(item.table, run))
        for label, run in zip(sources.labels[1:], sources.runs[1:], strict=True)
    ]
    tables = [(label, _rows(frame, keys), False) for label, frame in pieces]
    tables += [(label, _rows(frame, keys), True) for label, frame in differences]
    for measure, title in item.columns.items():
        for label, cells, is_difference in tables:
            headings.append(f"{title}, {label}" if sources.compared else title)
            columns.append((cells, measure + ("+" if is_difference else "")))
    headings.append("n")
    has_examples = "example" in first
    if has_examples:
        headings.append("an example")
    body = []
    for key in shown:
        line = [_key_text(name, value, sources) for name, value in zip(keys, key, strict=True)]
        for cells, wanted in columns:
            line.append(_cell(cells.get(key, {}).get(wanted.rstrip("+")), wanted))
        line.append(number(sizes[key]))
        if has_examples:
            line.append(str(next(iter(rows[key].values()))["example"]))
        body.append(line)
    return Grid(headings, len(keys), body, len(rows) - len(shown), has_examples)


def _rows(frame: "pd.DataFrame", keys: Sequence[str]) -> dict[tuple[Any, ...], dict[str, dict[Any, Any]]]:
    """For each cell its measures, each as a row of the frame."""
    found: dict[tuple[Any, ...], dict[str, dict[Any, Any]]] = {}
    for row in frame.to_dict("records"):
        found.setdefault(tuple(row[name] for name in keys), {})[row["measure"]] = row
    return found


def _cell(row: dict[Any, Any] | None, wanted: str) -> str:
    if row is None or not row["n"] or row["mean"] != row["mean"]:
        return "–"
    signed = wanted.endswith("+") or wanted in _SIGNED
    text = value_text(row, row["unit"], signed)
    if row["n"] < SMALL:
        return f"({text})"
    zero_matters = signed and row["lo"] == row["lo"] and row["lo"] <= 0 <= row["hi"]
    return f"~{text}" if zero_matters else text


def _key_text(name: str, value: Any, sources: Sources) -> str:
    if name == "seat":
        return seat_label(int(value), sources.rules.players)
    if name == "maker_alone":
        return "yes" if value else "no"
    return str(value)
