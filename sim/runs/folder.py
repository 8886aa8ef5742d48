"""The folder of a run while it is written: started, resumed, damage made anew, refused where it is another run's.

`run.json` says what the run is; `games/`, `hands/`, `plays/` and `tally/` hold its parts (see `sim.runs.parts`).
"""

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.errors import RunFolderError, StorageError
from sim.plain_text import spaced
from sim.rules.rules import Rules
from sim.runs.locking import LOCK_FILE, FolderLock
from sim.runs.parts import (
    TEMPORARY,
    Columns,
    PartSums,
    Span,
    find_parts,
    looking_at,
    make_folder,
    part_files,
    put_files,
    remove_leftovers,
    span_at,
    storage_error,
    write_whole,
)
from sim.runs.provenance import RunConfig, machine, now, rules_name, software
from sim.runs.reading import Layout, last_game, read_sums
from sim.runs.results import tables_of
from sim.runs.run_file import RUN_FILE, read_run_json, run_file, stored_config
from sim.runs.schemas import SCHEMA_VERSION
from sim.runs.shard import WHOLE, Shard, spans_of, stored_shard


@dataclass(frozen=True)
class PartForm:
    """How the parts of a run are made into files: its rules, what each file says of the run, and the tables kept."""

    rules: Rules
    facts: Mapping[str, str]
    tables: tuple[str, ...]

    def files(self, tables: Mapping[str, Columns], sums: PartSums) -> dict[str, bytes | memoryview]:
        """The files of a part by table, the tally last."""
        return part_files(self.rules, self.facts, {name: tables[name] for name in self.tables}, sums)


class RunFolder:
    """A run folder that is being written; made by `open_folder`. Safe to use from several threads, a part each."""

    def __init__(
        self, root: Path, config: RunConfig, target: int, part_size: int, lock: FolderLock, shard: Shard
    ) -> None:
        self.root, self.config, self.target, self.part_size, self.shard = root, config, target, part_size, shard
        self.tables = tables_of(config.unit, config.detail)
        self.notes: list[str] = [lock.note] if lock.note else []
        """Sentences on damaged parts that were found and are made again, and on locks that are missing."""
        self._facts = file_metadata(config)
        self._layout = Layout(config.rules, config.id, config.unit, self.tables, target, part_size)
        self._lock = lock
        self._itself = _identity(root)

    def kept(self) -> Iterator[PartSums]:
        """The sums of each complete part of the range asked for, every byte checked; damaged ones go to `notes`."""
        mine = self.shard.parts(self.target, self.part_size)
        for path in find_parts(self.root):
            try:
                sums = read_sums(self.root, path.name, self._layout, deep=True)
            except RunFolderError as error:
                self.notes.append(f"{error.message}; its part is made again")
                continue
            # The last part of a shorter run is made again when the run is extended.
            if sums.span.index in mine and sums.span == span_at(sums.span.index, self.target, self.part_size):
                yield sums

    @property
    def form(self) -> "PartForm":
        """How its parts are made into files, wherever they are played."""
        return PartForm(self.config.rules, self._facts, tuple(name for name in self.tables if name != "tally"))

    def write(self, span: Span, files: Mapping[str, bytes | memoryview]) -> None:
        """Write a part that was made by `form`; raises StorageError, also where the folder is not what it was."""
        self._check_there()
        try:
            put_files(self.root, span, files)
        except StorageError:
            self._check_there()
            raise

    def check_complete(self) -> None:
        """StorageError unless every part is there: files may have been deleted while others were written."""
        self._check_there()
        wanted = {span.file for span in spans_of(self.shard, self.target, self.part_size)}
        for table in self.tables:
            try:
                lost = sorted(wanted.difference(path.name for path in (self.root / table).iterdir()))
            except OSError:
                lost = sorted(wanted)
            if lost:
                raise StorageError(
                    f"{self.root / table / lost[0]} was deleted while the run went on", "run the same command again"
                )

    def _check_there(self) -> None:
        """StorageError where somebody has deleted, renamed or replaced the folder while the run goes on."""
        if _identity(self.root) != self._itself or not (self.root / RUN_FILE).is_file():
            raise StorageError(
                f"{self.root} was deleted, renamed or replaced while the run went on",
                "run the same command again, and leave the folder alone until it is done",
            )

    def close(self) -> None:
        """Let other processes write into the folder."""
        self._lock.release()


