"""Cards that are known to be out of play: an upcard that nobody holds, and a card turned after a joker."""

from typing import Any

from numba.core import types

from sim.bits import ONES, U, sel
from sim.engine.asking import INTS, WORDS
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ACTIVE_BYTE,
    BEST_1,
    BEST_2,
    BEST_BOTH,
    BEST_OFF,
    DEAD,
    DEALER_BYTE,
    FATE,
    JOKER_NEXT_CARD,
    MAKERS_BYTE,
    NEXT_CARD,
    R_CALL_BEST,
    R_JOKER_UP,
    ROLES,
    SPARE,
    TRUMP_SUIT,
    UP,
    UP_SUIT,
    B,
)
from sim.engine.seats import has_role
from sim.engine.suits import normalised, turned
from sim.views import TAKEN, TURNED_DOWN

_INT = types.int64


@inlined
def _turned_card(batch: Any, i: Any, rules: Any) -> Any:
    """The card turned after a joker, as it lies beside a trump."""
    return normalised(batch[NEXT_CARD * B + i], batch[TRUMP_SUIT * B + i]) & _if_turned(rules)


@inlined
def _if_turned(rules: Any) -> Any:
    return ONES if rules[R_JOKER_UP] == JOKER_NEXT_CARD else U(0)


@inlined
def _sits_out_with_it(batch: Any, i: Any) -> Any:
    """Whether the upcard was taken by a dealer who sits out."""
    roles = batch[ROLES * B + i]
    plays = (roles >> U(DEALER_BYTE)) & (roles >> U(ACTIVE_BYTE)) & U(0xFF)
    return (batch[FATE * B + i] == U(TAKEN)) & (plays == U(0))


@kernel(types.void(WORDS, _INT, INTS))
def note_dead(batch: Any, n: Any, rules: Any) -> None:
    """Before the first lead: what all know to be out of play (DEAD), and an upcard that a dealer did not give (SPARE).

    Where a dealer has given their best card to a lone partner, only the partner knows whether that was the upcard.
    """
    calls = ONES if rules[R_CALL_BEST] != BEST_OFF else U(0)
    for i in range(n):
        roles = batch[ROLES * B + i]
        with_makers = (roles >> U(DEALER_BYTE)) & (roles >> U(MAKERS_BYTE)) & U(0xFF) != U(0)
        given = sel(with_makers, batch[BEST_1 * B + i], batch[BEST_2 * B + i]) & calls
        up, out = batch[UP * B + i], _sits_out_with_it(batch, i)
        gone = (batch[FATE * B + i] >= U(TURNED_DOWN)) | (out & (given == U(0)))
        batch[DEAD * B + i] = sel(gone, up, U(0)) | _turned_card(batch, i, rules)
        batch[SPARE * B + i] = sel(out & (given != U(0)), up & ~given, U(0))


@inlined
def dead_in_play(batch: Any, i: Any, roles: Any, position: Any, rules: Any) -> Any:
    """Cards that the player at `position` knows to be out of play once the cards are played."""
    dealers_partner = U(0) - has_role(roles, DEALER_BYTE, (position + 2) & 3)
    spare = batch[SPARE * B + i] & dealers_partner if rules[R_CALL_BEST] != BEST_OFF else U(0)
    return batch[DEAD * B + i] | spare


@inlined
def dead_before_play(batch: Any, i: Any, roles: Any, position: Any, rules: Any) -> Any:
    """The same before the first lead, where trump is known or proposed and a card may still be given to partner."""
    with_makers = (roles >> U(DEALER_BYTE)) & (roles >> U(MAKERS_BYTE)) & U(0xFF) != U(0)
    kept = (rules[R_CALL_BEST] == BEST_OFF) | ((rules[R_CALL_BEST] != BEST_BOTH) & (not with_makers))
    out = _sits_out_with_it(batch, i) & kept & (has_role(roles, DEALER_BYTE, position) == U(0))
    gone = (batch[FATE * B + i] >= U(TURNED_DOWN)) | out
    return sel(gone, batch[UP * B + i], U(0)) | _turned_card(batch, i, rules)


@inlined
def dead_in_second_round(batch: Any, i: Any, rules: Any) -> Any:
    """The same where a suit is named: cards lie turned, without bowers."""
    up = sel(batch[FATE * B + i] >= U(TURNED_DOWN), batch[UP * B + i], U(0))
    return up | (turned(batch[NEXT_CARD * B + i], batch[UP_SUIT * B + i] & U(3)) & _if_turned(rules))
