"""Dealing: one random word picks a whole deal, exactly uniformly, by numbering all deals.

A deal is a row of digits, one a hand (and one for the upcard): digit k says which of the remaining cards go there.
The digits are taken off a 64-bit word by multiplication (Brackett-Rozinsky and Lemire, *Batched Ranged Random Integer
Generation*, 2024), and a word in the few that would bias the result is replaced by the next. Where all deals do not
fit in one word, the digits are spread over two or three. Hands of a pack of 52 have too many choices for a table; they
are dealt card by card, a digit a card.
"""

import math
from collections import Counter
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import numpy as np
from numba.core import types

from sim.bits import ONES, U, deposit, mul, mulhi, popcount, sel
from sim.cards import deck_mask
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    BEST,
    CHANCE,
    DEALT_0,
    DUMMY,
    DUMMY_2,
    GAME,
    HAND_NUMBER,
    HELD,
    LED,
    R_DECK,
    TRUMPS,
    UPCARD,
    B,
)
from sim.engine.rng import hand_words
from sim.lanes import WORD_BITS

WORDS, INTS = types.uint64[::1], types.int64[::1]
WORD_0, WORD_1, WORD_2, REST = HELD, BEST, TRUMPS, LED
"""Rows that hold the random words and the cards left while dealing; nothing else needs them yet."""
MAX_WORDS = 3
PLACE_32 = U(1 << 32)
BY_CARD = -1
"""In place of a table: the digit is a single card, which joins those already dealt to its row."""
MOST_CARDS_BY_HAND = 33
"""Cards of the largest pack whose hands have tables."""


class DealPlan(NamedTuple):
    """How a pack is dealt: the digits of a deal number and the tables that turn a digit into cards."""

    bases: np.ndarray
    """uint64[digits]: number of ways to choose the cards of each digit from what is left."""
    tables: np.ndarray
    """uint32: choices of every digit, one table after the other (half the size of words keeps them in the cache)."""
    starts: np.ndarray
    """int64[digits]: where each digit's table starts; BY_CARD for a single card, which needs none."""
    sizes: np.ndarray
    """int64[digits]: cards of each digit; a choice with fewer has place 32 as well."""
    rows: np.ndarray
    """int64[digits]: the row of the batch that receives the cards."""
    groups: np.ndarray
    """int64[words + 1]: first digit of each random word, and the end."""
    thresholds: np.ndarray
    """uint64[words]: a word whose rest is below this is replaced."""

    @property
    def deals(self) -> int:
        """Number of distinct deals (exact)."""
        cards = Counter(row for row, start in zip(self.rows.tolist(), self.starts.tolist(), strict=True) if start < 0)
        orders = math.prod(math.factorial(count) for count in cards.values())
        return math.prod(int(b) for b in self.bases) // orders


@lru_cache(maxsize=64)
def _choices(n: int, k: int) -> np.ndarray:
    """uint32[n choose k]: the masks of k places among n, ascending; place 32 does not fit and is left out."""
    masks = sorted(sum(1 << place for place in chosen) for chosen in combinations(range(n), k))
    return np.array([mask & 0xFFFF_FFFF for mask in masks], dtype=np.uint32)


def _digits(left: int, size: int, by_card: bool) -> list[tuple[int, np.ndarray | None]]:
    """The digits of one hand from `left` cards: the number of choices, and their table where there is one."""
    if by_card:
        return [(left - card, None) for card in range(size)]
    return [(math.comb(left, size), _choices(left, size))]


