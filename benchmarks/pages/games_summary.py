"""The table of all games in docs/games.md, read from the page of each in docs/games/."""

import re
from pathlib import Path

from benchmarks.pages.sections import replaced

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs" / "games"
LINES = {
    "packs": "standard, 24 cards",
    "two-handed": "the game",
    "cutthroat": "the game",
    "british": "the game",
    "railroad": "the game",
    "hasenpfeffer": "the game",
    "pepper": "the game",
    "napoleon": "the game",
}
"""For each page in docs/games/ the line of its first table that stands in the summary."""
COLUMNS = ("made %", "euchred %", "thrown in %", "net", "dealer +", "points", "hands")
CALLED = {"euchred %": "failed %"}


def cells(line: str) -> list[str]:
    """What stands in the cells of a row."""
    return [cell.strip() for cell in line.strip("|\n ").split(" | ")]


def row(name: str, page: str) -> str:
    """A game's row. Raises ValueError where its page has no such line."""
    title = page.partition("\n")[0].removeprefix("# ")
    tables = re.findall(r"^(\| .*\|)\n\| :-.*\n((?:\| .*\n)+)", page, re.MULTILINE)
    heads, lines = cells(" " + tables[0][0]), map(cells, tables[0][1].splitlines())
    found = next((line for line in lines if line[0] == LINES[name]), None)
    if found is None:
        raise ValueError(f"docs/games/{name}.md has no line {LINES[name]!r} in its first table")
    values = dict(zip(heads[-len(found) + 1 :], found[1:], strict=True))
    said = f"[{title}](games/{name}.md)" if LINES[name] == "the game" else f"{LINES[name]} ([{title}](games/{name}.md))"
    shown = (values.get(column, values.get(CALLED.get(column, ""), "")) for column in COLUMNS)
    return f"| {said} | {' | '.join(shown)} |"


def filled(page: str) -> str:
    """The page with the table as the games' pages are now; unchanged where the page has no marks for it."""
    if "<!-- games -->" not in page:
        return page
    heads = ["game", "made %", "euchred or failed %", *COLUMNS[2:]]
    rows = [row(name, (FOLDER / f"{name}.md").read_text(encoding="utf-8")) for name in LINES]
    lines = [f"| {' | '.join(heads)} |", "|:---|" + "---:|" * (len(heads) - 1), *rows]
    return replaced(page, "games", "\n".join(lines))
