"""Many strategies against each other: every two of them play mirrored pairs on the same deals.

A strategy's score on a deal is the mean of its pair values against all others, so scores of the same deals are compared
and luck that all of them share drops out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np

from sim.arguments import check_call, check_choice
from sim.compare.pairs import Ints, MirroredPairs
from sim.compare.result import POINTS, SHARE
from sim.compare.sums import JointSums, PairSums, scaled
from sim.engine import ENGINE_VERSION, part_versions
from sim.errors import Interrupted, UsageError
from sim.players.given import Players, as_players
from sim.players.strategy import Player
from sim.ready import Ready, of
from sim.rules.rule_file import load_rules
from sim.rules.rules import Rules
from sim.rules.units import UNITS, Unit
from sim.runs.chunks import Chunk, Clock, StageProgress, Workers
from sim.runs.cluster import check_cluster
from sim.runs.provenance import PlayerRecord, check_seed, draw_seed, rules_name, seed_as_json, thread_count
from sim.runs.threads import Stop
from sim.stats.estimates import Estimate
from sim.stats.multiple import holm, letters, p_value
from sim.text_door import Shown, shown
from sim.whole import check_whole

PAIRS: Final[dict[Unit, int]] = {"hands": 100_000, "games": 10_000}
"""Pairs of each match when no number is given."""
CHUNK: Final[dict[Unit, int]] = {"hands": 4096, "games": 1024}
MOST_PLAYERS: Final = 64


@dataclass(frozen=True)
class Standing:
    """A strategy's place: its mean `score` against all others, and letters that it shares with those like it."""

    rank: int
    player: PlayerRecord
    score: Estimate
    letters: str


@dataclass(frozen=True)
class Cell:
    """A match: the row's strategy less the column's, and whether that is surely not even (Holm over all matches)."""

    difference: Estimate
    sure: bool
    variance_factor: float | None


