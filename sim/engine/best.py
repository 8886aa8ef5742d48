"""Calling for partner's best: whoever plays alone discards a card, and their partner gives them the best one they have.

The partner is not told what was discarded, and a lone maker and a lone defender of the same hand exchange their cards
without seeing each other's. The card comes after the discard, or before it where the rules say so.
"""

from typing import Any

from numba.core import types

from sim.bits import U, sel
from sim.engine.asking import INTS, TABLE, WORDS, ask, if_one_of, note_illegal, offence
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ALONE,
    BEST_1,
    BEST_2,
    BEST_BOTH,
    DROPPED,
    H_DISCARD,
    H_GIVE_BEST,
    HAND_0,
    HELD,
    LAID,
    LONE_DEFENDER,
    MAKER_BYTE,
    R_CALL_BEST,
    R_RECEIVE_FIRST,
    ROLES,
    B,
)
from sim.engine.seats import has_role, on_makers_side

_INT = types.int64
FOR_BEST = 1
"""The discard for partner's best card is the second that a seat may be asked for; the first is for the upcard."""


@inlined
def _calls(batch: Any, i: Any, caller: Any, rules: Any) -> Any:
    """Whether the player at `caller` plays alone and may call for their partner's best."""
    maker = has_role(batch[ROLES * B + i], MAKER_BYTE, caller) & batch[ALONE * B + i] & U(1)
    defender = (batch[LONE_DEFENDER * B + i] == U(caller + 1)) & (rules[R_CALL_BEST] == BEST_BOTH)
    return (maker != U(0)) | defender


@inlined
def _note(batch: Any, i: Any, caller: Any, card: Any, makers: Any, defenders: Any) -> None:
    """Keep a card in the row of the caller's side."""
    with_maker = on_makers_side(batch[ROLES * B + i], caller) != U(0)
    batch[makers * B + i] |= sel(with_maker, card, U(0))
    batch[defenders * B + i] |= sel(with_maker, U(0), card)


@kernel(types.void(WORDS, WORDS, _INT, _INT, INTS, *TABLE))
def discard_for_best(batch: Any, actions: Any, n: Any, caller: Any, rules: Any, steps: Any, params: Any,
                     slots: Any) -> None:  # fmt: skip
    """A lone player discards a card; one who does not hold their partner's yet may keep all five and call for none."""
    code = offence(H_DISCARD, caller, 0)
    for i in range(n):
        batch[HELD * B + i] = sel(_calls(batch, i, caller, rules), batch[(HAND_0 + caller) * B + i], U(0))
    ask(batch, actions, n, H_DISCARD, caller, FOR_BEST, rules, steps, params, slots)
    for i in range(n):
        held = batch[HELD * B + i]
        none = (actions[i] == U(0)) & (rules[R_RECEIVE_FIRST] == 0)
        gone = if_one_of(actions[i], held)
        note_illegal(batch, i, none | (gone != U(0)) | (held == U(0)), code)
        batch[(HAND_0 + caller) * B + i] ^= gone
        _note(batch, i, caller, gone, DROPPED, LAID)


@kernel(types.void(WORDS, WORDS, _INT, _INT, INTS, *TABLE))
def give_best(batch: Any, actions: Any, n: Any, caller: Any, rules: Any, steps: Any, params: Any, slots: Any) -> None:
    """The partner of a lone player who calls gives them a card."""
    giver = (caller + 2) & 3
    code = offence(H_GIVE_BEST, giver, 0)
    for i in range(n):
        with_maker = on_makers_side(batch[ROLES * B + i], caller) != U(0)
        discarded = sel(with_maker, batch[DROPPED * B + i], batch[LAID * B + i]) != U(0)
        waits = _calls(batch, i, caller, rules) & (discarded | (rules[R_RECEIVE_FIRST] == 1))
        batch[HELD * B + i] = sel(waits, batch[(HAND_0 + giver) * B + i], U(0))
    ask(batch, actions, n, H_GIVE_BEST, giver, 0, rules, steps, params, slots)
    for i in range(n):
        held = batch[HELD * B + i]
        given = if_one_of(actions[i], held)
        note_illegal(batch, i, (given != U(0)) | (held == U(0)), code)
        batch[(HAND_0 + giver) * B + i] ^= given
        batch[(HAND_0 + caller) * B + i] |= given
        _note(batch, i, caller, given, BEST_1, BEST_2)


@kernel(types.void(WORDS, WORDS, _INT, INTS, *TABLE))
def call_for_best(batch: Any, actions: Any, n: Any, rules: Any, steps: Any, params: Any, slots: Any) -> None:
    """Every lone player who may calls for their partner's best card."""
    for i in range(n):
        batch[LAID * B + i] = U(0)
        batch[BEST_1 * B + i] = U(0)
        batch[BEST_2 * B + i] = U(0)
    for caller in range(4):
        if rules[R_RECEIVE_FIRST] == 1:
            give_best(batch, actions, n, caller, rules, steps, params, slots)
            discard_for_best(batch, actions, n, caller, rules, steps, params, slots)
        else:
            discard_for_best(batch, actions, n, caller, rules, steps, params, slots)
            give_best(batch, actions, n, caller, rules, steps, params, slots)
