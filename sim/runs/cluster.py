"""Parts of some work on a Dask cluster: what `sim.runs.threads` does on threads, with the same results.

What is done is sent as what it is made of: rules, seeds, and strategies by their sources and hashes. Each worker makes
it once and compiles it once on its machine; a worker that has another version of the program refuses. The tasks of a
worker that is lost are done by others.
"""

import contextlib
import hashlib
import pickle
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from sim.errors import ClusterError, UsageError, brief
from sim.runs.provenance import DISTRIBUTION, processors, software
from sim.runs.threads import TICK, Stop

Piece = TypeVar("Piece")
Result = TypeVar("Result")

EXTRA: Final = "pip install 'euchre-sim[cluster]'"
LOCAL: Final = "local"
PATIENCE: Final = 30.0
"""Seconds that a scheduler and its first worker have to answer."""
_KEPT: Final = 8
_DEAF: Final = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)"
"""What workers do first that are started here: a terminal sends Ctrl-C to all, but they are stopped in order."""
_PROTOCOLS: Final = ("tcp", "tls", "ucx", "ws", "wss", "inproc")
_ALIKE: Final = (DISTRIBUTION, "numpy", "pyarrow")
"""What every worker must have in the version that is here: the files that they make are the same bytes then."""


class Cluster:
    """Workers on a Dask cluster; made by `open_cluster`."""

    def __init__(self, client: Any) -> None:
        self._client = client

    @property
    def threads(self) -> int:
        """Threads of all workers that are there now. Raises ClusterError."""
        try:
            return sum(self._client.nthreads().values())
        except (OSError, RuntimeError, AttributeError) as error:  # the last where the client was closed meanwhile
            raise _lost(str(error)) from None

    def as_they_end(
        self,
        work: Callable[[Piece, Stop], Result],
        pieces: Iterable[Piece],
        stop: Stop | None = None,
        *,
        in_turn: bool = False,
        late: Callable[[Piece, Result], None] | None = None,
    ) -> Generator[list[tuple[Piece, Result]], None, None]:
        """Do `work` on all pieces on the workers; all else is as in `sim.runs.threads.as_they_end`.

        Raises ClusterError where the cluster is lost, or a worker has another version of the program.
        """
        from distributed import wait

        import sim.players.shipping  # noqa: F401  # how players are pickled

        sent, facts = pickle.dumps(work), version_facts()
        name = f"euchre-{uuid.uuid4().hex[:12]}"
        queue, running, number = iter(pieces), dict[Any, Piece](), 0
        try:
            while True:
                if self._client.status != "running":
                    raise _lost(f"the connection to its scheduler is {self._client.status}")
                ahead = 2 * max(1, self.threads)
                while len(running) < ahead and (piece := next(queue, None)) is not None:
                    number += 1
                    task = self._client.submit(do_piece, sent, facts, piece, key=f"{name}-{number}", pure=False)
                    running[task] = piece
                if not running:
                    return
                if stop is not None and stop():
                    raise KeyboardInterrupt
                first = next(iter(running))
                with contextlib.suppress(TimeoutError), self._client.as_current():
                    wait([first] if in_turn else list(running), timeout=TICK, return_when="FIRST_COMPLETED")
                ended = [task for task in ([first] if in_turn else list(running)) if task.done()]
                results, errors = [], []
                for task in ended:
                    piece = running.pop(task)
                    if task.status == "finished":
                        results.append((piece, task.result()))
                    else:
                        errors.append(_told(task))
                yield results
                if errors:
                    raise errors[0]
        finally:
            for task, piece in running.items():
                if late is not None and task.status == "finished":
                    late(piece, task.result())
            with contextlib.suppress(Exception):  # a cluster that is gone has nothing to cancel
                self._client.cancel(list(running))

    def in_turn(
        self, work: Callable[[Piece, Stop], Result], pieces: Iterable[Piece], stop: Stop | None = None
    ) -> Generator[tuple[Piece, Result] | None, None, None]:
        """As `sim.runs.threads.in_turn`, on the workers."""
        with closing(self.as_they_end(work, pieces, stop, in_turn=True)) as results:
            for ended in results:
                yield ended[0] if ended else None


def _lost(why: str) -> ClusterError:
    return ClusterError(
        f"the cluster was lost: {why}", "finished parts are kept; start it again, then the same command"
    )


def _told(task: Any) -> BaseException:
    """The error of a task as it would have been raised here."""
    if task.status == "cancelled":
        return _lost("its scheduler no longer knows the work")
    error: BaseException = task.exception()
    if type(error).__name__ == "KilledWorker":
        return ClusterError("several workers have died of the same task", "look into their logs: is their memory full?")
    return error


