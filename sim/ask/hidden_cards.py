"""Drawing the cards that a player cannot see: each deal that agrees with what is known has exactly the same chance.

Known cards are set aside. Of the rest, cards that the same hands may hold are alike and form a class. A hidden hand
that cannot hold some cards (a suit it has shown to lack) gets so many cards of each class: all ways to hand out those
numbers are listed, and one is drawn in proportion to the deals it stands for. The cards themselves are then numbered
combinations. Nothing is drawn and thrown away, so nothing can run for ever; when the list is empty, no deal agrees.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sim.ask.draw_kernels import MOST_CARDS, draw
from sim.lanes import WORD_BITS


@dataclass(frozen=True)
class HiddenHand:
    """Cards that the player asked cannot see: one row of a deal, or two (a maker's hand and their dummy).

    `shown` are cards known to be among them, in whichever row; at most `slack` cards of `barred` are among the rest.
    """

    rows: tuple[int, ...]
    sizes: tuple[int, ...]
    shown: int = 0
    barred: int = 0
    slack: int = 0


@dataclass(frozen=True)
class DrawPlan:
    """How to draw: the arrays that `sim.ask.draw_kernels.draw` reads, and the number of deals that agree (exact)."""

    deals: int
    classes: np.ndarray
    """uint64[classes]: the cards of each class."""
    bounds: np.ndarray
    """uint64[ways]: running sums of the deals that each way of handing out numbers stands for."""
    fixed: np.ndarray
    """uint64[ways, rows]: cards known to lie in a row."""
    counts: np.ndarray
    """int64[ways, rows, classes + 1]: cards of each class that a row gets; last those it gets of any class."""
    order: np.ndarray
    """int64[rows]: rows in the order in which they are filled, those with bars first."""
    starts: np.ndarray
    """int64[cards * MOST_CARDS]: where the combinations of k among n cards start in `tables`."""
    sizes: np.ndarray
    """uint64[cards * MOST_CARDS]: their number."""
    tables: np.ndarray

    def draw(self, seed: int, first: int, number: int) -> tuple[np.ndarray, np.ndarray]:
        """Deals `first` to `first + number - 1` of a seed: uint64[rows, number] masks, uint64[number] chance words."""
        deals = np.empty((self.fixed.shape[1], number), dtype=np.uint64)
        chances = np.empty(number, dtype=np.uint64)
        with np.errstate(over="ignore"):
            draw(
                np.uint64(seed), first, deals, chances, self.classes, self.bounds, self.fixed, self.counts, self.order,
                self.starts, self.sizes, self.tables,
            )  # fmt: skip
        return deals, chances


def plan_draws(rows: int, fixed: Mapping[int, int], unknown: int, hidden: Sequence[HiddenHand]) -> DrawPlan | None:
    """Plan deals of `rows` rows: `fixed` rows are known, `hidden` ones are filled from `unknown` cards; None: no deal.

    Cards that no hidden hand gets stay out of play. The shown cards of hidden hands are not among the unknown.
    """
    classes = _classes(unknown, [hand.barred for hand in hidden])
    ways = _Ways(rows, classes, fixed)
    for hand in hidden:
        ways.add(hand)
    return ways.plan()


def _classes(unknown: int, bars: Sequence[int]) -> list[int]:
    """The unknown cards by the set of hands that may not hold them."""
    found: dict[tuple[bool, ...], int] = {}
    for code in range(WORD_BITS):
        if unknown >> code & 1:
            key = tuple(bool(bar >> code & 1) for bar in bars)
            found[key] = found.get(key, 0) | 1 << code
    return list(found.values()) or [0]


class _Ways:
    """The ways to hand out numbers of cards, as lists that grow hand by hand."""

    def __init__(self, rows: int, classes: list[int], fixed: Mapping[int, int]) -> None:
        self.rows, self.classes = rows, classes
        self.ways: list[tuple[dict[int, int], dict[int, tuple[int, ...]]]] = [(dict(fixed), {})]
        self.barred: list[int] = []
        self.free: list[int] = []

    def add(self, hand: HiddenHand) -> None:
        """Let a hand have its cards."""
        choices: list[tuple[dict[int, int], dict[int, tuple[int, ...]]]] = []
        for placed in _placed(hand):
            missing = [size - placed[row].bit_count() for row, size in zip(hand.rows, hand.sizes, strict=True)]
            if min(missing) < 0:
                continue
            if hand.barred:
                (row,) = hand.rows
                choices += [(placed, {row: counts}) for counts in self._numbers(missing[0], hand)]
            else:
                none = (0,) * len(self.classes)
                choices.append((placed, {r: (*none, m) for r, m in zip(hand.rows, missing, strict=True)}))
        (self.barred if hand.barred else self.free).extend(hand.rows)
        self.ways = [(a | c, b | d) for (a, b), (c, d) in itertools.product(self.ways, choices)]

    def _numbers(self, missing: int, hand: HiddenHand) -> list[tuple[int, ...]]:
        limits = [min(missing, mask.bit_count()) for mask in self.classes]
        is_barred = [bool(mask & hand.barred) for mask in self.classes]
        return [
            (*counts, 0)
            for counts in itertools.product(*(range(limit + 1) for limit in limits))
            if sum(counts) == missing and sum(n for n, bar in zip(counts, is_barred, strict=True) if bar) <= hand.slack
        ]

    def plan(self) -> DrawPlan | None:
        """The plan, with each way weighted by its deals."""
        order = [*self.barred, *self.free]
        counts = np.zeros((len(self.ways), self.rows, len(self.classes) + 1), dtype=np.int64)
        fixed = np.zeros((len(self.ways), self.rows), dtype=np.uint64)
        for way, (placed, numbers) in enumerate(self.ways):
            for row, mask in placed.items():
                fixed[way, row] = mask
            for row, number in numbers.items():
                counts[way, row] = number
        weights, pairs = self._weights(counts, order)
        kept = [way for way, weight in enumerate(weights) if weight]
        if not kept:
            return None
        bounds = list(itertools.accumulate(weights[way] for way in kept))
        return DrawPlan(
            bounds[-1],
            np.array(self.classes, dtype=np.uint64),
            np.array(bounds, dtype=np.uint64),
            np.ascontiguousarray(fixed[kept]),
            np.ascontiguousarray(counts[kept]),
            np.array(order, dtype=np.int64),
            *combination_tables(pairs),
        )

    def _weights(self, counts: np.ndarray, order: list[int]) -> tuple[list[int], set[tuple[int, int]]]:
        """Deals that each way stands for, and the pairs (cards left, cards taken) that come up."""
        weights, pairs = [], set()
        for way in counts.tolist():
            left = [mask.bit_count() for mask in self.classes]
            weight, met = 1, set()
            for row in order:
                for place, number in enumerate(way[row][:-1]):
                    met.add((left[place], number))
                    weight *= math.comb(left[place], number)
                    left[place] -= number
                    if weight == 0:
                        break
                if weight == 0:
                    break
                if way[row][-1]:
                    # Rows without bars come last and take from all classes together.
                    together = sum(left)
                    met.add((together, way[row][-1]))
                    weight *= math.comb(together, way[row][-1])
                    left = [together - way[row][-1], *[0] * (len(left) - 1)]
            weights.append(weight)
            pairs |= met if weight else set()
        return weights, pairs


def _placed(hand: HiddenHand) -> list[dict[int, int]]:
    """Where the shown cards may lie: all in the only row, or divided between the two in every way."""
    if len(hand.rows) == 1:
        return [{hand.rows[0]: hand.shown}]
    own, dummy = hand.rows
    cards = [code for code in range(WORD_BITS) if hand.shown >> code & 1]
    subsets = itertools.chain.from_iterable(itertools.combinations(cards, n) for n in range(len(cards) + 1))
    masks = [sum(1 << code for code in subset) for subset in subsets]
    return [{own: mask, dummy: hand.shown & ~mask} for mask in masks]


def combination_tables(pairs: set[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The combinations of k among n for all pairs (n, k): starts, sizes and tables as a DrawPlan has them."""
    most = max((n for n, _ in pairs), default=0) + 1
    starts = np.zeros(most * MOST_CARDS, dtype=np.int64)
    sizes = np.ones(most * MOST_CARDS, dtype=np.uint64)
    parts, offset = [], 0
    for n, k in sorted(pairs):
        table = combinations_of(n, k)
        starts[n * MOST_CARDS + k], sizes[n * MOST_CARDS + k] = offset, len(table)
        parts.append(table)
        offset += len(table)
    return starts, sizes, np.concatenate(parts) if parts else np.zeros(1, dtype=np.uint64)


@lru_cache(maxsize=512)
def combinations_of(n: int, k: int) -> np.ndarray:
    """uint64[n choose k]: the masks of k places among n."""
    if k == 0 or k == n:
        return np.array([(1 << n) - 1 if k else 0], dtype=np.uint64)
    with_last = combinations_of(n - 1, k - 1) | np.uint64(1 << (n - 1))
    return np.concatenate([combinations_of(n - 1, k), with_last])
