"""Estimates with honest intervals, and how they are written: rates, means, ratios, from samples or whole games.

Hands of one game are not independent (the deal rotates, the score drives decisions), so hands are counted in blocks of
whole games and the spread between the blocks gives the interval (a delete-one-block jackknife; Wolter, *Introduction to
Variance Estimation*, chapter 4). Rates use Wilson's interval (1927) with the sample reduced by the design effect, which
is never taken below 1 (Kish, *Survey Sampling*; Franco et al., *Journal of Survey Statistics and Methodology*, 2019).
Every interval is two-sided and, unless told otherwise, 95 %.

A sample in which hardly anything happened has next to no spread, which says little: what was not seen may still come.
Where `n` cases were all alike, another comes with a chance of less than 3 / n (the rule of three: the one-sided bound
of Clopper and Pearson, *Biometrika* 26, 1934), and no case can be worth more than the rules pay. `sparse_mean` and the
`span` of `clustered_ratio` make intervals of that.
"""

import math
from dataclasses import asdict, dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.plain_text import spaced

LEVEL = 0.95
# With fewer filled blocks than this the spread between them says too little about a rate's design effect.
MIN_BLOCKS = 16
FEW: Final = 5
"""With fewer uneven cases than this a mean has a bound in place of an interval."""
FEW_SPREAD: Final = 50
"""With fewer uneven cases than this the spread is known so badly that the interval is widened."""
ROUNDING: Final = 1e-12
"""A standard error below this part of its mean is rounding, not spread."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """One number with its uncertainty.

    `value` is None when nothing was observed; `se`, `lo` and `hi` are None when the sample is too small to tell.
    `unit` is "share" (0 to 1, printed in per cent) or a plain word such as "points"; `n` counts what `method` says.
    """

    value: float | None
    se: float | None
    lo: float | None
    hi: float | None
    n: int
    unit: str
    method: str

    def to_dict(self) -> dict[str, float | int | str | None]:
        """The fields as a JSON-ready dict."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.short()} (n = {spaced(self.n)})"

    def short(self, signed: bool = False, places: int | None = None) -> str:
        """Value and interval without the sample size: `51.3 % ± 0.2`, or both bounds when they lie unevenly.

        `places` are decimals shown; by default as many as the interval bears (`self.places`).
        """
        if self.value is None:
            return "-"
        scale, mark = (100.0, " %") if self.unit == "share" else (1.0, "")
        plus = "+" if signed else ""
        value = self.value * scale
        if self.lo is None or self.hi is None:
            return f"{value:{plus}.4g}{mark} ± ?"
        lo, hi = self.lo * scale, self.hi * scale
        digits = self.places if places is None else places
        if abs((hi - value) - (value - lo)) > 0.1 * (hi - lo):
            return f"{value:{plus}.{digits}f}{mark} ({lo:{plus}.{digits}f} to {hi:{plus}.{digits}f})"
        return f"{value:{plus}.{digits}f}{mark} ± {(hi - lo) / 2:.{digits}f}"

    @property
    def places(self) -> int:
        """Decimals that show half of the interval with one digit, or two when the first is a 1."""
        if self.lo is None or self.hi is None or self.hi <= self.lo:
            return 0
        half = float(f"{(self.hi - self.lo) / 2 * (100 if self.unit == 'share' else 1):.6g}")  # 0.2, not 0.19999
        first = -math.floor(math.log10(half))
        return min(6, max(0, first + (1 if half * 10.0**first < 2 else 0)))


@lru_cache(maxsize=256)
def t_quantile(df: int, level: float = LEVEL) -> float:
    """The t with P(|T| <= t) = `level` for Student's T with `df` degrees of freedom (infinite: `df` 0 means normal).

    Exact finite sums (Abramowitz and Stegun 26.7.3 and 26.7.4) solved by bisection; above 300 degrees of freedom the
    Cornish-Fisher series (26.7.5), then off by less than 1e-9.
    """
    z = NormalDist().inv_cdf(0.5 + level / 2)
    if df <= 0:
        return z
    if df > 300:
        g1 = (z**3 + z) / 4
        g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        return z + g1 / df + g2 / df**2 + g3 / df**3
    lo, hi = 0.0, 1.0
    while _t_inside(hi, df) < level:
        hi *= 2
    for _ in range(100):
        middle = (lo + hi) / 2
        if _t_inside(middle, df) < level:
            lo = middle
        else:
            hi = middle
    return (lo + hi) / 2


def _t_inside(t: float, df: int) -> float:
    """P(|T| <= t) for `df` degrees of freedom."""
    theta = math.atan(t / math.sqrt(df))
    sine, cosine = math.sin(theta), math.cos(theta)
    odd = df % 2
    term, total = (cosine, 0.0) if odd else (1.0, 0.0)
    for k in range(1 + odd, df, 2):
        total += term
        term *= cosine * cosine * k / (k + 1)
    return (theta + sine * total) * 2 / math.pi if odd else sine * total


