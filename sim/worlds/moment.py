"""Moments: all that the player in turn knows of a hand, one column a decision, read from the engine's batch.

Nothing is read that their seat may not know. Cards played are noted as they lie in the batch, turned to the trump;
their own cards and the upcard also in their own suits.
"""

from typing import Any, Final

import numpy as np
from numba.core import types

from sim.bits import U
from sim.engine.asking import INTS, WORDS
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ALONE,
    BURIED,
    CHANCE,
    DEALER,
    DEALT_0,
    DEFENDER_KEPT,
    DUMMY,
    DUMMY_2,
    FATE,
    H_DECLARE_ALONE,
    H_DEFEND_ALONE,
    H_DISCARD,
    H_FOLLOW,
    H_KEEP_FIVE,
    H_LEAD,
    H_NAME_TRUMP,
    H_ORDER_UP,
    H_PICK_UP,
    HELD,
    JOKER_NEXT_CARD,
    KEPT,
    LEADERS,
    LONE_DEFENDER,
    MAKER,
    NEXT_CARD,
    NO_TRUMP_SUIT,
    R_DECLARE_LATER,
    R_JOKER_UP,
    R_OWN_DUMMIES,
    R_PEEK,
    R_PLAYERS,
    ROLES,
    ROUND,
    SCORES,
    SCORES_2,
    SEEN_1,
    START_0,
    TABLE_0,
    TRICKS,
    TRUMP_SUIT,
    UP_SUIT,
    UPCARD,
    B,
)
from sim.engine.memory import SEAT_BITS
from sim.engine.proposal import NO_SUIT
from sim.engine.record import MASKS
from sim.engine.seats import seat_of, shown_void
from sim.engine.suits import turned
from sim.views import FACE_UP

SEATS: Final = 6
# fmt: off
(M_SEAT, M_DEALER, M_SCORES, M_SCORES_2, M_CHANCE, M_OWN, M_UPCARD, M_UP_SUIT, M_NEXT, M_ROUND, M_MAKER, M_SUIT,
 M_CALL, M_ALONE, M_FATE, M_LONE, M_BURIED, M_DUMMY, M_DUMMY_2, M_KEPT, M_JOKER_CALL, M_TRICKS) = range(22)
# fmt: on
M_PLAYED: Final = 22
"""From here, by seat: the cards that it has played in this hand."""
M_VOID: Final = M_PLAYED + SEATS
"""From here, by seat: mask of the lanes that it has shown to lack."""
M_CARD: Final = M_VOID + SEATS
"""From here, by trick and place in it: the card played."""
MOST_TRICKS: Final = 5
FIELDS: Final = M_CARD + MOST_TRICKS * SEATS
"""Words of a moment."""

JOKER_STAGE, ORDERING, NAMING, PICKING_UP, BURYING, DECLARING, KEEPING, DEFENDING, OTHER, PLAYING = range(1, 11)
"""What is asked when in a hand, from the first question on; each trick is a stage more."""

_INT = types.int64


@inlined
def stage_of(hook: Any, trick: Any, fate: Any) -> Any:
    """The stage of a question; a dealer who names the trump of a joker is asked before all others."""
    stage = OTHER
    if hook == H_ORDER_UP:
        stage = ORDERING
    if hook == H_NAME_TRUMP:
        stage = JOKER_STAGE if fate == U(FACE_UP) else NAMING
    if hook == H_PICK_UP:
        stage = PICKING_UP
    if hook == H_DISCARD:
        stage = BURYING
    if hook == H_DECLARE_ALONE:
        stage = DECLARING
    if hook == H_KEEP_FIVE:
        stage = KEEPING
    if hook == H_DEFEND_ALONE:
        stage = DEFENDING
    if hook in (H_LEAD, H_FOLLOW):
        stage = PLAYING + trick
    return stage


@inlined
def time_of(stage: Any, position: Any) -> Any:
    """A number that grows from question to question of a hand."""
    return stage * 8 + position


@inlined
def naming_word(suit: Any, up_suit: Any, alone: Any) -> Any:
    """The answer to `name_trump` that names a suit, in lanes turned to the upcard."""
    top_lane = U(3) if up_suit == U(NO_SUIT) else up_suit
    lane = U(4) if suit == U(NO_TRUMP_SUIT) else (suit - top_lane - U(1)) & U(3)
    return lane + U(1) + (U(8) if alone & U(1) != U(0) else U(0))


