"""A run: so many games between given players, written to a folder or only summed up."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.arguments import as_list, check_call, check_choice, check_flag, check_path
from sim.errors import Interrupted, UsageError
from sim.ready import Ready, of
from sim.rules.presets import STANDARD
from sim.rules.rule_file import load_rules
from sim.rules.rules import Rules
from sim.rules.units import DETAILS, Detail, Unit
from sim.runs.cluster import check_cluster, open_cluster
from sim.runs.folder import RunFolder, check_folder, open_folder, stored_seed
from sim.runs.luck import RunLuck, run_luck
from sim.runs.parts import MAX_PART, PART_GAMES, PART_HANDS
from sim.runs.provenance import RunConfig, check_seed, draw_seed, make_config, rules_name, thread_count
from sim.runs.run_file import MAX_UNITS
from sim.runs.shard import WHOLE, Shard, parse_shard, spans_of, units_of
from sim.runs.summary import Summary, summarise
from sim.runs.tally import Ints, from_counts
from sim.runs.workers import (
    Job,
    Playable,
    RunProgress,
    RunSums,
    interruption,
    kept_sums,
    luck_of_kept,
    run_parts,
    warm_up,
)
from sim.text_door import Shown
from sim.whole import check_whole

if TYPE_CHECKING:
    from sim.players.given import Players
    from sim.players.strategy import Player


@dataclass(frozen=True, repr=False)
class RunResult(Shown):
    """A finished run: its summary, what it was, where it lies, and how long this session took.

    `units` games (or single hands) of which this session played `played`, with `hands` hands in `seconds`; `notes` are
    sentences on damaged parts that were made again; `luck` has the numbers adjusted for the luck of the cards, where
    that was asked for.
    """

    summary: Summary
    config: RunConfig
    folder: Path | None
    units: int
    played: int
    hands: int
    seconds: float
    notes: tuple[str, ...]
    luck: RunLuck | None = None
    shard: Shard = WHOLE
    """Which share of the run this is."""

    def to_text(self) -> str:
        """The summary, the numbers adjusted for luck, and where the run lies."""
        luck = [] if self.luck is None else [self.luck.to_text()]
        return "\n".join([self.summary.to_text(), *luck, *([] if self.folder is None else [f"folder  {self.folder}"])])

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: the configuration, what was played, the summary, and `luck` where it was asked for."""
        luck = {} if self.luck is None else {"luck": self.luck.to_dict()}
        return {
            "run": {
                "id": self.config.id,
                "folder": None if self.folder is None else str(self.folder),
                **self.config.to_dict(),
                **({} if self.shard == WHOLE else {"shard": str(self.shard)}),
                "units": self.units,
                "played": self.played,
                "hands": self.hands,
                "seconds": self.seconds,
                "hands_per_second": self.hands_per_second,
                "notes": list(self.notes),
            },
            "summary": self.summary.to_dict(),
            **luck,
        }

    @property
    def hands_per_second(self) -> float | None:
        """Hands this session played a second, writing included; None when it only read what was there."""
        return self.hands / self.seconds if self.hands and self.seconds > 0 else None


