"""Questions with players at the table who look ahead."""

from typing import Any

import pytest

from sim.ask.answering import ask
from sim.players.strategy import load_player

FEW = "rollout{deals=6,tries=3}(basic)"
HAND = "JS KS AH 9D TC"


def asked(threads: int, **given: Any) -> Any:
    return ask(HAND, "QS", 1, strategy=FEW, seed=5, threads=threads, seconds=600, **given)


def test_an_answer_does_not_depend_on_threads() -> None:
    one, two = asked(1, deals=600), asked(2, deals=600)
    assert [(c.name, c.points) for c in one.choices] == [(c.name, c.points) for c in two.choices]
    assert one.deals == 600 and one.seating.specs == (FEW,) * 4


def test_less_is_settled_at_a_time_and_what_is_beaten_is_dropped() -> None:
    found = asked(2, until_width=0.07)
    assert found.reason == "width" and found.deals < 8192
    played = {choice.name: choice.deals for choice in found.choices}
    assert played["order alone"] < played["pass"]


def test_chances_to_win_are_those_of_players_who_do_not_look_ahead() -> None:
    here = asked(1, deals=64, score=(9, 7), equity_hands=500)
    plain = ask(HAND, "QS", 1, seed=5, threads=1, deals=64, score=(9, 7), equity_hands=500)
    assert here.equity == plain.equity
    assert "among basic, who do not look ahead" in " ".join(here.to_text().split())
    assert "look ahead" not in plain.to_text()


@pytest.mark.parametrize(
    ("spec", "believed"),
    [
        ("strong", "basic"),
        ("rollout(perry21)", "perry21"),
        ("strong/trickster", "basic/trickster"),
        ("perry21/strong", "perry21/basic"),
        ("basic", "basic"),
        ("perry21/trickster", "perry21/trickster"),
    ],
)
def test_who_is_believed(spec: str, believed: str) -> None:
    player = load_player(spec)
    assert player.believed == believed
    assert player.looks_ahead == (spec != believed)
