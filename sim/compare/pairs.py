"""Mirrored pairs: each deal (or game) is played once for every side that one strategy can sit on.

In rotation r strategy A sits on side r and strategy B on all other sides; cards, dealer and the players' own luck are
the same in all rotations, because they are a pure function of seed, game and hand. A's *lead* at a table is its points
less the mean of the other sides' points; the mean of the leads over all rotations is the value of the pair. Everything
is counted in whole numbers, so a strategy against itself gives exactly 0 on every single pair.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.compare.sums import PairSums
from sim.errors import RulesError
from sim.players.match import GamesPlayed, Match
from sim.players.strategy import Player
from sim.rules.most_points import most_lead
from sim.rules.rules import Rules
from sim.rules.units import Unit
from sim.runs.chunks import Chunk
from sim.runs.threads import Stop

Ints = NDArray[np.int64]

HANDS_CHUNK: Final = 16_384
"""Deals that are played at once; sequential tests look at the result after each chunk."""
GAMES_CHUNK: Final = 4096
WIN: Final = 60
"""Parts of a won game: ties between two to six sides are shared, and an even share is told, without fractions."""


@dataclass(frozen=True)
class PairTable:
    """A table of the pair: who plays each side, whose lead counts (`side`), and whether for A (1) or against (-1)."""

    match: Match
    side: int
    sign: int


@dataclass(frozen=True)
class PairRows:
    """What came of some pairs, a row a table (see `MirroredPairs.tables`) and a column a deal or game.

    `leads` in units of 1 / (teams - 1) points; `wins` (whole games only) in units of 1 / WIN games; `hands` a game.
    """

    first: int
    dealer: NDArray[np.int8]
    leads: Ints
    wins: Ints | None
    hands: Ints

    @property
    def values(self) -> Ints:
        """The value of each pair by points, times tables and (teams - 1)."""
        return np.asarray(self.leads.sum(axis=0))

    @property
    def won(self) -> Ints:
        """Games that A won in each pair of whole games, in units of 1 / WIN."""
        assert self.wins is not None
        return np.asarray(self.wins.sum(axis=0))


class MirroredPairs:
    """Strategy A against strategy B under some rules, for one seed.

    With `both_ways` and three sides, B sits alone among two A as well, which makes the value of A against B exactly
    minus that of B against A; with two sides it always is.
    """

    def __init__(
        self, rules: Rules, mine: Player, other: Player, seed: int, unit: Unit = "hands", both_ways: bool = False
    ) -> None:
        """Compiles the players where needed; raises StrategyError, and RulesError for games that make no pairs."""
        if unit == "games" and rules.laps == "on":
            raise RulesError(
                "laps = on carries points from game to game, so that whole games do not make independent pairs",
                "compare single hands, or set laps = off",
            )
        self.rules, self.unit, self.players, self.seed = rules, unit, (mine, other), seed
        self.tables = [self._seat(mine, other, side, 1, seed) for side in range(rules.teams)]
        if both_ways and rules.teams > 2:
            self.tables += [self._seat(other, mine, side, -1, seed) for side in range(rules.teams)]

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process only what they are made of travels, and they are compiled there."""
        mine, other = self.players
        return type(self), (self.rules, mine, other, self.seed, self.unit, len(self.tables) > self.rules.teams)

    def _seat(self, alone: Player, rest: Player, side: int, sign: int, seed: int) -> PairTable:
        players = [alone if place == side else rest for place in range(self.rules.teams)]
        return PairTable(Match(self.rules, players, seed, self.unit), side, sign)

    @property
    def scale(self) -> int:
        """What pair values of points are to be divided by."""
        return len(self.tables) * (self.rules.teams - 1)

    @property
    def win_scale(self) -> int:
        """What games won in a pair are to be divided by to give A's share."""
        return len(self.tables) * WIN

    @cached_property
    def reach(self) -> tuple[float, float]:
        """How far a pair's value can lie below and above an even one, in points or as a share of games."""
        return pair_reach(self.rules, *self.players, self.unit, len(self.tables) > self.rules.teams)

    def sums(self) -> PairSums:
        """Sums for the values of these pairs, with nothing counted yet."""
        tables, teams = len(self.tables), self.rules.teams
        if self.unit == "hands":
            return PairSums(self.scale, tables, reach=self.reach)
        return PairSums(self.win_scale, tables, even=WIN * tables // teams, reach=self.reach)

    def play(self, chunk: Chunk, stop: Stop | None = None) -> PairRows:
        """Play the pairs of a chunk. Raises Interrupted when `stop` turns true, and what Match.play raises."""
        parts = [table.match.play(chunk.first, chunk.last, "games", stop) for table in self.tables]
        columns = [games_of(part) for part in parts]
        leads = [
            table.sign * lead(points_by_side(column, "score", self.rules.teams), table.side)
            for table, column in zip(self.tables, columns, strict=True)
        ]
        wins = None
        if self.unit == "games":
            wins = np.stack(
                [
                    _for_a(won_share(column, self.rules, table.side), table.sign, self.rules.teams)
                    for table, column in zip(self.tables, columns, strict=True)
                ]
            )
        hands = np.stack([column["hands"].astype(np.int64) for column in columns])
        return PairRows(chunk.first, columns[0]["dealer"], np.stack(leads), wins, hands)


def pair_reach(
    rules: Rules, mine: Player, other: Player, unit: Unit = "hands", both_ways: bool = False
) -> tuple[float, float]:
    """How far a pair's value can lie below and above an even one; nothing, where both are the same player."""
    if mine.source_hash == other.source_hash:
        return 0.0, 0.0
    if unit == "hands":
        return (most_lead(rules),) * 2
    return (0.5, 0.5) if both_ways else (1 / rules.teams, 1 - 1 / rules.teams)


def games_of(part: GamesPlayed) -> dict[str, NDArray[Any]]:
    """The table of games of a part that was played for it."""
    assert part.games is not None
    return part.games


def points_by_side(table: dict[str, NDArray[Any]], name: str, teams: int) -> Ints:
    """Points of each side, `[side, row]`, from the columns `name_0`, `name_1`, ..."""
    return np.stack([table[f"{name}_{side}"].astype(np.int64) for side in range(teams)])


def lead(points: Ints, side: int) -> Ints:
    """Points of a side less the mean of the others', times (teams - 1)."""
    return np.asarray(len(points) * points[side] - points.sum(axis=0))


def won_share(games: dict[str, NDArray[Any]], rules: Rules, side: int) -> Ints:
    """Games that a side won, in units of 1 / WIN; those that nobody won alone are shared by the sides in front."""
    scores = points_by_side(games, "score", rules.teams)
    front = scores == scores.max(axis=0)
    if rules.cutthroat_tie == "shared":
        arrived = scores >= rules.target
        front = np.where(arrived.any(axis=0), arrived, front)
    shares = np.where(front[side], WIN // front.sum(axis=0), 0)
    return np.where(games["winner"] == -1, shares, np.where(games["winner"] == side, WIN, 0)).astype(np.int64)


def _for_a(wins: Ints, sign: int, teams: int) -> Ints:
    """Wins of B alone among A, told as what A alone among B would have won: above a fair share where B is below."""
    return wins if sign > 0 else 2 * WIN // teams - wins


def play_values(pairs: Sequence[MirroredPairs], chunk: Chunk, stop: Stop | None = None) -> Ints:
    """Values of the same deals (or shares of the same games) for several pairs, `[pair, deal]`, not yet scaled."""
    rows = (one.play(chunk, stop) for one in pairs)
    return np.stack([row.values if row.wins is None else row.won for row in rows])