@lru_cache(maxsize=16)
def plan_deal(deck: int, players: int, cards: int, dummies: tuple[int, ...] = (), single: bool = True) -> DealPlan:
    """Plan dealing `cards` cards to each player, so many to each dummy, and a `single` one (an upcard, a widow)."""
    hands = [cards] * players + [*dummies] + [1] * single
    to = [DEALT_0 + seat for seat in range(players)] + [DUMMY, DUMMY_2][: len(dummies)] + [UPCARD] * single
    bases: list[int] = []
    tables, starts, sizes, rows, groups = [np.empty(0, np.uint32)], [], [], [], [0]
    left, offset, product = deck, 0, 1
    for size, row in zip(hands, to, strict=True):
        digits = _digits(left, size, deck > MOST_CARDS_BY_HAND)
        choices = math.prod(base for base, _ in digits)
        if product * choices >= 1 << 60:  # keep replaced words rare; a hand never lies in two words
            groups.append(len(bases))
            product = 1
        product *= choices
        for base, table in digits:
            bases.append(base)
            starts.append(BY_CARD if table is None else offset)
            sizes.append(1 if table is None else size)
            rows.append(row)
            if table is not None:
                tables.append(table)
                offset += len(table)
        left -= size
    groups.append(len(bases))
    products = [math.prod(bases[a:b]) for a, b in pairwise(groups)]
    assert len(products) <= MAX_WORDS, "a deal that needs a fourth word"
    return DealPlan(
        np.array(bases, dtype=np.uint64),
        np.concatenate(tables),
        np.array(starts, dtype=np.int64),
        np.array(sizes, dtype=np.int64),
        np.array(rows, dtype=np.int64),
        np.array(groups, dtype=np.int64),
        np.array([(1 << 64) % p for p in products], dtype=np.uint64),
    )


PLAN = (WORDS, types.uint32[::1], INTS, INTS, INTS, INTS, WORDS)
"""Numba types of a plan's arrays, for the signatures of kernels that deal."""


@inlined
def _choice(tables: Any, place: Any, size: Any, wide: Any) -> Any:
    """The places that a digit picks; `wide` where there are 33 to pick from."""
    places = U(tables[place])
    return places | sel(wide and popcount(places) < size, PLACE_32, U(0))


@inlined
def _word_row(g: Any) -> Any:
    return WORD_0 if g == 0 else WORD_1 if g == 1 else WORD_2


@inlined
def _retry(draw: Any, attempt: Any, g: Any, words: Any) -> Any:
    """The draw that replaces a word; each attempt has a draw for every word, for two at least."""
    return draw + max(2, words) * attempt + g


@inlined
def _deal_word(
    batch: Any,
    i: Any,
    word: Any,
    rest: Any,
    bases: Any,
    tables: Any,
    starts: Any,
    sizes: Any,
    rows: Any,
    a: Any,
    z: Any,
) -> Any:
    """Hand out digits a..z-1 of one word; return the cards left and what is left of the word."""
    for digit in range(a, z):
        choice = mulhi(word, bases[digit])
        word = mul(word, bases[digit])
        if starts[digit] == BY_CARD:
            places = U(1) << choice
        else:
            wide = popcount(rest) > 32
            places = _choice(tables, starts[digit] + np.int64(choice), sizes[digit], wide)
        cards = deposit(places, rest)
        rest ^= cards
        joins = digit > a and rows[digit] == rows[digit - 1]
        batch[rows[digit] * B + i] = cards | (batch[rows[digit] * B + i] if joins else U(0))
    return rest, word


@inlined
def deal_one(batch: Any, i: Any, seed: Any, deck: Any, draw: Any, bases: Any, tables: Any, starts: Any, sizes: Any,
             rows: Any, groups: Any, thresholds: Any) -> Any:  # fmt: skip
    """Deal to lane i from draw number `draw` on, replacing each word that would bias the deal."""
    rest = deck
    for g in range(len(thresholds)):
        before = rest
        attempt = 0
        word, _ = hand_words(seed, batch[GAME * B + i], batch[HAND_NUMBER * B + i], draw + g)
        rest, left = _deal_word(batch, i, word, before, bases, tables, starts, sizes, rows, groups[g], groups[g + 1])
        while left < thresholds[g]:
            attempt += 1
            word, _ = hand_words(
                seed, batch[GAME * B + i], batch[HAND_NUMBER * B + i], _retry(draw, attempt, g, len(thresholds))
            )
            rest, left = _deal_word(
                batch, i, word, before, bases, tables, starts, sizes, rows, groups[g], groups[g + 1]
            )


