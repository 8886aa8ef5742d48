"""Keeping to a record: the step by which everybody in a sampled world does what was seen of them, up to a moment.

It stands in for every hook. Before the moment it gives the answers of the record; where worlds are compared with it
(COMPARE) it asks the believed player as well and counts the answers that differ. At the moment it gives the choice that
is tried; after it the believed player decides. What nobody saw (what was buried, or kept of a dummy) the believed
player decides too, as long as what was seen stays possible.

The batch of such a table is longer than the engine's: behind its rows come those of the worlds, then the moments, a
column each. OWNERS, which a table of one player does not use, tells which lane and which moment a deal belongs to.
"""

from functools import cache
from typing import Any, Final

import numpy as np

from sim.bits import COMPILED, U, low
from sim.engine.asking import STEP, call_step, floats, ints, register_plain, words
from sim.engine.jit import callback
from sim.engine.layout import (
    ALONE,
    ENTRIES,
    FATE,
    H_DECLARE_ALONE,
    H_DEFEND_ALONE,
    H_DISCARD,
    H_KEEP_FIVE,
    H_LEAD,
    H_NAME_TRUMP,
    H_ORDER_UP,
    H_PICK_UP,
    HAND_0,
    HELD,
    LED,
    LOOKS_BACK,
    MAKER,
    STEP_PARAMS,
    NO_TARGET,
    OWNERS,
    PARTNER_FREE,
    R_DECLARE_LATER,
    R_LATE_FROM,
    R_PARTNER_ORDER,
    R_PLAYERS,
    ROLES,
    ROUND,
    ROWS,
    RULE_WORDS,
    B,
)
from sim.engine.seats import seat_of
from sim.views import TAKEN
from sim.worlds.moment import (
    FIELDS,
    M_ALONE,
    M_BURIED,
    M_CALL,
    M_CARD,
    M_FATE,
    M_JOKER_CALL,
    M_KEPT,
    M_LONE,
    M_MAKER,
    M_PLAYED,
    M_ROUND,
    M_SEAT,
    M_VOID,
    NAMING,
    PLAYING,
    SEATS,
    stage_of,
    time_of,
)

# Rows of a world behind those of the engine: answers that differed; the choice tried; the card to be buried and the
# cards to be kept by maker and defender (0: as the believed player likes), and what they are where that is impossible.
X_MISSED, X_CHOICE, X_BURY, X_KEEP, X_KEEP_2, X_SPARE, X_HOLD, X_HOLD_2 = range(ROWS, ROWS + 8)
WORLD_ROWS: Final = ROWS + 8
MOST_MOMENTS: Final = B
WORDS_IN_ALL: Final = WORLD_ROWS * B + FIELDS * MOST_MOMENTS
"""Length of the batch (and of its second) of a table that keeps to records."""
FORCED: Final = 1 << 16
"""Added to X_MISSED where what nobody saw had to be decided against the believed player's will."""
_LANE_BITS: Final = 16
COMPARE, FOLLOW = 0, 1
_ADDRESS, _OWN_PARAMS, _HOOK, _MODE, _MOMENT = range(5)


