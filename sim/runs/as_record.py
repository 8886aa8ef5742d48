"""Hands that were simulated as a record of a game, to be written in the format of games that people play."""

from collections.abc import Sequence
from typing import Final

from sim.errors import RecordError
from sim.records.game import Deal, Exchange, Game, RecordedCall, RecordedTrick
from sim.runs.traced import Bid, Trace

_OPEN: Final = "show prints it as text"


def game_of(traces: Sequence[Trace]) -> Game:
    """The record of some hands of one game that follow each other. Raises RecordError for hands it has no words for."""
    first, last = traces[0], traces[-1]
    which = f"game {first.game}" if first.unit == "games" else f"hand {first.game}"
    deals = tuple(_deal(place, trace) for place, trace in enumerate(traces))
    chairs = sorted(first.seats, key=lambda seat: seat.player)
    return Game(
        source=which,
        title=f"{first.label}, seed {first.seed}, {which}",
        players=tuple(seat.strategy for seat in chairs),
        rules=first.rules,
        initial_score=first.score_before,
        deals=deals,
        final_score=last.score_after,
        winner=last.winner if last.winner is not None and last.winner >= 0 else None,
        notes=(),
        document={},
    )


def _deal(place: int, trace: Trace) -> Deal:
    if trace.jambone or trace.shown:
        raise RecordError(
            f"hand {trace.hand} of game {trace.game} is laid open, which records have no words for", _OPEN
        )
    n = len(trace.seats)
    held = {seat.player: _mask(seat.dealt) for seat in trace.seats}
    dealt = dict(held)
    exchanges = []
    if trace.swap is not None:
        owner = trace.swap.owner.player
        exchanges.append(Exchange(None, owner, trace.swap.taken))
        dealt[owner] = dealt[owner] & ~_mask(trace.swap.taken) | _mask(trace.swap.given)
    if trace.taken and trace.upcard is not None and trace.buried is not None:
        held[trace.dealer.player] = (held[trace.dealer.player] | 1 << trace.upcard) & ~(1 << trace.buried)
    for call in trace.best_calls:
        exchanges.append(Exchange(call.giver.player, call.caller.player, (call.given,)))
        held[call.caller.player] = (held[call.caller.player] | 1 << call.given) & ~(1 << call.discarded)
        held[call.giver.player] &= ~(1 << call.given)
    return Deal(
        number=place,
        dealer=trace.dealer.player,
        score_before=trace.score_before,
        upcard=trace.upcard,
        dealt=tuple(dealt[player] for player in range(n)),
        held=tuple(held[player] for player in range(n)),
        calls=tuple(_call(bid, trace) for bid in trace.bids),
        round=trace.bids[-1].round if trace.maker is not None else 0,
        maker=None if trace.maker is None else trace.maker.player,
        trump=trace.trump,
        alone=trace.alone,
        lone_defender=None if trace.lone_defender is None else trace.lone_defender.player,
        taken=trace.taken,
        discard=trace.buried,
        exchanges=tuple(exchanges),
        tricks=tuple(
            RecordedTrick(
                trick.number,
                tuple(seat.player for seat, _ in trick.cards),
                tuple(code for _, code in trick.cards),
                tuple(1 << code for _, code in trick.cards),
                trick.winner.player,
            )
            for trick in trace.tricks
        ),
        makers_tricks=None if trace.maker is None else trace.tricks_won,
        points=trace.points,
        score_after=trace.score_after,
        thrown_in=trace.maker is None,
    )


def _call(bid: Bid, trace: Trace) -> RecordedCall:
    made = bid.suit is not None
    return RecordedCall(bid.round, bid.seat.player, bid.suit, made and trace.alone)


def _mask(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)