@dataclass(frozen=True, repr=False)
class TableResult(Shown):
    """A round robin: standings from the best on, and `cells[row][column]` in the same order (None on the diagonal).

    Scores and cells are points a hand (`unit` "hands"), or share of games won above an even one ("games"). `complete`
    is False when it was interrupted: then all matches have the same, smaller, number of pairs.
    """

    rules: str
    rules_id: str
    sides: int
    seed: int
    unit: Unit
    engine: int
    parts: dict[str, int]
    complete: bool
    pairs: int
    standings: tuple[Standing, ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    hands_played: int
    seconds: float

    @property
    def comparisons(self) -> int:
        """Pairs of strategies."""
        return len(self.standings) * (len(self.standings) - 1) // 2

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: the fields by name."""
        plain = asdict(self) | {"seed": seed_as_json(self.seed)}
        for standing, row in zip(self.standings, plain["standings"], strict=True):
            row["player"] = standing.player.to_dict()
        return plain

    def to_text(self) -> str:
        """Plain text: the standings and the table of matches."""
        text: str = shown(self, "text")
        return text

    def to_markdown(self) -> str:
        """A block for a forum or a page."""
        markdown: str = shown(self, "markdown")
        return markdown


class RoundRobin(Ready[StageProgress, TableResult]):
    """A round robin that is ready to go: iterate over it for its Progress, then read `result`; or call `finish()`.

    Ctrl-C, or `stop()` turning true, ends it with Interrupted; `result` then holds what was played.
    """

    def __init__(
        self, rules: Rules, players: Sequence[Player], pairs: int, unit: Unit, seed: int, workers: Workers
    ) -> None:
        self.rules, self.players, self.pairs, self.unit, self.seed = rules, list(players), pairs, unit, seed
        self._workers = workers
        self._matches = list(combinations(range(len(players)), 2))
        self._sums: list[PairSums] = []
        self._scores: JointSums | None = None
        self._complete, self._played, self._seconds = False, 0, 0.0
        self._prepared = True

    def _describe(self) -> str:
        unit = "pairs" if self.unit == "hands" else "pairs of games"
        names = of(player.spec for player in self.players)
        return f"round robin of {names}, {rules_name(self.rules)}: {self.pairs} {unit} a match, seed {self.seed}"

    def _events(self) -> Iterator[StageProgress]:
        rules, players = self.rules, self.players
        tables = [
            MirroredPairs(rules, players[one], players[other], self.seed, self.unit, both_ways=True)
            for one, other in self._matches
        ]
        scale = tables[0].scale if self.unit == "hands" else tables[0].win_scale
        self._sums = [match.sums() for match in tables]
        far = max(max(match.reach) for match in tables)
        scores = self._scores = JointSums(len(players), scale * (len(players) - 1), [far] * len(players))

        def take(found: tuple[list[PairSums], Ints, int]) -> bool:
            for mine, new in zip(self._sums, found[0], strict=True):
                mine.merge(new)
            scores.add(found[1])
            self._played += found[2]
            return False

        clock = Clock()
        unit = "deals, all matches" if self.unit == "hands" else "games, all matches"
        try:
            work = partial(play_round, tables, self._matches, len(players))
            with self._workers.opened() as workers:
                yield from workers.stage("round robin", unit, (0, self.pairs, CHUNK[self.unit]), work, take)
            self._complete = True
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted after {scores.n} of {self.pairs} pairs of each match") from None
        finally:
            self._seconds = clock()

    def _result(self) -> TableResult:
        scores = self._scores
        if scores is None or scores.n == 0:
            raise UsageError("no pairs have been played", "iterate over the round robin, or call finish()")
        unit = POINTS if self.unit == "hands" else SHARE
        count = len(self.players)
        values = [scores.mean(k, unit) for k in range(count)]
        order = sorted(range(count), key=lambda k: -(values[k].value or 0.0))
        ranked = list(combinations(range(count), 2))
        chances = [p_value(scores.difference(order[a], order[b], unit)) for a, b in ranked]
        different = [pair for pair, sure in zip(ranked, holm(chances), strict=True) if sure]
        marks = letters(count, different)
        records = [PlayerRecord.of(self.players[k]) for k in order]
        standings = tuple(Standing(place + 1, records[place], values[k], marks[place]) for place, k in enumerate(order))
        return TableResult(
            rules=rules_name(self.rules),
            rules_id=self.rules.id(),
            sides=self.rules.teams,
            seed=self.seed,
            unit=self.unit,
            engine=ENGINE_VERSION,
            parts=part_versions(self.rules),
            complete=self._complete,
            pairs=scores.n,
            standings=standings,
            cells=self._cells(order, unit),
            hands_played=self._played,
            seconds=self._seconds,
        )

    def _cells(self, order: Sequence[int], unit: str) -> tuple[tuple[Cell | None, ...], ...]:
        leads = [sums.lead(unit) for sums in self._sums]
        sure = holm([p_value(lead) for lead in leads])
        cells: dict[tuple[int, int], Cell] = {}
        for (one, other), lead, is_sure, sums in zip(self._matches, leads, sure, self._sums, strict=True):
            factor = sums.variance_factor()
            cells[one, other] = Cell(lead, is_sure, factor)
            cells[other, one] = Cell(_turned(lead), is_sure, factor)
        return tuple(tuple(cells.get((row, column)) for column in order) for row in order)


def play_round(
    tables: Sequence[MirroredPairs], matches: Sequence[tuple[int, int]], players: int, chunk: Chunk, stop: Stop
) -> tuple[list[PairSums], Ints, int]:
    """Sums of each match, scores `[player, deal]` and hands played, for the deals of a chunk."""
    scores = np.zeros((players, chunk.size), dtype=np.int64)
    found, hands = [], 0
    for (one, other), match in zip(matches, tables, strict=True):
        rows = match.play(chunk, stop)
        singles = rows.leads if rows.wins is None else rows.wins
        sums = match.sums()
        sums.add(singles)
        found.append(sums)
        lead = singles.sum(axis=0) - sums.even
        scores[one] += lead
        scores[other] -= lead
        hands += int(rows.hands.sum())
    return found, scores, hands


def _turned(lead: Estimate) -> Estimate:
    turned = scaled(lead, -1.0)
    return Estimate(turned.value, lead.se, turned.hi, turned.lo, lead.n, lead.unit, lead.method)


def round_robin(
    rules: Rules | str | Path,
    players: Players,
    *,
    pairs: int | None = None,
    unit: Unit = "hands",
    seed: int | None = None,
    threads: int | None = None,
    stop: Stop | None = None,
    cluster: Any = None,
) -> RoundRobin:
    """Get a round robin of at least two strategies ready, `pairs` mirrored pairs a match on common deals.

    Rules and players are taken as `run` does. Without a `seed` one is drawn. Raises UsageError, RulesError and
    StrategyError before anything is played.

    >>> from euchre_sim import round_robin
    >>> table = round_robin("standard", ["basic", "simple", "cautious"], pairs=1000, seed=1).finish()
    >>> [one.player.spec for one in table.standings]
    ['basic', 'simple', 'cautious']
    """
    rules, loaded = load_rules(rules), as_players(players)
    check_choice("unit", unit, UNITS)
    names = [player.spec for player in loaded]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"{twice} takes part twice", "give each strategy once")
    if not 2 <= len(loaded) <= MOST_PLAYERS:
        raise UsageError(
            f"a round robin needs 2 to {MOST_PLAYERS} strategies, not {len(loaded)}", 'as in ["basic", "cautious"]'
        )
    count = thread_count(threads)
    number = check_whole("pairs", PAIRS[unit] if pairs is None else pairs, 2, 10**10)
    drawn = draw_seed() if seed is None else check_seed(seed)
    return RoundRobin(
        rules, loaded, number, unit, drawn, Workers(count, check_call("stop", stop), check_cluster(cluster))
    )
