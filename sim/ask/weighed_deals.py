"""Deals in proportion to how likely the others make what was seen: weighed hand by hand, or drawn and thinned out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sim.ask.fitting_hands import plan_of_hands
from sim.ask.hand_sets import SetPlan
from sim.ask.ladder import ODD_CARD
from sim.ask.likelihood import Burials, Likelihood, lacking, mixed
from sim.ask.question_table import Deals, QuestionTable
from sim.cards import cards_of
from sim.players.strategy import Player

PILOT: Final = 1 << 14
"""Deals from which the largest likelihood of each decision is taken where hands can't be listed."""
_THINNED: Final = 1 << 33
"""Number of the words that thin deals out, beyond those of all players' decisions."""
_PUT_AWAY: Final = 1 << 34
"""Number of those that tell whether odd cards were put away."""
_CHOSEN: Final = 1 << 35
"""Number of those that choose them."""


@dataclass(frozen=True)
class WeighedHands:
    """Every hand of every hidden seat with its weight, and draws of whole deals in proportion."""

    plan: SetPlan
    hands: dict[int, tuple[np.ndarray, np.ndarray]]
    """By row: the hands, and their weights beside the largest."""
    burials: Burials | None
    assumed: str
    """What the others are taken for, in words."""

    def finish(self, deals: Deals) -> Deals:
        """Deals as drawn, with the card that a hidden dealer has buried."""
        return deals if self.burials is None else self.burials.bury(deals)

    def weights(self, cards: np.ndarray) -> np.ndarray:
        """float64[deals]: the product of the weights."""
        total = np.ones(cards.shape[1])
        for row, (hands, weights) in self.hands.items():
            total *= weights[np.searchsorted(hands, cards[row])]
        return total


def weigh_hands(table: QuestionTable, players: Sequence[Player]) -> WeighedHands | None:
    """Weigh the hands of all hidden seats; None where some seat can hold none by the rules."""
    likelihood = Likelihood(table, players)
    hands: dict[int, tuple[np.ndarray, np.ndarray]] = {}
    burials: list[Burials] = []

    def weigh(row: int, every: np.ndarray) -> np.ndarray:
        weights = likelihood.of_hands(row, every)
        if likelihood.buries(row):
            burials.append(Burials(likelihood, every))
            weights *= burials[0].chances(every).sum(axis=0)
        hands[row] = every, weights / max(weights.max(), 1e-300)
        return weights

    plan = plan_of_hands(table, weigh)
    return None if plan is None else WeighedHands(plan, hands, burials[0] if burials else None, likelihood.assumed)


