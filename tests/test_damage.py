"""No flipped bit, no foreign value and no odd file changes a number unseen, hangs, or ends in a traceback."""

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sim.presets import preset
from sim.run import run
from tests.damage import flip, noticed, read_all
from tests.fakes import fake_player, seat_fakes

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


@pytest.mark.parametrize("table", ["games", "hands", "plays"])
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


@pytest.mark.parametrize("seed", range(3))
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
