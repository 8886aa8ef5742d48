"""Writing a report from Python: `euchre_sim.report`, which plays deals again where that is asked for."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from reports.api import LoadedRun, load_run
from reports.pages.report import FORMATS, Format, Written, write_report
from reports.sections.sections import SECTIONS
from sim.arguments import as_list, check_call, check_choice, check_is_text, check_path
from sim.errors import UsageError
from sim.whole import check_whole

if TYPE_CHECKING:
    from sim.runs.run import RunResult

MOST_DEALS = 10**9


def report(
    runs: "LoadedRun | RunResult | str | Path | Sequence[LoadedRun | RunResult | str | Path]",
    out: str | Path | None = None,
    *,
    sections: str | Sequence[str] | None = None,
    format: Format = "html",  # noqa: A002  # what the command calls it
    counterfactual: int | None = None,
    hindsight: int | None = None,
    allow: str | Sequence[str] = (),
    progress: Callable[[int], None] | None = None,
) -> Written:
    """Write the report of a run, or of several side by side, and say where it is: `report("runs/a").main`.

    `runs` are folders, or what `load_run` and `run(...).finish()` gave. `out` is the folder of the report; without it,
    that of the first run with `-report` behind. `sections` are some of ordering, loners, seats, scores and play (all),
    `format` is html, md or json. `counterfactual` is a number of deals of each run that are played again, to see what
    passing, ordering and going alone bring; players from files and modules play again only where `allow` names them.
    `hindsight` is a number of hands of each run of which is said what each card cost with all cards in sight; the run
    needs its plays. `progress` hears of games (or single hands) as they are read. Raises UsageError, RunFolderError,
    StorageError, and what strategies raise.

    >>> from euchre_sim import report, run
    >>> _ = run("standard", "basic", games=1000, seed=1, out="runs/a").finish()
    >>> report("runs/a", format="md", sections="seats").main.as_posix()
    'runs/a-report/report.md'
    """
    loaded = [opened(one) for one in as_list(runs)]
    if not loaded:
        raise UsageError("a report needs a run", 'for example report("runs/a")')
    folder = beside(loaded[0].path) if out is None else check_path("out", out)
    names = SECTIONS if sections is None else tuple(check_choice("sections", s, SECTIONS) for s in as_list(sections))
    check_choice("format", format, FORMATS)
    check_call("progress", progress)
    allowed = [check_is_text("allow", name, '["./my_bot.py"]') for name in as_list(allow)]
    if counterfactual is not None:
        deals = check_whole("counterfactual", counterfactual, 1, MOST_DEALS, example=10_000)
        from sim.runs.replayed import Again

        for run in loaded:
            run.play_again(Again(run.config, str(run.path), allowed), deals)
    if hindsight is not None:
        hands = check_whole("hindsight", hindsight, 1, MOST_DEALS, example=20_000)
        from sim.runs.provenance import thread_count
        from sim.solver.played import check_costs, play_costs

        for run in loaded:
            check_costs(run.config.rules)
            run.cost_cards(partial(play_costs, run.config.rules, threads=thread_count(None)), hands)
    return write_report(loaded, folder, names=names, form=format, progress=progress)


def opened(given: object) -> LoadedRun:
    """The run that is meant: read from its folder, or as it is. Raises RunFolderError, UsageError."""
    if isinstance(given, LoadedRun):
        return given
    folder = getattr(given, "folder", None)  # of a RunResult
    if folder is None and hasattr(given, "summary"):
        raise UsageError("this run was not written, so there is nothing to report", 'give run a folder: out="runs/a"')
    return load_run(given if folder is None else folder)  # type: ignore[arg-type]  # checked there


def beside(run: Path) -> Path:
    """The folder beside that of a run."""
    whole = run.resolve()
    return run.parent / f"{whole.name}-report" if run.name else whole.parent / f"{whole.name}-report"
