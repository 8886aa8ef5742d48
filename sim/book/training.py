"""Training a book: best responses to what all others do, over and over, on the deals of a library.

Each round walks the library when all bid as the book does so far, adds what every answer was worth to what earlier
rounds have found, and takes the answer that is best by these averages. Later rounds weigh more, and early ones look at
fewer deals. The averages are what makes it settle: where each round only answered the last one, two-handed play goes in
circles. A round that is done is kept, so that training can be stopped and resumed.
"""

import json
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np

from sim.book.bidders import bidding_table, both_ways
from sim.book.contracts import ANSWERS
from sim.book.library import PART_DEALS, Library, Source
from sim.book.lookups import WalkSums, mean_of_pairs, pair_counts, walk_library
from sim.book.smoothing import Model, best_answers, estimate_answers
from sim.book.walking import COLUMNS, COUNT
from sim.errors import RunFolderError, UsageError
from sim.players.strategy import Player
from sim.ready import Ready
from sim.runs.chunks import StageProgress, Workers
from sim.runs.parts import write_whole
from sim.runs.threads import Stop
from sim.stats.estimates import Estimate

STATE_FILE: Final = "rounds.npz"
_DOUBLINGS: Final = 3
"""The first round looks at an eighth of the deals, the next at a fourth, and so on."""


@dataclass(frozen=True)
class BookPlan:
    """A book to be trained: from which deals, in how many rounds, and where its work is kept."""

    source: Source
    start: Player
    """Whose bidding the first round answers to, and the book is measured against."""
    deals: int
    held: int
    """Other deals, on which the rounds are measured."""
    rounds: int
    threads: int
    folder: Path


@dataclass(frozen=True)
class RoundTold:
    """What a round came to: its deals, how many answers it changed of those asked, and its gain on held-out deals."""

    number: int
    deals: int
    changed: float
    over_start: Estimate
    over_last: Estimate

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return asdict(self)


@dataclass(frozen=True, eq=False)
class Trained:
    """A book: its answers, what each is worth, and how it came about."""

    plan: BookPlan
    table: np.ndarray
    """int8[nodes, classes]: the answer of each class."""
    values: np.ndarray
    """float32[nodes, classes, ANSWERS]: what each answer is worth above a pass, -inf where it is not allowed."""
    counts: np.ndarray
    """int64[nodes, classes]: deals of the last round that reached each decision."""
    rounds: tuple[RoundTold, ...]


class Training(Ready[StageProgress, Trained]):
    """A book in the making: iterate over it for its progress, then read `result`; or call `finish()`."""

    def __init__(self, plan: BookPlan, stop: Stop | None = None) -> None:
        """Opens or begins the folder; raises RulesError, StrategyError, RunFolderError and StorageError."""
        self.plan, self._workers = plan, Workers(plan.threads, stop)
        source = plan.source
        _ = source.index, source.contracts
        held = Source(source.rules, source.cards, source.seed + 1)
        self.library = Library(source, plan.deals, plan.folder / "deals")
        self.held = Library(held, plan.held, plan.folder / "held-out")
        self._done: Trained | None = None
        self._prepared = True

    def _describe(self) -> str:
        return f"book for {self.plan.source.cards.spec}: {self.plan.deals} deals, {self.plan.rounds} rounds"

    def _result(self) -> Trained:
        if self._done is None:
            raise UsageError("the book is not trained yet", "iterate over it, or call finish()")
        return self._done

    def _events(self) -> Iterator[StageProgress]:
        plan, workers = self.plan, self._workers
        yield from self.library.fill(workers)
        yield from self.held.fill(workers, "held-out deals")
        start = bidding_table(plan.start, plan.source.rules)
        state = _State.read(plan, start.shape) or _State.begin(plan, start)
        model = Model.of(plan.source.index)
        while state.round < plan.rounds or self._done is None:
            number = min(state.round + 1, plan.rounds)
            if state.round < plan.rounds:
                deals = _deals_of_round(number, plan.deals)
                walked = yield from walk_library(self.library, state.table, workers, f"round {number}", deals)
                state.add(walked, number)
            yield from self._choose(state, model, start, number)

    def _choose(
        self, state: "_State", model: Model, start: np.ndarray, number: int
    ) -> Generator[StageProgress, None, None]:
        """Take the best answers by the averages so far, and measure them."""
        contracts, rules = self.plan.source.contracts, self.plan.rounds
        found = [
            estimate_answers(model, state.sums[node], state.variances(node), contracts, node, state.repeats)[0]
            for node in range(contracts.nodes)
        ]
        new = np.stack([best_answers(values) for values in found])
        counts = state.sums[:, :, COUNT]
        if number > state.round:
            last = state.table
            table = both_ways(new)
            asked = counts[:, :, None] * np.ones(2)
            changed = float((asked.reshape(table.shape) * (table != last)).sum() / max(1, asked.sum()))
            against = yield from pair_counts(self.held, table, start, self._workers, f"round {number} measured")
            before = yield from pair_counts(self.held, table, last, self._workers, f"round {number} compared")
            told = RoundTold(
                number,
                _deals_of_round(number, self.plan.deals),
                changed,
                mean_of_pairs(against, contracts),
                mean_of_pairs(before, contracts),
            )
            state.finish(self.plan, number, table, told)
        if state.round == rules:
            self._done = Trained(self.plan, new, np.stack(found), counts, tuple(state.told))

    @property
    def told(self) -> tuple[RoundTold, ...]:
        """The rounds that are done."""
        return tuple(self._done.rounds) if self._done is not None else ()


