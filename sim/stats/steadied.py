"""A race with less noise: what similar players come to on the same deals is taken off, and added back as a mean.

Where hands are dear to play, somebody else's on the same deals may be cheap. With x what those come to, y - w x varies
less than y, and the mean of x is known well from many more deals: the mean of y - w x and w times that of x are
independent, and for every w that is fixed beforehand their sum is the mean of y without bias.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from sim.stats.best_choice import Race, Sums, Values

WEIGHT: Final = 0.6
"""How much of x is taken off: about the correlation of players who look ahead with those whom they believe in."""
STEADIED: Final = " with a control variate"


class SteadiedRace(Race):
    """Choices running against each other as in `Race`, with less noise. Values must be exact (no `tables`).

    It is for hands that are dear: all is decided on fewer deals than there.
    """

    least, tuned, shown = 500, 2_000, 5_000

    def __init__(self, choices: int, kinds: Sequence[Values], leading: int = 0, always: bool = False) -> None:
        super().__init__(choices, kinds, leading, always)
        self.control_deals = np.zeros(choices, dtype=np.int64)
        """Deals from which the mean of x is known, by choice."""
        self._control_common = np.zeros((choices, choices), dtype=np.int64)
        self._control = [Sums.none(choices) for _ in kinds]

    def add_steadied(self, codes: np.ndarray, control: np.ndarray, more: np.ndarray) -> None:
        """Add what came of some deals: codes[choice still going, deal].

        `control` is what the others came to on the same deals, `more` what they came to on other ones.
        """
        going = np.flatnonzero(self.going)
        self._count(codes)
        self.control_deals[going] += more.shape[1]
        self._control_common[np.ix_(going, going)] += more.shape[1]
        for values, sums, others in zip(self.kinds, self._sums, self._control, strict=True):
            sums.add(going, values.table[codes] - WEIGHT * values.table[control])
            others.add(going, WEIGHT * values.table[more])

    def means(self, kind: int) -> np.ndarray:
        """Mean value of every choice."""
        return super().means(kind) + self._control[kind].total / np.maximum(self.control_deals, 1)

    def _single(self, choice: int, kind: int) -> tuple[float, float, int]:
        m, variance, n = super()._single(choice, kind)
        others, more = self._control[kind], int(self.control_deals[choice])
        known, spread = _about(float(others.total[choice]), float(others.squares[choice]), more)
        return m + known, variance + spread * n / max(more, 1), n

    def difference(self, choice: int, other: int, kind: int) -> tuple[float, float, int]:
        """Mean difference of two choices, its variance a deal, and the number of deals that both have seen."""
        d, variance, n = super().difference(choice, other, kind)
        if n < 2:
            return d, variance, n
        others, more = self._control[kind], int(self._control_common[choice, other])
        known, spread = _about(float(others.pair[choice, other]), float(others.pair_squares[choice, other]), more)
        return d + known, variance + spread * n / max(more, 1), n

    def _half(self, variance: float, n: int) -> tuple[float, str]:
        half, method = super()._half(variance, n)
        return half, method + STEADIED


def _about(total: float, squares: float, n: int) -> tuple[float, float]:
    """Mean and variance of n values from their sums."""
    if n < 2:
        return total / max(n, 1), 0.0
    m = total / n
    return m, max(0.0, (squares - n * m * m) / (n - 1))
