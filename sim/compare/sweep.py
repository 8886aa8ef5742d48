"""A parameter swept over a grid: every value plays the same deals against one fixed opponent.

Parameters are data, so nothing is compiled anew. On common deals two values are compared far more precisely than either
is known. The best of many noisy values looks better than it is, so it is played again on fresh deals.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, Final

from sim.arguments import as_list, check_call, check_is_text
from sim.compare.pairs import HANDS_CHUNK, Ints, MirroredPairs, PairRows, play_values
from sim.compare.result import POINTS
from sim.compare.sums import JointSums
from sim.engine import ENGINE_VERSION, part_versions
from sim.errors import Interrupted, StrategyError, UsageError, did_you_mean
from sim.players.given import PlayerLike, as_player
from sim.players.strategy import Player, StrategyPart
from sim.ready import Ready, of
from sim.rules.rule_file import load_rules
from sim.rules.rules import Rules
from sim.runs.chunks import Clock, StageProgress, Workers
from sim.runs.cluster import check_cluster
from sim.runs.provenance import PlayerRecord, check_seed, draw_seed, rules_name, seed_as_json, thread_count
from sim.runs.threads import Stop
from sim.stats.estimates import Estimate
from sim.stats.multiple import ALPHA
from sim.text_door import Shown, shown
from sim.whole import check_whole

PAIRS: Final = 100_000
"""Pairs of each value when no number is given."""
CHUNK: Final = 4096
MOST_VALUES: Final = 2500
"""Largest grid."""
_PLAY: Final = "play."


@dataclass(frozen=True)
class Axis:
    """A parameter and the values it takes."""

    name: str
    values: tuple[float, ...]

    @classmethod
    def parse(cls, text: object) -> "Axis":
        """`name=lo:hi:step` (both ends included where the steps meet them) or `name=a,b,c`. Raises UsageError."""
        text = check_is_text("an axis", text, "order=18:24:1")
        name, equals, given = (piece.strip() for piece in text.partition("="))
        hint = "write it as order=18:24:1, or with the values themselves as order=18,20,24"
        if not name or not equals or not given:
            raise UsageError(f"a parameter to sweep is name=lo:hi:step, not {text!r}", hint)
        try:
            if ":" not in given:
                return cls(name, tuple(dict.fromkeys(_number(piece) for piece in given.split(","))))
            lo, hi, *more = (_number(piece) for piece in given.split(":"))
            step = more[0] if more else 1.0
        except (ValueError, IndexError):
            raise UsageError(f"{name}: {given!r} is not lo:hi:step", hint) from None
        if len(more) > 1 or step <= 0 or hi < lo:
            raise UsageError(f"{name}: {given} does not rise from lo to hi in steps above 0", hint)
        steps = (hi - lo) / step
        if steps >= MOST_VALUES:
            raise UsageError(f"{name}: {given} are more than {MOST_VALUES} values", "take a larger step")
        # Decimal steps such as 0.1 miss the upper end by rounding; a millionth of a step is no step.
        return cls(name, tuple(round(lo + k * step, 9) for k in range(int(steps + 1e-6) + 1)))


def _number(text: str) -> float:
    value = float(text)
    if not abs(value) < 1e12:
        raise ValueError(text)
    return value


def with_param(player: Player, name: str, value: float) -> Player:
    """A player with one parameter set: of its bidding (`order`), of another's card play (`play.order`), or, where it
    wraps a player, of that one. Raises StrategyError for an unknown parameter or a fraction where a count is needed."""
    if name.startswith(_PLAY) and player.play != player.bidding:
        play = _set(player.play, name.removeprefix(_PLAY), value)
        found = None if play is None else Player(player.bidding, play)
    else:
        bidding = _set(player.bidding, name, value)
        play = bidding if player.play == player.bidding else player.play
        found = None if bidding is None or play is None else Player(bidding, play)
    if found is None:
        known = dict(player.params)
        inner = player.bidding.inner
        known |= dict(inner.values) if inner is not None else {}
        there = ", ".join(f"{key}={number:g}" for key, number in known.items()) or "none"
        near = did_you_mean(name, known) if known else ""
        near = f"{near} " if near.startswith("did") else ""
        raise StrategyError(f"{player.spec} has no parameter {name!r}", f"{near}parameters and values: {there}")
    return found


def _set(part: StrategyPart, name: str, value: float) -> StrategyPart | None:
    """The part with a parameter set; None when neither it nor what it wraps has one of that name."""
    if name in part.values:
        default = part.values[name]
        if isinstance(default, int) and value != int(value):
            raise StrategyError(f"{part.name}: {name} must be a whole number, not {value:g}", "take a whole step")
        return dataclasses.replace(part, values={**part.values, name: type(default)(value)})
    inner = None if part.inner is None else _set(part.inner, name, value)
    return None if inner is None else dataclasses.replace(part, inner=inner)


@dataclass(frozen=True)
class Point:
    """One value (or combination): points a hand against the opponent, and less those of the best on the same deals.

    `like_best` is True where the two cannot be told apart. Any two values might have turned out best and second, and
    the best is chosen by the deals that it is compared on, so the interval of `less_best` is wider: it holds with 95 %
    for all pairs of values at once (Bonferroni's correction).
    """

    values: tuple[float, ...]
    spec: str
    points: Estimate
    less_best: Estimate
    like_best: bool


@dataclass(frozen=True, repr=False)
class SweepResult(Shown):
    """A finished sweep: its `points` in the order of the grid (last axis fastest), and which of them is `best`.

    `again` is the best one's result on fresh deals: an estimate that does not suffer from having been picked. It is
    None, and `complete` False, when the sweep was interrupted.
    """

    rules: str
    rules_id: str
    sides: int
    player: PlayerRecord
    opponent: PlayerRecord
    axes: tuple[Axis, ...]
    seed: int
    engine: int
    parts: dict[str, int]
    pairs: int
    complete: bool
    points: tuple[Point, ...]
    best: int
    again: Estimate | None
    hands_played: int
    seconds: float

    @property
    def best_point(self) -> Point:
        """The value with the highest mean."""
        return self.points[self.best]

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: the fields by name."""
        players = {"player": self.player.to_dict(), "opponent": self.opponent.to_dict()}
        return asdict(self) | players | {"seed": seed_as_json(self.seed)}

    def to_text(self) -> str:
        """Plain text: table and plot."""
        text: str = shown(self, "text")
        return text


class Sweep(Ready[StageProgress, SweepResult]):
    """A sweep that is ready to go: iterate over it for its Progress, then read `result`; or call `finish()`.

    Ctrl-C, or `stop()` turning true, ends it with Interrupted; `result` then holds what was played.
    """

    def __init__(
        self,
        rules: Rules,
        player: Player,
        axes: Sequence[Axis],
        opponent: Player,
        pairs: int,
        seed: int,
        workers: Workers,
    ) -> None:
        self.rules, self.player, self.axes, self.opponent = rules, player, tuple(axes), opponent
        self.pairs, self.seed, self._workers = pairs, seed, workers
        self.grid = list(product(*(axis.values for axis in axes)))
        self.players = [self._set(values) for values in self.grid]
        self._scale = rules.teams * (rules.teams - 1)
        self._sums = JointSums(len(self.grid), self._scale)
        self._again: Estimate | None = None
        self._played, self._seconds = 0, 0.0
        self._prepared = True

    def _describe(self) -> str:
        names = f"{of(axis.name for axis in self.axes)} of {self.player.spec} against {self.opponent.spec}"
        size = f"{len(self.grid)} values, {self.pairs} pairs each, seed {self.seed}"
        return f"sweep of {names}, {rules_name(self.rules)}: {size}"

    def _set(self, values: Sequence[float]) -> Player:
        player = self.player
        for axis, value in zip(self.axes, values, strict=True):
            player = with_param(player, axis.name, value)
        return player

    def _events(self) -> Iterator[StageProgress]:
        clock = Clock()
        try:
            with self._workers.opened() as self._workers:
                yield from self._play_grid()
                yield from self._play_best_again()
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted after {self._sums.n} of {self.pairs} pairs of each value") from None
        finally:
            self._seconds = clock()

    def _play_grid(self) -> Iterator[StageProgress]:
        tables = [MirroredPairs(self.rules, player, self.opponent, self.seed) for player in self.players]
        self._sums = JointSums(len(self.grid), self._scale, [max(table.reach) for table in tables])

        def take(values: Ints) -> bool:
            self._played += values.size * self.rules.teams
            self._sums.add(values)
            return False

        # A chunk of a large grid takes long; a smaller one keeps progress and Ctrl-C quick.
        size = max(256, min(CHUNK, CHUNK * 64 // len(tables)))
        return self._workers.stage(
            "grid", "deals, all values", (0, self.pairs, size), partial(play_values, tables), take
        )

    def _play_best_again(self) -> Iterator[StageProgress]:
        best = self.players[self._best()]
        pairs = MirroredPairs(self.rules, best, self.opponent, self.seed)
        sums = pairs.sums()

        def take(rows: PairRows) -> bool:
            self._played += int(rows.hands.sum())
            sums.add(rows.leads)
            return False

        fresh = (self.pairs, 2 * self.pairs, HANDS_CHUNK)
        yield from self._workers.stage("the best on fresh deals", "pairs", fresh, pairs.play, take)
        self._again = sums.estimate(POINTS)

    def _best(self) -> int:
        values = [self._sums.mean(k, POINTS).value or 0.0 for k in range(len(self.grid))]
        return values.index(max(values))

    def _result(self) -> SweepResult:
        sums = self._sums
        if sums.n == 0:
            raise UsageError("no pairs have been played", "iterate over the sweep, or call finish()")
        best, count = self._best(), len(self.grid)
        level = 1 - ALPHA / max(1, count * (count - 1) // 2)
        less = [sums.difference(k, best, POINTS, level) for k in range(count)]
        points = tuple(
            Point(values, player.spec, sums.mean(k, POINTS), less[k], _holds_even(less[k]))
            for k, (values, player) in enumerate(zip(self.grid, self.players, strict=True))
        )
        return SweepResult(
            rules=rules_name(self.rules),
            rules_id=self.rules.id(),
            sides=self.rules.teams,
            player=PlayerRecord.of(self.player),
            opponent=PlayerRecord.of(self.opponent),
            axes=self.axes,
            seed=self.seed,
            engine=ENGINE_VERSION,
            parts=part_versions(self.rules),
            pairs=sums.n,
            complete=self._again is not None,
            points=points,
            best=best,
            again=self._again,
            hands_played=self._played,
            seconds=self._seconds,
        )


def _holds_even(difference: Estimate) -> bool:
    """Whether a difference may be nothing."""
    return difference.lo is None or difference.hi is None or difference.lo <= 0 <= difference.hi


def sweep(
    rules: Rules | str | Path,
    player: PlayerLike,
    axes: Axis | str | Sequence[Axis | str],
    *,
    against: PlayerLike | None = None,
    pairs: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    stop: Stop | None = None,
    cluster: Any = None,
) -> Sweep:
    """Get a sweep ready: `player` with each combination of the `axes`' values, `pairs` mirrored pairs a value.

    `against` is the fixed opponent: without it the player as it is. An axis is an Axis or text as in `order=18:24:1`.
    Rules and players are taken as `run` does. Without a `seed` one is drawn. A `cluster` (see `run`) plays. Raises
    UsageError, RulesError and StrategyError before anything is played.

    >>> from euchre_sim import sweep
    >>> sweep("standard", "basic", ["order_1=240:320:40"], pairs=1000, seed=1).finish().best_point.spec
    'basic{order_1=240}'
    """
    rules, loaded = load_rules(rules), as_player(player)
    opponent = loaded if against is None else as_player(against)
    read = [axis if isinstance(axis, Axis) else Axis.parse(axis) for axis in as_list(axes)]
    names = [axis.name for axis in read]
    if not read or len(set(names)) < len(names):
        raise UsageError("a sweep needs parameters, each given once", "for example order=18:24:1")
    size = prod(len(axis.values) for axis in read)
    if size > MOST_VALUES:
        raise UsageError(f"a grid of {size} values is more than {MOST_VALUES}", "take larger steps")
    number = check_whole("pairs", PAIRS if pairs is None else pairs, 2, 10**10)
    count = thread_count(threads)
    drawn = draw_seed() if seed is None else check_seed(seed)
    return Sweep(
        rules, loaded, read, opponent, number, drawn, Workers(count, check_call("stop", stop), check_cluster(cluster))
    )
