"""Reading every byte of a run: which of its files are not as they were written, and which are missing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.arguments import check_call, check_path
from sim.errors import Interrupted, RunFolderError, UsageError
from sim.plain_text import spaced
from sim.ready import Ready
from sim.runs.chunks import Chunk, StageProgress, Workers
from sim.runs.parts import TEMPORARY, PartSums, Span, find_parts, looking_at
from sim.runs.provenance import thread_count
from sim.runs.reading import REMAKE, Layout, read_batches, read_sums
from sim.runs.results import layout_of
from sim.runs.run_file import read_run_json, stored_config
from sim.runs.schemas import columns
from sim.runs.shard import Shard, span_called, stored_shard
from sim.runs.threads import Stop
from sim.text_door import Shown

_ROWS = 65_536


@dataclass(frozen=True)
class Damage:
    """A file that is not as it was written: what is wrong with it, and the part of the run that has to be made again.

    `span` is None for a file that has no place in the run.
    """

    file: str
    what: str
    span: Span | None


@dataclass(frozen=True)
class Missing:
    """The games `first` to `last - 1`, which are in no part that is there."""

    first: int
    last: int


@dataclass(frozen=True, repr=False)
class Verified(Shown):
    """What a look at all files of a run has found: `parts` in `files` with so many `bytes`, and what is wrong.

    `missing` are ranges of games, `leftovers` names of files that a killed process left and nobody counts.
    """

    folder: Path
    run_id: str
    unit: str
    parts: int
    files: int
    bytes: int
    damaged: tuple[Damage, ...]
    missing: tuple[Missing, ...]
    leftovers: tuple[str, ...]

    @property
    def damaged_parts(self) -> tuple[Span, ...]:
        """The parts that have to be made again."""
        return tuple(sorted({damage.span for damage in self.damaged if damage.span is not None}))

    @property
    def whole(self) -> bool:
        """Whether nothing is damaged."""
        return not self.damaged

    def to_text(self) -> str:
        """A line a finding, then how much was read."""
        lines = [f"damaged    {damage.what}" for damage in self.damaged]
        lines += [f"missing    {self.unit} {gap.first} to {gap.last - 1}" for gap in self.missing]
        lines += [f"leftover   {name}: from a process that was stopped, and not counted" for name in self.leftovers]
        state = "all as they were written" if self.whole else f"{len(self.damaged)} damaged"
        much = f"{_many(self.parts, 'part')}, {_many(self.files, 'file')}, {spaced(self.bytes)} bytes"
        return "\n".join([*lines, f"read       {much}: {state}"])

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "folder": str(self.folder),
            "id": self.run_id,
            "unit": self.unit,
            "parts": self.parts,
            "files": self.files,
            "bytes": self.bytes,
            "damaged": [
                {"file": damage.file, "what": damage.what, "part": None if damage.span is None else damage.span.index}
                for damage in self.damaged
            ],
            "missing": [{"first": gap.first, "last": gap.last - 1} for gap in self.missing],
            "leftovers": list(self.leftovers),
        }


class Verification(Ready[StageProgress, Verified]):
    """A look at all files of a run that is ready to go; made by `verify_run`."""

    def __init__(self, root: Path, threads: int, stop: Stop | None) -> None:
        self._root = root
        self._info = read_run_json(root)
        self.config = stored_config(self._info, root)
        self.shard: Shard = stored_shard(self._info)
        self.layout: Layout = layout_of(self._info, self.config)
        self._workers = Workers(threads, stop)
        self._found: Verified | None = None
        self._prepared = True

    def _describe(self) -> str:
        return f"look at all files of {self._root}"

    def _result(self) -> Verified:
        if self._found is None:
            raise UsageError("the files have not been read", "iterate over it to the end, or call finish()")
        return self._found

    def _events(self) -> Iterator[StageProgress]:
        share = self.shard, self.layout.target, self.layout.part_size
        names = [path.name for path in find_parts(self._root)]
        damaged: list[Damage] = []
        count, size = len(names), 0

        def work(chunk: Chunk, stop: Stop) -> tuple[list[Damage], int]:
            if stop():
                raise Interrupted("stopped")
            return self._look_at(names[chunk.first], span_called(names[chunk.first], *share))

        def take(found: tuple[list[Damage], int]) -> bool:
            nonlocal size
            damaged.extend(found[0])
            size += found[1]
            return False

        try:
            yield from self._workers.stage("reading", "parts", (0, count, 1), work, take)
        except KeyboardInterrupt:
            raise Interrupted("interrupted before all files were read", "the same command begins anew") from None
        here = set(names)
        spans = [span for name in names if (span := span_called(name, *share)) is not None]
        self._found = Verified(
            folder=self._root,
            run_id=self.layout.run_id,
            unit=self.layout.unit,
            parts=count,
            files=count * len(self.layout.tables),
            bytes=size,
            damaged=tuple(damaged),
            missing=tuple(missing_in(spans, *share)),
            leftovers=tuple(self._leftovers(here)),
        )

    def _look_at(self, file: str, span: Span | None) -> tuple[list[Damage], int]:
        """What is wrong with the files of a part, and how many bytes they have."""
        size = sum(_size(self._root / table / file) for table in self.layout.tables)
        name = f"tally/{file}"
        if span is None:
            return [Damage(name, f"{name} has no place in this run", None)], size
        alone = replace(self.layout, tables=("tally",))  # so that each of the other tables is named
        try:
            sums = read_sums(self._root, file, alone, deep=False)
        except RunFolderError as error:
            return [Damage(name, error.message, span)], size
        if sums.span != span:
            last = f"{name} ends at {self.layout.unit} {sums.span.last - 1} instead of {span.last - 1}"
            return [Damage(name, last, span)], size
        others = [table for table in self.layout.tables if table != "tally"]
        wrong = ((table, self._wrong(table, sums)) for table in others)
        return [Damage(f"{table}/{file}", what, span) for table, what in wrong if what], size

    def _wrong(self, table: str, sums: PartSums) -> str:
        rules = self.layout.rules
        names = [column.name for column in columns(table, rules)]
        try:
            for _ in read_batches(self._root, sums, table, names, rules, _ROWS):
                pass
        except RunFolderError as error:
            return error.message
        return ""

    def _leftovers(self, here: set[str]) -> Iterator[str]:
        with looking_at(self._root):
            for table in self.layout.tables:
                for path in sorted((self._root / table).glob("*")):
                    if path.name.endswith(TEMPORARY) or (path.name.startswith("part-") and path.name not in here):
                        yield f"{table}/{path.name}"


def _many(count: int, word: str) -> str:
    return f"{spaced(count)} {word}{'' if count == 1 else 's'}"


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def missing_in(spans: Iterable[Span], shard: Shard, target: int, size: int) -> Iterator[Missing]:
    """The ranges of games that a share has and these parts do not."""
    parts = shard.parts(target, size)
    reached, end = parts.start * size, min(parts.stop * size, target)
    for span in sorted(spans):
        if span.first > reached:
            yield Missing(reached, span.first)
        reached = span.last
    if reached < end:
        yield Missing(reached, end)


def verify_run(path: str | Path, *, threads: int | None = None, stop: Stop | None = None) -> Verification:
    """Get a look at all files of a run ready; `finish()` reads every byte and says which are not as they were written.

    Nothing is changed. Raises RunFolderError when the folder is no run, or its run.json is damaged.

    >>> from euchre_sim import run, verify_run
    >>> made = run("standard", "basic", hands=1000, seed=1, out="a").finish()
    >>> verify_run("a").finish().whole
    True
    """
    return Verification(check_path("path", path), thread_count(threads), check_call("stop", stop))


def damage_error(found: Verified) -> RunFolderError | None:
    """What is wrong with a run that was read, as one sentence; None where it is whole and complete."""
    if not found.whole:
        return RunFolderError(
            f"{found.folder} has {_many(len(found.damaged), 'damaged file')}; parts that have to be made again: "
            f"{len(found.damaged_parts)} of {found.parts}",
            f"`euchre-sim repair` makes these parts again; {REMAKE}",
        )
    if found.missing:
        games = sum(gap.last - gap.first for gap in found.missing)
        return RunFolderError(
            f"{found.folder} is not complete: {spaced(games)} {found.unit} are not there yet",
            "what is there is whole; the command that made the run goes on with it",
        )
    return None
