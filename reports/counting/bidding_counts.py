"""Counts behind the ordering and lone-hand tables: who was asked, who made trump on what, and how the hand ended."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from reports.counting.cells import Cells, Examples
from reports.counting.hand_classes import HandClasses
from reports.counting.hands import Hands, Kinds
from sim.cards import JOKER, NO_TRUMP, SUIT_STEP, deck_codes, rank_of
from sim.rules.rules import Rules

ROUNDS: Final = 2
CALLS: Final = ("next", "green", "turned down", "no-trump")
"""What a suit named in the second round can be, for the suit turned down: of its colour, of the other, itself."""
MOST_SCORES: Final = 25


class Ranks:
    """Ranks that can be turned up, numbered from the lowest; a joker is the last."""

    def __init__(self, rules: Rules) -> None:
        codes = deck_codes(rules.deck)
        self.codes = sorted({rank_of(code) for code in codes if code != JOKER}) + [JOKER] * rules.has_joker
        self._number = np.zeros(SUIT_STEP, np.intp)
        self._number[self.codes] = np.arange(len(self.codes))

    def of(self, upcard: NDArray[np.int8]) -> NDArray[np.intp]:
        """The number of each upcard's rank."""
        return np.asarray(self._number[upcard % SUIT_STEP])


class Scores:
    """Scores before a hand, in steps of one point up to a target of 25 and in wider steps beyond."""

    def __init__(self, rules: Rules) -> None:
        self.step = -(-rules.target // MOST_SCORES)
        self.size = -(-rules.target // self.step)

    def of(self, score: NDArray[np.int16]) -> NDArray[np.intp]:
        """The number of each score's step."""
        return np.minimum(score // self.step, self.size - 1).astype(np.intp)

    def label(self, number: int) -> str:
        """`7`, or `6-8` for a step of three points."""
        first = number * self.step
        return str(first) if self.step == 1 else f"{first}-{first + self.step - 1}"


class BiddingCounts:
    """Counts of bids; rounds and seats are numbered from 0 here. Only hands with a bidding count (`Hands.free`)."""

    def __init__(self, rules: Rules, classes: HandClasses, kinds: Kinds) -> None:
        self.rules, self.ranks, self.scores = rules, Ranks(rules), Scores(rules)
        n, k, s = rules.players, len(kinds), self.scores.size
        self.forced = Cells(kind=k)
        self.rank_asked = Cells(rank=len(self.ranks.codes), round=ROUNDS, seat=n)
        self.rank_made = Cells(rank=len(self.ranks.codes), round=ROUNDS, seat=n, kind=k)
        self.class_asked = Cells(round=ROUNDS, seat=n, cls=len(classes))
        self.class_called = Cells(round=ROUNDS, seat=n, cls=len(classes))
        self.class_made = Cells(round=ROUNDS, seat=n, cls=len(classes), kind=k)
        self.suit_made = Cells(seat=n, call=len(CALLS), kind=k)
        self.score_asked = Cells(round=ROUNDS, seat=n, own=s, other=s)
        self.score_made = Cells(round=ROUNDS, seat=n, own=s, other=s, kind=k)
        self.rank_examples = Examples(len(self.ranks.codes), ROUNDS, n)
        self.asked_examples = Examples(ROUNDS, n, len(classes))
        self.class_examples = Examples(ROUNDS, n, len(classes))
        self.lone_examples = Examples(ROUNDS, n, len(classes))
        self.suit_examples = Examples(n, len(CALLS))
        self.score_examples = Examples(ROUNDS, n, s, s)

    def add(self, hands: Hands) -> None:
        """Count some hands."""
        own, other = self._scores_by_seat(hands)
        ranks = self.ranks.of(hands.rows["upcard"])
        self._made(hands, ranks, own, other)
        for seat in range(self.rules.players):
            for number in range(ROUNDS):
                rows = hands.asked(number + 1, seat + 1)
                block = hands.block[rows]
                self.rank_asked.add(block, ranks[rows], number, seat)
                self.score_asked.add(block, number, seat, own[seat][rows], other[seat][rows])
                classes = hands.classes_best(seat + 1, rows) if number else hands.classes_proposed(seat + 1, rows)
                if len(classes) and classes.min() < 0:  # hands that no record tells
                    told = np.flatnonzero(classes >= 0)
                    rows, block, classes = rows[told], block[told], classes[told]
                self.class_asked.add(block, number, seat, classes)
                self.asked_examples.add(hands.ids[rows], number, seat, classes)
                called = np.flatnonzero(
                    (hands.rows["maker"][rows] == seat + 1) & (hands.rows["round"][rows] == number + 1)
                )
                self.class_called.add(block[called], number, seat, classes[called])

    def _made(
        self,
        hands: Hands,
        ranks: NDArray[np.intp],
        own: list[NDArray[np.intp]],
        other: list[NDArray[np.intp]],
    ) -> None:
        if not hands.free.all():
            forced = np.flatnonzero(~hands.free)
            self.forced.add(hands.block[forced], hands.kind[forced])
        rows = hands.made_trump
        block, kind, ids = hands.block[rows], hands.kind[rows], hands.ids[rows]
        number = hands.rows["round"][rows].astype(np.intp) - 1
        seat = hands.rows["maker"][rows].astype(np.intp) - 1
        self.rank_made.add(block, ranks[rows], number, seat, kind)
        self.rank_examples.add(ids, ranks[rows], number, seat)
        mine, theirs = (np.choose(seat, [side[rows] for side in sides]) for sides in (own, other))
        self.score_made.add(block, number, seat, mine, theirs, kind)
        self.score_examples.add(ids, number, seat, mine, theirs)
        second = np.flatnonzero(number == 1)
        call = self._call(hands, rows[second])
        self.suit_made.add(block[second], seat[second], call, kind[second])
        self.suit_examples.add(ids[second], seat[second], call)
        classes = hands.classes_made(rows)
        known = np.flatnonzero(classes >= 0)
        if len(known) < len(rows):
            block, kind, ids, number, seat, classes = (
                values[known] for values in (block, kind, ids, number, seat, classes)
            )
        self.class_made.add(block, number, seat, classes, kind)
        self.class_examples.add(ids, number, seat, classes)
        lone = np.flatnonzero(hands.kinds.lone[kind])
        self.lone_examples.add(ids[lone], number[lone], seat[lone], classes[lone])

    def _call(self, hands: Hands, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        trump = hands.rows["trump"][rows]
        distance = trump ^ hands.proposed[rows]
        call = np.where(distance == 2, 0, np.where(distance == 0, 2, 1))
        return np.where(trump == NO_TRUMP, 3, call)

    def _scores_by_seat(self, hands: Hands) -> tuple[list[NDArray[np.intp]], list[NDArray[np.intp]]]:
        """Score of each seat's side and the best score of another, as numbers of steps."""
        return scores_by_seat(hands, self.scores)


def scores_by_seat(hands: Hands, scores: Scores) -> tuple[list[NDArray[np.intp]], list[NDArray[np.intp]]]:
    """For each seat the score of its side, and the best score of the other sides, as numbers of `scores`."""
    rules = hands.rules
    sides = [scores.of(hands.rows[f"score_{side}"]) for side in range(rules.teams)]
    others = []
    for side in range(rules.teams):
        rivals = [score for rival, score in enumerate(sides) if rival != side]
        others.append(rivals[0] if len(rivals) == 1 else np.maximum(*rivals))
    dealer = hands.rows["dealer"].astype(np.intp)
    own_of: list[NDArray[np.intp]] = []
    other_of: list[NDArray[np.intp]] = []
    for seat in range(1, rules.players + 1):
        if rules.players == 4 and seat > 2:  # partners share a score
            own_of.append(own_of[seat - 3])
            other_of.append(other_of[seat - 3])
            continue
        sits = (dealer + seat) % rules.players % rules.teams
        own_of.append(np.choose(sits, sides))
        other_of.append(np.choose(sits, others))
    return own_of, other_of
