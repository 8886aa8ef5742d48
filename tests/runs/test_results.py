"""The files of a run: their format, and reading them with plain tools."""

import json
import re
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest

from sim.errors import EuchreError, RunFolderError, UsageError
from sim.runs.results import open_run
from sim.runs.schemas import SCHEMA_VERSION, columns
from support.fake_runs import PART, STANDARD, start
from support.fakes import FakeMatch, seat_fakes
from support.places import DOCS

PAGE = DOCS / "results-format.md"
pytestmark = pytest.mark.usefixtures("fakes")


# What is in the files.


def test_tables_hold_what_was_played(folder: Path) -> None:
    part = FakeMatch(STANDARD, [], 7).play(0, 350, "plays")
    data = open_run(folder)
    for table in ("games", "hands", "plays"):
        frame = getattr(data, table)()
        wanted = getattr(part, table)
        assert list(frame.columns) == list(wanted) == [column.name for column in columns(table, STANDARD)]
        for name in wanted:
            assert frame[name].dtype == wanted[name].dtype
            assert (frame[name].to_numpy() == wanted[name]).all()


def test_files_describe_themselves(folder: Path) -> None:
    data = open_run(folder)
    for table in ("games", "hands", "plays", "tally"):
        schema = pq.read_schema(folder / table / "part-00003.parquet")
        for field, column in zip(schema, columns(table, STANDARD), strict=True):
            assert (field.name, str(field.type)) == (column.name, column.dtype)
            assert not field.nullable
            assert field.metadata[b"description"].decode() == column.about
        facts = {key.decode(): value.decode() for key, value in schema.metadata.items()}
        assert facts["euchre_sim.run"] == data.id
        assert (facts["euchre_sim.first"], facts["euchre_sim.last"]) == ("300", "350")
        assert (facts["euchre_sim.rules"], facts["euchre_sim.seed"]) == ("standard", "7")
        assert json.loads(facts["euchre_sim.players"]) == ["basic"] * 4


def test_run_json_says_how_the_run_was_made(folder: Path) -> None:
    info = json.loads((folder / "run.json").read_text())
    assert (info["schema"], info["target"], info["part_size"]) == (SCHEMA_VERSION, 350, PART)
    assert info["config"]["rules"] == STANDARD.to_dict()
    assert info["software"]["pyarrow"]
    assert info["machine"]["processors"] >= 1
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", info["created"])
    assert open_run(folder).config == start(folder).config


def test_plain_tools_agree(folder: Path) -> None:
    hands = str(folder / "hands" / "*.parquet")
    query = "select maker, count(*) n, sum(points_0) p, max(hand_1) h from {} group by maker order by maker"
    duck = duckdb.sql(query.format(f"read_parquet('{hands}')")).fetchall()
    polar = pl.read_parquet(hands).group_by("maker").agg(pl.len(), pl.col("points_0").sum(), pl.col("hand_1").max())
    frame = open_run(folder).hands().groupby("maker").agg({"game": "size", "points_0": "sum", "hand_1": "max"})
    assert duck == polar.sort("maker").rows() == list(frame.itertuples(name=None))


def test_tally_agrees_with_hands(folder: Path) -> None:
    kinds = "game % 64, dealer, maker, round, alone + 2 * (lone_defender > 0)::int, tricks, points_0, points_1"
    counted = f"select {kinds}, count(*) from '{folder}/hands/*.parquet' group by all order by all"
    stored = f"select * exclude hands, sum(hands)::bigint from '{folder}/tally/*.parquet' group by all order by all"
    assert duckdb.sql(counted).fetchall() == duckdb.sql(stored).fetchall()


@pytest.mark.parametrize("detail", ["none", "games", "hands", "plays"])
def test_detail_chooses_tables(tmp_path: Path, detail: str) -> None:
    start(tmp_path / "run", detail=detail).finish()
    there = {path.name for path in (tmp_path / "run").iterdir() if path.is_dir()}
    order = ("none", "games", "hands", "plays")
    assert there == {"tally", *order[1 : order.index(detail) + 1]}


def test_rows_that_are_not_the_documented_ones_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Wide(FakeMatch):
        def play(self, *args: Any, **options: Any) -> Any:
            part = super().play(*args, **options)
            part.hands["maker"] = part.hands["maker"].astype(np.int16)
            return part

    seat_fakes(monkeypatch, Wide)
    with pytest.raises(ValueError, match=r"hands table.*maker"):
        start(tmp_path / "run").finish()


def documented() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("code", documented(), ids=range(len(documented())))
def test_documented_code_runs(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    start(tmp_path / "runs" / "a").finish()
    start(tmp_path / "runs" / "games", detail="games").finish()
    start(tmp_path / "runs" / "single", hands=500, detail="hands").finish()
    exec(compile(code, str(PAGE), "exec"), {})


@pytest.mark.parametrize("table", ["games", "hands", "plays", "tally"])
def test_every_column_is_documented(table: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    section = text.partition(f"## `{table}/`")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]+) \| (\w+) \|", section, re.MULTILINE)
    found = [(name, kind) for names, kind in rows for name in re.findall(r"`(\w+)`", names)]
    assert found == [(column.name, column.dtype) for column in columns(table, STANDARD)]


# Reading.


def test_columns_can_be_chosen(folder: Path) -> None:
    data = open_run(folder)
    assert list(data.hands(["tricks", "game"]).columns) == ["tricks", "game"]
    with pytest.raises(UsageError, match="the hands table has no column 'trick'") as caught:
        data.hands(["trick"])
    assert "tricks" in caught.value.hint


@pytest.mark.parametrize("rows", [1000, 7])
def test_streamed_hands_are_the_hands(folder: Path, rows: int) -> None:
    data = open_run(folder)
    batches = list(data.iter_hands(["tricks", "game"], rows))
    assert max(batch.num_rows for batch in batches) <= rows
    frame = data.hands(["tricks", "game"])
    for name in frame.columns:
        assert np.concatenate([batch.column(name).to_numpy() for batch in batches]).tolist() == frame[name].tolist()


@pytest.mark.parametrize(
    ("options", "table", "hint"),
    [
        ({"detail": "games"}, "hands", "--detail hands"),
        ({"detail": "none"}, "games", "--detail games"),
        ({"detail": "hands", "hands": 500}, "games", "it has the tables hands, tally"),
    ],
)
def test_table_that_was_not_recorded(tmp_path: Path, options: dict[str, Any], table: str, hint: str) -> None:
    start(tmp_path / "run", **options).finish()
    with pytest.raises(RunFolderError, match=f"no {table} table") as caught:
        getattr(open_run(tmp_path / "run"), table)()
    assert hint in caught.value.hint


def test_run_without_a_part_is_empty(tmp_path: Path) -> None:
    next(iter(start(tmp_path / "run")))
    data = open_run(tmp_path / "run")
    assert (data.units, data.complete, data.tally().hands, data.totals().games) == (0, False, 0, 0)
    assert list(data.hands().columns) == [column.name for column in columns("hands", STANDARD)]
    assert len(data.games()) == 0
    assert not list(data.iter_hands())


def test_errors_are_sentences_with_hints(folder: Path) -> None:
    (folder / "run.json").unlink()
    with pytest.raises(EuchreError) as caught:
        open_run(folder)
    assert str(caught.value) == f"{folder} is not a run: it has no run.json\n\nhint: give the folder that --out named"
