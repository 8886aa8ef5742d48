"""Which of two strategies is better, by how much, and why: mirrored pairs on common deals, stage by stage."""

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from sim.arguments import check_call, check_choice, check_flag, check_path
from sim.book.library import PART_DEALS, Library
from sim.compare.attribution import Attribution, AttributionSums, AttributionTables
from sim.compare.by_library import fit_in, library_for, pairs_of
from sim.compare.lost_deals import LostDeal, LostDeals
from sim.compare.pairs import GAMES_CHUNK, HANDS_CHUNK, WIN, Ints, MirroredPairs, PairRows, pair_reach, play_values
from sim.compare.pairs_file import PairsFile
from sim.compare.regret import REGRET_HANDS, WATCHED_CHUNK, Regret, RegretSums, RegretTable, check_regret
from sim.compare.result import POINTS, Against, CompareResult, Difference, GameDifference
from sim.compare.stopping import LIMIT, stop_rule
from sim.compare.sums import JointSums, PairSums
from sim.engine import ENGINE_VERSION, part_versions
from sim.errors import Interrupted, RulesError, UsageError
from sim.players.given import PlayerLike, Players, as_player, as_players
from sim.players.strategy import Player
from sim.ready import Ready
from sim.rules.rule_file import load_rules
from sim.rules.rules import Rules
from sim.rules.units import UNITS, Unit
from sim.runs.chunks import Chunk, Clock, StageProgress, Workers
from sim.runs.cluster import check_cluster
from sim.runs.provenance import PlayerRecord, check_seed, draw_seed, rules_name, thread_count
from sim.runs.threads import Stop
from sim.stats.estimates import Estimate
from sim.stats.sequential import ConfidenceSequence, StopRule, Verdict
from sim.whole import check_whole
from sim.worlds.regret import DecisionCosts

PAIRS: Final[dict[Unit, int]] = {"hands": 200_000, "games": 100_000}
"""Pairs that are played when no number is given."""
MOST_PAIRS: Final[dict[Unit, int]] = {"hands": 20_000_000, "games": 2_000_000}
"""Pairs at which an early stop that never comes is given up, when no number is given."""
OPPONENTS: Final = ("basic", "cautious", "random")
GAMES_SHARE, FEWEST_GAMES = 10, 1000
"""Besides hands, a tenth as many pairs of whole games is played, at least 1 000."""
TRIAL_GAMES: Final = 8
"""Games that are tried first, because games that never end take very long to be given up."""
MOST_EXPLAINED, MOST_AGAINST = 200_000, 100_000
"""Deals that are enough to say where a difference comes from, and how it changes against others."""


FEWEST_UNEVEN: Final = 50
"""No early stop before so many pairs have gone one way or the other: fewer say too little about the spread."""


@dataclass(frozen=True)
class Plan:
    """A comparison to be made; `compare` checks and fills it in."""

    rules: Rules
    mine: Player
    other: Player
    seed: int
    unit: Unit
    pairs: int
    threads: int
    rule: StopRule | None
    opponents: tuple[Player, ...]
    explain: bool
    out: Path | None
    examples: int = 0
    regret: int = 0
    """Hands in which the decisions of each are looked at; 0 for none."""
    cluster: Any = None
    library: Library | None = None  # where the pairs are looked up instead of being played


