"""Chunks of work on threads, their results in order: what comes out never depends on the number of threads.

Compiled steps release the interpreter's lock, so plain threads are enough.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Final, TypeVar

Result = TypeVar("Result")
Stop = Callable[[], bool]

THREADS: Final = "euchre"
"""What the names of all threads that play begin with."""
TICK: Final = 0.1
"""Seconds between two looks at `stop` while nothing ends."""


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


@contextmanager
def pool_of(threads: int) -> Iterator[ThreadPoolExecutor]:
    """Threads for some work, which is waited for, but not after a Ctrl-C: a strategy may never come to its end."""
    pool = ThreadPoolExecutor(threads, thread_name_prefix=THREADS)
    insists = False
    try:
        yield pool
    except KeyboardInterrupt:
        insists = True
        raise
    finally:
        pool.shutdown(wait=not insists, cancel_futures=insists)


def in_order(
    work: Callable[[Chunk, Stop], Result], parts: Iterable[Chunk], threads: int, stop: Stop | None = None
) -> Generator[tuple[Chunk, Result] | None, None, None]:
    """Do `work` on all parts on `threads` threads and yield what comes of each in order; None where it has to wait.

    `work` gets the part and a function that turns true when the work is no longer wanted. When `stop()` turns true the
    rest is dropped and KeyboardInterrupt raised; an error of a part is raised when its turn comes. Closing the
    generator stops the workers; a Ctrl-C while they end does not wait for them.
    """
    halt = threading.Event()
    queue = iter(parts)
    running: deque[tuple[Chunk, Future[Result]]] = deque()
    pool = ThreadPoolExecutor(threads, thread_name_prefix=THREADS)
    try:
        while True:
            while len(running) < 2 * threads and (part := next(queue, None)) is not None:
                running.append((part, pool.submit(work, part, halt.is_set)))
            if not running:
                return
            if stop is not None and stop():
                raise KeyboardInterrupt
            part, head = running[0]
            wait([head], TICK)
            if not head.done():
                yield None
                continue
            running.popleft()
            yield part, head.result()
    finally:
        halt.set()
        pool.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True)
class Workers:
    """On how many threads a study plays, and who may stop it."""

    threads: int
    stop: Stop | None = None

    def stage(
        self,
        name: str,
        unit: str,
        parts: tuple[int, int, int],
        work: Callable[[Chunk, Stop], Result],
        take: Callable[[Result], bool],
    ) -> Generator[StageProgress, None, None]:
        """Do `work` on the range `parts` (first, last, size of a chunk), handing each result to `take` in order.

        Ends early when `take` answers True. Yields progress; raises what `in_order` raises.
        """
        first, last, size = parts
        clock, done = Clock(), 0
        yield StageProgress(name, unit, 0, last - first, 0.0)
        with closing(in_order(work, chunks(first, last, size), self.threads, self.stop)) as results:
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
