"""Keeping to a record: the step by which everybody in a sampled world does what was seen of them, up to a moment.

It stands in for every hook. Before the moment it gives the answers of the record; where worlds are compared with it
(COMPARE_BIDS, COMPARE_PLAY) it asks the believed player as well and counts the answers that differ. At the moment it
gives the choice that is tried; after it the believed player decides. What nobody saw (what was buried, or kept of a
dummy) the believed player decides too, as long as what was seen stays possible.

The batch of such a table is longer than the engine's: behind its rows come those of the worlds, then the moments, a
column each. OWNERS, which a table of one player does not use, tells which lane and which moment a deal belongs to.
"""

from functools import cache
from typing import Any, Final

import numpy as np

from sim.bits import COMPILED, U, low, sel
from sim.engine.asking import STEP, call_step, floats, ints, register_plain, words
from sim.engine.jit import callback, inlined
from sim.engine.layout import (
    ALONE,
    DEFEND_VS_LONER,
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
    JOKER_BLIND,
    LATE_BYTE,
    LED,
    LOOKS_BACK,
    MAKER,
    OWNERS,
    PARTNER_ALONE_ONLY,
    PARTNER_FORBIDDEN,
    R_DECLARE_LATER,
    R_DEFEND_ALONE,
    R_JOKER_UP,
    R_MAKER_ALONE,
    R_MIN_TRUMP,
    R_PARTNER_ORDER,
    R_PEEK,
    R_PLAYERS,
    ROLES,
    ROUND,
    ROWS,
    RULE_WORDS,
    STEP_PARAMS,
    UP,
    B,
)
from sim.engine.score import too_late
from sim.engine.seats import has_role, on_makers_side, seat_of
from sim.lanes import PLAIN, RIGHT_BOWER, TRUMP_PLACE, card_mask
from sim.views import TAKEN, TRUMP
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
    ORDERING,
    PLAYING,
    SEATS,
    stage_of,
    time_of,
)

# Rows of a world behind those of the engine: answers that differed; the choice tried; the card to be buried and the
# cards to be kept by maker and defender (0: as the believed player likes), and what they are where that is impossible;
# whether the believed player, as the maker, would have called alone.
X_MISSED, X_CHOICE, X_BURY, X_KEEP, X_KEEP_2, X_SPARE, X_HOLD, X_HOLD_2, X_MEANT = range(ROWS, ROWS + 9)
WORLD_ROWS: Final = ROWS + 9
MOST_MOMENTS: Final = B
WORDS_IN_ALL: Final = WORLD_ROWS * B + FIELDS * MOST_MOMENTS
"""Length of the batch (and of its second) of a table that keeps to records."""
FORCED: Final = 1 << 12
"""Added to X_MISSED where what nobody saw had to be decided against the believed player's will."""
MOMENT_AT: Final = 20
"""Where the number of a deal's moment begins in OWNERS, behind that of its lane."""
_LANE: Final = U((1 << MOMENT_AT) - 1)
_NATURAL: Final = U(PLAIN << TRUMP_PLACE | card_mask(TRUMP, RIGHT_BOWER))
"""What counts where an order needs a natural trump."""
COMPARE_BIDS, COMPARE_PLAY, FOLLOW = range(3)
"""What is compared with the record: the bids, all that comes after them, or nothing."""
_ADDRESS, _OWN_PARAMS, _HOOK, _MODE, _MOMENT = range(5)


@inlined
def _column(batch: Any, i: Any) -> Any:
    """Where the moment of a deal begins in the batch: its words are B apart."""
    return WORLD_ROWS * B + np.int64(batch[OWNERS * B + i] >> U(MOMENT_AT))


@inlined
def _lane(batch: Any, i: Any) -> Any:
    """The lane of a deal in the whole batch, where this may be that of the second round."""
    return np.int64(batch[OWNERS * B + i] & _LANE)


