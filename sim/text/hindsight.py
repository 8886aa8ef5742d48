"""A hand looked at again with all cards in sight, as aligned plain text."""

from typing import TYPE_CHECKING

from sim.cards import card_name
from sim.plain_text import align, fold
from sim.text.trace import side_name

if TYPE_CHECKING:
    from sim.runs.hindsight import Hindsight, OpenPlay


def hindsight_text(looked: "Hindsight", symbols: bool) -> str:
    """What the hand is worth, what each card cost, and what each side has lost by its cards."""
    trace, paid = looked.trace, looked.payment
    if trace.maker is None or looked.tricks is None or paid is None:
        return fold("with all cards in sight: nothing was played") + "\n"
    makers = side_name(trace, trace.maker.side)
    one = "+" not in makers
    role = "bidder" if trace.bid and one else "maker" if one else "makers"
    tricks = "1 trick" if looked.tricks == 1 else f"{looked.tricks} tricks"
    head = (
        f"with all cards in sight, and best play of everybody, the {role} ({makers}) "
        f"{'takes' if one else 'take'} {tricks}: {paid.name}. Cards that cost points against the best one then:"
    )
    rows = [("trick", *(" " + seat.name for seat in trace.seats))]
    for number, row in enumerate(looked.plays, 1):
        plays = {play.seat.number: play for play in row}
        cells = (_cell(plays.get(seat.number), symbols) for seat in trace.seats)
        rows.append((str(number), *cells))
    lost = ", ".join(f"{side_name(trace, side)}: {looked.lost(side):g}" for side in range(trace.rules.teams))
    others = "the others'" if trace.rules.teams == 2 else "the mean of the others'"
    foot = (
        f"points lost by cards: {lost} (a side's less {others}). This is hindsight: at the table nobody sees all "
        "cards, and a card that costs points here may have been the best on what could be known"
    )
    return "\n".join([fold(head), "", align(rows, numbers_from=len(rows[0])), "", fold(foot)]) + "\n"


def _cell(play: "OpenPlay | None", symbols: bool) -> str:
    if play is None:
        return " -"
    name = " " + card_name(play.card, symbols)
    return f"{name} -{play.cost:g}" if play.cost else name
