"""Playing given deals from a known position: which of them agree with what has happened, and how each one ends.

The kernels put deals into the engine's batch and let it bid, settle and play them with scripted players. A deal is a
column of masks in the cards' own suits: a row a seat from the eldest hand, the upcard, the dummies; beside it goes the
chance word from which its players draw.
"""

from typing import Any, Final

import numpy as np
from numba.core import types

from sim.bits import U, low
from sim.engine.asking import INTS, TABLE, WORDS
from sim.engine.batch import seat_owners
from sim.engine.contract import settle
from sim.engine.farmers import ask_claims, is_farmer
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ALONE,
    BURIED,
    CHANCE,
    CLAIMS,
    DEALER,
    DEALT_0,
    DROPPED,
    DUMMY,
    DUMMY_2,
    FARMER_OFF,
    FARMER_REDEAL,
    FATE,
    GAME,
    HAND_0,
    HAND_NUMBER,
    ILLEGAL,
    KEPT,
    LONE_DEFENDER,
    MAKER,
    NEXT_CARD,
    R_FARMER,
    R_PLAYERS,
    ROUND,
    SCORE_0,
    TRICKS,
    TRUMP_SUIT,
    UP_SUIT,
    UPCARD,
    B,
)
from sim.engine.play import play
from sim.engine.proposal import propose
from sim.engine.record import CODES, MASKS, TRICK_CODES
from sim.engine.score import pack_scores
from sim.engine.suits import normalised
from sim.engine.turn_up import bid
from sim.views import TAKEN

# fmt: off
(S_DEALER, S_SCORE, S_LIMIT, S_MADE, S_ROUND, S_MAKER, S_SUIT, S_ALONE, S_SETTLED, S_FATE, S_LONE, S_LONE_FROM,
 S_CARDS, S_PLAYED_ALONE) = (0, 1, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18)
# fmt: on
SITUATION: Final = 19
"""Length of the vector (int64) that says what has happened; `sim.ask.knowledge.situation` fills it."""
ANY: Final = -1
KNOWN: Final = 9
"""Length of the words beside it: the card after a joker, then by seat the cards shown and the suits shown void."""
OUTCOMES: Final = 7 * 3 * 4 * TRICK_CODES
"""Codes of what a hand came to: ((maker's seat * 3 + round) * 4 + alone) * TRICK_CODES + tricks; maker 0: thrown in."""

_INT = types.int64


@inlined
def _set_table(batch: Any, n: Any, deals: Any, chances: Any, start: Any, situation: Any, rules: Any) -> None:
    players = rules[R_PLAYERS]
    for seat in range(players):
        for i in range(n):
            batch[(DEALT_0 + seat) * B + i] = deals[seat, start + i]
    for i in range(n):
        batch[UPCARD * B + i] = deals[players, start + i]
        batch[CHANCE * B + i] = chances[start + i]
        batch[GAME * B + i] = U(start + i)
        batch[HAND_NUMBER * B + i] = U(0)
        batch[DEALER * B + i] = U(situation[S_DEALER])
        batch[DUMMY * B + i] = U(0)
        batch[DUMMY_2 * B + i] = U(0)
    for team in range(6):
        for i in range(n):
            batch[(SCORE_0 + team) * B + i] = U(situation[S_SCORE + team])
    pack_scores(batch, n, rules)
    if deals.shape[0] > players + 1:
        for i in range(n):
            batch[DUMMY * B + i] = deals[players + 1, start + i]
    if deals.shape[0] > players + 2:
        for i in range(n):
            batch[DUMMY_2 * B + i] = deals[players + 2, start + i]


@inlined
def _is_dealt(batch: Any, i: Any, known: Any, rules: Any) -> Any:
    """Whether a deal gets to the bidding as it was told: not thrown in, and the right card after the joker."""
    good = known[0] == U(0) or batch[NEXT_CARD * B + i] == known[0]
    if rules[R_FARMER] == FARMER_REDEAL:
        for seat in range(rules[R_PLAYERS]):
            if is_farmer(batch[(DEALT_0 + seat) * B + i], batch[UP_SUIT * B + i], rules[R_FARMER]):
                good = False
    elif rules[R_FARMER] != FARMER_OFF:
        good = good and batch[CLAIMS * B + i] == U(0)
    return good


@inlined
def _bids_agree(batch: Any, i: Any, situation: Any, players: Any) -> Any:
    made, maker = np.int64(batch[ROUND * B + i]), np.int64(batch[MAKER * B + i])
    if situation[S_MADE] == 0:
        # Nobody has made trump before it was the turn asked about.
        return made == 0 or made * players + maker >= situation[S_LIMIT]
    return (
        made == situation[S_ROUND]
        and maker == situation[S_MAKER]
        and np.int64(batch[TRUMP_SUIT * B + i]) == situation[S_SUIT]
        and (situation[S_ALONE] == ANY or np.int64(batch[ALONE * B + i]) == situation[S_ALONE])
    )


