"""Control variates: a mean with less noise, from something that is known to be zero on average.

Where x has the mean 0 whatever happens, the mean of y - b x is the mean of y for every b, and where x tells much of y
it varies less: at the best b by the factor 1 - r², r the correlation (Glasserman, *Monte Carlo Methods in Financial
Engineering*, 4.1). The b that one half of the sample suggests is used on the other half, so that b and x are
independent there and b x keeps the mean 0 exactly: nothing is biased by estimating b.

All sums are of whole numbers and exact, so they may be added in any order.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sim.stats.estimates import Estimate, clustered_ratio

Y, YY, X, XX, XY = range(5)
SUMS: Final = 5
"""Sums that are kept of a number y and its control x: of y, y², x, x² and x y."""


@dataclass(frozen=True)
class Adjusted:
    """A mean `played`, as observed, and `adjusted` by its control variate, each with its interval.

    `correlation` is that of the value and its control; `worth` is how many times as much the values vary as what is
    left of them (with the b of the other half): so many times the sample would be as precise. None: not known.
    """

    played: Estimate
    adjusted: Estimate
    correlation: float | None
    worth: float | None


def moments(block: NDArray[np.intp], y: NDArray[np.int64], x: NDArray[np.int64], blocks: int) -> NDArray[np.int64]:
    """int64[blocks, SUMS]: the sums of y and its control x over the cases of each block."""
    found = np.zeros((blocks, SUMS), np.int64)
    for place, values in ((Y, y), (YY, y * y), (X, x), (XX, x * x), (XY, x * y)):
        np.add.at(found[:, place], block, values)
    return found


def adjusted(
    played: Estimate, sums: NDArray[np.int64], cases: NDArray[np.int64], span: tuple[float, float] | None = None
) -> Adjusted:
    """The mean of y a case, less what its control explains. Even and odd blocks are the two halves.

    `sums` is int64[blocks, SUMS] (see `moments`), `cases` int64[blocks]; blocks are independent clusters of cases, and
    the interval comes from the spread between them, as that of a mean does (`clustered_ratio`, also for `span`).
    """
    halves = np.arange(len(cases)) % 2
    each = [(sums[halves == half].sum(axis=0).astype(np.float64), int(cases[halves == half].sum())) for half in (0, 1)]
    slopes = [_slope(*each[1]), _slope(*each[0])]
    parts = sums[:, Y] - np.where(halves == 0, *slopes) * sums[:, X]
    before = after = 0.0
    for (half, n), slope in zip(each, slopes, strict=True):
        yy, xx, xy = _spread(half, n)
        before += yy
        after += yy - 2 * slope * xy + slope * slope * xx
    yy, xx, xy = _spread(each[0][0] + each[1][0], each[0][1] + each[1][1])
    return Adjusted(
        played,
        clustered_ratio(parts, cases, played.unit, span),
        xy / (xx * yy) ** 0.5 if xx > 0 and yy > 0 else None,
        before / after if after > 0 else None,
    )


def _spread(sums: NDArray[np.float64], n: int) -> tuple[float, float, float]:
    """Sums of squares and products about the means, of y, of x and of both."""
    if n < 2:
        return 0.0, 0.0, 0.0
    y, x = sums[Y], sums[X]
    return float(sums[YY] - y * y / n), float(sums[XX] - x * x / n), float(sums[XY] - x * y / n)


def _slope(sums: NDArray[np.float64], n: int) -> float:
    _, xx, xy = _spread(sums, n)
    return xy / xx if xx > 0 else 0.0
