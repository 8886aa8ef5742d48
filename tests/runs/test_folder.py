"""Run folders: going on with them, damage, and what is refused."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

from sim.errors import RunFolderError, StorageError
from sim.rules.presets import preset
from sim.runs.folder import open_folder
from sim.runs.parts import Span, spans
from sim.runs.provenance import make_config
from sim.runs.results import open_run
from sim.runs.run import run
from sim.runs.schemas import SCHEMA_VERSION
from support.damage import forge
from support.fake_runs import PART, STANDARD, files, start
from support.fakes import fake_player

pytestmark = pytest.mark.usefixtures("fakes")

# Going on.


def test_spans_cover_everything_once() -> None:
    assert list(spans(250, 100)) == [Span(0, 0, 100), Span(1, 100, 200), Span(2, 200, 250)]
    assert list(spans(200, 100)) == [Span(0, 0, 100), Span(1, 100, 200)]
    assert next(spans(10**12, 65_536)).file == "part-00000.parquet"


@pytest.mark.parametrize("before", [1, 99, 100, 101, 250, 300])
def test_longer_run_extends_a_shorter(tmp_path: Path, folder: Path, before: int) -> None:
    start(tmp_path / "grown", games=before).finish()
    result = start(tmp_path / "grown").finish()
    assert files(tmp_path / "grown") == files(folder)
    assert result.played == 350 - before // PART * PART
    assert open_run(tmp_path / "grown").target == 350


def test_crash_while_the_last_part_is_remade_loses_nothing(tmp_path: Path, folder: Path) -> None:
    start(tmp_path / "grown", games=330).finish()
    # As if it had stopped after the new hands were renamed: old tally gone, tables of two lengths.
    (tmp_path / "grown" / "tally" / "part-00003.parquet").unlink()
    (tmp_path / "grown" / "hands" / "part-00003.parquet").write_bytes(
        (folder / "hands" / "part-00003.parquet").read_bytes()
    )
    assert open_run(tmp_path / "grown").units == 300
    start(tmp_path / "grown").finish()
    assert files(tmp_path / "grown") == files(folder)


def test_created_stays_when_a_run_is_extended(tmp_path: Path) -> None:
    start(tmp_path / "run", games=50).finish()
    forge(tmp_path / "run", {"created": "2001-01-01T00:00:00+00:00"})
    start(tmp_path / "run").finish()
    assert open_run(tmp_path / "run").info["created"].startswith("2001")


def test_part_size_of_the_folder_holds(tmp_path: Path, folder: Path) -> None:
    start(tmp_path / "grown", games=100).finish()
    run(STANDARD, [fake_player()], games=350, seed=7, out=tmp_path / "grown", detail="plays", part_size=77).finish()
    assert files(tmp_path / "grown") == files(folder)


def test_leftovers_are_removed(folder: Path) -> None:
    before = files(folder)
    for name in ("hands/part-00002.parquet.partial", "run.json.partial"):
        (folder / name).write_bytes(b"half")
    start(folder).finish()
    assert files(folder) == before


def test_tables_without_a_tally_are_removed(folder: Path, tmp_path: Path) -> None:
    """Plain tools that read all files of a table must not see the rows of an unfinished part."""
    start(tmp_path / "grown", games=250).finish()
    stray = tmp_path / "grown" / "hands" / "part-00077.parquet"
    stray.write_bytes((folder / "hands" / "part-00000.parquet").read_bytes())
    start(tmp_path / "grown", games=250).finish()
    assert not stray.exists()


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def flip(path: Path) -> None:
    """One bit in the last byte of the first column's data."""
    column = pq.read_metadata(path).row_group(0).column(0)
    data = bytearray(path.read_bytes())
    start = column.dictionary_page_offset or column.data_page_offset
    data[start + column.total_compressed_size - 1] ^= 0x10
    path.write_bytes(data)


def empty(path: Path) -> None:
    path.write_bytes(b"")


DAMAGES: list[Callable[[Path], None]] = [cut, flip, empty, Path.unlink]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("table", ["games", "hands", "plays", "tally"])
def test_damaged_part_is_named_and_made_again(folder: Path, table: str, damage: Callable[[Path], None]) -> None:
    before = files(folder)
    damage(folder / table / "part-00001.parquet")
    name = f"{table}/part-00001.parquet"
    if damage is Path.unlink and table == "tally":
        assert open_run(folder).units == 250  # a part without its tally is not there
    else:
        with pytest.raises(RunFolderError) as caught:
            getattr(open_run(folder), "tally" if table == "tally" else table)()
        assert caught.value.message.startswith(name)
        assert caught.value.hint
    events = list(job := start(folder))
    assert files(folder) == before
    assert job.result.played == PART
    assert [note.split()[0] for note in events[0].notes] == (
        [] if "tally" in name and damage is Path.unlink else [name]
    )
    assert job.result.notes == events[0].notes


# What is refused.


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 8}, "seed 8 instead of 7"),
        ({"rules": preset("canadian")}, "rule dealer_partner_order = alone_only instead of free"),
        ({"players": [fake_player("basic"), fake_player("cautious")]}, "player cautious instead of basic"),
        ({"players": [fake_player("basic", order=2)]}, "player basic{order=2} instead of basic"),
        ({"hands": 10}, "unit hands instead of games"),
        ({"detail": "hands"}, "was recorded with detail plays, not hands"),
        ({"games": 349}, "already holds 350 games of this run, more than the 349 asked for"),
    ],
)
def test_folder_of_another_run_is_refused(folder: Path, change: dict[str, Any], words: str) -> None:
    before = files(folder)
    with pytest.raises(RunFolderError) as caught:
        start(folder, **change)
    assert words in caught.value.message
    assert "--out" in caught.value.hint
    assert caught.value.exit_code == 6
    assert files(folder) == before


