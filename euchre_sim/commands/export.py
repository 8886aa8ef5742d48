"""`euchre-sim export`: games of a run in Euchre Game Notation, which replayers open."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from euchre_sim import console, options
from euchre_sim.typed import parse_range
from sim.errors import RecordError, UsageError
from sim.plain_text import spaced

if TYPE_CHECKING:
    from sim.records.game import Game

MOST = 1000
"""Games that are written at a time: a replayer opens them one by one."""


def export(
    run_dir: Annotated[str, typer.Argument(metavar="RUN_DIR", help="The folder of a run.")],
    games: Annotated[
        str, typer.Option("--games", metavar="A-B", help="Numbers of games (or single hands), from 0: 0-99.")
    ] = "0",
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="A .egn file for one game, a .emn file for all of them as a match, or a folder for a file each; "
            "without it, to stdout.",
        ),
    ] = None,
    allow: options.Allowed = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Write games of a run as Euchre Game Notation 1.4.

    Every file is read again before it is written, and must come back as the same game. What the format cannot tell is
    left out, and said.
    """
    from sim.records.writing import as_text, document_of, match_of, unsayable
    from sim.rules.rules import Rules
    from sim.runs.as_record import game_of
    from sim.runs.results import open_run
    from sim.runs.trace import games_of_run

    wanted = parse_range(games, "--games")
    if len(wanted) > MOST:
        raise UsageError(f"--games {games} are {spaced(len(wanted))} games, more than {spaced(MOST)}", "write fewer")
    if out is not None and not out.strip():
        raise UsageError("--out is empty", "name a file or a folder, or leave --out away")
    kind = Path(out or "").suffix.lower()
    if kind == ".egn" and len(wanted) > 1:
        raise UsageError(f"a .egn file holds one game, not {len(wanted)}", "give --out a .emn file, or a folder")
    run = open_run(run_dir)
    rules: Rules = run.config.rules
    if run.config.recorded:
        raise UsageError(
            f"{run_dir} was made of records of games", "the files that it was made of are what export writes"
        )
    if why := unsayable(rules):
        raise RecordError(f"{run_dir} cannot be told in Euchre Game Notation: {why}", "show prints its hands as text")
    if not quiet:
        console.on_compiling()
    told: list[tuple[Game, dict[str, Any]]] = []
    left: list[dict[str, Any]] = []
    for number, traces in zip(wanted, games_of_run(run, wanted, allow or []), strict=True):
        try:
            game = game_of(traces)
            told.append((game, document_of(game)))
        except RecordError as error:
            left.append({"game": number, "why": error.message})
            if len(wanted) == 1:
                raise
    for one in left if not quiet else ():
        console.talk(f"left out: {one['why']}")
    if not told:
        raise RecordError(f"none of {len(wanted)} games can be told in Euchre Game Notation", left[0]["why"])
    as_match = kind == ".emn" or (out is None and len(wanted) > 1)
    if as_match and rules.players != 4:
        raise UsageError("a match in the format has four players", "give --out a folder: it gets a file for each game")
    document = match_of([game for game, _ in told], f"{run_dir}, games {games}") if as_match else told[0][1]
    if out is None:
        if as_json:
            console.answer_json({"record": document, "left_out": left})
        else:
            console.print_answer(as_text(document))
        return
    if as_match or kind == ".egn":
        files = {Path(out): as_text(document)}
    else:
        files = {Path(out) / f"game-{game.source.split()[-1]:0>5}.egn": as_text(one) for game, one in told}
    written = [_write(path, text) for path, text in files.items()]
    if as_json:
        console.answer_json({"files": written, "games": len(told), "left_out": left})
    else:
        games_text = "1 game" if len(told) == 1 else f"{len(told)} games"
        console.print_answer(f"{games_text}: {out}")


def _write(path: Path, text: str) -> str:
    from sim.runs.parts import storage_error, write_whole

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise storage_error(error, path) from error
    write_whole(path, text.encode())
    return str(path)
