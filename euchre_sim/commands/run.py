"""`euchre-sim run`: play many games or hands, write them down, and sum them up."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from euchre_sim import console, options, table
from euchre_sim.interrupt import StopOnSignal
from euchre_sim.typed import parse_count, parse_seed
from sim.arguments import check_path
from sim.command_line import command
from sim.errors import UsageError, did_you_mean
from sim.plain_text import command_text

if TYPE_CHECKING:
    from sim.rules.units import Detail, Unit
    from sim.runs.run import Run, RunResult


DEFAULT_DETAIL = "hands"


def run(
    games: Annotated[
        str | None, typer.Option("--games", metavar="N", help="Whole games to play: 20000, 250k, 2.5M, 1e6.")
    ] = None,
    hands: Annotated[
        str | None, typer.Option("--hands", metavar="N", help="Instead of games: independent first hands, at 0-0.")
    ] = None,
    rules: options.RulesName = table.DEFAULT_RULES,
    changes: options.Changes = None,
    strategy: options.Strategies = None,
    seed: options.Seed = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="DIR", help="Folder of the run; without it, runs/<rules>-<id>.")
    ] = None,
    detail: Annotated[
        str,
        typer.Option(
            "--detail",
            metavar="hands|games|plays|none",
            help="What is written: a row a hand, a row a "
            "game, a row a trick too, or (none) nothing unless --out is given.",
        ),
    ] = DEFAULT_DETAIL,
    threads: Annotated[
        str | None, typer.Option("--threads", metavar="N", help="Threads; without it, one for each processor.")
    ] = None,
    dask: options.Dask = None,
    adjust_luck: Annotated[
        bool,
        typer.Option(
            "--adjust-luck",
            help="Show games won and points a hand without the luck of the cards too, as more hands would show them. "
            "Solves every deal.",
        ),
    ] = False,
    shard: Annotated[
        str | None,
        typer.Option(
            "--shard",
            metavar="K/N",
            help="Play only share K of N, for many machines; `euchre-sim merge` puts them together. Needs --seed.",
        ),
    ] = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Play many games or hands and write what happened.

    The summary goes to stdout, talk and progress to stderr. The same command again goes on with an interrupted run, or
    sums up a complete one without playing.
    """
    unit: Unit = "games" if games is not None else "hands"
    if (games is None) == (hands is None):
        what = "neither --games nor --hands is given" if games is None else "--games and --hands are both given"
        raise UsageError(what, "say how much to play with one of them, as in --games 1e6")
    much = games if games is not None else hands or ""
    total = parse_count(much, f"--{unit}")
    count = None if threads is None else parse_count(threads, "--threads")
    number = None if seed is None else parse_seed(seed)
    kept = _detail(detail)
    if out is not None and not out.strip():
        raise UsageError("--out is empty", "name a folder, or leave --out away")
    from sim.runs.shard import WHOLE, parse_shard

    share = WHOLE if shard is None else parse_shard(shard)
    if share != WHOLE and number is None:
        raise UsageError(f"--shard {share} needs the seed that all shards have", "add --seed N, the same for each")
    game, label = table.labelled_rules(rules, changes or [])
    specs = table.specs(strategy or [], game)

    from sim.runs.folder import stored_seed
    from sim.runs.provenance import draw_seed, make_config
    from sim.runs.run import engine_version, load
    from sim.runs.run import run as prepare

    if not quiet:
        console.on_compiling()
    players = [load(spec) for spec in specs]
    folder = None if out is None else check_path("--out", out)
    if number is None and folder is not None:
        number = stored_seed(folder)
    if number is None:
        number = draw_seed()
    if folder is None and kept != "none":
        config = make_config(game, players, number, unit, kept, engine_version())
        folder = Path("runs") / f"{table.short_name(rules)}-{config.id[:8]}"
        if share != WHOLE:
            folder = folder.with_name(f"{folder.name}-{share.word}")
    again = _command(
        unit, much, rules, changes or [], strategy or [], number, kept, threads, folder, adjust_luck, shard, dask
    )
    with StopOnSignal() as signals:
        ready = prepare(
            game,
            players,
            games=total if unit == "games" else None,
            hands=total if unit == "hands" else None,
            seed=number,
            out=folder,
            detail=kept,
            threads=count,
            stop=signals.asked,
            resume=again,
            adjust_luck=adjust_luck,
            shard=share,
            cluster=dask,
        )
        if not quiet:
            which = "" if share == WHOLE else f"shard {share}, "
            console.talk(f"{which}{label}: {' against '.join(dict.fromkeys(specs))}, seed {number}")
        result = _play(ready, quiet)
    if as_json:
        console.answer_json(_as_dict(result, again), again)
    else:
        luck = "" if result.luck is None else result.luck.to_text() + "\n"
        console.print_answer(result.summary.to_text() + "\n" + luck + _foot(result, again))


def _play(ready: "Run", quiet: bool) -> "RunResult":
    bar = console.ProgressLine(ready.config.unit, quiet)
    try:
        for event in ready:
            # The library hands out notes once, with the first event.
            for note in event.notes:
                bar.clear()
                console.talk(note)
            bar.show(event.done, event.total, event.rate, event.eta)
    except KeyboardInterrupt:
        raise ready.interruption() from None
    finally:
        bar.clear()
    return ready.result


def _detail(text: str) -> "Detail":
    from sim.rules.units import DETAILS

    for detail in DETAILS:
        if text.strip().lower() == detail:
            return detail
    raise UsageError(f"unknown --detail: {text!r}", did_you_mean(text, DETAILS))


def _command(
    unit: str,
    much: str,
    rules: str,
    changes: list[str],
    strategies: list[str],
    seed: int,
    detail: str,
    threads: str | None,
    out: Path | None,
    adjust_luck: bool,
    shard: str | None,
    dask: str | None,
) -> str:
    """The command that goes on with this run or makes it anew."""
    return command(
        "run",
        **{unit: much},
        **table.options(rules, changes),
        strategy=strategies,
        seed=seed,
        detail=None if detail == DEFAULT_DETAIL else detail,
        adjust_luck=adjust_luck,
        shard=shard,
        threads=threads,
        dask=dask,
        out=out,
    )


def _foot(result: "RunResult", again: str) -> str:
    rate = result.hands_per_second
    if rate is None:
        took = "nothing was left to play"
    else:
        took = f"{console.human_time(result.seconds)}, {console.human_rate(rate)} hands a second"
    lines = [f"time    {took}"]
    if result.shard.of > 1:
        lines.append(f"shard   {result.shard}: the numbers above are of this share alone")
    if result.folder is not None:
        lines.append(f"folder  {result.folder}")
    return "\n".join([*lines, command_text("again", again)])


def _as_dict(result: "RunResult", again: str) -> dict[str, Any]:
    return {
        "run": {
            "id": result.config.id,
            "folder": None if result.folder is None else str(result.folder),
            **result.config.to_dict(),
            **({} if result.shard.of == 1 else {"shard": str(result.shard)}),
            "units": result.units,
            "played": result.played,
            "hands": result.hands,
            "seconds": result.seconds,
            "hands_per_second": result.hands_per_second,
            "notes": list(result.notes),
            "command": again,
        },
        "summary": result.summary.to_dict(),
        **({} if result.luck is None else {"luck": result.luck.to_dict()}),
    }
