"""Every damaged file of a run is named, and the parts that have to be made again are made again, and no others."""

import hashlib
import random
from pathlib import Path

import pytest

from sim.errors import Interrupted, RunFolderError
from sim.runs.info import run_info
from sim.runs.parts import write_part
from sim.runs.repair import repair_run
from sim.runs.results import open_run
from sim.runs.verify import damage_error, verify_run
from support.fake_runs import STANDARD, files, start
from support.fakes import fake_player

pytestmark = pytest.mark.usefixtures("fakes")


@pytest.fixture(autouse=True)
def _players(fakes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.runs.repair.load", lambda spec: fake_player(spec))
    for name in ("open_match", "points_table", "engine_version"):
        monkeypatch.setattr(f"sim.runs.repair.{name}", getattr(__import__("sim.runs.run").runs.run, name))


def flip(path: Path, seed: int = 0) -> None:
    data = bytearray(path.read_bytes())
    data[random.Random(seed).randrange(len(data))] ^= 8
    path.write_bytes(data)


def test_a_whole_run(folder: Path) -> None:
    before = files(folder)
    found = verify_run(folder).finish()
    assert found.whole and not found.missing and damage_error(found) is None
    assert (found.parts, found.files, found.bytes) == (4, 16, sum(map(len, before.values())))
    assert found.to_text().startswith("read       4 parts, 16 files, ")
    assert repair_run(folder).finish().made == ()
    assert files(folder) == before


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 20))])
def test_a_flipped_bit_in_any_file_is_named_and_mended(folder: Path, seed: int) -> None:
    before = files(folder)
    name = random.Random(seed).choice(sorted(before))
    flip(folder / name, seed)
    found = verify_run(folder).finish()
    changed = files(folder)
    if not name.startswith("tally") or found.damaged:
        assert [damage.file for damage in found.damaged] == [name]
        assert found.damaged[0].what.startswith(name)
        error = damage_error(found)
        assert error is not None and error.exit_code == 6
        assert files(folder) == changed  # nothing is changed by looking
        done = repair_run(folder).finish()
        assert [span.file for span in done.made] == [name.split("/")[1]]
        assert files(folder) == before
    else:  # a bit of the file's own bookkeeping, which changes nothing that it says
        assert start(folder).finish().summary == start(folder).finish().summary


def test_every_damaged_file_is_named(folder: Path) -> None:
    before = files(folder)
    wrong = ["games/part-00001.parquet", "hands/part-00001.parquet", "plays/part-00003.parquet"]
    for name in wrong:
        flip(folder / name)
    (folder / "tally" / "part-00000.parquet").write_bytes(b"nothing of ours")
    (folder / "plays" / "part-00002.parquet").unlink()
    found = verify_run(folder).finish()
    named = sorted([*wrong, "tally/part-00000.parquet", "plays/part-00002.parquet"])
    assert sorted(damage.file for damage in found.damaged) == named
    assert [span.index for span in found.damaged_parts] == [0, 1, 2, 3]
    assert "has 5 damaged files; parts that have to be made again: 4 of 4" in str(damage_error(found))
    assert [line.split()[1] for line in found.to_text().splitlines()[:-1]] == [damage.file for damage in found.damaged]
    repair_run(folder).finish()
    assert files(folder) == before


def test_values_that_the_rules_cannot_give_are_damage(folder: Path) -> None:
    before = files(folder)
    run = open_run(folder)
    (sums,) = (sums for sums in run._sums if sums.span.index == 1)
    tables = {table: run.part(table, sums.span) for table in ("games", "hands", "plays")}
    tables["hands"] = tables["hands"] | {"upcard": tables["hands"]["upcard"] * 0}
    from sim.runs.folder import file_metadata

    write_part(folder, STANDARD, file_metadata(run.config), tables, sums)
    (damage,) = verify_run(folder).finish().damaged
    assert damage.what == "hands/part-00001.parquet is damaged: its column upcard has no card of the pack"
    repair_run(folder).finish()
    assert files(folder) == before


def test_what_is_missing_is_told_and_left_alone(folder: Path) -> None:
    (folder / "tally" / "part-00001.parquet").unlink()
    (folder / "tally" / "part-00003.parquet").unlink()
    flip(folder / "games" / "part-00002.parquet")
    found = verify_run(folder).finish()
    assert [(gap.first, gap.last) for gap in found.missing] == [(100, 200), (300, 350)]
    assert "hands/part-00001.parquet" in found.leftovers
    assert [span.index for span in repair_run(folder).finish().made] == [2]
    left = verify_run(folder).finish()
    assert left.whole and len(left.missing) == 2
    assert "is not complete: 150 games are not there yet" in str(damage_error(left))


def test_a_tally_that_has_no_place_here(folder: Path) -> None:
    data = (folder / "tally" / "part-00001.parquet").read_bytes()
    for name in ("part-00009.parquet", "part-1.parquet", "part-x.parquet"):
        (folder / "tally" / name).write_bytes(data)
    found = verify_run(folder).finish()
    assert [(damage.file, damage.span) for damage in found.damaged] == [
        ("tally/part-1.parquet", None),
        ("tally/part-x.parquet", None),
        ("tally/part-00009.parquet", None),
    ]
    before = hashlib.sha256(repr(sorted(files(folder))).encode()).digest()
    assert repair_run(folder).finish().made == ()
    assert hashlib.sha256(repr(sorted(files(folder))).encode()).digest() == before


def test_a_shard_is_looked_at_as_such(tmp_path: Path) -> None:
    start(tmp_path / "shard", games=850, shard="2/3").finish()
    before = files(tmp_path / "shard")
    assert damage_error(verify_run(tmp_path / "shard").finish()) is None
    flip(tmp_path / "shard" / "hands" / "part-00004.parquet")
    assert [span.index for span in repair_run(tmp_path / "shard").finish().made] == [4]
    assert files(tmp_path / "shard") == before
    info = run_info(tmp_path / "shard")
    assert "--shard 2/3" in info.command
    assert info.to_dict()["shard"] == "2/3" and info.to_dict()["complete"]


def test_a_run_whose_player_has_changed_is_not_repaired(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flip(folder / "hands" / "part-00001.parquet")
    before = files(folder)
    player = fake_player()
    player.source_hash = "1" * 16
    monkeypatch.setattr("sim.runs.repair.load", lambda spec: player)
    with pytest.raises(RunFolderError, match="what would play it now has player basic with changed"):
        repair_run(folder).finish()
    assert files(folder) == before


def test_stopping(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Interrupted):
        verify_run(folder, stop=lambda: True).finish()
    flip(folder / "hands" / "part-00001.parquet")
    with pytest.raises(Interrupted):
        repair_run(folder, stop=lambda: True).finish()


def test_a_run_json_that_promises_a_million_million_games(folder: Path) -> None:
    from support.damage import forge

    forge(folder, {"target": 10**12, "part_size": 100})
    found = verify_run(folder).finish()
    # The last part is shorter than it would be in so long a run.
    assert [damage.file for damage in found.damaged] == ["tally/part-00003.parquet"]
    assert [(gap.first, gap.last) for gap in found.missing] == [(400, 10**12)]
