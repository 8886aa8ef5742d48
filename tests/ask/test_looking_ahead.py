"""Questions with players at the table who look ahead."""

from typing import Any

import pytest

from sim.ask.answering import ask
from sim.players.strategy import load_player

pytestmark = pytest.mark.nightly  # what questions ask of players who look ahead takes long to compile

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


def test_others_do_not_think_again_about_what_they_are_known_to_have_done() -> None:
    """Some who look ahead would have ordered; where they are known to have passed, they have."""
    found = ask("JC KC AC 9D TC", "QC", 4, bids="pass pass pass", strategy=FEW, seed=5, threads=1, deals=128)
    order = next(choice for choice in found.choices if choice.name.startswith("take, bury"))
    assert sum(share for kind, share in order.outcomes.items() if kind.startswith("their") or kind == "thrown_in") == 0


def test_those_believed_in_make_the_answer_more_precise() -> None:
    found = asked(1, deals=512)
    assert found.control_deals == 16 * 512
    plain = ask(HAND, "QS", 1, seed=5, threads=1, deals=512)
    assert plain.control_deals is None and plain.best.points.method == "student"
    assert found.best.points.se is not None and plain.best.points.se is not None
    assert found.best.points.se < 0.9 * plain.best.points.se
    assert "8 192 more deals of basic, who do not look ahead, make the ± smaller" in found.to_text()
