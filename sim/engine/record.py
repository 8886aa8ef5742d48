"""What is written down of each hand: columns of small numbers that the results layer turns into tables."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import U, sel
from sim.engine.asking import INTS, WORDS
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ALONE,
    BEST_1,
    BEST_2,
    BEST_OFF,
    BID,
    BIDDER_BITS,
    BIDDERS,
    BURIED,
    DEALER,
    DEALT_0,
    DEFENDER_KEPT,
    DROPPED,
    DUMMY,
    DUMMY_2,
    FARMER_CLEAN,
    FARMER_SWAP,
    FAST_BREAK,
    FATE,
    FOURTH_TOKEN,
    FROM_KITTY,
    GAME,
    GIVEN_UP,
    HAND_NUMBER,
    HELD,
    JAMBONE_BIT,
    KEPT,
    LAID,
    LONE_DEFENDER,
    LONE_JAMBONE,
    MAKER,
    MAKER_BYTE,
    NEXT_CARD,
    NO_TRUMP_SUIT,
    POINTS_0,
    R_AUCTION,
    R_CALL_BEST,
    R_DUMMY,
    R_FARMER,
    R_FAST_BREAK,
    R_LAP_GAMES,
    R_OWN_DUMMIES,
    R_PLAYERS,
    R_TEAMS,
    R_TOKENS,
    ROLES,
    ROUND,
    SCORE_0,
    TABLE_0,
    TOKEN_BITS,
    TOKENS,
    TRICKS,
    TRUMP_SUIT,
    TURN_UP,
    UPCARD,
    WINNER,
    B,
)
from sim.engine.seats import seat_of
from sim.engine.suits import card_code, plain
from sim.views import TAKEN

_INT = types.int64
CODES = types.int16[:, ::1]
MASKS = types.uint64[:, ::1]
COUNTS = types.int64[:, ::1]

# Rows of the table of small numbers; scores and points of each side follow.
HAND_COLUMNS = (
    "hand",
    "dealer",
    "upcard",
    "round",
    "maker",
    "trump",
    "alone",
    "lone_defender",
    "pick_up",
    "discard",
    "tricks",
    "next_card",
)
(C_HAND, C_DEALER, C_UPCARD, C_ROUND, C_MAKER, C_TRUMP, C_ALONE, C_LONE_DEFENDER, C_PICK_UP, C_DISCARD, C_TRICKS,
 C_NEXT_CARD) = range(12)  # fmt: skip
C_SCORES = len(HAND_COLUMNS)
BID_COLUMNS = ("bid", "bidders_low", "bidders_high")
"""Columns after the points where numbers are bid: the bidders' seats come in two halves of four bids each."""
HALF_BIDS = 4 * BIDDER_BITS
BEST_COLUMNS = ("loner_discard", "loner_best", "defender_discard", "defender_best")
"""Rows behind the scores and points where a lone player may call for their partner's best card."""
ENDING_COLUMNS = ("fast_break", "fourth_token", "tokens_0", "tokens_1")
"""Rows behind all these where hands may pay otherwise than by their tricks."""

BLOCKS = 64
"""Groups of games (game number modulo BLOCKS) whose counts are kept apart: the clusters behind every interval."""
TRICK_CODES = 10
"""Ways for a hand to end in a code: tricks of the makers, and the values beside them (see TRICKS in the layout)."""
TALLY_CODES = 6 * 7 * 3 * 4 * TRICK_CODES