def _deals_of_round(number: int, deals: int) -> int:
    """How many deals a round looks at, whole parts where there are some."""
    wanted = deals >> max(0, _DOUBLINGS - number + 1)
    return min(deals, -(-wanted // PART_DEALS) * PART_DEALS)


class _State:
    """What is kept between rounds."""

    def __init__(self, table: np.ndarray, sums: np.ndarray, squares: np.ndarray, seen: int, told: list[RoundTold],
                 deals: int) -> None:  # fmt: skip
        self.table, self.sums, self.squares, self.seen, self.told, self.deals = table, sums, squares, seen, told, deals

    @property
    def round(self) -> int:
        """Rounds that are done."""
        return len(self.told)

    @property
    def repeats(self) -> float:
        """How often each deal was counted: the same deals again make nothing surer."""
        return max(1.0, self.seen / self.deals)

    def variances(self, node: int) -> np.ndarray:
        """float64[ANSWERS] of (answer less pass) on one deal."""
        return np.asarray(self.squares[node] / max(1, int(self.sums[node, :, COUNT].sum())))

    def add(self, walked: WalkSums, weight: int) -> None:
        """Add what a round has walked."""
        self.sums += weight * walked.sums
        self.squares += weight * walked.squares
        self.seen += weight * walked.deals
        self.deals = max(self.deals, walked.deals)

    def finish(self, plan: BookPlan, number: int, table: np.ndarray, told: RoundTold) -> None:
        """Keep a round that is done."""
        self.table = table
        self.told.append(told)
        facts = {**plan.source.facts(), "start": plan.start.source_hash, "deals": plan.deals}
        kept = json.dumps({"facts": facts, "told": [one.to_dict() for one in self.told]})
        out = BytesIO()
        np.savez(
            out, table=table, sums=self.sums, squares=self.squares, seen=np.array([self.seen, self.deals]),
            told=np.frombuffer(kept.encode(), dtype=np.uint8),
        )  # fmt: skip
        write_whole(plan.folder / STATE_FILE, out.getbuffer())

    @classmethod
    def begin(cls, plan: BookPlan, start: np.ndarray) -> "_State":
        """Nothing done yet."""
        nodes, classes = len(start), start.shape[1] // 2
        sums = np.zeros((nodes, classes, COLUMNS), dtype=np.int64)
        return cls(start, sums, np.zeros((nodes, ANSWERS), dtype=np.int64), 0, [], 1)

    @classmethod
    def read(cls, plan: BookPlan, shape: tuple[int, ...]) -> "_State | None":
        """What an earlier training has kept; None without one. Raises RunFolderError for that of another book."""
        path = plan.folder / STATE_FILE
        if not path.exists():
            return None
        try:
            with np.load(path, allow_pickle=False) as kept:
                data = json.loads(kept["told"].tobytes())
                table, sums, squares, seen = kept["table"], kept["sums"], kept["squares"], kept["seen"].tolist()
            told = [RoundTold(**_with_estimates(one)) for one in data["told"]]
        except Exception as error:  # a damaged archive fails in many ways
            raise RunFolderError(
                f"{path} is damaged ({type(error).__name__})", "remove it: the deals beside it are kept"
            ) from None
        facts = {**plan.source.facts(), "start": plan.start.source_hash, "deals": plan.deals}
        if data["facts"] != facts or table.shape != shape or sums.shape != (shape[0], shape[1] // 2, COLUMNS):
            raise RunFolderError(
                f"{path} holds the rounds of another book", "choose another folder, or remove the file"
            )
        return cls(table, sums, squares, seen[0], told, seen[1])


def _with_estimates(one: dict[str, Any]) -> dict[str, Any]:
    return one | {name: Estimate(**one[name]) for name in ("over_start", "over_last")}
