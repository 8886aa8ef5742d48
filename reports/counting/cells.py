"""Counting into cells: how many rows of each kind fell into each cell of a table, by block of games, and an example.

A cell is a combination of whole numbers, one an axis. The first axis is the block (`sim.runs.tally.block_of`), because
rows of one game are not independent and blocks are; see `sim.stats.estimates`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.runs.tally import BLOCKS

Ints = NDArray[np.int64]
NONE = -1
"""No example yet."""


class Cells:
    """Counts by block and by the named axes: `counts[block, *axes]`."""

    def __init__(self, **axes: int) -> None:
        self.axes = tuple(axes)
        self.counts: Ints = np.zeros((BLOCKS, *axes.values()), np.int64)
        self._flat = self.counts.reshape(-1)

    def add(self, block: NDArray[Any], *places: NDArray[Any] | int) -> None:
        """Count one row in each of the cells; a place of an axis may be one number for all rows."""
        np.add.at(self._flat, place_of(self.counts.shape, block, *places), 1)

    def merge(self, other: "Cells") -> None:
        """Add the counts of other rows."""
        self.counts += other.counts

    def sum(self, *axes: str) -> Ints:
        """Counts summed over the named axes."""
        return np.asarray(self.counts.sum(axis=tuple(1 + self.axes.index(axis) for axis in axes)))


class Examples:
    """The first row seen in each cell of the axes, as an id; the order in which rows come does not matter."""

    def __init__(self, *sizes: int) -> None:
        self.ids: Ints = np.full(sizes, NONE, np.int64)
        self._flat = self.ids.reshape(-1)

    def add(self, ids: Ints, *places: NDArray[Any] | int) -> None:
        """Offer rows in the order of their ids."""
        cells = place_of(self.ids.shape, *places)
        new = np.flatnonzero(self._flat[cells] == NONE)
        if len(new):
            # The last of equal places wins, so the rows go in backwards.
            back = new[::-1]
            self._flat[cells[back]] = ids[back]

    def merge(self, other: "Examples") -> None:
        """Keep the earlier row of each cell."""
        theirs = np.where(other.ids == NONE, self.ids, other.ids)
        np.copyto(self.ids, np.where(self.ids == NONE, theirs, np.minimum(self.ids, theirs)))


def place_of(shape: Sequence[int], *places: NDArray[Any] | int) -> NDArray[np.intp]:
    """Flat places in an array of this shape."""
    if len(places) != len(shape):
        raise ValueError(f"{len(places)} places for {len(shape)} axes")
    flat: NDArray[np.intp] | None = None
    for place, size in zip(places, shape, strict=True):
        number: Any = place if isinstance(place, int) else place.astype(np.intp, copy=False)
        flat = number if flat is None else flat * size + number
    assert isinstance(flat, np.ndarray)
    return flat
