"""Jambone: a lone hand that is laid open, of which the opponent on the maker's left names the card to play."""

from typing import Any

from numba.core import types

from sim.bits import U, sel
from sim.engine.asking import INTS, TABLE, WORDS, ask, if_one_of, note_illegal, offence, with_dealer
from sim.engine.jit import inlined, kernel
from sim.engine.layout import ALONE, H_NAME_CARD, HAND_0, HELD, JAMBONE_BIT, LED, MAKER_BYTE, ROLES, B
from sim.engine.seats import has_role

_INT = types.int64


@inlined
def _lies_open(batch: Any, i: Any, position: Any) -> Any:
    """Whether the hand at `position` is the maker's in a jambone."""
    jambone = batch[ALONE * B + i] >> U(JAMBONE_BIT)
    return (has_role(batch[ROLES * B + i], MAKER_BYTE, position) & jambone) != U(0)


@kernel(types.boolean(WORDS, WORDS, _INT, _INT))
def any_lies_open(batch: Any, actions: Any, n: Any, position: Any) -> Any:
    """Whether a jambone's maker is to play at `position` in any deal; the others' answers are kept in HELD."""
    found = U(0)
    for i in range(n):
        batch[HELD * B + i] = actions[i]
        found |= sel(_lies_open(batch, i, position), U(1), U(0))
    return found != U(0)


@kernel(types.void(WORDS, WORDS, _INT, _INT, _INT, INTS, *TABLE))
def name_card(batch: Any, actions: Any, n: Any, position: Any, trick: Any, rules: Any, steps: Any, params: Any,
              slots: Any) -> None:  # fmt: skip
    """Where a jambone's maker is to play at `position`, put the card that their left opponent names in place of their
    own.

    Nobody defends alone against a jambone, so whoever sits on the maker's left takes part.
    """
    if not any_lies_open(batch, actions, n, position):
        return
    left = (position + 1) & 3
    code, follows = offence(H_NAME_CARD, left, trick), position > 0
    ask(batch, actions, n, H_NAME_CARD, left, trick, rules, steps, params, slots)
    for i in range(n):
        hand, names = batch[(HAND_0 + position) * B + i], _lies_open(batch, i, position)
        suited = hand & sel(follows, batch[LED * B + i], U(0))
        card = if_one_of(actions[i], sel(suited != U(0), suited, hand))
        note_illegal(batch, i, (card != U(0)) | ~names, with_dealer(code, batch[ROLES * B + i]))
        actions[i] = sel(names, card, batch[HELD * B + i])
