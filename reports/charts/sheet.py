"""A sheet to print: panels of cells with a letter, a colour and a number each, on one page of A4 or Letter, as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from reports.charts.themes import ACTION_COLOURS, INK, LINE, SOFT

WIDTH, HEIGHT = 200.0, 262.0
"""Millimetres: what A4 and Letter both hold inside their margins."""
_MARGIN: Final = 3.0
FONT: Final = "'DejaVu Sans', Verdana, Arial, sans-serif"
_LABEL, _ROW, _GAP = 9.0, 4.15, 3.0
_TOP, _HEAD = 22.0, 9.6
_MOST_CELL: Final = 9.0


@dataclass(frozen=True)
class SheetCell:
    """A letter with its number; `colour` is one of ACTION_COLOURS, or none."""

    letter: str
    number: str
    colour: str


@dataclass(frozen=True)
class SheetPanel:
    """A title and cells by row and column; None is left empty."""

    title: str
    cells: Sequence[Sequence[SheetCell | None]]


@dataclass(frozen=True)
class Sheet:
    """A page: panels in lines of equal number, labels that all share, and what is said above and below."""

    title: str
    intro: Sequence[str]
    lines: Sequence[Sequence[SheetPanel]]
    rows: Sequence[str]
    groups: Sequence[tuple[str, Sequence[str]]]
    """Columns in groups, with their labels."""
    notes: Sequence[str]


def sheet_svg(sheet: Sheet) -> str:
    """The page as SVG text."""
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}mm" height="{HEIGHT:g}mm" '
        f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}" font-family="{FONT}" fill="{INK}">',
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="white"/>',
        _text(_MARGIN, 9, sheet.title, 5.2, bold=True),
    ]
    out += [_text(_MARGIN, 13.6 + 3.3 * at, line, 2.5, fill=SOFT) for at, line in enumerate(sheet.intro)]
    across = max(len(line) for line in sheet.lines)
    width = (WIDTH - 2 * _MARGIN - _GAP * (across - 1)) / across
    tall = _HEAD + _ROW * len(sheet.rows) + 3.2
    for down, line in enumerate(sheet.lines):
        for place, panel in enumerate(line):
            out += _panel(sheet, panel, _MARGIN + place * (width + _GAP), _TOP + down * tall, width)
    below = _TOP + len(sheet.lines) * tall + 3.0
    out += [_text(_MARGIN, below + 3.4 * at, note, 2.5) for at, note in enumerate(sheet.notes)]
    return "\n".join([*out, "</svg>"]) + "\n"


def _panel(sheet: Sheet, panel: SheetPanel, x: float, y: float, width: float) -> list[str]:
    columns = sum(len(labels) for _, labels in sheet.groups)
    cell = min(_MOST_CELL, (width - _LABEL) / columns)
    out = [_text(x, y + 3.0, panel.title, 2.9, bold=True)]
    at = x + _LABEL
    for name, labels in sheet.groups:
        out.append(_text(at + cell * len(labels) / 2, y + 6.1, name, 2.0, fill=SOFT, anchor="middle"))
        for label in labels:
            out.append(_text(at + cell / 2, y + 8.8, label, 2.1, anchor="middle"))
            at += cell
    top = y + _HEAD
    for down, (label, cells) in enumerate(zip(sheet.rows, panel.cells, strict=True)):
        line = top + down * _ROW
        out.append(_text(x, line + 2.95, label, 2.3))
        for across, one in enumerate(cells):
            left = x + _LABEL + across * cell
            fill = "none" if one is None else ACTION_COLOURS[one.colour]
            out.append(
                f'<rect x="{left:.2f}" y="{line:.2f}" width="{cell:.2f}" height="{_ROW:g}" fill="{fill}" '
                f'stroke="{LINE}" stroke-width="0.15"/>'
            )
            if one is not None:
                out.append(_text(left + 0.45, line + 2.95, one.letter, 2.5, bold=one.letter.isupper()))
                out.append(_text(left + cell - 0.35, line + 2.9, one.number, 2.0, anchor="end"))
    return out


def _text(
    x: float, y: float, text: str, size: float, *, bold: bool = False, fill: str = "", anchor: str = "start"
) -> str:
    extra = (' font-weight="bold"' if bold else "") + (f' fill="{fill}"' if fill else "")
    extra += f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:g}"{extra}>{escape(text)}</text>'


def sheet_html(svg: str, title: str) -> str:
    """The page as HTML that prints on one sheet."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        "<style>@page { margin: 5mm } body { margin: 0 } svg { display: block; max-width: 100%; height: auto; "
        f"margin: 0 auto }}</style></head>\n<body>\n{svg}</body></html>\n"
    )


def sheet_written(svg: str, ending: str) -> bytes:
    """The page as `.pdf` or `.png`."""
    import vl_convert

    return bytes(vl_convert.svg_to_pdf(svg) if ending == ".pdf" else vl_convert.svg_to_png(svg, ppi=200))
