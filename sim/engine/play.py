"""The play: a lead, everybody follows, the highest card takes the trick and its player leads the next."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import ONES, U, lane_index, lane_of, sel
from sim.engine.asking import INTS, TABLE, WORDS, ask, if_one_of, note_illegal, offence, with_dealer
from sim.engine.jambone import name_card
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    BEST,
    BREAKS,
    FAST_BREAK,
    H_FOLLOW,
    H_LEAD,
    HAND_0,
    LED,
    LED_LANE,
    MAKER_BYTE,
    OWNERS,
    R_AUCTION,
    R_CARDS,
    R_FAST_BREAK,
    R_JAMBONE,
    R_PLAYERS,
    ROLES,
    SEEN,
    SINGLE_BIDS,
    TABLE_0,
    TRICKS,
    TRUMPS,
    VOIDS_BYTE,
    WINNER,
    B,
)
from sim.engine.memory import looks_back, note_hands, note_trick
from sim.engine.record import CODES, record_trick
from sim.engine.seats import on_makers_side, turn_bytes, turn_positions

_INT = types.int64


@inlined
def _note_refusals(batch: Any, n: Any, position: Any, code: Any) -> None:
    """Note where a player who holds cards has played none, for the one they chose was not to be played."""
    for i in range(n):
        played = (batch[(TABLE_0 + position) * B + i] != U(0)) | (batch[(HAND_0 + position) * B + i] == U(0))
        note_illegal(batch, i, played, with_dealer(code, batch[ROLES * B + i]))


@inlined
def _contend(batch: Any, i: Any, position: Any, card: Any, led: Any) -> None:
    """A card of the suit led, or a trump, that is higher than the best so far leads the trick."""
    power = card & (led | batch[TRUMPS * B + i])
    wins = power > batch[BEST * B + i]
    batch[BEST * B + i] = sel(wins, power, batch[BEST * B + i])
    batch[WINNER * B + i] = sel(wins, U(position), batch[WINNER * B + i])


@kernel(types.void(WORDS, WORDS, _INT, _INT, INTS))
def play_lead(batch: Any, actions: Any, n: Any, trick: Any, rules: Any) -> None:
    """The leader's card opens the trick: its suit is to be followed. In napoleon the first one shows what is trump."""
    code = offence(H_LEAD, 0, trick)
    shows_trump = ONES if trick == 1 and rules[R_AUCTION] == SINGLE_BIDS else U(0)
    refused = U(0)
    for i in range(n):
        hand, card = batch[HAND_0 * B + i], actions[i]
        trumps = hand & batch[TRUMPS * B + i] & shows_trump
        card = if_one_of(card, sel(trumps != U(0), trumps, hand))
        refused |= sel(card == U(0), hand, U(0))
        batch[HAND_0 * B + i] = hand ^ card
        batch[TABLE_0 * B + i] = card
        batch[LED * B + i] = lane_of(card)
        batch[LED_LANE * B + i] = U(lane_index(card))
        batch[BEST * B + i] = card
        batch[WINNER * B + i] = U(0)
        batch[SEEN * B + i] |= card
    if refused != U(0):
        _note_refusals(batch, n, 0, code)


@inlined
def _follow(batch: Any, actions: Any, n: Any, position: Any, trick: Any) -> None:
    refused = U(0)
    for i in range(n):
        hand, card, led = batch[(HAND_0 + position) * B + i], actions[i], batch[LED * B + i]
        suited = hand & led
        card = if_one_of(card, sel(suited != U(0), suited, hand))
        refused |= sel(card == U(0), hand, U(0))
        batch[(HAND_0 + position) * B + i] = hand ^ card
        batch[(TABLE_0 + position) * B + i] = card
        batch[SEEN * B + i] |= card
        _contend(batch, i, position, card, led)
        shown = sel((suited == U(0)) & (hand != U(0)), U(1), U(0))
        batch[ROLES * B + i] |= shown << (U(VOIDS_BYTE) + (batch[LED_LANE * B + i] << U(3)) + U(position))
    if refused != U(0):
        _note_refusals(batch, n, position, offence(H_FOLLOW, position, trick))


