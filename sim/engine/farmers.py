"""Farmer's hands: after the deal and before the bidding the owner of a poor hand may have it dealt again, or swap.

Only under `redeal` the same dealer must deal again. Under the other forms the owners are asked whether they claim: a
claim brings a new deal, or three cards of the kitty for three poor ones. Of several who would swap the first from the
dealer's left does, but under `swap3_clean` two claims make a misdeal.
"""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import ONES, U, low, mix64, mulhi, nth_bit, popcount, sel
from sim.engine.asking import TABLE, ask, note_illegal, offence
from sim.engine.deal import INTS, PLAN, WORDS, deal_one
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ALONE,
    CHANCE,
    CLAIMS,
    DEALER,
    DEALER_BYTE,
    DEALT_0,
    DUMMY,
    DUMMY_2,
    FARMER_ACE,
    FARMER_CLEAN,
    FARMER_LOW,
    FARMER_REDEAL,
    FARMER_SWAP,
    FATE,
    FROM_KITTY,
    GAME,
    GIVEN_UP,
    H_CLAIM_FARMERS,
    HAND_NUMBER,
    HELD,
    ILLEGAL,
    MAKER,
    NEXT_CARD,
    NO_TRUMP_SUIT,
    OWNERS,
    R_DECK,
    R_FARMER,
    R_PLAYERS,
    ROLES,
    ROUND,
    SCORES,
    SCORES_2,
    TRUMP_SUIT,
    TRUMPS,
    UP,
    UP_SUIT,
    UPCARD,
    B,
)
from sim.engine.proposal import NO_SUIT, propose_one
from sim.engine.rng import hand_words
from sim.engine.suits import TRUMP_LANE, normalised
from sim.lanes import ACE, LANE, LANE_BITS, TEN, each_lane
from sim.views import FACE_UP

_INT = types.int64
SWAP_DRAW = (1 << 16) - 1
"""The draw that picks kitty cards for a swap."""
REDEAL_STRIDE = 1 << 16
"""Draws set aside for one deal of a hand: a farmer's hand dealt again starts at the next multiple."""

_LOW = (1 << TEN + 1) - 1
"""Deuce to ten of a suit."""
_LOW_CARDS = U(each_lane(_LOW))
_ACES = U(each_lane(1 << ACE))
_SAME_RANK = U(each_lane(1))


@inlined
def _suit_lane(suit: Any) -> Any:
    """Lane of a suit; none of NO_SUIT."""
    return U(LANE) << (U(LANE_BITS) * suit) if suit < U(4) else U(0)


@inlined
def _of_one_rank(poor: Any) -> Any:
    """Three low cards or more of the same rank; none where there are no three."""
    found = U(0)
    for rank in range(TEN + 1):
        same = poor & (_SAME_RANK << U(rank))
        found |= sel(popcount(same) >= 3, same, U(0))
    return found


@inlined
def is_farmer(hand: Any, proposed: Any, rule: Any) -> Any:
    """Whether a hand is one that the rule has dealt again, or that its owner may claim."""
    poor = hand & _LOW_CARDS
    if rule == FARMER_SWAP:
        return popcount(poor) >= 3
    if rule == FARMER_CLEAN:
        return _of_one_rank(poor) != U(0)
    if rule == FARMER_ACE:
        return (hand & ~(_LOW_CARDS | _ACES)) == U(0) and popcount(hand & _ACES) == 1
    if rule == FARMER_LOW:
        return hand == poor
    return hand == poor and (hand & _suit_lane(proposed)) == U(0)


@inlined
def _has_farmer(batch: Any, i: Any, rules: Any) -> Any:
    found = False
    for seat in range(rules[R_PLAYERS]):
        found = found or is_farmer(batch[(DEALT_0 + seat) * B + i], batch[UP_SUIT * B + i], rules[R_FARMER])
    return found


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
        for rank in range(TEN + 1):
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


