"""Remembering the tricks that are over, for players who look back at them; where nobody does, nothing is written."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import U, sel
from sim.engine.asking import INTS, WORDS
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ENTRIES,
    HAND_0,
    LEADERS,
    LOOKS_BACK,
    R_PLAYERS,
    ROLES,
    SEEN,
    SEEN_1,
    SEEN_2,
    SEEN_3,
    SEEN_4,
    START_0,
    B,
)
from sim.engine.seats import seat_of

_INT = types.int64
SEAT_BITS = 4


@kernel(types.boolean(INTS, _INT))
def looks_back(steps: Any, slots: Any) -> Any:
    """Whether a hook of somebody at the table looks at earlier tricks."""
    found = False
    for slot in range(slots):
        if steps[slot * ENTRIES + LOOKS_BACK] != 0:
            found = True
    return found


@kernel(types.void(WORDS, _INT))
def note_hands(batch: Any, n: Any) -> None:
    """Before the first lead, while positions are seats: what each seat will have played is of these cards."""
    for seat in range(6):
        for i in range(n):
            batch[(START_0 + seat) * B + i] = batch[(HAND_0 + seat) * B + i]
    for i in range(n):
        batch[LEADERS * B + i] = U(0)


@inlined
def _note_seen(batch: Any, n: Any, row: Any) -> None:
    for i in range(n):
        batch[row * B + i] = batch[SEEN * B + i]


@kernel(types.void(WORDS, _INT, _INT, INTS))
def note_trick(batch: Any, n: Any, trick: Any, rules: Any) -> None:
    """At the end of a trick: who led to it, and all cards seen until then."""
    players = rules[R_PLAYERS]
    for i in range(n):
        leader = U(seat_of(batch[ROLES * B + i], 0, players) - 1)
        batch[LEADERS * B + i] |= leader << U(SEAT_BITS * (trick - 1))
    if trick == 1:
        _note_seen(batch, n, SEEN_1)
    if trick == 2:
        _note_seen(batch, n, SEEN_2)
    if trick == 3:
        _note_seen(batch, n, SEEN_3)
    if trick == 4:
        _note_seen(batch, n, SEEN_4)


@inlined
def played_by(batch: Any, i: Any, seat: Any, places: Any, players: Any) -> Any:
    """The cards that the player so many places to the left of a seat has played in this hand."""
    other = seat - 1 + places
    other = other - players if other >= players else other
    cards = (  # without a loop, over which the compiler takes longer
        sel(other == 0, batch[START_0 * B + i], U(0))
        | sel(other == 1, batch[(START_0 + 1) * B + i], U(0))
        | sel(other == 2, batch[(START_0 + 2) * B + i], U(0))
        | sel(other == 3, batch[(START_0 + 3) * B + i], U(0))
        | sel(other == 4, batch[(START_0 + 4) * B + i], U(0))
        | sel(other == 5, batch[(START_0 + 5) * B + i], U(0))
    )
    return cards & batch[SEEN * B + i] if places < players else U(0)


@inlined
def cards_of_trick(batch: Any, i: Any, number: Any, trick: Any) -> Any:
    """The cards of an earlier trick; 0 for one that is not over in trick `trick`."""
    before = batch[(SEEN_1 + number - 2) * B + i] if number > 1 else U(0)
    return batch[(SEEN_1 + number - 1) * B + i] ^ before if number < trick else U(0)


@inlined
def leader_of_trick(batch: Any, i: Any, number: Any, trick: Any, seat: Any, players: Any) -> Any:
    """Who led to an earlier trick, as seen from a seat; -1 for one that is not over."""
    leader = np.int64((batch[LEADERS * B + i] >> U(SEAT_BITS * (number - 1))) & U((1 << SEAT_BITS) - 1)) - seat + 1
    leader = leader + players if leader < 0 else leader
    return leader if number < trick else -1