def version_facts() -> dict[str, str]:
    """What must be the same on all workers: versions of the program and of what makes files, and all its sources."""
    versions = software()
    return {name: versions[name] for name in _ALIKE} | {"program": program_hash()}


@cache
def program_hash() -> str:
    """A hash of all sources of the program, but for its own tests and docs."""
    top = Path(__file__).resolve().parents[2]
    total = hashlib.sha256()
    for package in ("sim", "strategies"):
        for path in sorted((top / package).rglob("*.py")):
            total.update(path.relative_to(top).as_posix().encode() + path.read_bytes())
    return total.hexdigest()[:16]


# On a worker.

_works: "OrderedDict[str, Any]" = OrderedDict()
_one_at_a_time = threading.Lock()


def do_piece(sent: bytes, facts: dict[str, str], piece: Any) -> Any:
    """Do a piece of work on a worker. Raises ClusterError where the versions differ, and what the work raises."""
    _check_version(facts)
    return _work_of(sent)(piece, _halted())


def _check_version(facts: dict[str, str]) -> None:
    here = version_facts()
    for name, wanted in facts.items():
        if here.get(name) != wanted:
            what = "other sources of the program" if name == "program" else f"{name} {here.get(name)}"
            raise ClusterError(
                f"a worker has {what}, and this command needs {wanted}",
                "install the same version on all workers, and start them again",
            )


def _work_of(sent: bytes) -> Any:
    """What was sent, made once in this process; others of its machine find what it compiled."""
    digest = hashlib.sha256(sent).hexdigest()
    with _one_at_a_time:
        if digest not in _works:
            _works[digest] = pickle.loads(sent)
        _works.move_to_end(digest)
        while len(_works) > _KEPT:
            _works.popitem(last=False)
        return _works[digest]


def _halted() -> Stop:
    """Whether the task that runs in this thread is still wanted."""
    from distributed import get_worker

    try:
        worker = get_worker()
        key = worker.get_current_task()
    except ValueError:  # no task: called in a process of its own
        return lambda: False

    def halted() -> bool:
        state = worker.state.tasks.get(key)
        return state is None or state.state in ("cancelled", "released", "forgotten")

    return halted


# Here.


def check_cluster(given: object) -> Any:
    """A Dask Client, an address, or "local", checked as far as this goes without a connection. Raises UsageError."""
    if given is None or isinstance(given, Cluster):
        return given
    is_client = hasattr(given, "submit") and hasattr(given, "nthreads")
    if isinstance(given, str):
        word = given.strip()
        if word == LOCAL or (word.partition("://")[0] in _PROTOCOLS and "://" in word):
            return word
    if not is_client:
        raise UsageError(
            f"a cluster is a Dask client, the address of a scheduler, or local, not {brief(given)}",
            "for example tcp://scheduler:8786",
        )
    return given


@contextmanager
def open_cluster(given: Any) -> Iterator[Cluster | None]:
    """The cluster that is meant by a Dask Client, the address of a scheduler, or "local": a process a processor here.

    None stays None. What is opened here is closed in the end. Raises ClusterError where it cannot be reached.
    """
    given = check_cluster(given)
    if given is None or isinstance(given, Cluster):
        yield given
        return
    if not isinstance(given, str):
        yield Cluster(given)
        return
    try:
        import distributed
    except ImportError:
        raise ClusterError("Dask is not installed, which runs work on clusters", EXTRA) from None
    local = None
    if given == LOCAL:
        local = distributed.LocalCluster(
            n_workers=processors(), threads_per_worker=1, dashboard_address=None, silence_logs=50, preload=[_DEAF]
        )
    try:
        client = distributed.Client(given if local is None else local, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, RuntimeError) as error:
        if local is not None:
            local.close()
        raise ClusterError(f"the cluster at {given} does not answer: {error}", "is its scheduler running?") from None
    try:
        _wait_for_workers(client, given)
        yield Cluster(client)
    finally:
        with contextlib.suppress(Exception):
            client.close()
        if local is not None:
            with contextlib.suppress(Exception):
                local.close()


def _wait_for_workers(client: Any, where: str) -> None:
    begun = time.monotonic()
    while not client.nthreads():
        if time.monotonic() - begun > PATIENCE:
            raise ClusterError(f"the cluster at {where} has no workers", "start some, as with: dask worker ADDRESS")
        time.sleep(TICK)
