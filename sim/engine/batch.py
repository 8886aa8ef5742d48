"""The engine's loop: a batch of games; each lane plays hand after hand until its game is won, then the next game."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import ONES, U, sel
from sim.engine.asking import INTS, TABLE, WORDS
from sim.engine.contract import settle
from sim.engine.deal import PLAN, deal
from sim.engine.farmers import farmers
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    DEALER,
    DEALT_0,
    DUMMY,
    DUMMY_2,
    FARMER_OFF,
    GAME,
    HAND_NUMBER,
    ILLEGAL,
    MAKER,
    OVER,
    OWNERS,
    R_AUCTION,
    R_FARMER,
    R_LAP_GAMES,
    R_MAX_HANDS,
    R_PLAYERS,
    R_SAME_DEALER,
    R_TARGET,
    R_TEAMS,
    R_TIE,
    R_TOKENS,
    ROUND,
    SCORE_0,
    TIE_ELDER,
    TIE_MAKERS,
    TIE_SHARED,
    TOKEN_BITS,
    TOKENS,
    TURN_UP,
    UPCARD,
    B,
)
from sim.engine.number_bids import auction
from sim.engine.play import play
from sim.engine.proposal import propose
from sim.engine.record import CODES, COUNTS, MASKS, count_hands, record_hands
from sim.engine.rng import first_dealer
from sim.engine.score import add_points, add_tokens, pack_scores, score_hands, turn_in_tokens
from sim.engine.turn_up import bid

_INT = types.int64
GAMES = types.int16[:, ::1]

# Columns of the table of games; the final scores follow, and where there are tokens those that each side has left.
GAME_COLUMNS = ("dealer", "hands", "winner")
G_DEALER, G_HANDS, G_WINNER, G_SCORES = 0, 1, 2, 3

LOWEST = 1 << 40
"""No score is this far below nothing."""
HAND_LIMIT = 30_000
"""Hands after which a game that nobody wins is given up with an error."""

# What a call of `play_hands` needs to go on where it stopped.
LANES, NEXT_GAME, LAST_GAME, HANDS_WRITTEN, GAMES_DONE, STATUS = range(6)
GOING, ILLEGAL_ACTION, ENDLESS_GAME = 0, 1, 2


@inlined
def _dealer_of(seed: Any, game: Any, players: Any, opening: Any) -> Any:
    """Who deals first: drawn, unless every game opens with the same dealer."""
    return first_dealer(seed, game, players) if opening[0] < 0 else opening[0]


@inlined
def _start_game(batch: Any, i: Any, seed: Any, game: Any, players: Any, opening: Any, games: Any, first: Any) -> None:
    dealer = _dealer_of(seed, game, players, opening)
    games[G_DEALER, game - first] = dealer
    batch[GAME * B + i] = U(game)
    batch[HAND_NUMBER * B + i] = U(0)
    batch[DEALER * B + i] = U(dealer)
    batch[TOKENS * B + i] = U(0)
    for team in range(6):
        batch[(SCORE_0 + team) * B + i] = U(opening[1 + team])


@inlined
def _carry_over(batch: Any, i: Any, rules: Any) -> None:
    """Go on with the next game: what a side has beyond the target is its score there (a game is not won so)."""
    batch[GAME * B + i] += U(1)
    batch[HAND_NUMBER * B + i] = U(0)
    batch[TOKENS * B + i] = U(0)
    for team in range(rules[R_TEAMS]):
        over = np.int64(batch[(SCORE_0 + team) * B + i]) - rules[R_TARGET]
        batch[(SCORE_0 + team) * B + i] = U(min(max(over, 0), rules[R_TARGET] - 1))


@kernel(types.void(WORDS, types.uint64, INTS, INTS, INTS, GAMES, _INT))
def start_games(batch: Any, seed: Any, rules: Any, opening: Any, state: Any, games: Any, first: Any) -> None:
    """Give each lane its first game; `opening` has the first dealer (-1: drawn) and the score of each side."""
    for i in range(state[LANES]):
        _start_game(batch, i, seed, state[NEXT_GAME], rules[R_PLAYERS], opening, games, first)
        state[NEXT_GAME] += rules[R_LAP_GAMES]


@kernel(types.void(WORDS, _INT, INTS, MASKS, _INT))
def take_given_deals(batch: Any, n: Any, rules: Any, given: Any, first: Any) -> None:
    """Put the first hand of each game as given (a row a seat, then upcard and dummies) in place of what was dealt."""
    players = rules[R_PLAYERS]
    for i in range(n):
        if batch[HAND_NUMBER * B + i] == U(0):
            column = np.int64(batch[GAME * B + i]) - first
            for seat in range(players):
                batch[(DEALT_0 + seat) * B + i] = given[seat, column]
            batch[UPCARD * B + i] = given[players, column]
            if given.shape[0] > players + 1:
                batch[DUMMY * B + i] = given[players + 1, column]
            if given.shape[0] > players + 2:
                batch[DUMMY_2 * B + i] = given[players + 2, column]


@kernel(types.void(WORDS, _INT, INTS, INTS))
def seat_owners(batch: Any, n: Any, rules: Any, seating: Any) -> None:
    """Note which player slot sits at each position, from the eldest hand on."""
    players = rules[R_PLAYERS]
    for i in range(n):
        owners = U(0)
        for position in range(players):
            player = batch[DEALER * B + i] + U(position) + U(1)
            player = sel(player >= U(players), player - U(players), player)
            owners |= U(seating[np.int64(player)]) << U(8 * position)
        batch[OWNERS * B + i] = owners


@inlined
def _winner(batch: Any, i: Any, rules: Any, last_dealer: Any) -> Any:
    """Side that wins a game that is over; -1 where it is tied or shared."""
    teams = rules[R_TEAMS]
    best, winner, arrived, elder = np.int64(-LOWEST), -1, 0, -1
    team = last_dealer % teams
    for _ in range(teams):
        team = team + 1 if team + 1 < teams else 0
        score = np.int64(batch[(SCORE_0 + team) * B + i])
        if score >= rules[R_TARGET]:
            arrived += 1
            if elder < 0:
                elder = team
        if score > best:
            best, winner = score, team
        elif score == best:
            winner = -1
    if arrived > 1 and rules[R_TIE] == TIE_SHARED:
        winner = -1
    if arrived > 1 and rules[R_TIE] == TIE_ELDER:
        winner = elder
    if arrived > 1 and rules[R_TIE] == TIE_MAKERS:
        winner = (last_dealer + 1 + np.int64(batch[MAKER * B + i])) % teams
    return winner


@kernel(types.void(WORDS, _INT, INTS))
def end_games(batch: Any, n: Any, rules: Any) -> None:
    """Note which games are over: somebody has reached the target, or the last hand of a fixed number is played."""
    limit = U(rules[R_MAX_HANDS]) if rules[R_MAX_HANDS] > 0 else ONES
    for i in range(n):
        batch[OVER * B + i] = sel(batch[HAND_NUMBER * B + i] >= limit, U(1), U(0))
    for team in range(rules[R_TEAMS]):
        for i in range(n):
            arrived = np.int64(batch[(SCORE_0 + team) * B + i]) >= rules[R_TARGET]
            batch[OVER * B + i] |= sel(arrived, U(1), U(0))


@kernel(types.void(WORDS, types.uint64, INTS, INTS, INTS, GAMES, _INT))
def next_hands(batch: Any, seed: Any, rules: Any, opening: Any, state: Any, games: Any, first: Any) -> None:
    """Pass the deal; where a game is over write it down and start the next, or close the lane.

    Games that carry points over follow each other in one lane: game numbers that are multiples of R_LAP_GAMES begin.
    """
    players, teams, laps = rules[R_PLAYERS], rules[R_TEAMS], rules[R_LAP_GAMES]
    n = state[LANES]
    for i in range(n):
        batch[HAND_NUMBER * B + i] += U(1)
        passed_out = batch[ROUND * B + i] == U(0)
        left = batch[DEALER * B + i] + U(1)
        left = sel(left == U(players), U(0), left)
        stays = passed_out & (rules[R_SAME_DEALER] == 1)
        batch[DEALER * B + i] = sel(stays, batch[DEALER * B + i], left)
    end_games(batch, n, rules)
    for i in range(n - 1, -1, -1):
        if batch[OVER * B + i] != U(0):
            game = np.int64(batch[GAME * B + i])
            row = game - first
            games[G_HANDS, row] = batch[HAND_NUMBER * B + i]
            # The deal has already passed on, except where the last hand was passed out and stays: nobody arrived then.
            dealer = np.int64(batch[DEALER * B + i])
            last_dealer = dealer - 1 if dealer > 0 else players - 1
            games[G_WINNER, row] = _winner(batch, i, rules, last_dealer)
            for team in range(teams):
                games[G_SCORES + team, row] = np.int64(batch[(SCORE_0 + team) * B + i])
            if rules[R_TOKENS] == 1:
                for team in range(teams):
                    left = (batch[TOKENS * B + i] >> U(TOKEN_BITS * team)) & U((1 << TOKEN_BITS) - 1)
                    games[G_SCORES + teams + team, row] = np.int64(left)
            state[GAMES_DONE] += 1
            if laps > 1 and (game + 1) % laps != 0 and game + 1 < state[LAST_GAME]:
                _carry_over(batch, i, rules)
                games[G_DEALER, row + 1] = batch[DEALER * B + i]
            elif state[NEXT_GAME] < state[LAST_GAME]:
                _start_game(batch, i, seed, state[NEXT_GAME], players, opening, games, first)
                state[NEXT_GAME] += laps
            else:
                # The last lane moves here; it has been looked at already.
                state[LANES] -= 1
                last = state[LANES]
                for row_kept in (GAME, HAND_NUMBER, DEALER, TOKENS):
                    batch[row_kept * B + i] = batch[row_kept * B + last]
                for team in range(teams):
                    batch[(SCORE_0 + team) * B + i] = batch[(SCORE_0 + team) * B + last]
        elif batch[HAND_NUMBER * B + i] >= U(HAND_LIMIT):
            state[STATUS] = ENDLESS_GAME


@kernel(types.boolean(WORDS, _INT))
def any_illegal(batch: Any, n: Any) -> Any:
    """Whether any deal saw an action that the rules forbid."""
    noted = U(0)
    for i in range(n):
        noted |= batch[ILLEGAL * B + i]
    return noted != U(0)


@kernel(types.void(WORDS, WORDS, WORDS, INTS, types.uint64, INTS, INTS, *TABLE, *PLAN, INTS, MASKS, INTS, GAMES, COUNTS,
                   MASKS, CODES, CODES, _INT, _INT))  # fmt: skip
def play_hands(batch: Any, second: Any, actions: Any, places: Any, seed: Any, rules: Any, seating: Any,
               steps: Any, params: Any, slots: Any,
               bases: Any, tables: Any, starts: Any, sizes: Any, rows: Any, groups: Any, thresholds: Any,
               opening: Any, given: Any, state: Any, games: Any, tally: Any, masks: Any, codes: Any, tricks: Any,
               first: Any, rounds: Any) -> None:  # fmt: skip
    """Play up to `rounds` hands in every lane; stop early when games run out or something is wrong."""
    for _ in range(rounds):
        n = state[LANES]
        if n == 0 or state[STATUS] != GOING:
            return
        row = state[HANDS_WRITTEN]
        deal(batch, n, seed, rules, bases, tables, starts, sizes, rows, groups, thresholds)
        if given.shape[1] > 0:
            take_given_deals(batch, n, rules, given, first)
        pack_scores(batch, n, rules)
        if slots > 1:
            seat_owners(batch, n, rules, seating)
        if rules[R_AUCTION] == TURN_UP:
            propose(batch, n, rules)
            if rules[R_FARMER] != FARMER_OFF:
                farmers(batch, second, actions, places, n, seed, rules, steps, params, slots,
                        bases, tables, starts, sizes, rows, groups, thresholds)  # fmt: skip
            bid(batch, second, actions, places, n, rules, steps, params, slots)
        else:
            auction(batch, second, actions, places, n, rules, steps, params, slots)
        settle(batch, second, actions, places, n, rules, steps, params, slots)
        play(batch, actions, n, rules, steps, params, slots, tricks, row)
        if rules[R_TOKENS] == 1:
            turn_in_tokens(batch, n)
        score_hands(batch, n, rules)
        if any_illegal(batch, n):
            state[STATUS] = ILLEGAL_ACTION
            return
        count_hands(batch, n, rules, tally)
        if masks.shape[1] > 0:
            record_hands(batch, n, rules, masks, codes, row)
            state[HANDS_WRITTEN] += n
        add_points(batch, n, rules)
        if rules[R_TOKENS] == 1:
            add_tokens(batch, n)
        next_hands(batch, seed, rules, opening, state, games, first)
