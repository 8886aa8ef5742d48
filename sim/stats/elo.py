"""Elo: a share of games won as a difference in rating, and back.

A difference of 400 means odds of ten to one (Elo, *The Rating of Chessplayers*, 1978). With more than two sides the
odds are those against one of the others: winning 1 of 3 games among three equal players is a difference of 0.
"""

import math

from sim.stats.estimates import Estimate


def elo_of_share(share: float, sides: int = 2) -> float:
    """Difference in Elo that wins this share of games; infinite at 0 and 1."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return 400 * math.log10((sides - 1) * share / (1 - share))


def share_of_elo(elo: float, sides: int = 2) -> float:
    """Share of games won with this difference in Elo: the inverse of `elo_of_share`."""
    odds = 10 ** (elo / 400) / (sides - 1)
    return odds / (1 + odds)


def elo_estimate(won: Estimate, sides: int = 2) -> Estimate:
    """Elo from an estimated share of games won; bounds that would be infinite are None."""

    def convert(share: float | None) -> float | None:
        if share is None:
            return None
        elo = elo_of_share(share, sides)
        return elo if math.isfinite(elo) else None

    value = convert(won.value)
    se = None
    if value is not None and won.value is not None and won.se is not None:
        se = won.se * 400 / math.log(10) / (won.value * (1 - won.value))
    return Estimate(value, se, convert(won.lo), convert(won.hi), won.n, "Elo", won.method)
