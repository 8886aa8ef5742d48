"""Where a question's deals come from: drawn from sets of hands that fit, or drawn freely and compared with the past.

Where the others, as they are seated, would have done what they did on too few deals, their hands are weighed instead
(`sim.ask.likelihood`), and deals are drawn in proportion.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from sim.ask.evidence import THIN, Evidence
from sim.ask.fitting_hands import can_be_sets, can_be_weighed, plan_from_sets
from sim.ask.hand_sets import SetPlan
from sim.ask.question_table import Deals, QuestionTable
from sim.ask.weighed_deals import WeighedDraws, weigh_hands
from sim.errors import UsageError
from sim.plain_text import spaced
from sim.players.strategy import Player

MOST_DRAWN: Final = 1 << 25
"""Deals drawn in vain after which a history counts as one that the rules never bring about."""
_PAIRS: Final = 30_000_000
"""Pairs of hands that are compared to find those that go together: a few hundredths of a second."""
_PROBED: Final = 256
"""Agreeing deals looked for to tell whether there are too few."""
_PROBE_SEED: Final = 0
"""The seed of that, whatever the seed of the answer: the same question is always answered in the same way."""
_PROBE_DRAWS: Final = 1 << 16
"""Deals drawn for it where they are drawn freely."""
_PROBE_TRIES: Final = 1 << 22
"""Tries for it where hands are taken from sets."""
_WEIGHED: Final = 4096
"""Deals from which it is estimated how many deals carry an answer."""


@dataclass(frozen=True)
class Portion:
    """A range of draws for one thread, and how many may be tried for them."""

    first: int
    number: int
    tries: int


class DealSource(Protocol):
    """Deals that agree with a question, in numbered portions: the same portions give the same deals."""

    def job(self, wanted: int) -> Portion:
        """The next portion, of about so many deals."""

    def take(self, job: Portion) -> tuple[Deals, int]:
        """The deals of a portion, and how many were drawn for them; any thread may ask."""

    def note(self, found: int, drawn: int) -> None:
        """Hear what a portion gave. Raises UsageError when too much was drawn in vain."""

    def evidence(self) -> Evidence:
        """What the deals rest on."""


class DrawSource:
    """Draws deals that agree with the cards seen and keeps those that `choose` keeps of a range."""

    def __init__(
        self, table: QuestionTable, choose: Callable[[int, int], Deals] | None = None, evidence: Evidence | None = None
    ) -> None:
        self._table, self._next = table, 0
        self._choose, self._evidence = choose, evidence
        self._found = self._drawn = 0

    def job(self, wanted: int) -> Portion:
        number = wanted
        if self._drawn:
            number = int(min(1 << 18, max(wanted, wanted * self._drawn / max(self._found, 1))))
        first, self._next = self._next, self._next + number
        return Portion(first, number, number)

    def take(self, job: Portion) -> tuple[Deals, int]:
        if self._choose is not None:
            return self._choose(job.first, job.number), job.number
        return self._table.agreeing(self._table.draw(job.first, job.number)), job.number

    def note(self, found: int, drawn: int) -> None:
        self._found += found
        self._drawn += drawn
        if self._found == 0 and self._drawn >= MOST_DRAWN:
            raise never(self._drawn)

    def evidence(self) -> Evidence:
        if self._evidence is not None:
            return self._evidence
        share = self._found / max(self._drawn, 1)
        return Evidence(share, self._table.deals, share, tried=self._drawn)


class SetSource:
    """Draws from the sets of hands with which each of the others would have done what they did, or by their weights."""

    def __init__(
        self,
        table: QuestionTable,
        plan: SetPlan,
        finish: Callable[[Deals], Deals] | None = None,
        evidence: Evidence | None = None,
    ) -> None:
        self._table, self._plan, self._next = table, plan, 0
        self._finish, self._evidence = finish, evidence
        self._found = self._drawn = 0

    def job(self, wanted: int) -> Portion:
        number = wanted if self._drawn == 0 or self._found else min(wanted, 64)
        first, self._next = self._next, self._next + number
        rate = self._found / self._drawn if self._found else 1.0
        return Portion(first, number, int(min(MOST_DRAWN, 4 * number / rate + 100_000)))

    def take(self, job: Portion) -> tuple[Deals, int]:
        cards, chances, used = self._plan.draw(self._table.seed, job.first, job.number, job.tries)
        deals = Deals(cards, chances)
        return deals if self._finish is None else self._finish(deals), used

    def note(self, found: int, drawn: int) -> None:
        self._found += found
        self._drawn += drawn
        if self._found == 0 and self._drawn >= MOST_DRAWN:
            raise never(self._drawn)

    def evidence(self) -> Evidence:
        if self._evidence is not None:
            return self._evidence
        share = _of_possible(self._table, self._plan, self._found / max(self._drawn, 1))
        return Evidence(share, self._table.deals, share, tried=self._drawn)


def open_source(table: QuestionTable, players: Sequence[Player]) -> DrawSource | SetSource:
    """The source for a question and its players (one a seat). Raises UsageError where the rules leave no deal."""
    if can_be_sets(table, players):
        plan = plan_from_sets(table)
        plan = None if plan is None else _pair(plan)
        found = None if plan is None else _probe_sets(table, plan)
        if plan is not None and (found is None or found[0] >= THIN):
            return SetSource(table, plan)
        share, tried = found or (0.0, None)
    else:
        share, tried = _probe_draws(table)
        if share >= THIN:
            return DrawSource(table)
    return _weighed(table, players, share, tried)


def _pair(plan: SetPlan) -> SetPlan | None:
    """The plan with pairs of hands looked up where they are not too many; None where no two go together."""
    return plan.paired() if len(plan.order) > 1 and plan.pairs <= _PAIRS else plan


def _of_possible(table: QuestionTable, plan: SetPlan, accepted: float) -> float:
    """A share of tries as a share of the deals that rules and cards seen allow."""
    return min(1.0, plan.drawn_share * accepted * (plan.all_deals / table.deals))


def _probe_sets(table: QuestionTable, plan: SetPlan) -> tuple[float, int]:
    """Share of the possible deals that agree exactly, and how many tries tell so."""
    every = _of_possible(table, plan, 1.0)
    tries = int(min(max(_PROBED * every / THIN, _PROBE_DRAWS), _PROBE_TRIES))
    _, chances, used = plan.draw(_PROBE_SEED, 0, _PROBED, tries)
    return _of_possible(table, plan, len(chances) / max(used, 1)), used


def _probe_draws(table: QuestionTable) -> tuple[float, int]:
    """The same for free draws."""
    found = drawn = 0
    while drawn < _PROBE_DRAWS and found < THIN * _PROBE_DRAWS:
        found += len(table.agreeing(table.draw(drawn, _PROBE_DRAWS // 16, _PROBE_SEED)))
        drawn += _PROBE_DRAWS // 16
    return found / drawn, drawn


def _weighed(
    table: QuestionTable, players: Sequence[Player], share: float, tried: int | None
) -> DrawSource | SetSource:
    """The source where too few deals agree exactly: the others do again what they did, on deals drawn in proportion."""
    if not can_be_weighed(table):
        draws = WeighedDraws(table, players, _PROBE_SEED)
        table.hold_to_past()
        return DrawSource(table, draws.take, Evidence(share, table.deals, draws.effective, True, tried, draws.assumed))
    weighed = weigh_hands(table, players)
    plan = None if weighed is None else _pair(weighed.plan)
    if weighed is None or plan is None:
        raise never(0)
    table.hold_to_past()
    cards, _, used = plan.draw(_PROBE_SEED, 0, _WEIGHED, MOST_DRAWN)
    accepted = _of_possible(table, plan, cards.shape[1] / max(used, 1))
    effective = min(1.0, accepted / max(float(weighed.weights(cards).mean()), accepted))
    evidence = Evidence(share, table.deals, effective, True, tried, weighed.assumed)
    return SetSource(table, plan, weighed.finish, evidence)


def never(drawn: int) -> UsageError:
    """The error for a past that the rules do not allow."""
    tried = f"none of {spaced(drawn)} deals" if drawn else "no deal"
    return UsageError(
        f"{tried} agrees with what has happened: the rules do not allow it", "check the bids and the cards played"
    )
