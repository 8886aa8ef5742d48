"""A run read back from its folder: what it is, and its parts as tables. The format: docs/results-format.md."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.arguments import check_path
from sim.errors import RunFolderError, UsageError, did_you_mean
from sim.rules.units import Detail, Unit
from sim.runs.parts import Span, empty_columns, find_parts
from sim.runs.provenance import RunConfig, idle_values, rules_name
from sim.runs.reading import Layout, read_batches, read_game, read_sums, read_table
from sim.runs.run_file import read_run_json, stored_config, unchecked
from sim.runs.schemas import TABLES, arrow_table, columns, recorded
from sim.runs.shard import WHOLE, stored_shard, units_of
from sim.runs.tally import GameTotals, Tally, from_rows

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


def tables_of(unit: Unit, detail: Detail) -> tuple[str, ...]:
    """The tables a run keeps; single hands have no games worth a row."""
    return tuple(table for table in recorded(detail) if not (table == "games" and unit == "hands"))


def layout_of(info: Mapping[str, Any], config: RunConfig) -> Layout:
    """What the parts of a run have in common, from its run.json and the configuration in it."""
    tables = tables_of(config.unit, config.detail)
    return Layout(config.rules, info["id"], config.unit, tables, info["target"], info["part_size"])


_NOT_SURE = "they agree with each other, but a flipped bit may have changed a count"


class RunData:
    """A run read from its folder: what it is, and its complete parts as tables. Made by `open_run`."""

    def __init__(self, root: Path) -> None:
        self.path = root
        self.info = read_run_json(root)
        self.id: str = self.info["id"]
        self.config = stored_config(self.info, root)
        self.target: int = self.info["target"]
        self.shard = stored_shard(self.info)
        self.tables = tables_of(self.config.unit, self.config.detail)
        layout = layout_of(self.info, self.config)
        self._sums = [read_sums(root, path.name, layout, deep=False) for path in find_parts(root)]

    def __repr__(self) -> str:
        config, names = self.config, dict.fromkeys(player.spec for player in self.config.players)
        much = f"{self.units}" if self.complete else f"{self.units} of {self.share}"
        much = much if self.shard == WHOLE else f"shard {self.shard}, {much}"
        what = f"{rules_name(config.rules)}, {', '.join(names)}, seed {config.seed}"
        return f"<run {self.path}: {much} {config.unit} of {what}; tables {', '.join(self.tables)}>"

    @property
    def notes(self) -> list[str]:
        """Sentences on a run of an earlier version: what could not be checked of it, and rules without effect."""
        old = unchecked(self.info) or not all(sums.checked for sums in self._sums)
        sure = [f"{self.path} is of a version that kept no checksums of run.json and tallies: {_NOT_SURE}"]
        return (sure if old else []) + [f"{self.path}: {phrase}" for phrase in idle_values(self.info["config"])]

    @property
    def spans(self) -> list[Span]:
        """The parts that are there."""
        return [sums.span for sums in self._sums]

    @property
    def units(self) -> int:
        """Games (or single hands) in the complete parts."""
        return sum(span.size for span in self.spans)

    @property
    def share(self) -> int:
        """Games (or single hands) that there will be: all that were asked for, or those of a shard."""
        return units_of(self.shard, self.target, self.info["part_size"])

    @property
    def complete(self) -> bool:
        """Whether all games asked for are there; of a shard, all of its share."""
        return self.units >= self.share

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
        names = self._names(table, columns)
        for sums in self._sums:
            yield from read_batches(self.path, sums, table, names, self.config.rules, rows)

    def rows_of_game(self, table: str, game: int) -> list[dict[str, int]]:
        """The rows of one game, which must be in a complete part."""
        (sums,) = (sums for sums in self._sums if sums.span.first <= game < sums.span.last)
        return read_game(self.path, sums, table, self._names(table, None), self.config.rules, game)

    def part(self, table: str, span: Span) -> dict[str, np.ndarray]:
        """The columns of a table of one complete part, as arrays."""
        (sums,) = (sums for sums in self._sums if sums.span == span)
        found = read_table(self.path, sums, table, self._names(table, None), self.config.rules)
        return {name: column.to_numpy() for name, column in zip(found.column_names, found.columns, strict=True)}

    def files(self, table: str) -> list[Path]:
        """The Parquet files of a table."""
        self._names(table, None)
        return [self.path / table / span.file for span in self.spans]

    def _frame(self, table: str, wanted: Sequence[str] | None) -> "pd.DataFrame":
        import pyarrow as pa

        names = self._names(table, wanted)
        parts = [read_table(self.path, sums, table, names, self.config.rules) for sums in self._sums]
        if not parts:
            parts = [arrow_table(table, self.config.rules, empty_columns(table, self.config.rules), {}).select(names)]
        joined = pa.concat_tables([part.replace_schema_metadata(None) for part in parts])
        types: dict[Any, Any] = {}
        if self.config.recorded:  # a column with nulls would become floats, which cannot hold a hand
            import pandas as pd

            unknown = [field.type for field in joined.schema if joined.column(field.name).null_count]
            types = {kind: pd.UInt64Dtype() if kind == pa.uint64() else pd.Int8Dtype() for kind in unknown}
        frame: pd.DataFrame = joined.to_pandas(split_blocks=True, types_mapper=types.get)
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


def open_run(path: str | Path) -> RunData:
    """A run from its folder. Raises RunFolderError when it is no run, damaged, or of a newer schema."""
    return RunData(check_path("path", path))
