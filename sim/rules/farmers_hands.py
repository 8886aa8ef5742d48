"""Farmer's hands by name: which hands each form of the rule is for, as plain Python over card codes."""

from collections import Counter
from collections.abc import Sequence

from sim.cards import JOKER, rank_of, suit_of

TEN, ACE = 8, 12
"""Ranks as in card codes."""


def is_farmer(form: str, cards: Sequence[int], proposed: int | None = None) -> bool:
    """Whether a hand of card codes is one that a form of `farmers_hand` is for.

    `proposed` is the suit of the upcard (None: a joker proposes none). `TH 9D 9S TC AH` is one under `ace_no_face`.
    """
    ranks = [rank_of(code) for code in cards if code != JOKER]
    poor = [rank for rank in ranks if rank <= TEN]
    if form == "swap3":
        return len(poor) >= 3
    if form == "swap3_clean":
        return max(Counter(poor).values(), default=0) >= 3
    if form == "ace_no_face":
        return len(poor) == len(cards) - 1 and ranks.count(ACE) == 1
    all_poor = len(poor) == len(cards)
    if form == "redeal":
        return all_poor and all(suit_of(code) != proposed for code in cards)
    return form == "nines_and_tens" and all_poor
