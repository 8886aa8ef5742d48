"""How precise an answer is to be: when a question is answered well enough to stop."""

import math
from dataclasses import dataclass
from typing import Final

from sim.arguments import check_number
from sim.errors import UsageError
from sim.whole import check_whole

WIDTH: Final = 0.005
"""Half-width in points at which a question counts as answered even where nothing is told apart."""
SECONDS: Final = 20.0
"""Seconds after which an answer is given whatever its precision, unless told otherwise."""


@dataclass(frozen=True)
class Precision:
    """When to stop: at a half-width in points, after so many deals, after so many seconds.

    Without `width` and `deals` a question also ends as soon as one choice is better than all others.
    """

    width: float | None = None
    deals: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, value, least in (("until-width", self.width, 1e-5), ("seconds", self.seconds, 1e-3)):
            if value is not None and not least <= check_number(name, value, -math.inf, math.inf, 0.005) <= 1e6:
                raise UsageError(f"--{name} must be from {least:g} to 1000000, not {value:g}", "for example 0.005")
        if self.deals is not None:
            object.__setattr__(self, "deals", check_whole("--deals", self.deals, 2, 10**9, example=100_000))
