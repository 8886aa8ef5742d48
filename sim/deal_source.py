"""Where a question's deals come from: drawn from sets of hands that fit, or drawn freely and compared with the past."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from sim.ask_table import Deals, QuestionTable
from sim.errors import UsageError
from sim.fitting import can_be_sets, plan_from_sets
from sim.hand_sets import SetPlan
from sim.history import seat_text
from sim.plain_text import spaced
from sim.question import Question
from sim.strategy import Player

MOST_DRAWN: Final = 1 << 25
"""Deals drawn in vain after which a history counts as one that these players never bring about."""
_PAIRS: Final = 30_000_000
"""Pairs of hands that are compared to find those that go together: a few hundredths of a second."""


@dataclass(frozen=True)
class Job:
    """A range of draws for one thread, and how many may be tried for them."""

    first: int
    number: int
    tries: int


class Source(Protocol):
    """Deals that agree with a question, in numbered portions: the same portions give the same deals."""

    def job(self, wanted: int) -> Job:
        """The next portion, of about so many deals."""

    def take(self, job: Job) -> tuple[Deals, int]:
        """The deals of a portion, and how many were drawn for them; any thread may ask."""

    def note(self, found: int, drawn: int) -> None:
        """Hear what a portion gave. Raises UsageError when too much was drawn in vain."""

    @property
    def share(self) -> float | None:
        """Share of the deals with the cards seen on which the others would have done what they did."""


class DrawSource:
    """Draws deals that agree with the cards seen and keeps those on which the others would have bid as they did."""

    def __init__(self, table: QuestionTable) -> None:
        self._table, self._next = table, 0
        self._found = self._drawn = 0

    def job(self, wanted: int) -> Job:
        number = wanted
        if self._drawn:
            number = int(min(1 << 18, max(wanted, wanted * self._drawn / max(self._found, 1))))
        first, self._next = self._next, self._next + number
        return Job(first, number, number)

    def take(self, job: Job) -> tuple[Deals, int]:
        return self._table.agreeing(self._table.draw(job.first, job.number)), job.number

    def note(self, found: int, drawn: int) -> None:
        self._found += found
        self._drawn += drawn
        if self._found == 0 and self._drawn >= MOST_DRAWN:
            raise never(self._table.question, self._drawn)

    @property
    def share(self) -> float | None:
        return self._found / self._drawn if self._drawn else None


class SetSource:
    """Draws from the sets of hands with which each of the others would have done what he did."""

    def __init__(self, table: QuestionTable, plan: SetPlan) -> None:
        self._table, self._plan, self._next = table, plan, 0
        self._found = self._drawn = 0

    def job(self, wanted: int) -> Job:
        number = wanted if self._drawn == 0 or self._found else min(wanted, 64)
        first, self._next = self._next, self._next + number
        rate = self._found / self._drawn if self._found else 1.0
        return Job(first, number, int(min(MOST_DRAWN, 4 * number / rate + 100_000)))

    def take(self, job: Job) -> tuple[Deals, int]:
        cards, chances, used = self._plan.draw(self._table.seed, job.first, job.number, job.tries)
        return Deals(cards, chances), used

    def note(self, found: int, drawn: int) -> None:
        self._found += found
        self._drawn += drawn
        if self._found == 0 and self._drawn >= MOST_DRAWN:
            raise never(self._table.question, self._drawn)

    @property
    def share(self) -> float | None:
        return self._plan.drawn_share * self._found / self._drawn if self._drawn else None


def open_source(table: QuestionTable, players: Sequence[Player]) -> DrawSource | SetSource:
    """The source for a question and its players (one a seat). Raises UsageError where a player never does as he did."""
    if not can_be_sets(table, players):
        return DrawSource(table)
    plan = plan_from_sets(table)
    if isinstance(plan, int):
        name = players[plan - 1].name
        raise UsageError(
            f"{seat_text(table.question.rules, plan)} ({name}) would never have done what he did, whatever his cards",
            "change the bids or the cards played, or seat another strategy there",
        )
    if len(plan.order) > 1 and plan.pairs <= _PAIRS:
        paired = plan.paired()
        if paired is None:
            raise never(table.question, 0)
        plan = paired
    return SetSource(table, plan)


def never(q: Question, drawn: int) -> UsageError:
    """The error for a past that these players never bring about."""
    tried = f"none of {spaced(drawn)} deals" if drawn else "no deal"
    return UsageError(
        f"{tried} agrees with what has happened: with these players it never does",
        "change the bids or the cards played, or seat other strategies",
    )
