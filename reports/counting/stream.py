"""The rows of a run as NumPy arrays, some ten thousand hands at a time, never a game in two pieces."""

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.errors import RunFolderError
from sim.rules.rules import Rules
from sim.runs.results import RunData
from sim.runs.schemas import columns

Columns = dict[str, NDArray[Any]]

ROWS: Final = 1 << 16
"""Rows read at a time: the arrays made from them fit the processor's caches."""


class Parted(RunData):
    """A run that can be read part by part."""

    def parts(self) -> "list[Parted]":
        """One run a part, with the rows of that part only."""
        found = []
        for sums in self._sums:
            part = copy(self)
            part._sums = [sums]
            found.append(part)
        return found

    def check_not_empty(self) -> None:
        """RunFolderError when no part of the run is finished."""
        if self.units == 0:
            raise RunFolderError(
                f"{self.path} has no finished part yet, so there is nothing to report", "go on with the run first"
            )


def whole_games(run: RunData, table: str, wanted: Sequence[str], rows: int = ROWS) -> Iterator[Columns]:
    """The rows of a table in order, about `rows` at a time, cut only between games.

    Raises RunFolderError where a file is damaged, or a table is not there.
    """
    rest: Columns | None = None
    for batch in run.iter_table(table, wanted, rows):
        found = {name: _known(batch.column(name)).to_numpy(zero_copy_only=False) for name in wanted}
        if rest is not None:
            found = {name: np.concatenate([rest[name], found[name]]) for name in wanted}
        game = found["game"]
        cut = int(np.searchsorted(game, game[-1])) if len(game) else 0
        rest = {name: values[cut:] for name, values in found.items()}
        if cut:
            yield {name: values[:cut] for name, values in found.items()}
    if rest is not None and len(rest["game"]):
        yield rest


def _known(column: Any) -> Any:
    """A column without nulls: a hand that no record tells is empty, a card is -1."""
    if not column.null_count:
        return column
    return column.fill_null(0 if str(column.type) == "uint64" else -1)


def joined(chunks: Iterator[Columns]) -> Columns:
    """All the rows at once."""
    found = list(chunks)
    return {name: np.concatenate([chunk[name] for chunk in found]) for name in found[0]} if found else {}


def hand_columns(rules: Rules) -> list[str]:
    """The columns of the hands table, without those of dummies and points, which no count needs."""
    left_out = ("dummy", "kept", "points_")
    return [column.name for column in columns("hands", rules) if not column.name.startswith(left_out)]
