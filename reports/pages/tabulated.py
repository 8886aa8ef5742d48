"""A table as a reader sees it: a row a cell, a column a measure, `value ± half of the interval` in each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from reports.charts.labels import SMALL, number, value_label
from reports.sections.pieces import KEY_TITLES, Item
from reports.sections.sources import Sources
from reports.tables.card_costs import ALL_TRICKS
from sim.seat_names import seat_label

if TYPE_CHECKING:
    import pandas as pd

_SIGNED: Final = ("net", "gain", "net_partner", "best", "value", "order", "pass", "alone_net")
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
    """The table of an item; of several runs each measure side by side, with the differences to the first run.

    Behind each measure, or behind several in a row that rest on the same hands, stands what they rest on.
    """
    frames = [sources.frame(item.table, run) for run in sources.runs]
    first = frames[0]
    table = sources.runs[0].table(item.table)
    keys = [name for name in table.keys if name in KEY_TITLES]
    chosen = [_rows(frame, keys, item.keys) for frame in frames]
    differences = [
        _rows(sources.difference(item.table, run), keys, item.keys) for run in sources.runs[1:]
    ]  # fmt: skip
    rows = chosen[0]
    sizes = {key: max(int(row["n"]) for row in measures.values()) for key, measures in rows.items()}
    shown = list(rows)
    if len(shown) > most:
        kept = set(sorted(shown, key=lambda key: -sizes[key])[:most])
        shown = [key for key in shown if key in kept]
    texts = [] if sources.compared else list(table.texts)
    headings = [KEY_TITLES[name] for name in (*keys, *texts)]
    body = [
        [*(_key_text(name, value, sources) for name, value in zip(keys, key, strict=True)),
         *(str(next(iter(rows[key].values()))[name]) for name in texts)]
        for key in shown
    ]  # fmt: skip
    for names in _alike(item.columns, chosen, shown):
        for measure in names:
            for label, cells in zip(sources.labels, chosen, strict=True):
                headings.append(f"{item.columns[measure]}, {label}" if sources.compared else item.columns[measure])
                _append(body, [_cell(cells.get(key, {}).get(measure), measure in _SIGNED) for key in shown])
            for label, cells in zip(sources.labels[1:], differences, strict=True):
                headings.append(f"{item.columns[measure]}, {label} less {sources.labels[0]}")
                _append(body, [_cell(cells.get(key, {}).get(measure), True) for key in shown])
        for label, cells in zip(sources.labels, chosen, strict=True):
            headings.append(f"n, {label}" if sources.compared else "n")
            _append(body, [number(_size(cells, key, names[0])) for key in shown])
    has_examples = "example" in first
    if has_examples:
        headings.append("an example")
        _append(body, [str(next(iter(rows[key].values()))["example"]) for key in shown])
    return Grid(headings, len(keys) + len(texts), body, len(rows) - len(shown), has_examples)


CellValues = dict[tuple[Any, ...], dict[str, dict[Any, Any]]]


def _append(body: list[list[str]], cells: Sequence[str]) -> None:
    for line, cell in zip(body, cells, strict=True):
        line.append(cell)


def _size(cells: CellValues, key: tuple[Any, ...], measure: str) -> int:
    row = cells.get(key, {}).get(measure)
    return 0 if row is None else int(row["n"])


def _alike(measures: Iterable[str], tables: Sequence[CellValues], keys: Sequence[tuple[Any, ...]]) -> list[list[str]]:
    """Measures in groups that rest on the same hands in every cell."""
    found: list[list[str]] = []
    before: list[list[int]] = []
    for measure in measures:
        sizes = [[_size(cells, key, measure) for key in keys] for cells in tables]
        if found and sizes == before:
            found[-1].append(measure)
        else:
            found.append([measure])
        before = sizes
    return found


def _rows(frame: "pd.DataFrame", keys: Sequence[str], wanted: dict[str, Any]) -> CellValues:
    """For each cell its measures, each as a row of the frame; `wanted` keys choose cells."""
    found: CellValues = {}
    for row in frame.to_dict("records"):
        if any(row[name] != value for name, value in wanted.items()):
            continue
        found.setdefault(tuple(row[name] for name in keys), {})[row["measure"]] = row
    return found


def _cell(row: dict[Any, Any] | None, signed: bool) -> str:
    if row is None or not row["n"] or row["mean"] != row["mean"]:
        return "–"
    text = value_label(row, row["unit"], signed)
    if row["n"] < SMALL:
        return f"({text})"
    zero_matters = signed and row["lo"] == row["lo"] and row["lo"] <= 0 <= row["hi"]
    return f"~{text}" if zero_matters else text


def _key_text(name: str, value: Any, sources: Sources) -> str:
    if name == "seat":
        return seat_label(int(value), sources.rules.players)
    if name == "trick" and value == ALL_TRICKS:
        return "all"
    if name == "maker_alone":
        return "yes" if value else "no"
    return str(value)