class Comparison(Ready[StageProgress, CompareResult]):
    """A comparison that is ready to go: iterate over it for its Progress, then read `result`; or call `finish()`.

    Ctrl-C, or `stop()` turning true, ends it with Interrupted; `result` then holds what was played, marked as not
    complete, with intervals that hold whenever one stops.
    """

    def __init__(self, plan: Plan, stop: Stop | None = None) -> None:
        self.plan, self._workers = plan, Workers(plan.threads, stop, plan.cluster)
        teams = plan.rules.teams
        reach = pair_reach(plan.rules, plan.mine, plan.other)
        won = pair_reach(plan.rules, plan.mine, plan.other, "games")
        self._hands = PairSums(teams * (teams - 1), teams, reach=reach)
        # By how many points a game can be won is not known where scores go below nothing.
        self._margins = PairSums(teams * (teams - 1), teams, reach=reach if reach == (0.0, 0.0) else None)
        self._wins = PairSums(teams * WIN, teams, even=WIN, reach=won)
        self._game_hands = 0
        self._lost = LostDeals(plan.examples, teams)
        self._verdict: Verdict | None = None
        self._attribution: Attribution | None = None
        self._regret: list[Regret] = []
        self._reverse: Estimate | None = None
        self._against: list[Against] = []
        self._notes: list[str] = []
        self._complete = False
        self._played = 0
        self._seconds = 0.0
        self._prepared = True

    def _describe(self) -> str:
        plan = self.plan
        unit = "pairs" if plan.unit == "hands" else "pairs of games"
        names = f"{plan.mine.spec} with {plan.other.spec}, {rules_name(plan.rules)}"
        return f"comparison of {names}: {plan.pairs} {unit}, seed {plan.seed}"

    def _events(self) -> Iterator[StageProgress]:
        clock = Clock()
        stages: list[Callable[[], Iterator[StageProgress]]] = [self._play_pairs]
        if self.plan.unit == "hands":
            stages += [self._play_games, self._explain, self._turn_round, self._meet_others, self._watch]
        try:
            with self._workers.opened() as self._workers:
                for stage in stages:
                    yield from stage()
            self._complete = True
        except KeyboardInterrupt:
            done = self._main.n
            raise Interrupted(
                f"interrupted after {done} of {self.plan.pairs} pairs"
                if done < self.plan.pairs and not (self._verdict and self._verdict.reached)
                else "interrupted before all parts of the comparison were played"
            ) from None
        finally:
            self._seconds = clock()

    @property
    def _main(self) -> PairSums:
        return self._hands if self.plan.unit == "hands" else self._wins

    @property
    def lost(self) -> tuple[LostDeal, ...]:
        """The first deals that A lost to B, so many as were asked for."""
        return tuple(self._lost.found)

    def _result(self) -> CompareResult:
        plan = self.plan
        if self._main.n == 0:
            raise UsageError("no pairs have been played", "iterate over the comparison, or call finish()")
        cut_short = not self._complete and self._main.n < plan.pairs
        sequence = None
        if plan.rule is not None or cut_short:
            sequence = ConfidenceSequence(plan.pairs if plan.rule is None else min(plan.pairs, plan.rule.expected))
        of_games = sequence if plan.unit == "games" else None
        games = None
        if self._wins.n:
            length = self._game_hands / (self._wins.n * plan.rules.teams)
            games = GameDifference.of_games(self._wins, self._margins, length, plan.rules.teams, of_games)
        return CompareResult(
            rules=rules_name(plan.rules),
            rules_id=plan.rules.id(),
            sides=plan.rules.teams,
            players=(PlayerRecord.of(plan.mine), PlayerRecord.of(plan.other)),
            seed=plan.seed,
            unit=plan.unit,
            engine=ENGINE_VERSION,
            parts=part_versions(plan.rules),
            complete=self._complete,
            hands=Difference.of(self._hands, POINTS, sequence) if self._hands.n else None,
            games=games,
            verdict=self._verdict,
            attribution=self._attribution,
            regret=tuple(self._regret),
            reverse=self._reverse,
            against=tuple(self._against),
            notes=tuple(self._notes),
            hands_played=self._played,
            seconds=self._seconds,
        )

    def _play_pairs(self) -> Generator[StageProgress, None, None]:
        plan = self.plan
        pairs = pairs_of(plan.rules, plan.mine, plan.other, plan.seed, plan.unit, plan.library)
        unit, size = ("pairs", HANDS_CHUNK) if plan.unit == "hands" else ("pairs of games", GAMES_CHUNK)
        size = size if plan.library is None else PART_DEALS
        self._notes += [] if plan.library is None else [plan.library.note]
        with self._file() as file:

            def take(rows: PairRows) -> bool:
                self._count(rows)
                if file is not None:
                    file.write(rows)
                if plan.rule is None:
                    return False
                main = self._main
                verdict = plan.rule.verdict(main.n, main.total / main.scale / main.n, main.variance)
                if main.uneven < FEWEST_UNEVEN:
                    verdict = replace(verdict, reached=False, decision=None)
                self._verdict = verdict
                return verdict.reached

            yield from self._workers.stage("pairs", unit, (0, plan.pairs, size), pairs.play, take)

    def _file(self) -> AbstractContextManager[PairsFile | None]:
        plan = self.plan
        if plan.out is None:
            return nullcontext()
        facts = {
            "a": plan.mine.spec,
            "b": plan.other.spec,
            "rules": plan.rules.to_dict(),
            "seed": plan.seed,
            "engine": ENGINE_VERSION,
            **({"parts": parts} if (parts := part_versions(plan.rules)) else {}),
        }
        return PairsFile(plan.out, plan.rules.teams, plan.unit, facts)

    def _count(self, rows: PairRows) -> bool:
        self._played += int(rows.hands.sum())
        if rows.wins is None:
            self._lost.add(rows)
            self._hands.add(rows.leads)
        else:
            self._wins.add(rows.wins)
            self._margins.add(rows.leads)
            self._game_hands += int(rows.hands.sum())
        return False

    def _play_games(self) -> Iterator[StageProgress]:
        plan = self.plan
        total = max(FEWEST_GAMES, self._hands.n // GAMES_SHARE)
        try:
            pairs = MirroredPairs(plan.rules, plan.mine, plan.other, plan.seed, "games")
            pairs.play(Chunk(0, TRIAL_GAMES))
        except RulesError as error:  # two players who always pass never end a game, yet their hands can be compared
            self._notes.append(f"no whole games: {error.message}")
            return
        work = (0, total, GAMES_CHUNK)
        yield from self._workers.stage("whole games", "pairs of games", work, pairs.play, self._count)

    def _explain(self) -> Iterator[StageProgress]:
        plan = self.plan
        if not plan.explain:
            return
        teams = plan.rules.teams
        pairs = MirroredPairs(plan.rules, plan.mine, plan.other, plan.seed)
        sums = AttributionSums(teams, teams, plan.rules.players, pairs.reach)
        tables = AttributionTables(pairs, plan.other, plan.seed)

        def take(found: tuple[Ints, Ints]) -> bool:
            self._played += found[0].shape[1] * (teams + 1)
            sums.add(*found)
            return False

        total = min(self._hands.n, MOST_EXPLAINED)
        yield from self._workers.stage("where it comes from", "pairs", (0, total, HANDS_CHUNK), tables.play, take)
        self._attribution = sums.result(POINTS)

    def _watch(self) -> Iterator[StageProgress]:
        plan = self.plan
        both = (plan.mine, plan.other) if plan.mine.spec != plan.other.spec else (plan.mine,)
        for player in both if plan.regret else ():
            table = RegretTable(plan.rules, player, plan.seed)
            sums = table.sums()

            def take(found: tuple[int, DecisionCosts], sums: RegretSums = sums) -> bool:
                self._played += found[0]
                sums.add(*found)
                return False

            work = (0, plan.regret, WATCHED_CHUNK)
            try:
                yield from self._workers.stage(f"regret of {player.spec}", "hands", work, table.play, take)
            finally:
                if sums.n:
                    self._regret.append(sums.result())

    def _turn_round(self) -> Iterator[StageProgress]:
        plan = self.plan
        if plan.rules.teams == 2:
            return
        pairs = MirroredPairs(plan.rules, plan.other, plan.mine, plan.seed)
        sums = pairs.sums()

        def take(rows: PairRows) -> bool:
            self._played += int(rows.hands.sum())
            sums.add(rows.leads)
            return False

        total = min(self._hands.n, MOST_AGAINST)
        yield from self._workers.stage("the other way round", "pairs", (0, total, HANDS_CHUNK), pairs.play, take)
        self._reverse = sums.estimate(POINTS)

    def _meet_others(self) -> Iterator[StageProgress]:
        plan = self.plan
        total = min(self._hands.n, MOST_AGAINST)
        for opponent in plan.opponents:
            both = [MirroredPairs(plan.rules, player, opponent, plan.seed) for player in (plan.mine, plan.other)]
            sums = JointSums(2, both[0].scale, [max(one.reach) for one in both])

            def take(values: Ints, sums: JointSums = sums) -> bool:
                self._played += values.shape[1] * 2 * plan.rules.teams
                sums.add(values)
                return False

            work, parts = partial(play_values, both), (0, total, HANDS_CHUNK)
            yield from self._workers.stage(f"against {opponent.spec}", "deals", parts, work, take)
            mine, other = sums.mean(0, POINTS), sums.mean(1, POINTS)
            self._against.append(Against(opponent.spec, sums.difference(0, 1, POINTS), mine, other))


def compare(
    rules: Rules | str | Path,
    mine: PlayerLike,
    other: PlayerLike,
    *,
    pairs: int | None = None,
    unit: Unit = "hands",
    seed: int | None = None,
    threads: int | None = None,
    until_width: float | None = None,
    sprt: tuple[float, float] | None = None,
    opponents: Players | None = OPPONENTS,
    explain: bool = True,
    out: str | Path | None = None,
    examples: int = 0,
    regret: bool = False,
    regret_hands: int = REGRET_HANDS,
    library: str | Path | None = None,
    stop: Stop | None = None,
    cluster: Any = None,
) -> Comparison:
    """Get a comparison of two strategies ready: `mine` (A) less `other` (B) over `pairs` mirrored pairs.

    `compare("standard", "basic", "simple", pairs=10_000).finish()` plays it: rules and players are taken as `run` does.
    `unit` "hands" plays single deals at 0-0 (and a sample of whole games), "games" whole games. `until_width` stops
    when the interval, valid at any time, is so wide; `sprt` when a test of two hypotheses (low, high) has decided; both
    in points a hand, or in Elo for whole games, and both with `pairs` as the most. `opponents` are those against whom
    both are measured too, `explain` asks where the difference comes from, `regret` which decisions of each cost points
    (looking ahead in `regret_hands` hands, some 15 ms each), `out` names a Parquet file of the pairs, and `lost` of the
    Comparison holds the first `examples` single deals that A lost. `library` is a folder of deals played under every
    contract, made for the card play that both share (`book deals`): pairs are then looked up, with its seed. Without a
    `seed` one is drawn. A `cluster` (see `run`) plays. Raises UsageError, RulesError and StrategyError before that.

    >>> from euchre_sim import compare
    >>> print(compare("standard", "basic", "simple", pairs=5000, seed=1, opponents=()).finish().main.value)
    0.054 ± 0.013 (n = 5 000)
    """
    rules, first, second = load_rules(rules), as_player(mine), as_player(other)
    met = as_players(() if opponents is None else opponents)
    check_choice("unit", unit, UNITS)
    if until_width is not None and sprt is not None:
        raise UsageError("until_width and sprt are two ways to stop", "give one of them")
    examples = check_whole("examples", examples, 0, LIMIT)
    if examples and unit == "games":
        raise UsageError("examples are deals, but whole games are compared", "leave --games or --examples away")
    if check_flag("regret", regret):
        if unit == "games":
            raise UsageError(
                "regret is of single hands, but whole games are compared", "leave --games or --regret away"
            )
        check_regret(rules)
    watched = check_whole("regret_hands", regret_hands, 1, LIMIT)
    rule = stop_rule(unit, rules.teams, until_width, sprt)
    folder = None if library is None else check_path("library", library)
    if folder is not None and cluster is not None:
        raise UsageError("a library is looked up on this machine, not on a cluster", "leave one of the two away")
    kept = None if folder is None else library_for(folder, rules, first, second, unit, rule is not None)
    seed, pairs = (seed, pairs) if kept is None else fit_in(kept, seed, pairs)
    most = PAIRS if rule is None else MOST_PAIRS
    plan = Plan(
        rules=rules,
        mine=first,
        other=second,
        seed=draw_seed() if seed is None else check_seed(seed),
        unit=unit,
        pairs=check_whole("pairs", most[unit] if pairs is None else pairs, 2, LIMIT),
        threads=thread_count(threads),
        rule=rule,
        opponents=tuple(one for one in met if first.spec != second.spec and one.spec not in {first.spec, second.spec}),
        explain=check_flag("explain", explain),
        out=None if out is None else check_path("out", out),
        examples=examples,
        regret=watched if regret else 0,
        cluster=check_cluster(cluster),
        library=kept,
    )
    return Comparison(plan, check_call("stop", stop))
