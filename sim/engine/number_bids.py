"""Bidding by numbers: the highest bid makes trump, in one round of single bids or round and round until nobody goes on.

Which bids may follow which is data (`R_BIDS`), so that every game with number bids shares this phase. The high bidder
is the maker; they take the widow and name trump with all cards still in their own suits.
"""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import ONES, U, sel
from sim.engine.asking import INTS, TABLE, WORDS, ask, note_illegal, offence, take_seat
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ALONE,
    BID,
    BIDDER_BITS,
    BIDDERS,
    BIDS,
    CHANCE,
    DEALER,
    DEALER_BYTE,
    DEALT_0,
    FATE,
    H_BID,
    H_NAME_TRUMP,
    HAND_0,
    HELD,
    ILLEGAL,
    MAKER,
    MAX_BID,
    NO_TRUMP_SUIT,
    OWNERS,
    PASSED,
    R_AUCTION,
    R_BIDS,
    R_DEALER_ONE,
    R_JOKER_FORCED,
    R_NO_TRUMP,
    R_PLAYERS,
    R_REENTRY,
    R_WIDOW,
    ROLES,
    ROUND,
    SCORES,
    SCORES_2,
    SINGLE_BIDS,
    SUITS,
    TRICK_BIDS,
    TRUMP_SUIT,
    TRUMPS,
    UP,
    UP_SUIT,
    UPCARD,
    WITHOUT_BOWERS,
    B,
)
from sim.engine.proposal import NO_SUIT
from sim.engine.suits import PLAIN_JOKER
from sim.engine.turn_up import hear_name, join_rounds
from sim.lanes import LANE, LANE_BITS, LANES
from sim.views import MISERE, ONE, TURNED_DOWN

_INT = types.int64
# What a deal needs in a batch of its own, beside its hands.
_KEPT = (ROLES, OWNERS, CHANCE, DEALER, SCORES, SCORES_2, ILLEGAL, BID, BIDDERS, BIDS, PASSED, MAKER)
CIRCUITS = 6
"""Times that the turn comes round at most: after the first bid there is a higher one in three turns, or the end."""


@inlined
def _hold_hand(batch: Any, n: Any, seat: Any) -> None:
    for i in range(n):
        batch[(HAND_0 + seat) * B + i] = batch[(DEALT_0 + seat) * B + i]


@kernel(types.void(WORDS, _INT, INTS))
def open_auction(batch: Any, n: Any, rules: Any) -> None:
    """Nothing is turned up and nobody has bid: everybody holds their cards in their own suits."""
    players = rules[R_PLAYERS]
    for i in range(n):
        batch[UP_SUIT * B + i] = U(NO_SUIT)
        batch[UP * B + i] = U(0)
        batch[FATE * B + i] = U(TURNED_DOWN)
        batch[ROUND * B + i] = U(0)
        batch[MAKER * B + i] = U(0)
        batch[TRUMP_SUIT * B + i] = U(0)
        batch[TRUMPS * B + i] = U(0)
        batch[ALONE * B + i] = U(0)
        batch[BID * B + i] = U(0)
        batch[BIDDERS * B + i] = U(0)
        batch[PASSED * B + i] = U(0)
        batch[ILLEGAL * B + i] = U(0)
        batch[ROLES * B + i] = U(1) << U(DEALER_BYTE + players - 1)
    # A loop a seat: its rows are then at constant places, without which it would not vectorise.
    _hold_hand(batch, n, 0)
    _hold_hand(batch, n, 1)
    if players > 2:
        _hold_hand(batch, n, 2)
    if players > 3:
        _hold_hand(batch, n, 3)
    if players > 4:
        _hold_hand(batch, n, 4)
    if players > 5:
        _hold_hand(batch, n, 5)


@kernel(_INT(WORDS, _INT, _INT, INTS))
def open_bids(batch: Any, n: Any, position: Any, rules: Any) -> Any:
    """Note which bids the player at `position` may make, and end the auctions that have come back to the high bidder.

    Returns how many auctions go on.
    """
    going = U(0)
    for i in range(n):
        bid = batch[BID * B + i]
        bids = U(rules[R_BIDS + np.int64(bid)])
        # All others have passed since, or there is no higher bid.
        won = (bid != U(0)) & ((batch[MAKER * B + i] == U(position)) | (bids == U(1)))
        batch[ROUND * B + i] = sel(won, U(1), batch[ROUND * B + i])
        out = (rules[R_REENTRY] == 0) & ((batch[PASSED * B + i] >> U(position)) & U(1) != U(0))
        batch[BIDS * B + i] = sel(out | (batch[ROUND * B + i] != U(0)), U(1), bids)
        going += U(1) - batch[ROUND * B + i]
    return np.int64(going)