def wilson(hits: float, n: float, *, deff: float = 1.0, quantile: float | None = None) -> tuple[float, float]:
    """Wilson's interval for `hits` of `n`, as if only `n / deff` independent cases had been seen."""
    if n <= 0:
        return 0.0, 1.0
    z = t_quantile(0) if quantile is None else quantile
    p, cases = hits / n, n / deff
    spread = z * math.sqrt(p * (1 - p) / cases + z * z / (4 * cases * cases))
    middle, scale = p + z * z / (2 * cases), 1 + z * z / cases
    lo = 0.0 if hits == 0 else max(0.0, (middle - spread) / scale)
    hi = 1.0 if hits == n else min(1.0, (middle + spread) / scale)
    return lo, hi


def rate(hits: int, n: int) -> Estimate:
    """Share of `n` independent cases, with Wilson's interval."""
    if n == 0:
        return _nothing("share")
    p = hits / n
    lo, hi = wilson(hits, n)
    return Estimate(p, math.sqrt(p * (1 - p) / n), lo, hi, n, "share", "wilson")


def mean(total: float, total_sq: float, n: int, unit: str, level: float = LEVEL) -> Estimate:
    """Mean of `n` independent values from their sum and sum of squares, with Student's interval."""
    if n == 0:
        return _nothing(unit)
    value = total / n
    if n == 1:
        return Estimate(value, None, None, None, n, unit, "one value")
    # Sums of whole numbers are exact in Python, so the difference loses nothing for counts and points.
    variance = max(0.0, (n * total_sq - total * total) / (n * (n - 1)))
    return _student(value, math.sqrt(variance / n), n, n - 1, unit, "student", n >= 64, level)


def most_share(seen: int, n: int, level: float = LEVEL) -> float:
    """The largest share of cases, with one-sided confidence `level`, of which only `seen` came among `n`."""
    if seen >= n:
        return 1.0
    if seen == 0:
        return -math.expm1(math.log(1 - level) / n)
    lo, hi = seen / n, 1.0
    for _ in range(200):
        middle = (lo + hi) / 2
        lo, hi = (middle, hi) if _at_most(seen, n, middle) > 1 - level else (lo, middle)
    return hi


def _at_most(seen: int, n: int, share: float) -> float:
    """Chance that at most `seen` of `n` cases come, each with the chance `share`."""
    if share >= 1:
        return 0.0
    ways = (math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) for k in range(seen + 1))
    chances = (k * math.log(share) + (n - k) * math.log1p(-share) for k in range(seen + 1))
    return sum(math.exp(way + chance) for way, chance in zip(ways, chances, strict=True))


def sparse_mean(
    total: float,
    total_sq: float,
    n: int,
    unit: str,
    *,
    uneven: int,
    reach: tuple[float, float] | None,
    even: float = 0.0,
    level: float = LEVEL,
) -> Estimate:
    """Mean of `n` independent values of which all but `uneven` are `even`: `mean`, where there are enough of these.

    Fewer than `FEW` give the bound that their largest share sets, times the `reach` of a value below and above `even`
    (None: not known). Up to `FEW_SPREAD` the interval is widened by the square root of 1 + 2 / uneven, found by
    simulation (`tests/test_sparse.py`): it covers as often as it says for the differences of real players.
    """
    if n == 0:
        return _nothing(unit)
    value = total / n
    if reach == (0.0, 0.0):
        return Estimate(value, 0.0, value, value, n, unit, "always even")
    if uneven < FEW:
        method = f"bound, {uneven} uneven"
        if reach is None:
            return Estimate(value, None, None, None, n, unit, method)
        share = most_share(uneven, n, level)
        return Estimate(value, None, even - share * reach[0], even + share * reach[1], n, unit, method)
    plain = mean(total, total_sq, n, unit, level)
    if uneven >= FEW_SPREAD or plain.lo is None or plain.hi is None:
        return plain
    wider = widening(uneven)
    half = (plain.hi - value) * wider
    se = None if plain.se is None else plain.se * wider
    return Estimate(value, se, value - half, value + half, n, unit, f"student, {uneven} uneven")


def scaled_mean(total: int, total_sq: int, n: int, unit: str, uneven: int, scale: int) -> Estimate:
    """`sparse_mean` of values that were counted in units of 1 / `scale`; 0 is even, and how far they reach unknown."""
    return sparse_mean(total / scale, total_sq / scale**2, n, unit, uneven=uneven, reach=None)


