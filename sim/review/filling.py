"""Filling a record up to a whole deal: cards that nobody saw are drawn from those left, so that it can be played.

What a player could not know has no influence on what their decisions are worth, so any cards do for those; only a
dealer whose discard was not written down knew a card that the record does not tell.
"""

import hashlib
from dataclasses import dataclass
from typing import Final

import numpy as np

from sim.cards import effective_suit, rank_of
from sim.review.seen_deals import HAND, SeenDeal, mask_of
from sim.rules.rules import Rules

_TRIES: Final = 200


@dataclass(frozen=True)
class WholeDeal:
    """All hands as dealt, by chair, and what the dealer buries (None: they take nothing up)."""

    hands: tuple[tuple[int, ...], ...]
    discard: int | None

    def column(self, deal: SeenDeal) -> np.ndarray:
        """The deal as the engine takes it: uint64[players + 1, 1], seat 1 first, then the upcard."""
        n = len(self.hands)
        rows = [mask_of(self.hands[(deal.dealer + seat) % n]) for seat in range(1, n + 1)]
        return np.array([[row] for row in [*rows, 1 << deal.upcard]], dtype=np.uint64)


def number_of(deal: SeenDeal) -> int:
    """A number below 2**62 that names what happened in a deal, whatever it is called and wherever it stands."""
    told = repr((deal.dealer, deal.score, deal.upcard, deal.calls, deal.tricks, deal.buried, deal.dealt))
    return int.from_bytes(hashlib.sha256(told.encode()).digest()[:8], "big") >> 2


def discards(deal: SeenDeal, rules: Rules) -> list[int]:
    """The cards that a dealer may have buried whose discard alone is not known; empty where that is not so."""
    return deal.unseen(rules) if deal.lacks_discard else []


def filled(deal: SeenDeal, rules: Rules, number: int, discard: int | None = None) -> WholeDeal:
    """The deal with all that is missing drawn at random, way `number`; the dealer has buried `discard` where given."""
    rng = np.random.default_rng([number_of(deal), number])
    chairs = range(len(deal.dealt))
    known = {chair: sorted(deal.known(chair)) for chair in chairs}
    if discard is not None:
        known[deal.dealer] = sorted([*known[deal.dealer], discard])
    rest = [card for card in deal.unseen(rules) if card != discard]
    for left in range(_TRIES, -1, -1):
        drawn = [int(card) for card in rng.permutation(rest)]
        hands = []
        for chair in chairs:
            need = HAND - len(known[chair])
            hands.append((*known[chair], *drawn[:need]))
            drawn = drawn[need:]
        if left == 0 or _follows(deal, known, hands):
            break
    return WholeDeal(tuple(hands), _buried(deal, hands[deal.dealer], discard))


def _follows(deal: SeenDeal, known: dict[int, list[int]], hands: list[tuple[int, ...]]) -> bool:
    """Whether nobody was given cards of a suit that they have shown to lack."""
    if deal.made is None:
        return True
    trump = deal.made[1].suit or 0
    return not any(
        effective_suit(card, trump) in deal.voids(chair)
        for chair, cards in enumerate(hands)
        for card in cards
        if card not in known[chair]
    )


def _buried(deal: SeenDeal, hand: tuple[int, ...], discard: int | None) -> int | None:
    """What the dealer buries: the card known, else the lowest that they do not play later, no trump if that can be."""
    if not deal.taken:
        return None
    if discard is not None or deal.buried is not None:
        return discard if discard is not None else deal.buried
    assert deal.made is not None and deal.made[1].suit is not None
    trump = deal.made[1].suit
    free = [card for card in hand if card not in deal.played(deal.dealer)] or [deal.upcard]
    return min(free, key=lambda card: (effective_suit(card, trump) == trump, rank_of(card)))
