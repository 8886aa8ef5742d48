"""Deals by plain counting: what a random word is dealt as, and the tables that are asked."""

from math import prod
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from sim.bits import U
from sim.engine.deal import BY_CARD, DealPlan, deal
from sim.engine.layout import GAME, HAND_NUMBER, R_DECK, ROWS, RULE_WORDS, B
from sim.engine.rng import DEAL, threefry_block
from sim.rules.house_rules import FIELDS
from sim.rules.presets import PRESETS

BEYOND = 5.8e-7
"""Two-sided chance of a deviation beyond 5 sigma."""
TINY = 1 << 3 | 1 << 15 | 1 << 16 | 1 << 31 | 1 << 32 | 1 << 50 | 1 << 62 | 1 << 63
"""A pack of eight cards, the highest bit among them."""

TABLES = {(4, deck, 5, ()) for deck in FIELDS["deck"].choices if deck <= 33}
TABLES |= {
    (rules.players, rules.deck, rules.hand_size, rules.dummies) for rules in PRESETS.values() if rules.deck <= 33
}
TURN_UP = {
    (players, deck, 5, dummies)
    for players, dummies in ((2, ()), (2, (2,)), (2, (3, 3)), (3, ()), (3, (5,)), (4, ()))
    for deck in (24, 25, 28, 32, 33)
}
"""Every number of players and kind of dummy with every pack."""
WHOLE = {(players, 52, 5, ()) for players in range(2, 7)}


def tables(of: set[Any]) -> Any:
    """A mark that runs a test for each of some tables."""
    params = [
        pytest.param(*table, id=f"{table[0]}-players-{table[1]}-cards" + "".join(f"-dummy-of-{n}" for n in table[3]))
        for table in sorted(of)
    ]
    return pytest.mark.parametrize(("players", "deck", "cards", "dummies"), params)


by_hand, every_table, all_tables = tables(TABLES), tables(TABLES | WHOLE), tables(TABLES | TURN_UP | WHOLE)


def turned(players: int, deck: int, cards: int) -> bool:
    """Whether a single card is dealt after the hands: not of a whole pack, and only if there is one left."""
    return deck <= 33 and deck > players * cards


def rules_for(deck: int) -> np.ndarray:
    """A rule vector of which dealing only reads the pack."""
    vector = np.zeros(RULE_WORDS, dtype=np.int64)
    vector.view(np.uint64)[R_DECK] = deck
    return vector


def dealt(plan: DealPlan, deck: int, seed: int, games: list[int], hand: int = 0) -> list[list[int]]:
    """For each game the masks dealt, in the order of the plan."""
    batch = np.zeros(ROWS * B, dtype=np.uint64)
    batch[GAME * B : GAME * B + len(games)] = games
    batch[HAND_NUMBER * B : HAND_NUMBER * B + len(games)] = hand
    with np.errstate(over="ignore"):
        deal(batch, len(games), U(seed), rules_for(deck), *plan)
    return [[int(batch[row * B + i]) for row in dict.fromkeys(plan.rows)] for i in range(len(games))]


def word(seed: int, game: int, draw: int, hand: int = 0) -> int:
    """The word that a draw gives for a hand."""
    return int(threefry_block(U(seed), U(DEAL), U(game), U(hand | draw << 32))[0])


def digits_of(number: int, bases: list[int]) -> list[int]:
    """The digits of a deal number, the first base the most significant."""
    digits = []
    for base in reversed(bases):
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits[::-1]


def cards_by_digits(plan: DealPlan, deck: int, digits: list[int]) -> list[int]:
    """What the digits of a deal stand for, worked out with lists of cards."""
    rest = [place for place in range(64) if deck >> place & 1]
    masks = dict.fromkeys(plan.rows.tolist(), 0)
    for digit, start, size, row in zip(
        digits, plan.starts.tolist(), plan.sizes.tolist(), plan.rows.tolist(), strict=True
    ):
        choice = int(plan.tables[start + digit]) if start != BY_CARD else 1 << digit
        if choice.bit_count() < size:
            choice |= 1 << 32  # the one place that does not fit in the table
        taken = [place for k, place in enumerate(rest) if choice >> k & 1]
        masks[row] |= sum(1 << place for place in taken)
        rest = [place for place in rest if place not in taken]
    return list(masks.values())


def expected(plan: DealPlan, deck: int, seed: int, game: int, hand: int = 0) -> list[int]:
    """A deal from its random words by exact arithmetic; each word that would bias it is replaced by the next."""
    digits: list[int] = []
    for g, (a, z) in enumerate(zip(plan.groups[:-1].tolist(), plan.groups[1:].tolist(), strict=True)):
        bases = [int(base) for base in plan.bases[a:z]]
        for attempt in range(10):
            draw = max(2, len(plan.thresholds)) * attempt + g
            product_ = word(seed, game, draw, hand) * prod(bases)
            if product_ % 2**64 >= int(plan.thresholds[g]):
                break
        digits += digits_of(product_ >> 64, bases)
    return cards_by_digits(plan, deck, digits)


def places_of(mask: int) -> list[int]:
    return [place for place in range(64) if mask >> place & 1]


def probable(counts: np.ndarray, means: np.ndarray, freedom: int, scale: float = 1.0) -> bool:
    """Whether counts lie within 5 sigma of their means, and not suspiciously close."""
    statistic = scale * ((counts - means) ** 2 / means).sum()
    return bool(BEYOND / 2 < chi2.sf(statistic, freedom) < 1 - BEYOND / 2)