@kernel(types.void(WORDS, WORDS, _INT, _INT, _INT))
def play_card(batch: Any, actions: Any, n: Any, position: Any, trick: Any) -> None:
    """A follower's card: of the suit led if they have one. Higher than the best so far, it wins."""
    # One loop a position: its rows are then at constant places, without which it would not vectorise.
    if position == 1:
        _follow(batch, actions, n, 1, trick)
    if position == 2:
        _follow(batch, actions, n, 2, trick)
    if position == 3:
        _follow(batch, actions, n, 3, trick)
    if position == 4:
        _follow(batch, actions, n, 4, trick)
    if position == 5:
        _follow(batch, actions, n, 5, trick)


@inlined
def _turn_hands(batch: Any, n: Any, players: Any) -> None:
    """Give every row the hand of the player who comes that many places after the winner."""
    for i in range(n):
        w = batch[WINNER * B + i]
        h0, h1 = batch[(HAND_0 + 0) * B + i], batch[(HAND_0 + 1) * B + i]
        h2, h3 = batch[(HAND_0 + 2) * B + i], batch[(HAND_0 + 3) * B + i]
        if players == 2:
            odd = w != U(0)
            batch[(HAND_0 + 0) * B + i] = sel(odd, h1, h0)
            batch[(HAND_0 + 1) * B + i] = sel(odd, h0, h1)
        if players == 3:
            one, two = w == U(1), w == U(2)
            batch[(HAND_0 + 0) * B + i] = sel(two, h2, sel(one, h1, h0))
            batch[(HAND_0 + 1) * B + i] = sel(two, h0, sel(one, h2, h1))
            batch[(HAND_0 + 2) * B + i] = sel(two, h1, sel(one, h0, h2))
        if players == 4:
            odd, two = (w & U(1)) != U(0), (w & U(2)) != U(0)
            a0, a1, a2, a3 = sel(odd, h1, h0), sel(odd, h2, h1), sel(odd, h3, h2), sel(odd, h0, h3)
            batch[(HAND_0 + 0) * B + i] = sel(two, a2, a0)
            batch[(HAND_0 + 1) * B + i] = sel(two, a3, a1)
            batch[(HAND_0 + 2) * B + i] = sel(two, a0, a2)
            batch[(HAND_0 + 3) * B + i] = sel(two, a1, a3)


@inlined
def _turn_many(batch: Any, n: Any, players: Any) -> None:
    """The same for five and six, by way of the table, which nobody needs any more."""
    for position in range(players):
        for i in range(n):
            batch[(TABLE_0 + position) * B + i] = batch[(HAND_0 + position) * B + i]
    for position in range(players):
        for i in range(n):
            player = position + np.int64(batch[WINNER * B + i])
            player = sel(player >= players, player - players, player)
            batch[(HAND_0 + position) * B + i] = batch[(TABLE_0 + player) * B + i]


@kernel(types.void(WORDS, _INT, INTS, _INT))
def pass_the_lead(batch: Any, n: Any, rules: Any, slots: Any) -> None:
    """Renumber positions from the winner, who leads next."""
    players = rules[R_PLAYERS]
    if players == 2:
        _turn_hands(batch, n, 2)
    if players == 3:
        _turn_hands(batch, n, 3)
    if players == 4:
        _turn_hands(batch, n, 4)
    if players > 4:
        _turn_many(batch, n, players)
    for i in range(n):
        batch[ROLES * B + i] = turn_positions(batch[ROLES * B + i], batch[WINNER * B + i], players)
    if slots > 1:
        for i in range(n):
            batch[OWNERS * B + i] = turn_bytes(batch[OWNERS * B + i], batch[WINNER * B + i], players)


@inlined
def _put_down(batch: Any, i: Any, position: Any) -> None:
    card = batch[(HAND_0 + position) * B + i]
    batch[(TABLE_0 + position) * B + i] = card
    _contend(batch, i, position, card, lane_of(batch[HAND_0 * B + i]))


