"""The luck of the cards in a run: how much each deal favoured a side, and the run's numbers less what that explains.

The luck of a deal (`sim.solver.deal_luck`) has the mean 0 for every dealer, and a hand is dealt after all that decides
whether it is played. So the luck of a hand has the mean 0 given all before it, and its sums over hands and over whole
games have the mean 0 too, however long the games are: it is a control variate (`sim.stats.control`) of points a hand
and of games won.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from sim.rules.most_points import most_lead
from sim.rules.rules import Rules
from sim.runs.summary import Summary
from sim.runs.tally import BLOCKS, Ints, block_of
from sim.stats.control import SUMS, Adjusted, adjusted, moments
from sim.text_door import Shown, shown

SIDES: Final = 2
_POINTS_0, _POINTS_1, _DIFFERENCE, _DEALER, _OTHERS, _DEALER_DIFFERENCE = range(6)
_Columns = Mapping[str, np.ndarray]


@dataclass
class LuckSums:
    """Sums of a run's numbers and their luck by block of games: exact, so that parts add up in any order.

    `hands[block]` and `games[block]` count; `points[block, number, :]` and `won[block, side, :]` are as `moments` has
    them. `games` stays 0 for single hands.
    """

    hands: Ints
    games: Ints
    points: Ints
    won: Ints

    @classmethod
    def none(cls) -> "LuckSums":
        """Nothing yet."""
        shapes = ((BLOCKS,), (BLOCKS,), (BLOCKS, 6, SUMS), (BLOCKS, SIDES, SUMS))
        return cls(*(np.zeros(shape, np.int64) for shape in shapes))

    def __iadd__(self, other: "LuckSums") -> "LuckSums":
        self.hands += other.hands
        self.games += other.games
        self.points += other.points
        self.won += other.won
        return self


def luck_sums(
    rules: Rules, hands: _Columns, games: _Columns | None, stop: Callable[[], bool] | None = None
) -> LuckSums:
    """The sums over whole games from the rows of their `hands` and `games` tables (None: single hands).

    Raises UsageError for a game whose luck is not known (`check_luck`), Interrupted when `stop` turns true.
    """
    from sim.solver.deal_luck import deal_luck

    sums = LuckSums.none()
    block = block_of(hands["game"], rules.games_in_a_row)
    deals = hands["dealer"] % SIDES == 0
    of_dealer = deal_luck(rules, hands, stop)
    of_side = np.where(deals, of_dealer, -of_dealer)
    mine, yours = (hands[f"points_{side}"].astype(np.int64) for side in range(SIDES))
    dealer, others = np.where(deals, mine, yours), np.where(deals, yours, mine)
    numbers = {
        _POINTS_0: (mine, of_side), _POINTS_1: (yours, of_side), _DIFFERENCE: (mine - yours, of_side),
        _DEALER: (dealer, of_dealer), _OTHERS: (others, of_dealer), _DEALER_DIFFERENCE: (dealer - others, of_dealer),
    }  # fmt: skip
    sums.hands += np.bincount(block, minlength=BLOCKS)
    for number, (values, luck) in numbers.items():
        sums.points[:, number] = moments(block, values, luck, BLOCKS)
    if games is not None and len(games["game"]):
        block = block_of(games["game"], rules.games_in_a_row)
        luck = np.zeros(len(block), np.int64)
        np.add.at(luck, np.searchsorted(games["game"], hands["game"]), of_side)
        sums.games += np.bincount(block, minlength=BLOCKS)
        for side in range(SIDES):
            sums.won[:, side] = moments(block, (games["winner"] == side).astype(np.int64), luck, BLOCKS)
    return sums


@dataclass(frozen=True, repr=False)
class RunLuck(Shown):
    """Numbers of a run as played and adjusted for the luck of the cards, as in its summary (`Summary`).

    `won` (games won) has a side each, and is empty for single hands; `points` a side each; `difference` is side 0 less
    side 1; `dealer`, `others` and `dealer_difference` are of the dealer's side and the other. `sides` names who sat, of
    `players` in all; `contract` says in which contract the deals were valued.
    """

    sides: tuple[str, ...]
    players: int
    contract: str
    won: tuple[Adjusted, ...]
    points: tuple[Adjusted, ...]
    difference: Adjusted
    dealer: Adjusted
    others: Adjusted
    dealer_difference: Adjusted

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: the fields by name; a number is `played`, `adjusted`, `correlation` and `worth`."""
        return {name: value for name, value in asdict(self).items() if name not in ("sides", "players")}

    def to_text(self) -> str:
        """Aligned plain text of at most 80 columns."""
        text: str = shown(self, "text")
        return text


def run_luck(sums: LuckSums, summary: Summary, rules: Rules) -> RunLuck:
    """The numbers of a run's summary, and the same adjusted for luck."""
    from sim.solver.deal_luck import contract

    most = most_lead(rules)

    def points(number: int, played: Any) -> Adjusted:
        return adjusted(played, sums.points[:, number], sums.hands, (-most, most))

    won = () if summary.games is None else summary.games.won
    return RunLuck(
        sides=summary.sides,
        players=summary.players,
        contract=contract(rules),
        won=tuple(adjusted(share, sums.won[:, side], sums.games) for side, share in enumerate(won)),
        points=tuple(points(number, summary.points[number]) for number in (_POINTS_0, _POINTS_1)),
        difference=points(_DIFFERENCE, summary.difference[0]),
        dealer=points(_DEALER, summary.dealer.points),
        others=points(_OTHERS, summary.dealer.others),
        dealer_difference=points(_DEALER_DIFFERENCE, summary.dealer.difference),
    )
