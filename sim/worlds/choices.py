"""The choices of a decision, as the engine takes them: for each deal whose player has one, all answers to be tried."""

from typing import Any, Final

from numba.core import types

from sim.bits import U, lane_of, low, popcount, top
from sim.engine.asking import INTS, WORDS
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ALONE,
    DEFEND_VS_LONER,
    FATE,
    H_BID,
    H_CLAIM_FARMERS,
    H_DECLARE_ALONE,
    H_DEFEND_ALONE,
    H_DISCARD,
    H_FOLLOW,
    H_GIVE_BEST,
    H_KEEP_FIVE,
    H_LEAD,
    H_NAME_CARD,
    H_NAME_TRUMP,
    H_ORDER_UP,
    H_PICK_UP,
    HAND_0,
    HELD,
    LED,
    MAKER,
    OWNERS,
    PARTNER_ALONE_ONLY,
    PARTNER_FORBIDDEN,
    R_BURY_UPCARD,
    R_DECK,
    R_DECK_TRUMP,
    R_DEFEND_ALONE,
    R_MAKER_ALONE,
    R_PARTNER_ORDER,
    R_PLAYERS,
    R_STICK,
    ROLES,
    ROUND,
    SEEN,
    STICK_ON,
    SUITS,
    TABLE_0,
    TRUMPS,
    UP,
    UP_SUIT,
    B,
)
from sim.engine.proposal import NO_SUIT
from sim.engine.record import MASKS
from sim.engine.seats import on_makers_side
from sim.views import TAKEN

MOST: Final = 32
"""Choices of a decision that are tried; a hand of ten cards to keep five of has 26."""
_INT = types.int64
ALIVE = types.boolean[:, ::1]


@inlined
def _is_theirs(batch: Any, i: Any, position: Any, slot: Any) -> Any:
    """Whether who sits at `position` is the player of a slot (-1: whoever it is)."""
    return slot < 0 or (batch[OWNERS * B + i] >> U(8 * position)) & U(0xFF) == U(slot)


@inlined
def _is_asked(batch: Any, i: Any, hook: Any, position: Any, rules: Any) -> Any:
    """Whether the answer of who sits at `position` will be heard."""
    made, mine = batch[ROUND * B + i] != U(0), batch[MAKER * B + i] == U(position)
    alone, asked = batch[ALONE * B + i], False
    if hook in (H_ORDER_UP, H_NAME_TRUMP):
        asked = not made
    elif hook == H_PICK_UP:
        asked = batch[ROUND * B + i] == U(1) and not mine
    elif hook == H_DISCARD:
        asked = batch[FATE * B + i] == U(TAKEN)
    elif hook == H_DECLARE_ALONE:
        asked = made and mine and alone == U(0)
    elif hook == H_DEFEND_ALONE:
        asked = made and on_makers_side(batch[ROLES * B + i], position) == U(0) and alone < U(2)
        asked = asked and (rules[R_DEFEND_ALONE] != DEFEND_VS_LONER or alone == U(1))
    elif hook == H_KEEP_FIVE:
        asked = batch[HELD * B + i] != U(0)
    elif hook in (H_LEAD, H_FOLLOW):
        asked = batch[(HAND_0 + position) * B + i] != U(0)
    return asked


@inlined
def is_heard(batch: Any, i: Any, hook: Any, position: Any, slot: Any, rules: Any) -> Any:
    """Whether the answer of the player of a slot will be heard, as far as that is known: of any decision."""
    known = hook not in (H_BID, H_GIVE_BEST, H_NAME_CARD, H_CLAIM_FARMERS)
    return _is_theirs(batch, i, position, slot) and (not known or _is_asked(batch, i, hook, position, rules))


@inlined
def _one_of_each_run(hand: Any, may: Any, first: Any, gone: Any) -> Any:
    """Of cards next to each other (those gone left out) the lowest, or the first choice where it is among them."""
    chosen, rest = U(0), may
    while rest != U(0):
        card = low(rest)
        rest ^= card
        run, above, lane = card, card << U(1), lane_of(card)
        while above & lane != U(0) and above & (hand | gone) != U(0):
            run |= above & hand
            above <<= U(1)
        rest &= ~run
        chosen |= first if run & first != U(0) else card
    return chosen