@inlined
def _put_all_down(batch: Any, n: Any, players: Any) -> None:
    for i in range(n):
        batch[BEST * B + i] = U(0)
        batch[WINNER * B + i] = U(0)
        _put_down(batch, i, 0)
        _put_down(batch, i, 1)
        if players > 2:
            _put_down(batch, i, 2)
        if players > 3:
            _put_down(batch, i, 3)
        if players > 4:
            _put_down(batch, i, 4)
        if players > 5:
            _put_down(batch, i, 5)


@kernel(types.void(WORDS, _INT, INTS))
def put_last_cards(batch: Any, n: Any, rules: Any) -> None:
    """The last trick plays itself: nobody is asked for the one card that they have left."""
    players = rules[R_PLAYERS]
    if players == 2:
        _put_all_down(batch, n, 2)
    if players == 3:
        _put_all_down(batch, n, 3)
    if players == 4:
        _put_all_down(batch, n, 4)
    if players == 5:
        _put_all_down(batch, n, 5)
    if players == 6:
        _put_all_down(batch, n, 6)


@kernel(types.void(WORDS, _INT))
def take_trick(batch: Any, n: Any) -> None:
    """Count the trick if the makers' side won it."""
    for i in range(n):
        batch[TRICKS * B + i] += on_makers_side(batch[ROLES * B + i], batch[WINNER * B + i])


@kernel(types.void(WORDS, _INT))
def note_fast_start(batch: Any, n: Any) -> None:
    """Note after two tricks where the defenders have won both."""
    for i in range(n):
        played = (batch[ROLES * B + i] >> U(MAKER_BYTE)) & U(0xFF) != U(0)
        batch[BREAKS * B + i] = sel(played & (batch[TRICKS * B + i] == U(0)), U(1), U(0))


@kernel(types.void(WORDS, _INT))
def end_fast_breaks(batch: Any, n: Any) -> None:
    """Tell three tricks of the makers after two of the defenders from any other three."""
    for i in range(n):
        broken = (batch[BREAKS * B + i] != U(0)) & (batch[TRICKS * B + i] == U(3))
        batch[TRICKS * B + i] = sel(broken, U(FAST_BREAK), batch[TRICKS * B + i])


@kernel(types.void(WORDS, WORDS, _INT, INTS, *TABLE, CODES, _INT))
def play(batch: Any, actions: Any, n: Any, rules: Any, steps: Any, params: Any, slots: Any, tricks: Any,
         row: Any) -> None:  # fmt: skip
    """Play the hand out, trick by trick; `tricks` records the cards from `row` on, if it has room."""
    last, may_lie_open, remember = rules[R_CARDS], rules[R_JAMBONE] == 1, looks_back(steps, slots)
    if remember:
        note_hands(batch, n)
    for trick in range(1, last + 1):
        pass_the_lead(batch, n, rules, slots)
        if trick == last:
            put_last_cards(batch, n, rules)
        else:
            ask(batch, actions, n, H_LEAD, 0, trick, rules, steps, params, slots)
            if may_lie_open:
                name_card(batch, actions, n, 0, trick, rules, steps, params, slots)
            play_lead(batch, actions, n, trick, rules)
            for position in range(1, rules[R_PLAYERS]):
                ask(batch, actions, n, H_FOLLOW, position, trick, rules, steps, params, slots)
                if may_lie_open:
                    name_card(batch, actions, n, position, trick, rules, steps, params, slots)
                play_card(batch, actions, n, position, trick)
            if remember:
                note_trick(batch, n, trick, rules)
        if tricks.shape[1] > 0:
            record_trick(batch, n, rules, tricks, row, trick)
        take_trick(batch, n)
        if trick == 2 and rules[R_FAST_BREAK] == 1:
            note_fast_start(batch, n)
    if rules[R_FAST_BREAK] == 1:
        end_fast_breaks(batch, n)
