"""What tricks bring: the points of both sides under the rules, and how a hand that ends so is called."""

from dataclasses import dataclass

from sim.engine.layout import FAST_BREAK, JAMBONE_BIT
from sim.engine.score import score_table
from sim.rules.number_bids import bid_name
from sim.solver.position import Position


@dataclass(frozen=True)
class Payment:
    """Points of the makers' side and of each side of defenders, and the word for it: `march`, `euchred`, ..."""

    makers: int
    defenders: int
    name: str

    def lead(self, mine: bool, sides: int) -> float:
        """The points of one's own side less the mean of the other sides'."""
        if mine:
            return float(self.makers - self.defenders)
        return (self.defenders - self.makers) / (sides - 1)


def payments(position: Position) -> tuple[Payment, ...] | None:
    """What each number of the makers' tricks brings, from none to all of them; None where nobody knows.

    That takes a maker, and the bid where numbers are bid. Tokens for four tricks are not counted in.
    """
    if not position.maker or (not position.rules.has_upcard and not position.bid):
        return None
    table = score_table(position.rules)[_kind(position)]
    return tuple(
        Payment(int(makers), int(defenders), _name(position, tricks, int(makers), int(defenders)))
        for tricks, (makers, defenders) in enumerate(table[: position.rules.tricks + 1])
    )


def fast_break(position: Position) -> Payment:
    """What the rule of that name pays for three tricks after the first two are lost."""
    makers, defenders = score_table(position.rules)[_kind(position), FAST_BREAK]
    return Payment(int(makers), int(defenders), "fast break")


def _kind(position: Position) -> int:
    """The row of the score table: the bid, or who plays alone."""
    if not position.rules.has_upcard:
        return position.bid
    return position.alone | (position.lone_defender > 0) << 1 | position.jambone << JAMBONE_BIT


def _name(position: Position, tricks: int, makers: int, defenders: int) -> str:
    rules = position.rules
    if not rules.has_upcard:
        return f"{bid_name(rules, position.bid)} {'made' if makers > 0 else 'failed'}"
    if tricks == rules.tricks:
        return "jambone" if position.jambone else "march"
    return "made" if makers > 0 or not defenders else "euchred"
