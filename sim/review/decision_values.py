"""From worlds to prices: what each choice of a decision was worth, and what the one that was taken cost.

The best of several noisy values looks better than it is. So each half of the worlds names the better choice and the
other half says what it gains over what was done; the mean of both is the cost, without a winner's curse. Chances to
win the game are the same worlds' results, each looked up in the table of chances by score.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from sim.stats.estimates import t_quantile
from sim.worlds.weighing import DOUBTFUL

GUARD: Final = 1.0
"""What was done is left only for a choice that is better by so many standard errors."""
SURE: Final = t_quantile(0)
"""Standard errors on either side of an interval of 95 %."""


@dataclass(frozen=True)
class Priced:
    """A number with its standard error; `lo` and `hi` bound its interval of 95 %."""

    value: float
    error: float

    @property
    def lo(self) -> float:
        """The lower end."""
        return self.value - SURE * self.error

    @property
    def hi(self) -> float:
        """The upper end."""
        return self.value + SURE * self.error


@dataclass(frozen=True)
class ChoiceValues:
    """What choices come to on average: in points (what their side leads by), and in games won, where known.

    `best` is the better choice by all worlds (0: what was done), `cost` and `cost_games` what it gains over what was
    done, by the halves. `halves` are the choices that each half has named. `worlds` is the number of equally likely
    worlds that say as much.
    """

    points: tuple[Priced, ...]
    games: tuple[Priced, ...] | None
    best: int
    halves: tuple[int, int]
    cost: Priced
    cost_games: Priced | None
    worlds: float


def choice_values(leads: np.ndarray, shares: np.ndarray, chances: np.ndarray | None, by_games: bool) -> ChoiceValues:
    """Value the choices of one decision; the first is what was done.

    `leads` int64[choice, world], `shares` float64[world], `chances` float64[2 * most + 1] the chance to win after each
    lead from -most to most. `by_games` says which of the two the better choice is better by.
    """
    used = shares > 0
    points, weights = leads[:, used].astype(np.float64), shares[used]
    games = None if chances is None else chances[leads[:, used] + len(chances) // 2]
    judged = games if by_games and games is not None else points
    halves = tuple(np.arange(len(weights)) % 2 == half for half in (0, 1))
    named = [_better(judged[:, half], weights[half]) for half in halves]
    best = _better(judged, weights)
    return ChoiceValues(
        points=tuple(_mean(row, weights) for row in points),
        games=None if games is None else tuple(_mean(row, weights) for row in games),
        best=best,
        halves=(named[0], named[1]),
        cost=_across(points, weights, halves, named),
        cost_games=None if games is None else _across(games, weights, halves, named),
        worlds=_equal_worlds(weights),
    )


def _equal_worlds(weights: np.ndarray) -> float:
    squares = float(weights @ weights)
    return float(weights.sum()) ** 2 / squares if squares > 0 else 0.0


def _mean(values: np.ndarray, weights: np.ndarray) -> Priced:
    """Weighted mean and its standard error; one world more counts, which differs by the largest of the values."""
    total = float(weights.sum())
    if total == 0.0:
        return Priced(0.0, float("inf"))
    mean, n = float(weights @ values) / total, _equal_worlds(weights)
    spread = float(weights @ (values - mean) ** 2) / total
    doubt = DOUBTFUL * float(np.abs(values).max(initial=0.0)) ** 2
    return Priced(mean, float(np.sqrt(n * spread + doubt)) / (n + DOUBTFUL))


def _better(values: np.ndarray, weights: np.ndarray) -> int:
    """The choice that is better than the first by most, and by more than the guard; else the first."""
    best, most = 0, 0.0
    for choice in range(1, len(values)):
        gain = _mean(values[choice] - values[0], weights)
        if gain.value > most and gain.value > GUARD * gain.error:
            best, most = choice, gain.value
    return best


def _across(values: np.ndarray, weights: np.ndarray, halves: tuple[np.ndarray, ...], named: list[int]) -> Priced:
    """What the choice of each half gains on the other half, on average."""
    gains = []
    for half, choice in zip(reversed(halves), named, strict=True):
        gains.append(_mean(values[choice][half] - values[0][half], weights[half]) if choice else Priced(0.0, 0.0))
    one, other = gains
    return Priced((one.value + other.value) / 2, float(np.hypot(one.error, other.error)) / 2)
