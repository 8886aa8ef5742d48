"""Hands looked at again with all cards in sight: costs that add up, the command, and whole runs."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from euchre_sim import hindsight, preset, run, show
from euchre_sim.cli import app
from sim.errors import Interrupted
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.runs.hindsight import first_lead
from sim.runs.open_values import open_values
from sim.runs.traced import Trace
from sim.solver.payment import Payment, payments
from sim.solver.solution import solve_position
from support.envelope import flat, result


def lead(payment: Payment) -> int:
    """The makers' points less another side's."""
    return payment.makers - payment.defenders


def check(trace: Trace) -> None:
    """What a hand is worth at its first lead, less what its cards cost each side, is what it came to."""
    looked = hindsight(trace)
    assert looked.payment is not None
    assert trace.maker is not None
    sides, makers = trace.rules.teams, trace.maker.side
    lost = [looked.lost(side) * (1 if side == makers else sides - 1) for side in range(sides)]
    paid = payments(first_lead(trace))
    assert paid is not None
    end = paid[trace.tricks_won]
    assert lead(looked.payment) - lost[makers] + (sum(lost) - lost[makers]) == pytest.approx(lead(end))
    assert [len(row) for row in looked.plays] == [len(trick.cards) for trick in trace.tricks]
    assert all((play.cost >= 0 and play.trick_cost >= 0) or play.cost > 0 for row in looked.plays for play in row)
    assert all(
        (play.card in play.best) == (not play.cost and not play.trick_cost) for row in looked.plays for play in row
    )


@pytest.mark.parametrize("game", [*PRESETS, "jambone"])
def test_costs_add_up_to_what_came_of_the_hand(game: str) -> None:
    rules = preset("railroad").with_changes({"jambone": "on"}) if game == "jambone" else preset(game)
    hands = 0
    for number in range(12):
        (trace,) = show(rules, ["random"], seed=8, unit="hands", game=number)
        if trace.maker is not None and not trace.shown:
            check(trace)
            hands += 1
    assert hands > 3


def test_show_prints_the_costs() -> None:
    line = ["show", "--seed", "1", "--hand", "3", "--open", "--quiet"]
    done = CliRunner().invoke(app, line)
    assert done.exit_code == 0
    assert max(map(len, done.stdout.splitlines())) <= 80
    text = flat(done.stdout)
    assert "with all cards in sight, and best play of everybody, the makers (players 0+2) take 3 tricks: made." in text
    assert "TH -3" in text
    assert "players 0+2: 3, players 1+3: 0" in text
    assert "hindsight" in text
    told = result(CliRunner().invoke(app, [*line, "--json"]).stdout)["open"]
    (trace,) = show(preset("standard"), ["basic"], seed=1, unit="hands", game=3)
    assert told == hindsight(trace).to_dict()
    assert told["lost"] == [3, 0]


def test_a_hand_that_was_passed_out_has_no_value() -> None:
    (trace,) = show(preset("standard"), ["always-pass"], seed=1, unit="hands", game=0)
    looked = hindsight(trace)
    assert (looked.tricks, looked.payment, looked.plays) == (None, None, ())
    assert "nothing was played" in looked.to_text()
    assert looked.to_dict()["plays"] == []


@pytest.mark.parametrize("detail", ["hands", "plays"])
def test_all_hands_of_a_run(tmp_path: Path, detail: str) -> None:
    rules = preset("standard")
    run(rules, ["basic", "cautious"], games=60, seed=4, out=tmp_path / "run", detail=detail).finish()  # type: ignore[arg-type]
    frame = open_values(tmp_path / "run", threads=2)
    part = Match(rules, [load_player("basic"), load_player("cautious")], 4).play(0, 60, detail="hands")
    assert part.hands is not None
    kept = part.hands["maker"] > 0
    assert (frame["tricks"].to_numpy() == part.hands["tricks"][kept]).all()
    assert (frame["points_0"].to_numpy() == part.hands["points_0"][kept]).all()
    for row in np.flatnonzero(kept)[:5].tolist():
        game, hand = int(part.hands["game"][row]), int(part.hands["hand"][row])
        (trace,) = show(rules, ["basic", "cautious"], seed=4, unit="games", game=game, hand=hand)
        found = solve_position(first_lead(trace))
        values = frame[(frame["game"] == game) & (frame["hand"] == hand)].iloc[0]
        assert values["open_tricks"] == found.tricks
        assert trace.maker is not None and found.payment is not None
        assert values[f"open_points_{trace.maker.side}"] == found.payment.makers
        assert values[f"open_points_{1 - trace.maker.side}"] == found.payment.defenders
    with pytest.raises(Interrupted):
        open_values(tmp_path / "run", stop=lambda: True)