@inlined
def _keep_to_cards(batch: Any, action: Any, n: Any, position: Any, trick: Any, comparing: Any, rules: Any) -> None:
    field = (M_CARD + (trick - 1) * SEATS + position) * B
    if comparing:
        for i in range(n):
            column = _column(batch, i)
            card = batch[column + field]
            own = U(seat_of(batch[ROLES * B + i], position, rules[R_PLAYERS]) - 1) == batch[column + M_SEAT * B]
            differs = (action[i] != card) & (card != U(0)) & ~own
            batch[X_MISSED * B + i] += sel(differs, U(1), U(0))
            action[i] = card
    else:
        for i in range(n):
            action[i] = batch[_column(batch, i) + field]


@inlined
def _is_somebody_heard(batch: Any, n: Any, position: Any, round_: Any) -> Any:
    """Whether in any of the deals it counts what the believed player would say to a bid at this position."""
    counts = U(0)
    for i in range(n):
        column = _column(batch, i)
        calls = (batch[column + M_ROUND * B] == U(round_)) & (batch[column + M_MAKER * B] == U(position))
        others = batch[column + M_SEAT * B] != U(position)
        still = (batch[ROUND * B + i] == U(0)) | (batch[column + M_JOKER_CALL * B] != U(0))
        counts |= sel(still & (others | calls), U(1), U(0))
    return counts != U(0)


@inlined
def _heard_order(batch: Any, i: Any, position: Any, said: Any, rules: Any) -> Any:
    """What the rules make of an answer in the first round."""
    partner = rules[R_PLAYERS] == 4 and position == 1
    only_alone = partner and rules[R_PARTNER_ORDER] == PARTNER_ALONE_ONLY
    forbidden = partner and rules[R_PARTNER_ORDER] == PARTNER_FORBIDDEN
    late = has_role(batch[ROLES * B + i], LATE_BYTE, position) != U(0)
    with_partner = late | (rules[R_MAKER_ALONE] == 0)
    heard = sel((said > U(1)) & with_partner, U(1), said)
    heard = sel((heard == U(1)) & only_alone, sel(with_partner, U(0), U(2)), heard)
    trumps = batch[HELD * B + i] | sel(position == rules[R_PLAYERS] - 1, batch[UP * B + i], U(0))
    lacks = (rules[R_MIN_TRUMP] == 1) & (trumps & _NATURAL == U(0))
    return sel(lacks | forbidden, U(0), heard)


@inlined
def _keep_to_orders(batch: Any, action: Any, n: Any, position: Any, comparing: Any, rules: Any) -> None:
    # Where going alone is said later, only that there is an order is compared.
    later, dealer = rules[R_DECLARE_LATER] == 1 or rules[R_PEEK] == 1, position == rules[R_PLAYERS] - 1
    may_be_blind = dealer and rules[R_JOKER_UP] == JOKER_BLIND
    for i in range(n):
        column, said = _column(batch, i), action[i]
        calls = (batch[column + M_ROUND * B] == U(1)) & (batch[column + M_MAKER * B] == U(position))
        answer = sel(calls, batch[column + M_CALL * B], U(0))
        if comparing:
            blind = batch[column + M_JOKER_CALL * B] != U(0)
            others = batch[column + M_SEAT * B] != U(position)
            heard = _heard_order(batch, i, position, said, rules)
            differs = ((heard != U(0)) != (answer != U(0))) | ((heard != answer) & (not later))
            # A dealer who had to name trump for a joker blindly is only heard on whether they play alone.
            wish = sel((said > U(1)) & (rules[R_MAKER_ALONE] == 1), U(2), U(1))
            differs = sel(blind, (wish != answer) & may_be_blind & (not later), differs)
            heard_now = (blind & may_be_blind) | (batch[ROUND * B + i] == U(0))
            batch[X_MEANT * B + i] += sel(calls & heard_now & (said > U(1)), U(1), U(0))
            matters = others & (blind | (batch[ROUND * B + i] == U(0)))
            batch[X_MISSED * B + i] += sel(matters & differs, U(1), U(0))
        action[i] = answer


