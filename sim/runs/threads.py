"""Parts of some work on threads: clean stops, errors raised once, and memory that does not grow with the work.

Compiled steps release the interpreter's lock, so plain threads are enough.
"""

import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from typing import Final, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Stop = Callable[[], bool]

THREADS: Final = "euchre"
"""What the names of all threads that play begin with."""
TICK: Final = 0.1
"""Seconds between two looks at `stop` while nothing ends."""


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


def as_they_end(
    work: Callable[[Piece, Stop], Result],
    pieces: Iterable[Piece],
    threads: int,
    stop: Stop | None = None,
    *,
    in_turn: bool = False,
    late: Callable[[Piece, Result], None] | None = None,
) -> Generator[list[tuple[Piece, Result]], None, None]:
    """Do `work` on all pieces on `threads` threads and yield what has ended, about ten times a second.

    `work` gets the piece and a function that turns true when the work is no longer wanted. With `in_turn` results come
    in the order of the pieces. When `stop()` turns true the rest is dropped and KeyboardInterrupt raised; the error of
    a piece is raised once, after what ended before it. Closing the generator stops the workers: what they still finish
    is given to `late`. A Ctrl-C while they end does not wait for them, as a strategy may never answer.
    """
    halt = threading.Event()
    queue = iter(pieces)
    # Pieces beyond the running ones wait in the pool without memory, so that no thread idles while results are used.
    running: dict[Future[Result], Piece] = {}
    pool = ThreadPoolExecutor(threads, thread_name_prefix=THREADS)
    try:
        while True:
            while len(running) < 2 * threads and (piece := next(queue, None)) is not None:
                running[pool.submit(work, piece, halt.is_set)] = piece
            if not running:
                return
            if stop is not None and stop():
                raise KeyboardInterrupt
            ended, _ = wait([next(iter(running))] if in_turn else running, TICK, FIRST_COMPLETED)
            results, errors = [], []
            for future in [future for future in running if future in ended]:  # in the order of the pieces
                piece = running.pop(future)
                error = future.exception()
                if error is None:
                    results.append((piece, future.result()))
                else:
                    errors.append(error)
            yield results
            if errors:
                raise errors[0]
    finally:
        halt.set()
        try:
            pool.shutdown(wait=True, cancel_futures=True)
        finally:
            for future, piece in running.items():
                if late is not None and future.done() and not future.cancelled() and not future.exception():
                    late(piece, future.result())


def in_turn(
    work: Callable[[Piece, Stop], Result], pieces: Iterable[Piece], threads: int, stop: Stop | None = None
) -> Generator[tuple[Piece, Result] | None, None, None]:
    """Do `work` on all pieces and yield what comes of each in order; None where it has to wait (see `as_they_end`).

    What comes out never depends on the number of threads.
    """
    with closing(as_they_end(work, pieces, threads, stop, in_turn=True)) as results:
        for ended in results:
            yield ended[0] if ended else None
