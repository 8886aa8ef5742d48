"""What a fair deal must bring, known exactly, counted over 24 million deals; and pure counting."""

from collections import Counter
from itertools import combinations, permutations
from math import comb
from typing import Any

import numba
import numpy as np
import pytest

from sim.bits import U, popcount
from sim.cards import deck_codes, deck_mask
from sim.engine.deal import deal, plan_deal
from sim.engine.layout import GAME, R_DECK, ROWS, RULE_WORDS, UPCARD, B
from sim.engine.suits import LEFT, RIGHT, normalised

DEALS = 24_000 * B
HANDS = comb(24, 5)
SIGMA = 5

NINES_AND_TENS = U(0x0180_0180_0180_0180)
JACKS = U(0x0200_0200_0200_0200)
FACTS = 40
"""Rows of the table of counts."""
# Where each kind of fact begins: how many deals, trumps held with trump named, with the upcard's suit trump, and so on.
ALL, JACK_UP, NAMED, PROPOSED, DEALER, BOTH_NAMED, A_BOWER, BOTH_BOWERS = 0, 1, 2, 8, 14, 15, 16, 17
LEFT_HELD, FARMER, ANY_FARMER, JACKS_HELD, SUITS = 18, 19, 20, 21, 22


@numba.njit
def count_facts(n: Any, seed: Any, rules: Any, bases: Any, tables: Any, starts: Any, sizes: Any, rows: Any, groups: Any,
                thresholds: Any, counts: Any) -> None:  # fmt: skip
    """Count over n deals. Seat and suit of what is looked at go round with the number of the deal."""
    batch = np.zeros(ROWS * B, dtype=np.uint64)
    for first in range(0, n, B):
        for i in range(B):
            batch[GAME * B + i] = first + i
        deal(batch, B, seed, rules, bases, tables, starts, sizes, rows, groups, thresholds)
        for i in range(B):
            turned = batch[UPCARD * B + i]
            proposed, jack = U(0), turned & JACKS != U(0)
            for suit in range(4):
                if turned >> U(16 * suit) & U(0xFFFF) != U(0):
                    proposed = U(suit)
            hand = batch[rows[i & 3] * B + i]
            counts[ALL] += 1
            counts[JACK_UP] += jack

            named = normalised(hand, U(i >> 2 & 3))
            counts[NAMED + popcount(named >> U(48))] += 1
            counts[BOTH_NAMED] += popcount(named & (LEFT | RIGHT)) == 2
            suits = 0
            for lane in range(4):
                suits += named >> U(16 * lane) & U(0xFFFF) != U(0)
            counts[SUITS + suits] += 1

            mine = normalised(hand, proposed)
            bowers = popcount(mine & (LEFT | RIGHT))
            counts[PROPOSED + popcount(mine >> U(48))] += 1
            if jack:
                counts[LEFT_HELD] += bowers
            else:
                counts[A_BOWER] += bowers > 0
                counts[BOTH_BOWERS] += bowers == 2
            counts[DEALER] += popcount(normalised(batch[rows[3] * B + i] | turned, proposed) >> U(48)) >= 3

            farmers = 0
            for seat in range(4):
                farmers += batch[rows[seat] * B + i] & ~NINES_AND_TENS == U(0)
            counts[FARMER] += hand & ~NINES_AND_TENS == U(0)
            counts[ANY_FARMER] += farmers > 0
            counts[JACKS_HELD] += hand & JACKS == JACKS


@pytest.fixture(scope="module")
def counts() -> dict[int, int]:
    """The counts, by row."""
    rules = np.zeros(RULE_WORDS, dtype=np.int64)
    rules.view(np.uint64)[R_DECK] = deck_mask(24)
    table = np.zeros(FACTS, dtype=np.int64)
    count_facts(DEALS, U(2024), rules, *plan_deal(24, 4, 5), table)
    assert table[ALL] == DEALS >= 20_000_000
    return dict(enumerate(table.tolist()))


def trumps(k: int, of: int, unseen: int) -> float:
    """The chance of k trumps among five cards when `of` of the unseen cards are trumps."""
    return comb(of, k) * comb(unseen - of, 5 - k) / comb(unseen, 5)


# Row, row of the deals it is a share of (or their complement), exact chance, and the percentage as published.
PUBLISHED = [
    *[
        pytest.param(NAMED + k, ALL, trumps(k, 7, 24), percent, id=f"{k}-trumps-suit-named")
        for k, percent in enumerate((14.5586, 39.1963, 33.5968, 11.1989, 1.3999, 0.0494))
    ],
    *[
        pytest.param(PROPOSED + k, ALL, trumps(k, 6, 23), percent, id=f"{k}-trumps-of-the-upcard")
        for k, percent in enumerate((18.3898, 42.4381, 30.3129, 8.0834, 0.7578, 0.0178))
    ],
    pytest.param(DEALER, ALL, sum(trumps(k, 6, 23) for k in range(2, 6)), 39.1720, id="dealer-three-with-the-upcard"),
    pytest.param(BOTH_NAMED, ALL, comb(22, 3) / HANDS, 3.6232, id="both-bowers-suit-named"),
    pytest.param(A_BOWER, -JACK_UP, 1 - comb(21, 5) / comb(23, 5), 39.5257, id="a-bower-no-jack-turned"),
    pytest.param(BOTH_BOWERS, -JACK_UP, comb(21, 3) / comb(23, 5), 3.9526, id="both-bowers-no-jack-turned"),
    pytest.param(LEFT_HELD, JACK_UP, 5 / 23, 21.7391, id="left-bower-jack-turned"),
    pytest.param(FARMER, ALL, comb(8, 5) / HANDS, 0.13175, id="farmers-hand"),
    pytest.param(ANY_FARMER, ALL, 4 * comb(8, 5) / HANDS, 0.52701, id="some-farmers-hand"),
    pytest.param(JACKS_HELD, ALL, 20 / HANDS, 0.04705, id="all-jacks-in-one-hand"),
    *[
        pytest.param(SUITS + suits, ALL, hands / HANDS, 100 * hands / HANDS, id=f"{suits}-suits-held")
        for suits, hands in ((4, 12_600), (3, 24_890), (2, 4_980), (1, 34))
    ],
    pytest.param(JACK_UP, ALL, 4 / 24, 100 / 6, id="jack-turned"),
]


