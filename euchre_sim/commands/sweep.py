"""`euchre-sim sweep`: a parameter of a strategy over a grid of values, against a fixed opponent."""

from typing import Annotated

import typer

from euchre_sim import completion, console, options, study, table
from euchre_sim.interrupt import StopOnSignal
from euchre_sim.typed import parse_count, parse_seed
from sim.command_line import command
from sim.errors import UsageError


def sweep(
    strategy: Annotated[
        str,
        typer.Argument(
            metavar="SPEC", help="The strategy that has the parameter.", autocompletion=completion.complete_strategy
        ),
    ],
    param: Annotated[
        list[str] | None,
        typer.Option(
            "--param",
            metavar="NAME=LO:HI:STEP",
            help="A parameter and its values, or NAME=A,B,C; given again for a grid.",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="SPEC",
            help="The opponent; without it the strategy as it is.",
            autocompletion=completion.complete_strategy,
        ),
    ] = None,
    pairs: Annotated[
        str | None, typer.Option("--pairs", metavar="N", help="Mirrored pairs of each value; without it 100k.")
    ] = None,
    rules: options.RulesName = table.DEFAULT_RULES,
    changes: options.Changes = None,
    seed: options.Seed = None,
    threads: Annotated[
        str | None, typer.Option("--threads", metavar="N", help="Threads; without it, one for each processor.")
    ] = None,
    dask: options.Dask = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Find the best value of a parameter.

    All values play the same deals, sides swapped; the best is played again on fresh deals, because the best of many
    looks better than it is. Ctrl-C keeps what was played and prints it.
    """
    if not param:
        raise UsageError("which parameter?", "give --param order=18:24:1, say; strategies list their parameters")
    count = None if pairs is None else parse_count(pairs, "--pairs")
    workers = None if threads is None else parse_count(threads, "--threads")
    number = None if seed is None else parse_seed(seed)
    game, _ = table.labelled_rules(rules, changes or [])

    from sim.compare.sweep import sweep as prepare
    from sim.runs.provenance import draw_seed

    if not quiet:
        console.on_compiling()
    number = draw_seed() if number is None else number
    again = command(
        "sweep", strategy, param=param, against=against, pairs=pairs, **table.options(rules, changes), seed=number
    )
    with StopOnSignal() as signals:
        ready = prepare(
            game,
            strategy,
            param,
            against=against,
            pairs=count,
            seed=number,
            threads=workers,
            stop=signals.asked,
            cluster=dask,
        )
        if not quiet:
            console.talk(f"{rules}: {strategy}, {len(ready.grid)} values, seed {number}")
        interruption = study.play_with_progress(ready, quiet)
    try:
        result = ready.result
    except UsageError:
        if interruption is not None:
            raise interruption from None
        raise
    partial = study.partial(interruption)
    if as_json:
        console.answer_json(result.to_dict(), again, partial)
    else:
        console.print_answer(f"{result.to_text()}\n{study.foot(result.hands_played, result.seconds, again)}")
    if partial is not None:
        raise partial
