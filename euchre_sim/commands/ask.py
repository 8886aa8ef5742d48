"""`euchre-sim ask`: what is the best thing to do, by how much, and how sure is that."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from euchre_sim import console, options, study, table
from euchre_sim.interrupt import StopOnSignal
from euchre_sim.typed import parse_count, parse_form, parse_seed
from sim.command_line import command
from sim.errors import Interrupted, UsageError

if TYPE_CHECKING:
    from sim.ask.answer import Answer

_SECONDS = "for example --seconds 2"


def ask(
    hand: Annotated[
        str | None, typer.Argument(metavar="[HAND]", help='The cards you hold now, as in "JS KS AH 9D TC".')
    ] = None,
    up: Annotated[str | None, typer.Option("--up", metavar="CARD", help="The card turned up.")] = None,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="1-4|NAME", help="Your seat: 1 eldest, 2 dealer's partner, 3 third, 4 dealer."),
    ] = None,
    round_: Annotated[int | None, typer.Option("--round", metavar="1|2", help="The round of bidding.")] = None,
    decision: Annotated[
        str | None,
        typer.Option(
            "--decision",
            metavar="WHAT",
            help="bid (without it), alone, pick-up, discard, defend-alone, keep-five, lead or play.",
        ),
    ] = None,
    bids: Annotated[
        str | None,
        typer.Option("--bids", metavar="TEXT", help='All bids so far, as in "pass, pass, order"; without it, passes.'),
    ] = None,
    trump: Annotated[
        str | None, typer.Option("--trump", metavar="SUIT", help="Trump; without it, the upcard's.")
    ] = None,
    maker: Annotated[
        str | None,
        typer.Option("--maker", metavar="WHO", help="Who made trump: me, my-partner, left, right, or a seat."),
    ] = None,
    alone: Annotated[bool, typer.Option("--alone", help="The maker plays alone.")] = False,
    lone_defender: Annotated[
        str | None, typer.Option("--lone-defender", metavar="WHO", help="Who defends alone, named like the maker.")
    ] = None,
    left_up: Annotated[bool, typer.Option("--left-up", help="The dealer left the upcard on the table.")] = False,
    played: Annotated[
        str | None,
        typer.Option("--played", metavar="CARDS", help='Cards played, each trick from its leader: "9S AS KS QS; TH".'),
    ] = None,
    buried: Annotated[
        str | None,
        typer.Option("--buried", metavar="CARDS", help="Cards you have put away: as dealer, or for the dummy."),
    ] = None,
    dummy: Annotated[
        str | None, typer.Option("--dummy", metavar="CARDS", help="The dummy's cards, for keep-five.")
    ] = None,
    next_card: Annotated[
        str | None, typer.Option("--next-card", metavar="CARD", help="The card after a joker, where the rules turn it.")
    ] = None,
    score: Annotated[
        str | None,
        typer.Option("--score", metavar="9-6", help="Your side's score, then the others': asks who wins the game."),
    ] = None,
    rules: options.RulesName = table.DEFAULT_RULES,
    changes: options.Changes = None,
    strategy: options.Strategies = None,
    me: Annotated[str | None, typer.Option("--me", metavar="SPEC", help="Who plays your cards.")] = None,
    partner: Annotated[str | None, typer.Option("--partner", metavar="SPEC", help="Who your partner is.")] = None,
    opponents: Annotated[str | None, typer.Option("--opponents", metavar="SPEC", help="Who the opponents are.")] = None,
    sensitivity: Annotated[
        bool, typer.Option("--sensitivity", help="Ask again with others of several kinds: does the advice hold?")
    ] = False,
    open_hands: Annotated[
        bool, typer.Option("--open", help="Also what each choice is worth with all cards in sight: hindsight.")
    ] = False,
    until_width: Annotated[
        str | None,
        typer.Option("--until-width", metavar="POINTS", help="Half of the interval to reach, for every choice."),
    ] = None,
    deals: Annotated[str | None, typer.Option("--deals", metavar="N", help="Deals to play: 10000, 250k.")] = None,
    seconds: Annotated[str | None, typer.Option("--seconds", metavar="S", help="Stop after so long; else 20.")] = None,
    equity_hands: Annotated[
        str | None,
        typer.Option(
            "--equity-hands", metavar="N", help="With --score: hands simulated at each score; else as many as needed."
        ),
    ] = None,
    seed: options.Seed = None,
    threads: Annotated[
        str | None, typer.Option("--threads", metavar="N", help="Threads; without it, one for each processor.")
    ] = None,
    csv: Annotated[
        str | None, typer.Option("--csv", metavar="FILE", help="Answer each line of a table of questions instead.")
    ] = None,
    allow: options.Allowed = None,
    form: Annotated[
        str,
        typer.Option(
            "--format", metavar="text|egn", help="egn: not the answer, but the deal so far in Euchre Game Notation."
        ),
    ] = "text",
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Answer a decision: play every choice out on thousands of deals that agree with what you see and heard.

    By default it stops when one choice is better than the rest, or at ±0.005 points.
    """
    asked: dict[str, Any] = {
        "up": up, "seat": seat, "round": round_, "decision": decision, "bids": bids, "trump": trump, "maker": maker,
        "alone": alone, "lone_defender": lone_defender, "left_up": left_up, "played": played, "buried": buried,
        "dummy": dummy, "next_card": next_card, "score": score,
    }  # fmt: skip
    around: dict[str, Any] = {"me": me, "partner": partner, "opponents": opponents}
    game, label = table.labelled_rules(rules, changes or [])
    everybody = _everybody(strategy, game.players)
    number = None if seed is None else parse_seed(seed)
    how: dict[str, Any] = {
        "until_width": None if until_width is None else _decimal(until_width, "--until-width", "for example 0.005"),
        "deals": None if deals is None else parse_count(deals, "--deals"),
        "seconds": None if seconds is None else _decimal(seconds, "--seconds", _SECONDS),
        "threads": None if threads is None else parse_count(threads, "--threads"),
        "equity_hands": None if equity_hands is None else parse_count(equity_hands, "--equity-hands"),
        "open": open_hands,
    }
    if csv is None and (hand is None or up is None):
        missing = "your hand" if hand is None else "the upcard"
        raise UsageError(f"{missing} is missing", 'as in euchre-sim ask "JS KS AH 9D TC" --up QS --seat 1')
    if csv is None and allow:
        raise UsageError("--allow is for the strategies that a table of questions names", "give it with --csv")
    if parse_form(form, {"--csv": csv, "--sensitivity": sensitivity, "--open": open_hands}):
        _print_record(game, label, hand, asked, as_json)
        return
    if not quiet:
        console.on_compiling()

    from sim.runs.provenance import draw_seed

    number = draw_seed() if number is None else number
    with StopOnSignal() as signals:
        how |= {"seed": number, "stop": signals.asked}
        if csv is not None:
            more = around | {"allow": allow or []}
            answered = _answer_table(Path(csv), hand, asked, game, everybody, more, how)
            _print(*answered, _stopped(signals.asked()), as_json)
            return
        assert hand is not None and up is not None
        from sim.ask.answering import ask as answer

        found = answer(hand, rules=game, strategy=everybody, **asked, **around, **how)
        again = _again(hand, asked, rules, changes, strategy, around, until_width, deals, found)
        panel = None
        if sensitivity and not signals.asked():
            from sim.ask.sensitivity import ask_around

            del how["open"]  # the question at this table alone
            panel = ask_around(found, **how)
        partial = _stopped(signals.asked())
    told, text = found.to_dict(), found.to_text(again)
    if panel is not None:
        told, text = told | {"sensitivity": panel.to_dict()}, f"{text}\n{panel.to_text()}"
    _print(told, text, partial, as_json, again)


