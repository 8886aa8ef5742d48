"""Whole games as text, one for every preset, compared letter by letter with what is kept in tests/playthroughs.

A change of the engine that is meant to change games (rules, dealing, random words), or of how hands are printed, makes
these tests fail. Write them anew with `PYTHONPATH=tests python tests/engine/test_playthroughs.py`, and read what has
changed with `git diff`.
"""

import difflib
from typing import NamedTuple

import pytest

from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from support.places import TESTS

FOLDER = TESTS / "playthroughs"
SIDES = ["bots:steady", "bots:wild"]
CHAIRS = ["bots:steady", "bots:wild{bid=35}", "bots:wild{alone=20}"]


LONERS = ["bots:steady", "bots:wild", "bots:steady", "bots:wild{bid=40}"]


class Game(NamedTuple):
    """A game to be printed."""

    rules: Rules
    seed: int
    """Chosen so that much happens in few hands."""
    players: list[str]
    games: int = 1
    """How many games from the first one on: more where points are carried over."""


SEEDS = {
    "standard": 64,
    "standard-spruce": 64,
    "canadian": 109,
    "classic32": 55,
    "two-handed": 30,
    "cutthroat": 108,
    "british": 252,
    "railroad": 334,
    "hasenpfeffer": 23,
    "pepper": 112,
}
GAMES = {
    name: Game(rules, SEEDS.get(name, 1), CHAIRS if rules.teams == 3 else SIDES, 2 if rules.laps == "on" else 1)
    for name, rules in PRESETS.items()
} | {
    "house-rules": Game(
        Rules(
            deck=28, target=7, stick_dealer="forfeit1", dealer_pickup="optional", discard_upcard="allowed",
            call_turned_down="yes", no_trump="round2", farmers_hand="swap3", defend_alone="vs_loner", loner_34=2,
            super_euchre=4,
        ),
        98,
        ["bots:wild{bury_upcard=1}", "bots:wild{bid=15}"],
    ),
    # One jambone that wins all five and one that is euchred, after a call for partner's best card.
    "jambone": Game(
        PRESETS["railroad"].with_changes({"jambone": "on", "laps": "off", "slam": "off"}),
        1007,
        ["bots:steady", "bots:wild{alone=70,jambone=80}"],
    ),
    "shared-dummy": Game(PRESETS["two-handed"].with_changes({"twohand_dummy": "shared2", "target": 5}), 93, SIDES),
    # Eight deals with misère, Nap and lower bids won and lost, Wellington over a Nap, and one that is thrown in.
    "napoleon": Game(PRESETS["napoleon"].with_changes({"max_hands": 8}), 125, LONERS),
    "six-players": Game(
        PRESETS["napoleon"].with_changes(
            {"players": 6, "nap_allpass": "dealer_one", "nap_table": "stakes", "max_hands": 4}
        ),
        155,
        [*LONERS, "bots:wild", "bots:steady"],
    ),
    "own-dummies": Game(PRESETS["two-handed"].with_changes({"twohand_dummy": "own3", "target": 5}), 48, SIDES),
    "forced-joker": Game(PRESETS["hasenpfeffer"], 15, ["bots:wild{bid=12}", "bots:wild{bid=20}"]),
}  # fmt: skip


def printed(name: str) -> str:
    """All hands of a game."""
    from sim.runs.trace import show  # a plain list of the games needs no engine

    game = GAMES[name]
    hands = [
        hand for number in range(game.games) for hand in show(game.rules, game.players, seed=game.seed, game=number)
    ]
    return f"\n{'-' * 100}\n".join(hand.to_text() for hand in hands)


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    assert path.is_file(), f"{name} has no playthrough: write it with python tests/engine/test_playthroughs.py"
    kept, now = path.read_text(encoding="utf-8"), printed(name)
    changes = "\n".join(difflib.unified_diff(kept.splitlines(), now.splitlines(), str(path), "now", lineterm=""))
    assert kept == now, changes


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for title in GAMES:
        (FOLDER / f"{title}.txt").write_text(printed(title), encoding="utf-8")
