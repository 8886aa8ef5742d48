"""`euchre-sim review`: games that people played, decision by decision: what was right, and what each mistake cost."""

import json
import os
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from euchre_sim import completion, console, options, study
from euchre_sim.interrupt import StopOnSignal
from euchre_sim.typed import parse_count, parse_seed, split_specs
from sim.command_line import command
from sim.errors import StorageError, UsageError

DEFAULT = "human"
"""Who the players are taken for where nobody says."""
_HALVES = re.compile("[\\ud800-\\udfff]")


def review(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Games: .egn, or matches: .emn.")],
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            metavar="SPEC",
            help="Who everybody is taken for; without it: human.",
            autocompletion=completion.complete_strategy,
        ),
    ] = None,
    deals: Annotated[
        str | None, typer.Option("--deals", metavar="N", help="Deals of the hidden cards for each decision; else 5000.")
    ] = None,
    by_points: Annotated[
        bool, typer.Option("--points", help="Judge by points a hand, whatever the score; else by games won.")
    ] = False,
    top: Annotated[str | None, typer.Option("--top", metavar="N", help="Mistakes to list; else 20.")] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Also write every decision as a line of a table.")
    ] = None,
    annotate: Annotated[
        Path | None,
        typer.Option("--annotate", metavar="OUT.egn", help="Also write the game with labels and sentences (one game)."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Also write a page to step through the games, for any browser."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="Seed of the hidden cards that are drawn; else 1.")
    ] = None,
    threads: Annotated[
        str | None, typer.Option("--threads", metavar="N", help="Threads; without it, one for each processor.")
    ] = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Review games: the value of each decision as its player knew it, what mistakes cost, and luck told from skill.

    Everybody is taken for one strategy, `human` where no other is given: it calls as often as people in recorded games.
    Ctrl-C prints what is finished.
    """
    specs = split_specs(strategy or []) or [DEFAULT]
    if len(specs) != 1:
        raise UsageError(f"{len(specs)} strategies", "a review takes everybody for one and the same: give one")
    how: dict[str, Any] = {
        "seed": 1 if seed is None else parse_seed(seed),
        "threads": None if threads is None else parse_count(threads, "--threads"),
        "by_points": by_points,
    }
    if deals is not None:
        how["worlds"] = parse_count(deals, "--deals")
    shown = None if top is None else parse_count(top, "--top")
    _check_places([path for path in (csv, html, annotate) if path is not None], files)
    if not quiet:
        console.on_compiling()

    from sim.records.reading import read_records
    from sim.review.annotating import annotated
    from sim.review.from_records import left_out, seen_game
    from sim.review.reviewing import ReviewStudy
    from sim.text.review import SHOWN, review_text
    from sim.text.review_data import review_csv
    from sim.text.review_html import review_page

    games = [game for path in files for game in read_records(path)]
    if annotate is not None and len(games) != 1:
        raise UsageError(f"--annotate writes one game, and {len(games)} were given", "review them one by one")
    for sentence in left_out(games):
        console.talk(f"not reviewed: {sentence}")
    with StopOnSignal() as signals:
        reviewing = ReviewStudy([seen_game(game) for game in games], specs[0], stop=signals.asked, **how)
        partial = study.partial(study.play_with_progress(reviewing, quiet))
    found = reviewing.result()
    if csv is not None:
        _write(csv, review_csv(found))
    if html is not None:
        _write(html, review_page(found))
    if annotate is not None:
        _write(annotate, _json_text(annotated(games[0].document, found)))
    if as_json:
        again = command("review", *map(str, files), strategy=strategy, deals=deals, points=by_points, seed=how["seed"])
        console.answer_json(found.to_dict(), again, partial)
    else:
        console.print_answer(review_text(found, shown or SHOWN))
    if partial is not None:
        raise partial


def _check_places(places: list[Path], files: list[Path]) -> None:
    """Says before the work, not after it, where nothing can be written, or a file would be lost by it."""
    found: set[Path] = set()
    for path in places:
        whole = path.resolve()
        if whole in {file.resolve() for file in files}:
            raise UsageError(f"{path} is one of the games to review", "write to another file")
        if whole in found:
            raise UsageError(f"{path} is named twice", "give each answer a file of its own")
        found.add(whole)
        if whole.is_dir():
            raise StorageError(f"cannot write {path}: it is a folder", "give another file")
        if not whole.parent.is_dir():
            raise StorageError(f"cannot write {path}: there is no folder {path.parent}", "give another file")
        if not os.access(whole if whole.exists() else whole.parent, os.W_OK):
            raise StorageError(f"cannot write {path}: permission denied", "give another file")


def _json_text(document: Any) -> str:
    """JSON with letters as they are, or escaped where a record holds halves of letters, which no file can."""
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    return text if text.isascii() or not _HALVES.search(text) else json.dumps(document, indent=1) + "\n"


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageError(f"cannot write {path}: {error.strerror}", "give another file") from None
