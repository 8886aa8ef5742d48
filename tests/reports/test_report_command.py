"""The command `report`: what it writes, several runs side by side, and every way it can go wrong."""

import csv
import errno
import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from reports.api import load_run
from reports.run import TABLE_NAMES
from sim.errors import EuchreError, RunFolderError, StorageError, UsageError
from sim.rules.presets import preset
from sim.runs.run import run
from support.command_line import unwrapped
from support.envelope import result
from support.made_runs import Made


def report(*arguments: str | Path) -> str:
    """Runs the command and returns what it prints; errors come out as exceptions."""
    return unwrapped("report", "-q", *map(str, arguments)).stdout.strip()


def test_folder_holds_the_page_the_tables_and_the_charts(runs: dict[str, Made], tmp_path: Path) -> None:
    out = tmp_path / "report"
    assert report(runs["standard"].folder, "--out", out) == str(out / "index.html")
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "Euchre: standard, basic against cautious" in page
    names = {path.stem for path in (out / "tables").glob("*.csv")}
    assert names == {path.stem for path in (out / "tables").glob("*.parquet")}
    # Two-handed lone defences and deals played again are not part of this run.
    assert names == set(TABLE_NAMES) - {"lone_defences", "same_deals", "card_costs"}
    for path in (out / "tables").glob("*.csv"):
        frame = pd.read_parquet(path.with_suffix(".parquet"))
        rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
        assert len(rows) == len(frame) > 0
        assert {"mean", "se", "lo", "hi", "n", "unit", "measure"} <= set(rows[0])
        assert f'href="tables/{path.name}"' in page
    charts = set(re.findall(r'data-chart="([^"]+)"', page))
    assert charts == {path.stem for path in (out / "charts").glob("*.svg")}
    assert all(path.read_text(encoding="utf-8").startswith("<svg") for path in (out / "charts").glob("*.svg"))
    assert "http-equiv" in page and not re.search(r"(?:src|href)=\"(?:https?:)?//", page)


@pytest.mark.nightly
def test_page_says_who_played_what(runs: dict[str, Made], tmp_path: Path) -> None:
    made = runs["cutthroat"]
    report(made.folder, "--out", tmp_path / "r")
    page = (tmp_path / "r" / "index.html").read_text(encoding="utf-8")
    loaded = made.load()
    for told in (
        "cutthroat",
        "player 0: basic",
        "player 1: random",
        "1\u00a0500 games",
        loaded.id,
        loaded.config.rules.id(),
    ):
        assert told in page
    assert "partner" not in page.partition("<script")[0].replace("dealer_partner_order", "")


@pytest.mark.nightly
def test_markdown_and_json(runs: dict[str, Made], tmp_path: Path) -> None:
    made = runs["two-handed"]
    out = tmp_path / "md"
    assert report(made.folder, "--out", out, "--format", "md", "--section", "seats,scores") == str(out / "report.md")
    text = (out / "report.md").read_text(encoding="utf-8")
    assert "## Seats" in text and "## Ordering" not in text
    assert all((out / link).is_file() for link in re.findall(r"\]\((charts/[^)]+)\)", text))
    widths = {len(re.findall(r"(?<!\\)\|", line)) for line in text.splitlines() if line.startswith("| maker")}
    assert len(widths) == 1
    report(made.folder, "--out", tmp_path / "json", "--format", "json")
    data = json.loads((tmp_path / "json" / "report.json").read_text(encoding="utf-8"))
    assert data["runs"][0]["id"] == made.load().id
    assert data["tables"]["seats"][0].keys() >= {"seat", "measure", "mean", "se", "lo", "hi", "n"}
    assert data["sections"][1]["missing"] == ["Nobody may play alone in this game."]


@pytest.mark.nightly
def test_two_runs_stand_side_by_side(runs: dict[str, Made], tmp_path: Path) -> None:
    a, b = runs["hands"], runs["other hands"]
    out = tmp_path / "both"
    report(a.folder, b.folder, "--out", out, "--section", "ordering", "--section", "seats")
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "cautious less basic" in page and "saw the same deals" in page
    apart = pd.read_csv(out / "tables" / "ordering_by_seat-difference.csv")
    together = pd.read_csv(out / "tables" / "ordering_by_seat.csv")
    cell = "round == 1 and seat == 4 and measure == 'ordered'"
    first, second = together.query(cell)["mean"]
    told = apart.query(cell).iloc[0]
    assert told["mean"] == pytest.approx(second - first)
    assert told["run"] == "cautious less basic"
    # The same deals: the difference is surer than each of the numbers alone would make it.
    errors = together.query(cell)["se"]
    assert told["se"] < 0.8 * (errors.iloc[0] ** 2 + errors.iloc[1] ** 2) ** 0.5


