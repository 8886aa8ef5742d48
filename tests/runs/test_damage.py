"""No flipped bit, no foreign value and no odd file changes a number unseen, hangs, or ends in a traceback."""

import json
import os
import shutil
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sim.errors import RunFolderError, StorageError
from sim.rules.presets import preset
from sim.runs.parts import CHECK, tally_checksum
from sim.runs.results import open_run
from sim.runs.run import run
from sim.runs.schemas import TABLES, arrow_table, columns
from support.damage import flip, noticed, part_of, read_all, rewrite
from support.fakes import FakeMatch, fake_player, seat_fakes

STANDARD = preset("standard")
GAMES, PART, SHOWN = 90, 40, 45


@pytest.fixture(autouse=True)
def _fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_fakes(monkeypatch)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("damage") / "run"
    with pytest.MonkeyPatch.context() as patch:
        seat_fakes(patch)
        again(folder)
    return folder


def again(folder: Path) -> Any:
    return run(STANDARD, [fake_player()], games=GAMES, seed=7, out=folder, detail="plays", part_size=PART).finish()


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A run of its own for each test: 90 games in three parts, with everything recorded."""
    return Path(shutil.copytree(made, tmp_path / "run"))


@pytest.fixture(scope="module")
def before(made: Path) -> dict[str, Any]:
    """What each reader gives of the whole run."""
    return {name: read() for name, read in read_all(made, SHOWN).items()}


@pytest.mark.parametrize(
    "table",
    [pytest.param("games", marks=pytest.mark.nightly), "hands", pytest.param("plays", marks=pytest.mark.nightly)],
)
def test_flipped_bits_of_tables_are_noticed_by_whoever_reads_them(
    folder: Path, before: dict[str, Any], table: str
) -> None:
    random = Random(table)
    for number in range(60):
        path = folder / table / f"part-0000{number % 3}.parquet"
        whole = path.read_bytes()
        told = flip(path, random)
        readers = {table, "report"} | ({"show"} if number % 3 == 1 else set())
        assert noticed(folder, SHOWN, before, told, sorted(readers)) == readers, told
        if number % 10 < 3:
            assert again(folder).notes[0].startswith(f"{table}/part-0000{number % 3}"), told
            assert path.read_bytes() == whole
        path.write_bytes(whole)
    assert noticed(folder, SHOWN, before, "nothing is left") == set()


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (1, 2))])
def test_flipped_bits_of_tallies_and_run_json_change_no_number(folder: Path, before: dict[str, Any], seed: int) -> None:
    """Some bits say nothing that anybody reads, as in the descriptions of columns; all others are noticed."""
    random, summary, seen = Random(seed), again(folder).summary, 0
    for number in range(40):
        path = folder / ("run.json" if number % 4 == 0 else f"tally/part-0000{number % 3}.parquet")
        whole = path.read_bytes()
        told = flip(path, random)
        raised = noticed(folder, SHOWN, before, told)
        seen += bool(raised)
        assert raised in (set(), set(before)), told  # whatever is asked for, a damaged tally is told
        if path.name == "run.json":
            assert raised, told
        else:
            assert again(folder).summary == summary, told
        path.write_bytes(whole)
    assert seen > 25


# Files that are no plain files, and parts that say more than there is.


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def loop(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("kind", [pipe, device, Path.mkdir, loop])
@pytest.mark.parametrize("name", ["run.json", *(f"{table}/part-00001.parquet" for table in TABLES)])
def test_what_is_no_plain_file_is_refused_at_once(
    folder: Path, before: dict[str, Any], name: str, kind: Callable[[Path], None]
) -> None:
    (folder / name).unlink()
    kind(folder / name)
    raised = noticed(folder, SHOWN, before, name)
    assert raised == set(before)  # sizes of all files are looked at in any case
    if name != "run.json":
        try:
            assert len(again(folder).notes) == 1
        except StorageError as error:
            assert kind is Path.mkdir and "directory" in error.message  # noqa: PT017
    else:
        with pytest.raises(RunFolderError):
            again(folder)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "table", ["games", *(pytest.param(table, marks=pytest.mark.nightly) for table in ("hands", "plays"))]
)
def test_a_part_that_declares_a_hundred_million_rows(folder: Path, table: str) -> None:
    """Its tally fits it, checksums included, and it takes no room on the disk; nobody takes memory for it."""
    tables, sums = part_of(folder, 1)
    rules, rows = STANDARD, 100_000_000
    counted = sums.tally | {"hands": np.full(len(sums.tally["hands"]), rows // len(sums.tally["hands"]))}
    totals = replace(sums.totals, hands=int(counted["hands"].sum()), hands_sq=10**16)
    rewrite(folder, tables, replace(sums, tally=counted, totals=totals))
    path = folder / table / sums.span.file
    schema = pq.read_schema(path)
    row = {column.name: np.repeat(tables[table][column.name][:1], rows // 100) for column in columns(table, rules)}
    many = pa.table([pa.array(row[name]) for name in schema.names], schema=schema)
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for _ in range(100):
            writer.write_table(many)
    tally = folder / "tally" / sums.span.file
    facts = {key[11:].decode(): value.decode() for key, value in pq.read_schema(tally).metadata.items()}
    files = json.loads(facts["files"]) | {table: [path.stat().st_size, zlib.crc32(path.read_bytes())]}
    facts |= {"files": json.dumps(files)}
    facts[CHECK] = tally_checksum(facts, counted)
    pq.write_table(arrow_table("tally", rules, counted, facts), tally)
    with pytest.raises(RunFolderError, match=r"100000000 rows|hands do not fit into \d+ bytes"):
        getattr(open_run(folder), table)()


def test_values_that_the_rules_cannot_give(folder: Path, before: dict[str, Any]) -> None:
    """With checksums that are right: whatever is read, it ends in numbers or a sentence."""
    tables, sums = part_of(folder, 1)
    random, raised = Random(3), 0
    odd = {"dealer": 4, "upcard": 0, "maker": 5, "trump": 5, "round": 3, "tricks": 6, "hand_1": 7, "alone": 2,
           "lone_defender": -1, "discard": 99, "score_0": -1, "hand": -1, "game": 39}  # fmt: skip
    for name, value in odd.items():
        changed = {table: {c: v.copy() for c, v in found.items()} for table, found in tables.items()}
        changed["hands"][name][random.randrange(len(changed["hands"][name]))] = value
        rewrite(folder, changed, sums)
        raised += len(noticed(folder, SHOWN, before, name, ["hands", "report"])) == 2
    assert raised == len(odd)
    for name in sums.tally:
        tally = {c: v.copy() for c, v in sums.tally.items()}
        tally[name][0] = 99
        rewrite(folder, tables, replace(sums, tally=tally))
        assert noticed(folder, SHOWN, before, name) == set(before), name


# The folder while a run goes on.


@pytest.mark.parametrize("what", ["deleted", "renamed", "replaced", "run.json"])
def test_a_folder_that_goes_while_the_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    folder = tmp_path / "run"

    class Moved(FakeMatch):
        def play(self, first: int, *args: Any, **options: Any) -> Any:
            if first >= 3 * PART and folder.exists():
                if what == "deleted":
                    shutil.rmtree(folder)
                elif what == "run.json":
                    (folder / "run.json").unlink(missing_ok=True)
                else:
                    folder.rename(tmp_path / "elsewhere")
                    if what == "replaced":
                        folder.mkdir()
            return super().play(first, *args, **options)

    seat_fakes(monkeypatch, Moved)
    with pytest.raises(StorageError, match=r"run was deleted, renamed or replaced while the run went on") as caught:
        run(STANDARD, [fake_player()], games=8 * PART, seed=7, out=folder, part_size=PART, threads=1).finish()
    assert caught.value.exit_code == 7
    assert what in ("replaced", "run.json") or not folder.exists()  # nobody makes it anew
    assert what != "renamed" or open_run(tmp_path / "elsewhere").units == 3 * PART


def test_a_part_that_is_deleted_while_the_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Deleted(FakeMatch):
        def play(self, first: int, *args: Any, **options: Any) -> Any:
            if first >= 3 * PART:
                (tmp_path / "run" / "hands" / "part-00001.parquet").unlink(missing_ok=True)
            return super().play(first, *args, **options)

    seat_fakes(monkeypatch, Deleted)
    with pytest.raises(StorageError, match=r"hands/part-00001.parquet was deleted while the run went on"):
        run(STANDARD, [fake_player()], games=5 * PART, seed=7, out=tmp_path / "run", part_size=PART, threads=1).finish()
