"""Shards put together: the run that one machine would have made, byte for byte, or a sentence on why not."""

import contextlib
import shutil
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from sim.arguments import as_list, check_call, check_flag, check_path
from sim.errors import Interrupted, RunFolderError, UsageError
from sim.plain_files import open_plain
from sim.plain_text import spaced
from sim.ready import Ready
from sim.runs.chunks import Clock, StageProgress
from sim.runs.locking import FolderLock
from sim.runs.parts import TEMPORARY, PartSums, find_parts, flush_folder, make_folder, storage_error, write_whole
from sim.runs.provenance import DISTRIBUTION, RunConfig
from sim.runs.reading import REMAKE, read_sums
from sim.runs.results import layout_of
from sim.runs.run_file import RUN_FILE, read_run_json, run_file, stored_config
from sim.runs.shard import WHOLE, stored_shard
from sim.runs.threads import Stop
from sim.runs.verify import Missing, missing_in
from sim.text_door import Shown

_BLOCK = 1 << 20


class _Source:
    """A folder that is merged: what its run.json says, and its complete parts."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.info = read_run_json(root)
        self.config: RunConfig = stored_config(self.info, root)
        self.layout = layout_of(self.info, self.config)
        self.shard = stored_shard(self.info)
        self.name = str(root) if self.shard == WHOLE else f"{root} (shard {self.shard})"
        # Without their rows, which nobody asks for here: there may be thousands of parts.
        parts = (read_sums(root, path.name, self.layout, deep=False) for path in find_parts(root))
        self.parts = [replace(part, tally={}) for part in parts]


@dataclass(frozen=True, repr=False)
class Merged(Shown):
    """A run that was put together from `sources`: its games, in so many `parts`; `missing` are in none of them."""

    folder: Path
    run_id: str
    unit: str
    units: int
    parts: int
    sources: tuple[Path, ...]
    missing: tuple[Missing, ...]

    def to_text(self) -> str:
        """What was put together, and what is missing."""
        lines = [f"missing    {self.unit} {gap.first} to {gap.last - 1}" for gap in self.missing]
        much = f"{spaced(self.units)} {self.unit} in {spaced(self.parts)} parts from {len(self.sources)} folders"
        return "\n".join([*lines, f"merged     {much}", f"folder     {self.folder}"])

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "folder": str(self.folder),
            "id": self.run_id,
            "unit": self.unit,
            "units": self.units,
            "parts": self.parts,
            "sources": [str(path) for path in self.sources],
            "missing": [{"first": gap.first, "last": gap.last - 1} for gap in self.missing],
        }


class Merge(Ready[StageProgress, Merged]):
    """A merge that is ready to go; made by `merge_runs`, which has checked all but the bytes of the tables."""

    def __init__(self, sources: Sequence[_Source], out: Path, missing: Sequence[Missing], stop: Stop | None) -> None:
        self._sources, self._out, self._missing, self._stop = sources, out, tuple(missing), stop
        self._merged: Merged | None = None
        self._prepared = True

    def _describe(self) -> str:
        return f"merge of {len(self._sources)} folders into {self._out}"

    def _result(self) -> Merged:
        if self._merged is None:
            raise UsageError("nothing is merged yet", "iterate over it to the end, or call finish()")
        return self._merged

    def _events(self) -> Iterator[StageProgress]:
        # Made aside and then renamed: the merged run is whole or not there.
        aside = self._out.with_name(self._out.name + TEMPORARY)
        lock = None
        try:
            make_folder(aside)
            lock = FolderLock(aside)
            _empty(aside)
            yield from self._copy(aside)
            self._put_in_place(aside)
        except KeyboardInterrupt:
            raise Interrupted("interrupted; nothing was merged", "the same command begins anew") from None
        except OSError as error:
            raise storage_error(error, self._out) from error
        finally:
            if lock is not None:
                if aside.exists():
                    shutil.rmtree(aside, ignore_errors=True)
                lock.release()

    def _copy(self, aside: Path) -> Iterator[StageProgress]:
        first = self._sources[0]
        todo = [(part, source) for source in self._sources for part in source.parts]
        todo.sort(key=lambda one: one[0].span)
        clock, total = Clock(), len(todo)
        for done, (part, source) in enumerate(todo):
            if self._stop is not None and self._stop():
                raise KeyboardInterrupt
            yield StageProgress("merging", "parts", done, total, clock())
            for table in first.layout.tables:
                _copy_file(source, part, table, aside)
        created = min((source.info for source in self._sources), key=lambda info: str(info["created"]))
        facts = run_file(first.config, first.layout.target, first.layout.part_size, created)
        write_whole(aside / RUN_FILE, facts)
        yield StageProgress("merging", "parts", total, total, clock())
        self._merged = Merged(
            folder=self._out,
            run_id=first.layout.run_id,
            unit=first.layout.unit,
            units=sum(part.span.size for part, _ in todo),
            parts=total,
            sources=tuple(source.root for source in self._sources),
            missing=self._missing,
        )

    def _put_in_place(self, aside: Path) -> None:
        _check_free(self._out)
        with contextlib.suppress(FileNotFoundError):
            self._out.rmdir()  # it may be there, but empty
        aside.rename(self._out)
        flush_folder(self._out.parent)


def _empty(folder: Path) -> None:
    """Remove what an interrupted merge has left."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _copy_file(source: _Source, part: PartSums, table: str, aside: Path) -> None:
    """Copy a table of a part, checking its bytes on the way; the tally was checked when it was read."""
    name = f"{table}/{part.span.file}"
    pieces, check = [], 0
    try:
        with open_plain(source.root / table / part.span.file) as file:
            while piece := file.read(_BLOCK):
                check = zlib.crc32(piece, check)
                pieces.append(piece)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RunFolderError(f"{source.name}: {name} cannot be read: {reason}", REMAKE) from None
    data = b"".join(pieces)
    if table != "tally" and (len(data), check) != part.files[table]:
        raise RunFolderError(f"{source.name}: {name} is damaged: its checksum is wrong", REMAKE)
    write_whole(aside / table / part.span.file, data)


