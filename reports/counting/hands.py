"""Some thousand hands of a run with what reports ask of each: block, outcome, who was asked, classes of hands."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from reports.counting.hand_classes import Classes, HandClasses, Masks
from reports.counting.stream import Columns
from sim.cards import JOKER, NO_TRUMP, SUIT_STEP
from sim.rules.most_points import most_lead
from sim.rules.rules import Rules
from sim.runs.tally import ENDINGS, Tally, block_of

RowNumbers = NDArray[np.intp]
Flags = NDArray[np.bool_]

HAND_BITS: Final = 16
"""An id is game << 16 | hand: a game has fewer hands than that."""
_ENDS: Final = 10
"""Room for the tricks of the makers, and for what stands among them in a code (see `sim.runs.tally`)."""


class Kinds:
    """The ways in which a hand with a maker can end: who was alone and the tricks of the makers, numbered."""

    def __init__(self, rules: Rules, tally: Tally) -> None:
        states = [0, *([1] if rules.may_go_alone else [])]
        if rules.defend_alone != "never":
            states += [state + 2 for state in states if rules.defend_alone == "always" or state & 1]
        ends = [*range(rules.tricks + 1), *(ENDINGS[name][0] for name in rules.ending_columns)]
        self.alone = np.array([state for state in states for _ in ends])
        """0 nobody alone, 1 the maker, 2 a defender, 3 both."""
        self._ends = np.array([end for _ in states for end in ends])
        taken = dict(ENDINGS.values())
        self.tricks = np.array([taken.get(end, end) for _ in states for end in ends])
        self.march = self.tricks == rules.tricks
        self.lone = (self.alone & 1) == 1
        self.makers, self.others, self.came = self._points(rules, tally)
        """Points of the makers' side and of each other side, and whether such a hand came at all."""
        self.net = self.makers - self.others
        self.most = most_lead(rules)
        """The most net points that a hand can pay."""
        self.made, self.euchred = self.makers > 0, self.others > 0
        self._number = np.zeros(4 * _ENDS, np.intp)
        self._number[self.alone * _ENDS + self._ends] = np.arange(len(self.alone))

    def __len__(self) -> int:
        return len(self.alone)

    def of(self, rows: Columns) -> RowNumbers:
        """The number of each hand's kind."""
        state = (rows["alone"] != 0) + 2 * (rows["lone_defender"] != 0)
        end = rows["tricks"]
        for name, (number, _) in ENDINGS.items():
            if name in rows:
                end = np.where(rows[name] == 1, number, end)
        return np.asarray(self._number[state.astype(np.intp) * _ENDS + end])

    def _points(self, rules: Rules, tally: Tally) -> tuple[NDArray[np.int64], NDArray[np.int64], Flags]:
        # What the rules pay is read off the tally: kinds that never came need no points.
        maker = (tally.dealer + tally.maker) % rules.players % rules.teams
        paid: dict[tuple[int, int], tuple[int, int]] = {}
        for row in np.flatnonzero(tally.maker > 0):
            points = tally.points[row]
            key = int(tally.alone[row]), int(tally.ending[row] or tally.tricks[row])
            paid[key] = int(points[maker[row]]), int(points[(maker[row] + 1) % rules.teams])
        keys = list(zip(self.alone.tolist(), self._ends.tolist(), strict=True))
        table = np.array([paid.get(key, (0, 0)) for key in keys], np.int64)
        return table[:, 0], table[:, 1], np.array([key in paid for key in keys])


