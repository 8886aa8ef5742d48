"""What every seat of a sampled world holds at its moment, in lanes turned as the player in turn sees them."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import U
from sim.engine.asking import INTS
from sim.engine.jit import inlined, kernel
from sim.engine.layout import R_DUMMY, R_OWN_DUMMIES, R_PLAYERS
from sim.engine.record import MASKS
from sim.engine.suits import normalised, turned
from sim.views import TAKEN
from sim.worlds.drawing import W_BURIED, W_KEPT, W_KEPT_2
from sim.worlds.moment import (
    BURYING,
    JOKER_STAGE,
    KEEPING,
    M_ALONE,
    M_FATE,
    M_MAKER,
    M_PLAYED,
    M_SEAT,
    M_SUIT,
    M_UP_SUIT,
    M_UPCARD,
    NAMING,
    ORDERING,
)

_INT = types.int64


@inlined
def _has_joined(moments: Any, k: Any, seat: Any, stage: Any, rules: Any) -> Any:
    """Whether a seat has chosen from its hand and a dummy by now; one that is in turn for it has not."""
    if rules[R_DUMMY] != 1 or stage < KEEPING or (stage == KEEPING and U(seat) >= moments[M_SEAT, k]):
        return False
    makes = moments[M_MAKER, k] == U(seat)
    return (makes and moments[M_ALONE, k] & U(1) == U(0)) or (not makes and rules[R_OWN_DUMMIES] == 1)


@inlined
def held_now(moments: Any, k: Any, worlds: Any, w: Any, seat: Any, stage: Any, rules: Any) -> Any:
    """What a seat holds at a moment once trump is made, turned to the trump."""
    suit = moments[M_SUIT, k]
    cards = normalised(worlds[seat, w], suit)
    if seat == rules[R_PLAYERS] - 1 and stage > BURYING and moments[M_FATE, k] == U(TAKEN):
        cards = (cards | normalised(moments[M_UPCARD, k], suit)) & ~worlds[W_BURIED, w]
    if _has_joined(moments, k, seat, stage, rules):
        cards = worlds[W_KEPT if moments[M_MAKER, k] == U(seat) else W_KEPT_2, w]
    return cards & ~moments[M_PLAYED + seat, k]


@kernel(types.void(MASKS, MASKS, INTS, _INT, INTS, types.uint64[:, :, ::1]))
def note_holdings(moments: Any, worlds: Any, counts: Any, stage: Any, rules: Any, hands: Any) -> None:
    """Write hands[moment, world, seats left of the player in turn]; theirs is left as it is."""
    players, room = rules[R_PLAYERS], hands.shape[1]
    for k in range(len(counts)):
        me = np.int64(moments[M_SEAT, k])
        up_suit = U(3) if stage == JOKER_STAGE else moments[M_UP_SUIT, k] & U(3)
        for j in range(counts[k]):
            w = k * room + j
            for away in range(1, players):
                seat = (me + away) % players
                cards = worlds[seat, w]
                if stage == ORDERING:
                    cards = normalised(cards, up_suit)
                elif stage <= NAMING:
                    cards = turned(cards, up_suit)
                else:
                    cards = held_now(moments, k, worlds, w, seat, stage, rules)
                hands[k, j, away] = cards