def merge_runs(
    sources: str | Path | Sequence[str | Path], out: str | Path, *, partial: bool = False, stop: Stop | None = None
) -> Merge:
    """Get the merge of shards into a new run ready; `finish()` copies their parts, every byte checked.

    The result has the files that one run of all games would have. Raises RunFolderError where two sources have a part
    in common, one is of another run, version, detail or length, or (unless `partial`) a shard or a part is missing; and
    where `out` holds anything. With `partial` the missing games can be played afterwards by the command of the run.

    >>> from euchre_sim import merge_runs, run, verify_run
    >>> for shard in ("1/2", "2/2"):
    ...     made = run("standard", "basic", hands=600_000, detail="none", seed=1, shard=shard, out=shard[0]).finish()
    >>> merged = merge_runs(["1", "2"], "whole").finish()
    >>> verify_run("whole").finish().whole
    True
    """
    roots = [check_path("sources", path) for path in as_list(sources)]
    if not roots:
        raise UsageError("there is nothing to merge", "name the folders of the shards")
    target = check_path("out", out)
    allowed = check_flag("partial", partial)
    _check_free(target)
    found = [_Source(root) for root in roots]
    _check_alike(found)
    _check_apart(found)
    first = found[0].layout
    spans = [part.span for source in found for part in source.parts]
    missing = list(missing_in(spans, WHOLE, first.target, first.part_size))
    if missing and not allowed:
        raise RunFolderError(_what_is_missing(found, missing), "wait for it, or merge what is there with --partial")
    return Merge(found, target, missing, check_call("stop", stop))


def _check_free(out: Path) -> None:
    """RunFolderError where a merged run cannot be put."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        what = "is already a run" if (out / RUN_FILE).exists() else "is not an empty folder"
        raise RunFolderError(f"{out} {what}, and a merge makes a new one", "choose another --out")


def _check_alike(sources: Sequence[_Source]) -> None:
    """RunFolderError unless all are of one run, made by one version of the program in the same way."""
    first = sources[0]
    if first.config.recorded:
        raise RunFolderError(
            f"{first.root} is no shard: people played it", "give import the files of all records at once"
        )
    for other in sources[1:]:
        differences = other.config.differences(first.config)
        if other.layout.run_id != first.layout.run_id and not differences:
            differences = ["another id"]
        for what, mine, theirs in (
            ("detail", other.config.detail, first.config.detail),
            ("length", other.layout.target, first.layout.target),
            ("size of parts", other.layout.part_size, first.layout.part_size),
            ("version of the program", _version(other), _version(first)),
        ):
            if mine != theirs:
                differences.append(f"{what} {mine} instead of {theirs}")
        if differences:
            raise RunFolderError(
                f"{other.root} is of another run than {first.root}: {', '.join(differences)}",
                "merge shards of one run, made by the same command but for --shard",
            )


def _version(source: _Source) -> object:
    return source.info["software"].get(DISTRIBUTION)


def _check_apart(sources: Sequence[_Source]) -> None:
    """RunFolderError where two folders are one, or hold the same part."""
    owners = sorted(((part.span.index, k) for k, source in enumerate(sources) for part in source.parts))
    for index, same in groupby(owners, key=lambda owner: owner[0]):
        holders = [sources[k].name for _, k in same]
        if len(holders) > 1:
            twice = holders[0] == holders[1]
            raise RunFolderError(
                f"{holders[0]} is named twice" if twice else f"{holders[0]} and {holders[1]} both hold part {index}",
                "name each shard once: games that are counted twice would be wrong",
            )


def _what_is_missing(sources: Sequence[_Source], missing: Sequence[Missing]) -> str:
    unit, of = sources[0].layout.unit, sources[0].shard.of
    lost = sorted(set(range(1, of + 1)) - {source.shard.number for source in sources})
    if lost and all(source.shard.of == of for source in sources):
        named = ", ".join(f"{number}/{of}" for number in lost[:10]) + (", ..." if len(lost) > 10 else "")
        return f"{len(lost)} of {of} shards are missing: {named}"
    gap = missing[0]
    return f"{unit} {gap.first} to {gap.last - 1} are in none of these folders: a shard is not finished"
