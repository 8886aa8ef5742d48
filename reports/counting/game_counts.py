"""Counts behind the tables of scores and games: winning chances by score, lengths of games, comebacks."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from reports.counting.bidding_counts import Scores, scores_by_seat
from reports.counting.cells import Cells, Examples
from reports.counting.hands import Hands
from reports.counting.stream import Columns
from sim.rules.rules import Rules
from sim.runs.tally import block_of

LONGEST: Final = 200
"""Games of this many hands or more are counted together."""


class GameCounts:
    """Games by length, winner and first dealer; hands by the score before them and who won the game later."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.scores = rules, Scores(rules)
        s = self.scores.size
        self.length = Cells(hands=LONGEST + 1)
        self.first_dealer = Cells(won=2)
        self.chances = Cells(seat=rules.teams, own=s, other=s, won=2)
        self.chance_examples = Examples(rules.teams, s, s)
        self.trailed = Cells(by=s, won=2)
        self.trail_examples = Examples(s)

    def add_games(self, games: Columns) -> None:
        """Count some rows of the `games` table."""
        block = block_of(games["game"], self.rules.games_in_a_row)
        self.length.add(block, np.minimum(games["hands"], LONGEST).astype(np.intp))
        won = games["winner"] == games["dealer"] % self.rules.teams
        self.first_dealer.add(block, won.astype(np.intp))

    def add(self, hands: Hands, winner: NDArray[np.int8]) -> None:
        """Count some hands of whole games, with the winner of each hand's game."""
        own, other = scores_by_seat(hands, self.scores)
        dealer = hands.rows["dealer"].astype(np.intp)
        for place in range(self.rules.teams):
            seat = self.rules.players - place  # the dealer's side first
            won = winner == (dealer + seat) % self.rules.players % self.rules.teams
            self.chances.add(hands.block, place, own[seat - 1], other[seat - 1], won.astype(np.intp))
            self.chance_examples.add(hands.ids, np.full(len(hands), place), own[seat - 1], other[seat - 1])
        self._comebacks(hands, winner)

    def _comebacks(self, hands: Hands, winner: NDArray[np.int8]) -> None:
        game = hands.rows["game"]
        starts = np.flatnonzero(np.r_[True, game[1:] != game[:-1]]) if len(game) else np.empty(0, np.intp)
        sides = [hands.rows[f"score_{side}"].astype(np.int64) for side in range(self.rules.teams)]
        for side, score in enumerate(sides):
            best = np.max([rival for number, rival in enumerate(sides) if number != side], axis=0)
            behind = np.maximum.reduceat(best - score, starts) if len(starts) else starts
            trailed = np.flatnonzero(behind > 0)
            step = np.minimum(behind[trailed] // self.scores.step, self.scores.size - 1).astype(np.intp)
            rows = starts[trailed]
            self.trailed.add(hands.block[rows], step, (winner[rows] == side).astype(np.intp))
            self.trail_examples.add(hands.ids[rows], step)
