"""The files of a run as they are read: with mistrust, so that no flipped bit and no foreign file changes a number.

A tally is believed when its own checksum is right and its numbers fit each other; another table when it has the size
and CRC-32 that the tally lists, as many rows as the tally counts, and values that these rules can give (`sense`).
"""

import contextlib
import json
import os
import zlib
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.errors import RunFolderError, brief
from sim.plain_files import open_plain
from sim.rules.rules import Rules
from sim.rules.units import Unit
from sim.runs.parts import CHECK, PartSums, Span, tally_checksum
from sim.runs.schemas import columns, file_facts
from sim.runs.sense import check_rows, check_tally, check_totals
from sim.runs.tally import BLOCKS, CODES, JAMBOREE, GameTotals

REMAKE: Final = "the command that made the run makes damaged parts again"
_BEFORE_CHECKS: Final = frozenset(
    "schema run unit rules players seed engine table part first last totals files".split()
)
"""What a tally said when it had no checksum yet."""
_BLOCK: Final = 1 << 20
_LEAST_HAND: Final = 3
"""Bytes that a row of hands takes at least: the cards are drawn by chance, which nothing makes smaller."""


@dataclass(frozen=True)
class Layout:
    """What the parts of a run have in common; `tables` are those that it keeps."""

    rules: Rules
    run_id: str
    unit: Unit
    tables: tuple[str, ...]
    target: int
    part_size: int


def read_sums(root: Path, file: str, layout: Layout, deep: bool) -> PartSums:
    """The sums of the part whose files are called `file`, after checking that its tables are there and whole.

    Checks the tally's checksum and the sizes of the others; with `deep` also the checksums of all bytes. Raises
    RunFolderError that names the file.
    """
    name = f"tally/{file}"
    rows, facts = _read_tally(root / "tally" / file, name, layout.rules)
    if facts.get("run") != layout.run_id:
        raise RunFolderError(f"{name} belongs to another run ({brief(facts.get('run'))})", REMAKE)
    with reading(name):
        span = Span(int(facts["part"]), int(facts["first"]), int(facts["last"]))
        totals = GameTotals.from_dict(json.loads(facts["totals"]), layout.rules.teams)
        files = {table: (int(size), int(check)) for table, (size, check) in json.loads(facts["files"]).items()}
        check_tally(rows, layout.rules)
        check_totals(totals, rows, span, layout.rules, layout.unit)
    if span.index < 0 or span.file != file:  # a copy would be counted twice
        raise RunFolderError(f"{name} holds the part that belongs in {span.file}", REMAKE)
    if (
        span.first != span.index * layout.part_size
        or not 0 < span.size <= layout.part_size
        or span.last > layout.target
    ):
        raise RunFolderError(
            f"{name} has the games from {span.first} to {span.last - 1}, which are not those of this part", REMAKE
        )
    sums = PartSums(span, rows, totals, files, CHECK in facts)
    for wanted in layout.tables:
        if wanted != "tally":
            _check_file(root, sums, wanted, deep)
    return sums


def last_game(path: Path, rules: Rules) -> int:
    """One past the last game that a tally says it has. Raises RunFolderError."""
    facts = _read_tally(path, path.name, rules)[1]
    with reading(path.name):
        return int(facts["last"])


def _read_tally(path: Path, name: str, rules: Rules) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """The rows of a tally and what it says of itself, its checksum verified where it has one."""
    with reading(name):
        import pyarrow.parquet as pq

        open_plain(path).close()
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            metadata = file.schema_arrow.metadata or {}
            facts = file_facts(metadata, name)
            names = [column.name for column in columns("tally", rules)]
            _check_shape(file, "tally", names, rules, range(BLOCKS * CODES + 1))
            table = file.read(names)
        # Arrow's own `to_numpy` would import pandas, which takes longer than all the rest.
        rows = {column: np.from_dlpack(table.column(column).combine_chunks()) for column in names}
        if CHECK not in facts:
            if len(metadata) != len(facts) or not _BEFORE_CHECKS.issuperset(facts):
                raise ValueError("it has no checksum")
        elif facts[CHECK] != tally_checksum(facts, rows):
            raise ValueError("its checksum is wrong")
    return rows, facts