class Run(Ready[RunProgress, "RunResult"]):
    """A run that is ready to go: iterate over it for its Progress, then read `result`; or call `finish()`.

    Iterating raises what `open_folder`, the strategies and the engine raise, and Interrupted on Ctrl-C or `stop()`. A
    Ctrl-C in the caller's own code ends the loop as KeyboardInterrupt; `interruption()` then tells what is kept.
    """

    def __init__(
        self,
        config: RunConfig,
        players: "Sequence[Player]",
        total: int,
        out: Path | None,
        threads: int,
        part_size: int,
        stop: Callable[[], bool] | None,
        resume: str,
        adjust_luck: bool,
        shard: Shard,
        cluster: Any = None,
    ) -> None:
        self._cluster = cluster
        self._luck, self.shard = adjust_luck, shard
        self._config, self.total, self.out = config, total, out
        self._players, self._threads, self._part_size = players, threads, part_size
        self._stop, self._resume = stop, resume
        self._sums = RunSums.none(config.rules)
        self._found: RunResult | None = None
        self._prepared = True

    @property
    def config(self) -> RunConfig:
        """Rules, players, seed and unit, with the id that these give it."""
        self._seen = True
        return self._config

    def _describe(self) -> str:
        config = self._config
        where = "" if self.out is None else f", to {self.out}"
        names = of(player.spec for player in config.players)
        share = "" if self.shard == WHOLE else f"shard {self.shard} of a "
        return (
            f"{share}run of {self.total} {config.unit}: {rules_name(config.rules)}, {names}, seed {config.seed}{where}"
        )

    def _result(self) -> RunResult:
        if self._found is None:
            raise UsageError("the run is not finished", "iterate over it to the end, or call finish()")
        return self._found

    def interruption(self) -> Interrupted:
        """What is kept so far and how to go on, for a Ctrl-C that came while the caller handled an event."""
        share = units_of(self.shard, self.total, self._part_size)
        return interruption(self._config.unit, self._sums.units, share, self.out, self._resume)

    def _events(self) -> Iterator[RunProgress]:
        folder = None
        if self.out is not None:
            folder = open_folder(self.out, self._config, self.total, self._part_size, self.shard)
            self._part_size = folder.part_size
        try:
            yield from self._play(folder)
        except KeyboardInterrupt:  # before or after the parts are played, as while compiling
            raise self.interruption() from None
        finally:
            if folder is not None:
                folder.close()

    def _play(self, folder: RunFolder | None) -> Iterator[RunProgress]:
        config, rules = self._config, self._config.rules
        sums = self._sums = RunSums.none(rules)
        found = kept_sums(folder, sums) if folder is not None else set()
        notes = tuple(folder.notes) if folder is not None else ()
        parts = (self.shard, self.total, self._part_size)
        share = units_of(*parts)
        kept, kept_hands = sums.units, int(sums.counts.sum())
        yield RunProgress(kept, share, kept, kept_hands, 0.0, notes)
        begun = time.perf_counter()
        scores = points_table(rules)
        if kept < share or self._luck:
            match = open_match(rules, self._players, config.seed, config.unit)
            job = Job(match, rules, scores, config.unit, config.detail, folder, self._luck)
            if self._luck:
                warm_up(job)
            if self._luck and folder is not None:
                old = [span for span in spans_of(*parts) if span.index in found]
                yield from luck_of_kept(job, old, share, sums, self._threads, self._stop, self._resume)
            todo = (span for span in spans_of(*parts) if span.index not in found)
            begun = time.perf_counter()  # compiling is not playing
            with open_cluster(self._cluster) as cluster:
                begun = time.perf_counter()  # nor is starting a cluster
                yield from run_parts(job, todo, share, sums, self._threads, self._stop, self._resume, cluster)
            if folder is not None:
                folder.check_complete()
        seconds = time.perf_counter() - begun
        hands = int(sums.counts.sum()) - kept_hands
        summary = summarise(from_counts(sums.counts, rules, scores), sums.totals, config)
        luck = run_luck(sums.luck, summary, rules) if self._luck else None
        played = sums.units - kept
        self._found = RunResult(summary, config, self.out, sums.units, played, hands, seconds, notes, luck, self.shard)


