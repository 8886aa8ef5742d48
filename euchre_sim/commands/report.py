"""`euchre-sim report`: the statistics of runs as a page to look at, with its tables and charts."""

import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from euchre_sim import console, options
from euchre_sim.typed import parse_count
from sim.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from reports.pages.report import Format


def report(
    run_dirs: Annotated[
        list[str], typer.Argument(metavar="RUN_DIR...", help="The folders of one run, or of several to compare.")
    ],
    out: Annotated[
        str | None, typer.Option("--out", metavar="DIR", help="Folder of the report; without it, RUN_DIR-report.")
    ] = None,
    section: Annotated[
        list[str] | None,
        typer.Option(
            "--section",
            metavar="NAME",
            help="Only some sections: ordering, loners, seats, scores, play; repeat it or separate them with commas.",
        ),
    ] = None,
    form: Annotated[str, typer.Option("--format", metavar="html|md|json", help="Page, Markdown or JSON.")] = "html",
    counterfactual: Annotated[
        str | None,
        typer.Option(
            "--counterfactual",
            metavar="N",
            help="Play N deals of each run again, to see what passing, ordering and going alone bring.",
        ),
    ] = None,
    hindsight: Annotated[
        str | None,
        typer.Option(
            "--hindsight",
            metavar="N",
            help="What the cards of N hands of each run cost with all cards in sight: 20k.",
        ),
    ] = None,
    allow: options.Allowed = None,
    open_it: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Make a report: who orders on what and how it goes, lone hands, seats, scores, leads.

    The folder holds one page that needs no network, the tables as CSV and Parquet, and the charts as SVG. Several runs
    stand side by side, with the differences to the first.
    """
    from euchre_sim.reporting import beside
    from euchre_sim.reporting import report as write_report
    from reports.api import load_run
    from reports.pages.report import FORMATS
    from reports.sections.sections import SECTIONS

    chosen: Format | None = next((known for known in FORMATS if known == form.strip().lower()), None)
    if chosen is None:
        raise UsageError(f"unknown --format: {form!r}", did_you_mean(form, FORMATS))
    if out is not None and not out.strip():
        raise UsageError("--out is empty", "name a folder, or leave --out away")
    names = [name.strip().lower() for text in section or [] for name in text.split(",")]
    for name in names:
        if name not in SECTIONS:
            raise UsageError(f"unknown --section: {name!r}", did_you_mean(name, SECTIONS))
    if allow and counterfactual is None:
        raise UsageError("--allow is for strategies that play again", "give it with --counterfactual")
    again = None if counterfactual is None else parse_count(counterfactual, "--counterfactual")
    looked = None if hindsight is None else parse_count(hindsight, "--hindsight")
    runs = [load_run(Path(folder)) for folder in run_dirs]
    for note in (note for run in runs for note in run.notes):
        console.talk(f"note: {note}")
    folder = Path(out) if out is not None else beside(Path(run_dirs[0]))
    console.on_compiling()
    progress = _Reading(sum(run.units for run in runs), runs[0].config.unit, quiet)
    written = write_report(
        runs,
        folder,
        sections=names or None,
        format=chosen,
        counterfactual=again,
        hindsight=looked,
        allow=allow or (),
        progress=progress.add,
    )
    progress.bar.clear()
    if as_json:
        console.answer_json({"folder": str(written.folder), "main": str(written.main), "files": list(written.files)})
    else:
        console.print_answer(str(written.main))
    if open_it:
        webbrowser.open(written.main.resolve().as_uri())


class _Reading:
    """Progress of reading, told by several threads."""

    def __init__(self, total: int, unit: str, quiet: bool) -> None:
        self.bar = console.ProgressLine(unit, quiet)
        self._total, self._done, self._begun = total, 0, time.monotonic()

    def add(self, units: int) -> None:
        """So many more games (or hands) were read."""
        self._done += units
        rate = self._done / max(time.monotonic() - self._begun, 1e-9)
        self.bar.show(self._done, self._total, rate, (self._total - self._done) / rate)
