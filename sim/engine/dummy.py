"""Dummies: whoever may use such cards keeps the best of all they hold and puts the rest away.

As a rule that is the maker. Where each of two players has three cards of their own, the defender joins theirs as well;
who goes alone leaves them.
"""

from typing import Any

from numba.core import types

from sim.bits import U, popcount, sel
from sim.engine.asking import INTS, TABLE, WORDS, ask, note_illegal, offence
from sim.engine.jit import kernel
from sim.engine.layout import (
    ALONE,
    DEFENDER_KEPT,
    DROPPED,
    DUMMY,
    DUMMY_2,
    H_KEEP_FIVE,
    HAND_0,
    HELD,
    KEPT,
    LAID,
    MAKER,
    R_CARDS,
    R_MAKER_ALONE,
    R_OWN_DUMMIES,
    R_PEEK,
    R_PLAYERS,
    ROUND,
    TRUMP_SUIT,
    B,
)
from sim.engine.score import too_late
from sim.engine.suits import normalised

_INT = types.int64


@kernel(types.void(WORDS, _INT, _INT, INTS))
def show_dummy(batch: Any, n: Any, position: Any, rules: Any) -> None:
    """Give whoever sits at `position` their own cards and the dummy's, if they use one: a maker with partner does."""
    own = rules[R_OWN_DUMMIES] == 1
    for i in range(n):
        makes = batch[MAKER * B + i] == U(position)
        uses = (makes & (batch[ALONE * B + i] == U(0))) | ((batch[MAKER * B + i] != U(position)) & own)
        uses &= batch[ROUND * B + i] != U(0)
        cards = batch[DUMMY_2 * B + i] if own and position == 1 else batch[DUMMY * B + i]
        dummy = normalised(cards, batch[TRUMP_SUIT * B + i])
        batch[HELD * B + i] = sel(uses, batch[(HAND_0 + position) * B + i] | dummy, U(0))


@kernel(types.void(WORDS, WORDS, _INT, _INT, INTS))
def keep_five(batch: Any, actions: Any, n: Any, position: Any, rules: Any) -> None:
    """Whoever uses a dummy keeps as many cards as all play with; a maker who peeked and keeps their own goes alone."""
    code = offence(H_KEEP_FIVE, position, 0)
    for i in range(n):
        held, five = batch[HELD * B + i], actions[i]
        uses = held != U(0)
        legal = (popcount(five) == rules[R_CARDS]) & ((five & held) == five)
        note_illegal(batch, i, legal | ~uses, code)
        own = batch[(HAND_0 + position) * B + i]
        alone = uses & (rules[R_PEEK] == 1) & (rules[R_MAKER_ALONE] == 1) & (five == own)
        alone &= ~too_late(batch, i, position, rules)
        batch[ALONE * B + i] = sel(alone, U(1), batch[ALONE * B + i])
        batch[(HAND_0 + position) * B + i] = sel(uses & legal, five, own)
        left = held ^ (five & held)
        makes = uses & ~alone & (batch[MAKER * B + i] == U(position))
        batch[KEPT * B + i] = sel(makes, five, batch[KEPT * B + i])
        batch[DROPPED * B + i] = sel(makes, left, batch[DROPPED * B + i])
        defends = uses & (batch[MAKER * B + i] != U(position))
        batch[DEFENDER_KEPT * B + i] = sel(defends, five, batch[DEFENDER_KEPT * B + i])
        batch[LAID * B + i] = sel(defends, left, batch[LAID * B + i])


@kernel(types.void(WORDS, WORDS, _INT, INTS, *TABLE))
def merge(batch: Any, actions: Any, n: Any, rules: Any, steps: Any, params: Any, slots: Any) -> None:
    """Let everybody who uses a dummy choose their hand."""
    for i in range(n):
        batch[LAID * B + i] = U(0)
    for position in range(rules[R_PLAYERS]):
        show_dummy(batch, n, position, rules)
        ask(batch, actions, n, H_KEEP_FIVE, position, 0, rules, steps, params, slots)
        keep_five(batch, actions, n, position, rules)
