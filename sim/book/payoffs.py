"""Payoff words: a deal played under every contract that its bidding can end in, by the engine's own steps."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import U, bit_index
from sim.book.classes import UP_BITS, class_id
from sim.engine.asking import INTS, TABLE, WORDS
from sim.engine.contract import settle
from sim.engine.deal import PLAN, deal
from sim.engine.jit import kernel
from sim.engine.layout import (
    ALONE,
    DEALER,
    DEALT_0,
    FATE,
    GAME,
    HAND_NUMBER,
    ILLEGAL,
    MAKER,
    PAYOFF_TRICKS,
    R_PLAYERS,
    ROUND,
    ROWS,
    SCORE_0,
    TRICKS,
    TRUMP_SUIT,
    UP_SUIT,
    UPCARD,
    B,
)
from sim.engine.play import play
from sim.engine.proposal import propose
from sim.engine.score import pack_scores
from sim.engine.suits import PLAIN_JOKER, turned
from sim.lanes import ACE, TRUMP_PLACE
from sim.views import FACE_UP, TURNED_DOWN

_INT = types.int64
IDS, CLASS_TABLE, PLACES = types.int32[:, ::1], types.int32[::1], types.int64[:, ::1]
assert 1 << UP_BITS > ACE - 5


@kernel(types.void(WORDS, _INT, _INT, _INT, CLASS_TABLE, CLASS_TABLE, IDS))
def note_classes(batch: Any, n: Any, players: Any, ranks: Any, base: Any, pair: Any, ids: Any) -> None:
    """The class of every hand just dealt; -1 where a joker is turned up."""
    lowest = TRUMP_PLACE + ACE + 1 - ranks
    for i in range(n):
        suit, upcard = batch[UP_SUIT * B + i], batch[UPCARD * B + i]
        joker = upcard == PLAIN_JOKER
        up = U(0) if joker else U(bit_index(turned(upcard, suit & U(3))) - lowest)
        for seat in range(players):
            hand = turned(batch[(DEALT_0 + seat) * B + i], suit & U(3))
            ids[i, seat] = -1 if joker else class_id(hand, up, ranks, base, pair)


@kernel(types.void(WORDS, _INT, _INT, _INT, _INT, _INT, _INT))
def force_contract(batch: Any, n: Any, node: Any, seat: Any, lane: Any, alone: Any, dealer: Any) -> None:
    """Put a contract where the bidding would leave it; `lane` -1 stands for the upcard's suit, ordered."""
    ordered = lane < 0
    for i in range(n):
        suit = batch[UP_SUIT * B + i] & U(3)
        batch[DEALER * B + i] = U(dealer)
        batch[ROUND * B + i] = U(1) if ordered else U(2)
        batch[MAKER * B + i] = U(seat)
        batch[ALONE * B + i] = U(alone)
        batch[TRUMP_SUIT * B + i] = suit if ordered else (suit + U(lane) + U(1)) & U(3)
        batch[FATE * B + i] = U(FACE_UP) if ordered else U(TURNED_DOWN)


@kernel(_INT(WORDS, _INT, INTS, IDS, _INT, _INT, _INT, PLACES, types.uint64[::1]))
def note_outcomes(batch: Any, n: Any, codes: Any, ids: Any, seat: Any, node: Any, answer: Any, places: Any,
                  words: Any) -> Any:  # fmt: skip
    """Add to the words what a contract came to; how many deals came to something that no code stands for."""
    wrong = 0
    second = node >= ids.shape[1]
    for i in range(n):
        if ids[i, seat] < 0:
            continue
        # Suits are numbered from the longer green one of the hand that names them.
        said = answer
        if second and ids[i, seat] & 1:
            said = answer + 4 if answer < 3 else answer - 4 if answer > 4 else answer
        code = codes[np.int64(batch[ALONE * B + i] * U(PAYOFF_TRICKS) + batch[TRICKS * B + i])]
        wrong += 1 if code < 0 or batch[ILLEGAL * B + i] != U(0) else 0
        words[i] |= U(code & 3) << U(places[node, said])
    return wrong


@kernel(_INT(types.uint64, _INT, _INT, INTS, *TABLE, *PLAN, PLACES, INTS, _INT, CLASS_TABLE, CLASS_TABLE, IDS,
             types.uint64[::1]))  # fmt: skip
def play_contracts(seed: Any, first: Any, last: Any, rules: Any, steps: Any, params: Any, slots: Any, bases: Any,
                   tables: Any, starts: Any, sizes: Any, rows: Any, groups: Any, thresholds: Any, places: Any,
                   codes: Any, ranks: Any, base: Any, pair: Any, ids: Any, words: Any) -> Any:  # fmt: skip
    """Deals `first` to `last - 1` at 0-0: int32 ids by deal and seat, and the outcomes of all contracts as words.

    Returns how many contracts came to something that no code stands for.
    """
    batch, second = np.zeros(ROWS * B, dtype=np.uint64), np.zeros(ROWS * B, dtype=np.uint64)
    actions, waiting = np.zeros(B, dtype=np.uint64), np.zeros(B + 1, dtype=np.int64)
    tricks = np.zeros((0, 0), dtype=np.int16)
    players, wrong = rules[R_PLAYERS], 0
    for start in range(first, last, B):
        n, at = min(B, last - start), start - first
        for i in range(n):
            batch[GAME * B + i] = U(start + i)
            batch[HAND_NUMBER * B + i] = U(0)
            batch[DEALER * B + i] = U(players - 1)
            for side in range(6):
                batch[(SCORE_0 + side) * B + i] = U(0)
            words[at + i] = U(0)
        deal(batch, n, seed, rules, bases, tables, starts, sizes, rows, groups, thresholds)
        propose(batch, n, rules)
        pack_scores(batch, n, rules)
        note_classes(batch, n, players, ranks, base, pair, ids[at : at + n])
        for node in range(2 * players):
            seat = node if node < players else node - players
            for answer in range(1, places.shape[1]):
                if places[node, answer] < 0:
                    continue
                lane = -1 if node < players else (answer - 1) >> 1
                alone = answer - 1 if node < players else (answer - 1) & 1
                for i in range(n):
                    batch[ILLEGAL * B + i] = U(0)
                force_contract(batch, n, node, seat, lane, alone, players - 1)
                settle(batch, second, actions, waiting, n, rules, steps, params, slots)
                play(batch, actions, n, rules, steps, params, slots, tricks, 0)
                wrong += note_outcomes(
                    batch, n, codes, ids[at : at + n], seat, node, answer, places, words[at : at + n]
                )
    return wrong