@kernel(types.void(WORDS, WORDS, _INT, _INT, INTS))
def hear_bid(batch: Any, actions: Any, n: Any, position: Any, rules: Any) -> None:
    """Take one player's bid or pass."""
    code = offence(H_BID, position, 0)
    for i in range(n):
        wish = actions[i]
        undecided = batch[ROUND * B + i] == U(0)
        legal = (wish <= U(MAX_BID)) & ((batch[BIDS * B + i] >> (wish & U(15))) & U(1) != U(0))
        note_illegal(batch, i, legal | ~undecided, code)
        bids = undecided & legal & (wish != U(0))
        batch[BID * B + i] = sel(bids, wish, batch[BID * B + i])
        batch[MAKER * B + i] = sel(bids, U(position), batch[MAKER * B + i])
        place = U(BIDDER_BITS) * ((wish - U(1)) & U(15))
        batch[BIDDERS * B + i] |= sel(bids, U(position + 1) << place, U(0))
        batch[PASSED * B + i] |= sel(bids, U(0), U(1) << U(position))


@inlined
def _copy(batch: Any, second: Any, places: Any, left: Any) -> None:
    """Copy the chosen deals, as they stand before trump is named, to a batch of their own."""
    for row in _KEPT:
        for k in range(left):
            second[row * B + k] = batch[row * B + places[k]]
    for k in range(left):
        second[UP_SUIT * B + k] = U(NO_SUIT)
        second[UP * B + k] = U(0)
        second[FATE * B + k] = U(TURNED_DOWN)
        second[TRUMPS * B + k] = U(0)
        second[ROUND * B + k] = U(0)
        second[ALONE * B + k] = U(0)
        second[TRUMP_SUIT * B + k] = U(0)


@kernel(_INT(WORDS, WORDS, INTS, _INT, INTS))
def gather_open(batch: Any, second: Any, places: Any, n: Any, rules: Any) -> Any:
    """Gather the deals in which somebody may still go on: a bid was made, not by the player whose turn it is now."""
    left = 0
    for i in range(n):
        bid = batch[BID * B + i]
        places[left] = i
        goes_on = (bid != U(0)) & (batch[MAKER * B + i] != U(0)) & (rules[R_BIDS + np.int64(bid)] != 1)
        left += 1 if goes_on else 0
    _copy(batch, second, places, left)
    for seat in range(rules[R_PLAYERS]):
        for k in range(left):
            second[(HAND_0 + seat) * B + k] = batch[(DEALT_0 + seat) * B + places[k]]
    return left


@inlined
def open_suits(hand: Any, rules: Any) -> Any:
    """The suits that a high bidder may name: any, but in napoleon one that they can lead."""
    suits = U(0b1111) | (U(rules[R_NO_TRUMP]) << U(4))
    if rules[R_AUCTION] == SINGLE_BIDS:
        for lane in range(LANES):
            held = (hand & (U(LANE) << U(LANE_BITS * lane))) != U(0)
            suits &= ~sel(held, U(0), U(1) << U(lane))
    return suits


@kernel(_INT(WORDS, WORDS, INTS, _INT, _INT, INTS))
def gather_bidders(batch: Any, second: Any, places: Any, n: Any, position: Any, rules: Any) -> Any:
    """Gather the deals whose high bidder sits at `position` and names a trump; they take the widow, where they may."""
    no_trump = U(MISERE if rules[R_AUCTION] == SINGLE_BIDS else 0)
    left = 0
    for i in range(n):
        places[left] = i
        bid = batch[BID * B + i]
        left += 1 if bid != U(0) and bid != no_trump and batch[MAKER * B + i] == U(position) else 0
    _copy(batch, second, places, left)
    widow = ONES if rules[R_WIDOW] == 1 else U(0)
    for k in range(left):
        held = batch[(DEALT_0 + position) * B + places[k]] | (batch[UPCARD * B + places[k]] & widow)
        second[HELD * B + k] = held
        second[SUITS * B + k] = open_suits(held, rules)
    return left


@kernel(types.void(WORDS, WORDS, INTS, _INT))
def join_bids(batch: Any, second: Any, places: Any, left: Any) -> None:
    """Bring what was bid in a batch of its own back to its deals."""
    for row in (BID, BIDDERS, MAKER, ILLEGAL):
        for k in range(left):
            batch[row * B + places[k]] = second[row * B + k]


@kernel(_INT(WORDS, WORDS, INTS, _INT, INTS))
def keep_open(batch: Any, second: Any, places: Any, left: Any, rules: Any) -> Any:
    """Bring back the deals whose auction is over, and move the others together; return their number."""
    join_bids(batch, second, places, left)
    kept = 0
    for k in range(left):
        places[kept] = places[k]
        second[HELD * B + kept] = U(k)
        kept += 1 if second[ROUND * B + k] == U(0) else 0
    for row in _KEPT:
        for k in range(kept):
            second[row * B + k] = second[row * B + np.int64(second[HELD * B + k])]
    for seat in range(rules[R_PLAYERS]):
        for k in range(kept):
            second[(HAND_0 + seat) * B + k] = second[(HAND_0 + seat) * B + np.int64(second[HELD * B + k])]
    for k in range(kept):
        second[ROUND * B + k] = U(0)
    return kept


