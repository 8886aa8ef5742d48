"""The parts of a run played by threads: progress while it goes, clean stops, memory that does not grow.

The generator hands out progress and never prints. Each worker plays one part and writes it; only sums are kept.
"""

import threading
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sim.errors import Interrupted
from sim.plain_text import spaced
from sim.rules.rules import Rules
from sim.rules.units import Detail, Unit
from sim.runs.cluster import Cluster
from sim.runs.folder import PartForm, RunFolder
from sim.runs.luck import LuckSums, luck_sums
from sim.runs.parts import PartSums, Span
from sim.runs.results import open_run
from sim.runs.tally import BLOCKS, CODES, GameTotals, Ints, counts_from_rows, from_counts, to_rows
from sim.runs.threads import Stop, as_they_end


class Part(Protocol):
    """The rows and counts of some games, as `sim.players.match.Match.play` returns them."""

    @property
    def games(self) -> dict[str, NDArray[Any]] | None: ...
    @property
    def hands(self) -> dict[str, NDArray[Any]] | None: ...
    @property
    def plays(self) -> dict[str, NDArray[Any]] | None: ...
    @property
    def tally(self) -> Ints: ...


class Playable(Protocol):
    """What the runner needs of a match."""

    def play(
        self,
        first: int,
        last: int,
        detail: Detail = "none",
        stop: Callable[[], bool] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Part: ...


@dataclass(frozen=True)
class RunProgress:
    """How far a run is: `done` of `total` games (or single hands), `kept` of them from earlier.

    `hands` counts hands in finished parts, `elapsed` seconds since this session began playing; `notes` are sentences a
    person should read.
    """

    done: int
    total: int
    kept: int
    hands: int
    elapsed: float
    notes: tuple[str, ...] = ()

    @property
    def rate(self) -> float:
        """Games (or single hands) a second in this session; 0 before anything is known."""
        return (self.done - self.kept) / self.elapsed if self.elapsed > 0 else 0.0

    @property
    def eta(self) -> float | None:
        """Seconds left at this rate; None before anything is known."""
        return (self.total - self.done) / self.rate if self.rate > 0 else None


@dataclass
class RunSums:
    """Sums over parts: raw counts of hands `[block, code]`, totals over games, games (or single hands) summed.

    `luck` is only filled where a run is adjusted for luck.
    """

    counts: Ints
    totals: GameTotals
    units: int = 0
    luck: LuckSums = field(default_factory=LuckSums.none)

    @classmethod
    def none(cls, rules: Rules) -> "RunSums":
        """Nothing yet."""
        return cls(np.zeros((BLOCKS, CODES), np.int64), GameTotals.none(rules.teams))

    def add(self, counts: Ints, totals: GameTotals, units: int, luck: LuckSums | None = None) -> None:
        """Take in a part."""
        self.counts += counts
        self.totals = self.totals + totals
        self.units += units
        if luck is not None:
            self.luck += luck


@dataclass(frozen=True)
class Job:
    """What is played: a match, its rules and points table, what is recorded, and where (None: nowhere).

    `luck` says whether the luck of the cards is measured too.
    """

    match: Playable
    rules: Rules
    scores: Ints
    unit: Unit
    detail: Detail
    folder: RunFolder | None
    luck: bool = False
    form: PartForm | None = None
    """How parts are made into files, where the folder itself is on another machine."""

    @property
    def to_send(self) -> "Job":
        """The same for another process, which gives the files back instead of writing them."""
        return self if self.folder is None else replace(self, folder=None, form=self.folder.form)


def kept_sums(folder: RunFolder, sums: RunSums) -> set[int]:
    """Add the complete parts of a folder to the sums; returns their part numbers."""
    found = set()
    for part in folder.kept():
        sums.add(counts_from_rows(part.tally), part.totals, part.span.size)
        found.add(part.span.index)
    return found


def run_parts(
    job: Job,
    parts: Iterable[Span],
    total: int,
    sums: RunSums,
    threads: int,
    stop: Callable[[], bool] | None = None,
    resume: str = "",
    cluster: Cluster | None = None,
) -> Generator[RunProgress, None, None]:
    """Play the parts on `threads` threads, or on a cluster, adding each to `sums`; yields progress ten times a second.

    `total` counts the whole run; `sums` holds what was there before. When `stop()` turns true, or Ctrl-C arrives while
    the generator works, the workers end at their next batch, unfinished parts are dropped and Interrupted says how much
    is kept and (`resume`) how to go on. An error of a worker stops the others and is raised once. Closing the generator
    stops the workers too.
    """
    counter = _Counter()
    begun = time.perf_counter()
    kept = sums.units

    def progress() -> RunProgress:
        done = min(total, kept + counter.value)
        return RunProgress(done, total, kept, int(sums.counts.sum()), time.perf_counter() - begun)

    def make(span: Span, halted: Stop) -> Made:
        return put_part(job, span, play_part(job, span, halted, counter))

    def add(span: Span, made: Made) -> None:
        sums.add(made.counts, made.totals, span.size, made.luck)

    def bring_in(span: Span, made: Made) -> None:
        counter(span.size)
        add(span, put_part(job, span, made))

    if cluster is None:
        ended_parts, take = as_they_end(make, parts, threads, stop, late=add), add
    else:
        sent = partial(play_part, job.to_send)
        ended_parts, take = cluster.as_they_end(sent, parts, stop, late=bring_in), bring_in
    try:
        with closing(ended_parts) as results:
            for ended in results:
                for span, made in ended:
                    take(span, made)
                yield progress()
    except KeyboardInterrupt:
        where = job.folder.root if job.folder is not None else None
        raise interruption(job.unit, sums.units, total, where, resume) from None


def interruption(unit: Unit, kept: int, total: int, folder: Path | None, resume: str = "") -> Interrupted:
    """The error that tells how much of an interrupted run is kept, and how to go on."""
    if folder is None:
        return Interrupted(
            f"interrupted after {spaced(kept)} of {spaced(total)} {unit}; nothing is kept",
            "with --out DIR a run can be resumed",
        )
    hint = f"go on with: {resume}" if resume else "the same command goes on with it"
    return Interrupted(f"interrupted: {spaced(kept)} of {spaced(total)} {unit} are kept in {folder}", hint)


class _Counter:
    """Games finished, counted from several threads."""

    def __init__(self) -> None:
        self.value = 0
        self._lock = threading.Lock()

    def __call__(self, games: int) -> None:
        with self._lock:
            self.value += games


@dataclass(frozen=True)
class Made:
    """What a part adds to the sums, and its files where it has to be written still."""

    counts: Ints
    totals: GameTotals
    luck: LuckSums | None
    files: Mapping[str, bytes | memoryview] | None = None


def put_part(job: Job, span: Span, made: Made) -> Made:
    """The same part after its files were written, where it has some."""
    if job.folder is None or made.files is None:
        return made
    job.folder.write(span, made.files)
    return replace(made, files=None)


def play_part(job: Job, span: Span, halted: Stop, count: Callable[[int], None] | None = None) -> Made:
    """Play one part and make its files, here or on another machine."""
    if halted():
        raise Interrupted("stopped")
    # Game totals need a row a game, which costs next to nothing; luck needs the hands.
    detail: Detail = "games" if job.detail == "none" and job.unit == "games" else job.detail
    if job.luck and detail != "plays":
        detail = "hands"
    part = job.match.play(span.first, span.last, detail, halted, count)
    totals = GameTotals.none(job.rules.teams)
    if job.unit == "games" and part.games is not None:
        totals = GameTotals.of(part.games, job.rules.teams, job.rules.games_in_a_row)
    form = job.form if job.folder is None else job.folder.form
    files: Mapping[str, bytes | memoryview] | None = None
    if form is not None:
        tables = {name: rows for name in ("games", "hands", "plays") if (rows := getattr(part, name)) is not None}
        rows = to_rows(from_counts(part.tally, job.rules, job.scores), job.rules)
        files = form.files(tables, PartSums(span, rows, totals))
        if job.folder is None:  # they travel, which only bytes can
            files = {table: bytes(data) for table, data in files.items()}
    return Made(part.tally, totals, _luck(job, part, halted) if job.luck else None, files)


def _luck(job: Job, part: Part, halted: Stop) -> LuckSums:
    assert part.hands is not None
    return luck_sums(job.rules, part.hands, part.games if job.unit == "games" else None, halted)


def warm_up(job: Job) -> None:
    """Compile what measures luck, which is no part of the time that a run takes."""
    _luck(job, job.match.play(0, 1, "hands"), lambda: False)


def luck_of_kept(
    job: Job, kept: Sequence[Span], total: int, sums: RunSums, threads: int, stop: Stop | None = None, resume: str = ""
) -> Generator[RunProgress, None, None]:
    """Add the luck of parts that a folder holds to `sums`, on `threads` threads, yielding progress as `run_parts` does.

    Hands that were not written are played again. Raises what `run_parts` does.
    """
    assert job.folder is not None
    stored = open_run(job.folder.root) if "hands" in job.folder.tables else None

    def make(span: Span, halted: Stop) -> LuckSums:
        if stored is None:
            return _luck(job, job.match.play(span.first, span.last, "hands", halted), halted)
        games = stored.part("games", span) if job.unit == "games" else None
        return luck_sums(job.rules, stored.part("hands", span), games, halted)

    try:
        with closing(as_they_end(make, kept, threads, stop)) as results:
            for ended in results:
                for _, luck in ended:
                    sums.luck += luck
                yield RunProgress(sums.units, total, sums.units, int(sums.counts.sum()), 0.0)
    except KeyboardInterrupt:
        raise interruption(job.unit, sums.units, total, job.folder.root, resume) from None
