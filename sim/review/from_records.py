"""From records of games (`sim.records`) to what is reviewed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.cards import cards_of
from sim.review.reviewed import SeenGame
from sim.review.seen_deals import SeenCall, SeenDeal

if TYPE_CHECKING:
    from sim.records.game import Deal, Game


def seen_game(game: "Game") -> SeenGame:
    """A game as a record tells it; deals that are not by the rules or lack their upcard are left out."""
    name = game.title or game.source
    deals = [_seen_deal(name, deal) for deal in game.deals if deal.upcard is not None and not deal.problems]
    return SeenGame(name, tuple(game.players), game.rules, tuple(deals))


def left_out(games: "Sequence[Game]") -> list[str]:
    """A sentence on each deal that is not reviewed."""
    told = []
    for game in games:
        for deal in game.deals:
            if deal.problems:
                told.append(f"{game.title or game.source}, deal {deal.number + 1}: {deal.problems[0].sentence}")
            elif deal.upcard is None:
                told.append(f"{game.title or game.source}, deal {deal.number + 1}: the upcard is not told")
    return told


def _seen_deal(game: str, deal: "Deal") -> SeenDeal:
    tricks = []
    for trick in deal.tricks:
        cards = [card for card in trick.cards if card is not None]
        if len(cards) < len(trick.cards):
            break  # what follows an unknown card cannot be played again
        tricks.append(tuple(zip(trick.players, cards, strict=True)))
    return SeenDeal(
        name=f"{game}, deal {deal.number + 1}",
        dealer=deal.dealer,
        score=deal.score_before,
        upcard=deal.upcard or 0,
        calls=tuple(SeenCall(call.player, call.suit, call.alone) for call in deal.calls),
        tricks=tuple(tricks),
        discard=deal.discard,
        picked_up=deal.taken,
        lone_defender=deal.lone_defender,
        dealt=tuple(tuple(cards_of(mask)) for mask in deal.dealt),
        points=deal.points,
    )