def _check_shape(file: Any, table: str, names: Sequence[str], rules: Rules, rows: Container[int]) -> None:
    """ValueError unless a Parquet file has columns of the documented types and a number of rows that may be."""
    declared = file.metadata.num_rows
    groups = [file.metadata.row_group(k).num_rows for k in range(min(file.metadata.num_row_groups, declared + 1))]
    if declared not in rows or sum(groups) != declared or len(groups) != file.metadata.num_row_groups:
        raise ValueError(f"it declares {declared} rows")
    for column in columns(table, rules):
        if column.name in names and str(file.schema_arrow.field(column.name).type) != column.dtype:
            raise ValueError(f"its column {column.name} has another type")


def _check_file(root: Path, sums: PartSums, table: str, deep: bool) -> None:
    """RunFolderError unless a table has the size that its part's tally lists, and with `deep` the checksum."""
    path, name = root / table / sums.span.file, f"{table}/{sums.span.file}"
    if table not in sums.files:
        raise RunFolderError(f"{name} is not part of its tally", REMAKE)
    wanted, check = sums.files[table]
    try:
        with open_plain(path) as file:
            size = os.fstat(file.fileno()).st_size
            if size != wanted:
                raise RunFolderError(f"{name} is damaged: {size} bytes instead of {wanted}", REMAKE)
            if not deep:
                return
            found, block = 0, bytearray(_BLOCK)
            while got := file.readinto(block):  # type: ignore[attr-defined]
                found = zlib.crc32(memoryview(block)[:got], found)
    except FileNotFoundError:
        raise RunFolderError(f"{name} is missing", REMAKE) from None
    except OSError as error:
        raise RunFolderError(f"{name} cannot be read: {(error.strerror or str(error)).lower()}", REMAKE) from None
    if found != check:
        raise RunFolderError(f"{name} is damaged: its checksum is wrong", REMAKE)


@contextlib.contextmanager
def open_table(root: Path, sums: PartSums, table: str, names: Sequence[str], rules: Rules) -> Iterator[Any]:
    """A table of a part as a Parquet file, after checking all its bytes, its rows and the columns asked for."""
    name = f"{table}/{sums.span.file}"
    _check_file(root, sums, table, deep=True)
    with reading(name):
        import pyarrow.parquet as pq

        # Its bytes were just checked, so the checksums of its pages need not be.
        with pq.ParquetFile(root / table / sums.span.file) as file:
            rows = _rows_of(sums, table, rules)
            if table == "hands" and rows * _LEAST_HAND > sums.files[table][0]:
                raise ValueError(f"{rows} hands do not fit into {sums.files[table][0]} bytes")
            _check_shape(file, table, names, rules, [rows])
            yield file


def read_table(root: Path, sums: PartSums, table: str, names: Sequence[str], rules: Rules) -> Any:
    """Columns of a table of a part as an Arrow table, every value checked."""
    with open_table(root, sums, table, names, rules) as file:
        found = file.read(list(names)).select(list(names))
        check_rows(table, found, rules, sums.span)
    return found


def read_batches(
    root: Path, sums: PartSums, table: str, names: Sequence[str], rules: Rules, rows: int
) -> Iterator[Any]:
    """The same in record batches of at most `rows`, in constant memory."""
    with open_table(root, sums, table, names, rules) as file:
        for batch in file.iter_batches(rows, columns=list(names)):
            found = batch.select(list(names))
            check_rows(table, found, rules, sums.span)
            yield found


def read_game(
    root: Path, sums: PartSums, table: str, names: Sequence[str], rules: Rules, game: int
) -> list[dict[str, int]]:
    """The rows of one game."""
    import pyarrow.parquet as pq

    with open_table(root, sums, table, names, rules):
        found = pq.read_table(root / table / sums.span.file, columns=list(names), filters=[("game", "==", game)])
        check_rows(table, found, rules, sums.span)
        rows: list[dict[str, int]] = found.to_pylist()
    return rows


def _rows_of(sums: PartSums, table: str, rules: Rules) -> int:
    """Rows that a table must have, by the tally of its part."""
    if table == "games":
        return sums.span.size
    if table == "hands":
        return sums.hands
    played = (sums.tally["maker"] > 0) & (sums.tally["tricks"] != JAMBOREE)
    return int(sums.tally["hands"][played].sum()) * rules.tricks


@contextlib.contextmanager
def reading(name: str) -> Iterator[None]:
    """Turns the errors of a damaged or missing Parquet file called `name` into a RunFolderError."""
    from pyarrow import ArrowException

    try:
        yield
    except FileNotFoundError:
        raise RunFolderError(f"{name} is missing", REMAKE) from None
    except (ArrowException, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RunFolderError(f"{name} is damaged: {reason.strip().partition(chr(10))[0][:200]}", REMAKE) from error
