"""Reviewing deals: each is played as recorded, its decisions valued as their players knew it, luck told from skill."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from sim.cards import NO_TRUMP, card_name, suit_name
from sim.engine.layout import (
    H_DECLARE_ALONE,
    H_DEFEND_ALONE,
    H_DISCARD,
    H_FOLLOW,
    H_LEAD,
    H_NAME_TRUMP,
    H_ORDER_UP,
    H_PICK_UP,
)
from sim.engine.suits import card_code
from sim.errors import UsageError
from sim.review.chances import Chances, Expectations, why_no_chances
from sim.review.decision_values import Priced, choice_values
from sim.review.filling import WholeDeal, discards, filled
from sim.review.followed import ALONE_IN_NAME, FollowedTable, Place, SeenDecision, script
from sim.review.reviewed import DealReview, DecisionReview, LuckParts, Review, SeenGame, ValuedAction
from sim.review.seen_deals import SeenDeal
from sim.rules.rules import Rules
from sim.runs.chunks import Chunk, StageProgress, Workers
from sim.runs.provenance import thread_count
from sim.runs.threads import Stop
from sim.worlds.decision_kinds import kind_of
from sim.worlds.moment import M_SUIT, M_UP_SUIT
from sim.worlds.thinking import Outlook
from sim.worlds.valuing import ValuedMoments

WORLDS: Final = 5_000
"""Worlds kept for each decision where nobody says how many."""
DRAWN: Final = 12
"""Worlds drawn at most for each that is kept."""
FILLS: Final = 16
"""Ways in which cards that nobody saw are dealt to tell what the cards of a deal were worth."""
GRAIN: Final = 2.0**-30
"""Parts of results are whole multiples of this, so that they add up without rounding."""
_card_code = getattr(card_code, "py_func", card_code)


@dataclass(frozen=True)
class ReviewTables:
    """All that the deals of some rules are reviewed with."""

    rules: Rules
    table: FollowedTable
    chances: Chances | None
    expected: Expectations


class ReviewStudy:
    """Deals of games, reviewed one after the other; iterating plays them and tells how far it is."""

    def __init__(
        self,
        games: Sequence[SeenGame],
        believed: str,
        *,
        worlds: int = WORLDS,
        seed: int = 1,
        by_points: bool = False,
        threads: int | None = None,
        stop: Stop | None = None,
    ) -> None:
        """Raises what loading players and the chances to win raise. `by_points` leaves the score aside."""
        self._games, self._believed, self._seed, self._worlds = tuple(games), believed, seed, worlds
        self._deals = [(number, deal) for number, game in enumerate(games) for deal in game.deals]
        self._workers = Workers(thread_count(threads), stop)
        tables = cache(lambda rules: review_tables(rules, believed, worlds, seed, by_points, threads, stop))
        self._tables: list[ReviewTables | None] = [tables(game.rules) if game.deals else None for game in games]
        self._found: list[DealReview] = []

    def __iter__(self) -> Generator[StageProgress, None, None]:
        def work(chunk: Chunk, _: Stop) -> DealReview:
            number, deal = self._deals[chunk.first]
            tables = self._tables[number]
            assert tables is not None
            return reviewed_deal(tables, number, deal)

        def take(found: DealReview) -> bool:
            self._found.append(found)
            return False

        yield from self._workers.stage("review", "deals", (0, len(self._deals), 1), work, take)

    def result(self) -> Review:
        """What has been found so far."""
        return Review(self._games, self._believed, tuple(self._found), len(self._deals), self._worlds, self._seed)


def review_tables(
    rules: Rules,
    believed: str,
    worlds: int = WORLDS,
    seed: int = 1,
    by_points: bool = False,
    threads: int | None = None,
    stop: Stop | None = None,
) -> ReviewTables:
    """Set up what deals by these rules are reviewed with; what is not on disk is compiled and simulated."""
    knows = not by_points and not why_no_chances(rules)
    return ReviewTables(
        rules,
        FollowedTable(rules, believed, Outlook(deals=worlds, tries=DRAWN), seed),
        Chances(rules, believed, threads, stop) if knows else None,
        Expectations(rules, believed, seed),
    )


def reviewed_deal(tables: ReviewTables, game: int, deal: SeenDeal) -> DealReview:
    """One deal, with notes on what could not be looked at."""
    table = tables.table
    try:
        whole, notes = _likeliest(table, deal)
        points, seen = table.play(deal, whole, wanted=lambda place, chair: _is_valued(deal, place, chair))
    except UsageError as error:
        return DealReview(game, deal, (), None, None, (error.message,))
    if deal.points is not None and points != deal.points and _is_whole(deal):
        notes.append(f"the record gives {deal.points}, the cards {points} points")
    decisions = tuple(_decision(tables, deal, one) for one in seen if one.valued is not None)
    for chair in range(table.rules.players):
        if not deal.is_known(chair) and not (chair == deal.dealer and deal.lacks_discard):
            notes.append(f"the cards of player {chair + 1} are not known, so their decisions are not valued")
    in_points, in_games = _parts(tables, deal, decisions, points) if _is_whole(deal) else (None, None)
    return DealReview(game, deal, decisions, in_points, in_games, tuple(notes))


def _is_whole(deal: SeenDeal) -> bool:
    """Whether the record goes on to the end of the deal."""
    return deal.made is None or len(deal.tricks) == 5


def _is_valued(deal: SeenDeal, place: Place, chair: int) -> bool:
    guessed = chair == deal.dealer and deal.lacks_discard
    return deal.is_known(chair) or (guessed and place[0] != H_DISCARD)


def _likeliest(table: FollowedTable, deal: SeenDeal) -> tuple[WholeDeal, list[str]]:
    """The deal with what is missing; for a discard that nobody wrote down one that agrees best with the dealer."""
    ways = [filled(deal, table.rules, k, card) for k, card in enumerate(discards(deal, table.rules))]
    if not ways:
        return filled(deal, table.rules, 0), []

    def missed(whole: WholeDeal) -> int:
        answers = script(deal, whole, table.rules)
        _, seen = table.play(deal, whole, answers)
        return sum(
            one.done != one.assumed
            for one in seen
            if one.chair == deal.dealer and one.place[0] in (H_ORDER_UP, H_DISCARD, H_PICK_UP)
        )

    best = min(ways, key=missed)
    assert best.discard is not None
    return best, [f"the dealer's discard is not in the record; {card_name(best.discard)} was taken for it"]


def _decision(tables: ReviewTables, deal: SeenDeal, seen: SeenDecision) -> DecisionReview:
    valued = seen.valued
    assert valued is not None
    hook, trick, position = seen.place
    rules, count = tables.rules, int(valued.counts[0])
    side = seen.chair % rules.teams
    chances = tables.chances.by_lead(deal.score, deal.dealer, side) if tables.chances else None
    found = choice_values(valued.leads[0, :count], valued.shares[0], chances, by_games=True)
    scale = 1 / (rules.teams - 1)
    answers = [int(answer) for answer in valued.choices[0, :count]]
    games = found.games or (None,) * count
    actions = tuple(
        ValuedAction(_label(deal, valued, answer, seen.chair), _scaled(points, scale), chance)
        for answer, points, chance in zip(answers, found.points, games, strict=True)
    )
    turn = sum(who_at < position for who_at in _positions(deal, trick, rules.players)) + 1 if hook == H_FOLLOW else 0
    return DecisionReview(
        place=seen.place,
        kind=kind_of(hook, turn) if hook != H_DECLARE_ALONE else "lone hands",
        chair=seen.chair,
        seat=(seen.chair - deal.dealer - 1) % rules.players + 1,
        trick=trick,
        index=_index(deal, seen, rules.players),
        actions=actions,
        answers=tuple(answers),
        best=found.best,
        halves=found.halves,
        about_alone=tuple(_is_lone_twin(hook, answers[0], answer) for answer in answers),
        cost=_scaled(found.cost, scale),
        cost_games=found.cost_games,
        assumed=answers.index(seen.assumed) if seen.assumed in answers else None,
        agreeing=int(valued.heard[0]),
        drawn=int(valued.tried[0]),
        worlds=found.worlds,
        guessed_discard=deal.lacks_discard and seen.chair == deal.dealer,
    )


def _scaled(one: Priced, scale: float) -> Priced:
    return Priced(one.value * scale, one.error * scale)


def _positions(deal: SeenDeal, trick: int, players: int) -> list[int]:
    """The positions of those who play to a trick."""
    cards = deal.tricks[trick - 1]
    return [(chair - cards[0][0]) % players for chair, _ in cards]


def _index(deal: SeenDeal, seen: SeenDecision, players: int) -> int | None:
    hook, trick, position = seen.place
    if hook == H_ORDER_UP:
        return position
    if hook == H_NAME_TRUMP:
        return players + position
    if hook in (H_LEAD, H_FOLLOW):
        before = sum(len(cards) for cards in deal.tricks[: trick - 1])
        return before + _positions(deal, trick, players).index(position)
    return None


def _is_lone_twin(hook: int, one: int, other: int) -> bool:
    """Whether two answers differ in who plays alone only."""
    if one == other or 0 in (one, other):
        return False
    return hook == H_ORDER_UP or (hook == H_NAME_TRUMP and one % ALONE_IN_NAME == other % ALONE_IN_NAME)


def _label(deal: SeenDeal, valued: ValuedMoments, answer: int, chair: int) -> str:
    """An answer in words."""
    hook = valued.hook
    if hook == H_ORDER_UP:
        order = "take it up" if chair == deal.dealer else "assist" if (chair - deal.dealer) % 4 == 2 else "order up"
        return ("pass", order, f"{order} alone")[answer]
    if hook == H_NAME_TRUMP:
        if answer == 0:
            return "pass"
        lane = (answer - 1) % ALONE_IN_NAME
        suit = NO_TRUMP if lane == NO_TRUMP else (lane + int(valued.moments[M_UP_SUIT, 0]) + 1) % 4
        return f"name {suit_name(suit)}{' alone' if answer > ALONE_IN_NAME else ''}"
    if hook == H_PICK_UP:
        return ("leave the upcard", "pick it up")[answer]
    if hook == H_DECLARE_ALONE:
        return ("with partner", "alone")[answer]
    if hook == H_DEFEND_ALONE:
        return ("defend together", "defend alone")[answer]
    card = card_name(int(_card_code(np.uint64(answer), np.uint64(valued.moments[M_SUIT, 0]))))
    return f"bury {card}" if hook == H_DISCARD else f"{'lead' if hook == H_LEAD else 'play'} {card}"


def _parts(
    tables: ReviewTables, deal: SeenDeal, decisions: Sequence[DecisionReview], points: tuple[int, ...]
) -> tuple[LuckParts, LuckParts | None]:
    """Luck and skill of a deal, in points and in games won."""
    results = _as_assumed(tables, deal)

    def lead(won: tuple[int, ...]) -> float:
        return won[0] - sum(won[1:]) / (len(won) - 1)

    def paid(costs: Callable[[DecisionReview], Priced | None]) -> float:
        signed = 0.0
        for made in decisions:
            cost = costs(made)
            if cost is not None:
                signed += cost.value if made.chair % tables.rules.teams else -cost.value
        return signed

    before = tables.expected.lead(deal.score, deal.dealer).value
    cards = float(np.mean([lead(result) for result in results]))
    in_points = _apart(before, cards, paid(lambda made: made.cost), lead(points))
    if tables.chances is None:
        return in_points, None
    chances = tables.chances
    before = chances.before(deal.score, deal.dealer)
    cards = float(np.mean([chances.after(deal.score, deal.dealer, result) for result in results]))
    after = chances.after(deal.score, deal.dealer, points)
    return in_points, _apart(before, cards, paid(lambda made: made.cost_games), after)


def _apart(before: float, as_assumed: float, decisions: float, result: float) -> LuckParts:
    start, cards, paid, end = (round(value / GRAIN) * GRAIN for value in (before, as_assumed, decisions, result))
    return LuckParts(start, cards - start, paid, end - cards - paid)


def _as_assumed(tables: ReviewTables, deal: SeenDeal) -> list[tuple[int, ...]]:
    """What the assumed players make of the same cards, in all ways in which the missing ones are dealt."""
    known = all(deal.is_known(chair) for chair in range(tables.rules.players))
    cards = discards(deal, tables.rules)
    ways = [
        filled(deal, tables.rules, k, cards[k % len(cards)] if cards else None) for k in range(1 if known else FILLS)
    ]
    return [tables.table.play(deal, whole, {})[0] for whole in ways]
