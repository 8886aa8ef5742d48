"""`euchre-sim book chart`: a book as a sheet to print."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from euchre_sim import completion, console, options, study, table
from euchre_sim.commands import book as book_commands
from euchre_sim.interrupt import StopOnSignal
from euchre_sim.typed import parse_count, parse_seed
from sim.command_line import command
from sim.errors import UsageError

if TYPE_CHECKING:
    from reports.charts.sheet import Sheet, SheetCell
    from sim.book.charting import BookChart, ChartCell
    from sim.rules.rules import Rules

app = book_commands.app
ENDINGS = (".svg", ".pdf", ".html", ".png")
_KINDS = {"order": "order?", "next": "next?", "green": "green?"}
_LETTERS = (("P", "pass"), ("C", "with"), ("A", "alone"))
_INTRO = (
    "P pass (orange), C call, not alone (blue), A call alone (green); the number is what the next best of the "
    "three would cost, in hundredths of a point.",
    "Small letters without colour: the deals do not tell the two apart. Empty: 30 deals or fewer.",
)


@app.command("chart")
def chart(
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="The sheet to write: .svg, .pdf, .html or .png.")],
    rules: options.RulesName = table.DEFAULT_RULES,
    changes: options.Changes = None,
    book: Annotated[
        str | None,
        typer.Option("--book", metavar="FILE.npz", help="A book; without it, the one that ships for the rules."),
    ] = None,
    cards: Annotated[
        str,
        typer.Option(
            "--cards", metavar="SPEC", help="Who plays the cards.", autocompletion=completion.complete_strategy
        ),
    ] = table.DEFAULT_STRATEGY,
    deals: Annotated[str, typer.Option("--deals", metavar="N", help="Deals that costs are taken from.")] = "2M",
    seed: options.Seed = None,
    threads: Annotated[
        str | None, typer.Option("--threads", metavar="N", help="Threads; without it, one a processor.")
    ] = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Print a book on one sheet: by trumps, bowers, aces and voids what to do in each seat, and what else would cost.

    Deals are played under every contract, and all bid by the book: each cell says the answer that is best on average
    for the hands in it, and by how much in hundredths of a point. The sheet fits on A4 and on Letter.
    """
    path = Path(out)
    if path.suffix.lower() not in ENDINGS:
        raise UsageError(f"a sheet is written as {', '.join(ENDINGS)}: {out!r}", "end its name in one of them")
    found = book_commands.shipped_or_read(book, rules, changes)
    if not quiet:
        console.on_compiling()
    import tempfile

    from sim.book.charting import Charting, ChartPlan
    from sim.players.given import as_player
    from sim.runs.parts import write_whole
    from sim.runs.provenance import thread_count

    number = 1 if seed is None else parse_seed(seed)
    count = thread_count(None if threads is None else parse_count(threads, "--threads"))
    with StopOnSignal() as signals, tempfile.TemporaryDirectory(prefix="euchre-sim-book-") as temporary:
        plan = ChartPlan(found, as_player(cards), number, parse_count(deals, "--deals"), count, Path(temporary))
        ready = Charting(plan, signals.asked)
        interruption = study.play_with_progress(ready, quiet)
        if interruption is not None:
            raise interruption
    told = ready.result
    again = command("book", "chart", **table.options(rules, changes), book=book, cards=cards, deals=deals,
                    seed=number, out=out)  # fmt: skip
    write_whole(path, _drawn(told, found.rules, again, path.suffix.lower()))
    if as_json:
        console.answer_json({"file": out} | told.to_dict(), again)
    else:
        console.print_answer(f"{out}: {len(told.panels)} panels\nagain   {again}")


def _drawn(told: "BookChart", rules: "Rules", again: str, ending: str) -> bytes:
    """The sheet in the format of a file's ending."""
    from reports.charts.sheet import sheet_html, sheet_svg, sheet_written

    sheet = book_sheet(told, rules, again)
    svg = sheet_svg(sheet)
    if ending == ".svg":
        return svg.encode()
    return sheet_html(svg, sheet.title).encode() if ending == ".html" else sheet_written(svg, ending)


def book_sheet(told: "BookChart", rules: "Rules", again: str) -> "Sheet":
    """What stands where on the sheet."""
    from reports.charts.sheet import Sheet, SheetPanel
    from sim.book.charting import COLUMNS, FIRST_COLUMNS, KINDS, ROWS
    from sim.plain_text import spaced
    from sim.seat_names import seat_names

    names = seat_names(rules.players)
    halves = sorted(cell.half for panel in told.panels for row in panel.cells for cell in row if cell is not None)
    middle = f"{100 * halves[len(halves) // 2]:.0f}" if halves else "0"
    lines = [
        [
            SheetPanel(
                f"{names[panel.seat - 1]}: {_KINDS[kind]}", [[_shown(cell) for cell in row] for row in panel.cells]
            )
            for panel in told.panels
            if panel.kind == kind
        ]
        for kind in KINDS
    ]
    groups = [("aces, 0-1 voids", COLUMNS[:FIRST_COLUMNS]), ("2-3 voids", COLUMNS[FIRST_COLUMNS:])]
    return Sheet(f"Euchre bidding card: {told.rules}", _INTRO, lines, ROWS, groups, [
        "Trumps: how many you hold with the bowers; R right, L left, + either. Aces and voids: of the other suits. "
        "The dealer counts the hand they keep.",
        "Second round: look at your longest suit (of equals the one with higher bowers, then next, the other suit of "
        "the upcard's colour).",
        f"From {spaced(told.deals)} deals, seed {told.seed}, cards played by {told.cards}, all bidding by the book, at "
        f"0-0. Half of the numbers hold to ± {middle} or better (95 %).",
        again,
    ])  # fmt: skip


def _shown(cell: "ChartCell | None") -> "SheetCell | None":
    """A cell as it is drawn."""
    from reports.charts.sheet import SheetCell

    if cell is None:
        return None
    letter, colour = _LETTERS[cell.action]
    number = f"{100 * cell.cost:.0f}"
    return SheetCell(letter, number, colour) if cell.sure else SheetCell(letter.lower(), number, "neither")