class Hands:
    """Rows of the `hands` table. Seats count from 1, the eldest hand, to n, the dealer."""

    def __init__(self, rules: Rules, classes: HandClasses, kinds: Kinds, rows: Columns) -> None:
        self.rules, self.classes, self.kinds, self.rows = rules, classes, kinds, rows

    def __len__(self) -> int:
        return len(self.rows["game"])

    @cached_property
    def block(self) -> RowNumbers:
        """Block of games, 0 to 63."""
        return block_of(self.rows["game"], self.rules.games_in_a_row)

    @cached_property
    def ids(self) -> NDArray[np.int64]:
        """Game and hand in one number that rises from row to row."""
        return np.asarray(self.rows["game"] << HAND_BITS | self.rows["hand"], np.int64)

    @cached_property
    def kind(self) -> RowNumbers:
        """How the hand ended (see Kinds); no meaning where nobody made trump."""
        return self.kinds.of(self.rows)

    @cached_property
    def proposed(self) -> NDArray[np.int8]:
        """The suit that the upcard proposes; -1 where a joker makes the dealer name trump."""
        upcard = self.rows["upcard"]
        suit = (upcard // SUIT_STEP).astype(np.int8)
        if not self.rules.has_joker:
            return suit
        joker = upcard == JOKER
        named: Any = {"hearts": 3, "spades": 2}.get(self.rules.joker_up, -1)
        if self.rules.joker_up == "next_card":
            named = self.rows["next_card"] // SUIT_STEP
        return np.where(joker, named, suit).astype(np.int8)

    @cached_property
    def free(self) -> Flags:
        """Whether there was a bidding; not where a joker turned up makes the dealer name trump."""
        return np.asarray(self.proposed >= 0)

    @cached_property
    def made_trump(self) -> RowNumbers:
        """RowNumbers in which somebody made trump after a bidding."""
        return np.flatnonzero((self.rows["maker"] > 0) & self.free)

    def asked(self, number: int, seat: int) -> RowNumbers:
        """Rows in which it came to `seat` to speak in round `number`."""
        rounds, maker = self.rows["round"], self.rows["maker"]
        if number == 1:
            if seat == 2 and self.rules.dealer_partner_order == "forbidden":
                return np.empty(0, np.intp)
            return np.flatnonzero(((rounds != 1) | (maker >= seat)) & self.free)
        return np.flatnonzero(((rounds == 0) | ((rounds == 2) & (maker >= seat))) & self.free)

    def held(self, seat: int, rows: RowNumbers, with_upcard: bool) -> Masks:
        """What the seat was dealt, with the upcard where it will be the dealer's."""
        hands = self.rows[f"hand_{seat}"][rows]
        if with_upcard and seat == self.rules.players:
            hands = hands | (np.uint64(1) << self.rows["upcard"][rows].astype(np.uint64))
        return np.asarray(hands, np.uint64)

    def classes_proposed(self, seat: int, rows: RowNumbers) -> Classes:
        """Classes of a seat's hands in the suit of the upcard; the dealer's with the upcard."""
        return self.classes.of(self.held(seat, rows, True), self.proposed[rows])

    def suits_open(self, rows: RowNumbers) -> Iterator[NDArray[np.int8]]:
        """The suits that may be named in the second round, one array a choice."""
        # What only a stuck dealer may name makes no class of its own.
        for step in range(0 if self.rules.call_turned_down == "yes" else 1, 4):
            yield (self.proposed[rows] + np.int8(step)) & np.int8(3)

    def classes_best(self, seat: int, rows: RowNumbers) -> Classes:
        """Classes of a seat's hands in their best suit of those that may be named: classes are numbered by strength."""
        hands = self.held(seat, rows, False)
        best: Classes | None = None
        for suit in self.suits_open(rows):
            found = self.classes.of(hands, suit)
            best = found if best is None else np.maximum(best, found)
        assert best is not None
        return best

    def classes_made(self, rows: RowNumbers) -> Classes:
        """Classes of the makers' hands in the trump suit, the dealer's with the upcard in the first round.

        -1 where there is no trump suit.
        """
        maker, trump = self.rows["maker"][rows], self.rows["trump"][rows]
        first = self.rows["round"][rows] == 1
        found = np.full(len(rows), -1, np.intp)
        for seat in range(1, self.rules.players + 1):
            own = (maker == seat) & (trump != NO_TRUMP)
            for now, with_upcard in ((first, True), (~first, False)):
                if seat < self.rules.players and not with_upcard:
                    continue
                chosen = np.flatnonzero(own if seat < self.rules.players else own & now)
                hands = self.held(seat, rows[chosen], with_upcard)
                found[chosen] = self.classes.of(hands, trump[chosen])
        return found
