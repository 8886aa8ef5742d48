"""Players for the seats of a question, each strategy loaded once."""

from collections.abc import Sequence

from sim.players.strategy import Player, load_player


def load_seats(specs: Sequence[str]) -> list[Player]:
    """The player of each spec; equal specs share one. Raises StrategyError."""
    players = {spec: load_player(spec) for spec in dict.fromkeys(specs)}
    return [players[spec] for spec in specs]