@inlined
def _deal_hands(batch: Any, n: Any, base: Any, to: Any, word: Any, tables: Any, start: Any, size: Any,
                wide: Any) -> None:  # fmt: skip
    """Take one digit off each lane's word: it picks a whole hand."""
    for i in range(n):
        choice = mulhi(batch[word + i], base)
        batch[word + i] = mul(batch[word + i], base)
        places = _choice(tables, start + np.int64(choice), size, wide)
        cards = deposit(places, batch[REST * B + i])
        batch[REST * B + i] ^= cards
        batch[to + i] = cards


@inlined
def _deal_cards(batch: Any, n: Any, base: Any, to: Any, word: Any, kept: Any) -> None:
    """Take one digit off each lane's word: it picks a single card, which joins what the row holds and is `kept`."""
    for i in range(n):
        choice = mulhi(batch[word + i], base)
        batch[word + i] = mul(batch[word + i], base)
        card = deposit(U(1) << choice, batch[REST * B + i])
        batch[REST * B + i] ^= card
        batch[to + i] = (batch[to + i] & kept) | card


@kernel(types.void(WORDS, types.int64, types.uint64, INTS, *PLAN))
def deal(batch: Any, n: Any, seed: Any, rules: Any, bases: Any, tables: Any, starts: Any, sizes: Any,
         rows: Any, groups: Any, thresholds: Any) -> None:  # fmt: skip
    """Deal a hand to each lane, and draw its players' chance word."""
    deck = U(rules[R_DECK])
    for i in range(n):
        first, chance = hand_words(seed, batch[GAME * B + i], batch[HAND_NUMBER * B + i], 0)
        batch[WORD_0 * B + i] = first
        batch[CHANCE * B + i] = chance
        batch[REST * B + i] = deck
    for g in range(1, len(thresholds)):
        to = _word_row(g) * B
        for i in range(n):
            word, _ = hand_words(seed, batch[GAME * B + i], batch[HAND_NUMBER * B + i], g)
            batch[to + i] = word
    for g in range(len(thresholds)):
        for digit in range(groups[g], groups[g + 1]):
            if starts[digit] == BY_CARD:
                joins = digit > 0 and rows[digit] == rows[digit - 1]
                _deal_cards(batch, n, bases[digit], rows[digit] * B, _word_row(g) * B, ONES if joins else U(0))
            else:
                wide = popcount(deck) > 32 and digit == 0
                _deal_hands(batch, n, bases[digit], rows[digit] * B, _word_row(g) * B, tables, starts[digit],
                            sizes[digit], wide)  # fmt: skip
    for g in range(len(thresholds)):
        for i in range(n):
            if batch[_word_row(g) * B + i] < thresholds[g]:
                deal_one(batch, i, seed, deck, 0, bases, tables, starts, sizes, rows, groups, thresholds)


def deal_number(plan: DealPlan, hands: list[int], deck: int) -> list[int]:
    """The digits of a deal: the inverse of dealing, for tests and for pinning a hand.

    `hands` are in the order of the plan's rows; cards dealt one by one come lowest first.
    """
    rest, digits = int(deck_mask(deck)), []
    waiting = dict(zip(dict.fromkeys(plan.rows.tolist()), hands, strict=True))
    for digit, row in enumerate(plan.rows.tolist()):
        by_card = plan.starts[digit] == BY_CARD
        cards = waiting[row] & -waiting[row] if by_card else waiting[row]
        waiting[row] ^= cards
        places = [p for p in range(WORD_BITS) if rest >> p & 1]
        compact = sum(1 << k for k, place in enumerate(places) if cards >> place & 1)
        digits.append(compact.bit_length() - 1 if by_card else _number_of(plan, digit, compact, len(places)))
        rest ^= cards
    return digits


def _number_of(plan: DealPlan, digit: int, compact: int, places: int) -> int:
    """Where a choice stands in a digit's table."""
    start, end = int(plan.starts[digit]), int(plan.starts[digit]) + int(plan.bases[digit])
    # Choices with place 32, which their masks leave out, come last.
    low = math.comb(32, int(plan.sizes[digit])) if places > 32 else end - start
    a, z = (start + low, end) if compact >> 32 else (start, start + low)
    return a - start + int(np.searchsorted(plan.tables[a:z], np.uint32(compact & 0xFFFF_FFFF)))
