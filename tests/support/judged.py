"""Games of the engine, decided again by the reference player."""

import re
from collections.abc import Iterator, Sequence

import pytest

from reference import Disagreement, GameRecord, check_games
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.rules import Rules
from sim.rules.units import Unit
from support.engine_records import games_of

WILD = "bots:wild"


def played(rules: Rules, specs: Sequence[str], seed: int, units: int, unit: Unit = "games") -> Iterator[GameRecord]:
    """Records of the games that the engine played."""
    part = Match(rules, [load_player(spec) for spec in specs], seed, unit).play(0, units, "plays")
    return games_of(part, rules if unit == "games" else rules.of_single_hands)


def agree(rules: Rules, specs: Sequence[str], seed: int, units: int, unit: Unit = "games") -> int:
    """Have the reference player decide some games again; the number of hands. Fails with what tells them apart."""
    judged = (rules if unit == "games" else rules.of_single_hands).to_dict()
    games = list(played(rules, specs, seed, units, unit))
    try:
        check_games(games, judged)
    except Disagreement as problem:
        changed = {name: here for name, (here, _) in rules.differences(Rules()).items()}
        cards = "\n".join(map(str, games[int(re.findall(r"\d+", str(problem))[0])].hands))
        pytest.fail(f"{unit} of seed {seed}, {specs}, rules {changed}: {problem}\n{cards}")
    return sum(len(game.hands) for game in games)
