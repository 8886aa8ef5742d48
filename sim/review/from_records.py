"""From records of games (`sim.records`) to what is reviewed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sim.cards import JOKER, cards_of
from sim.players.look_ahead import unknown_to_look_ahead
from sim.players.match import hooks_asked
from sim.review.reviewed import SeenGame
from sim.review.seen_deals import SeenCall, SeenDeal

if TYPE_CHECKING:
    from sim.records.game import Deal, Game

UNTOLD: Final = -1
"""Suit of a call whose suit a record does not tell."""


def seen_game(game: "Game") -> SeenGame:
    """A game as a record tells it; deals that cannot be reviewed are left out (see `left_out`)."""
    deals = [_seen_deal(deal) for deal in game.deals if not _why_not(game, deal)]
    alike = len(set(game.players)) < len(game.players)
    names = [f"{name} {chair + 1}" if alike else name for chair, name in enumerate(game.players)]
    return SeenGame(game.title or game.source, tuple(names), game.rules, tuple(deals))


def left_out(games: "Sequence[Game]") -> list[str]:
    """A sentence on each deal that is not reviewed."""
    return [
        f"{game.title or game.source}, deal {deal.number}: {why}"
        for game in games
        for deal in game.deals
        if (why := _why_not(game, deal))
    ]


def _why_not(game: "Game", deal: "Deal") -> str:
    """Why a deal cannot be reviewed, in words; empty where it can."""
    unknown = "games with dummies" if game.rules.dummies else unknown_to_look_ahead(hooks_asked(game.rules))
    if unknown:
        return f"reviews do not know {unknown} yet"
    if deal.problems:
        return deal.problems[0].sentence
    if deal.upcard is None:
        return "the upcard is not told"
    if deal.upcard == JOKER and game.rules.joker_up not in ("hearts", "spades"):
        return "the upcard is the joker, and which suit it stood for is not told"
    if deal.score_before is None:
        return "the score before it is not known"
    if deal.thrown_in or deal.exchanges:
        return "cards were exchanged or thrown in before the play, which reviews do not know yet"
    if any(call.suit == UNTOLD for call in deal.calls):
        return "which suit was named is not told"
    return ""


def _seen_deal(deal: "Deal") -> SeenDeal:
    tricks = []
    for trick in deal.tricks:
        cards = [card for card in trick.cards if card is not None]
        if len(cards) < len(trick.cards):
            break  # what follows an unknown card cannot be played again
        tricks.append(tuple(zip(trick.players, cards, strict=True)))
    assert deal.upcard is not None and deal.score_before is not None
    return SeenDeal(
        name=f"deal {deal.number}",
        dealer=deal.dealer,
        score=deal.score_before,
        upcard=deal.upcard,
        calls=tuple(SeenCall(call.player, call.suit, call.alone) for call in deal.calls),
        tricks=tuple(tricks),
        discard=deal.discard,
        picked_up=deal.taken,
        lone_defender=deal.lone_defender,
        dealt=tuple(tuple(cards_of(mask)) for mask in deal.dealt),
        points=deal.points,
        number=deal.number,
    )
