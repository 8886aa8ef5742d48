"""The dummy: a maker who may use its cards keeps the best of all he holds and puts the rest away."""

from typing import Any

from numba.core import types

from sim.bits import U, popcount, sel
from sim.compiling import kernel
from sim.engine.asking import INTS, TABLE, WORDS, ask, note_illegal, offence
from sim.engine.layout import (
    ALONE,
    DROPPED,
    DUMMY,
    DUMMY_2,
    H_KEEP_FIVE,
    HAND_0,
    HELD,
    KEPT,
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
    """Give the maker, where he sits at `position` and is not alone, his own cards and the dummy's."""
    own_dummy = rules[R_OWN_DUMMIES] == 1 and position == 1
    for i in range(n):
        uses = (batch[ROUND * B + i] != U(0)) & (batch[MAKER * B + i] == U(position)) & (batch[ALONE * B + i] == U(0))
        cards = sel(own_dummy, batch[DUMMY_2 * B + i], batch[DUMMY * B + i])
        dummy = normalised(cards, batch[TRUMP_SUIT * B + i])
        batch[HELD * B + i] = sel(uses, batch[(HAND_0 + position) * B + i] | dummy, U(0))


@kernel(types.void(WORDS, WORDS, _INT, _INT, INTS))
def keep_five(batch: Any, actions: Any, n: Any, position: Any, rules: Any) -> None:
    """The maker keeps as many cards as all play with; who has peeked and keeps just his own plays alone."""
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
        batch[KEPT * B + i] = sel(uses & ~alone, five, batch[KEPT * B + i])
        batch[DROPPED * B + i] = sel(uses & ~alone, held ^ (five & held), batch[DROPPED * B + i])


@kernel(types.void(WORDS, WORDS, _INT, INTS, *TABLE))
def merge(batch: Any, actions: Any, n: Any, rules: Any, steps: Any, params: Any, slots: Any) -> None:
    """Let each maker who uses a dummy choose his hand."""
    for position in range(rules[R_PLAYERS]):
        show_dummy(batch, n, position, rules)
        ask(batch, actions, n, H_KEEP_FIVE, position, 0, rules, steps, params, slots)
        keep_five(batch, actions, n, position, rules)
