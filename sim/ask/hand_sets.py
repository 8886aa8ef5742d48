"""Drawing from the hands with which each player would have done what they did.

What a player has done so far depends on their own hand and on what all could see. So each hidden seat has a set of
hands that fit, found by asking its strategy about every hand it can hold; a deal agrees when all hands are in their
sets and share no card. Drawing takes the rarest hand from its set and, where fits are rare, a second from those that go
with it; only the last is checked afterwards. That is exact, and rare histories cost little. Where hands fit more or
less, a deal comes out in proportion to the product of its hands' weights: hands taken from a list are drawn by weight,
others are kept as often as their weight says. So deals need no weights afterwards.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sim.ask.draw_kernels import ALWAYS, MOST_CARDS, count_partners, draw_from_sets
from sim.ask.hidden_cards import combination_tables, combinations_of


@dataclass(frozen=True)
class HandSet:
    """The hands that fit one row of a deal: `shown` cards it must have and the rest from the unknown cards.

    `fits[k]` tells whether the k-th combination of `size` unknown cards does, as `combinations_of` lists them: a truth
    value, or (float64) a weight of 0 or more; only their proportions count.
    """

    row: int
    shown: int
    size: int
    fits: np.ndarray

    @property
    def share(self) -> float:
        """Share of all hands that fit; of weights their mean beside the largest."""
        return float(self.fits.mean() / max(self.fits.max(), 1e-300))

    @property
    def is_weighed(self) -> bool:
        """Whether hands fit more or less, not just yes or no."""
        return self.fits.dtype != np.bool_

    @property
    def levels(self) -> np.ndarray:
        """uint32: how often a hand is kept, as `draw_kernels.draw_from_sets` reads it; 0 only where the weight is 0."""
        if not self.is_weighed:
            return np.where(self.fits, np.uint32(ALWAYS), np.uint32(0))
        scaled: np.ndarray = np.ceil(self.fits * (ALWAYS / max(self.fits.max(), 1e-300)))
        scaled = np.minimum(scaled, ALWAYS)
        return scaled.astype(np.uint32)


@dataclass(frozen=True)
class SetPlan:
    """How to draw from the sets of up to three hidden hands, the rarest first."""

    rows: int
    fixed: np.ndarray
    """uint64[rows]: what is known of each row."""
    unknown: int
    order: np.ndarray
    """int64[hands]: row of each hidden hand."""
    sizes: np.ndarray
    """int64[hands]: unknown cards in it."""
    first: np.ndarray
    """uint64: the first hand's set, as masks of places among the unknown cards."""
    bounds: np.ndarray
    """uint64: running sums of the chances of those."""
    second: np.ndarray
    """uint64: the second hand's set; empty where that hand is checked afterwards instead."""
    second_bounds: np.ndarray
    """uint64: running sums of the levels of those; empty where all are alike."""
    levels: np.ndarray
    """uint32: for each hand after the other how often a combination is kept."""
    starts: np.ndarray
    """int64[hands]: where each hand's begin."""
    others: np.ndarray
    """int64[n, 2]: row and size of hands that may be anything (a dummy)."""
    ranks: np.ndarray
    """int64: n choose k at n * MOST_CARDS + k, to number a combination."""
    tables: tuple[np.ndarray, np.ndarray, np.ndarray]

    drawn_share: float
    """Share of all deals among which the tries are made: those whose first hand (or first two) fit."""
    first_levels: np.ndarray
    """uint32: the levels of the first hand's set; empty where hands just fit or don't."""
    all_deals: int
    """Deals of the unknown cards to the hidden hands, whether they fit or not (exact)."""

    @property
    def _second_levels(self) -> np.ndarray:
        return self.levels[self.starts[1] : self.starts[2] if len(self.starts) > 2 else len(self.levels)]

    @property
    def pairs(self) -> int:
        """Pairs of hands that `paired` compares."""
        return len(self.first) * int(np.count_nonzero(self._second_levels))

    def draw(self, seed: int, first: int, number: int, tries: int) -> tuple[np.ndarray, np.ndarray, int]:
        """Deals number `first` on: masks and chance words of those found within `tries`, and the tries it took."""
        deals, chances = np.empty((self.rows, number), dtype=np.uint64), np.empty(number, dtype=np.uint64)
        used = np.zeros(2, dtype=np.int64)
        with np.errstate(over="ignore"):
            draw_from_sets(
                np.uint64(seed), first, deals, chances, self.fixed, np.uint64(self.unknown), self.order, self.sizes,
                self.first, self.bounds, self.second, self.second_bounds, self.levels, self.starts, self.others,
                self.ranks, *self.tables, tries, used,
            )  # fmt: skip
        found = int(used[1])
        return np.ascontiguousarray(deals[:, :found]), chances[:found], int(used[0])

    def paired(self) -> "SetPlan | None":
        """The same draws with the second hand taken from its set too; None where no two hands go together."""
        every = self._second_levels
        fits = every > 0
        second = combinations_of(self.unknown.bit_count(), int(self.sizes[1]))[fits]
        levels = np.ascontiguousarray(every[fits]) if len(self.first_levels) else self.first_levels
        partners = np.zeros(len(self.first), dtype=np.int64)
        count_partners(self.first, second, levels, partners)
        kept = partners > 0
        if not kept.any():
            return None
        first = np.ascontiguousarray(self.first[kept])
        cards, one, two = self.unknown.bit_count(), int(self.sizes[0]), int(self.sizes[1])
        number = math.comb(cards, one) * math.comb(cards - one, two)
        if not len(levels):
            bounds = np.cumsum(partners[kept]).astype(np.uint64)
            return replace(self, first=first, bounds=bounds, second=second, drawn_share=int(bounds[-1]) / number)
        products = self.first_levels[kept] / ALWAYS * (partners[kept] / ALWAYS)
        return replace(
            self,
            first=first,
            first_levels=np.ascontiguousarray(self.first_levels[kept]),
            bounds=running_sums(products),
            second=second,
            second_bounds=np.cumsum(levels.astype(np.uint64)),
            drawn_share=float(products.sum()) / number,
        )