@inlined
def _rest_agrees(batch: Any, i: Any, situation: Any, known: Any, players: Any) -> Any:
    lone = np.int64(batch[LONE_DEFENDER * B + i])
    good = situation[S_FATE] == ANY or np.int64(batch[FATE * B + i]) == situation[S_FATE]
    good = good and (situation[S_LONE] == ANY or lone == situation[S_LONE])
    good = good and (situation[S_LONE_FROM] == ANY or lone == 0 or lone >= situation[S_LONE_FROM])
    alone = np.int64(batch[ALONE * B + i] & U(1))
    good = good and (situation[S_PLAYED_ALONE] == ANY or alone == situation[S_PLAYED_ALONE])
    if situation[S_CARDS] == 1:
        for seat in range(players):
            hand = batch[(HAND_0 + seat) * B + i]
            shown, voids = known[1 + seat], known[5 + seat]
            good = good and (hand & shown) == shown and (hand & ~shown & voids) == U(0)
    return good


@inlined
def _give_kept(batch: Any, n: Any, seat: Any, kept: Any, start: Any, players: Any) -> None:
    """Give a seat the cards that it is known to have kept, and put away the others of all that it had."""
    for i in range(n):
        cards = kept[seat, start + i]
        if cards != U(0):
            left = U(0)
            if seat == players - 1:
                left |= batch[BURIED * B + i]
            if batch[MAKER * B + i] == U(seat):
                left |= batch[DROPPED * B + i]
            keeps = normalised(cards, batch[TRUMP_SUIT * B + i])
            left = (left | batch[(HAND_0 + seat) * B + i]) ^ keeps
            if seat == players - 1 and batch[FATE * B + i] == U(TAKEN):
                buried = batch[BURIED * B + i]
                buried = low(left) if buried & left == U(0) else buried
                batch[BURIED * B + i] = buried
                left ^= buried
            if left != U(0):
                batch[DROPPED * B + i] = left
                batch[KEPT * B + i] = keeps
            batch[(HAND_0 + seat) * B + i] = keeps


@inlined
def _note_fault(batch: Any, i: Any, lane: Any, fault: Any) -> None:
    if batch[ILLEGAL * B + i] != U(0) and fault[0] == U(0):
        fault[0], fault[1] = batch[ILLEGAL * B + i], U(lane)


@kernel(_INT(WORDS, WORDS, WORDS, INTS, MASKS, WORDS, INTS, WORDS, INTS, INTS, *TABLE, types.boolean[::1], WORDS))
def examine(batch: Any, second: Any, actions: Any, places: Any, deals: Any, chances: Any, situation: Any, known: Any,
            rules: Any, seating: Any, steps: Any, params: Any, slots: Any, agrees: Any, fault: Any) -> Any:  # fmt: skip
    """Note which deals agree with all that has happened; return their number.

    A strategy that broke the rules on such a deal leaves its offence and the deal's number in `fault`.
    """
    players, total, count = rules[R_PLAYERS], deals.shape[1], 0
    for start in range(0, total, B):
        n = min(B, total - start)
        _set_table(batch, n, deals, chances, start, situation, rules)
        propose(batch, n, rules)
        if slots > 1:
            seat_owners(batch, n, rules, seating)
        if rules[R_FARMER] != FARMER_OFF and rules[R_FARMER] != FARMER_REDEAL:
            ask_claims(batch, actions, n, rules, steps, params, slots)
        for i in range(n):
            agrees[start + i] = _is_dealt(batch, i, known, rules)
        bid(batch, second, actions, places, n, rules, steps, params, slots)
        for i in range(n):
            agrees[start + i] = agrees[start + i] and _bids_agree(batch, i, situation, players)
        if situation[S_SETTLED] == 1:
            settle(batch, second, actions, places, n, rules, steps, params, slots)
            for i in range(n):
                agrees[start + i] = agrees[start + i] and _rest_agrees(batch, i, situation, known, players)
        for i in range(n):
            if agrees[start + i]:
                count += 1
                _note_fault(batch, i, start + i, fault)
    return count


@kernel(types.void(WORDS, WORDS, WORDS, INTS, MASKS, WORDS, MASKS, INTS, INTS, INTS, *TABLE, types.int16[::1], CODES,
                   WORDS))  # fmt: skip
def play_out(batch: Any, second: Any, actions: Any, places: Any, deals: Any, chances: Any, kept: Any, situation: Any,
             rules: Any, seating: Any, steps: Any, params: Any, slots: Any, codes: Any, tricks: Any,
             fault: Any) -> None:  # fmt: skip
    """Play each deal to its end and write what it came to (see OUTCOMES); `tricks` has no room.

    Rows of `kept` give the cards of seats at the first lead (0: as they come).
    """
    total = deals.shape[1]
    for start in range(0, total, B):
        n = min(B, total - start)
        _set_table(batch, n, deals, chances, start, situation, rules)
        propose(batch, n, rules)
        if slots > 1:
            seat_owners(batch, n, rules, seating)
        bid(batch, second, actions, places, n, rules, steps, params, slots)
        settle(batch, second, actions, places, n, rules, steps, params, slots)
        for seat in range(kept.shape[0]):
            _give_kept(batch, n, seat, kept, start, rules[R_PLAYERS])
        play(batch, actions, n, rules, steps, params, slots, tricks, 0)
        for i in range(n):
            made = batch[ROUND * B + i] != U(0)
            maker = batch[MAKER * B + i] + U(1) if made else U(0)
            code = (maker * U(3) + batch[ROUND * B + i]) * U(4) + batch[ALONE * B + i]
            codes[start + i] = np.int64(code * U(TRICK_CODES) + batch[TRICKS * B + i])
            _note_fault(batch, i, start + i, fault)
