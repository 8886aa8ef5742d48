"""Less noise in questions about players who look ahead: those whom they believe in play the same deals, and many more.

A hand of theirs costs ten thousand times one of those whom they believe in, who mostly do the same; see
`sim.stats.steadied` for what is made of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sim.ask.choices import Choice
from sim.ask.deal_source import DealSource, Portion
from sim.ask.question_table import Deals, QuestionTable

MORE: Final = 16
"""Deals that the others play for each one of the players who look ahead."""


@dataclass(frozen=True)
class Steadied:
    """What those believed in came to: on the same deals, and on others `[choice still going, deal]`."""

    control: np.ndarray
    more: np.ndarray
    drawn: int


class Steadying:
    """The table of those whom the players of a question believe in."""

    def __init__(self, table: QuestionTable, source: DealSource) -> None:
        self._table, self._source = table, source

    def job(self, size: int) -> Portion:
        """Further deals for a portion of so many."""
        return self._source.job(MORE * size)

    def play(self, going: Sequence[Choice], deals: Deals, job: Portion) -> Steadied:
        """Play the choices on the deals of a portion, and on further ones."""
        further, drawn = self._source.take(job)
        control, more = (np.stack([self._table.play(choice, some) for choice in going]) for some in (deals, further))
        return Steadied(control, more, drawn)
