"""The player who calls like people: `basic` with other thresholds, and a fit that finds thresholds again."""

import pytest

from benchmarks.human import LONE, THRESHOLDS, Fit, specification
from sim.players.strategy import load_player
from sim.rules.presets import preset
from support.reviews import as_game, played_deals

RULES = preset("standard").with_changes(stick_dealer="on")


def test_only_the_thresholds_of_the_usual_game_differ_from_basic() -> None:
    basic, human = load_player("basic"), load_player("human")
    assert human.params.keys() == basic.params.keys()
    changed = {name for name, value in human.params.items() if value != basic.params[name]}
    assert changed == {*THRESHOLDS.values(), *LONE, "name_dealer"}
    assert human.decision("lead").function is basic.decision("lead").function  # type: ignore[union-attr]


@pytest.mark.nightly
def test_the_fit_finds_the_thresholds_of_who_played() -> None:
    played = {"order_1": 256, "order_2": 222, "order_3": 288, "order_dealer": 258, "name_1": 252, "name_2": 175}
    deals = played_deals(RULES, specification(played), 400, seed=31)
    found = Fit([as_game(deals, RULES)]).thresholds()
    for name in ("order_2", "order_dealer", "name_1"):  # those who have many chances to call
        assert abs(found[name] - played[name]) <= 25, (name, found[name])
    assert abs(found["alone"] - load_player("basic").params["alone"]) <= 25