@inlined
def _keep_to_names(batch: Any, action: Any, n: Any, position: Any, stage: Any, comparing: Any, rules: Any) -> None:
    joker = stage < ORDERING
    for i in range(n):
        column, lane, said = _column(batch, i), _lane(batch, i), action[i]
        calls = (batch[column + M_ROUND * B] == U(2)) & (batch[column + M_MAKER * B] == U(position))
        answer = sel(calls, batch[column + M_CALL * B], U(0))
        answer = batch[column + M_JOKER_CALL * B] if joker else answer
        if comparing:
            matters = (batch[ROUND * B + i] == U(0)) & (batch[column + M_SEAT * B] != U(position))
            late = has_role(batch[ROLES * B + i], LATE_BYTE, position) != U(0)
            roughly = late | (rules[R_MAKER_ALONE] == 0) | (rules[R_DECLARE_LATER] == 1) | (rules[R_PEEK] == 1)
            heard_now = (calls | joker) & (batch[ROUND * B + i] == U(0)) & (said > U(8))
            batch[X_MEANT * B + lane] += sel(heard_now, U(1), U(0))
            differs = sel(roughly, (said & U(7)) != (answer & U(7)), said != answer)
            batch[X_MISSED * B + lane] += sel(matters & differs, U(1), U(0))
        action[i] = answer


@inlined
def _keep_possible(batch: Any, action: Any, n: Any, position: Any, buries: Any, rules: Any) -> None:
    """What nobody saw: as given, or as the believed player likes, or what is spare where that is impossible."""
    peeks = rules[R_PEEK] == 1 and not buries
    for i in range(n):
        column = _column(batch, i)
        shown, void = batch[column + (M_PLAYED + position) * B], batch[column + (M_VOID + position) * B]
        held, said = batch[HELD * B + i], action[i]
        makes = batch[MAKER * B + i] == U(position)
        given = batch[(X_BURY if buries else X_KEEP if makes else X_KEEP_2) * B + i]
        spare = batch[(X_SPARE if buries else X_HOLD if makes else X_HOLD_2) * B + i]
        kept = held ^ said if buries else said
        if batch[column + M_SEAT * B] == U(position):
            given = batch[column + (M_BURIED if buries else M_KEPT) * B]
        # Where a dummy is joined after the burial, voids say nothing of what is kept now.
        joins = buries and makes and batch[X_HOLD * B + i] != U(0)
        if peeks and makes:
            # Who has looked at the dummy and keeps their own cards plays alone, and all see that.
            own, alone = batch[(HAND_0 + position) * B + i], batch[column + M_ALONE * B] & U(1) != U(0)
            if alone or said == own:
                wished = said == own or batch[X_MEANT * B + i] != U(0)
                batch[X_MISSED * B + i] += sel(alone == wished, U(0), U(1))
                given = own if alone else spare
        if given != U(0):
            action[i] = given
        elif spare != U(0) and ((shown & held & ~kept) != U(0) or ((kept & ~shown & void) != U(0) and not joins)):
            action[i] = spare
            batch[X_MISSED * B + i] += U(FORCED + 1)


