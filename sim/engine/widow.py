"""The widow: the high bidder, who has named trump, puts one of all their cards away, and leads."""

from typing import Any

from numba.core import types

from sim.bits import U, sel
from sim.engine.asking import INTS, TABLE, WORDS, ask, if_one_of, note_illegal, offence
from sim.engine.jit import kernel
from sim.engine.layout import (
    ALONE,
    BID,
    BIDDERS,
    CHANCE,
    DEALER,
    DROPPED,
    FATE,
    H_DISCARD,
    HAND_0,
    HELD,
    ILLEGAL,
    MAKER,
    OWNERS,
    R_PLAYERS,
    ROLES,
    ROUND,
    SCORES,
    SCORES_2,
    TRUMP_SUIT,
    TRUMPS,
    UP,
    UPCARD,
    WINNER,
    B,
)
from sim.engine.suits import normalised

_INT = types.int64


@kernel(_INT(WORDS, WORDS, INTS, _INT, _INT))
def show_widow(batch: Any, second: Any, places: Any, n: Any, position: Any) -> Any:
    """Gather the deals whose maker sits at `position`, with the widow among their cards."""
    left = 0
    for i in range(n):
        places[left] = i
        left += 1 if batch[ROUND * B + i] != U(0) and batch[MAKER * B + i] == U(position) else 0
    for row in (ROLES, OWNERS, CHANCE, DEALER, SCORES, SCORES_2, ILLEGAL, BID, BIDDERS, FATE, TRUMPS, ROUND, ALONE):
        for k in range(left):
            second[row * B + k] = batch[row * B + places[k]]
    for k in range(left):
        widow = normalised(batch[UPCARD * B + places[k]], batch[TRUMP_SUIT * B + places[k]])
        second[UP * B + k] = U(0)
        second[HELD * B + k] = batch[(HAND_0 + position) * B + places[k]] | widow
    return left


@kernel(types.void(WORDS, WORDS, WORDS, INTS, _INT, _INT))
def put_away(batch: Any, second: Any, actions: Any, places: Any, left: Any, position: Any) -> None:
    """Take the maker's answer: any of their cards may go."""
    code = offence(H_DISCARD, position, 0)
    for k in range(left):
        held = second[HELD * B + k]
        card = if_one_of(actions[k], held)
        note_illegal(second, k, card != U(0), code)
        batch[DROPPED * B + places[k]] = card
        batch[(HAND_0 + position) * B + places[k]] = held ^ card
        batch[ILLEGAL * B + places[k]] = second[ILLEGAL * B + k]


@kernel(types.void(WORDS, WORDS, WORDS, INTS, _INT, INTS, *TABLE))
def take_widow(batch: Any, second: Any, actions: Any, places: Any, n: Any, rules: Any, steps: Any, params: Any,
               slots: Any) -> None:  # fmt: skip
    """Every maker takes the widow and puts a card away."""
    for position in range(rules[R_PLAYERS]):
        left = show_widow(batch, second, places, n, position)
        ask(second, actions, left, H_DISCARD, position, 0, rules, steps, params, slots)
        put_away(batch, second, actions, places, left, position)


@kernel(types.void(WORDS, _INT))
def maker_leads(batch: Any, n: Any) -> None:
    """The high bidder leads to the first trick; the widow is shown to nobody else."""
    for i in range(n):
        batch[UP * B + i] = U(0)
        batch[WINNER * B + i] = sel(batch[ROUND * B + i] == U(0), U(0), batch[MAKER * B + i])
