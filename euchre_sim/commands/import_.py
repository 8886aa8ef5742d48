"""`euchre-sim import`: games that people played, checked, and made a run."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from euchre_sim import console, options
from sim.errors import RecordError, UsageError
from sim.plain_text import fold, spaced

if TYPE_CHECKING:
    from sim.records.game import Game
    from sim.runs.imported import Imported

SUFFIXES = (".egn", ".emn")


def import_(
    files: Annotated[
        list[str], typer.Argument(metavar="FILES...", help="Records: .egn and .emn files, or folders of them.")
    ],
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="Folder of the run; without it the records are only checked."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="End at the first thing that cannot be read or is against the rules.")
    ] = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Read games that people played, check them by the rules, and make them a run.

    The run has the tables of a simulated one, so `report` and other programs read it: euchre-sim report RUN HUMAN.
    What is against the rules is told with deal, trick, player and what was legal; such a deal is not counted.
    """
    from sim.records.reading import problem_text, read_records

    if out is not None and not out.strip():
        raise UsageError("--out is empty", "name a folder, or leave --out away")
    games: list[Game] = []
    problems: list[dict[str, object]] = []
    texts: list[str] = []
    paths = _found(files)
    for path in paths:
        try:
            read = read_records(path, strict=strict)
        except RecordError as error:
            if strict or len(paths) == 1:
                raise
            texts.append(error.message)
            problems.append({"file": str(path), "sentence": error.message})
            continue
        games += read
        for game in read:
            texts += [problem_text(problem, game) for problem in game.problems]
            problems += [{"file": game.source, **problem.to_dict()} for problem in game.problems]
    made: Imported | None = None
    if out is not None:
        from sim.runs.imported import import_games

        made = import_games(games, Path(out))
        for note in made.notes if not quiet else ():
            console.talk(f"note: {note}")
    if as_json:
        run = None if made is None else {"folder": str(made.folder), "games": made.games, "hands": made.hands}
        told = [] if made is None else list(made.notes)
        deals = sum(len(game.deals) for game in games)
        console.answer_json(
            {"files": len(paths), "games": len(games), "deals": deals, "problems": problems, "run": run, "notes": told}
        )
        return
    console.print_answer("\n".join(_answer(len(paths), games, texts, made)))


def _answer(files: int, games: "list[Game]", problems: list[str], made: "Imported | None") -> list[str]:
    deals = sum(len(game.deals) for game in games)
    whole = sum(deal.whole for game in games for deal in game.deals)
    lines = [
        f"{_many(files, 'file')}, {_many(len(games), 'game')}, {_many(deals, 'deal')}; "
        f"whole and by the rules: {spaced(whole)}"
    ]
    lines += [fold(text, "- ") for text in problems]
    if made is not None:
        lines.append(f"run     {_many(made.games, 'game')}, {_many(made.hands, 'hand')}")
        lines.append(f"folder  {made.folder}")
    return lines


def _many(count: int, what: str) -> str:
    return f"{spaced(count)} {what}{'' if count == 1 else 's'}"


def _found(files: list[str]) -> list[Path]:
    """The files meant, those of folders in order. Raises UsageError for a folder without any."""
    found: list[Path] = []
    for name in files:
        path = Path(name)
        if not path.is_dir():
            found.append(path)
            continue
        inside = sorted(one for one in path.iterdir() if one.suffix.lower() in SUFFIXES)
        if not inside:
            raise UsageError(f"{name} holds no records", "they end in .egn or .emn")
        found += inside
    return found
