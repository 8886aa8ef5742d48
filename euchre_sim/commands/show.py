"""`euchre-sim show`: one hand of a run, or of a seed, as a person reads it."""

from typing import TYPE_CHECKING, Annotated

import typer

from euchre_sim import console, options, table
from euchre_sim.typed import parse_form, parse_index, parse_seed
from sim.errors import UsageError

if TYPE_CHECKING:
    from sim.rules.units import Unit


def show(
    run_dir: Annotated[
        str | None, typer.Argument(metavar="[RUN_DIR]", help="The folder of a run; without it, a table is set up anew.")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="G", help="Number of the game, from 0.")] = None,
    hand: Annotated[
        str | None, typer.Option("--hand", metavar="H", help="Number of the hand in its game, from 0; without it, all.")
    ] = None,
    rules: options.MaybeRules = None,
    changes: options.Changes = None,
    strategy: options.Strategies = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="N", help="Seed of the deals.")] = None,
    allow: options.Allowed = None,
    in_sight: Annotated[
        bool, typer.Option("--open", help="Add what each card cost with all cards in sight, in hindsight.")
    ] = False,
    symbols: Annotated[bool, typer.Option("--symbols", help="Write J♠ instead of JS.")] = False,
    form: Annotated[
        str, typer.Option("--format", metavar="text|egn", help="egn: Euchre Game Notation, which replayers open.")
    ] = "text",
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Print a hand: the deal, the bids, the discard, trick by trick, and the score.

    Of a run: euchre-sim show RUN_DIR --game G --hand H. Of a table set up anew: euchre-sim show --rules standard
    --strategy basic --seed 1 --game G --hand H. With --hand alone it is hand H of a run made with --hands.
    """
    as_egn = parse_form(form, {"--open": in_sight, "--symbols": symbols})
    games = None if game is None else parse_index(game, "--game")
    hands = None if hand is None else parse_index(hand, "--hand")
    if not quiet:
        console.on_compiling()
    if run_dir is not None:
        if rules or changes or strategy or seed:
            raise UsageError("a run knows its rules, strategies and seed", "leave those options away, or the folder")
        from sim.runs.results import open_run
        from sim.runs.trace import show_run

        run = open_run(run_dir)
        for note in () if quiet else run.notes:
            console.talk(f"note: {note}")
        if as_egn and run.config.recorded:
            raise UsageError(
                f"{run_dir} was made of records of games", "the files that it was made of are in that format"
            )
        which, number = which_hand(run.config.unit, games, hands)
        traces = show_run(run_dir, game=which, hand=number, allow=allow or [])
    else:
        if allow:
            raise UsageError("--allow is for the strategies that a run names", "give the folder of a run with it")
        if seed is None:
            raise UsageError(
                "show needs a run folder, or the --seed of a table set up anew", "see `euchre-sim show --help`"
            )
        unit: Unit = "hands" if games is None else "games"
        which, number = which_hand(unit, games, hands)
        deals = parse_seed(seed)
        played, _ = table.labelled_rules(rules or table.DEFAULT_RULES, changes or [])
        specs = table.specs(strategy or [], played)
        from sim.runs.trace import show as play_again

        traces = play_again(played, specs, seed=deals, unit=unit, game=which, hand=number)
    if as_egn:
        from sim.records.writing import as_text, document_of
        from sim.runs.as_record import game_of

        document = document_of(game_of(traces))
        if as_json:
            console.answer_json(document)
        else:
            console.print_answer(as_text(document))
        return
    looked = []
    if in_sight:
        from sim.runs.hindsight import hindsight

        looked = [hindsight(trace) for trace in traces]
    if as_json:
        found = [trace.to_dict() for trace in traces]
        for told, again in zip(found, looked, strict=False):
            told["open"] = again.to_dict()
        console.answer_json(found[0] if number is not None else {"hands": found})
    else:
        texts = [trace.to_text(symbols) for trace in traces]
        for place, again in enumerate(looked):
            texts[place] += "\n" + again.to_text(symbols)
        console.print_answer("\n\n".join(texts))


def which_hand(unit: "Unit", game: int | None, hand: int | None) -> tuple[int, int | None]:
    """The game and hand meant by the two options; None stands for all hands of the game. Raises UsageError."""
    if unit == "games":
        if game is None and hand is not None:
            raise UsageError(f"--hand {hand} of which game?", "add --game")
        return game or 0, hand
    if game is not None and hand not in (None, 0):
        raise UsageError("this run has independent hands, each its own game", "give only --hand")
    return (game if game is not None else hand or 0), 0
