"""The compiled half of `hidden_cards` and `hand_sets`: hidden deals from numbered combinations of cards."""

from typing import Any, Final

import numpy as np
from numba.core import types

from sim.bits import U, add, deposit, mix64, mul, mulhi, popcount
from sim.engine.asking import INTS, WORDS
from sim.engine.jit import inlined, kernel
from sim.engine.record import MASKS
from sim.engine.rng import threefry_0, threefry_1

MOST_CARDS: Final = 16
"""More cards than one row takes of one class."""
PURPOSE: Final = 2
"""Key of the generator beside the seed: 0 and 1 are the deals and the first dealers of matches."""
SET_PURPOSE: Final = 3
ALWAYS: Final = 0xFFFFFFFF
"""Level (uint32) of a hand that always fits; a lower one fits so often in 2**32."""
_GOLDEN: Final = U(0x9E3779B97F4A7C15)


@inlined
def _choose(word: Any, cards: Any, count: Any, starts: Any, sizes: Any, tables: Any) -> Any:
    """`count` of the cards: the combination that the word numbers (bias below 2**-40), and what is left of the word."""
    entry = popcount(cards) * MOST_CARDS + count
    choice = np.int64(mulhi(word, sizes[entry]))
    return deposit(tables[starts[entry] + choice], cards), mul(word, sizes[entry])


@inlined
def _pick_way(word: Any, bounds: Any) -> Any:
    """Number of the way whose share of the running sums the word hits."""
    place = mulhi(word, bounds[len(bounds) - 1])
    low, high = 0, len(bounds) - 1
    while low < high:
        middle = (low + high) // 2
        if place < bounds[middle]:
            high = middle
        else:
            low = middle + 1
    return low


@kernel(types.void(types.uint64, types.int64, MASKS, WORDS, WORDS, WORDS, MASKS, types.int64[:, :, ::1], INTS, INTS,
                   WORDS, WORDS))  # fmt: skip
def draw(seed: Any, first: Any, deals: Any, chances: Any, classes: Any, bounds: Any, fixed: Any, counts: Any,
         order: Any, starts: Any, sizes: Any, tables: Any) -> None:  # fmt: skip
    """Fill the columns of `deals` with draws number `first` on (see DrawPlan for the other arrays)."""
    kinds = len(classes)
    left = np.empty(kinds, dtype=np.uint64)
    for column in range(deals.shape[1]):
        word = threefry_0(seed, U(PURPOSE), U(first + column), U(0))
        chances[column] = threefry_1(seed, U(PURPOSE), U(first + column), U(0))
        way = 0
        if len(bounds) > 1:
            way = _pick_way(word, bounds)
        rest = U(0)
        for kind in range(kinds):
            left[kind] = classes[kind]
            rest |= classes[kind]
        for row in range(deals.shape[0]):
            deals[row, column] = fixed[way, row]
        for k in range(len(order)):
            row = order[k]
            # A word of its own for each row.
            number = mix64(add(word, mul(U(k + 1), _GOLDEN)))
            for kind in range(kinds):
                count = counts[way, row, kind]
                if count > 0:
                    cards, number = _choose(number, left[kind], count, starts, sizes, tables)
                    left[kind] ^= cards
                    rest ^= cards
                    deals[row, column] |= cards
            count = counts[way, row, kinds]
            if count > 0:
                cards, number = _choose(number, rest, count, starts, sizes, tables)
                rest ^= cards
                deals[row, column] |= cards


@kernel(types.void(WORDS, WORDS, types.uint32[::1], INTS))
def count_partners(first: Any, second: Any, levels: Any, partners: Any) -> None:
    """For each hand of the first set the number of hands of the second that share no card with it.

    With `levels` (else empty) it is the sum of those.
    """
    for k in range(len(first)):
        hand, count = first[k], 0
        if len(levels) > 0:
            for other in range(len(second)):
                count += int(levels[other]) if hand & second[other] == U(0) else 0
        else:
            for other in range(len(second)):
                count += 1 if hand & second[other] == U(0) else 0
        partners[k] = count


@inlined
def _number_of(cards: Any, ranks: Any) -> Any:
    """Number of a combination of places, as `combinations_of` lists them: its rank among all of its size."""
    number, k = 0, 1
    while cards != U(0):
        below = popcount((cards & (U(0) - cards)) - U(1))
        number += ranks[below * MOST_CARDS + k]
        cards &= cards - U(1)
        k += 1
    return number


@inlined
def _pick_second(word: Any, second: Any, bounds: Any) -> Any:
    """A hand of the second set, in proportion to its weight where weights are given."""
    if len(bounds) > 0:
        return second[_pick_way(word, bounds)]
    return second[np.int64(mulhi(word, U(len(second))))]


@kernel(types.void(types.uint64, types.int64, MASKS, WORDS, WORDS, types.uint64, INTS, INTS, WORDS, WORDS, WORDS,
                   WORDS, types.uint32[::1], INTS, types.int64[:, ::1], INTS, INTS, WORDS, WORDS, types.int64,
                   INTS))  # fmt: skip
def draw_from_sets(seed: Any, first_column: Any, deals: Any, chances: Any, fixed: Any, unknown: Any, order: Any,
                   hand_sizes: Any, first: Any, bounds: Any, second: Any, second_bounds: Any, levels: Any,
                   set_starts: Any, others: Any, ranks: Any, starts: Any, sizes: Any, tables: Any, tries: Any,
                   used: Any) -> None:  # fmt: skip
    """Fill columns with deals whose hands are in their sets; `used` gets the tries and the columns filled.

    A hand of a level below ALWAYS is kept with that chance (in 2**32), so that deals come out in proportion to the
    product of their hands' levels.
    """
    everything = (U(1) << U(popcount(unknown))) - U(1)
    attempt, hands = 0, len(order)
    for column in range(deals.shape[1]):
        turn = 0
        found = False
        while not found and attempt < tries:
            word = threefry_0(seed, U(SET_PURPOSE), U(first_column + column), U(turn))
            chance = threefry_1(seed, U(SET_PURPOSE), U(first_column + column), U(turn))
            turn += 1
            attempt += 1
            hand = first[_pick_way(word, bounds)]
            rest = everything ^ hand
            for row in range(deals.shape[0]):
                deals[row, column] = fixed[row]
            deals[order[0], column] |= deposit(hand, unknown)
            found = True
            for k in range(1, hands):
                word = mix64(word)
                if k == 1 and len(second) > 0:
                    hand = _pick_second(word, second, second_bounds)
                    while hand & rest != hand:
                        word = mix64(word)
                        hand = _pick_second(word, second, second_bounds)
                else:
                    hand, _ = _choose(word, rest, hand_sizes[k], starts, sizes, tables)
                    level = levels[set_starts[k] + _number_of(hand, ranks)]
                    if level != np.uint32(ALWAYS):
                        word = mix64(word)
                        if (word >> U(32)) >= U(level):
                            found = False
                            break
                rest ^= hand
                deals[order[k], column] |= deposit(hand, unknown)
            if found:
                for k in range(len(others)):
                    word = mix64(word)
                    hand, _ = _choose(word, rest, others[k, 1], starts, sizes, tables)
                    rest ^= hand
                    deals[others[k, 0], column] |= deposit(hand, unknown)
                chances[column] = chance
        used[0] = attempt
        used[1] = column + (1 if found else 0)
        if not found:
            return
