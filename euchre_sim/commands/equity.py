"""`euchre-sim equity`: the chance to win the game from every score."""

from typing import Annotated

import typer

from euchre_sim import console, options, table
from euchre_sim.interrupt import StopOnSignal
from euchre_sim.typed import parse_count
from sim.errors import UsageError


def equity(
    rules: options.RulesName = table.DEFAULT_RULES,
    changes: options.Changes = None,
    strategy: options.Strategies = None,
    own: Annotated[
        str | None,
        typer.Option("--score", metavar="N", help="Your own score, for games of three players; else 0."),
    ] = None,
    hands: Annotated[
        str | None,
        typer.Option("--hands", metavar="N", help="Hands simulated at each score; without it, up to 100000."),
    ] = None,
    threads: Annotated[
        str | None, typer.Option("--threads", metavar="N", help="Threads; without it, one for each processor.")
    ] = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Print the chance to win the game from every score, as a table and as a map of shades.

    Hands are simulated at every score, then the game is solved exactly. `ask --score` uses the same table. You are
    player 0; the other strategies follow clockwise.
    """
    game, _ = table.labelled_rules(rules, changes or [])
    specs = table.specs(strategy or [], game)
    number = None if hands is None else parse_count(hands, "--hands")
    count = None if threads is None else parse_count(threads, "--threads")
    score = None
    if own is not None:
        if game.teams == 2:
            raise UsageError("--score is for games of three players", "the tables of two sides show all scores")
        if not own.isdecimal() or int(own) >= game.target:
            raise UsageError(f"--score must be from 0 to {game.target - 1}, not {own}", "your points before the hand")
        score = int(own)
    if not quiet:
        console.on_compiling()
    from sim.chances.equity import find_equity
    from sim.text.equity import equity_text

    everybody = [specs[player % len(specs)] for player in range(game.players)]
    with StopOnSignal() as signals:
        found = find_equity(game, everybody, hands=number, threads=count, stop=signals.asked)
    if as_json:
        console.answer_json(found.to_dict())
    else:
        console.print_answer(equity_text(found, score))
