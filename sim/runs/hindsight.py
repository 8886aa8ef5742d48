"""A traced hand looked at again with all cards in sight: what each card that was played cost against the best one."""

from dataclasses import dataclass
from typing import Any

from sim.cards import card_name
from sim.errors import UsageError, brief
from sim.runs.traced import Seat, Trace
from sim.solver.payment import Payment
from sim.solver.position import Position
from sim.solver.solution import solve_position
from sim.text_door import Shown, shown


@dataclass(frozen=True)
class OpenPlay:
    """A card that was played: `cost` is what it brings less than the best one would, in points of the side that chose.

    Points are the side's less the mean of the other sides'. `tricks` is what the makers take in all with best play
    after it, `trick_cost` how many tricks the side gave away, `best` are the codes of the cards without a cost.
    """

    seat: Seat
    card: int
    side: int
    tricks: int
    cost: float
    trick_cost: int
    best: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Hindsight(Shown):
    """What a hand came to and what each card cost, with all cards in sight: nobody at the table could know it.

    `tricks` and `payment` are the makers' with best play of everybody from the first lead on; `plays` has a row a
    trick, its cards in the order of play. All is None or empty where nothing was played.
    """

    trace: Trace
    tricks: int | None
    payment: Payment | None
    plays: tuple[tuple[OpenPlay, ...], ...]

    def lost(self, side: int) -> float:
        """Points that the cards of a side cost it in all."""
        return sum(play.cost for row in self.plays for play in row if play.side == side)

    def to_text(self, symbols: bool = False) -> str:
        """The value of the hand and a table of costs, as aligned text; with `symbols` cards are `J♠`."""
        text: str = shown(self, "text", symbols)
        return text

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON: cards as `JS`, people as player numbers."""
        return {
            "maker_tricks": self.tricks,
            "outcome": self.payment.name if self.payment else None,
            "points": [self.payment.makers, self.payment.defenders] if self.payment else None,
            "plays": [
                [
                    {
                        "player": play.seat.player,
                        "card": card_name(play.card),
                        "maker_tricks": play.tricks,
                        "cost": play.cost,
                        "trick_cost": play.trick_cost,
                        "best": [card_name(code) for code in play.best],
                    }
                    for play in row
                ]
                for row in self.plays
            ],
            "lost": [self.lost(side) for side in range(self.trace.rules.teams)],
        }


def hindsight(trace: Trace) -> Hindsight:
    """Solve a hand, as `show(...)[0]` gives it, at its first lead and before every card that was played.

    Raises UsageError for anything else.

    >>> from sim.rules.presets import preset
    >>> from sim.runs.trace import show
    >>> hindsight(show(preset("standard"), ["basic"], seed=1, unit="hands", game=3)[0]).lost(0)
    3.0
    """
    if not isinstance(trace, Trace):
        raise UsageError(f"hindsight is about one hand that was shown, not {brief(trace)}", "as in show(...)[0]")
    if trace.maker is None or trace.trump is None or not trace.tricks:
        return Hindsight(trace, None, None, ())
    position = first_lead(trace)
    found = solve_position(position)
    tricks, payment, rows = found.tricks, found.payment, []
    for trick in trace.tricks:
        row = []
        for seat, card in trick.cards:
            found = solve_position(position)
            value = found.of(card)
            assert value.cost is not None
            best = tuple(other.card for other in found.cards if not other.cost and not other.trick_cost)
            chooser = trace.named_by if trace.named_by and seat == trace.maker else seat
            row.append(OpenPlay(seat, card, chooser.side, value.tricks, value.cost, value.trick_cost, best))
            position = position.after(card)
        rows.append(tuple(row))
    return Hindsight(trace, tricks, payment, tuple(rows))


def first_lead(trace: Trace) -> Position:
    """A hand that was played, at its first lead: everybody held the cards that they have played."""
    assert trace.maker is not None and trace.trump is not None
    hands = [0] * trace.rules.players
    for trick in trace.tricks:
        for seat, card in trick.cards:
            hands[seat.number - 1] |= 1 << card
    return Position(
        rules=trace.rules,
        trump=trace.trump,
        maker=trace.maker.number,
        alone=trace.alone,
        lone_defender=trace.lone_defender.number if trace.lone_defender else 0,
        jambone=trace.jambone,
        bid=trace.bid,
        hands=tuple(hands),
        leader=trace.tricks[0].leader.number,
    )
