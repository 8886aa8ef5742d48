"""Deals of a comparison on which A came out behind B: the first ones, as examples to look at."""

from dataclasses import dataclass

import numpy as np

from sim.compare.pairs import PairRows


@dataclass(frozen=True)
class LostDeal:
    """A deal that A lost: its number, and A's lead in points at each table, where it sat on side 0, 1, ..."""

    number: int
    leads: tuple[float, ...]

    @property
    def points(self) -> float:
        """A's lead over the tables of the deal, below zero."""
        return sum(self.leads) / len(self.leads)


class LostDeals:
    """The first deals that A lost, so many as are wanted: no choice of them, so what is usual among them is usual."""

    def __init__(self, wanted: int, teams: int) -> None:
        self._wanted, self._scale = wanted, teams - 1
        self.found: list[LostDeal] = []

    def add(self, rows: PairRows) -> None:
        """Look through the pairs of a chunk; chunks come in order."""
        if len(self.found) >= self._wanted:
            return
        for place in np.flatnonzero(rows.values < 0)[: self._wanted - len(self.found)]:
            leads = tuple(float(lead) / self._scale for lead in rows.leads[:, place])
            self.found.append(LostDeal(rows.first + int(place), leads))
