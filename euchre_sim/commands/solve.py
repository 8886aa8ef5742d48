"""`euchre-sim solve`: what a hand comes to with all cards in sight, and what each card is worth."""

from typing import Annotated

import typer

from euchre_sim import console, options, table
from euchre_sim.typed import parse_index


def solve(
    hands: Annotated[
        str,
        typer.Argument(
            metavar="HANDS", help='All hands from the dealer\'s left on, as in "JS AH; 9S TH; KS 9H; QS 9D".'
        ),
    ],
    trump: Annotated[
        str | None, typer.Option("--trump", metavar="SUIT", help="Trump, or no-trump; not needed in misère.")
    ] = None,
    lead: Annotated[
        str | None,
        typer.Option(
            "--lead", metavar="SEAT", help="Who leads: 1 (the dealer's left) to the dealer, or a seat's name."
        ),
    ] = None,
    maker: Annotated[
        str | None,
        typer.Option("--maker", metavar="SEAT", help="Who made trump; without it nothing is paid."),
    ] = None,
    alone: Annotated[bool, typer.Option("--alone", help="The maker plays alone; write - for the partner.")] = False,
    lone_defender: Annotated[
        str | None, typer.Option("--lone-defender", metavar="SEAT", help="Who defends alone.")
    ] = None,
    jambone: Annotated[bool, typer.Option("--jambone", help="The lone maker's hand lies open.")] = False,
    bid: Annotated[
        str | None, typer.Option("--bid", metavar="BID", help="What was bid, where numbers are: 3, misère, nap.")
    ] = None,
    played: Annotated[
        str | None,
        typer.Option("--played", metavar="CARDS", help='Cards played, each trick from its leader: "9S AS KS QS; TH".'),
    ] = None,
    taken: Annotated[
        str | None, typer.Option("--taken", metavar="N", help="The makers' tricks that are over and not told.")
    ] = None,
    rules: options.RulesName = table.DEFAULT_RULES,
    changes: options.Changes = None,
    symbols: Annotated[bool, typer.Option("--symbols", help="Write J♠ instead of JS.")] = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Solve a hand exactly: everybody sees all cards and plays for the tricks of their side.

    The hands are those held now. Without --maker the tricks of seats 1 and 3 are counted.
    """
    game, _ = table.labelled_rules(rules, changes or [])
    over = None if taken is None else parse_index(taken, "--taken")
    if not quiet:
        console.on_compiling()
    from sim.solver.reading import solve as answer

    found = answer(
        hands,
        trump=trump,
        rules=game,
        lead=lead,
        maker=maker,
        alone=alone,
        lone_defender=lone_defender,
        jambone=jambone,
        bid=bid,
        played=played,
        taken=over,
    )
    if as_json:
        console.answer_json(found.to_dict())
    else:
        console.print_answer(found.to_text(symbols))
