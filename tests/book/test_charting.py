"""The chart of a book: hands fall into the right cells, and the sheet holds all that is said of them."""

import re
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from reports.charts.sheet import HEIGHT, WIDTH, Sheet, SheetCell, SheetPanel, sheet_html, sheet_svg
from sim.book.charting import ALONE, COLUMNS, PASS, ROWS, WITH, chart_panels
from sim.book.classes import class_index, turn
from sim.book.contracts import ANSWERS, contracts_of
from sim.book.lookups import WalkSums
from sim.book.walking import COLUMNS as SUMS
from sim.book.walking import COUNT
from sim.cards import parse_card, parse_hand, suit_of
from sim.rules.presets import preset
from support.command_line import called

RULES = preset("standard")


def found(hand: str, up: str, node: int, answer: int, kind: str) -> tuple[str, str, int, float]:
    """Row, column, action and cost of the only cell when one class wins two points by one answer, 100 times."""
    index, contracts = class_index(24), contracts_of(RULES)
    suit = suit_of(parse_card(up))
    number = index.number(turn(parse_hand(hand), suit), turn(1 << parse_card(up), suit))
    sums = np.zeros((8, index.count, SUMS), dtype=np.int64)
    sums[node, number, COUNT] = 100
    sums[node, number, answer] = 200
    squares = np.zeros((8, ANSWERS), dtype=np.int64)
    panels = chart_panels(WalkSums(100, sums, squares, np.zeros(4, dtype=np.int64)), index, contracts)
    (panel,) = [one for one in panels if one.seat == node % 4 + 1 and one.kind == kind]
    ((row, column, cell),) = [
        (row, column, cell) for row, cells in enumerate(panel.cells) for column, cell in enumerate(cells) if cell
    ]
    assert cell.deals == 100 and cell.sure
    return ROWS[row], COLUMNS[column] + ("" if column < 3 else " void"), cell.action, cell.cost


@pytest.mark.parametrize(
    ("hand", "up", "node", "answer", "kind", "cell"),
    [
        ("JH JD AH AS 9C", "KH", 0, 2, "order", ("3 RL", "1", ALONE, 2.0)),
        ("JH 9S TS QS KS", "KH", 0, 0, "order", ("0-1 +", "0 void", PASS, 2.0)),
        ("JD 9S TS AC AS", "KH", 3, 1, "order", ("2 L", "2+", WITH, 2.0)),  # the upcard in, the nine of spades out
        ("JD 9S AC KC QC", "KH", 3, 1, "order", ("2 L", "1 void", WITH, 2.0)),  # 9S is buried: one suit is left
        ("9D TD 9S AC KC", "KH", 4, 3, "next", ("2", "1", WITH, 2.0)),
        ("9S TS QS AC KD", "KH", 5, 5, "green", ("3", "1", WITH, 2.0)),
        ("9C TC QC AS KD", "KH", 5, 5, "green", ("3", "1", WITH, 2.0)),
    ],
)
def test_hands_fall_into_their_cells(
    hand: str, up: str, node: int, answer: int, kind: str, cell: tuple[str, str, int, float]
) -> None:
    assert found(hand, up, node, answer, kind) == cell


def test_few_deals_say_nothing() -> None:
    index, contracts = class_index(24), contracts_of(RULES)
    sums = np.ones((8, index.count, SUMS), dtype=np.int64)
    sums[:, 1:] = 0
    walked = WalkSums(1, sums, np.zeros((8, ANSWERS), dtype=np.int64), np.zeros(4, dtype=np.int64))
    assert {cell for panel in chart_panels(walked, index, contracts) for row in panel.cells for cell in row} == {None}


def test_everything_stands_on_the_sheet() -> None:
    cells = [[SheetCell("P", "112", "pass"), None]] * len(ROWS)
    panel = SheetPanel("dealer's partner: order?", cells)
    svg = sheet_svg(Sheet("A <title>", ["one", "two"], [[panel] * 4] * 3, ROWS, [("aces", ["0", "1"])], ["note"] * 4))
    assert "A &lt;title&gt;" in svg and svg.count(">P<") == 12 * len(ROWS)
    widest = 0.0
    for x, y, size, anchor, text in re.findall(
        r'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"(?:[^>]*?text-anchor="(\w+)")?[^>]*>([^<]*)', svg
    ):
        assert float(y) < HEIGHT - 3
        wide = 0.65 * float(size) * len(unescape(text))
        widest = max(widest, float(x) + {"": wide, "middle": wide / 2, "end": 0.0}[anchor])
    assert 150 < widest < WIDTH
    assert sheet_html(svg, "t").startswith("<!doctype html>") and "@page" in sheet_html(svg, "t")


@pytest.mark.nightly
def test_the_command_writes_a_sheet_in_every_format(tmp_path: Path) -> None:
    for ending, start in ((".svg", b"<svg"), (".pdf", b"%PDF"), (".html", b"<!doctype"), (".png", b"\x89PNG")):
        path = tmp_path / f"card{ending}"
        result = called("book", "chart", "--rules", "two-handed", "--deals", "20k", "--out", str(path), "--quiet")
        assert result.exit_code == 0, result.stderr
        assert path.read_bytes().startswith(start)


def test_other_endings_are_refused(tmp_path: Path) -> None:
    result = called("book", "chart", "--out", str(tmp_path / "card.txt"))
    assert result.exit_code == 2 and ".svg, .pdf, .html" in result.stderr
