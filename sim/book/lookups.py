"""Walking a whole library and playing bidders against each other on it, part by part on some threads."""

import threading
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from sim.book.contracts import ANSWERS, Contracts
from sim.book.library import Library
from sim.book.walking import COLUMNS, COUNT, masks_of, pack
from sim.book.walking import match as match_part
from sim.book.walking import walk as walk_part
from sim.runs.chunks import StageProgress, Workers
from sim.stats.estimates import Estimate, scaled_mean

POINTS = "points a hand"


@dataclass(frozen=True, eq=False)
class WalkSums:
    """What every answer is worth at every decision reached, summed over the deals of a walk."""

    deals: int
    sums: np.ndarray
    """int64[nodes, classes, COLUMNS]: the worth of every answer in units of 1 / (teams - 1) points, and deals."""
    squares: np.ndarray
    """int64[nodes, ANSWERS]: squares of (answer less pass), summed over all deals that reached the node."""
    totals: np.ndarray
    """int64[players]: what each seat came to when all followed the table."""

    @property
    def reached(self) -> np.ndarray:
        """int64[nodes]: deals that reached each node."""
        return np.asarray(self.sums[:, :, COUNT].sum(axis=1))

    def variances(self) -> np.ndarray:
        """float64[nodes, ANSWERS] of (answer less pass) on one deal."""
        return np.asarray(self.squares / np.maximum(self.reached, 1)[:, None])


def walk_library(
    library: Library, table: np.ndarray, workers: Workers, name: str, deals: int | None = None,
    worth: np.ndarray | None = None,
) -> Generator[StageProgress, None, WalkSums]:  # fmt: skip
    """Walk the first `deals` deals when all follow a bidding table int8[nodes, ids]; returns the sums.

    `worth` int64[players, outcomes] is what outcomes are worth to each seat; points without it.
    """
    contracts, classes = library.source.contracts, library.source.index.count
    packed, value = pack(table), contracts.worth() if worth is None else worth
    own, made, lock = threading.local(), [], threading.Lock()

    def work(ids: np.ndarray, words: np.ndarray) -> None:
        if not hasattr(own, "sums"):
            own.sums = (
                np.zeros((contracts.nodes, classes, COLUMNS), dtype=np.int32),
                np.zeros((contracts.nodes, ANSWERS), dtype=np.int64),
                np.zeros(contracts.players, dtype=np.int64),
            )
            with lock:
                made.append(own.sums)
        walk_part(ids, words, packed, contracts.places, value, *own.sums)

    yield from library.each(work, workers, name, deals)
    sums = np.zeros((contracts.nodes, classes, COLUMNS), dtype=np.int64)
    for part in made:
        sums += part[0]
    squares = np.sum([part[1] for part in made], axis=0)
    totals = np.sum([part[2] for part in made], axis=0)
    return WalkSums(library.deals if deals is None else min(deals, library.deals), sums, squares, totals)


def pair_counts(
    library: Library, mine: np.ndarray, other: np.ndarray, workers: Workers, name: str, worth: np.ndarray | None = None
) -> Generator[StageProgress, None, np.ndarray]:
    """Mirrored pairs of two bidding tables: int64, how often each value of a pair came, the middle being 0.

    Values are sums over the sides that the first player sits on, in units of 1 / (teams - 1) points.
    """
    contracts = library.source.contracts
    value = contracts.worth() if worth is None else worth
    counts = np.zeros(2 * contracts.teams * int(np.abs(value).max()) + 1, dtype=np.int64)
    packed, masks, lock = pack(mine, other), masks_of(contracts.players, contracts.teams), threading.Lock()

    def work(ids: np.ndarray, words: np.ndarray) -> None:
        own = np.zeros_like(counts)
        match_part(ids, words, packed, masks, contracts.places, value, own)
        with lock:
            np.add(counts, own, out=counts)

    yield from library.each(work, workers, name)
    return counts


def mean_of_pairs(counts: np.ndarray, contracts: Contracts) -> Estimate:
    """The mean value of mirrored pairs in points a hand, from `pair_counts`."""
    values = np.arange(len(counts)) - len(counts) // 2
    total, total_sq = int((counts * values).sum()), int((counts * values**2).sum())
    uneven = int(counts.sum() - counts[len(counts) // 2])
    scale = contracts.teams * (contracts.teams - 1)
    return scaled_mean(total, total_sq, int(counts.sum()), POINTS, uneven, scale)
