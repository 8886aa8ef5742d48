"""The summary against plain pandas over the rows of the same run, for two, three and four players."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.rules.presets import preset
from sim.runs.results import open_run
from sim.runs.run import run
from sim.runs.summary import Summary, summarise, summarise_run
from sim.runs.tally import BLOCKS, CODES, GameTotals, counts_from_rows, decode, from_counts, from_rows, to_rows
from support.agreement import assert_agrees, value, with_makers
from support.fakes import FakeMatch, fake_player, score_table, seat_fakes

STANDARD = preset("standard")
# Made-up tables have no dummy.
RULES = {2: preset("two-handed"), 3: preset("cutthroat").with_changes({"cutthroat_dummy": "none"}), 4: STANDARD}
GAMES = 3000


@pytest.fixture(autouse=True)
def _fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_fakes(monkeypatch)


def played(folder: Path, players: int = 4, unit: str = "games", units: int = GAMES) -> Summary:
    rules = RULES[players]
    seats = [fake_player(name) for name in ("basic", "cautious", "random")[: rules.teams]]
    return run(rules, seats, **{unit: units}, seed=11, out=folder, threads=2, part_size=1000).finish().summary


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_number_is_that_of_the_rows(tmp_path: Path, players: int) -> None:
    summary = played(tmp_path / "run", players)
    data = open_run(tmp_path / "run")
    assert len(data.games()) == GAMES
    assert_agrees(summary, data)


def test_intervals_come_from_blocks_of_games(tmp_path: Path) -> None:
    summary = played(tmp_path / "run")
    hands = with_makers(open_run(tmp_path / "run").hands(), 4, 2)
    blocks = hands.assign(net=hands.points_0 - hands.points_1).groupby("block").net.agg(["sum", "count"])
    ratio = blocks["sum"].sum() / blocks["count"].sum()
    # The ratio's linearised error, near the jackknife's for blocks of so many hands.
    rest = blocks["sum"] - ratio * blocks["count"]
    linear = np.sqrt((rest**2).sum() * BLOCKS / (BLOCKS - 1)) / blocks["count"].sum()
    assert summary.difference[0].se == pytest.approx(linear, rel=0.01)


def test_single_hands(tmp_path: Path) -> None:
    summary = played(tmp_path / "run", unit="hands", units=5000)
    hands = open_run(tmp_path / "run").hands()
    assert summary.games is None
    assert summary.units == summary.hands == len(hands) == 5000
    assert hands.points_0.mean() == value(summary.points[0])
    assert not (tmp_path / "run" / "games").exists()
    assert "game" not in summary.to_text().splitlines()[1]


def test_summary_of_the_folder_is_that_of_the_run(tmp_path: Path) -> None:
    summary = played(tmp_path / "run")
    assert summarise_run(open_run(tmp_path / "run")) == summary


def test_detail_changes_no_number(tmp_path: Path) -> None:
    full = played(tmp_path / "run")
    bare = run(STANDARD, [fake_player("basic"), fake_player("cautious")], games=GAMES, seed=11, part_size=700).finish()
    assert bare.summary == full


@pytest.mark.parametrize("players", [2, 3, 4])
def test_dict_is_json_and_keeps_its_keys(tmp_path: Path, players: int) -> None:
    data = played(tmp_path / "run", players).to_dict()
    again = json.loads(json.dumps(data, allow_nan=False))
    assert list(again) == [
        "run_id", "rules", "players", "sides", "seed", "unit", "units", "hands",
        "games", "points", "difference", "dealer", "thrown_in", "lone_defence", "jambone", "calls", "bids",
    ]  # fmt: skip
    assert list(again["games"]) == ["won", "tied", "scores", "length", "slams", "counted"]
    assert list(again["dealer"]) == ["points", "others", "difference", "share"]
    assert list(again["thrown_in"]) == ["value", "se", "lo", "hi", "n", "unit", "method"]
    assert list(again["calls"][0]) == [
        "round", "seat", "called", "made", "marched", "euchred",
        "lone", "lone_made", "lone_marched", "lone_euchred", "points", "net",
    ]  # fmt: skip


def forfeits(**changes: Any) -> np.ndarray:
    counts = np.zeros((BLOCKS, CODES), np.int64)
    codes = [dealer * (CODES // 6) for dealer in range(4)]
    counts[:, codes] = [1, 10, 100, 1000]
    return from_counts(counts, STANDARD.with_changes(changes), score_table()).points


def test_thrown_in_hand_gives_a_point_only_where_the_dealer_pays_for_it() -> None:
    assert forfeits().tolist() == [[0, 0]] * 4
    assert forfeits(stick_dealer="forfeit1").tolist() == [[0, 1], [1, 0]] * 2


def test_tally_rows_and_counts_are_the_same() -> None:
    counts = FakeMatch(STANDARD, [], 3).play(0, 500).tally
    tally = from_counts(counts, STANDARD, score_table())
    rows = to_rows(tally, STANDARD)
    assert (counts_from_rows(rows) == counts).all()
    again = from_rows(rows, STANDARD)
    for name in ("counts", "dealer", "maker", "round", "alone", "tricks", "points"):
        assert (getattr(again, name) == getattr(tally, name)).all(), name
    # Rows of several parts add up.
    twice = {name: np.concatenate([column, column]) for name, column in rows.items()}
    assert (counts_from_rows(twice) == 2 * counts).all()


def test_codes_are_the_engines() -> None:
    from sim.engine import record

    assert (record.BLOCKS, record.TALLY_CODES) == (BLOCKS, CODES)
    mine = np.stack(decode(np.arange(CODES)), axis=1)
    assert mine.tolist() == [list(record.decode_tally(code)) for code in range(CODES)]


def test_game_totals_add_up_and_survive_json() -> None:
    games = FakeMatch(STANDARD, [], 3).play(0, 500, "games").games
    first, second = ({name: column[part] for name, column in games.items()} for part in (slice(200), slice(200, None)))
    whole = GameTotals.of(games, 2)
    assert GameTotals.of(first, 2) + GameTotals.of(second, 2) + GameTotals.none(2) == whole
    assert GameTotals.from_dict(json.loads(json.dumps(whole.to_dict())), 2) == whole


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("units", [1, 2, 30, GAMES])
def test_text_is_aligned_and_names_everybody(tmp_path: Path, players: int, units: int) -> None:
    text = played(tmp_path / "run", players, units=units).to_text()
    assert text.startswith({2: "two-handed", 3: "cutthroat with ", 4: "standard"}[players])
    lines = text.splitlines()
    word = "side" if players == 4 else "player"
    assert f"{word} 1, cautious" in text
    assert ("side" in text) == (players == 4)
    assert all(line == line.rstrip() for line in lines)
    # The numbers of each block of the table of calls end in the same columns as their titles.
    table = text.partition("\n\n")[2].partition("\n\n")[2].partition("\n\ncalled:")[0].split("\n\n")
    assert len(table) > 1 and [row for block in table for row in re.split("  +", block.splitlines()[0].strip())] == [
        "called", "made", "marched", "euchred", "alone", "lone march", "net points",
    ]  # fmt: skip
    for block in table:
        rows = block.splitlines()
        assert len(rows) == 4 + 2 * players and len({len(row) for row in rows}) == 1
        assert rows[-1].split()[:2] == [str(players), "dealer"] and rows[1].startswith("both rounds  ")


def test_text_of_nothing_has_no_numbers() -> None:
    nothing = from_counts(np.zeros((BLOCKS, CODES), np.int64), STANDARD, score_table())
    from sim.runs.provenance import make_config

    config = make_config(STANDARD, [fake_player()], 1, "games", "none", 1)
    text = summarise(nothing, GameTotals.none(2), config).to_text()
    assert "0 games, 0 hands" in text
    assert "%" not in text.partition("called:")[0]