@kernel(types.void(WORDS, WORDS, _INT, INTS, *TABLE))
def ask_claims(batch: Any, actions: Any, n: Any, rules: Any, steps: Any, params: Any, slots: Any) -> None:
    """Ask the owners of farmer's hands whether they claim; CLAIMS has a bit for each position that does."""
    rule, players = rules[R_FARMER], rules[R_PLAYERS]
    for i in range(n):
        proposed = batch[UP_SUIT * B + i]
        suit = sel(proposed == U(NO_SUIT), U(NO_TRUMP_SUIT), proposed)
        batch[TRUMP_SUIT * B + i] = suit
        batch[TRUMPS * B + i] = sel(proposed == U(NO_SUIT), U(0), TRUMP_LANE)
        # A joker that proposes nothing is no trump yet.
        upcard = batch[UPCARD * B + i]
        batch[UP * B + i] = sel(proposed == U(NO_SUIT), upcard, normalised(upcard, suit))
        batch[FATE * B + i] = U(FACE_UP)
        batch[ROUND * B + i] = U(0)
        batch[MAKER * B + i] = U(0)
        batch[ALONE * B + i] = U(0)
        batch[CLAIMS * B + i] = U(0)
        batch[ROLES * B + i] = U(1) << U(DEALER_BYTE + players - 1)
    for position in range(players):
        for i in range(n):
            hand = batch[(DEALT_0 + position) * B + i]
            owns = is_farmer(hand, batch[UP_SUIT * B + i], rule) and (
                rule == FARMER_CLEAN or batch[CLAIMS * B + i] == U(0)
            )
            batch[HELD * B + i] = normalised(hand, batch[TRUMP_SUIT * B + i]) if owns else U(0)
        ask(batch, actions, n, H_CLAIM_FARMERS, position, 0, rules, steps, params, slots)
        code = offence(H_CLAIM_FARMERS, position, 0)
        for i in range(n):
            owns = batch[HELD * B + i] != U(0)
            note_illegal(batch, i, (actions[i] <= U(1)) | ~owns, code)
            batch[CLAIMS * B + i] |= sel(owns & (actions[i] == U(1)), U(1) << U(position), U(0))


@inlined
def _copy_out(batch: Any, second: Any, places: Any, left: Any, players: Any) -> None:
    """Bring the deals that have a farmer's hand to a batch of their own."""
    for row in (UP_SUIT, UPCARD, NEXT_CARD, OWNERS, CHANCE, DEALER, SCORES, SCORES_2, ILLEGAL):
        for k in range(left):
            second[row * B + k] = batch[row * B + places[k]]
    for seat in range(players):
        for k in range(left):
            second[(DEALT_0 + seat) * B + k] = batch[(DEALT_0 + seat) * B + places[k]]


@inlined
def _swap(batch: Any, i: Any, seat: Any, seed: Any, rules: Any) -> None:
    """The owner of a farmer's hand puts three poor cards under the kitty and takes three of its hidden ones."""
    hand, poor = batch[(DEALT_0 + seat) * B + i], batch[(DEALT_0 + seat) * B + i] & _LOW_CARDS
    kitty = U(rules[R_DECK]) & ~(batch[UPCARD * B + i] | batch[NEXT_CARD * B + i])
    kitty &= ~(batch[DUMMY * B + i] | batch[DUMMY_2 * B + i])
    for other in range(rules[R_PLAYERS]):
        kitty &= ~batch[(DEALT_0 + other) * B + i]
    if rules[R_FARMER] == FARMER_CLEAN:
        poor = _of_one_rank(poor)
    given = _three_worst(poor, batch[UP_SUIT * B + i])
    word, _ = hand_words(seed, batch[GAME * B + i], batch[HAND_NUMBER * B + i], SWAP_DRAW)
    taken = _three_of(kitty, word)
    batch[(DEALT_0 + seat) * B + i] = (hand & ~given) | taken
    batch[GIVEN_UP * B + i] = given
    batch[FROM_KITTY * B + i] = taken


@kernel(types.void(WORDS, WORDS, WORDS, INTS, _INT, types.uint64, INTS, *TABLE, *PLAN))
def farmers(batch: Any, second: Any, actions: Any, places: Any, n: Any, seed: Any, rules: Any, steps: Any, params: Any,
            slots: Any, bases: Any, tables: Any, starts: Any, sizes: Any, rows: Any, groups: Any,
            thresholds: Any) -> None:  # fmt: skip
    """Apply the farmer's-hand rule until no deal is left that has to be dealt again."""
    rule, players, deck = rules[R_FARMER], rules[R_PLAYERS], U(rules[R_DECK])
    swaps = rule == FARMER_SWAP or rule == FARMER_CLEAN
    left = 0
    for i in range(n):
        batch[GIVEN_UP * B + i] = U(0)
        batch[FROM_KITTY * B + i] = U(0)
        if _has_farmer(batch, i, rules):
            places[left] = i
            left += 1
    redeals = 0
    while left > 0:
        redeals += 1
        if rule != FARMER_REDEAL:
            _copy_out(batch, second, places, left, players)
            ask_claims(second, actions, left, rules, steps, params, slots)
        again = 0
        for k in range(left):
            i = places[k]
            claims = ONES
            if rule != FARMER_REDEAL:
                claims = second[CLAIMS * B + k]
                batch[ILLEGAL * B + i] = second[ILLEGAL * B + k]
            if swaps and popcount(claims) == 1:
                _swap(batch, i, np.int64(popcount(claims - U(1))), seed, rules)
            elif claims != U(0):
                draw = redeals * REDEAL_STRIDE
                deal_one(batch, i, seed, deck, draw, bases, tables, starts, sizes, rows, groups, thresholds)
                propose_one(batch, i, rules)
                if _has_farmer(batch, i, rules):
                    places[again] = i
                    again += 1
        left = again