def run(
    rules: Rules | str | Path = STANDARD,
    players: "Players" = "basic",
    *,
    games: int | None = None,
    hands: int | None = None,
    seed: int | None = None,
    out: str | Path | None = None,
    detail: Detail | None = None,
    threads: int | None = None,
    part_size: int | None = None,
    stop: Callable[[], bool] | None = None,
    resume: str = "",
    adjust_luck: bool = False,
    shard: "Shard | str | tuple[int, int] | None" = None,
    cluster: Any = None,
) -> Run:
    """Get a run ready: `games` whole games to the target, or `hands` independent first hands at 0-0.

    `rules` are a preset's name, a TOML file or Rules. `players` are one for all chairs, one a side, or one a chair:
    names and other specifications, classes or functions (see `sim.players.given`), or loaded players. Nothing is played
    before the Run is iterated, or `finish()` called: `run("standard", "basic", games=1000).finish()`. Without a `seed`
    one is drawn (the run that `out` holds keeps its own, so that the same call resumes it). With `out` it is written
    there: `detail` none, games, hands (the default) or plays; without `out` nothing is written. `threads` defaults to
    the processors there are, `part_size` (games or hands a file) to a fixed number; neither changes results. `stop` is
    asked about ten times a second and ends the run when true; `resume` is the command that an interrupted run's hint
    shows. With `adjust_luck` the result has `luck`: games won and points a hand less the luck of the cards, for games
    of two sides; every deal is solved for it, and nothing that is written changes. With `shard` "3/64" only the third
    of 64 shares is played, for `merge_runs`; it needs `seed` and `out`. A `cluster` (a Dask Client, the
    address of a scheduler, or "local") plays instead of threads, with the same results. Raises UsageError,
    RunFolderError and StrategyError before anything is played or written.

    >>> from euchre_sim import run
    >>> print(run("standard", ["basic", "simple"], games=2000, seed=1).finish().summary.games.won[0])
    54 % ± 2 (n = 2 000)
    """
    rules, loaded = load_rules(rules), seated(players)
    unit, total = _unit(games, hands)
    if detail is None:
        detail = "hands" if out is not None else "none"
    check_choice("detail", detail, DETAILS)
    if detail == "games" and unit == "hands":
        raise UsageError("detail games keeps a row a game, but this run plays single hands", "use detail hands or none")
    if detail != "none" and out is None:
        raise UsageError(f"detail {detail} needs a folder to write to", "give --out DIR, or detail none")
    count = thread_count(threads)
    size = (PART_GAMES if unit == "games" else PART_HANDS) if part_size is None else part_size
    size = check_whole("part_size", size, 1, MAX_PART)
    if unit == "games":  # games that carry points over to each other stay in one part
        size = min(-(-size // rules.games_in_a_row), MAX_PART // rules.games_in_a_row) * rules.games_in_a_row
    root = None if out is None else check_path("out", out)
    share = WHOLE if shard is None else parse_shard(shard)
    if share != WHOLE and (root is None or seed is None):
        raise UsageError(
            f"shard {share} needs {'a folder to write to' if root is None else 'the seed that all shards have'}",
            "give out=, --out DIR" if root is None else "give seed=, --seed N",
        )
    share.check(total, size, unit)
    if seed is None:
        seed = stored_seed(root) if root is not None else None
    seed = draw_seed() if seed is None else check_seed(seed)
    config = make_config(rules, loaded, seed, unit, detail, engine_version())
    if check_flag("adjust_luck", adjust_luck):
        from sim.solver.deal_luck import check_luck

        check_luck(rules)
    if root is not None:
        check_folder(root, config, total, share)
    return Run(
        config,
        loaded,
        total,
        root,
        count,
        size,
        check_call("stop", stop),
        resume,
        adjust_luck,
        share,
        check_cluster(cluster),
    )


def _unit(games: int | None, hands: int | None) -> tuple[Unit, int]:
    if (games is None) == (hands is None):
        raise UsageError("say how much to play: games or hands, one of them", "for example --games 10000")
    if games is not None:
        return "games", check_whole("games", games, 1, MAX_UNITS)
    return "hands", check_whole("hands", hands, 1, MAX_UNITS)


# The engine and the compiler load only when a run needs them.


def load(given: object) -> "Player":
    """The player that is meant, as `sim.players.given.as_player` has it; StrategyError when it cannot be loaded."""
    from sim.players.given import as_player

    return as_player(given)


def seated(players: object) -> "list[Player]":
    """The players meant by one, or by a sequence of them; what is loaded already is taken as it is."""
    given: list[Any] = as_list(players)
    return [one if hasattr(one, "source_hash") and not isinstance(one, type) else load(one) for one in given]


def engine_version() -> int:
    """The number that changes whenever the engine's results do."""
    from sim.engine import ENGINE_VERSION

    return ENGINE_VERSION


def points_table(rules: Rules) -> Ints:
    """Points of makers and defenders, `[alone state, tricks of the makers, who]`."""
    from sim.engine.score import score_table

    return np.asarray(score_table(rules), np.int64)


def open_match(rules: Rules, players: "Sequence[Player]", seed: int, unit: Unit) -> Playable:
    """The table: compiles the players where needed."""
    from sim.players.match import Match

    return Match(rules, players, seed, unit)