@kernel(types.void(WORDS, _INT, INTS, MASKS, CODES, _INT))
def record_hands(batch: Any, n: Any, rules: Any, masks: Any, codes: Any, row: Any) -> None:
    """Write the game, the hands dealt, the contract and the result of each deal from `row` on."""
    for i in range(n):
        masks[0, row + i] = batch[GAME * B + i]
    for seat in range(rules[R_PLAYERS]):
        for i in range(n):
            masks[1 + seat, row + i] = batch[(DEALT_0 + seat) * B + i]
    extra = 1 + rules[R_PLAYERS]
    if rules[R_DUMMY] == 1:
        for i in range(n):
            masks[extra, row + i] = batch[DUMMY * B + i]
            masks[extra + 1, row + i] = plain(batch[KEPT * B + i], batch[TRUMP_SUIT * B + i])
    if rules[R_OWN_DUMMIES] == 1:
        for i in range(n):
            masks[extra + 2, row + i] = batch[DUMMY_2 * B + i]
            masks[extra + 3, row + i] = plain(batch[DEFENDER_KEPT * B + i], batch[TRUMP_SUIT * B + i])
    extra += 2 * (rules[R_DUMMY] + rules[R_OWN_DUMMIES])
    if rules[R_FARMER] == FARMER_SWAP or rules[R_FARMER] == FARMER_CLEAN:
        for i in range(n):
            masks[extra, row + i] = batch[GIVEN_UP * B + i]
            masks[extra + 1, row + i] = batch[FROM_KITTY * B + i]
    for i in range(n):
        made = batch[ROUND * B + i] != U(0)
        suit = batch[TRUMP_SUIT * B + i]
        codes[C_NEXT_CARD, row + i] = card_code(batch[NEXT_CARD * B + i], NO_TRUMP_SUIT)
        codes[C_HAND, row + i] = batch[HAND_NUMBER * B + i]
        codes[C_DEALER, row + i] = batch[DEALER * B + i]
        codes[C_UPCARD, row + i] = card_code(batch[UPCARD * B + i], NO_TRUMP_SUIT)
        codes[C_ROUND, row + i] = batch[ROUND * B + i]
        codes[C_MAKER, row + i] = sel(made, batch[MAKER * B + i] + U(1), U(0))
        trump = 4 if suit == U(NO_TRUMP_SUIT) else int(suit & U(3))
        codes[C_TRUMP, row + i] = trump if made else -1
        codes[C_ALONE, row + i] = batch[ALONE * B + i] & U(LONE_JAMBONE)
        codes[C_LONE_DEFENDER, row + i] = batch[LONE_DEFENDER * B + i]
        codes[C_PICK_UP, row + i] = 1 if made and batch[FATE * B + i] == U(TAKEN) else 0
        codes[C_DISCARD, row + i] = card_code(batch[BURIED * B + i], suit)
        tricks = batch[TRICKS * B + i]
        tricks = sel(tricks == U(FAST_BREAK), U(3), sel(tricks == U(FOURTH_TOKEN), U(4), tricks))
        codes[C_TRICKS, row + i] = tricks
    teams = rules[R_TEAMS]
    for team in range(teams):
        for i in range(n):
            codes[C_SCORES + team, row + i] = np.int64(batch[(SCORE_0 + team) * B + i])
            codes[C_SCORES + teams + team, row + i] = np.int64(batch[(POINTS_0 + team) * B + i])
    first = C_SCORES + 2 * teams
    if rules[R_CALL_BEST] != BEST_OFF:
        for i in range(n):
            suit = batch[TRUMP_SUIT * B + i]
            codes[first, row + i] = card_code(batch[DROPPED * B + i], suit)
            codes[first + 1, row + i] = card_code(batch[BEST_1 * B + i], suit)
            codes[first + 2, row + i] = card_code(batch[LAID * B + i], suit)
            codes[first + 3, row + i] = card_code(batch[BEST_2 * B + i], suit)
        first += 4
    if rules[R_FAST_BREAK] == 1 or rules[R_TOKENS] == 1:
        for i in range(n):
            codes[first, row + i] = 1 if batch[TRICKS * B + i] == U(FAST_BREAK) else 0
            codes[first + 1, row + i] = 1 if batch[TRICKS * B + i] == U(FOURTH_TOKEN) else 0
            codes[first + 2, row + i] = batch[TOKENS * B + i] & U((1 << TOKEN_BITS) - 1)
            codes[first + 3, row + i] = (batch[TOKENS * B + i] >> U(TOKEN_BITS)) & U((1 << TOKEN_BITS) - 1)
    if rules[R_AUCTION] != TURN_UP:
        for i in range(n):
            codes[C_DISCARD, row + i] = card_code(batch[DROPPED * B + i], batch[TRUMP_SUIT * B + i])
            codes[first, row + i] = batch[BID * B + i]
            codes[first + 1, row + i] = batch[BIDDERS * B + i] & U((1 << HALF_BIDS) - 1)
            codes[first + 2, row + i] = batch[BIDDERS * B + i] >> U(HALF_BIDS)


