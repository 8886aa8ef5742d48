"""Farmer's hands: after the deal and before the bidding a poor hand is dealt again, or its owner swaps three cards."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import U, low, mix64, mulhi, nth_bit, popcount
from sim.compiling import inlined, kernel
from sim.engine.deal import INTS, PLAN, WORDS, deal_one
from sim.engine.layout import (
    DEALT_0,
    DUMMY,
    DUMMY_2,
    FARMER_ACE,
    FARMER_SWAP,
    GAME,
    HAND_NUMBER,
    NEXT_CARD,
    R_DECK,
    R_FARMER,
    R_PLAYERS,
    UP_SUIT,
    UPCARD,
    B,
)
from sim.engine.proposal import propose_one
from sim.engine.rng import hand_words

SWAP_DRAW = (1 << 16) - 1
"""The draw that picks kitty cards for a swap."""
REDEAL_STRIDE = 1 << 16
"""Draws set aside for one deal of a hand: a farmer's hand dealt again starts at the next multiple."""

# Bits 0 to 8 of each lane: deuce to ten.
_LOW_CARDS = U(0x01FF_01FF_01FF_01FF)
_ACES = U(0x1000_1000_1000_1000)
_SAME_RANK = U(0x0001_0001_0001_0001)


@inlined
def _suit_lane(suit: Any) -> Any:
    """Lane of a suit; none of NO_SUIT."""
    return U(0xFFFF) << (suit << U(4)) if suit < U(4) else U(0)


@inlined
def _is_farmer(hand: Any, proposed: Any, rule: Any) -> Any:
    """Whether a hand is one that the rule throws in or lets its owner swap from."""
    poor = hand & _LOW_CARDS
    if rule == FARMER_SWAP:
        return popcount(poor) >= 3
    if rule == FARMER_ACE:
        return (hand & ~(_LOW_CARDS | _ACES)) == U(0) and (hand & _ACES) != U(0)
    return hand == poor and (hand & _suit_lane(proposed)) == U(0)


@inlined
def _three_worst(poor: Any, proposed: Any) -> Any:
    """Three low cards to swap: lowest rank first, cards of the upcard's suit last."""
    worst = U(0)
    for _ in range(3):
        left = poor & ~worst
        choice = left & ~_suit_lane(proposed)
        if choice == U(0):
            choice = left
        found = U(0)
        for rank in range(9):
            at_rank = choice & (_SAME_RANK << U(rank))
            if found == U(0) and at_rank != U(0):
                found = low(at_rank)
        worst |= found
    return worst


@inlined
def _three_of(kitty: Any, word: Any) -> Any:
    """Three cards of the kitty, any three as likely as any others; all of it where it has just three."""
    left = kitty
    for _ in range(3):
        left ^= nth_bit(left, np.int64(mulhi(word, U(popcount(left)))))
        word = mix64(word)
    return kitty ^ left


@kernel(types.void(WORDS, types.int64, types.uint64, INTS, *PLAN))
def farmers(batch: Any, n: Any, seed: Any, rules: Any, bases: Any, tables: Any, starts: Any, sizes: Any,
            rows: Any, groups: Any, thresholds: Any) -> None:  # fmt: skip
    """Apply the farmer's-hand rule: deal such hands again, or swap three cards with the kitty."""
    rule, players, deck = rules[R_FARMER], rules[R_PLAYERS], U(rules[R_DECK])
    for i in range(n):
        redeals = 0
        again = True
        while again:
            again = False
            proposed = batch[UP_SUIT * B + i]
            for seat in range(players):
                hand = batch[(DEALT_0 + seat) * B + i]
                if not again and _is_farmer(hand, proposed, rule):
                    again = True
                    if rule == FARMER_SWAP:
                        kitty = deck & ~(batch[UPCARD * B + i] | batch[NEXT_CARD * B + i])
                        kitty &= ~(batch[DUMMY * B + i] | batch[DUMMY_2 * B + i])
                        for other in range(players):
                            kitty &= ~batch[(DEALT_0 + other) * B + i]
                        word, _ = hand_words(seed, batch[GAME * B + i], batch[HAND_NUMBER * B + i], SWAP_DRAW)
                        taken = _three_of(kitty, word)
                        batch[(DEALT_0 + seat) * B + i] = (hand & ~_three_worst(hand & _LOW_CARDS, proposed)) | taken
            if again and rule != FARMER_SWAP:
                redeals += 1
                draw = redeals * REDEAL_STRIDE
                deal_one(batch, i, seed, deck, draw, bases, tables, starts, sizes, rows, groups, thresholds)
                propose_one(batch, i, rules)
            else:
                again = False
