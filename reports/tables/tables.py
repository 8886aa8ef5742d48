"""Tables before and after their numbers are estimated: cells with sums by block, and the frames made from them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal, Self

import numpy as np
from numpy.typing import NDArray

from reports.tables import estimates
from reports.tables.estimates import Bounds, Columns, Floats
from sim.stats.estimates import LEVEL

if TYPE_CHECKING:
    import pandas as pd

ESTIMATE: Final = ("mean", "se", "lo", "hi", "n")
"""What every number of a report comes with; `lo` to `hi` is the 95 % interval."""
MeasureUnit = Literal["share", "points", "hands"]


@dataclass(frozen=True)
class Measure:
    """One number a cell, as sums by block of games: `sums[k][block, cell]`; the last of the sums counts the trials.

    A share or mean is the first sum over the second; anything else has a `value` made from all its sums. `games` says
    that trials are whole games, which are independent. `span` is the range of the value of one trial, where it is
    known: what bounds a mean of trials that were all alike.
    """

    label: str
    unit: MeasureUnit
    sums: tuple[NDArray[Any], ...]
    value: Callable[[Sequence[Floats]], Floats] | None = None
    games: bool = False
    span: Bounds | None = None

    def estimate(self, level: float = LEVEL) -> Columns:
        """Mean, standard error, interval and sample of each cell; `level` is heeded by means alone."""
        if self.value is not None:
            return estimates.derived(self.sums, self.value, self.sums[-1], span=self.span, level=level)
        if self.unit == "share":
            return (estimates.independent_rates if self.games else estimates.rates)(*self.sums)
        return estimates.means(self.sums[0], self.sums[1], self.span, level)

    def take(self, rows: NDArray[np.intp]) -> Self:
        """The same for some of the cells, in another order."""
        return replace(self, sums=tuple(each[:, rows] for each in self.sums))


@dataclass(frozen=True)
class Larger(Measure):
    """The larger of two means in each cell, whose sums follow each other: `(total, trials, total, trials, all)`."""

    def estimate(self, level: float = LEVEL) -> Columns:
        """The larger mean, with an interval that holds although the sample chose it."""
        both = 1 - (1 - level) / 2
        a, b = (estimates.means(self.sums[k], self.sums[k + 1], self.span, both) for k in (0, 2))
        return estimates.larger(a, b)

    @classmethod
    def of(cls, label: str, a: Measure, b: Measure) -> Self:
        """Of two measures in points."""
        sums = (*a.sums, *b.sums, np.maximum(a.sums[-1], b.sums[-1]))
        return cls(label, a.unit, sums, _larger_ratio, span=a.span)


def _larger_ratio(sums: Sequence[Floats]) -> Floats:
    return np.asarray(np.fmax(sums[0] / sums[1], sums[2] / sums[3]))


@dataclass
class MeasureTable:
    """Cells with what was measured in each. `keys` name the cells, `measures` go by a short name."""

    name: str
    title: str
    keys: dict[str, list[Any]]
    measures: dict[str, Measure]
    examples: NDArray[np.int64] | None = None
    """For each cell the id of a hand that fell into it (see `reports.counting.hands.HAND_BITS`), -1 for none."""
    texts: dict[str, list[str]] = field(default_factory=dict)
    """What is to be said of each cell in words, a column of frames by name."""
    about: dict[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(next(iter(self.keys.values())))

    def frame(self, command: "Callable[[int], str] | None" = None) -> "pd.DataFrame":
        """A row a cell and measure: the keys, `measure`, then mean, se, lo, hi, n, and unit.

        With `command`, which turns the id of a hand into a command line, also an `example`.
        """
        estimated = {name: measure.estimate() for name, measure in self.measures.items()}
        return self._frame(estimated, command)

    def difference(self, other: "MeasureTable", paired: bool) -> "pd.DataFrame":
        """The same frame for `other` less this, for the cells that both have. `paired`: both saw the same deals."""
        places = {key: row for row, key in enumerate(other.rows())}
        both = [(row, places[key]) for row, key in enumerate(self.rows()) if key in places]
        mine, theirs = (np.array(rows, np.intp) for rows in (zip(*both, strict=True) if both else ([], [])))
        estimated = {}
        for name, measure in self.measures.items():
            a, b = measure.take(mine), other.measures[name].take(theirs)
            estimated[name] = _paired(a, b) if paired else _apart(a, b)
        keys = {name: [values[row] for row in mine] for name, values in self.keys.items()}
        return MeasureTable(self.name, self.title, keys, self.measures)._frame(estimated, None)

    def rows(self) -> list[tuple[Any, ...]]:
        """The key of each cell."""
        return list(zip(*self.keys.values(), strict=True))

    def _frame(self, estimated: Mapping[str, Columns], command: "Callable[[int], str] | None") -> "pd.DataFrame":
        import pandas as pd

        cells, names = len(self), list(estimated)
        row = np.repeat(np.arange(cells), len(names))
        data: dict[str, Any] = {key: [values[k] for k in row] for key, values in self.keys.items()}
        data |= {name: [values[k] for k in row] for name, values in self.texts.items()}
        data["measure"] = names * cells
        for column in ESTIMATE:
            stacked = np.stack([estimated[name][column] for name in names], axis=1) if names else np.empty((cells, 0))
            data[column] = stacked.reshape(-1)
        data["unit"] = [self.measures[name].unit for name in names] * cells
        if command is not None and self.examples is not None:
            texts = [command(int(number)) if number >= 0 else "" for number in self.examples]
            data["example"] = [texts[k] for k in row]
        return pd.DataFrame(data)


def _paired(a: Measure, b: Measure) -> Columns:
    """`b` less `a` where both count the same games: the blocks are left out of both at once."""
    first = len(a.sums)

    def value(sums: Sequence[Floats]) -> Floats:
        return np.asarray(_value(b, sums[first:-1]) - _value(a, sums[:first]))

    trials = a.sums[-1] + b.sums[-1]
    smaller = np.minimum(a.sums[-1].sum(axis=0), b.sums[-1].sum(axis=0))
    return estimates.derived([*a.sums, *b.sums, trials], value, trials, smaller, _span_of_difference(a, b))


def _span_of_difference(a: Measure, b: Measure) -> Bounds | None:
    spans = [(0.0, 1.0) if one.unit == "share" and one.value is None else one.span for one in (a, b)]
    if spans[0] is None or spans[1] is None:
        return None
    return spans[1][0] - spans[0][1], spans[1][1] - spans[0][0]


def _apart(a: Measure, b: Measure) -> Columns:
    return estimates.difference(a.estimate(), b.estimate(), a.unit == "share" and a.value is None)


def _value(measure: Measure, sums: Sequence[Floats]) -> Floats:
    if measure.value is not None:
        return measure.value(sums)
    return np.asarray(sums[0] / sums[1])