def _print_record(game: Any, label: str, hand: str | None, asked: dict[str, Any], as_json: bool) -> None:
    """Print the deal so far, as the player asked knows it, as a record."""
    from sim.ask.as_record import record_of
    from sim.ask.parsing import make_question
    from sim.records.writing import as_text, document_of

    assert hand is not None
    told = {"round_" if name == "round" else name: value for name, value in asked.items() if name != "up"}
    document = document_of(record_of(make_question(game, hand, asked["up"], **told), label))
    if as_json:
        console.answer_json(document)
    else:
        console.print_answer(as_text(document))


def _stopped(asked: bool) -> Interrupted | None:
    return study.partial(Interrupted("interrupted") if asked else None)


def _print(told: Any, text: str, partial: Interrupted | None, as_json: bool, again: str | None = None) -> None:
    """Print an answer, then raise the interruption that made it a partial one."""
    if as_json:
        console.answer_json(told, again, partial)
    else:
        console.print_answer(text)
    if partial is not None:
        raise partial


def _answer_table(
    path: Path,
    hand: str | None,
    asked: dict[str, Any],
    game: Any,
    everybody: list[str],
    around: dict[str, Any],
    how: dict[str, Any],
) -> tuple[Any, str]:
    """The answers to a table of questions, as data and as CSV."""
    if hand is not None or any(asked.values()):
        raise UsageError("with --csv the questions are in the table", "leave hand and options of the question away")
    from sim.ask.questions_csv import answer_rows, read_questions, rows_as_csv

    header, rows = read_questions(path)
    answered = answer_rows(rows, rules=game, strategy=everybody, **around, **how)
    return {"answers": answered}, rows_as_csv(header, answered, how["open"])


def _everybody(strategy: list[str] | None, players: int) -> list[str]:
    from euchre_sim.typed import split_specs

    given = split_specs(strategy or []) or [table.DEFAULT_STRATEGY]
    if len(given) not in (1, players):
        raise UsageError(
            f"{len(given)} strategies for {players} players",
            f"give one for all, or {players}: one a seat from the eldest hand; or --me, --partner and --opponents",
        )
    return given


def _decimal(text: str, option: str, hint: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 0 < value < 1e9:
        raise UsageError(f"{option} is not a number above 0: {text.strip() or 'nothing'}", hint)
    return value


def _again(
    hand: str,
    asked: dict[str, Any],
    rules: str,
    changes: list[str] | None,
    strategy: list[str] | None,
    around: dict[str, Any],
    until_width: str | None,
    deals: str | None,
    found: "Answer",
) -> str:
    """The command that gives this answer again."""
    stopped = found.reason in ("seconds", "interrupted")
    return command(
        "ask",
        hand,
        **{name: value or None for name, value in asked.items()},
        **table.options(rules, changes),
        strategy=strategy,
        **around,
        equity_hands=found.equity_hands or None,
        until_width=None if stopped else until_width,
        deals=found.deals if stopped else deals,
        open=found.is_open or None,
        seed=found.seed,
    )
