"""What an answer rests on: how many deals agree with what the others did, and what was taken for granted instead."""

from dataclasses import dataclass
from typing import Any, Final

THIN: Final = 0.001
"""Below this share of deals that agree exactly, the others are not held to it: too little would be left of them."""


@dataclass(frozen=True)
class Evidence:
    """The weight of evidence behind an answer.

    `exact` is the share of the deals that rules and cards seen allow on which the others, as they are seated, would
    have done all that they did; with `is_soft` those are too few, and each deal counts by how likely people are to do
    it. `effective` is the share of deals that carries the answer (Kish: squared mean of the weights over their mean
    square), the exact share where nothing is weighed. `possible` is the number of deals allowed (exact); `tried` those
    drawn to find `exact` where it is not known without (None).
    """

    exact: float
    possible: int
    effective: float
    is_soft: bool = False
    tried: int | None = None
    assumed: str = ""

    @property
    def is_never(self) -> bool:
        """Whether no deal at all agrees, as far as was tried."""
        return self.exact == 0

    @property
    def deals(self) -> float:
        """Deals that carry the answer, of all that are possible."""
        return self.effective * self.possible

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "exact_share": self.exact,
            "is_thin": self.is_soft,
            "assumed": self.assumed or None,
            "effective_share": self.effective,
            "possible_deals": self.possible,
            "effective_deals": self.deals,
            "tried": self.tried,
        }
