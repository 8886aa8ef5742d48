"""One part of a run on disk: a fixed range of games, a Parquet file a table, the tally last.

Every file is made in memory, written under a temporary name, flushed and renamed, so a name always stands for a whole
file. The tally is written last and lists the size and checksum of the others: a part without it does not count. It has
a checksum of its own too, of its rows and of all it says. How parts are read: `sim.runs.reading`.
"""

import contextlib
import errno
import hashlib
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.errors import RunFolderError, StorageError
from sim.rules.rules import Rules
from sim.runs.schemas import TABLES, arrow_table, columns, parquet_options
from sim.runs.tally import GameTotals

PART_GAMES: Final = 65_536
"""Games in a part; about 650 000 hands and 20 MB while it is written."""
PART_HANDS: Final = 524_288
"""Hands in a part of a run of single hands."""
MAX_PART: Final = 1 << 22
"""Most games (or single hands) of a part: what a part may ask of memory is bounded."""
TEMPORARY: Final = ".partial"
CHECK: Final = "check"
"""Name under which a file keeps the checksum of what it says."""
Columns = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, order=True)
class Span:
    """The games `first` to `last - 1` of a run: its part number `index`."""

    index: int
    first: int
    last: int

    @property
    def size(self) -> int:
        """Games in the part."""
        return self.last - self.first

    @property
    def file(self) -> str:
        """Name of its files."""
        return f"part-{self.index:05}.parquet"


def spans(target: int, size: int) -> Iterator[Span]:
    """The parts of `size` games that `target` games fall into; the last may be shorter."""
    for index in range(-(-target // size)):
        yield span_at(index, target, size)


def span_at(index: int, target: int, size: int) -> Span:
    """Part `index` of `target` games in parts of `size`."""
    return Span(index, index * size, min((index + 1) * size, target))


@dataclass(frozen=True)
class PartSums:
    """What a complete part adds to the sums of its run: the rows of its tally and its game totals.

    `files` has the size and CRC-32 of its other tables, `checked` whether its tally had a checksum (the right one).
    """

    span: Span
    tally: dict[str, NDArray[Any]]
    totals: GameTotals
    files: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    checked: bool = True

    @property
    def hands(self) -> int:
        """Hands in the part."""
        return int(self.tally["hands"].sum())


def write_part(
    root: Path, rules: Rules, facts: Mapping[str, str], tables: Mapping[str, Columns], sums: PartSums
) -> None:
    """Write the tables of a part, then its tally; a part that stood there stops counting first.

    `facts` go into the metadata of each file. Raises StorageError; nothing of an unfinished part stays behind.
    """
    put_files(root, sums.span, part_files(rules, facts, tables, sums))


def part_files(
    rules: Rules, facts: Mapping[str, str], tables: Mapping[str, Columns], sums: PartSums
) -> dict[str, bytes | memoryview]:
    """The files of a part by table, the tally last: what `put_files` writes, made wherever the part was played."""
    span = sums.span
    facts = {**facts, "part": str(span.index), "first": str(span.first), "last": str(span.last)}
    files: dict[str, bytes | memoryview] = {
        table: _parquet(table, rules, arrays, facts | {"table": table}) for table, arrays in tables.items()
    }
    checks = {table: [len(data), zlib.crc32(data)] for table, data in files.items()}
    own = {"table": "tally", "totals": json.dumps(sums.totals.to_dict()), "files": json.dumps(checks)}
    said = facts | own
    files["tally"] = _parquet("tally", rules, sums.tally, said | {CHECK: tally_checksum(said, sums.tally)})
    return files


def put_files(root: Path, span: Span, files: Mapping[str, bytes | memoryview]) -> None:
    """Write the files of a part as `write_part` does, the tally last."""
    tally = root / "tally" / span.file
    try:
        if tally.exists():
            tally.unlink()
            flush_folder(tally.parent)
    except OSError as error:
        raise storage_error(error, tally) from error
    try:
        for table, data in files.items():
            write_whole(root / table / span.file, data)
    except BaseException:
        # The tally first, which may have its name already: without it nothing of the part counts.
        for table in ("tally", *files):
            with contextlib.suppress(OSError):
                (root / table / span.file).unlink(missing_ok=True)
        raise


def tally_checksum(facts: Mapping[str, str], rows: Columns) -> str:
    """Sixteen hex digits of all that a tally says: its metadata and its rows, whatever the file around them."""
    said = {name: value for name, value in facts.items() if name != CHECK}
    total = hashlib.sha256(json.dumps(said, sort_keys=True).encode())
    for name in sorted(rows):
        total.update(f"{name} {rows[name].dtype.str} {len(rows[name])} ".encode() + rows[name].tobytes())
    return total.hexdigest()[:16]


def _parquet(table: str, rules: Rules, arrays: Columns, facts: Mapping[str, str]) -> memoryview:
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    pq.write_table(arrow_table(table, rules, arrays, facts), sink, **parquet_options(table, rules))
    return memoryview(sink.getvalue())


def write_whole(path: Path, data: bytes | memoryview) -> None:
    """Write a file so that its name never stands for half of it: temporary name, flush to disk, rename.

    The folder of its folder must be there. Raises StorageError in words; the temporary file is removed.
    """
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        make_folder(path.parent)
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        flush_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise storage_error(error, path) from error


def make_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing, so that a power cut does not take them. Raises OSError."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(exist_ok=True)
        flush_folder(folder.parent)


def flush_folder(folder: Path) -> None:
    """Have the names in a folder on disk: a rename is only safe against a power cut after this. Raises OSError."""
    if os.name != "posix":  # Windows cannot and need not
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):  # file systems that flush no folders
            raise
    finally:
        os.close(handle)


def storage_error(error: OSError, path: Path) -> StorageError:
    """The sentence for a file that could not be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StorageError(
            f"the disk is full: {path} could not be written",
            "finished parts are kept; make room and run the same command again",
        )
    reason = (error.strerror or str(error)).lower()
    return StorageError(f"cannot write {path}: {reason}", "choose another folder, or make this one writable")


@contextlib.contextmanager
def looking_at(path: Path) -> Iterator[None]:
    """Turns the errors of a path that the system does not let us look at into a RunFolderError."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RunFolderError(f"cannot look at {path}: {reason}", "check the path and its permissions") from None


def find_parts(root: Path) -> list[Path]:
    """The tally files of a run folder, in order of part number."""
    return sorted((root / "tally").glob("part-*.parquet"), key=lambda path: (len(path.name), path.name))


def remove_leftovers(root: Path) -> None:
    """Remove what a killed run left: files under temporary names, and tables of parts without a tally."""
    whole = {path.name for path in find_parts(root)}
    for folder in (root, *(root / table for table in TABLES)):
        orphans = [path for path in folder.glob("part-*.parquet") if path.name not in whole]
        for path in (*folder.glob("*" + TEMPORARY), *orphans):
            with contextlib.suppress(OSError):
                path.unlink()


def empty_columns(table: str, rules: Rules) -> dict[str, NDArray[Any]]:
    """The columns of a table without rows."""
    return {c.name: np.empty(0, c.dtype) for c in columns(table, rules)}
