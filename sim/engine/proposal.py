"""The suit that the upcard proposes: its own, or what the rules say of a joker turned up."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import U, lane_index, mulhi, nth_bit, popcount
from sim.compiling import inlined, kernel
from sim.engine.deal import INTS, WORDS
from sim.engine.layout import (
    CHANCE,
    DEALT_0,
    DUMMY,
    DUMMY_2,
    JOKER_HEARTS,
    JOKER_NEXT_CARD,
    JOKER_SPADES,
    NEXT_CARD,
    R_DECK,
    R_JOKER_UP,
    R_PLAYERS,
    UP_SUIT,
    UPCARD,
    B,
)
from sim.engine.rng import decision_word
from sim.engine.suits import PLAIN_JOKER

NO_SUIT = 8
"""UP_SUIT where a joker proposes nothing: the dealer names the trump."""
_NEXT_CARD_WORD, _BLIND_WORD = 1 << 20, (1 << 20) + 1
_SPADES, _HEARTS = 2, 3


@inlined
def _next_card(batch: Any, i: Any, rules: Any) -> Any:
    """The card under a joker turned up: any card of the kitty with the same chance."""
    kitty = U(rules[R_DECK]) & ~(batch[UPCARD * B + i] | batch[DUMMY * B + i] | batch[DUMMY_2 * B + i])
    for seat in range(rules[R_PLAYERS]):
        kitty &= ~batch[(DEALT_0 + seat) * B + i]
    word = decision_word(batch[CHANCE * B + i], _NEXT_CARD_WORD)
    return nth_bit(kitty, np.int64(mulhi(word, U(popcount(kitty)))))


@inlined
def propose_one(batch: Any, i: Any, rules: Any) -> None:
    """Note which suit lane i's upcard proposes."""
    upcard = batch[UPCARD * B + i]
    suit, turned = U(lane_index(upcard)), U(0)
    if upcard == PLAIN_JOKER:
        suit = U(NO_SUIT)
        if rules[R_JOKER_UP] == JOKER_HEARTS:
            suit = U(_HEARTS)
        if rules[R_JOKER_UP] == JOKER_SPADES:
            suit = U(_SPADES)
        if rules[R_JOKER_UP] == JOKER_NEXT_CARD:
            turned = _next_card(batch, i, rules)
            suit = U(lane_index(turned))
    batch[UP_SUIT * B + i] = suit
    batch[NEXT_CARD * B + i] = turned


@kernel(types.void(WORDS, types.int64, INTS))
def propose(batch: Any, n: Any, rules: Any) -> None:
    """Note which suit each upcard proposes."""
    if U(rules[R_DECK]) & PLAIN_JOKER != U(0):
        for i in range(n):
            propose_one(batch, i, rules)
    else:
        for i in range(n):
            batch[UP_SUIT * B + i] = U(lane_index(batch[UPCARD * B + i]))
            batch[NEXT_CARD * B + i] = U(0)


@inlined
def blind_suit(chance: Any) -> Any:
    """The suit that a dealer names without seeing any card: any of four with the same chance."""
    return decision_word(chance, _BLIND_WORD) >> U(62)
