"""One question being played out: waves of deals, until the answer is precise enough or clear."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from sim.ask.choices import Choice
from sim.ask.deal_source import DealSource, Portion
from sim.ask.in_sight import InSight
from sim.ask.outcomes import score_by_side, win_values
from sim.ask.precision import SECONDS, WIDTH, Precision
from sim.ask.question_table import Deals, QuestionTable
from sim.ask.steadied import Steadied, Steadying
from sim.chances.equity import Equity, refine_equity
from sim.chances.hand_results import states_from
from sim.errors import Interrupted
from sim.runs.threads import pool_of
from sim.stats.best_choice import Race
from sim.stats.sequential import ConfidenceSequence
from sim.stats.steadied import SteadiedRace

SETTLED: Final = 50_000
"""Deals that are played at least: the best may be clear long before its value is worth telling."""
PORTION: Final = 4096
"""Deals a thread plays at a time."""
LOOKING_AHEAD: Final = 32
"""So many times fewer deals are settled and played at a time where somebody at the table looks ahead."""
REFINED: Final = 1_000_000
"""Hands that a finer table of chances to win may take for each second that the answer may."""
MANY: Final = 16
"""Choices that all get the precision asked for; of more, or where somebody looks ahead, only those that may be best."""
_WAVES: Final = (2, 2, 4, 8, 16)
"""Portions between two looks at the sums; the last number goes on."""


class Work:
    """One question being played out."""

    def __init__(
        self,
        table: QuestionTable,
        options: Sequence[Choice],
        source: DealSource,
        race: Race,
        sight: InSight | None,
        steadying: Steadying | None,
        precision: Precision,
        threads: int,
        began: float,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.table, self.options, self.source, self.race, self.sight = table, options, source, race, sight
        self.steadying = steadying
        self.precision, self.threads, self.began, self.stop = precision, threads, began, stop
        self.families = {option.family for option in options}
        self.own: list[Choice | None] = []
        self.drawn = 0
        fewer = LOOKING_AHEAD if any(player.needs_table for player in table.players) else 1
        self.portion = max(PORTION // LOOKING_AHEAD, PORTION // fewer * 8 // max(8, len(options)))
        self.settled = SETTLED // fewer
        self.many = len(options) > MANY or fewer > 1

    @property
    def played(self) -> int:
        """Deals that the choices still going have seen."""
        return int(self.race.deals[self.race.going].min())

    def run(self) -> str:
        """Play waves of portions until there is a reason to stop; return the reason."""
        wave = 0
        with pool_of(self.threads) as pool:
            while True:
                count = _WAVES[min(wave, len(_WAVES) - 1)]
                in_time = self._wave(pool, self._portions(count))
                wave += 1
                reason = self._reason(in_time)
                if reason:
                    return reason

    def _portions(self, count: int) -> Iterator[int]:
        """Sizes of the next portions, none beyond what is asked for."""
        left = count * self.portion
        if self.precision.deals is not None:
            left = min(left, self.precision.deals - self.played)
        elif self.played:
            width = self.precision.width or WIDTH
            needed = self.played * (self.race.half_width(0) / width) ** 2 - self.played
            left = min(left, max(int(needed * 1.01) + 1, 256))
        while left > 0:
            yield min(left, self.portion)
            left -= self.portion

    def _wave(self, pool: ThreadPoolExecutor, sizes: Iterator[int]) -> bool:
        """Play some portions; False when time ran out before all were played."""
        going = [option for option, runs in zip(self.options, self.race.going, strict=True) if runs]
        steadying = self.steadying
        jobs = [(self.source.job(size), steadying.job(size) if steadying else None) for size in sizes]
        pending = [pool.submit(self._portion, *job, going) for job in jobs]
        in_time = True
        for future in pending:
            if not in_time:
                future.cancel()
                continue
            result = future.result()
            if result is None:
                in_time = False
                continue
            self._add(*result)
        return in_time

    def _add(
        self, deals: Deals, drawn: int, codes: np.ndarray, worth: np.ndarray | None, more: Steadied | None
    ) -> None:
        self.drawn += drawn
        self.source.note(len(deals), drawn)
        if more is not None:
            self.source.note(more.more.shape[1], more.drawn)
        if self.precision.deals is not None:
            codes = codes[:, : max(0, self.precision.deals - self.played)]
        if not codes.shape[1]:
            return
        if not self.own:
            self.own = self.table.own_choice(self.options, deals.part(slice(8)))
            self.race.own = next((self.options.index(own) for own in self.own if own is not None), None)
        if more is not None and isinstance(self.race, SteadiedRace):
            self.race.add_steadied(codes, more.control[:, : codes.shape[1]], more.more)
        else:
            self.race.add(codes)
        if self.sight is not None and worth is not None:
            self.sight.race.add(worth[:, : codes.shape[1]])

    def _portion(
        self, job: Portion, further: Portion | None, going: Sequence[Choice]
    ) -> tuple[Deals, int, np.ndarray, np.ndarray | None, Steadied | None] | None:
        if self._is_stopped():
            return None
        if self._late() and self.played >= 2:
            return None
        deals, drawn = self.source.take(job)
        if self.sight is not None:
            return deals, drawn, *self.sight.play(going, deals), None
        codes = np.empty((len(going), len(deals)), dtype=np.int16)
        for row, choice in enumerate(going):
            codes[row] = self.table.play(choice, deals)
        if self.steadying is None or further is None:
            return deals, drawn, codes, None, None
        return deals, drawn, codes, None, self.steadying.play(going, deals, further)

    def _late(self) -> bool:
        return time.perf_counter() - self.began > (self.precision.seconds or SECONDS)

    def _is_stopped(self) -> bool:
        return self.stop is not None and self.stop()

    def refine(self, equity: Equity) -> Equity:
        """A finer table of chances to win, where the error of this one is the larger part.

        How much finer depends on what was found and asked for, not on the clock, so that it is the same another time.
        """
        race, q = self.race, self.table.question
        hands = equity.hands * len(states_from(q.rules, equity.specs, score_by_side(q)))
        room = REFINED * (self.precision.seconds or SECONDS) / hands
        factor = 2 ** int(math.log2(max(1.0, min(race.share_of_table(1), room))))
        if factor < 2 or self._late() or self._is_stopped():
            return equity
        try:
            finer = refine_equity(equity, score_by_side(q), equity.hands * factor, threads=self.threads, stop=self.stop)
        except Interrupted:
            return equity
        race.revalue(1, win_values(q, finer))
        return finer

    def _reason(self, in_time: bool) -> str:
        """Why to stop now; nothing while there is none."""
        if self._is_stopped():
            if self.played < 2:
                raise Interrupted("stopped before the question was answered")
            return "interrupted"
        if self.played < 2:
            return ""
        precision, race = self.precision, self.race
        if precision.deals is not None:
            if self.played >= precision.deals:
                return "deals"
        else:
            automatic = precision.width is None
            if automatic and self.played >= self.settled and self._is_settled():
                return "separated"
            if race.half_width(0) <= (precision.width or WIDTH):
                return "width"
            self._drop_beaten(automatic)
        return "" if in_time and not self._late() else "seconds"

    def _drop_beaten(self, automatic: bool) -> None:
        """Stop playing what is beaten: once the rest is known well enough, and at once where there are many choices.

        A precision that was asked for is for all choices, but for those that only bury a worse card.
        """
        if self.many or (automatic and self.played >= self.settled):
            self.race.drop_beaten()
        else:
            self.race.drop_beaten([option.family for option in self.options])

    def _is_settled(self) -> bool:
        """Whether the best is clear, but for discards between which there is next to nothing."""
        race, best = self.race, self.race.best
        for rival in race.rivals():
            _, variance, n = race.difference(rival, best, 0)
            same_family = self.options[rival].family == self.options[best].family and len(self.families) > 1
            if variance and not (same_family and ConfidenceSequence(race.tuned).radius(n, variance) <= WIDTH):
                return False
        return True
