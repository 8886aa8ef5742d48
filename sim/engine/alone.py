"""Who plays alone: the maker, where they declare it only after the pick-up, and a defender (`contract`: who leads)."""

from typing import Any

from numba.core import types

from sim.bits import U, sel
from sim.engine.asking import INTS, TABLE, WORDS, ask, note_illegal, offence, take_seat
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ACTIVE_BYTE,
    ALONE,
    DEFEND_NEVER,
    DEFEND_VS_LONER,
    H_DECLARE_ALONE,
    H_DEFEND_ALONE,
    LONE_DEFENDER,
    MAKER,
    MAKERS_BYTE,
    MEANT,
    NO_TARGET,
    PARTNER_ALONE_ONLY,
    R_DEFEND_ALONE,
    R_LATE_FROM,
    R_MAKER_ALONE,
    R_PARTNER_ORDER,
    R_PLAYERS,
    R_TEAMS,
    ROLES,
    ROUND,
    B,
)
from sim.engine.score import too_late
from sim.engine.seats import on_makers_side
from sim.views import AS_BID

_INT = types.int64


@inlined
def _said_with_the_call(batch: Any, i: Any, rules: Any) -> Any:
    """Whether the maker could only order alone, which everybody heard."""
    only_alone = rules[R_PLAYERS] == 4 and rules[R_PARTNER_ORDER] == PARTNER_ALONE_ONLY
    return only_alone & (batch[ROUND * B + i] == U(1)) & (batch[MAKER * B + i] == U(1))


@kernel(types.void(WORDS, _INT, INTS))
def keep_it_back(batch: Any, n: Any, rules: Any) -> None:
    """Where the maker declares later, what they answered while bidding is known to nobody yet."""
    for i in range(n):
        heard = _said_with_the_call(batch, i, rules)
        batch[MEANT * B + i] = sel(heard, U(0), batch[ALONE * B + i])
        batch[ALONE * B + i] = sel(heard, batch[ALONE * B + i], U(0))


@kernel(types.void(WORDS, WORDS, _INT, _INT, INTS))
def hear_declaration(batch: Any, actions: Any, n: Any, position: Any, rules: Any) -> None:
    """Take the answer of who sits at `position` to whether they, as maker, play alone."""
    code = offence(H_DECLARE_ALONE, position, 0)
    partners = rules[R_TEAMS] < rules[R_PLAYERS]
    partner = U(1) << U(ACTIVE_BYTE + ((position + 2) & 3))
    for i in range(n):
        may = (batch[ROUND * B + i] != U(0)) & (batch[MAKER * B + i] == U(position)) & (batch[ALONE * B + i] == U(0))
        may &= (rules[R_MAKER_ALONE] == 1) & ~too_late(batch, i, position, rules)
        note_illegal(batch, i, ~may | (actions[i] <= U(AS_BID)), code)
        declares = may & ((actions[i] == U(1)) | ((actions[i] == U(AS_BID)) & (batch[MEANT * B + i] != U(0))))
        batch[ALONE * B + i] = sel(declares, U(1), batch[ALONE * B + i])
        batch[ROLES * B + i] &= ~sel(declares & partners, partner, U(0))


@kernel(types.void(WORDS, WORDS, _INT, INTS, *TABLE))
def declare_alone(batch: Any, actions: Any, n: Any, rules: Any, steps: Any, params: Any, slots: Any) -> None:
    """Ask the makers, who have seen whether the upcard was taken, whether they play alone."""
    if rules[R_MAKER_ALONE] == 1:
        for position in range(rules[R_PLAYERS]):
            take_seat(batch, n, position)
            ask(batch, actions, n, H_DECLARE_ALONE, position, 0, rules, steps, params, slots)
            hear_declaration(batch, actions, n, position, rules)


@kernel(types.void(WORDS, WORDS, _INT, _INT, INTS))
def hear_defence(batch: Any, actions: Any, n: Any, position: Any, rules: Any) -> None:
    """Take one player's answer to whether they defend alone; the first who does binds."""
    code = offence(H_DEFEND_ALONE, position, 0)
    players = rules[R_PLAYERS]
    everybody = (U(1) << U(players)) - U(1)
    for i in range(n):
        roles = batch[ROLES * B + i]
        alone = batch[ALONE * B + i]
        played = (roles >> U(MAKERS_BYTE)) & U(0xFF) != U(0)
        may = played & (on_makers_side(roles, position) == U(0)) & (alone < U(2))
        may &= (rules[R_DEFEND_ALONE] != DEFEND_VS_LONER) | (alone == U(1))
        note_illegal(batch, i, ~may | (actions[i] <= U(1)), code)
        declares = may & (actions[i] == U(1))
        partners = everybody & ~((roles >> U(MAKERS_BYTE)) | (U(1) << U(position)))
        batch[ROLES * B + i] = sel(declares, roles & ~(partners << U(ACTIVE_BYTE)), roles)
        batch[ALONE * B + i] = sel(declares, alone | U(2), alone)
        batch[LONE_DEFENDER * B + i] = sel(declares, U(position + 1), batch[LONE_DEFENDER * B + i])


@kernel(types.void(WORDS, WORDS, _INT, _INT, INTS))
def hold_back_defence(batch: Any, actions: Any, n: Any, position: Any, rules: Any) -> None:
    """Whoever may not play alone at their score does not defend alone either."""
    for i in range(n):
        declares = (actions[i] == U(1)) & too_late(batch, i, position, rules)
        actions[i] = sel(declares, U(0), actions[i])


@kernel(types.void(WORDS, WORDS, _INT, INTS, *TABLE))
def defend_alone(batch: Any, actions: Any, n: Any, rules: Any, steps: Any, params: Any, slots: Any) -> None:
    """Ask the defenders, from the dealer's left, whether one of them plays without their partner."""
    players = rules[R_PLAYERS]
    if rules[R_DEFEND_ALONE] != DEFEND_NEVER and players > 2:
        for position in range(players):
            take_seat(batch, n, position)
            ask(batch, actions, n, H_DEFEND_ALONE, position, 0, rules, steps, params, slots)
            if rules[R_LATE_FROM] < NO_TARGET:
                hold_back_defence(batch, actions, n, position, rules)
            hear_defence(batch, actions, n, position, rules)
