"""Stopping a comparison early: when the interval is narrow enough, or a test of two hypotheses has decided."""

from typing import Final

from sim.arguments import check_number
from sim.compare.result import POINTS
from sim.errors import UsageError, brief
from sim.rules.units import Unit
from sim.stats.elo import elo_of_share, share_of_elo
from sim.stats.sequential import Sprt, StopRule, UntilDecided, UntilWidth

LIMIT: Final = 10**10
SPREAD: Final[dict[Unit, float]] = {"hands": 0.5, "games": 0.3}
"""Typical standard deviations of a pair, to tune early stops for."""


def stop_rule(unit: Unit, sides: int, width: float | None, sprt: tuple[float, float] | None) -> StopRule | None:
    """The rule by which a comparison stops early; None where it plays all pairs. Raises UsageError."""
    spread = SPREAD[unit]
    if width is not None:
        width = check_number("until_width", width, -LIMIT, LIMIT, 0.01)
        if not 0 < width < 1000:
            raise UsageError(f"an interval cannot be {width:g} wide", "for example 0.01 points a hand")
        if unit == "hands":
            return UntilWidth(width, spread, POINTS)
        slope = elo_of_share(1 / sides + 0.001, sides) * 1000
        return UntilWidth(width, spread, "Elo", slope, lambda share: elo_of_share(share, sides))
    if sprt is not None:
        if not isinstance(sprt, tuple | list) or len(sprt) != 2:
            raise UsageError(f"sprt must be two numbers, low and high, not {brief(sprt)}", "for example (0, 0.01)")
        low, high = (check_number("sprt", bound, -LIMIT, LIMIT, 0.01) for bound in sprt)
        if unit == "hands":
            return UntilDecided(Sprt(low, high), spread, POINTS, low, high)
        return UntilDecided(Sprt(share_of_elo(low, sides), share_of_elo(high, sides)), spread, "Elo", low, high)
    return None
