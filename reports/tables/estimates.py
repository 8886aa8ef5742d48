"""Estimates with intervals for many cells at once; `sim.stats.estimates` has and explains the formulas.

Sums come as arrays `[block, cell]`, one row a block of whole games. Every function gives columns `mean`, `se`, `lo`,
`hi` (95 %) and `n`; what a sample cannot tell is NaN.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.stats.estimates import LEVEL, MIN_BLOCKS, ROUNDING, most_share, t_quantile

Floats = NDArray[np.float64]
Columns = dict[str, NDArray[Any]]

Bounds = tuple[float, float]
"""The lowest and the highest value that one trial can have."""

# Sixty-four or more of a kind may all be alike without the sample being too small to say so.
_CERTAIN: Final = 64


def rates(hits: NDArray[Any], trials: NDArray[Any]) -> Columns:
    """Shares of trials that hit, with Wilson's interval and the design effect of the blocks (`clustered_rate`)."""
    hits, trials = hits.astype(np.float64), trials.astype(np.float64)
    n, count = trials.sum(axis=0), hits.sum(axis=0)
    filled = (trials > 0).sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = count / n
        alone = mean * (1 - mean) / n
        deff = np.maximum(1.0, jackknife_se([hits, trials], _ratio) ** 2 / alone)
    blocks = (filled >= MIN_BLOCKS) & (count > 0) & (count < n)
    deff = np.where(blocks, deff, 1.0)
    lo, hi = wilson(count, n, deff, np.where(blocks, quantiles(filled - 1), t_quantile(0)))
    return {"mean": mean, "se": np.sqrt(alone * deff), "lo": lo, "hi": hi, "n": n.astype(np.int64)}


def independent_rates(hits: NDArray[Any], trials: NDArray[Any]) -> Columns:
    """Shares of independent trials, such as games, with Wilson's interval (`rate`)."""
    n, count = trials.sum(axis=0).astype(np.float64), hits.sum(axis=0).astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = count / n
        se = np.sqrt(mean * (1 - mean) / n)
    lo, hi = wilson(count, n, np.ones_like(n), np.full_like(n, t_quantile(0)))
    return {"mean": mean, "se": se, "lo": lo, "hi": hi, "n": n.astype(np.int64)}


def means(totals: NDArray[Any], trials: NDArray[Any], span: Bounds | None = None, level: float = LEVEL) -> Columns:
    """Means of a value a trial, with Student's interval from the spread between blocks (`clustered_ratio`)."""
    return derived([totals, trials], _ratio, trials, span=span, level=level)


def derived(
    sums: Sequence[NDArray[Any]],
    value: Callable[[Sequence[Floats]], Floats],
    trials: NDArray[Any],
    n: NDArray[Any] | None = None,
    span: Bounds | None = None,
    level: float = LEVEL,
) -> Columns:
    """Any function of sums over hands, with Student's interval from leaving out one block at a time.

    `value` takes the sums, each `[..., cell]`, and gives one number a cell. `trials` says which blocks have something
    to tell, and is summed up as `n` where that is not given. Where the blocks do not differ, a `span` of the value
    gives a bound by the rule of three (`sim.stats.estimates`).
    """
    floats = [each.astype(np.float64) for each in sums]
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = value([each.sum(axis=0) for each in floats])
        se = jackknife_se(floats, value, trials)
    filled = (trials > 0).sum(axis=0)
    n = (trials.sum(axis=0) if n is None else n).astype(np.int64)
    with np.errstate(invalid="ignore"):
        alike = (filled >= 2) & (se <= ROUNDING * (1 + np.abs(mean)))
    unknown = (filled < 2) | (alike & ((filled < _CERTAIN) | (span is not None)))
    se = np.where(unknown, np.nan, np.where(alike, 0.0, se))
    half = quantiles(filled - 1, level) * se
    lo, hi = mean - half, mean + half
    if span is not None:
        for cell in np.flatnonzero(alike):
            other = most_share(0, int(n[cell]), level)
            lo[cell], hi[cell] = (
                mean[cell] - other * (mean[cell] - span[0]),
                mean[cell] + other * (span[1] - mean[cell]),
            )
    return {"mean": mean, "se": se, "lo": lo, "hi": hi, "n": n}


def larger(a: Columns, b: Columns) -> Columns:
    """The larger of two values, each with an interval at such a level that both hold together with 95 %.

    Which of the two it is the same sample decides; the larger lower and the larger upper bound hold all the same. Where
    one of them never was tried it is the other.
    """
    first = np.isnan(b["mean"]) | (a["mean"] >= b["mean"])
    found = {name: np.where(first, a[name], b[name]) for name in a}
    both = ~np.isnan(a["mean"]) & ~np.isnan(b["mean"])
    for name in ("lo", "hi"):
        found[name] = np.where(both, np.maximum(a[name], b[name]), found[name])
    return found


def jackknife_se(
    sums: Sequence[Floats], value: Callable[[Sequence[Floats]], Floats], trials: NDArray[Any] | None = None
) -> Floats:
    """Standard error of a function of sums by deleting one filled block at a time; blocks are filled by `trials`."""
    weights = sums[-1] if trials is None else trials
    filled = weights > 0
    blocks = filled.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        without = value([each.sum(axis=0) - each for each in sums])
        middle = np.where(filled, without, 0.0).sum(axis=0) / blocks
        spread = np.where(filled, (without - middle) ** 2, 0.0).sum(axis=0)
        return np.asarray(np.sqrt(spread * (blocks - 1) / blocks))


def wilson(count: Floats, n: Floats, deff: Floats, quantile: Floats) -> tuple[Floats, Floats]:
    """Wilson's interval for `count` of `n`, as if only `n / deff` independent cases had been seen."""
    with np.errstate(divide="ignore", invalid="ignore"):
        p, cases, z = count / n, n / deff, quantile
        spread = z * np.sqrt(p * (1 - p) / cases + z * z / (4 * cases * cases))
        middle, scale = p + z * z / (2 * cases), 1 + z * z / cases
        lo = np.where(count == 0, 0.0, np.maximum(0.0, (middle - spread) / scale))
        hi = np.where(count == n, 1.0, np.minimum(1.0, (middle + spread) / scale))
    nothing = n <= 0
    return np.where(nothing, np.nan, lo), np.where(nothing, np.nan, hi)


def difference(a: Columns, b: Columns, share: bool) -> Columns:
    """`b` less `a` of two independent runs: intervals of shares joined by Newcombe's method, of means by their errors.

    Newcombe, *Statistics in Medicine* 17 (1998), method 10, with the given (Wilson) intervals. `n` is the smaller one.
    """
    mean = b["mean"] - a["mean"]
    se = np.hypot(a["se"], b["se"])
    if share:
        lo = mean - np.hypot(b["mean"] - b["lo"], a["hi"] - a["mean"])
        hi = mean + np.hypot(b["hi"] - b["mean"], a["mean"] - a["lo"])
    else:
        half = np.hypot(a["hi"] - a["mean"], b["hi"] - b["mean"])
        lo, hi = mean - half, mean + half
    return {"mean": mean, "se": se, "lo": lo, "hi": hi, "n": np.minimum(a["n"], b["n"])}


def quantiles(df: NDArray[Any], level: float = LEVEL) -> Floats:
    """Student's quantile for each number of degrees of freedom; NaN below 1."""
    table = {int(number): t_quantile(int(number), level) if number > 0 else np.nan for number in np.unique(df)}
    return np.array([table[int(number)] for number in df.reshape(-1)]).reshape(df.shape)


def _ratio(sums: Sequence[Floats]) -> Floats:
    return np.asarray(sums[0] / sums[1])