@kernel(types.void(WORDS, WORDS, WORDS, INTS, _INT, INTS, *TABLE))
def go_round(batch: Any, second: Any, actions: Any, places: Any, n: Any, rules: Any, steps: Any, params: Any,
             slots: Any) -> None:  # fmt: skip
    """The turn goes on round the table until all others have passed since the last bid."""
    left = gather_open(batch, second, places, n, rules)
    for turn in range(rules[R_PLAYERS], CIRCUITS * rules[R_PLAYERS]):
        circuit, position = turn // rules[R_PLAYERS], turn % rules[R_PLAYERS]
        going = open_bids(second, left, position, rules)
        if going == 0:
            break
        if 4 * going < 3 * left:
            left = keep_open(batch, second, places, left, rules)
        take_seat(second, left, position)
        ask(second, actions, left, H_BID, position, circuit, rules, steps, params, slots)
        hear_bid(second, actions, left, position, rules)
    join_bids(batch, second, places, left)


@inlined
def _holds_joker(batch: Any, n: Any, position: Any, forced: Any) -> None:
    for i in range(n):
        holds = batch[(DEALT_0 + position) * B + i] & PLAIN_JOKER != U(0)
        must = (batch[BID * B + i] == U(0)) & holds
        batch[BID * B + i] = sel(must, forced, batch[BID * B + i])
        batch[MAKER * B + i] = sel(must, U(position), batch[MAKER * B + i])


@kernel(types.void(WORDS, _INT, INTS))
def force_joker(batch: Any, n: Any, rules: Any) -> None:
    """Where all passed, whoever holds the joker has to bid."""
    if rules[R_JOKER_FORCED] > 0:
        for position in range(rules[R_PLAYERS]):
            _holds_joker(batch, n, position, U(rules[R_JOKER_FORCED]))


@kernel(types.void(WORDS, _INT, INTS))
def bind_dealer(batch: Any, n: Any, rules: Any) -> None:
    """Where all passed, the dealer must make one trick."""
    if rules[R_DEALER_ONE] == 1:
        for i in range(n):
            passed = batch[BID * B + i] == U(0)
            batch[BID * B + i] = sel(passed, U(ONE), batch[BID * B + i])
            batch[MAKER * B + i] = sel(passed, U(rules[R_PLAYERS] - 1), batch[MAKER * B + i])


@kernel(types.void(WORDS, _INT))
def without_bowers(batch: Any, n: Any) -> None:
    """In napoleon no jack is a bower, and misère has no trump."""
    for i in range(n):
        misere = batch[BID * B + i] == U(MISERE)
        suit = sel(misere, U(NO_TRUMP_SUIT), batch[TRUMP_SUIT * B + i] + U(WITHOUT_BOWERS))
        batch[TRUMP_SUIT * B + i] = suit
        batch[ROUND * B + i] = sel(misere, U(2), batch[ROUND * B + i])


@kernel(types.void(WORDS, WORDS, WORDS, INTS, _INT, INTS, *TABLE))
def name_trumps(batch: Any, second: Any, actions: Any, places: Any, n: Any, rules: Any, steps: Any, params: Any,
                slots: Any) -> None:  # fmt: skip
    """Every high bidder takes the widow and names the trump; a deal without one is thrown in."""
    for position in range(rules[R_PLAYERS]):
        left = gather_bidders(batch, second, places, n, position, rules)
        ask(second, actions, left, H_NAME_TRUMP, position, 0, rules, steps, params, slots)
        hear_name(second, actions, left, position, rules)
        join_rounds(batch, second, places, left, TURNED_DOWN)


@kernel(types.void(WORDS, WORDS, WORDS, INTS, _INT, INTS, *TABLE))
def auction(batch: Any, second: Any, actions: Any, places: Any, n: Any, rules: Any, steps: Any, params: Any,
            slots: Any) -> None:  # fmt: skip
    """Bids from the eldest hand on, once round or until nobody goes on; then the high bidder names the trump."""
    open_auction(batch, n, rules)
    for position in range(rules[R_PLAYERS]):
        open_bids(batch, n, position, rules)
        take_seat(batch, n, position)
        ask(batch, actions, n, H_BID, position, 0, rules, steps, params, slots)
        hear_bid(batch, actions, n, position, rules)
    if rules[R_AUCTION] == TRICK_BIDS:
        go_round(batch, second, actions, places, n, rules, steps, params, slots)
        force_joker(batch, n, rules)
    else:
        bind_dealer(batch, n, rules)
    for i in range(n):
        batch[ROUND * B + i] = U(0)
    name_trumps(batch, second, actions, places, n, rules, steps, params, slots)
    if rules[R_AUCTION] == SINGLE_BIDS:
        without_bowers(batch, n)