def test_changed_strategy_is_another_run(folder: Path) -> None:
    player = fake_player()
    player.source_hash = "1" * 16
    with pytest.raises(RunFolderError, match="player basic with changed sources"):
        start(folder, players=[player])


def test_changed_engine_is_another_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.runs.run.engine_version", lambda: 2)
    with pytest.raises(RunFolderError, match="engine version 2 instead of 1"):
        start(folder)


def test_folder_without_a_finished_part_may_be_started_over(tmp_path: Path) -> None:
    next(iter(start(tmp_path / "run")))
    assert (tmp_path / "run" / "run.json").exists()
    assert start(tmp_path / "run", seed=9).finish().units == 350
    assert open_run(tmp_path / "run").config.seed == 9


def test_id_names_what_changes_results() -> None:
    def config(players: int = 1, seed: int = 1, detail: Any = "none") -> str:
        return make_config(STANDARD, [fake_player()] * players, seed, "games", detail, 1).id

    assert re.fullmatch("[0-9a-f]{16}", config())
    assert config() == config(players=2) == config(players=4) == config(detail="plays")
    assert config() != config(seed=2)


def test_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("a file")
    with pytest.raises(RunFolderError, match="is a file"):
        start(tmp_path / "run")
    with pytest.raises(StorageError, match="cannot write"):
        start(tmp_path / "run" / "below").finish()
    with pytest.raises(RunFolderError, match="is not a run"):
        open_run(tmp_path / "run")


def test_folder_with_other_files(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RunFolderError, match="holds other files"):
        start(tmp_path)
    with pytest.raises(RunFolderError, match=r"no run\.json"):
        open_run(tmp_path)


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match="does not exist"):
        open_run(tmp_path / "nothing")


def test_path_that_cannot_be(tmp_path: Path) -> None:
    for use in (open_run, start):
        with pytest.raises(RunFolderError, match=r"cannot look at .*: file name too long"):
            use(tmp_path / ("x" * 300))


def test_newer_schema(folder: Path) -> None:
    info = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps(info | {"schema": SCHEMA_VERSION + 1}))
    for use in (open_run, start):
        with pytest.raises(RunFolderError, match="schema version 2, this program reads up to 1") as caught:
            use(folder)
        assert "update" in caught.value.hint


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"schema": 1}', '{"schema": "x"}', "null", "\x80", "SIZE"])
def test_damaged_run_json(folder: Path, text: str) -> None:
    if text == "SIZE":
        forge(folder, {"part_size": 0})
        text = (folder / "run.json").read_text()
    (folder / "run.json").write_text(text, encoding="latin-1")
    for use in (open_run, start):
        with pytest.raises(RunFolderError, match=r"run\.json is damaged"):
            use(folder)


@pytest.mark.parametrize(
    "change",
    [
        {"rules": {"no_such_rule": 1}},
        {"rules": {"target": -1}},
        {"players": [{}]},
        {"players": 3},
        {"seed": None},
    ],
)
def test_run_json_that_describes_no_run(folder: Path, change: dict[str, Any]) -> None:
    config = json.loads((folder / "run.json").read_text())["config"] | change
    if change == {"seed": None}:
        del config["seed"]
    forge(folder, {"config": config})
    with pytest.raises(RunFolderError, match="does not describe a run"):
        open_run(folder)


def test_part_of_another_run(folder: Path, tmp_path: Path) -> None:
    start(tmp_path / "other", seed=8).finish()
    stray = tmp_path / "other" / "tally" / "part-00001.parquet"
    (folder / "tally" / "part-00001.parquet").write_bytes(stray.read_bytes())
    with pytest.raises(RunFolderError, match=r"tally/part-00001\.parquet belongs to another run"):
        open_run(folder)
    before = files(folder)
    assert start(folder).finish().played == PART
    assert files(folder) != before


def test_copied_part_is_not_counted_twice(folder: Path) -> None:
    for table in ("games", "hands", "plays", "tally"):
        copy = (folder / table / "part-00001.parquet").read_bytes()
        (folder / table / "part-00002.parquet").write_bytes(copy)
    with pytest.raises(RunFolderError, match=r"tally/part-00002\.parquet holds the part that belongs in part-00001"):
        open_run(folder)
    assert start(folder).finish().summary.units == 350
    assert open_run(folder).games().game.tolist() == list(range(350))


def test_run_of_any_length_starts_at_once(tmp_path: Path) -> None:
    events = iter(start(tmp_path / "run", games=10**12))
    assert next(events).total == 10**12
    events.close()


def test_foreign_parquet_file(folder: Path) -> None:
    pl.DataFrame({"a": [1]}).write_parquet(folder / "tally" / "part-00001.parquet")
    with pytest.raises(RunFolderError, match="was not written by euchre-sim"):
        open_run(folder)


def test_folder_in_use(folder: Path) -> None:
    config = start(folder).config
    held = open_folder(folder, config, 350, PART)
    with pytest.raises(RunFolderError, match="another process is writing"):
        start(folder).finish()
    held.close()
    start(folder).finish()


@pytest.mark.parametrize("moment", ["run.json", "hands"])
def test_unwritable_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    replace = Path.replace

    def refuse(path: Path, target: Path) -> Path:
        if moment in str(target):
            raise PermissionError(13, os.strerror(13))
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(StorageError, match=r"cannot write .*: permission denied") as caught:
        start(tmp_path / "run").finish()
    assert caught.value.exit_code == 7
    assert not list(tmp_path.rglob("*.partial"))
