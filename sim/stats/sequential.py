"""Stopping early without fooling oneself: tests and intervals that stay valid however often one looks.

- `ConfidenceSequence`: the normal mixture of Robbins (1970) with the variance estimated as it goes, an asymptotic
  confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, *Annals of Statistics* 52, 2024). The chance
  that it ever misses the truth is at most 5 %, over all looks together. It is narrowest, 1.55 times as wide as the
  interval of a fixed sample, near the number of pairs it is tuned for.
- `Sprt`: Wald's sequential probability ratio test (1945) of one mean against another, with the variance estimated as it
  goes (as chess engines are tested). The bounds 1 / alpha and beta, rather than Wald's approximations, make the error
  rates upper bounds (Ville's inequality).

Both rely on the mean of many pairs being normal: they are looked at after each chunk of pairs, never earlier.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from sim.errors import UsageError

ALPHA: Final = 0.05
Accepted = Literal["low", "high"]


def tuned_ratio(alpha: float = ALPHA) -> float:
    """The mixture's variance times the number of pairs at which the sequence is narrowest (within 0.01 %)."""
    a = -2 * math.log(alpha)
    return a + math.log(a + 1)


@dataclass(frozen=True)
class ConfidenceSequence:
    """Intervals for a mean that hold at all looks together with probability 1 - `alpha`; narrowest at `tuned` pairs."""

    tuned: int
    alpha: float = ALPHA

    def radius(self, n: int, variance: float) -> float:
        """Half the width after `n` pairs of estimated `variance`; infinite before the second."""
        if n < 2:
            return math.inf
        rho = tuned_ratio(self.alpha) / max(self.tuned, 1)
        spread = n * rho + 1
        return math.sqrt(variance * 2 * spread / (n * n * rho) * math.log(math.sqrt(spread) / self.alpha))


@dataclass(frozen=True)
class Sprt:
    """Is the mean at most `low`, or at least `high`? Errs with at most `alpha` and `beta`."""

    low: float
    high: float
    alpha: float = ALPHA
    beta: float = ALPHA

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise UsageError(
                f"the bounds of a sequential test must rise, not {self.low:g} to {self.high:g}", "for example 0:0.02"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios at which `low` and `high` are accepted."""
        return math.log(self.beta), -math.log(self.alpha)

    def ratio(self, n: int, mean: float, variance: float) -> float:
        """Logarithm of the likelihood of `high` over that of `low`; 0 while nothing has varied."""
        if n < 2 or variance <= 0:
            return 0.0
        return n * (self.high - self.low) * (mean - (self.low + self.high) / 2) / variance

    def decision(self, ratio: float) -> Accepted | None:
        """What is accepted at this log-likelihood ratio; None: go on."""
        below, above = self.bounds
        return "high" if ratio >= above else "low" if ratio <= below else None


@dataclass(frozen=True)
class Verdict:
    """How an early stop came out: `rule` says in words what was waited for.

    A test has its log-likelihood ratio, the `bounds` of it, and what it accepts: "low", "high", or None for undecided.
    For a width, `reached` tells whether the interval became that narrow.
    """

    rule: str
    reached: bool
    decision: Accepted | None = None
    ratio: float | None = None
    bounds: tuple[float, float] | None = None


class StopRule(Protocol):
    """When to stop playing pairs, asked after each chunk with the mean and variance of all so far."""

    @property
    def expected(self) -> int:
        """Pairs it is likely to take, fixed beforehand: what the confidence sequence is tuned for."""
        ...

    def verdict(self, n: int, mean: float, variance: float) -> Verdict:
        """How things stand after `n` pairs; `reached` stops them."""
        ...


@dataclass(frozen=True)
class UntilWidth:
    """Stop when the confidence sequence is `width` wide; `convert` gives the unit in which that is measured.

    `spread` is the standard deviation of a pair that one expects: only the tuning, not the validity, depends on it.
    """

    width: float
    spread: float
    unit: str
    slope: float = 1.0
    """How much `width` changes with the mean, for the tuning alone."""
    convert: Callable[[float], float] = float

    @property
    def expected(self) -> int:
        """Pairs at which a sequence tuned for them is as narrow as wanted."""
        at_one = ConfidenceSequence(10**6).radius(10**6, 1.0) * 1000
        return max(1, round((2 * at_one * self.spread * self.slope / self.width) ** 2))

    def verdict(self, n: int, mean: float, variance: float) -> Verdict:
        """How things stand after `n` pairs."""
        radius = ConfidenceSequence(self.expected).radius(n, variance)
        width = self.convert(mean + radius) - self.convert(mean - radius)
        return Verdict(f"an interval {self.width:g} {self.unit} wide", width <= self.width)


@dataclass(frozen=True)
class UntilDecided:
    """Stop when the test has decided; `low` and `high` are its hypotheses in the unit in which they were given."""

    test: Sprt
    spread: float
    unit: str
    low: float
    high: float

    @property
    def expected(self) -> int:
        """Pairs that Wald's formula promises where one of the hypotheses is true, nearly."""
        return max(1, round(2 * -math.log(self.test.alpha) * (self.spread / (self.test.high - self.test.low)) ** 2))

    def verdict(self, n: int, mean: float, variance: float) -> Verdict:
        """How things stand after `n` pairs."""
        ratio = self.test.ratio(n, mean, variance)
        decision = self.test.decision(ratio)
        rule = f"{self.low:g} or {self.high:g} {self.unit}"
        return Verdict(rule, decision is not None, decision, ratio, self.test.bounds)
