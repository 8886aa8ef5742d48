"""The suit that the upcard proposes: its own, or what the rules say of a joker turned up."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import U, lane_index, mulhi, nth_bit, popcount, sel
from sim.engine.deal import INTS, WORDS
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    CHANCE,
    DEALT_0,
    DUMMY,
    DUMMY_2,
    ILLEGAL,
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
def _suit_for_joker(rules: Any) -> Any:
    """What a joker turned up proposes by itself: a fixed suit, or none."""
    if rules[R_JOKER_UP] == JOKER_HEARTS:
        return U(_HEARTS)
    if rules[R_JOKER_UP] == JOKER_SPADES:
        return U(_SPADES)
    return U(NO_SUIT)


@inlined
def _turn_next_card(batch: Any, i: Any, rules: Any) -> None:
    """Where a joker lets the next card decide, turn that one."""
    if rules[R_JOKER_UP] == JOKER_NEXT_CARD and batch[UPCARD * B + i] == PLAIN_JOKER:
        turned = _next_card(batch, i, rules)
        batch[UP_SUIT * B + i] = U(lane_index(turned))
        batch[NEXT_CARD * B + i] = turned


@inlined
def _propose_own_suit(batch: Any, i: Any, for_joker: Any) -> None:
    upcard = batch[UPCARD * B + i]
    batch[UP_SUIT * B + i] = sel(upcard == PLAIN_JOKER, for_joker, U(lane_index(upcard)))
    batch[NEXT_CARD * B + i] = U(0)


@inlined
def propose_one(batch: Any, i: Any, rules: Any) -> None:
    """Note which suit lane i's upcard proposes."""
    _propose_own_suit(batch, i, _suit_for_joker(rules))
    _turn_next_card(batch, i, rules)


@kernel(types.void(WORDS, types.int64, INTS))
def propose(batch: Any, n: Any, rules: Any) -> None:
    """Note which suit each upcard proposes; nobody has been asked anything yet."""
    for_joker = _suit_for_joker(rules)
    for i in range(n):
        _propose_own_suit(batch, i, for_joker)
        batch[ILLEGAL * B + i] = U(0)
    if rules[R_JOKER_UP] == JOKER_NEXT_CARD:
        for i in range(n):
            _turn_next_card(batch, i, rules)


@inlined
def blind_suit(chance: Any) -> Any:
    """The suit that a dealer names without seeing any card: any of four with the same chance."""
    return decision_word(chance, _BLIND_WORD) >> U(62)
