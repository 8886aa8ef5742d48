"""Ranges of deals or games in chunks, played in stages by some threads, with progress while it goes."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from sim.runs.cluster import open_cluster
from sim.runs.threads import Stop, in_turn

Result = TypeVar("Result")


@dataclass(frozen=True)
class Chunk:
    """The deals (or games) `first` to `last - 1`."""

    first: int
    last: int

    @property
    def size(self) -> int:
        """How many there are."""
        return self.last - self.first


@dataclass(frozen=True)
class StageProgress:
    """How far a stage of a study is: `done` of `total` units (`unit` names them) after `elapsed` seconds."""

    stage: str
    unit: str
    done: int
    total: int
    elapsed: float

    @property
    def rate(self) -> float:
        """Units a second."""
        return self.done / self.elapsed if self.elapsed > 0 else 0.0

    @property
    def eta(self) -> float | None:
        """Seconds left at this rate; None before anything is done."""
        return (self.total - self.done) / self.rate if self.done and self.rate > 0 else None


def chunks(first: int, last: int, size: int) -> Iterable[Chunk]:
    """The range `first` to `last - 1` in chunks of `size`; the last may be shorter."""
    for start in range(first, last, size):
        yield Chunk(start, min(start + size, last))


@dataclass(frozen=True)
class Workers:
    """On how many threads a study plays, or on which cluster, and who may stop it.

    On a cluster `work` has to travel: it is made of functions of modules, and of what can be pickled.
    """

    threads: int
    stop: Stop | None = None
    cluster: Any = None
    """None, or what `sim.runs.cluster.open_cluster` takes."""

    @contextmanager
    def opened(self) -> Iterator["Workers"]:
        """The same with the cluster open, until the end. Raises ClusterError."""
        with open_cluster(self.cluster) as cluster:
            yield replace(self, cluster=cluster)

    def stage(
        self,
        name: str,
        unit: str,
        parts: tuple[int, int, int],
        work: Callable[[Chunk, Stop], Result],
        take: Callable[[Result], bool],
    ) -> Generator[StageProgress, None, None]:
        """Do `work` on the range `parts` (first, last, size of a chunk), handing each result to `take` in order.

        Ends early when `take` answers True. Yields progress; raises what `in_turn` raises.
        """
        first, last, size = parts
        clock, done = Clock(), 0
        yield StageProgress(name, unit, 0, last - first, 0.0)
        pieces = chunks(first, last, size)
        if self.cluster is None:
            ended = in_turn(work, pieces, self.threads, self.stop)
        else:
            ended = self.cluster.in_turn(work, pieces, self.stop)
        with closing(ended) as results:
            for found in results:
                if found is not None:
                    done += found[0].size
                    if take(found[1]):
                        return
                yield StageProgress(name, unit, done, last - first, clock())


class Clock:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self._begun = time.perf_counter()

    def __call__(self) -> float:
        return time.perf_counter() - self._begun