@kernel(types.void(WORDS, _INT, INTS, CODES, _INT, _INT))
def record_trick(batch: Any, n: Any, rules: Any, tricks: Any, row: Any, trick: Any) -> None:
    """Write leader, cards in order of play and winner of one trick."""
    players = rules[R_PLAYERS]
    first = (trick - 1) * (players + 2)
    for i in range(n):
        roles, suit = batch[ROLES * B + i], batch[TRUMP_SUIT * B + i]
        made = (roles >> U(MAKER_BYTE)) & U(0xFF) != U(0)
        tricks[first, row + i] = seat_of(roles, 0, players) if made else 0
        for position in range(players):
            card = batch[(TABLE_0 + position) * B + i] if made else U(0)
            tricks[first + 1 + position, row + i] = card_code(card, suit)
        tricks[first + 1 + players, row + i] = seat_of(roles, batch[WINNER * B + i], players) if made else 0


@kernel(types.void(WORDS, _INT, INTS, COUNTS))
def count_hands(batch: Any, n: Any, rules: Any, tally: Any) -> None:
    """Count each deal under its block and the code of what happened; a bid stands in place of round and alone.

    A jambone is counted as round 0, where nobody is alone otherwise, with its round in place of who is.
    """
    turn_up = rules[R_AUCTION] == TURN_UP
    # Codes first, in a row that nothing needs any more: so the greater part of the work is vectorised.
    for i in range(n):
        maker = sel(batch[ROUND * B + i] != U(0), batch[MAKER * B + i] + U(1), U(0))
        alone, bidding_round = batch[ALONE * B + i], batch[ROUND * B + i]
        played = sel(alone >> U(JAMBONE_BIT) != U(0), bidding_round, bidding_round * U(4) + alone)
        kind = sel(turn_up, played, batch[BID * B + i])
        code = (batch[DEALER * B + i] * U(7) + maker) * U(12) + kind
        batch[HELD * B + i] = code * U(TRICK_CODES) + batch[TRICKS * B + i]
    # Games that carry points over to each other belong to one block.
    in_a_row = U(rules[R_LAP_GAMES])
    for i in range(n):
        game = batch[GAME * B + i] // in_a_row if in_a_row > U(1) else batch[GAME * B + i]
        tally[game & U(BLOCKS - 1), batch[HELD * B + i]] += 1


@kernel(types.void(_INT, MASKS, CODES, CODES, INTS, _INT, MASKS, CODES, CODES))
def place_rows(n: Any, masks: Any, codes: Any, tricks: Any, starts: Any, first: Any, all_masks: Any, all_codes: Any,
               all_tricks: Any) -> None:  # fmt: skip
    """Move n hands to their place in the order of games; `starts` has the first row of each game.

    What is moved to lies row by row, so that a hand is one run of memory; `code_columns` turns it later.
    """
    for row in range(n):
        to = starts[np.int64(masks[0, row]) - first] + codes[C_HAND, row]
        for column in range(masks.shape[0]):
            all_masks[to, column] = masks[column, row]
        for column in range(codes.shape[0]):
            all_codes[to, column] = codes[column, row]
        if tricks.shape[1] > 0:
            for column in range(tricks.shape[0]):
                all_tricks[to, column] = tricks[column, row]


_AT_ONCE = 256
"""Rows turned at a time: they and their columns stay in the nearest cache."""


@inlined
def _turn(rows: Any, columns: Any) -> None:
    total, width = rows.shape
    for start in range(0, total, _AT_ONCE):
        stop = min(start + _AT_ONCE, total)
        for column in range(width):
            for row in range(start, stop):
                columns[column, row] = rows[row, column]


@kernel(types.void(CODES, CODES))
def code_columns(rows: Any, columns: Any) -> None:
    """Turn rows of small numbers into columns."""
    _turn(rows, columns)


@kernel(types.void(MASKS, MASKS))
def mask_columns(rows: Any, columns: Any) -> None:
    """Turn rows of masks into columns."""
    _turn(rows, columns)


def decode_tally(code: int) -> tuple[int, int, int, int, int]:
    """Dealer (player), maker (seat; 0 none), round (0 passed out), alone and tricks (as in the batch)."""
    code, tricks = divmod(code, TRICK_CODES)
    code, alone = divmod(code, 4)
    code, bidding_round = divmod(code, 3)
    if bidding_round == 0 and alone:
        bidding_round, alone = alone, LONE_JAMBONE
    dealer, maker = divmod(code, 7)
    return dealer, maker, bidding_round, alone, tricks


def trick_columns(players: int) -> tuple[str, ...]:
    """Columns of one trick, in the order of `record_trick`."""
    return ("leader", *(f"card_{k}" for k in range(1, players + 1)), "winner")