def running_sums(weights: np.ndarray) -> np.ndarray:
    """uint64: running sums of weights (float64), scaled so that each has its share of the words; none is left out."""
    sums = np.cumsum(np.maximum(np.rint(weights * (2.0**60 / weights.sum())), 1.0).astype(np.uint64))
    return sums.astype(np.uint64)


def plan_sets(
    rows: int, fixed: dict[int, int], unknown: int, sets: Sequence[HandSet], others: Sequence[tuple[int, int]]
) -> SetPlan:
    """Plan draws of deals with known `fixed` rows, hands of `sets`, and `others` (row, size) of any unknown cards."""
    ordered = sorted(sets, key=lambda hand: hand.share)
    known = np.zeros(rows, dtype=np.uint64)
    for row, mask in fixed.items():
        known[row] = mask
    for hand in ordered:
        known[hand.row] = hand.shown
    cards = unknown.bit_count()
    taken = [hand.size for hand in ordered] + [size for _, size in others]
    left = [cards - before for before in itertools.accumulate([0, *taken])]
    is_weighed = any(hand.is_weighed for hand in sets)
    levels = [hand.levels for hand in ordered]
    fits = levels[0] > 0
    first = combinations_of(cards, ordered[0].size)[fits]
    first_levels = levels[0][fits] if is_weighed else levels[0][:0]
    return SetPlan(
        rows,
        known,
        unknown,
        np.array([hand.row for hand in ordered], dtype=np.int64),
        np.array([hand.size for hand in ordered], dtype=np.int64),
        np.ascontiguousarray(first),
        np.cumsum(first_levels.astype(np.uint64)) if is_weighed else np.arange(1, len(first) + 1, dtype=np.uint64),
        np.zeros(0, dtype=np.uint64),
        np.zeros(0, dtype=np.uint64),
        np.concatenate(levels),
        np.cumsum([0, *[len(each) for each in levels[:-1]]]).astype(np.int64),
        np.array(others, dtype=np.int64).reshape(-1, 2),
        np.array([math.comb(n, k) for n in range(cards + 1) for k in range(MOST_CARDS)], dtype=np.int64),
        combination_tables(set(zip(left, taken, strict=False))),
        ordered[0].share,
        first_levels,
        math.prod(math.comb(n, k) for n, k in zip(left, taken, strict=False)),
    )
