"""Sums over reviewed decisions: what they cost by player and kind, and how luck and skill shared a game's result."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sim.review.decision_values import Priced
from sim.review.reviewed import DealReview, DecisionReview, LuckParts, Review, summed
from sim.worlds.decision_kinds import KINDS

LONE: Final = "lone hands"


@dataclass(frozen=True)
class CostRow:
    """What the decisions of one player (None: of all) and one kind (None: of all kinds) cost.

    `points` are lost a hand of theirs, `games` in all (None: not known). Of the `decisions` so many are `mistakes`.
    """

    player: str | None
    kind: str | None
    hands: int
    decisions: int
    mistakes: int
    points: Priced
    games: Priced | None

    @property
    def best(self) -> float:
        """The share of the decisions that were no mistakes."""
        return 1 - self.mistakes / self.decisions if self.decisions else 1.0


def is_about_alone(made: DecisionReview) -> bool:
    """Whether the better choice differs from what was done in who plays alone only."""
    better = made.best or made.halves[0] or made.halves[1]
    return made.kind == LONE or made.about_alone[better]


def cost_rows(review: Review) -> list[CostRow]:
    """All players together, then each of them, by name: a row for all kinds, then one for each."""
    everybody = [
        (review.games[deal.game].players[made.chair], made) for deal in review.deals for made in deal.decisions
    ]
    hands: dict[str, int] = {}
    for deal in review.deals:
        for name in review.games[deal.game].players:
            hands[name] = hands.get(name, 0) + 1
    rows = _rows_of(None, sum(hands.values()), [made for _, made in everybody])
    for name in dict.fromkeys(name for game in review.games for name in game.players):
        rows += _rows_of(name, hands.get(name, 0), [made for who, made in everybody if who == name])
    return rows


def _rows_of(player: str | None, hands: int, made: Sequence[DecisionReview]) -> list[CostRow]:
    rows = [_row(player, None, hands, len(made), made)]
    for kind in KINDS:
        if kind == LONE:
            asked = sum(any(one.about_alone) or one.kind == LONE for one in made)
            paid = [one for one in made if is_about_alone(one)]
        else:
            asked = sum(one.kind == kind for one in made)
            paid = [one for one in made if one.kind == kind and not is_about_alone(one)]
        if asked:
            rows.append(_row(player, kind, hands, asked, paid))
    return rows


def _row(player: str | None, kind: str | None, hands: int, asked: int, paid: Sequence[DecisionReview]) -> CostRow:
    points = _total(one.cost for one in paid)
    known = [one.cost_games for one in paid if one.cost_games is not None]
    return CostRow(
        player,
        kind,
        hands,
        asked,
        sum(one.is_mistake for one in paid),
        Priced(points.value / max(hands, 1), points.error / max(hands, 1)),
        _total(known) if len(known) == len(paid) else None,
    )


def _total(costs: Iterable[Priced]) -> Priced:
    listed = list(costs)
    return Priced(sum(one.value for one in listed), float(np.sqrt(sum(one.error**2 for one in listed))))


@dataclass(frozen=True)
class GameParts:
    """How the result of a game came about for side 0: `points` and `games` summed over `deals` whole deals.

    `games` starts from the chance before the first of them; None where it is not known.
    """

    deals: int
    points: LuckParts
    games: LuckParts | None
    score: tuple[int, ...]


def game_parts(deals: Sequence[DealReview]) -> GameParts | None:
    """The parts of the whole deals of one game; None where there is none."""
    whole = [deal for deal in deals if deal.points is not None and deal.deal.points is not None]
    if not whole:
        return None
    last = whole[-1].deal
    assert last.points is not None
    score = tuple(a + b for a, b in zip(last.score, last.points, strict=True))
    games = [deal.games for deal in whole if deal.games is not None]
    chain = None
    if len(games) == len(whole):
        added = summed(games)
        # The chances before later deals are what the deals before came to.
        chain = LuckParts(games[0].before, added.cards, added.decisions, added.rest)
    return GameParts(len(whole), summed([deal.points for deal in whole if deal.points]), chain, score)
