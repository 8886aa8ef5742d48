"""Scoring by table: what the makers' tricks are worth, with and without partners."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import ONES, U, sel
from sim.engine.asking import INTS, WORDS
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ALONE,
    BEST,
    BEST_SCORE,
    BID,
    DEALER,
    FOURTH_TOKEN,
    JAMBOREE,
    LONE_JAMBONE,
    MAKER,
    PAYOFF_ROWS,
    PAYOFF_TRICKS,
    POINTS_0,
    POINTS_BITS,
    R_AUCTION,
    R_LATE_FROM,
    R_PAYOFF,
    R_PLAYERS,
    R_STICK,
    R_TEAMS,
    ROUND,
    SCORE_0,
    SCORE_1,
    SCORE_BITS,
    SCORES,
    SCORES_2,
    SECOND_SCORE,
    STICK_FORFEIT,
    TOKEN_BITS,
    TOKENS,
    TOKENS_A_POINT,
    TRICKS,
    TURN_UP,
    WINNER,
    B,
)
from sim.rules.rules import Rules
from sim.views import BLUCHER, FOUR, MISERE, NAP, ONE, THREE, TWO, WELLINGTON

_INT = types.int64


def score_table(rules: Rules) -> np.ndarray:
    """int64[9, 10, 2]: points of the makers' side and of the defenders, by the kind of contract and the makers' tricks.

    The kind is the bid where numbers are bid; else it has bit 0 for a maker alone, bit 1 for a defender alone and bit 2
    for a jambone, and JAMBOREE, FAST_BREAK (which pays nothing) and FOURTH_TOKEN stand among the tricks for hands that
    end so. Of several payments for a euchre the largest counts. The points of three-handed play go to each defender.
    """
    table = np.zeros((PAYOFF_ROWS, PAYOFF_TRICKS, 2), dtype=np.int64)
    if rules.auction == "tricks":
        return _trick_bid_points(rules, table)
    if rules.auction == "single":
        return _napoleon_points(rules, table)
    need, every = rules.tricks // 2 + 1, rules.tricks
    for alone in range(4):
        lone_maker, lone_defender = bool(alone & 1), bool(alone & 2)
        table[alone, JAMBOREE, 0] = 16 if rules.jamboree == "on" else 0
        for tricks in range(every + 1):
            if tricks >= (every if lone_maker and rules.loner_34 == "euchred" else need):
                march = rules.loner_march if lone_maker else 2
                if rules.players == 3:
                    march = rules.cutthroat_alone_march if lone_maker else rules.cutthroat_march
                point = int(rules.loner_34) if lone_maker and tricks < every else 1
                table[alone, tricks, 0] = march if tricks == every else point
                continue
            euchre = rules.loner_euchred if lone_maker else 2
            if lone_defender:
                euchre = max(euchre, rules.lone_def_sweep if tricks == 0 else rules.lone_def_euchre)
            if tricks == 0 and rules.super_euchre:
                euchre = max(euchre, rules.super_euchre)
            table[alone, tricks, 1] = euchre
        if not lone_maker:
            table[alone, FOURTH_TOKEN] = table[alone, every - 1] + (1, 0)
    if rules.jambone == "on":
        table[LONE_JAMBONE] = table[1]
        table[LONE_JAMBONE, every, 0] = 8
    return table


def _trick_bid_points(rules: Rules, table: np.ndarray) -> np.ndarray:
    """A point a trick to both sides, but the makers lose what they bid when they fall short of it."""
    for bid in range(1, rules.highest_bid + 1):
        wanted = min(bid, rules.tricks)
        doubled = 2 if bid > rules.tricks else 1
        lost = rules.tricks if rules.pf_failed == "six" else wanted
        for tricks in range(rules.tricks + 1):
            table[bid, tricks, 0] = doubled * (tricks if tricks >= wanted else -lost)
            table[bid, tricks, 1] = rules.tricks - tricks
    return table


# What the bidder gets from each opponent in napoleon, and what they pay to each when they fail.
_SMALL_BIDS = {ONE: (1, 1), TWO: (2, 2), THREE: (3, 3), FOUR: (4, 4)}
_PAYMENTS = {
    "us": {NAP: (10, 5), WELLINGTON: (10, 10), BLUCHER: (10, 20)},
    "stakes": {NAP: (10, 5), WELLINGTON: (20, 10), BLUCHER: (30, 15)},
    "flat": {NAP: (5, 5), WELLINGTON: (10, 10), BLUCHER: (20, 20)},
}
_TRICKS_BID = {ONE: 1, TWO: 2, THREE: 3, FOUR: 4, NAP: 5, WELLINGTON: 5, BLUCHER: 5}


def _napoleon_points(rules: Rules, table: np.ndarray) -> np.ndarray:
    """The bidder settles with each opponent, so that all points of a hand add up to nothing, or with nobody (flat)."""
    payments = _SMALL_BIDS | {MISERE: (3, rules.misere_lost)} | _PAYMENTS[rules.nap_table]
    for bid, (win, loss) in payments.items():
        for tricks in range(rules.tricks + 1):
            made = tricks == 0 if bid == MISERE else tricks >= _TRICKS_BID[bid]
            paid = win if made else -loss
            table[bid, tricks] = (paid, 0) if rules.nap_table == "flat" else (paid * (rules.players - 1), -paid)
    return table


@inlined
def with_sign(points: Any) -> Any:
    """The number in the lowest POINTS_BITS bits, which may be negative, as a word."""
    sign = U(1 << (POINTS_BITS - 1))
    return ((points & U((1 << POINTS_BITS) - 1)) ^ sign) - sign


@kernel(types.void(WORDS, _INT, INTS))
def score_hands(batch: Any, n: Any, rules: Any) -> None:
    """Write the points of each side (two's complement); a deal passed out is worth nothing, unless the dealer pays."""
    players, teams = rules[R_PLAYERS], rules[R_TEAMS]
    forfeit = U(1) if rules[R_STICK] == STICK_FORFEIT else U(0)
    turn_up = rules[R_AUCTION] == TURN_UP
    # Who made it and what it pays, in rows that nothing needs any more.
    for i in range(n):
        maker = batch[DEALER * B + i] + batch[MAKER * B + i] + U(1)
        batch[WINNER * B + i] = sel(maker >= U(players), maker - U(players), maker)
        kind = sel(turn_up, batch[ALONE * B + i], batch[BID * B + i])
        place = R_PAYOFF + np.int64(kind * U(PAYOFF_TRICKS) + batch[TRICKS * B + i])
        batch[BEST * B + i] = U(rules[place])
    one_of_side = U(1) if teams < players else ONES
    for team in range(teams):
        for i in range(n):
            made = batch[ROUND * B + i] != U(0)
            makers = batch[WINNER * B + i] & one_of_side == U(team)
            points = batch[BEST * B + i] >> sel(makers, U(0), U(POINTS_BITS))
            paid = sel(batch[DEALER * B + i] & one_of_side == U(team), U(0), forfeit)
            batch[(POINTS_0 + team) * B + i] = sel(made, with_sign(points), paid)


@inlined
def score_field(scores: Any, place: Any) -> Any:
    """A field of packed scores; it may be negative."""
    return np.int64(scores << (U(64 - SCORE_BITS) - U(SCORE_BITS) * U(place))) >> np.int64(64 - SCORE_BITS)


@inlined
def score_us(batch: Any, i: Any, seat: Any, players: Any, rules: Any) -> Any:
    """Score of the side of `seat` before the hand."""
    player = np.int64(batch[DEALER * B + i]) + seat
    player = player - players if player >= players else player
    side = player & 1 if rules[R_TEAMS] < players else player
    first, second = batch[SCORES * B + i], batch[SCORES_2 * B + i]
    return score_field(first ^ ((first ^ second) & (U(0) - U(side > 3))), side & 3)


@inlined
def too_late(batch: Any, i: Any, position: Any, rules: Any) -> Any:
    """Whether the score of who sits at `position` from the eldest hand is too high to play alone."""
    return score_us(batch, i, position + 1, rules[R_PLAYERS], rules) >= rules[R_LATE_FROM]


@inlined
def _best_two(best: Any, second: Any) -> Any:
    return (U(second) << U(SCORE_BITS * SECOND_SCORE)) | (
        (U(best) & U((1 << SCORE_BITS) - 1)) << U(SCORE_BITS * BEST_SCORE)
    )


@kernel(types.void(WORDS, _INT, INTS))
def pack_scores(batch: Any, n: Any, rules: Any) -> None:
    """Put the scores of all sides, and the two highest of them, in two words, which views read faster than rows."""
    field = U((1 << SCORE_BITS) - 1)
    for i in range(n):
        one, other = np.int64(batch[SCORE_0 * B + i]), np.int64(batch[SCORE_1 * B + i])
        batch[SCORES * B + i] = (U(one) & field) | ((U(other) & field) << U(SCORE_BITS))
        batch[SCORES_2 * B + i] = _best_two(max(one, other), min(one, other))
    for team in range(2, rules[R_TEAMS]):
        to, place = (SCORES if team < 4 else SCORES_2) * B, U(SCORE_BITS * (team & 3))
        for i in range(n):
            score, packed = np.int64(batch[(SCORE_0 + team) * B + i]), batch[SCORES_2 * B + i]
            best, second = score_field(packed, BEST_SCORE), score_field(packed, SECOND_SCORE)
            others = packed & U((1 << 2 * SCORE_BITS) - 1)
            batch[SCORES_2 * B + i] = others | _best_two(max(best, score), max(second, min(best, score)))
            batch[to + i] |= (U(score) & field) << place


@inlined
def _shift_of_makers(batch: Any, i: Any) -> Any:
    """Where the tokens of the makers' side lie in TOKENS; there are two sides."""
    return U(TOKEN_BITS) * ((batch[DEALER * B + i] + batch[MAKER * B + i] + U(1)) & U(1))


@inlined
def _earns_token(batch: Any, i: Any) -> Any:
    """Whether the makers took just four tricks together."""
    return (batch[ROUND * B + i] != U(0)) & (batch[ALONE * B + i] & U(1) == U(0)) & (batch[TRICKS * B + i] == U(4))


@kernel(types.void(WORDS, _INT))
def turn_in_tokens(batch: Any, n: Any) -> None:
    """Note which hands bring the makers their fourth token."""
    for i in range(n):
        held = (batch[TOKENS * B + i] >> _shift_of_makers(batch, i)) & U((1 << TOKEN_BITS) - 1)
        fourth = _earns_token(batch, i) & (held == U(TOKENS_A_POINT - 1))
        batch[TRICKS * B + i] = sel(fourth, U(FOURTH_TOKEN), batch[TRICKS * B + i])


@kernel(types.void(WORDS, _INT))
def add_tokens(batch: Any, n: Any) -> None:
    """Give the makers the token they have earned, or take away the three that were turned in with the fourth."""
    for i in range(n):
        shift = _shift_of_makers(batch, i)
        turned_in = (batch[ROUND * B + i] != U(0)) & (batch[TRICKS * B + i] == U(FOURTH_TOKEN))
        batch[TOKENS * B + i] &= ~sel(turned_in, U((1 << TOKEN_BITS) - 1) << shift, U(0))
        batch[TOKENS * B + i] += sel(_earns_token(batch, i), U(1) << shift, U(0))


@kernel(types.void(WORDS, _INT, INTS))
def add_points(batch: Any, n: Any, rules: Any) -> None:
    """Add the hand's points to the scores of the game."""
    for team in range(rules[R_TEAMS]):
        for i in range(n):
            batch[(SCORE_0 + team) * B + i] += batch[(POINTS_0 + team) * B + i]