def _step(batch_, action_, n, position, trick, rules_, params_):  # type: ignore[no-untyped-def]
    batch, action = words(batch_, WORDS_IN_ALL), words(action_, B)
    rules = ints(rules_, RULE_WORDS)
    # The parameters of the record's steps and the believed player's own lie behind one another.
    params = floats(params_, 1 << 30)
    hook, comparing, moment = np.int64(params[_HOOK]), params[_MODE] == COMPARE, np.int64(params[_MOMENT])
    if n == 0:
        return
    stage = stage_of(hook, trick, batch[FATE * B])
    now = time_of(stage, position)
    if now == moment:
        for i in range(n):
            action[i] = batch[X_CHOICE * B + np.int64(batch[OWNERS * B + i] & U(0xFFFF))]
        return
    if now > moment and comparing:
        # Nobody will look at what comes of it, as long as it is legal.
        for i in range(n):
            hand = batch[(HAND_0 + position) * B + i]
            suited = hand & batch[LED * B + i] if hook != H_LEAD else hand
            action[i] = low(suited) if suited != U(0) else low(hand)
        return
    unseen = hook == H_DISCARD or hook == H_KEEP_FIVE
    if comparing or now > moment or unseen:
        call_step(
            np.int64(params[_ADDRESS]), batch, action, 0, n, position, trick, rules, params,
            np.int64(params[_OWN_PARAMS]),
        )  # type: ignore[arg-type]  # fmt: skip
    if now > moment:
        return
    players = rules[R_PLAYERS]
    for i in range(n):
        owner = batch[OWNERS * B + i]
        lane = np.int64(owner & U(0xFFFF))
        column = WORLD_ROWS * B + np.int64(owner >> U(_LANE_BITS))
        said, made, maker = action[i], batch[column + M_ROUND * B], np.int64(batch[column + M_MAKER * B])
        own = position
        answer, matters = said, False
        if stage >= PLAYING:
            own = seat_of(batch[ROLES * B + i], position, players) - 1
            answer = batch[column + (M_CARD + (trick - 1) * SEATS + position) * B]
            matters = answer != U(0)
        elif hook == H_ORDER_UP:
            call = made == U(1) and maker == position
            answer = batch[column + M_CALL * B] if call else U(0)
            matters = batch[ROUND * B + i] == U(0) and batch[column + M_JOKER_CALL * B] == U(0)
        elif hook == H_NAME_TRUMP:
            joker = stage < NAMING
            call = joker or (made == U(2) and maker == position)
            answer = batch[column + (M_JOKER_CALL if joker else M_CALL) * B] if call else U(0)
            matters = batch[ROUND * B + i] == U(0)
        elif hook == H_PICK_UP:
            answer = U(1) if batch[column + M_FATE * B] == U(TAKEN) else U(0)
            matters = batch[ROUND * B + i] == U(1) and maker != position
        elif hook == H_DECLARE_ALONE:
            answer = batch[column + M_ALONE * B] & U(1) if maker == position else U(0)
            matters = maker == position and batch[ROUND * B + i] != U(0) and said < U(2)
        elif hook == H_DEFEND_ALONE:
            answer = U(1) if np.int64(batch[column + M_LONE * B]) == position + 1 else U(0)
            matters = maker != position and batch[ALONE * B + i] < U(2) and batch[ROUND * B + i] != U(0)
        elif unseen:
            shown, void = batch[column + (M_PLAYED + position) * B], batch[column + (M_VOID + position) * B]
            held = batch[HELD * B + i]
            first = hook == H_DISCARD
            makes = batch[MAKER * B + i] == U(position)
            given = batch[(X_BURY if first else X_KEEP if makes else X_KEEP_2) * B + lane]
            spare = batch[(X_SPARE if first else X_HOLD if makes else X_HOLD_2) * B + lane]
            kept = held ^ said if first else said
            if np.int64(batch[column + M_SEAT * B]) == position:
                given = batch[column + (M_BURIED if first else M_KEPT) * B]
            if given != U(0):
                answer = given
            elif spare != U(0) and (
                shown & held & ~kept != U(0)
                # Where a dummy is joined after the burial, voids say nothing of what is kept now.
                or (kept & ~shown & void != U(0) and not (first and makes and batch[X_HOLD * B + lane] != U(0)))
            ):
                answer = spare
                batch[X_MISSED * B + lane] += U(FORCED + 1)
        if comparing and matters and np.int64(batch[column + M_SEAT * B]) != own:
            differs = said != answer
            if hook == H_ORDER_UP and (
                rules[R_DECLARE_LATER] == 1 or rules[R_LATE_FROM] < NO_TARGET or rules[R_PARTNER_ORDER] != PARTNER_FREE
            ):
                differs = (said != U(0)) != (answer != U(0))
            if hook == H_NAME_TRUMP and (rules[R_DECLARE_LATER] == 1 or rules[R_LATE_FROM] < NO_TARGET):
                differs = (said & U(7)) != (answer & U(7))
            if differs:
                batch[X_MISSED * B + lane] += U(1)
        action[i] = answer


@cache
def _compiled_step() -> Any:
    """The step as C calls it: compiled, or taken from the disk, when it is first needed."""
    return callback(STEP, _step)


class RecordTable:
    """Steps and parameters of a table where everybody keeps to a record and then plays like one believed player.

    `steps` int64[ENTRIES] and `params` float64 go to the engine as a table of one player. Each thread has its own.
    """

    def __init__(self, steps: np.ndarray, params: np.ndarray) -> None:
        """Take the believed player's own steps int64[ENTRIES] and parameters float64[ENTRIES, STEP_PARAMS]."""
        head = np.zeros((ENTRIES, STEP_PARAMS))
        head[:, _ADDRESS], head[:, _OWN_PARAMS], head[:, _HOOK] = steps, ENTRIES * STEP_PARAMS, np.arange(ENTRIES)
        self.params = np.concatenate([head.reshape(-1), params.reshape(-1)])
        self._head = self.params[: ENTRIES * STEP_PARAMS].reshape(ENTRIES, STEP_PARAMS)
        if COMPILED:
            self.steps = np.where(steps != 0, np.int64(_compiled_step().address), np.int64(0))
        else:
            self.steps = np.array([self._plain(entry) if steps[entry] else 0 for entry in range(ENTRIES)])
        self.steps[LOOKS_BACK] = steps[LOOKS_BACK]

    def set(self, comparing: bool, moment: int) -> None:
        """Compare with the record up to a moment (see `time_of`), or follow it and then try the choices."""
        self._head[:, _MODE], self._head[:, _MOMENT] = COMPARE if comparing else FOLLOW, moment

    def _plain(self, entry: int) -> int:
        """Without the compiler: a function that knows this entry, behind an address of its own."""
        params = self.params[entry * STEP_PARAMS :]

        def step(batch: Any, action: Any, n: Any, position: Any, trick: Any, rules: Any, _: Any) -> None:
            _step(batch, action, n, position, trick, rules, params)  # type: ignore[no-untyped-call]

        return register_plain(step)
