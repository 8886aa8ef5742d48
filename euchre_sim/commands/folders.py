"""`euchre-sim info`, `verify`, `repair` and `merge`: the folders of runs, looked after."""

from typing import Annotated, Any

import typer

from euchre_sim import console, options
from euchre_sim.study import play_with_progress
from euchre_sim.typed import parse_count
from sim.errors import EuchreError

FolderOfRun = Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run.")]
Threads = Annotated[
    str | None, typer.Option("--threads", metavar="N", help="Threads; without it, one for each processor.")
]


def info(run: FolderOfRun, as_json: options.Json = False, quiet: options.Quiet = False) -> None:
    """Say what a run is and how far it is: rules, players, seed, games, sizes, and the command that goes on with it.

    Reads only run.json and the tallies; `euchre-sim verify` reads everything.
    """
    from sim.runs.info import run_info

    found = run_info(run)
    for note in () if quiet else found.run.notes:
        console.talk(f"note: {note}")
    _answer(found, as_json)


def verify(
    run: FolderOfRun, threads: Threads = None, as_json: options.Json = False, quiet: options.Quiet = False
) -> None:
    """Read every byte of a run and name each file that is not as it was written.

    Nothing is changed. Exit code 0 when all games are there and whole, 6 when a file is damaged or games are missing.
    """
    from sim.runs.verify import damage_error, verify_run

    found = _played(verify_run(run, threads=_threads(threads)), quiet)
    _answer(found, as_json, damage_error(found))


def repair(
    run: FolderOfRun,
    allow: options.Allowed = None,
    threads: Threads = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Play the damaged parts of a run again, after reading every byte of it.

    Games that were never played are left to the command of the run. Exit code 6 when something stays damaged.
    """
    from sim.errors import RunFolderError
    from sim.runs.repair import repair_run

    if not quiet:
        console.on_compiling()
    done = _played(repair_run(run, allow=allow or [], threads=_threads(threads)), quiet)
    strange = [damage.file for damage in done.found.damaged if damage.span is None]
    error = None
    if strange:
        error = RunFolderError(f"{run} holds {strange[0]}, which has no place in this run", "move it away")
    _answer(done, as_json, error)


def merge_shards(
    shards: Annotated[list[str], typer.Argument(metavar="SHARD...", help="The folders of the shards.")],
    out: Annotated[str, typer.Option("--out", metavar="RUN", help="Folder of the merged run; a new one.")],
    partial: Annotated[
        bool, typer.Option("--partial", help="Merge what is there, though shards or parts are missing.")
    ] = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Put shards of a run together: the files are those that one run of all games would have.

    Refused (exit code 6) where a part is in two folders, a folder is of another run, version or strategy, or a shard is
    missing. A merge that is stopped leaves nothing behind.
    """
    from sim.errors import UsageError
    from sim.runs.merge import merge_runs

    if not out.strip():
        raise UsageError("--out is empty", "name a folder that is not there yet")
    _answer(_played(merge_runs(shards, out, partial=partial), quiet), as_json)


def _played(study: Any, quiet: bool) -> Any:
    interruption = play_with_progress(study, quiet)
    if interruption is not None:
        raise interruption
    return study.result


def _threads(text: str | None) -> int | None:
    return None if text is None else parse_count(text, "--threads")


def _answer(found: Any, as_json: bool, error: EuchreError | None = None) -> None:
    if as_json:
        console.answer_json(found.to_dict(), error=error)
    else:
        console.print_answer(found.to_text())
    if error is not None:
        raise error