@pytest.mark.nightly
def test_single_hands_have_no_games(runs: dict[str, Made], tmp_path: Path) -> None:
    report(runs["hands"].folder, "--out", tmp_path / "r")
    page = (tmp_path / "r" / "index.html").read_text(encoding="utf-8")
    assert "Games and scores need whole games: play with `--games`." in page
    assert "--hand " in page and "--game " not in page.partition("<nav")[2].partition("<script")[0]


def test_examples_show_hands_of_their_cells(runs: dict[str, Made]) -> None:
    frame = runs["standard"].load().ordering("trumps")
    row = frame[(frame["round"] == 1) & (frame.seat == 2) & (frame.trumps == 3) & (frame.bowers == 1)].iloc[0]
    words = row["example"].split()
    assert words[:2] == ["euchre-sim", "show"]
    done = unwrapped(*words[1:], "--json")
    trace = result(done.stdout)
    assert trace["maker"] is not None
    orders = [bid for bid in trace["bids"] if bid["action"] in ("order", "assist", "take")]
    assert orders[0]["round"] == 1 and "assist" in orders[0]["action"]


def test_report_stands_beside_its_run_and_may_be_made_again(runs: dict[str, Made], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(runs["two-handed"].folder, folder)
    out = tmp_path / "run-report"
    assert report(folder, "--section", "seats") == str(out / "index.html")
    before = {path.relative_to(out) for path in out.rglob("*") if path.is_file()}
    report(folder, "--section", "scores")
    after = {path.relative_to(out) for path in out.rglob("*") if path.is_file()}
    assert Path("tables/seats.csv") in before - after
    assert Path("tables/chances.csv") in after - before


def wrong(kind: type[EuchreError], words: str, *arguments: str | Path) -> EuchreError:
    with pytest.raises(kind, match=words) as caught:
        report(*arguments)
    assert caught.value.hint
    return caught.value


def test_wrong_options(runs: dict[str, Made], tmp_path: Path) -> None:
    folder = runs["standard"].folder
    out = ("--out", tmp_path / "r")
    assert "html" in wrong(UsageError, "unknown --format: 'htm'", folder, "--format", "htm", *out).hint
    assert "loners" in wrong(UsageError, "unknown --section: 'loner'", folder, "--section", "loner", *out).hint
    wrong(UsageError, "--counterfactual is not a number: many", folder, "--counterfactual", "many", *out)
    wrong(UsageError, "games of 2 and 4 players", folder, runs["two-handed"].folder, *out)
    assert not (tmp_path / "r").exists()


def test_folder_that_is_no_run(tmp_path: Path) -> None:
    wrong(RunFolderError, "does not exist", tmp_path / "nowhere")
    wrong(RunFolderError, r"is not a run: it has no run\.json", tmp_path)


def test_run_of_a_newer_program(runs: dict[str, Made], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(runs["standard"].folder, folder)
    info = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps(info | {"schema": 99}))
    assert "update" in wrong(RunFolderError, "schema version 99", folder).hint


@pytest.mark.parametrize("table", ["games", "hands", "plays"])
def test_damaged_part_is_named(runs: dict[str, Made], tmp_path: Path, table: str) -> None:
    folder = tmp_path / "run"
    shutil.copytree(runs["standard"].folder, folder)
    part = folder / table / "part-00001.parquet"
    whole = part.read_bytes()
    part.write_bytes(whole[: len(whole) // 2])
    wrong(RunFolderError, f"{table}/part-00001.parquet is damaged", folder, "--out", tmp_path / "r")
    # The size is right, the bytes are not: found while reading.
    part.write_bytes(whole[:4] + bytes(len(whole) // 2 - 4) + whole[len(whole) // 2 :])
    wrong(RunFolderError, f"{table}/part-00001.parquet is damaged", folder, "--out", tmp_path / "r")
    assert not (tmp_path / "r").exists()


def test_tables_that_do_not_fit_one_another(runs: dict[str, Made], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(runs["standard"].folder, folder)
    path = folder / "plays" / "part-00001.parquet"
    table = pq.read_table(path)
    pq.write_table(table.slice(5), path)
    wrong(RunFolderError, r"plays/part-00001\.parquet is damaged", folder, "--out", tmp_path / "r")


def test_empty_run(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run(preset("standard"), ["basic"], games=10, seed=1, out=folder, part_size=10).finish()
    for part in (folder / "tally").iterdir():
        part.unlink()
    wrong(RunFolderError, "has no finished part yet", folder)


def test_unfinished_run_says_so(runs: dict[str, Made], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(runs["standard"].folder, folder)
    (folder / "tally" / "part-00002.parquet").unlink()
    report(folder, "--out", tmp_path / "r", "--section", "seats")
    page = (tmp_path / "r" / "index.html").read_text(encoding="utf-8")
    assert "This run is not complete: 1\u00a0400 of 1\u00a0500 games" in page


@pytest.mark.parametrize("detail", ["none", "games", pytest.param("hands", marks=pytest.mark.nightly)])
def test_run_that_recorded_less(tmp_path: Path, detail: str) -> None:
    folder = tmp_path / "run"
    run(preset("standard"), ["basic"], games=200, seed=1, out=folder, detail=detail).finish()  # type: ignore[arg-type]
    report(folder, "--out", tmp_path / "r")
    page = (tmp_path / "r" / "index.html").read_text(encoding="utf-8")
    assert "Leads need every trick" in page
    assert ("Ordering needs a row a hand" in page) == (detail != "hands")
    with pytest.raises(RunFolderError, match="has no plays table"):
        load_run(folder).leads()


def test_folder_with_other_files_is_left_alone(runs: dict[str, Made], tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    wrong(StorageError, "holds other files than a report", runs["standard"].folder, "--out", tmp_path)
    wrong(StorageError, "is a file", runs["standard"].folder, "--out", tmp_path / "mine.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_names_of_players_and_folders_are_escaped(tmp_path: Path) -> None:
    folder = tmp_path / "<b>&run"
    run(preset("standard"), ["basic{alone=400}"], games=100, seed=1, out=folder).finish()
    report(folder, "--out", tmp_path / "r", "--section", "seats")
    page = (tmp_path / "r" / "index.html").read_text(encoding="utf-8")
    assert "<b>&run" not in page
    assert "&lt;b&gt;&amp;run" in page


def test_names_are_no_markup_and_no_formulas(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("=HYPERLINK(1)|*b* <i>_`", "@b|[x](y)", "-1+2")]
    for number, folder in enumerate(folders):
        run(preset("standard"), ["basic"], games=60, seed=number, out=folder).finish()
    report(*folders, "--out", tmp_path / "r", "--section", "seats", "--format", "md")
    text = (tmp_path / "r" / "report.md").read_text(encoding="utf-8")
    assert "\\*b\\* \\<i\\>\\_\\`" in text and "@b\\|\\[x\\](y)" in text
    for line in text.splitlines():
        if line.startswith("| "):
            assert len(re.findall(r"(?<!\\)\|", line)) == len(re.findall(r"(?<!\\)\|", _head_of(text, line)))
        assert not re.search(r"(?<!\\)[*`<\[]", line.replace("**", "").replace("![", "")) or "](charts/" in line
    for path in (tmp_path / "r" / "tables").glob("*.csv"):
        for row in csv.reader(io.StringIO(path.read_text(encoding="utf-8"))):
            for cell in row:
                assert not cell.startswith(("=", "@")) and not re.match(r"[-+](?![\d.]+(e-?\d+)?$)", cell)
    told = pd.read_parquet(tmp_path / "r" / "tables" / "seats.parquet").run.unique()
    assert list(told) == [folder.name for folder in folders], "names are only changed where they would be run"


def _head_of(text: str, line: str) -> str:
    """The head of the table that a line belongs to."""
    lines = text.splitlines()
    place = lines.index(line)
    while lines[place - 1].startswith("| "):
        place -= 1
    return lines[place]


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("room", [0, 3, 11])
def test_full_disk_leaves_no_half_report(
    runs: dict[str, Made], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    arguments = (runs["two-handed"].folder, "--out", tmp_path / "r", "--section", "seats")

    def full(after: int) -> None:
        left = [after]

        def write(path: Path, data: bytes) -> int:
            left[0] -= 1
            with path.open("wb") as file:
                file.write(data if left[0] >= 0 else data[: len(data) // 2])
            if left[0] < 0:
                raise OSError(errno.ENOSPC, "No space left on device")
            return len(data)

        monkeypatch.setattr(Path, "write_bytes", write)

    full(room)
    wrong(StorageError, "cannot write the report to .*: no space left on device", *arguments)
    assert not (tmp_path / "r").exists()
    monkeypatch.undo()
    report(*arguments)
    before = files_in(tmp_path / "r")
    full(room)
    wrong(StorageError, "no space left", *arguments[:-1], "scores")
    assert files_in(tmp_path / "r") == before, "the earlier report is not whole any more"
    monkeypatch.undo()
    report(*arguments[:-1], "scores")
    assert not any("seats" in name for name in files_in(tmp_path / "r"))


def test_report_that_was_killed_does_not_stand_in_the_way(runs: dict[str, Made], tmp_path: Path) -> None:
    left = tmp_path / "r" / ".euchre-sim-report-1" / "tables"
    left.mkdir(parents=True)
    (left / "seats.csv").write_text("half")
    report(runs["two-handed"].folder, "--out", tmp_path / "r", "--section", "seats")
    assert not (tmp_path / "r" / ".euchre-sim-report-1").exists()
    assert (tmp_path / "r" / "index.html").is_file()


def test_no_network_and_no_compiler_are_loaded() -> None:
    code = (
        "import sys; import reports.pages.report, reports.sections.sections, reports.run; print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