@pytest.mark.parametrize(("row", "among", "chance", "percent"), PUBLISHED)
def test_shares_of_deals(row: int, among: int, chance: float, percent: float, counts: dict[int, int]) -> None:
    assert 100 * chance == pytest.approx(percent, abs=0.00006)
    n = counts[ALL] - counts[-among] if among < 0 else counts[among]
    sigma = (chance * (1 - chance) / n) ** 0.5
    assert abs(counts[row] / n - chance) < SIGMA * sigma


CODES = deck_codes(24)


def lanes(hand: tuple[int, ...], trump: int) -> dict[int, list[tuple[int, int]]]:
    """A hand by effective suit, with bowers above the ace; plain Python."""
    suits: dict[int, list[tuple[int, int]]] = {suit: [] for suit in range(4)}
    for code in hand:
        suit, rank = divmod(code, 16)
        bower = rank == 9 and suit in (trump, trump ^ 2)
        suits[trump if bower else suit].append((1 if bower else 0, 20 + (suit == trump) if bower else rank))
    return suits


def test_hands() -> None:
    assert HANDS == sum(1 for _ in combinations(CODES, 5)) == 42_504
    assert HANDS * 19 == 807_576
    assert plan_deal(24, 4, 5).deals == 498_688_594_500_096
    assert HANDS * 19 * comb(18, 5) * comb(13, 5) * comb(8, 5) == 498_688_594_500_096
    assert comb(18, 5) * comb(13, 5) * comb(8, 5) == 617_512_896


def test_classes_of_hands() -> None:
    """Hands that differ only by suits nobody can tell apart are one class."""

    def packed(hand: tuple[int, ...], suits: tuple[int, ...]) -> int:
        return sum(1 << (16 * suits[code >> 4] + (code & 15)) for code in hand)

    same_colour = (0, 1, 2, 3)
    green_swapped = (0, 3, 2, 1)  # clubs trump: spades are next, diamonds and hearts green
    # No trump named yet: suits may change places as long as the two of a colour stay a pair.
    any_order = [order for order in permutations(range(4)) if order[0] ^ order[2] == order[1] ^ order[3] == 2]
    assert len(any_order) == 8
    with_trump, without = set(), set()
    for hand in combinations(CODES, 5):
        with_trump.add(min(packed(hand, same_colour), packed(hand, green_swapped)))
        without.add(min(packed(hand, order) for order in any_order))
    assert (len(with_trump), len(without)) == (22_398, 5_886)


def test_classes_of_hands_with_the_upcard() -> None:
    """A club turned up (four suits alike); red suits may be swapped."""
    classes = set()
    for upcard in CODES[:6]:
        for hand in combinations([code for code in CODES if code != upcard], 5):
            swapped = tuple(sorted((48 - (code & 48)) % 64 + 16 + (code & 15) if code & 16 else code for code in hand))
            classes.add((upcard, min(hand, swapped)))
    assert len(classes) == 105_798


@numba.njit
def count_all_hands(hands: Any, trump: Any, trumps_held: Any, suits_held: Any) -> None:
    """The engine's own view of every hand there is."""
    for i in range(len(hands)):
        hand = normalised(hands[i], trump)
        trumps_held[popcount(hand >> U(48))] += 1
        suits = 0
        for lane in range(4):
            suits += hand >> U(16 * lane) & U(0xFFFF) != U(0)
        suits_held[suits] += 1


@pytest.mark.parametrize("trump", range(4))
def test_every_hand_normalised(trump: int) -> None:
    everything = list(combinations(CODES, 5))
    hands = np.array([sum(1 << code for code in hand) for hand in everything], dtype=np.uint64)
    trumps_held, suits_held = np.zeros(6, dtype=np.int64), np.zeros(5, dtype=np.int64)
    count_all_hands(hands, U(trump), trumps_held, suits_held)
    assert trumps_held.tolist() == [comb(7, k) * comb(17, 5 - k) for k in range(6)]
    assert suits_held.tolist() == [0, 34, 4_980, 24_890, 12_600]
    by_hand = Counter(sum(1 for cards in lanes(hand, trump).values() if cards) for hand in everything)
    assert [by_hand[suits] for suits in (1, 2, 3, 4)] == [34, 4_980, 24_890, 12_600]


def test_hands_of_one_suit() -> None:
    """Five cards printed with one suit: 6 for a named suit, so 24; the five best trumps of any suit: 4 hands."""
    assert sum(1 for hand in combinations(CODES, 5) if len({code >> 4 for code in hand}) == 1) == 24
    perfect = 0
    for hand in combinations(CODES, 5):
        for trump in range(4):
            held = lanes(hand, trump)[trump]
            perfect += len(held) == 5 and {power for _, power in held} == {21, 20, 12, 11, 10}
    assert perfect == 4
