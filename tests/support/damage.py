"""Damage done to the files of a run, and whether anybody who reads it gets another number without being told."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow.parquet as pq

from reports.api import LoadedRun, load_run
from sim.errors import RunFolderError
from sim.runs.folder import file_metadata
from sim.runs.parts import CHECK, PartSums, write_part
from sim.runs.provenance import config_id
from sim.runs.results import open_run
from sim.runs.run_file import RUN_FILE, checksum, read_run_json, stored_config
from sim.runs.schemas import columns
from sim.runs.summary import summarise_run
from sim.runs.trace import show_run

TABLES = ("ordering_by_hand", "loners_by_seat", "chances", "length", "leads", "seats")
"""Statistics that between them read every file."""


def read_all(folder: Path, game: int) -> dict[str, Callable[[], Any]]:
    """Everything that reads a run, by name, as functions that give the numbers as text."""

    where = str(folder)

    def run() -> LoadedRun:
        return load_run(folder)

    return {
        "load_run": lambda: repr((run().units, run().target, run().complete, run().info, run().totals())),
        "summary": lambda: json.dumps(summarise_run(run()).to_dict()),
        "games": lambda: run().games().to_csv(),
        "hands": lambda: run().hands().to_csv(),
        "plays": lambda: run().plays().to_csv(),
        "report": lambda: "".join(one.frame(name).to_csv() for one in [run()] for name in TABLES).replace(where, ""),
        "show": lambda: "".join(trace.to_text() for trace in show_run(folder, game=game)),
    }


def flip(path: Path, random: Random) -> str:
    """Flip one bit of a file; says which."""
    data = bytearray(path.read_bytes())
    bit = random.randrange(8 * len(data))
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)
    return f"bit {bit % 8} of byte {bit // 8} of {path.parent.name}/{path.name}"


def noticed(folder: Path, game: int, before: dict[str, Any], told: str, names: Sequence[str] = ()) -> set[str]:
    """Who of all readers (or of `names`) raised a RunFolderError; the others must give the numbers they gave before.

    Any other error comes out.
    """
    readers, raised = read_all(folder, game), set()
    for name in names or readers:
        try:
            found = readers[name]()
        except RunFolderError as error:
            raised.add(name)
            found = (bool(error.hint), error.message.count("\n"))
            wanted: Any = (True, 0)
        else:
            wanted = before[name]
        assert found == wanted, (told, name)
    return raised


def forge(folder: Path, change: dict[str, Any]) -> None:
    """Change run.json as somebody would who knows how its id and its checksum are made."""
    info = json.loads((folder / RUN_FILE).read_text()) | change
    info["id"] = config_id(info["config"])
    (folder / RUN_FILE).write_text(json.dumps(info | {CHECK: checksum(info)}))


def part_of(folder: Path, index: int) -> tuple[dict[str, dict[str, Any]], PartSums]:
    """The tables of a part as columns, and its sums."""
    run = open_run(folder)
    sums = run._sums[index]
    read = {
        table: pq.read_table(folder / table / sums.span.file).to_pydict() for table in run.tables if table != "tally"
    }
    kinds = {table: {c.name: c.dtype for c in columns(table, run.config.rules)} for table in read}
    return {
        table: {name: np.array(values, kinds[table][name]) for name, values in found.items()}
        for table, found in read.items()
    }, sums


def rewrite(folder: Path, tables: dict[str, dict[str, Any]], sums: PartSums) -> None:
    """Write a part as the program would, with checksums that are right."""
    config = stored_config(read_run_json(folder), folder)
    write_part(folder, config.rules, file_metadata(config), tables, sums)
