"""A run read back from its folder: what it is, and its parts as tables. The format: docs/results-format.md."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sim.errors import RunFolderError, UsageError, did_you_mean
from sim.parts import Span, empty_columns, find_parts, looking_at, read_file, read_sums, reading
from sim.provenance import RunConfig
from sim.schemas import TABLES, Detail, Unit, arrow_table, check_schema_version, columns, recorded
from sim.tally import GameTotals, Tally, from_rows

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

RUN_FILE: Final = "run.json"


def tables_of(unit: Unit, detail: Detail) -> tuple[str, ...]:
    """The tables a run keeps; single hands have no games worth a row."""
    return tuple(table for table in recorded(detail) if not (table == "games" and unit == "hands"))


def read_run_json(root: Path) -> dict[str, Any]:
    """The content of a folder's run.json; RunFolderError where there is none, it is damaged, or of a newer schema."""
    path = root / RUN_FILE
    with looking_at(root):
        exists, there = root.exists(), path.is_file()
    if not exists:
        raise RunFolderError(f"{root} does not exist", "give the folder that --out named")
    if not there:
        raise RunFolderError(f"{root} is not a run: it has no {RUN_FILE}", "give the folder that --out named")
    try:
        data = json.loads(path.read_bytes())
        check_schema_version(int(data["schema"]), str(path))
        whole = {"id": str, "target": int, "part_size": int, "config": dict, "created": str, "software": dict}
        if not all(isinstance(data[key], kind) for key, kind in {**whole, "machine": dict}.items()):
            raise TypeError("a field has another type")
        if data["part_size"] < 1:
            raise ValueError("no part size")
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        raise RunFolderError(
            f"{path} is damaged or not of euchre-sim", "restore it, or choose another folder"
        ) from None
    return dict(data)


class RunData:
    """A run read from its folder: what it is, and its complete parts as tables. Made by `load_run`."""

    def __init__(self, root: Path) -> None:
        self.path = root
        self.info = read_run_json(root)
        self.id: str = self.info["id"]
        self.config = RunConfig.from_dict(self.info["config"], str(root / RUN_FILE))
        self.target: int = self.info["target"]
        self.tables = tables_of(self.config.unit, self.config.detail)
        self._sums = [
            read_sums(root, path.name, self.config.rules, self.id, self.tables, deep=False) for path in find_parts(root)
        ]

    @property
    def spans(self) -> list[Span]:
        """The parts that are there."""
        return [sums.span for sums in self._sums]

    @property
    def units(self) -> int:
        """Games (or single hands) in the complete parts."""
        return sum(span.size for span in self.spans)

    @property
    def complete(self) -> bool:
        """Whether all games asked for are there."""
        return self.units >= self.target

    def tally(self) -> Tally:
        """Counts of hands by kind and block."""
        rows = [sums.tally for sums in self._sums] or [empty_columns("tally", self.config.rules)]
        return from_rows({name: np.concatenate([r[name] for r in rows]) for name in rows[0]}, self.config.rules)

    def totals(self) -> GameTotals:
        """Sums over the games."""
        return sum((sums.totals for sums in self._sums), GameTotals.none(self.config.rules.teams))

    def games(self, columns: Sequence[str] | None = None) -> "pd.DataFrame":
        """A row a game; the columns are described in docs/results-format.md. Raises RunFolderError, UsageError."""
        return self._frame("games", columns)

    def hands(self, columns: Sequence[str] | None = None) -> "pd.DataFrame":
        """A row a hand; for long runs choose `columns` or use `iter_hands`."""
        return self._frame("hands", columns)

    def plays(self, columns: Sequence[str] | None = None) -> "pd.DataFrame":
        """A row a trick."""
        return self._frame("plays", columns)

    def iter_hands(self, columns: Sequence[str] | None = None, rows: int = 1 << 18) -> "Iterator[pa.RecordBatch]":
        """The hands in order, in Arrow record batches of at most `rows`: constant memory for a run of any length."""
        return self.iter_table("hands", columns, rows)

    def iter_table(
        self, table: str, columns: Sequence[str] | None = None, rows: int = 1 << 18
    ) -> "Iterator[pa.RecordBatch]":
        """The rows of any table in order, in record batches."""
        import pyarrow.parquet as pq

        names = self._names(table, columns)
        for span in self.spans:
            name = f"{table}/{span.file}"
            with (
                reading(name),
                pq.ParquetFile(self.path / table / span.file, page_checksum_verification=True) as file,
            ):
                for batch in file.iter_batches(rows, columns=names):
                    yield batch.select(names)

    def files(self, table: str) -> list[Path]:
        """The Parquet files of a table."""
        self._names(table, None)
        return [self.path / table / span.file for span in self.spans]

    def _frame(self, table: str, wanted: Sequence[str] | None) -> "pd.DataFrame":
        import pyarrow as pa

        names = self._names(table, wanted)
        parts = [read_file(self.path / table / s.file, f"{table}/{s.file}", names)[0].select(names) for s in self.spans]
        if not parts:
            parts = [arrow_table(table, self.config.rules, empty_columns(table, self.config.rules), {}).select(names)]
        joined = pa.concat_tables([part.replace_schema_metadata(None) for part in parts])
        frame: pd.DataFrame = joined.to_pandas(split_blocks=True)
        return frame

    def _names(self, table: str, wanted: Sequence[str] | None) -> list[str]:
        if table not in self.tables:
            detail, unit = self.config.detail, self.config.unit
            single = table not in TABLES or (table == "games" and unit == "hands")
            raise RunFolderError(
                f"{self.path} has no {table} table: it is a run of {unit} recorded with detail {detail}",
                f"it has the tables {', '.join(self.tables)}" if single else f"run it again with --detail {table}",
            )
        known = [c.name for c in columns(table, self.config.rules)]
        for name in wanted or ():
            if name not in known:
                raise UsageError(f"the {table} table has no column {name!r}", did_you_mean(name, known))
        return list(known if wanted is None else wanted)


def load_run(path: str | Path) -> RunData:
    """A run from its folder. Raises RunFolderError when it is no run, damaged, or of a newer schema."""
    return RunData(Path(path))