class WeighedDraws:
    """Free draws, each kept as often as its likelihood says, decision by decision.

    The largest likelihood of each decision comes from a pilot; what turns out likelier later counts as that.
    """

    def __init__(self, table: QuestionTable, players: Sequence[Player], seed: int) -> None:
        self._table, self._likelihood = table, Likelihood(table, players)
        self._steps = len(self._likelihood.seen)
        self._players = players
        self._largest: list[float] = []
        self._putters = self._who_put_away()
        pilot = self._possible(table.draw(0, PILOT, seed))
        for seen in self._likelihood.seen:
            self._likelihood.try_out(seen, pilot)
        self.assumed = self._likelihood.assumed
        """What the others are taken for, in words."""
        weights = np.ones(len(pilot))
        for step in range(self._steps + len(self._putters)):
            chances = self._chances(step, pilot)
            weights *= chances
            self._largest.append(max(float(chances.max(initial=0.0)), 1e-300))
        square = float((weights**2).sum())
        self.effective = float(weights.sum()) ** 2 / square / PILOT if square else 0.0
        """Share of the deals that carries the answer."""

    def take(self, first: int, number: int) -> Deals:
        """Those kept of draws `first` on, with the cards that others have kept where those are known to be odd."""
        deals = self._possible(self._table.draw(first, number))
        for step in range(len(self._largest)):
            deals = deals.part(self._lucky(step, self._chances(step, deals), deals))
        return self._put_away(deals)

    def _possible(self, deals: Deals) -> Deals:
        """Those that the rules allow."""
        scripts = self._likelihood.forced()
        return deals.part(self._table.matches(scripts, deals, self._table.question.seat - 1))

    def _chances(self, step: int, deals: Deals) -> np.ndarray:
        if step < self._steps:
            return self._likelihood.of_deals(self._likelihood.seen[step], deals)
        own, odd = self._ways(self._putters[step - self._steps], deals)
        both: np.ndarray = own + odd
        return both

    def _lucky(self, step: int, chances: np.ndarray, deals: Deals) -> np.ndarray:
        words = mixed(deals.chances ^ np.uint64(_THINNED + step))
        lucky: np.ndarray = (words >> np.uint64(11)) * 2.0**-53 * self._largest[step] < chances
        return lucky

    def _who_put_away(self) -> list[int]:
        """Rows of hidden seats that have put cards away which are not known, and since shown something."""
        q = self._table.question
        if q.play is None or q.contract is None:
            return []
        rows = [q.dealer - 1] if q.contract.taken else []
        rows += [row for row in range(q.rules.players) if self._joins_dummy(row) and row not in rows]
        return [row for row in rows if row != q.seat - 1 and q.play.shown[row]]

    def _held(self, row: int, deals: Deals) -> np.ndarray:
        """All cards of which a seat has kept a hand."""
        q = self._table.question
        assert q.contract is not None
        held: np.ndarray = deals.cards[row].copy()
        if row == q.dealer - 1 and q.contract.taken:
            held |= np.uint64(1 << q.upcard)
        if self._joins_dummy(row):
            held |= deals.cards[self._table.rows.dummy_of(row)]
        return held

    def _joins_dummy(self, row: int) -> bool:
        return self._table.question.uses_dummy(row + 1)

    def _free(self, row: int, deals: Deals) -> tuple[np.ndarray, np.ndarray]:
        """Cards that a seat may hold besides those shown, and among them those it must."""
        q = self._table.question
        assert q.play is not None
        shown, up = q.play.shown[row], np.uint64(1 << q.upcard)
        held = self._held(row, deals)
        free = held & ~np.uint64(lacking(q, row) | shown)
        must = np.full(len(deals), up & ~np.uint64(shown) if self._must_keep_upcard(row) else 0, dtype=np.uint64)
        return free, must

    def _must_keep_upcard(self, row: int) -> bool:
        q = self._table.question
        return row == q.dealer - 1 and not self._joins_dummy(row) and q.rules.discard_upcard == "forbidden"

    def _ways(self, row: int, deals: Deals) -> tuple[np.ndarray, np.ndarray]:
        """Chance that a seat's strategy has kept cards that agree, and that odd ones do."""
        q = self._table.question
        assert q.play is not None
        agrees = self._likelihood.keeps(row, deals)
        free, must = self._free(row, deals)
        size = q.rules.hand_size
        missing = size - q.play.shown[row].bit_count() - np.bitwise_count(must).astype(np.int64)
        left = np.bitwise_count(free & ~must).astype(np.int64)
        bound = int(self._must_keep_upcard(row))
        everything = np.bitwise_count(self._held(row, deals)).astype(np.int64) - bound
        count = [math.comb(int(n), int(k)) if k >= 0 else 0 for n, k in zip(left, missing, strict=True)]
        ways = np.array(count, dtype=np.float64) * ((must & ~free) == 0)
        total = np.array([math.comb(int(n), size - bound) for n in everything], dtype=np.float64)
        return (1 - ODD_CARD) * agrees, ODD_CARD * ways / total

    def _put_away(self, deals: Deals) -> Deals:
        q = self._table.question
        if not self._putters or q.play is None:
            return deals
        kept = np.zeros((q.rules.players, len(deals)), dtype=np.uint64)
        for row in self._putters:
            own, odd = self._ways(row, deals)
            words = mixed(deals.chances ^ np.uint64(_PUT_AWAY + row))
            is_odd = (words >> np.uint64(11)) * 2.0**-53 * (own + odd) >= own
            free, must = self._free(row, deals)
            for k in np.flatnonzero(is_odd):
                kept[row, k] = self._draw(int(free[k]), int(must[k]), q.play.shown[row], int(deals.chances[k]))
        return Deals(deals.cards, deals.chances, kept)

    def _draw(self, free: int, must: int, shown: int, chance: int) -> int:
        """The cards shown and those a seat must hold, filled up with free ones by chance."""
        codes = np.array(cards_of(free & ~must), dtype=np.uint64)
        order = np.argsort(mixed(np.uint64(chance) ^ (np.uint64(_CHOSEN) + codes)))
        size = self._table.question.rules.hand_size - (must | shown).bit_count()
        return must | shown | sum(1 << int(code) for code in codes[order][:size])
