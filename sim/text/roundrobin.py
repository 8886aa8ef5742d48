"""A round robin as plain text and as Markdown."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.plain_text import Row, align, fold, spaced
from sim.stats.estimates import Estimate
from sim.text.compare import markdown_table

if TYPE_CHECKING:
    from sim.compare.roundrobin import Cell, TableResult


def table_text(result: "TableResult") -> str:
    """Title, standings, matches, and how to read them."""
    head = [fold(f"{result.rules}: round robin of {len(result.standings)} strategies, seed {result.seed}")]
    head.append(fold(f"{_much(result)} of each of the {result.comparisons} matches"))
    if not result.complete:
        head.insert(0, "INTERRUPTED: this is what was played until then")
    return "\n\n".join(["\n".join(head), _standings(result), _matches(result), fold(_notes(result))]) + "\n"


def table_markdown(result: "TableResult") -> str:
    """The same as a block to paste."""
    title = f"Round robin, rules {result.rules}, seed {result.seed}, {_much(result)} of each match"
    lines = [title, "", *markdown_table(_standing_rows(result)), "", *markdown_table(_match_rows(result))]
    return "\n".join([*lines, "", _notes(result)]) + "\n"


def _much(result: "TableResult") -> str:
    return f"{spaced(result.pairs)} mirrored pairs" + (" of games" if result.unit == "games" else "")


def _standings(result: "TableResult") -> str:
    return align([_turn(row) for row in _standing_rows(result)], numbers_from=2)


def _turn(row: Row) -> Row:
    return (row[0].rjust(4), *row[1:])


def _standing_rows(result: "TableResult") -> list[Row]:
    what = "points a hand" if result.unit == "hands" else "games won, less even"
    rows: list[Row] = [("rank", "strategy", what, "group")]
    places = _places([standing.score for standing in result.standings])
    for standing in result.standings:
        score = standing.score.short(signed=True, places=places)
        rows.append((str(standing.rank), standing.player.spec, score, standing.letters))
    return rows


def _matches(result: "TableResult") -> str:
    return align([_turn(row) for row in _match_rows(result)], numbers_from=2)


def _match_rows(result: "TableResult") -> list[Row]:
    numbers = [str(standing.rank) for standing in result.standings]
    rows: list[Row] = [("", "row less column", *numbers)]
    places = _places([cell.difference for row in result.cells for cell in row if cell is not None])
    for standing, cells in zip(result.standings, result.cells, strict=True):
        rows.append((str(standing.rank), standing.player.spec, *(_cell(cell, places) for cell in cells)))
    return rows


def _cell(cell: "Cell | None", places: int) -> str:
    if cell is None or cell.difference.value is None:
        return ""
    scale = 100 if cell.difference.unit == "share" else 1
    text = f"{cell.difference.value * scale:+.{places}f}"
    return text if cell.sure else f"({text})"


def _places(values: Sequence[Estimate]) -> int:
    """Decimals that the narrowest interval bears, within reason."""
    return min(2 if values[0].unit == "share" else 4, max(value.places for value in values))


def _notes(result: "TableResult") -> str:
    widths = [
        (cell.difference.hi - cell.difference.lo) / 2
        for row in result.cells
        for cell in row
        if cell is not None and cell.difference.hi is not None and cell.difference.lo is not None
    ]
    unit, scale = ("points a hand", 1) if result.unit == "hands" else ("% of games", 100)
    most = f"{max(widths) * scale:.2g} {unit}" if widths else "unknown"
    said = [
        "A score is the mean over the matches against all others; ± is half of a 95 % interval over common deals.",
        "Strategies that share a letter cannot be told apart: the differences of their scores, deal by deal, with",
        f"Holm's correction of all {result.comparisons} comparisons (at most 5 % for any false difference).",
        f"Matches in brackets cannot be told from even (Holm over the {result.comparisons} matches); ± of a match is",
        f"at most {most}.",
    ]
    if result.sides > 2:
        said.append("Each match is played both ways: one alone among the other's, and the reverse.")
    return " ".join(said)
