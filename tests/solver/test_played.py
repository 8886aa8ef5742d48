"""What the cards of whole runs cost, all at once, against each hand looked at again by itself."""

import numpy as np
import pytest

from sim.errors import Interrupted, UsageError
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS, preset
from sim.runs.hindsight import hindsight
from sim.runs.trace import show
from sim.solver.payment import payments
from sim.solver.played import play_costs
from sim.solver.position import Position
from sim.solver.recorded import open_hands
from support.open_positions import makers_friends, plain_position
from support.plain_minimax import plain_value

GAMES = [(name, {}) for name, rules in PRESETS.items() if rules.has_upcard] + [
    ("standard", {"defend_alone": "vs_loner", "no_trump": "round2", "stick_dealer": "on"}),
    ("standard", {"deck": 33, "loner_34": "euchred"}),
    ("cutthroat", {"defend_alone": "always"}),
    ("two-handed", {"twohand_dummy": "own3", "maker_alone": "yes"}),
]


@pytest.mark.parametrize(("game", "changes"), GAMES, ids=str)
def test_costs_are_as_hand_by_hand(game: str, changes: dict[str, object]) -> None:
    rules, costs, checked = preset(game).with_changes(changes), set(), 0
    part = Match(rules, [load_player("random")], 8, "hands").play(0, 40, detail="plays")
    assert part.hands is not None and part.plays is not None
    found = play_costs(rules, part.hands, part.plays, threads=2)
    assert found.shape == (len(part.plays["game"]), rules.players)
    for number in range(40):
        (trace,) = show(rules, ["random"], seed=8, unit="hands", game=number)
        rows = found[part.plays["game"] == number]
        looked = hindsight(trace)
        assert len(rows) == len(looked.plays)
        for row, plays, trick in zip(rows, looked.plays, trace.tricks, strict=True):
            told = {(play.seat.number - trick.leader.number) % rules.players: play.cost for play in plays}
            assert {k: cost for k, cost in enumerate(row.tolist()) if cost == cost} == pytest.approx(told)
            costs |= set(told.values())
            checked += 1
    assert checked > 40 and len(costs) > 2 and min(costs) == 0


def test_costs_are_those_of_a_plain_minimax() -> None:
    """From the second trick on, where it is quick, with a search that shares no code."""
    rules = preset("standard")
    part = Match(rules, [load_player("random")], 5, "hands").play(0, 60, detail="plays")
    assert part.hands is not None and part.plays is not None
    found = play_costs(rules, part.hands, part.plays).reshape(-1, 5, 4)
    deals, columns = open_hands(rules, part.hands, part.plays), part.plays
    cards = np.stack([columns[f"card_{k}"] for k in range(1, 5)], axis=1).reshape(-1, 5, 4)
    costs = set()
    for number in range(len(deals)):
        position = deals.position(number)
        for trick in range(5):
            for place in range(4):
                code = int(cards[number, trick, place])
                if code < 0:
                    assert np.isnan(found[number, trick, place])
                    continue
                after = position.after(code)
                if trick >= 1:
                    sign = 1 if position.on_makers_side(position.turn) else -1
                    cost = sign * (worth(position) - worth(after))
                    assert found[number, trick, place] == cost
                    costs.add(cost)
                position = after
    assert len(costs) > 2


def worth(position: Position) -> int:
    """Points of the makers less the others', as a plain minimax finds them."""
    paid = payments(position)
    assert paid is not None
    pay = [[p.makers - p.defenders] * 2 for p in paid]
    return plain_value(plain_position(position), makers_friends(position), pay)


@pytest.mark.parametrize("changes", [{"fast_break": "on"}, {"jambone": "on"}])
def test_what_cannot_be_told(changes: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="is not known where"):
        play_costs(preset("railroad").with_changes(changes), {}, {})
    with pytest.raises(UsageError):
        play_costs(preset("napoleon"), {}, {})


def test_it_stops_when_told() -> None:
    standard = preset("standard")
    part = Match(standard, [load_player("basic")], 5, "hands").play(0, 20, detail="plays")
    assert part.hands is not None and part.plays is not None
    with pytest.raises(Interrupted):
        play_costs(standard, part.hands, part.plays, stop=lambda: True)
