"""What cards cost with all cards in sight: by who plays from the maker, place in the trick and number of the trick.

It is hindsight. Whoever calls this hands in how hands are looked at again: reports know no engine and no solver.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from reports.counting.counts import odd_part
from reports.counting.hands import HAND_BITS
from reports.counting.play_counts import ROLES
from reports.counting.stream import Columns, Parted, joined, whole_games
from reports.tables.cuts import product_keys, seen
from reports.tables.outcomes import share
from reports.tables.tables import Measure, MeasureTable
from sim.errors import RunFolderError
from sim.rules.most_points import most_lead
from sim.rules.rules import Rules
from sim.runs.tally import BLOCKS, block_of

Costs = Callable[[Columns, Columns], NDArray[np.float32]]
"""Points that each card cost its side, `[tricks, places]` (NaN: no card), from columns of hands and of their plays."""

EVERYBODY: Final = "everybody"
ANY_PLACE: Final = "any"
ALL_TRICKS: Final = 0
PLACES: Final = ("lead", "second", "third", "fourth")
_HANDS: Final = ["game", "hand", "maker", "trump", "alone", "lone_defender", "tricks"]
_NONE: Final = np.iinfo(np.int64).max


def card_costs(run: Parted, costs: Costs, hands: int) -> MeasureTable:
    """The table for the first `hands` hands of a run that were played, all of them where there are fewer.

    Cards of the last trick are left out: nobody has a choice there. Raises RunFolderError where the run did not record
    every trick.
    """
    if not {"hands", "plays"} <= set(run.tables):
        raise RunFolderError(
            f"{run.path} has no plays table, which the cost of cards needs", "run it again with --detail plays"
        )
    work = _Work(run.config.rules)
    for part in run.parts():
        if work.hands < hands:
            work.add(*_rows(part, hands - work.hands), costs)
    return work.table()


def _rows(part: Parted, most: int) -> tuple[Columns, Columns]:
    """Hands of one part that were played, and their tricks."""
    rules = part.config.rules
    rows = joined(whole_games(part, "hands", _HANDS))
    played = np.flatnonzero(rows["maker"] > 0)
    cards = [f"card_{place}" for place in range(1, rules.players + 1)]
    plays = joined(whole_games(part, "plays", ["game", "hand", "trick", "leader", *cards, "winner"]))
    if len(plays.get("game", ())) != len(played) * rules.tricks:
        raise odd_part(part, "plays")
    if len(played) and (plays["game"] != np.repeat(rows["game"][played], rules.tricks)).any():
        raise odd_part(part, "plays")
    hands = {name: values[played[:most]] for name, values in rows.items()}
    return hands, {name: values[: len(hands["game"]) * rules.tricks] for name, values in plays.items()}


class _Work:
    """Sums by block of games and cell: who plays (the first: everybody), place (any) and trick (all)."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.hands = rules, 0
        self._by_block = np.zeros(BLOCKS, np.int64)
        shape = (BLOCKS, rules.players + 1, rules.players + 1, rules.tricks)
        self._cost = np.zeros(shape)
        self._plays, self._costly = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        self._examples = np.full(shape[1:], _NONE)

    def add(self, hands: Columns, plays: Columns, costs: Costs) -> None:
        """Look at some hands again."""
        if not len(hands["game"]):
            return
        n, tricks = self.rules.players, self.rules.tricks
        self.hands += len(hands["game"])
        np.add.at(self._by_block, block_of(hands["game"], self.rules.games_in_a_row), 1)
        found = costs(hands, plays)
        row, at = np.nonzero(~np.isnan(found))
        row, at = (each[plays["trick"][row] < tricks] for each in (row, at))
        hand = row // tricks
        cost = found[row, at].astype(np.float64)
        block = block_of(plays["game"][row], self.rules.games_in_a_row)
        role = (plays["leader"][row].astype(np.intp) - 1 + at - (hands["maker"][hand].astype(np.intp) - 1)) % n + 1
        place = np.cumsum(~np.isnan(found), axis=1)[row, at]
        trick = plays["trick"][row].astype(np.intp)
        ids = np.asarray(hands["game"][hand] << HAND_BITS | hands["hand"][hand], np.int64)
        dear = cost > 0
        nobody = np.zeros_like(trick)
        for who in (nobody, role):
            for where in (nobody, place):
                for when in (nobody, trick):
                    cell = who, where, when
                    np.add.at(self._cost, (block, *cell), cost)
                    np.add.at(self._plays, (block, *cell), 1)
                    np.add.at(self._costly, (block, *cell), dear)
                    np.minimum.at(self._examples, tuple(each[dear] for each in cell), ids[dear])

    def table(self) -> MeasureTable:
        """The table of all that was looked at."""
        rules = self.rules
        roles, places = (EVERYBODY, *ROLES[rules.players]), (ANY_PLACE, *PLACES[: rules.players])
        keys: dict[str, list[Any]] = product_keys(player=roles, place=places, trick=range(rules.tricks))
        cost, plays, costly = (_flat(each) for each in (self._cost, self._plays, self._costly))
        hands = np.repeat(self._by_block[:, None], plays.shape[1], axis=1)
        span = (0.0, 2.0 * most_lead(rules))
        measures = {
            "cost": Measure("points that a card cost", "points", (cost, plays), span=span),
            "costly": share("cards that cost something", costly, plays),
            "per_hand": Measure("points a hand", "points", (cost, hands), span=span),
        }
        examples = np.where(self._examples == _NONE, -1, self._examples).reshape(-1)
        return seen(
            MeasureTable("card_costs", "What cards cost with all cards in sight", keys, measures, examples), plays
        )


def _flat(sums: NDArray[Any]) -> NDArray[Any]:
    return sums.reshape(len(sums), -1)
