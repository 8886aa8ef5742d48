"""A book on one page: by trumps held, bowers, aces and voids, what to do in each seat and round, and what else costs.

Every hand of a panel falls into one cell. What an answer is worth there is the mean over the deals of a library in
which all bid by the book and the decision was reached. In the second round a hand is counted once, in the panel of its
longest suit: of equals the one with the higher bowers, then next.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from sim.book.bidders import both_ways
from sim.book.book_file import Book
from sim.book.classes import JOKER_HELD, UP, A, ClassIndex, G, N, T
from sim.book.contracts import Contracts
from sim.book.library import Library, Source
from sim.book.lookups import WalkSums, walk_library
from sim.book.walking import COUNT
from sim.errors import UsageError
from sim.players.strategy import Player
from sim.ready import Ready
from sim.runs.chunks import StageProgress, Workers
from sim.runs.provenance import rules_name
from sim.runs.threads import Stop

ROWS: Final = (
    "0-1", "0-1 +", "2", "2 L", "2 R", "2 RL", "3", "3 L", "3 R", "3 RL", "4+", "4+ L", "4+ R", "4+ RL",
)  # fmt: skip
"""Trumps held, and the bowers among them (+ stands for either)."""
COLUMNS: Final = ("0", "1", "2+", "0", "1")
"""Side aces; the first three with one void suit at most, the others with more, where a second ace has no room."""
FIRST_COLUMNS: Final = 3
FEW: Final = 30
"""Deals that a cell needs to say anything."""
PASS, WITH, ALONE = range(3)
KINDS: Final = ("order", "next", "green")
_SURE: Final = 1.96
_NEXT = 1


@dataclass(frozen=True)
class ChartCell:
    """The best answer of a cell, by how much it beats the next best of pass, call and call alone, in points."""

    action: int
    cost: float
    half: float
    """Half of the 95 % interval of `cost`."""
    deals: int

    @property
    def sure(self) -> bool:
        """Whether the two are told apart by these deals."""
        return self.cost > self.half


@dataclass(frozen=True)
class ChartPanel:
    """One seat in the first round, or with next or a green suit in the second."""

    seat: int
    kind: str
    cells: tuple[tuple[ChartCell | None, ...], ...]
    """By ROWS and COLUMNS; None where there are FEW deals at most."""


@dataclass(frozen=True)
class ChartPlan:
    """A chart to be made: of which book, by whose cards, from which deals, and where these are kept meanwhile."""

    book: Book
    cards: Player
    seed: int
    deals: int
    threads: int
    folder: Path


@dataclass(frozen=True)
class BookChart:
    """A book on one page, and the deals that its numbers are taken from."""

    rules: str
    cards: str
    seed: int
    deals: int
    panels: tuple[ChartPanel, ...]

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return asdict(self)


class Charting(Ready[StageProgress, BookChart]):
    """A chart that is ready to be made: iterate over it for its progress, then read `result`; or call `finish()`."""

    def __init__(self, plan: ChartPlan, stop: Stop | None = None) -> None:
        """Raises RulesError, StrategyError, RunFolderError and StorageError."""
        self.plan, self._workers = plan, Workers(plan.threads, stop)
        self.library = Library(Source(plan.book.rules, plan.cards, plan.seed), plan.deals, plan.folder / "deals")
        self._done: BookChart | None = None
        self._prepared = True

    def _describe(self) -> str:
        return f"chart of a book for {rules_name(self.plan.book.rules)}: {self.plan.deals} deals"

    def _result(self) -> BookChart:
        if self._done is None:
            raise UsageError("the chart is not made yet", "iterate over it, or call finish()")
        return self._done

    def _events(self) -> Iterator[StageProgress]:
        plan, workers = self.plan, self._workers
        yield from self.library.fill(workers)
        walked = yield from walk_library(self.library, both_ways(plan.book.table), workers, "what answers are worth")
        panels = chart_panels(walked, plan.book.index, plan.book.contracts)
        self._done = BookChart(rules_name(plan.book.rules), plan.cards.spec, plan.seed, plan.deals, tuple(panels))


@dataclass(frozen=True, eq=False)
class _Held:
    """What a hand holds with some suit as trump, int64[classes] each."""

    trumps: np.ndarray
    right: np.ndarray
    left: np.ndarray
    aces: np.ndarray
    voids: np.ndarray

    def rank(self) -> np.ndarray:
        """How long the suit is, then its bowers."""
        return np.asarray(4 * self.trumps + 2 * self.right + self.left)

    def row(self) -> np.ndarray:
        """Which of ROWS."""
        bowers = 2 * self.right + self.left
        few = np.minimum(bowers, 1)
        return np.asarray(np.where(self.trumps <= 1, few, 2 + 4 * (np.minimum(self.trumps, 4) - 2) + bowers))

    def column(self) -> np.ndarray:
        """Which of COLUMNS."""
        few = np.minimum(self.aces, 2)
        return np.asarray(np.where(self.voids >= 2, FIRST_COLUMNS + np.minimum(self.aces, 1), few))


def chart_panels(walked: WalkSums, index: ClassIndex, contracts: Contracts) -> list[ChartPanel]:
    """The panels of a book, from a walk of a library by it: all seats in the first round, with next, with green."""
    players, variances = contracts.players, walked.variances()
    scale = contracts.teams - 1
    panels = []
    for kind in KINDS:
        for seat in range(players):
            node = seat if kind == "order" else players + seat
            sums = walked.sums[node].astype(np.float64)
            held, call, there = _counted(index, kind, seat == players - 1)
            allowed = bool((contracts.places[node, 1:3] >= 0).all())
            met = there & (sums[:, COUNT] > 0)
            place = (len(COLUMNS) * held.row() + held.column())[met]
            classes = np.flatnonzero(met)
            answers = (np.zeros(len(classes), dtype=np.int64), call[met], call[met] + 1)
            size = len(ROWS) * len(COLUMNS)
            totals = [np.bincount(place, sums[classes, answer], minlength=size) for answer in answers]
            deals = np.bincount(place, sums[classes, COUNT], minlength=size)
            spread = variances[node, 1:3] if kind == "order" else variances[node, 3:5]
            cells = [_cell([float(one[at]) for one in totals], int(deals[at]), spread, scale, allowed)
                     for at in range(size)]  # fmt: skip
            rows = [tuple(cells[at : at + len(COLUMNS)]) for at in range(0, size, len(COLUMNS))]
            panels.append(ChartPanel(seat + 1, kind, tuple(rows)))
    return panels


def _cell(totals: list[float], deals: int, spread: np.ndarray, scale: int, allowed: bool) -> ChartCell | None:
    """The best of pass, call and call alone."""
    if deals <= FEW:
        return None
    means = np.array(totals) / deals / scale
    order = np.argsort(-means[: 3 if allowed else 2], kind="stable")
    best, second = int(order[0]), int(order[1])
    cost = float(means[best] - means[second])
    variance = float(spread[max(best, second) - 1]) / scale**2
    return ChartCell(best, cost, _SURE * (variance / deals) ** 0.5, deals)


def _counted(index: ClassIndex, kind: str, is_dealer: bool) -> tuple[_Held, np.ndarray, np.ndarray]:
    """What each class holds, the answer that calls the suit, and whether the class is in this panel."""
    rows = index.rows.astype(np.int64)
    sets = {column: rows[:, column] for column in (T, N, A, G)}
    joker, one = rows[:, JOKER_HELD], np.ones(index.count, dtype=np.int64)
    if kind == "order":
        if is_dealer:
            return _kept(index, sets, 1 << rows[:, UP], joker), one, one > 0
        return _holding(index, sets[T], sets[N], (sets[A], sets[G]), joker), one, one > 0
    following = _holding(index, sets[N], sets[T], (sets[A], sets[G]), joker)
    greens = (
        _holding(index, sets[A], sets[G], (sets[N], sets[T]), joker),
        _holding(index, sets[G], sets[A], (sets[N], sets[T]), joker),
    )
    second = greens[1].rank() > greens[0].rank()
    pairs = zip(_fields(greens[0]), _fields(greens[1]), strict=True)
    green = _Held(*(np.where(second, two, one) for one, two in pairs))
    is_next = following.rank() >= green.rank()
    if kind == "next":
        return following, one * (1 + 2 * _NEXT), is_next
    return green, np.where(second, 5, 1), ~is_next


def _fields(held: _Held) -> tuple[np.ndarray, ...]:
    return held.trumps, held.right, held.left, held.aces, held.voids


def _holding(index: ClassIndex, own: Any, same: Any, others: Any, joker: Any) -> _Held:
    """A hand whose trumps are the set `own`; `same` is the suit of its colour."""
    jack, ace = 1 << index.ranks - 4, 1 << index.ranks - 1
    left = (same & jack > 0).astype(np.int64)
    side = [same & ~jack, *others]
    return _Held(
        np.bitwise_count(own).astype(np.int64) + left + joker,
        np.maximum(own & jack > 0, joker).astype(np.int64),
        left,
        sum((one & ace > 0).astype(np.int64) for one in side),
        sum((one == 0).astype(np.int64) for one in side),
    )


def _kept(index: ClassIndex, sets: dict[int, np.ndarray], up: np.ndarray, joker: np.ndarray) -> _Held:
    """A dealer with the upcard, one card buried: a side card alone in its suit below the ace, else what is there."""
    jack, ace = 1 << index.ranks - 4, 1 << index.ranks - 1
    side = [sets[N] & ~jack, sets[A], sets[G]]
    held = _holding(index, sets[T] | up, sets[N], (sets[A], sets[G]), joker)
    alone = np.stack([(one > 0) & (one & (one - 1) == 0) for one in side])
    aces = np.stack([one & ace > 0 for one in side])
    plain = (alone & ~aces).any(axis=0)
    anything = np.stack([one & ~ace > 0 for one in side]).any(axis=0)
    ace_goes = ~anything & alone.any(axis=0)
    trump_goes = ~alone.any(axis=0) & ~anything
    return _Held(held.trumps - trump_goes, held.right, held.left, held.aces - ace_goes, held.voids + (plain | ace_goes))