@inlined
def _note_contract(batch: Any, i: Any, moments: Any, k: Any, stage: Any, rules: Any) -> None:
    """Who made trump and how; before the play, where the maker declares later, nobody knows whether alone."""
    made, suit = batch[ROUND * B + i], batch[TRUMP_SUIT * B + i]
    alone, up_suit = batch[ALONE * B + i], moments[M_UP_SUIT, k]
    moments[M_ROUND, k], moments[M_MAKER, k], moments[M_SUIT, k] = made, batch[MAKER * B + i], suit
    moments[M_ALONE, k] = alone
    later = rules[R_DECLARE_LATER] == 1 or rules[R_PEEK] == 1
    said = U(0) if later else alone
    blind = up_suit == U(NO_SUIT)
    call = U(1) + (said & U(1)) if made == U(1) else naming_word(suit, up_suit, said)
    moments[M_CALL, k] = call
    moments[M_JOKER_CALL, k] = naming_word(suit, up_suit, said) if blind else U(0)
    moments[M_FATE, k] = batch[FATE * B + i]
    if stage > KEEPING:
        moments[M_LONE, k] = batch[LONE_DEFENDER * B + i]


@inlined
def _note_own(batch: Any, i: Any, moments: Any, k: Any, seat: Any, stage: Any, rules: Any) -> None:
    """What only the player in turn knows: their burial, the dummy they joined and what they kept of it."""
    maker = moments[M_MAKER, k] == U(seat)
    if stage > BURYING and seat == rules[R_PLAYERS] - 1:
        moments[M_BURIED, k] = batch[BURIED * B + i]
    if stage > KEEPING:
        moments[M_KEPT, k] = batch[KEPT * B + i] if maker else batch[DEFENDER_KEPT * B + i]
    if moments[M_KEPT, k] != U(0) or stage == KEEPING:
        if rules[R_OWN_DUMMIES] == 1 and seat == 1:
            moments[M_DUMMY_2, k] = batch[DUMMY_2 * B + i]
        else:
            moments[M_DUMMY, k] = batch[DUMMY * B + i]


@inlined
def _note_cards(batch: Any, i: Any, moments: Any, k: Any, position: Any, trick: Any, players: Any) -> None:
    roles = batch[ROLES * B + i]
    for other in range(players):
        seat = seat_of(roles, other, players) - 1
        moments[M_VOID + seat, k] = shown_void(roles, other)
        if other < position:
            card = batch[(TABLE_0 + other) * B + i]
            moments[M_CARD + (trick - 1) * SEATS + other, k] = card
            moments[M_PLAYED + seat, k] |= card
    before = U(0)
    for number in range(1, trick):
        seen = batch[(SEEN_1 + number - 1) * B + i]
        seat = np.int64((batch[LEADERS * B + i] >> U(SEAT_BITS * (number - 1))) & U((1 << SEAT_BITS) - 1))
        for other in range(players):
            card = batch[(START_0 + seat) * B + i] & (seen ^ before)
            moments[M_CARD + (number - 1) * SEATS + other, k] = card
            moments[M_PLAYED + seat, k] |= card
            seat = seat + 1 if seat + 1 < players else 0
        before = seen


@kernel(types.void(WORDS, INTS, _INT, _INT, _INT, INTS, MASKS))
def note_moments(batch: Any, lanes: Any, hook: Any, position: Any, trick: Any, rules: Any, moments: Any) -> None:
    """Write a column for each of the lanes, whose players at `position` are asked for `hook`."""
    players = rules[R_PLAYERS]
    for k in range(len(lanes)):
        i = lanes[k]
        for field in range(FIELDS):
            moments[field, k] = U(0)
        stage = stage_of(hook, trick, batch[FATE * B + i])
        seat = position if trick == 0 else seat_of(batch[ROLES * B + i], position, players) - 1
        moments[M_SEAT, k] = U(seat)
        moments[M_DEALER, k], moments[M_CHANCE, k] = batch[DEALER * B + i], batch[CHANCE * B + i]
        moments[M_SCORES, k], moments[M_SCORES_2, k] = batch[SCORES * B + i], batch[SCORES_2 * B + i]
        moments[M_UPCARD, k], moments[M_UP_SUIT, k] = batch[UPCARD * B + i], batch[UP_SUIT * B + i]
        if rules[R_JOKER_UP] == JOKER_NEXT_CARD:
            moments[M_NEXT, k] = batch[NEXT_CARD * B + i]
        if hook == H_NAME_TRUMP:
            # This batch of the second round has no hands as dealt.
            suit = U(3) if stage == JOKER_STAGE else batch[UP_SUIT * B + i] & U(3)
            moments[M_OWN, k] = turned(batch[HELD * B + i], (U(2) - suit) & U(3))
            moments[M_FATE, k] = batch[FATE * B + i]
        else:
            moments[M_OWN, k] = batch[(DEALT_0 + seat) * B + i]
        if stage > NAMING:
            _note_contract(batch, i, moments, k, stage, rules)
            _note_own(batch, i, moments, k, seat, stage, rules)
        if trick > 0:
            moments[M_TRICKS, k] = batch[TRICKS * B + i]
            _note_cards(batch, i, moments, k, position, trick, players)
