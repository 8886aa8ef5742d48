"""Repairing a run: the parts whose files are not as they were written are played again, and nothing else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.arguments import as_list, check_call, check_is_text, check_path
from sim.errors import Interrupted, RunFolderError, UsageError
from sim.ready import Ready
from sim.runs.chunks import Clock, StageProgress
from sim.runs.folder import open_folder
from sim.runs.parts import Span
from sim.runs.provenance import RunConfig, make_config, thread_count
from sim.runs.run import engine_version, load, open_match, points_table
from sim.runs.threads import Stop
from sim.runs.verify import Verification, Verified
from sim.runs.workers import Job, RunSums, run_parts
from sim.text_door import Shown

if TYPE_CHECKING:
    from sim.players.strategy import Player


@dataclass(frozen=True, repr=False)
class Repaired(Shown):
    """What was found in a run, and the parts of it that were played again."""

    found: Verified
    made: tuple[Span, ...]

    def to_text(self) -> str:
        """What was found, and what was done."""
        games = f"{self.found.unit} {{}} to {{}}"
        lines = [f"made again {games.format(span.first, span.last - 1)}" for span in self.made]
        return "\n".join([self.found.to_text(), *(lines or ["made again nothing"])])

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        made = [{"part": span.index, "first": span.first, "last": span.last - 1} for span in self.made]
        return {"found": self.found.to_dict(), "made": made}


class Repair(Ready[StageProgress, Repaired]):
    """A repair that is ready to go; made by `repair_run`."""

    def __init__(self, root: Path, allow: Sequence[str], threads: int, stop: Stop | None) -> None:
        self._root, self._allow, self._threads, self._stop = root, allow, threads, stop
        self._look = Verification(root, threads, stop)
        self._made: tuple[Span, ...] | None = None
        self._prepared = True

    def _describe(self) -> str:
        return f"repair of {self._root}"

    def _result(self) -> Repaired:
        if self._made is None:
            raise UsageError("nothing is repaired yet", "iterate over it to the end, or call finish()")
        return Repaired(self._look.result, self._made)

    def _events(self) -> Iterator[StageProgress]:
        yield from self._look
        todo = self._look.result.damaged_parts
        try:
            if todo:
                yield from self._play(todo)
        except KeyboardInterrupt:
            raise Interrupted("interrupted before all parts were made again", "the same command goes on") from None
        self._made = todo

    def _play(self, todo: Sequence[Span]) -> Iterator[StageProgress]:
        config, layout = self._look.config, self._look.layout
        players = self._players(config)
        folder = open_folder(self._root, config, layout.target, layout.part_size, self._look.shard)
        try:
            rules, total = config.rules, sum(span.size for span in todo)
            match = open_match(rules, players, config.seed, config.unit)
            job = Job(match, rules, points_table(rules), config.unit, config.detail, folder)
            clock, sums = Clock(), RunSums.none(rules)
            for event in run_parts(job, todo, total, sums, self._threads, self._stop):
                yield StageProgress("making again", config.unit, event.done, total, clock())
        finally:
            folder.close()

    def _players(self, config: RunConfig) -> "list[Player]":
        from sim.players.trust import check_trusted

        if config.recorded:
            raise RunFolderError(f"{self._root} cannot be played again: people played it", "import the records again")
        where = f"{self._root}/run.json"
        check_trusted([record.spec for record in config.players], self._allow, where)
        players = [load(record.spec) for record in config.players]
        now = make_config(config.rules, players, config.seed, config.unit, config.detail, engine_version())
        if now.id != config.id:
            why = ", ".join(now.differences(config)) or "another id"
            raise RunFolderError(
                f"{self._root} cannot be repaired: what would play it now has {why}",
                "repair it with the program and the strategies that made it, or make the run anew",
            )
        return players


def repair_run(
    path: str | Path, *, allow: str | Sequence[str] = (), threads: int | None = None, stop: Stop | None = None
) -> Repair:
    """Get the repair of a run ready: `finish()` reads every byte and plays the parts that are damaged again.

    Strategies that are files or modules are only run where `allow` names them. Raises RunFolderError where run.json is
    damaged or the players have changed since, StrategyError where one is not allowed.

    >>> from pathlib import Path
    >>> from euchre_sim import repair_run, run, verify_run
    >>> made = run("standard", "basic", hands=1000, seed=1, out="a").finish()
    >>> part = Path("a/hands/part-00000.parquet")
    >>> part.write_bytes(part.read_bytes()[:-9]) > 0
    True
    >>> repaired = repair_run("a").finish()
    >>> verify_run("a").finish().whole
    True
    """
    root = check_path("path", path)
    allowed = [check_is_text("allow", name, '["./my_bot.py"]') for name in as_list(allow)]
    return Repair(root, allowed, thread_count(threads), check_call("stop", stop))