@inlined
def _keep_to_rest(batch: Any, action: Any, n: Any, position: Any, hook: Any, comparing: Any, rules: Any) -> None:
    for i in range(n):
        column, said = _column(batch, i), action[i]
        made, maker = batch[ROUND * B + i], np.int64(batch[MAKER * B + i])
        answer, matters = said, False
        if hook == H_PICK_UP:
            answer = U(1) if batch[column + M_FATE * B] == U(TAKEN) else U(0)
            matters = made == U(1) and maker != position
        elif hook == H_DECLARE_ALONE:
            answer = batch[column + M_ALONE * B] & U(1) if maker == position else U(0)
            matters = maker == position and made != U(0)
            matters = matters and batch[ALONE * B + i] == U(0) and not too_late(batch, i, position, rules)
            said = said if said < U(2) else batch[X_MEANT * B + i]
            if rules[R_PEEK] == 1:
                # It shows only when they have looked at the dummy.
                answer, matters = U(0), False
                batch[X_MEANT * B + i] = said if maker == position else batch[X_MEANT * B + i]
        elif hook == H_DEFEND_ALONE:
            answer = U(1) if np.int64(batch[column + M_LONE * B]) == position + 1 else U(0)
            alone = batch[ALONE * B + i]
            matters = made != U(0) and on_makers_side(batch[ROLES * B + i], position) == U(0) and alone < U(2)
            matters = matters and (rules[R_DEFEND_ALONE] != DEFEND_VS_LONER or alone == U(1))
            matters = matters and not too_late(batch, i, position, rules)
        if comparing and matters and said != answer and batch[column + M_SEAT * B] != U(position):
            batch[X_MISSED * B + i] += U(1)
        action[i] = answer


def _step(batch_, action_, n, position, trick, rules_, params_):  # type: ignore[no-untyped-def]
    batch, action = words(batch_, WORDS_IN_ALL), words(action_, B)
    rules = ints(rules_, RULE_WORDS)
    # The parameters of the record's steps and the believed player's own lie behind one another.
    params = floats(params_, 1 << 30)
    hook, mode, moment = np.int64(params[_HOOK]), params[_MODE], np.int64(params[_MOMENT])
    if n == 0:
        return
    stage = stage_of(hook, trick, batch[FATE * B])
    now = time_of(stage, position)
    comparing = mode == COMPARE_PLAY if stage > NAMING else mode == COMPARE_BIDS
    if now == moment:
        for i in range(n):
            action[i] = batch[X_CHOICE * B + _lane(batch, i)]
        return
    if now > moment and mode != FOLLOW:
        # Nobody will look at what comes of it, as long as it is legal.
        for i in range(n):
            hand = batch[(HAND_0 + position) * B + i]
            suited = hand & batch[LED * B + i] if hook != H_LEAD else hand
            action[i] = low(suited) if suited != U(0) else low(hand)
        return
    unseen = hook in (H_DISCARD, H_KEEP_FIVE)
    asked = comparing or now > moment or unseen
    if comparing and hook in (H_ORDER_UP, H_NAME_TRUMP):
        asked = _is_somebody_heard(batch, n, position, 1 if hook == H_ORDER_UP else 2)
    if asked:
        address, first_param = np.int64(params[_ADDRESS]), np.int64(params[_OWN_PARAMS])
        call_step(address, batch, action, 0, n, position, trick, rules, params, first_param)  # type: ignore[arg-type]
    if now > moment:
        return
    if stage > PLAYING:
        _keep_to_cards(batch, action, n, position, trick, comparing, rules)
    elif hook == H_ORDER_UP:
        _keep_to_orders(batch, action, n, position, comparing, rules)
    elif hook == H_NAME_TRUMP:
        _keep_to_names(batch, action, n, position, stage, comparing, rules)
    elif unseen:
        _keep_possible(batch, action, n, position, hook == H_DISCARD, rules)
    else:
        _keep_to_rest(batch, action, n, position, hook, comparing, rules)


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

    def set(self, mode: int, moment: int) -> None:
        """Compare bids or play with the record up to a moment (see `time_of`), or follow it and try the choices."""
        self._head[:, _MODE], self._head[:, _MOMENT] = mode, moment

    def _plain(self, entry: int) -> int:
        """Without the compiler: a function that knows this entry, behind an address of its own."""
        params = self.params[entry * STEP_PARAMS :]

        def step(batch: Any, action: Any, n: Any, position: Any, trick: Any, rules: Any, _: Any) -> None:
            _step(batch, action, n, position, trick, rules, params)  # type: ignore[no-untyped-call]

        return register_plain(step)
