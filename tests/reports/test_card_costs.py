"""`report --hindsight`: what cards cost with all cards in sight, against hands looked at again one by one."""

import csv
import io
import json
from collections import defaultdict
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from euchre_sim import hindsight, report, show_run
from reports.api import LoadedRun, load_run
from reports.counting.play_counts import ROLES
from reports.tables.card_costs import PLACES
from sim.errors import RunFolderError, UsageError
from sim.rules.presets import preset
from sim.runs.results import RunData
from sim.runs.run import run
from sim.solver.played import play_costs
from support.command_line import called, unwrapped
from support.made_runs import Made

GAMES = ["standard", "lone defences", "two-handed", "cutthroat", "british", "no-trump"]
HANDS = 70
Cell = tuple[str, str, int]


def costed(made: Made, hands: int) -> LoadedRun:
    """A run whose first hands are looked at again."""
    loaded = made.load()
    loaded.cost_cards(lambda rows, plays: play_costs(made.rules, rows, plays), hands)
    return loaded


def one_by_one(made: Made, hands: int) -> tuple[dict[Cell, list[float]], int]:
    """The costs of all cards but those of last tricks, by cell, from `show_run` and `hindsight`."""
    found: dict[Cell, list[float]] = defaultdict(list)
    players, left, game = made.rules.players, hands, 0
    while left:
        for trace in show_run(made.folder, game=game):
            if trace.maker is None or not left:
                continue
            left -= 1
            for number, row in enumerate(hindsight(trace).plays[:-1], 1):
                for place, play in enumerate(row):
                    role = ROLES[players][(play.seat.number - trace.maker.number) % players]
                    for who in ("everybody", role):
                        for where in ("any", PLACES[place]):
                            for when in (0, number):
                                found[who, where, when].append(play.cost)
        game += 1
    return found, hands


@pytest.mark.parametrize("game", GAMES)
def test_costs_are_those_of_each_hand(runs: dict[str, Made], game: str) -> None:
    wanted, hands = one_by_one(runs[game], HANDS)
    frame = costed(runs[game], HANDS).frame("card_costs")
    found = {
        (row.player, row.place, row.trick, row.measure): (row.mean, row.n) for row in frame.itertuples(index=False)
    }
    assert {key[:3] for key in found} == set(wanted)
    for cell, costs in wanted.items():
        assert found[*cell, "cost"] == pytest.approx((np.mean(costs), len(costs)))
        assert found[*cell, "costly"] == pytest.approx((np.mean([cost > 0 for cost in costs]), len(costs)))
        assert found[*cell, "per_hand"] == pytest.approx((sum(costs) / hands, hands))
    assert found["everybody", "any", 0, "cost"][0] > 0
    known = frame[frame["lo"].notna()]
    assert len(known) > 50 and (known["lo"] <= known["mean"]).all() and (known["mean"] <= known["hi"]).all()


def test_an_example_is_a_hand_with_such_a_card(runs: dict[str, Made]) -> None:
    frame = costed(runs["standard"], HANDS).frame("card_costs")
    row = frame[(frame.player == "everybody") & (frame.place == "second") & (frame.trick == 0)].iloc[0]
    assert row.example.endswith("--open")
    game, hand = (int(row.example.split(f"--{name} ")[1].split()[0]) for name in ("game", "hand"))
    (trace,) = show_run(runs["standard"].folder, game=game, hand=hand)
    assert any(plays[1].cost > 0 for plays in hindsight(trace).plays[:-1])
    free = frame[(frame.measure == "costly") & (frame["mean"] == 0)]
    assert len(free) and (free.example == "").all()


def test_all_hands_where_there_are_fewer(runs: dict[str, Made]) -> None:
    made = runs["cutthroat"]
    played = int((RunData.hands(made.load())["maker"] > 0).sum())
    frame = costed(made, 10**9).frame("card_costs")
    every = frame[(frame.measure == "per_hand") & (frame.player == "everybody") & (frame.place == "any")]
    assert (every.n == played).all()
    # More than one part, and a number that ends within one.
    some = costed(made, played - 5).frame("card_costs")
    assert (some[some.measure == "per_hand"].n == played - 5).all()


@pytest.mark.nightly
def test_the_command_writes_tables_and_charts(runs: dict[str, Made], tmp_path: Path) -> None:
    out = tmp_path / "r"
    unwrapped(
        "report", "-q", str(runs["standard"].folder), "--hindsight", "300", "--section", "play", "--out", str(out)
    )
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "From the first 300 hands that were played." in page and "It is hindsight, which no player has" in page
    rows = list(csv.DictReader(io.StringIO((out / "tables" / "card_costs.csv").read_text("utf-8"))))
    frame = pd.read_parquet(out / "tables" / "card_costs.parquet")
    pd.testing.assert_frame_equal(
        frame.drop(columns="example"), costed(runs["standard"], 300).frame("card_costs").drop(columns="example")
    )
    assert len(rows) == len(frame)
    assert {"card-costs-place", "card-costs-trick"} <= {path.stem for path in (out / "charts").glob("*.svg")}
    again = report(runs["standard"].folder, tmp_path / "j", sections="play", format="json", hindsight=300)
    body = json.loads(again.main.read_text(encoding="utf-8"))
    assert len(body["tables"]["card_costs"]) == len(frame)
    plain = report(runs["standard"].folder, tmp_path / "p", sections="play", format="md").main.read_text("utf-8")
    assert "add `--hindsight 20k`" in plain and "card_costs" not in plain


def test_runs_side_by_side(runs: dict[str, Made], tmp_path: Path) -> None:
    both = [runs["standard"].folder, runs["no-trump"].folder]
    written = report(both, tmp_path / "two", sections="play", format="md", hindsight=200)
    assert "200 hands of " in written.main.read_text("utf-8")
    assert {"tables/card_costs.csv", "tables/card_costs-difference.csv"} <= set(written.files)


def test_what_cannot_be_told(runs: dict[str, Made], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not known where fast_break = on"):
        report(runs["house scores"].folder, tmp_path / "x", hindsight=10)
    run(preset("standard"), ["basic"], games=20, seed=1, out=tmp_path / "run").finish()
    with pytest.raises(RunFolderError, match="has no plays table"):
        report(tmp_path / "run", tmp_path / "x", hindsight=10)
    assert not (tmp_path / "x").exists()
    with pytest.raises(RunFolderError, match=r"no cards of .* were looked at again"):
        load_run(runs["standard"].folder).frame("card_costs")
    done = called(f"report {runs['standard'].folder} --hindsight many -q --out {tmp_path / 'x'}")
    assert done.exit_code == 2 and "--hindsight is not a number: many" in done.stderr
