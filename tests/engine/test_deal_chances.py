"""Every deal comes equally often, wherever a card may lie."""

import random
from itertools import combinations
from math import comb
from typing import Any

import numba
import numpy as np
from scipy.stats import chi2

from sim.bits import U
from sim.cards import deck_codes, deck_mask
from sim.engine.deal import BY_CARD, DealPlan, deal, plan_deal
from sim.engine.layout import GAME, R_DECK, ROWS, B
from support.dealing import BEYOND, TINY, all_tables, dealt, probable, rules_for, turned


def test_each_number_gets_equally_many_words() -> None:
    """The words that are kept: exactly floor(2**64 / deals) for every number, on a tiny pack and on the real one."""
    for plan in (plan_deal(8, 2, 2), plan_deal(24, 4, 5)):
        deals = plan.deals
        threshold = int(plan.thresholds[0])
        source = random.Random(1)
        for number in [0, 1, deals // 2, deals - 1, *(source.randrange(deals) for _ in range(200))]:
            first, end = -(-number * 2**64 // deals), -(-(number + 1) * 2**64 // deals)
            rests = [first * deals % 2**64, (end - 1) * deals % 2**64]
            assert rests[0] < deals  # so only the first word of a number can fall below the threshold
            kept = end - first - (rests[0] < threshold)
            assert kept == 2**64 // deals


def test_two_words_deal_as_one_would() -> None:
    """The digits of a tiny pack spread over two words: all deals still come equally often."""
    plan = plan_deal(8, 2, 2)
    both = plan._replace(
        groups=np.array([0, 1, 3], dtype=np.int64),
        thresholds=np.array([2**64 % 28, 2**64 % 60], dtype=np.uint64),
    )
    games = list(range(B))
    counts: dict[tuple[int, ...], int] = {}
    for seed in range(100):
        for masks in dealt(both, TINY, seed, games):
            counts[tuple(masks)] = counts.get(tuple(masks), 0) + 1
    assert len(counts) == plan.deals
    assert probable(np.array(list(counts.values())), np.full(plan.deals, 100 * B / plan.deals), plan.deals - 1)


@numba.njit
def count_places(n: Any, seed: Any, rules: Any, bases: Any, tables: Any, starts: Any, sizes: Any,
                 rows: Any, groups: Any, thresholds: Any, hands: Any, counts: Any) -> None:  # fmt: skip
    """Count in which hand each card is dealt; the last row counts what is left over."""
    batch = np.zeros(ROWS * B, dtype=np.uint64)
    for first in range(0, n, B):
        for i in range(B):
            batch[GAME * B + i] = first + i
        deal(batch, B, seed, rules, bases, tables, starts, sizes, rows, groups, thresholds)
        for i in range(B):
            rest = U(rules[R_DECK])
            for k in range(len(hands)):
                cards = batch[hands[k] * B + i]
                rest ^= cards
                for place in range(64):
                    counts[k, place] += (cards >> U(place)) & U(1)
            for place in range(64):
                counts[len(hands), place] += (rest >> U(place)) & U(1)


@all_tables
def test_every_card_is_everywhere_equally_often(players: int, deck: int, cards: int, dummies: tuple[int, ...]) -> None:
    single = turned(players, deck, cards)
    plan, n = plan_deal(deck, players, cards, dummies, single), 400 * B
    hands = np.array(list(dict.fromkeys(plan.rows.tolist())))
    counts = np.zeros((len(hands) + 1, 64), dtype=np.int64)
    count_places(n, U(11), rules_for(deck_mask(deck)), *plan, hands, counts)
    counts = counts[:, list(deck_codes(deck))]
    sizes = np.array([cards] * players + [*dummies] + [1] * single)
    sizes = np.append(sizes, deck - sizes.sum())
    counts, sizes = counts[sizes > 0], sizes[sizes > 0]
    assert (counts.sum(axis=1) == n * sizes).all()
    assert (counts.sum(axis=0) == n).all()
    means = np.broadcast_to(n * sizes[:, None] / deck, counts.shape)
    # Both margins of every single deal are fixed, which leaves (deck - 1) of deck parts of the variance of free counts.
    assert probable(counts, means, (deck - 1) * (len(sizes) - 1), scale=(deck - 1) / deck)


@numba.njit
def list_hands(n: Any, seed: Any, rules: Any, bases: Any, tables: Any, starts: Any, sizes: Any, rows: Any, groups: Any,
               thresholds: Any, out: Any) -> None:  # fmt: skip
    """uint64[hands, n]: the masks of all hands dealt."""
    batch = np.zeros(ROWS * B, dtype=np.uint64)
    for first in range(0, n, B):
        for i in range(B):
            batch[GAME * B + i] = first + i
        deal(batch, B, seed, rules, bases, tables, starts, sizes, rows, groups, thresholds)
        for k in range(len(rows)):
            for i in range(B):
                out[k, first + i] = batch[rows[k] * B + i]


def test_every_hand_comes_equally_often() -> None:
    """All 42 504 hands at each of the four seats, and pairs of cards of partners, two million deals."""
    plan, n = plan_deal(24, 4, 5), 2000 * B
    hands = np.zeros((5, n), dtype=np.uint64)
    list_hands(n, U(12), rules_for(deck_mask(24)), *plan, hands)
    for seat in range(4):
        different, counts = np.unique(hands[seat], return_counts=True)
        assert len(different) == 42_504
        assert probable(counts, np.full(42_504, n / 42_504), 42_503)
    # Lowest card of one hand against lowest card of the next, as a check of independence that no single hand shows.
    codes = np.array(deck_codes(24))
    lowest = [np.searchsorted(codes, np.log2((hand & (~hand + U(1))).astype(float)).astype(int)) for hand in hands[:4]]
    for one, other in combinations(range(4), 2):
        swapped = np.zeros((24, 24))
        np.add.at(swapped, (lowest[one], lowest[other]), 1)
        # By symmetry of the seats, (a, b) comes as often as (b, a).
        above = np.triu_indices(24, 1)
        difference, both = (swapped - swapped.T)[above], (swapped + swapped.T)[above]
        kept = both > 50
        statistic = (difference[kept] ** 2 / both[kept]).sum()
        assert BEYOND / 2 < chi2.sf(statistic, kept.sum()) < 1 - BEYOND / 2


def test_three_words_deal_as_one_would() -> None:
    """A tiny pack dealt card by card, two cards a word: all deals still come equally often."""
    plan = DealPlan(
        bases=np.arange(8, 2, -1, dtype=np.uint64),
        tables=np.empty(0, np.uint32),
        starts=np.full(6, BY_CARD, dtype=np.int64),
        sizes=np.ones(6, dtype=np.int64),
        rows=np.repeat(plan_deal(52, 3, 2, single=False).rows[::2], 2),
        groups=np.array([0, 2, 4, 6], dtype=np.int64),
        thresholds=np.array([2**64 % 56, 2**64 % 30, 2**64 % 12], dtype=np.uint64),
    )
    assert plan.deals == comb(8, 2) * comb(6, 2) * comb(4, 2)
    games = list(range(B))
    counts: dict[tuple[int, ...], int] = {}
    for seed in range(100):
        for masks in dealt(plan, TINY, seed, games):
            counts[tuple(masks)] = counts.get(tuple(masks), 0) + 1
    assert len(counts) == plan.deals
    assert probable(np.array(list(counts.values())), np.full(plan.deals, 100 * B / plan.deals), plan.deals - 1)