def widening(uneven: int) -> float:
    """By how much an interval is to be wider where only so many uneven cases tell the spread."""
    return math.sqrt(1 + 2 / max(uneven, 1)) if uneven < FEW_SPREAD else 1.0


def clustered_ratio(
    parts: ArrayLike, weights: ArrayLike, unit: str, span: tuple[float, float] | None = None
) -> Estimate:
    """Ratio of two sums, `sum(parts) / sum(weights)`, whose blocks are independent clusters of whole games.

    `parts` and `weights` hold one sum a block (for a mean of points a hand: points and hands). Blocks without weight
    are left out; the standard error is the delete-one-block jackknife with one degree of freedom less than blocks.
    Where all trials came out alike, others are bounded by the rule of three, within the `span` of a trial's value.
    """
    num, den = _filled(parts, weights)
    n = round(float(den.sum()))
    if n == 0:
        return _nothing(unit)
    blocks = len(num)
    value = float(num.sum() / den.sum())
    if blocks < 2:
        return Estimate(value, None, None, None, n, unit, "one block of games")
    if span is not None and not _spread(num / den, value):
        share = most_share(0, n)
        bounds = value - share * (value - span[0]), value + share * (span[1] - value)
        return Estimate(value, None, *bounds, n, unit, "bound, all alike")
    return _student(value, _jackknife(num, den), n, blocks - 1, unit, f"{blocks} blocks", certain=blocks >= 64)


def shares_of_clusters(hits: int, hits_sq: int, clusters: int, size: int) -> Estimate:
    """Share of trials that hit, from independent `clusters` of `size` trials each, with Wilson's interval.

    `hits` and `hits_sq` are the sums over clusters of their hits and of the squares of these; the design effect, never
    below 1, is how many times as much a cluster's hits vary as those of independent trials would.
    """
    n = clusters * size
    if n == 0:
        return _nothing("share")
    p = hits / n
    alone = p * (1 - p)
    variance = max(0.0, (hits_sq - hits * hits / clusters) / max(1, clusters - 1)) / size
    deff = max(1.0, variance / alone) if alone > 0 else 1.0
    lo, hi = wilson(hits, n, deff=deff)
    return Estimate(p, math.sqrt(alone * deff / n), lo, hi, n, "share", f"wilson, clusters of {size}")


def clustered_rate(hits: ArrayLike, trials: ArrayLike) -> Estimate:
    """Share of trials that hit, from counts a block of whole games (see `clustered_ratio`), with Wilson's interval.

    With at least `MIN_BLOCKS` filled blocks the design effect (never below 1) shrinks the sample and Student's quantile
    replaces the normal one; with fewer, or when all trials ended alike, hands count as independent.
    """
    num, den = _filled(hits, trials)
    n, count = round(float(den.sum())), round(float(num.sum()))
    blocks = len(num)
    if blocks < MIN_BLOCKS or count in (0, n):
        return rate(count, n)
    p = count / n
    alone = p * (1 - p) / n
    deff = max(1.0, _jackknife(num, den) ** 2 / alone)
    lo, hi = wilson(count, n, deff=deff, quantile=t_quantile(blocks - 1))
    return Estimate(p, math.sqrt(alone * deff), lo, hi, n, "share", f"wilson, {blocks} blocks")


def _filled(parts: ArrayLike, weights: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    num, den = np.asarray(parts, np.float64), np.asarray(weights, np.float64)
    if num.shape != den.shape or num.ndim != 1:
        raise ValueError(f"one sum a block is needed on both sides, not shapes {num.shape} and {den.shape}")
    filled = den > 0
    return num[filled], den[filled]


def _spread(ratios: NDArray[np.float64], value: float) -> bool:
    """Whether the blocks differ by more than rounding."""
    return bool(np.abs(ratios - value).max() > ROUNDING * (1 + abs(value)))


def _jackknife(num: NDArray[np.float64], den: NDArray[np.float64]) -> float:
    """Standard error of sum(num) / sum(den) from leaving out one block at a time."""
    without = (num.sum() - num) / (den.sum() - den)
    blocks = len(num)
    return math.sqrt(float(((without - without.mean()) ** 2).sum()) * (blocks - 1) / blocks)


def _student(
    value: float, se: float, n: int, df: int, unit: str, method: str, certain: bool, level: float = LEVEL
) -> Estimate:
    """Student's interval; a small sample without any spread has none, because it would claim certainty."""
    if se <= ROUNDING * (1 + abs(value)) and not certain:
        return Estimate(value, None, None, None, n, unit, f"{method}, no spread")
    half = t_quantile(df, level) * se
    return Estimate(value, se, value - half, value + half, n, unit, method)


def _nothing(unit: str) -> Estimate:
    return Estimate(None, None, None, None, 0, unit, "nothing observed")
