"""Plain text as every command prints it: digits set apart, paragraphs and columns that fit the screen."""

import os
import shlex
import textwrap
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

Row = tuple[str, ...]
NARROWEST, USUAL, WIDEST = 40, 80, 100
"""Columns: fewer are not kept to, so many there are without a terminal, and more are not used, as nobody reads them."""
_ENOUGH, _LEAST = 24, 8  # a column of text is made no narrower than this: with other means left, and without
_GAP: Final = "  "


def spaced(number: float) -> str:
    """A whole number with its thousands set apart: `1 000 000`."""
    return f"{number:,.0f}".replace(",", " ")


def room() -> int:
    """Columns to write in: COLUMNS, else the terminal's on stdout, else 80; from 40 to 100 of them."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given) > 0:
        found = int(given)
    else:
        try:
            found = os.get_terminal_size(1).columns or USUAL
        except OSError:
            found = USUAL
    return min(max(found, NARROWEST), WIDEST)


def fold(text: str, first: str = "", rest: str | None = None) -> str:
    """A paragraph on lines that fit: `first` is put before the first of them, `rest` (as many blanks) before others."""
    indent = " " * len(first) if rest is None else rest
    wrapper = textwrap.TextWrapper(room(), first, indent, break_on_hyphens=False, break_long_words=False)
    return "\n".join(wrapper.wrap(text)) or first.rstrip()


def fold_document(text: str) -> str:
    """A docstring on lines that fit: paragraphs and items of lists; lines that are set in stay as they are."""
    found: list[str] = []
    pieces: list[str] = []
    mark = ""

    def close() -> None:
        if pieces:
            found.append(fold(" ".join(pieces), mark))
            pieces.clear()

    for line in text.strip().splitlines():
        plain = line.strip()
        item = plain.startswith(("- ", "* "))
        if item or not plain or (line.startswith("    ") and not pieces):
            close()
            mark = plain[:2] if item else ""
        if item:
            pieces.append(plain[2:])
        elif plain and (pieces or not line.startswith("    ")):
            pieces.append(plain)
        else:
            found.append(line.rstrip())
    close()
    return "\n".join(found)


def command_text(label: str, command: str) -> str:
    """A command to copy, after a label of 8 columns; one that is too long goes on after a backslash, as shells read it.

    >>> print(command_text("again", "euchre-sim show --seed 1"))
    again   euchre-sim show --seed 1
    """
    start, width = label.ljust(8), room()
    if len(start) + len(command) <= width:
        return start + command
    lines, line = [], start
    for word in map(shlex.quote, shlex.split(command)):
        if line.strip() and line != start and len(line) + len(word) + 3 > width:
            lines.append(f"{line} \\")
            line = " " * (len(start) + 2) + word
        else:
            line += word if line == start else f" {word}"
    return "\n".join([*lines, line])


def align(rows: Sequence[Row], numbers_from: int, blocks: Sequence[Sequence[int]] = ()) -> str:
    """Rows of cells in columns: text to the left, from column `numbers_from` on to the right.

    Where they are too wide the widest column of text is made narrower and its cells go over several lines; where that
    is not enough the columns of numbers are put in blocks, one below the other, each with the text again. `blocks` are
    places before which columns may be parted, in the order in which they are tried; else they are parted evenly.
    """
    count, width = len(rows[0]), room()
    widths = _widths(rows)
    text, numbers = list(range(min(numbers_from, count))), list(range(numbers_from, count))
    if _total(widths, range(count)) > width:
        _narrow(widths, text, _total(widths, range(count)) - width, _ENOUGH)
        most = max((widths[column] for column in numbers), default=0)
        _narrow(widths, text, _total(widths, text) + len(_GAP) + most - width, _LEAST)
    found = [numbers]
    if numbers and _total(widths, [*text, *numbers]) > width:
        found = _parted(widths, text, numbers, blocks, width)
    return "\n\n".join(_block(rows, widths, text, block) for block in found)


def align_rows(rows: Sequence[Row], numbers_from: int) -> list[str]:
    """The same for rows that fit, or need narrower text alone: what each row becomes, on one line or several."""
    text = list(range(len(rows[0])))
    widths = _widths(rows)
    for least in (_ENOUGH, _LEAST):
        _narrow(widths, text[:numbers_from], _total(widths, text) - room(), least)
    return [_block([row], widths, text[:numbers_from], text[numbers_from:]) for row in rows]


def _widths(rows: Sequence[Row]) -> list[int]:
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def _total(widths: Sequence[int], columns: Sequence[int]) -> int:
    return sum(widths[column] for column in columns) + len(_GAP) * (len(columns) - 1)


def _narrow(widths: list[int], text: Sequence[int], much: int, least: int) -> None:
    """Make columns of text narrower by `much` in all, the widest first, and none narrower than `least`."""
    while much > 0 and text:
        column = max(text, key=lambda column: widths[column])
        if widths[column] <= least:
            return
        widths[column] -= 1
        much -= 1


def _parted(
    widths: Sequence[int], text: list[int], numbers: list[int], blocks: Sequence[Sequence[int]], width: int
) -> list[list[int]]:
    def fits(parts: Sequence[Sequence[int]]) -> bool:
        return all(_total(widths, [*text, *part]) <= width for part in parts)

    for places in blocks:
        edges = [numbers[0], *places, numbers[-1] + 1]
        parts = [list(range(low, high)) for low, high in pairwise(edges) if low < high]
        if fits(parts):
            return parts
    for count in range(2, len(numbers) + 1):
        edges = [-(-k * len(numbers) // count) for k in range(count + 1)]
        parts = [numbers[low:high] for low, high in pairwise(edges)]
        if fits(parts):
            return parts
    return [[number] for number in numbers]


def _block(rows: Sequence[Row], widths: Sequence[int], text: Sequence[int], numbers: Sequence[int]) -> str:
    lines = []
    for row in rows:
        if not any(row[column] for column in [*text, *numbers]):
            continue  # a head over other columns
        cells = [_lines(row[column], widths[column]) for column in text]
        for place in range(max(map(len, cells), default=1)):
            pieces = [
                (cell[place] if place < len(cell) else "").ljust(widths[column])
                for cell, column in zip(cells, text, strict=True)
            ]
            pieces += [(row[column] if place == 0 else "").rjust(widths[column]) for column in numbers]
            lines.append(_GAP.join(pieces).rstrip())
    return "\n".join(lines)


def _lines(cell: str, width: int) -> list[str]:
    if len(cell) <= width:
        return [cell]
    blanks = len(cell) - len(cell.lstrip())
    return textwrap.wrap(cell, width, subsequent_indent=" " * min(blanks + 2, width // 2), break_on_hyphens=False)
