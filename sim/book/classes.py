"""The class of a hand with the upcard: a number from a minimal perfect index by two look-ups.

Cards are turned so that lane 3 is the suit of the upcard and lane 1 the suit of its colour; the only symmetry left
swaps the two green suits. With t, n, a, g the sets of ranks in lanes 3, 1, 0, 2 and u the rank of the upcard,

    class = base[joker, t, n, u] + pair[a, g]

`pair` numbers the unordered pairs of sets with just so many cards, so it is alike for (a, g) and (g, a) and nothing has
to be swapped; `base` counts the classes before. There are no holes: 105 798 classes for five of 24 cards.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from sim.bits import U
from sim.engine.jit import inlined
from sim.errors import RulesError
from sim.lanes import ACE, LANE_BITS, TOP_JOKER, TRUMP_PLACE, WORD_BITS
from sim.rules.rules import Rules
from sim.views import NEXT

UP_BITS: Final = 3
"""Bits of the rank of an upcard in the index of `base`."""
MOST_RANKS: Final = 8
T, N, A, G, UP, JOKER_HELD = range(6)
"""Columns of `ClassIndex.rows`."""
UNKNOWN: Final = -1
"""In place of a class where a joker is turned up: the bidding is another there, and no book speaks of it."""


@dataclass(frozen=True, eq=False)
class ClassIndex:
    """The classes of hands of five cards from one pack, with the card turned up."""

    ranks: int
    """Ranks in a suit: 6 to 8."""
    base: np.ndarray
    """int32: by joker, sets of ranks in lanes 3 and 1, and rank of the upcard; -1 where there is no such hand."""
    pair: np.ndarray
    """int32: by the sets of ranks in lanes 0 and 2."""
    rows: np.ndarray
    """uint8[classes, 6]: sets of ranks t, n, a, g (a is the larger number of the greens), upcard, joker held."""

    @property
    def count(self) -> int:
        """Number of classes."""
        return len(self.rows)

    @property
    def lowest(self) -> int:
        """The place of the lowest rank in a lane."""
        return ACE + 1 - self.ranks

    @property
    def weights(self) -> np.ndarray:
        """int64[classes]: hands in each class, the suit of the upcard given: 1, or 2 where the greens differ."""
        return np.where(self.rows[:, A] == self.rows[:, G], 1, 2)

    def hands(self, swapped: bool = False) -> np.ndarray:
        """uint64[classes]: the hand of each class as turned cards; `swapped`, with the green suits exchanged."""
        rows, low = self.rows.astype(np.uint64), self.lowest
        first, second = (G, A) if swapped else (A, G)
        places = {T: TRUMP_PLACE, N: NEXT * LANE_BITS, first: 0, second: 2 * LANE_BITS}
        cards = rows[:, JOKER_HELD] << U(TOP_JOKER)
        for column, place in places.items():
            cards |= rows[:, column] << U(place + low)
        return np.asarray(cards)

    def upcards(self) -> np.ndarray:
        """uint64[classes]: the upcard of each class as a turned card."""
        return np.asarray(U(1) << (self.rows[:, UP].astype(np.uint64) + U(TRUMP_PLACE + self.lowest)))

    def number(self, hand: int, up: int) -> int:
        """The class of a hand and an upcard, both turned to the upcard's suit with jacks at their ranks.

        >>> from sim.cards import parse_card, parse_hand
        >>> index = class_index(24)
        >>> index.number(parse_hand("AH KH 9D AS TS"), 1 << parse_card("JH"))  # hearts lie in lane 3 as they are
        103406
        """
        ranks = self.ranks
        a, n, g, t = self._sets(hand)
        rank = up.bit_length() - 1 - TRUMP_PLACE - self.lowest
        joker = hand >> TOP_JOKER & 1
        place = ((joker << ranks | t) << ranks | n) << UP_BITS | rank
        return int(self.base[place] + self.pair[a | g << ranks])

    def is_swapped(self, hand: int) -> bool:
        """Whether the green suits of a turned hand lie the other way round than in the row of its class."""
        a, _, g, _ = self._sets(hand)
        return a < g

    def _sets(self, hand: int) -> tuple[int, int, int, int]:
        a, n, g, t = (hand >> LANE_BITS * lane + self.lowest & (1 << self.ranks) - 1 for lane in range(4))
        return a, n, g, t


@inlined
def class_id(cards: Any, up: Any, ranks: Any, base: Any, pair: Any) -> Any:
    """Twice the class of turned cards, and one more where the green suits are the other way round than in its row."""
    low, mask = U(ACE + 1) - U(ranks), (U(1) << U(ranks)) - U(1)
    plain = cards >> low
    a, n = plain & mask, (plain >> U(NEXT * LANE_BITS)) & mask
    g, t = (plain >> U(2 * LANE_BITS)) & mask, (plain >> U(TRUMP_PLACE)) & mask
    joker = (cards >> U(TOP_JOKER)) & U(1)
    place = (((((joker << U(ranks)) | t) << U(ranks)) | n) << U(UP_BITS)) | up
    number = base[np.int64(place)] + pair[np.int64(a | (g << U(ranks)))]
    return 2 * number + (1 if a < g else 0)


def index_of(rules: Rules) -> ClassIndex:
    """The classes of hands under some rules. Raises RulesError for packs and hands that they do not know."""
    if not rules.has_upcard:
        raise RulesError(
            f"there is no book for auction = {rules.auction}: it is for games in which a card is turned up",
            "for example --rules standard",
        )
    return class_index(rules.deck)


@lru_cache(maxsize=4)
def class_index(deck: int) -> ClassIndex:
    """The classes of five cards from a pack of 24 to 33.

    >>> class_index(24).count, class_index(25).count
    (105798, 134388)
    """
    plain, joker = deck - deck % 2, bool(deck % 2)
    ranks = plain // 4
    if ranks > MOST_RANKS:
        raise RulesError(f"there is no book for deck = {deck}", "books are for packs of 24, 25, 28, 32 and 33 cards")
    sets = np.arange(1 << ranks)
    held = np.bitwise_count(sets).astype(np.int64)
    pair = np.zeros(1 << 2 * ranks, dtype=np.int32)
    pairs: list[list[tuple[int, int]]] = [[] for _ in range(2 * ranks + 1)]
    for a in sets.tolist():
        for g in range(a + 1):
            of_size = pairs[held[a] + held[g]]
            pair[a | g << ranks] = pair[g | a << ranks] = len(of_size)
            of_size.append((a, g))
    numbered = [np.array(of_size, dtype=np.uint8).reshape(-1, 2) for of_size in pairs]
    base = np.full(1 << (1 + 2 * ranks + UP_BITS), UNKNOWN, dtype=np.int32)
    rows, total = [], 0
    for jokers in range(1 + joker):
        for t in sets.tolist():
            for n in sets.tolist():
                green = 5 - jokers - int(held[t]) - int(held[n])
                if not 0 <= green <= 2 * ranks:
                    continue
                for up in range(ranks):
                    if t >> up & 1:
                        continue
                    base[(((jokers << ranks | t) << ranks | n) << UP_BITS) | up] = total
                    block = np.empty((len(numbered[green]), 6), dtype=np.uint8)
                    block[:, [A, G]] = numbered[green]
                    block[:, [T, N, UP, JOKER_HELD]] = t, n, up, jokers
                    rows.append(block)
                    total += len(block)
    return ClassIndex(ranks, base, pair, np.concatenate(rows))


def turn(hand: int, suit: int) -> int:
    """A hand in its own suits, turned so that `suit` is lane 3; the joker keeps its place."""
    joker = hand & 1 << TOP_JOKER
    k = LANE_BITS * ((suit + 1) % 4)
    plain = hand ^ joker
    return (plain >> k | plain << (WORD_BITS - k)) & ((1 << WORD_BITS) - 1) | joker
