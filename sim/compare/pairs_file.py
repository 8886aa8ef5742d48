"""The pairs of a comparison as one Parquet file, written chunk by chunk: a row a deal or a game."""

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import numpy as np

from sim.compare.pairs import WIN, PairRows
from sim.errors import StorageError
from sim.rules.units import Unit
from sim.runs.parts import TEMPORARY
from sim.runs.schemas import METADATA_PREFIX, Column

PAIRS_SCHEMA: Final = 1
"""Raised when a column changes its meaning or goes."""


def pair_columns(sides: int, unit: Unit) -> tuple[Column, ...]:
    """The columns for games with so many sides."""
    one = "deal" if unit == "hands" else "game"
    found = [Column(one, "int64", f"number of the {one}, from 0"), Column("dealer", "int8", "player who dealt first")]
    where = [(side, f"when A sat on side {side}") for side in range(sides)]
    found += [Column(f"lead_{side}", "float32", f"A's points less the others' mean, {when}") for side, when in where]
    if unit == "games":
        found += [Column(f"won_{side}", "float32", f"share of the game that A won, {when}") for side, when in where]
        found += [Column(f"hands_{side}", "int16", f"hands in the game, {when}") for side, when in where]
    found.append(Column("value", "float64", "mean of the leads: the pair's value in points"))
    return tuple(found)


class PairsFile:
    """A file being written; it gets its name when all is well, or when somebody stops the comparison."""

    def __init__(self, path: Path, sides: int, unit: Unit, facts: Mapping[str, Any]) -> None:
        """Opens the file under a temporary name; StorageError when it cannot be written."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        self.path, self.sides, self.unit = path, sides, unit
        self._temporary = path.with_name(path.name + TEMPORARY)
        columns = pair_columns(sides, unit)
        fields = [
            pa.field(c.name, pa.from_numpy_dtype(np.dtype(c.dtype)), nullable=False, metadata={"description": c.about})
            for c in columns
        ]
        told = {"schema": str(PAIRS_SCHEMA), "table": "pairs", "unit": unit} | {
            name: value if isinstance(value, str) else json.dumps(value) for name, value in facts.items()
        }
        self._schema = pa.schema(fields, metadata={METADATA_PREFIX + name: value for name, value in told.items()})
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = pq.ParquetWriter(self._temporary, self._schema, compression="zstd", compression_level=1)
        except OSError as error:
            raise _trouble(error, path) from error

    def write(self, rows: PairRows) -> None:
        """Add the pairs of a chunk."""
        import pyarrow as pa

        n, others = len(rows.dealer), self.sides - 1
        arrays = [np.arange(rows.first, rows.first + n), rows.dealer]
        arrays += [(row / others).astype(np.float32) for row in rows.leads]
        if rows.wins is not None:
            arrays += [(row / WIN).astype(np.float32) for row in rows.wins]
            arrays += [row.astype(np.int16) for row in rows.hands]
        arrays.append(rows.values / (len(rows.leads) * others))
        try:
            self._writer.write_table(pa.Table.from_arrays([pa.array(a) for a in arrays], schema=self._schema))
        except OSError as error:
            raise _trouble(error, self.path) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._writer.close()
            if kind is None or issubclass(kind, KeyboardInterrupt | GeneratorExit):
                self._temporary.replace(self.path)
        except OSError as trouble:
            raise _trouble(trouble, self.path) from trouble
        finally:
            with contextlib.suppress(OSError):
                self._temporary.unlink(missing_ok=True)


def _trouble(error: OSError, path: Path) -> StorageError:
    reason = (error.strerror or str(error)).lower()
    return StorageError(f"cannot write {path}: {reason}", "make room, or choose another place for the pairs")