def open_folder(root: Path, config: RunConfig, target: int, part_size: int, shard: Shard = WHOLE) -> RunFolder:
    """Start a run in a new or empty folder, or go on with the run of the same id that it holds.

    A longer `target` than before extends the run. Leftovers under temporary names are removed. Raises RunFolderError
    for a folder of another run or shard, of another detail, of a newer schema, with more games than `target`, that is
    no run or is being written by another process; StorageError where nothing can be written.
    """
    check_folder(root, config, target, shard)
    try:
        make_folder(root)
    except OSError as error:
        raise storage_error(error, root) from error
    lock = FolderLock(root)
    try:
        stored = check_folder(root, config, target, shard)  # another process may have begun a run here meanwhile
        size = part_size if stored is None else int(stored["part_size"])
        shard.check(target, size, config.unit)
        folder = RunFolder(root, config, target, size, lock, shard)
        remove_leftovers(root)
        if stored is None or stored["target"] != target:
            created = stored or {"created": now(), "software": software(), "machine": machine()}
            write_whole(root / RUN_FILE, run_file(config, target, size, created, shard))
    except BaseException:
        lock.release()
        raise
    return folder


def check_folder(root: Path, config: RunConfig, target: int, shard: Shard = WHOLE) -> dict[str, Any] | None:
    """The run.json of the run that `config` may go on with, None where it would start a new one.

    Changes nothing; raises RunFolderError as `open_folder` does.
    """
    with looking_at(root):
        if not (root / RUN_FILE).exists():
            _check_free(root)
            return None
    stored = read_run_json(root)
    before = stored_config(stored, root)
    parts = find_parts(root)
    if stored["id"] != config.id or before.detail != config.detail:
        if not parts:  # nothing is lost by starting over
            return None
        _refuse(root, before, config)
    if stored_shard(stored) != shard or (shard != WHOLE and stored["target"] != target):
        if not parts:
            return None
        _refuse_shard(root, stored, config, shard)
    last = _last_game(parts, config)
    if last > target:
        raise RunFolderError(
            f"{root} already holds {spaced(last)} {config.unit} of this run, more than the {spaced(target)} asked for",
            f"ask for {max(last, int(stored['target']))}, or choose another --out",
        )
    return stored


def _check_free(root: Path) -> None:
    """RunFolderError unless a run may start here: nothing there, or an empty folder."""
    if root.exists() and not root.is_dir():
        raise RunFolderError(f"{root} is a file, not a folder", "give --out a new folder")
    ours = {RUN_FILE + TEMPORARY, LOCK_FILE}
    if root.exists() and any(path.name not in ours for path in root.iterdir()):
        raise RunFolderError(f"{root} holds other files and is not a run (no {RUN_FILE})", "choose another --out")


def _refuse(root: Path, stored: RunConfig, config: RunConfig) -> None:
    differences = config.differences(stored)
    if not differences and stored.detail != config.detail:
        raise RunFolderError(
            f"{root} was recorded with detail {stored.detail}, not {config.detail}",
            f"use --detail {stored.detail}, or choose another --out",
        )
    if not differences:
        raise RunFolderError(
            f"{root} holds this run under the id of an earlier version, which can be read but not gone on with",
            "choose another --out",
        )
    what = ", ".join(differences)
    raise RunFolderError(
        f"{root} holds another run; this one has {what}", "choose another --out, or repeat its options"
    )


def _refuse_shard(root: Path, stored: Mapping[str, Any], config: RunConfig, shard: Shard) -> None:
    said, whole = stored_shard(stored), f"{spaced(stored['target'])} {config.unit}"
    here = "a whole run" if said == WHOLE else f"shard {said} of {whole}"
    if said == shard:
        raise RunFolderError(
            f"{root} holds {here}, and a shard does not grow", "merge all shards, and make the merged run longer"
        )
    raise RunFolderError(
        f"{root} holds {here}, not {'all of it' if shard == WHOLE else f'shard {shard}'}",
        "choose another --out" if said == WHOLE else f"add --shard {said}, merge the shards, or choose another --out",
    )


def _last_game(parts: Sequence[Path], config: RunConfig) -> int:
    """One past the last game of complete parts; a damaged tally does not count."""
    for path in reversed(parts):
        with contextlib.suppress(RunFolderError):
            return last_game(path, config.rules)
    return 0


def stored_seed(root: Path) -> int | None:
    """The seed of the run that a folder holds; None when there is no run yet."""
    with looking_at(root):
        if not (root / RUN_FILE).is_file():
            return None
    return stored_config(read_run_json(root), root).seed


def file_metadata(config: RunConfig) -> dict[str, str]:
    """What each Parquet file says of its run: nothing that depends on time, machine or length."""
    return {
        "schema": str(SCHEMA_VERSION),
        "run": config.id,
        "unit": config.unit,
        "rules": rules_name(config.rules),
        "players": json.dumps([player.spec for player in config.players]),
        "seed": str(config.seed),
        "engine": config.made_by,
    }


def _identity(root: Path) -> tuple[int, int] | None:
    """Which folder a path stands for now; None where there is none."""
    try:
        found = root.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
