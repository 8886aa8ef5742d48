"""Plays a fixed list of games and prints a hash of all that came of each: for comparing one process with another.

Run as `python digests.py TABLE,... [spec ...]` in this folder's company; the players named are loaded first, in that
order.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from sim.players.check.conformance import digest
from sim.players.hook_names import TURN_UP
from sim.players.match import Match
from sim.players.strategy import FOUR, load_player
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules

GAMES = 4
TWO_WORDS = Rules(deck=32, farmers_hand="swap3", no_trump="round2", defend_alone="always", target=5)

BOTH = ["bots:wild", "bots:steady"]
TABLES = {name: (rules, BOTH if rules.teams == 2 else ["bots:wild"]) for name, rules in PRESETS.items()}
TABLES |= {
    "two words a deal": (TWO_WORDS, ["bots:probe"]),
    "shared dummy": (PRESETS["two-handed"].with_changes({"twohand_dummy": "shared2"}), ["bots:probe"]),
    "redeal": (Rules(farmers_hand="redeal"), ["bots:wild"]),
}


PACKS = ("standard", "classic32", "british", "hasenpfeffer", "napoleon")
"""A table for each way in which packs are dealt."""


def digests(names: Sequence[str] = tuple(TABLES)) -> dict[str, str]:
    """A hash of the games of each table."""
    return {
        name: digest(Match(rules, [load_player(spec) for spec in specs], 99).play(0, GAMES, "plays"))
        for name, (rules, specs) in TABLES.items()
        if name in names
    }


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    for early in sys.argv[2:]:
        load_player(early).link((), TURN_UP, FOUR)
    print(json.dumps(digests(sys.argv[1].split(","))))  # noqa: T201
