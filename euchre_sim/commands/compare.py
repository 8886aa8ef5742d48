"""`euchre-sim compare`: which of two strategies is better, by how much, and why; a round robin of more."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from euchre_sim import completion, console, options, study, table
from euchre_sim.examples import ShownExamples
from euchre_sim.interrupt import StopOnSignal
from euchre_sim.typed import parse_count, parse_seed, split_specs
from sim.command_line import command
from sim.errors import Interrupted, UsageError, did_you_mean

if TYPE_CHECKING:
    from sim.compare.comparison import Comparison
    from sim.compare.roundrobin import RoundRobin

FORMATS = ("text", "markdown")
_SPRT_HINT = "for example --sprt 0:0.02, in points a hand (with --games in Elo)"


def compare(
    strategies: Annotated[
        list[str],
        typer.Argument(
            metavar="A B [C ...]", help="The strategies: two, or more.", autocompletion=completion.complete_strategy
        ),
    ],
    pairs: Annotated[
        str | None,
        typer.Option(
            "--pairs",
            metavar="N",
            help="Mirrored pairs: 200k for two, 100k a match for more; the most if a stopping rule is given.",
        ),
    ] = None,
    games: Annotated[bool, typer.Option("--games", help="Play pairs of whole games instead of single deals.")] = False,
    until_width: Annotated[
        str | None,
        typer.Option("--until-width", metavar="W", help="Stop when the 95 % interval is this wide, in points a hand."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="LOW:HIGH",
            help="Stop when it is decided whether A is at most LOW or at least "
            "HIGH points a hand better, each with 5 % error.",
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="SPEC",
            help="Compare A and B also as they play against these; without it "
            "basic, cautious and random; none for nobody.",
            autocompletion=completion.complete_strategy,
        ),
    ] = None,
    rules: options.RulesName = table.DEFAULT_RULES,
    changes: options.Changes = None,
    seed: options.Seed = None,
    threads: Annotated[
        str | None, typer.Option("--threads", metavar="N", help="Threads; without it, one for each processor.")
    ] = None,
    dask: options.Dask = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE.parquet", help="Write a row a pair to this file.")
    ] = None,
    examples: Annotated[
        str | None,
        typer.Option("--examples", metavar="N", help="Print the first N deals that A lost to B, as show does."),
    ] = None,
    regret: Annotated[
        bool,
        typer.Option("--regret", help="Look ahead at each decision: which ones cost A and B points, and how many."),
    ] = False,
    regret_hands: Annotated[
        str | None,
        typer.Option("--regret-hands", metavar="N", help="Hands looked at for --regret; 1000 without it."),
    ] = None,
    by_library: Annotated[
        str | None,
        typer.Option(
            "--by-library", metavar="FOLDER", help="Look the pairs up in this library (see book deals), with its seed."
        ),
    ] = None,
    form: Annotated[
        str, typer.Option("--format", metavar="text|markdown", help="markdown is a block to paste in a forum.")
    ] = FORMATS[0],
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Say which strategy is better, by how much, and why.

    Two strategies play the same deals with sides swapped, so that only what they do differently counts. Of more than
    two, every two meet. Ctrl-C keeps what was played and prints it.
    """
    if len(strategies) < 2:
        raise UsageError(f"only {strategies[0]} is given", "name two strategies, as in compare basic cautious")
    if form not in FORMATS:
        raise UsageError(f"unknown --format: {form!r}", did_you_mean(form, FORMATS))
    if as_json and form != FORMATS[0]:
        raise UsageError("--json and --format markdown are two forms of the answer", "give one of them")
    count = None if pairs is None else _pairs(pairs)
    many = {"threads": None if threads is None else parse_count(threads, "--threads"), "cluster": dask}
    number = None if seed is None else parse_seed(seed)
    if regret_hands is not None and not regret:
        raise UsageError("--regret-hands is the number of hands for --regret", "add --regret")
    watched = None if regret_hands is None else parse_count(regret_hands, "--regret-hands")
    shown = None if examples is None else parse_count(examples, "--examples")
    game, _ = table.labelled_rules(rules, changes or [])

    from sim.runs.provenance import draw_seed

    if not quiet:
        console.on_compiling()
    number = draw_seed() if number is None and by_library is None else number
    again = _command(strategies, pairs, games, until_width, sprt, against, rules, changes, number, out, examples,
                     regret, regret_hands, by_library)  # fmt: skip
    common: dict[str, Any] = {"pairs": count, "unit": "games" if games else "hands", "seed": number, **many}
    look = None
    with StopOnSignal() as signals:
        ready: Comparison | RoundRobin
        if len(strategies) > 2:
            _refuse_for_many(
                {"--until-width": until_width, "--sprt": sprt, "--out": out, "--against": against, "--examples": shown,
                 "--regret": regret or None, "--by-library": by_library}
            )  # fmt: skip
            from sim.compare.roundrobin import round_robin

            ready = round_robin(game, strategies, stop=signals.asked, **common)
        else:
            from sim.compare.comparison import OPPONENTS
            from sim.compare.comparison import compare as prepare
            from sim.compare.regret import REGRET_HANDS

            comparison = ready = prepare(
                game,
                *strategies,
                until_width=None if until_width is None else study.parse_number(until_width, "--until-width", "0.01"),
                sprt=None if sprt is None else _bounds(sprt),
                opponents=OPPONENTS if against is None else _opponents(against),
                out=None if out is None else _file(out),
                examples=shown or 0,
                regret=regret,
                regret_hands=REGRET_HANDS if watched is None else watched,
                library=by_library,
                stop=signals.asked,
                **common,
            )
            if shown is not None:
                named, both = table.options(rules, changes), (strategies[0], strategies[1])

                def look() -> ShownExamples:
                    return ShownExamples(comparison.lost, both, game, comparison.plan.seed, named)

        if not quiet:
            seeded = "" if number is None else f", seed {number}"
            console.talk(f"{rules}: {', '.join(strategies)}{seeded}")
        interruption = study.play_with_progress(ready, quiet)
    _answer(ready, form, as_json, again, interruption, look)


