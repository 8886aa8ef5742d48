"""Players for the seats of a question, each strategy loaded once."""

from collections.abc import Sequence
from functools import lru_cache

from sim.players.strategy import Player, load_player


def load_seats(specs: Sequence[str]) -> list[Player]:
    """The player of each spec; equal specs share one. Raises StrategyError."""
    return [_load(spec) for spec in specs]


@lru_cache(maxsize=256)
def _load(spec: str) -> Player:
    return load_player(spec)
