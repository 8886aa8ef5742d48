"""What choices are worth with all cards in sight: the deals of a question, on which everybody sees all from then on.

A card that is asked about is played, and then everybody plays their best with all hands open. Of any other choice the
bidding, the discards and lone defences that come after it are the players' own, and all cards are open from the first
lead on. It is hindsight: who sees all cards never has to guess.
"""

from collections.abc import Sequence

import numpy as np

from sim.ask.choices import Choice
from sim.ask.outcomes import point_values
from sim.ask.question import Question
from sim.ask.question_table import Columns, Deals, QuestionTable
from sim.cards import card_name, cards_of
from sim.engine.score import score_table
from sim.errors import UsageError
from sim.rules.tricks import same_side
from sim.solver.batch import open_points
from sim.solver.position import Position
from sim.solver.recorded import open_hands, played_rows
from sim.solver.worlds import world_points
from sim.stats.best_choice import Race, Values


def check_in_sight(q: Question) -> None:
    """UsageError where the worth with all cards in sight can't be told."""
    if q.rules.fast_break == "on":
        raise UsageError(
            "fast_break = on pays by the order of tricks, which the worth with all cards in sight does not know",
            "leave --open away, or ask with fast_break = off",
        )


class InSight:
    """The worth of a question's choices with all cards in sight, summed up in a race of its own."""

    def __init__(self, table: QuestionTable, played: Race) -> None:
        q = table.question
        self._table, self._over = table, point_values(q).table
        # Points of one's own side less the mean of the others' are whole numbers of these parts of a point.
        self._parts = q.rules.teams - 1
        most = int(np.abs(score_table(q.rules)).max()) * q.rules.teams
        self._zero = most * self._parts
        values = Values((np.arange(2 * self._zero + 1) - self._zero) / self._parts)
        self.race = Race(len(played.going), [values], always=played.always)
        self.race.going = played.going  # what is played no more is not looked at any more

    def play(self, going: Sequence[Choice], deals: Deals) -> tuple[np.ndarray, np.ndarray]:
        """What each choice comes to on each deal: codes as `QuestionTable.play` has them, and numbers for the race."""
        q = self._table.question
        codes = np.empty((len(going), len(deals)), dtype=np.int16)
        worth = np.empty((len(going), len(deals)))
        by_card: dict[str, np.ndarray] = {}
        if not len(deals):
            return codes, worth.astype(np.int64)
        for row, choice in enumerate(going):
            codes[row], hands, plays = self._table.record(choice, deals)
            if q.play is None:
                worth[row] = self._from_first_lead(codes[row], hands, plays)
                continue
            # Whatever is played now, everybody holds the same.
            by_card = by_card or self._from_here(hands, plays)
            worth[row] = by_card[choice.name]
        return codes, np.rint(worth * self._parts).astype(np.int64) + self._zero

    def _from_first_lead(self, codes: np.ndarray, hands: Columns, plays: Columns) -> np.ndarray:
        """float64[deals]: once the players have bid and put away; what nobody made or played is worth what it pays."""
        q = self._table.question
        worth, played = self._over[codes], played_rows(hands)
        makers, defenders = open_points(open_hands(q.rules, hands, plays)).astype(np.int64).T
        ours = np.array([same_side(q.rules, q.seat, seat + 1) for seat in range(q.rules.players)])
        mine = ours[hands["maker"][played] - 1]
        worth[played] = np.where(mine, makers - defenders, (defenders - makers) / self._parts)
        return np.asarray(worth)

    def _from_here(self, hands: Columns, plays: Columns) -> dict[str, np.ndarray]:
        """Worth on each deal by the name of the card, at a moment of the play."""
        q, play = self._table.question, self._table.question.play
        assert play is not None and q.contract is not None
        shown = np.array(play.shown, dtype=np.uint64)
        worlds = open_hands(q.rules, hands, plays).hands & ~shown
        contract = q.contract
        over = [trick.winner for trick in play.tricks if trick.winner]
        position = Position(
            rules=q.rules,
            trump=contract.trump,
            maker=contract.maker,
            alone=contract.alone,
            lone_defender=contract.lone_defender,
            hands=tuple(map(int, worlds[0])),
            leader=play.tricks[-1].leader if play.on_table else q.seat,
            table=play.on_table,
            taken=sum(same_side(q.rules, winner, contract.maker) for winner in over),
        )
        worth = world_points(position, worlds)
        return {card_name(code): worth[:, k] for k, code in enumerate(cards_of(position.legal))}