def _answer(
    ready: "Comparison | RoundRobin",
    form: str,
    as_json: bool,
    again: str,
    interruption: Interrupted | None,
    look: Callable[[], ShownExamples] | None,
) -> None:
    try:
        result = ready.result
    except UsageError:
        if interruption is not None:
            raise interruption from None
        raise
    partial = study.partial(interruption)
    examples = None if look is None else look()
    if as_json:
        told = result.to_dict()
        console.answer_json(told if examples is None else told | {"examples": examples.to_dict()}, again, partial)
    elif form == "markdown":
        block = "" if examples is None else f"\n```\n{examples.to_text()}```\n"
        console.print_answer(f"{result.to_markdown()}{block}\n`{again}`")
    else:
        block = "" if examples is None else f"{examples.to_text()}\n"
        console.print_answer(f"{result.to_text()}\n{block}{study.foot(result.hands_played, result.seconds, again)}")
    if partial is not None:
        raise partial


def _pairs(text: str) -> int:
    count = parse_count(text, "--pairs")
    if count < 2:
        raise UsageError("--pairs must be at least 2", "intervals need a few hundred")
    return count


def _bounds(text: str) -> tuple[float, float]:
    low, colon, high = text.partition(":")
    if not colon:
        raise UsageError(f"--sprt needs LOW:HIGH, not {text}", _SPRT_HINT)
    return study.parse_number(low, "--sprt LOW", _SPRT_HINT), study.parse_number(high, "--sprt HIGH", _SPRT_HINT)


def _opponents(given: list[str]) -> list[str]:
    return [] if given == ["none"] else split_specs(given)


def _file(text: str) -> Path:
    if not text.lower().endswith(".parquet"):
        raise UsageError(f"--out is a Parquet file: {text!r}", "end its name in .parquet")
    return Path(text)


def _refuse_for_many(given: dict[str, object]) -> None:
    for option, value in given.items():
        if value is not None:
            raise UsageError(f"{option} is for two strategies", "a round robin plays a fixed number of pairs")


def _command(
    strategies: list[str],
    pairs: str | None,
    games: bool,
    until_width: str | None,
    sprt: str | None,
    against: list[str] | None,
    rules: str,
    changes: list[str] | None,
    seed: int | None,
    out: str | None,
    examples: str | None,
    regret: bool,
    regret_hands: str | None,
    by_library: str | None,
) -> str:
    """The command that repeats this comparison."""
    return command(
        "compare",
        *strategies,
        games=games,
        pairs=pairs,
        until_width=until_width,
        sprt=sprt,
        against=against,
        **table.options(rules, changes),
        seed=seed,
        out=out,
        examples=examples,
        regret=regret,
        regret_hands=regret_hands,
        by_library=by_library,
    )