@inlined
def _no_cards(batch: Any, i: Any, rules: Any) -> Any:
    """Places of a turned hand where the pack has no card."""
    return ~(U(rules[R_DECK]) if batch[TRUMPS * B + i] == U(0) else U(rules[R_DECK_TRUMP]))


@inlined
def _add(choices: Any, k: Any, count: Any, answer: Any) -> Any:
    """Note one more answer, unless it is the first choice already."""
    if answer != choices[k, 0] and count < MOST:
        choices[k, count] = answer
        count += 1
    return count


@kernel(_INT(WORDS, _INT, _INT, _INT, _INT, INTS, INTS))
def list_asked(batch: Any, n: Any, hook: Any, position: Any, slot: Any, rules: Any, lanes: Any) -> Any:
    """Find the deals in which the answer of the player of a slot will be heard; return their number."""
    found = 0
    for i in range(n):
        if _is_theirs(batch, i, position, slot) and _is_asked(batch, i, hook, position, rules):
            lanes[found] = i
            found += 1
    return found


@kernel(_INT(WORDS, WORDS, _INT, _INT, _INT, _INT, _INT, INTS, INTS, MASKS, INTS))
def list_choices(batch: Any, firsts: Any, n: Any, hook: Any, position: Any, trick: Any, slot: Any, rules: Any,
                 lanes: Any, choices: Any, counts: Any) -> Any:  # fmt: skip
    """Find the deals in which the player of a slot (-1: whoever it is) has a choice; return their number.

    Each gets a row of `choices` that begins with what they do without looking ahead, `firsts`.
    """
    found, players = 0, rules[R_PLAYERS]
    dealer = position == players - 1
    for i in range(n):
        if not (_is_theirs(batch, i, position, slot) and _is_asked(batch, i, hook, position, rules)):
            continue
        k, count = found, 1
        choices[k, 0] = firsts[i]
        if hook == H_ORDER_UP:
            partner = players == 4 and position == 1
            if partner and rules[R_PARTNER_ORDER] == PARTNER_FORBIDDEN:
                continue
            count = _add(choices, k, count, U(0))
            if not (partner and rules[R_PARTNER_ORDER] == PARTNER_ALONE_ONLY):
                count = _add(choices, k, count, U(1))
            if rules[R_MAKER_ALONE] == 1:
                count = _add(choices, k, count, U(2))
        elif hook == H_NAME_TRUMP:
            joker = batch[UP_SUIT * B + i] == U(NO_SUIT)
            if not (joker or (dealer and rules[R_STICK] == STICK_ON)):
                count = _add(choices, k, count, U(0))
            for lane in range(5):
                if (batch[SUITS * B + i] >> U(lane)) & U(1) != U(0):
                    count = _add(choices, k, count, U(lane + 1))
                    if rules[R_MAKER_ALONE] == 1:
                        count = _add(choices, k, count, U(lane + 9))
        elif hook in (H_PICK_UP, H_DECLARE_ALONE, H_DEFEND_ALONE):
            count = _add(choices, k, count, U(0))
            count = _add(choices, k, count, U(1))
        elif hook == H_DISCARD:
            rest = batch[HELD * B + i] & ~(U(0) if rules[R_BURY_UPCARD] == 1 else batch[UP * B + i])
            rest = _one_of_each_run(batch[HELD * B + i], rest, firsts[i], _no_cards(batch, i, rules))
            while rest != U(0):
                count = _add(choices, k, count, low(rest))
                rest ^= low(rest)
        elif hook == H_KEEP_FIVE:
            kept = firsts[i]
            out = kept
            while out != U(0):
                into = batch[HELD * B + i] & ~kept
                while into != U(0):
                    count = _add(choices, k, count, kept ^ top(out) ^ top(into))
                    into ^= top(into)
                out ^= top(out)
        else:
            hand = batch[(HAND_0 + position) * B + i]
            table = U(0)
            for place in range(position):
                table |= batch[(TABLE_0 + place) * B + i]
            suited = hand & batch[LED * B + i] if hook == H_FOLLOW else hand
            may = suited if suited != U(0) else hand
            if popcount(may) < 2:
                continue
            gone = (batch[SEEN * B + i] & ~table) | _no_cards(batch, i, rules)
            rest = _one_of_each_run(hand, may, firsts[i], gone)
            while rest != U(0):
                count = _add(choices, k, count, low(rest))
                rest ^= low(rest)
        if count > 1:
            lanes[found], counts[found] = i, count
            found += 1
    return found
