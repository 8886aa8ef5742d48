"""Scoring by table: what the makers' tricks are worth, with and without partners."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import U, sel
from sim.compiling import kernel
from sim.engine.asking import INTS, WORDS
from sim.engine.layout import (
    ALONE,
    DEALER,
    MAKER,
    PAYOFF_ROWS,
    PAYOFF_TRICKS,
    POINTS_0,
    POINTS_BITS,
    POINTS_MASK,
    R_PAYOFF,
    R_PLAYERS,
    R_STICK,
    R_TEAMS,
    ROUND,
    SCORE_0,
    SCORE_BITS,
    SCORES,
    STICK_FORFEIT,
    TRICKS,
    B,
)
from sim.rules import Rules

_INT = types.int64


def score_table(rules: Rules) -> np.ndarray:
    """int64[4, 8, 2]: points of the makers' side and of the defenders, by who is alone and by the makers' tricks.

    The first index has bit 0 for a maker alone and bit 1 for a defender alone. The points of three-handed play go to
    each defender.
    """
    table = np.zeros((PAYOFF_ROWS, PAYOFF_TRICKS, 2), dtype=np.int64)
    need, every = rules.tricks // 2 + 1, rules.tricks
    for alone in range(PAYOFF_ROWS):
        lone_maker, lone_defender = bool(alone & 1), bool(alone & 2)
        for tricks in range(every + 1):
            if tricks >= need:
                march = rules.loner_march if lone_maker else 2
                if rules.players == 3:
                    march = rules.cutthroat_alone_march if lone_maker else rules.cutthroat_march
                point = rules.loner_34 if lone_maker else 1
                table[alone, tricks, 0] = march if tricks == every else point
                continue
            euchre = rules.loner_euchred if lone_maker else 2
            if lone_defender:
                euchre = max(euchre, rules.lone_def_sweep if tricks == 0 else rules.lone_def_euchre)
            if tricks == 0 and rules.super_euchre:
                euchre = max(euchre, rules.super_euchre)
            table[alone, tricks, 1] = euchre
    return table


@kernel(types.void(WORDS, _INT, INTS))
def score_hands(batch: Any, n: Any, rules: Any) -> None:
    """Write the points of each side; a deal passed out is worth nothing, but a dealer may have paid to pass."""
    players, teams = rules[R_PLAYERS], rules[R_TEAMS]
    forfeit = U(1) if rules[R_STICK] == STICK_FORFEIT else U(0)
    for team in range(teams):
        for i in range(n):
            made = batch[ROUND * B + i] != U(0)
            dealer = batch[DEALER * B + i]
            maker = dealer + batch[MAKER * B + i] + U(1)
            maker = sel(maker >= U(players), maker - U(players), maker)
            if teams < players:
                maker &= U(1)
                dealer &= U(1)
            place = R_PAYOFF + np.int64(batch[ALONE * B + i] * U(PAYOFF_TRICKS) + batch[TRICKS * B + i])
            points = U(rules[place]) >> sel(maker == U(team), U(0), U(POINTS_BITS))
            paid = sel(dealer == U(team), U(0), forfeit)
            batch[(POINTS_0 + team) * B + i] = sel(made, points & U(POINTS_MASK), paid)


@kernel(types.void(WORDS, _INT, INTS))
def pack_scores(batch: Any, n: Any, rules: Any) -> None:
    """Put the scores of up to four sides in one word, which views read faster than rows."""
    for i in range(n):
        batch[SCORES * B + i] = U(0)
    for team in range(rules[R_TEAMS]):
        for i in range(n):
            field = batch[(SCORE_0 + team) * B + i] & U((1 << SCORE_BITS) - 1)
            batch[SCORES * B + i] |= field << U(SCORE_BITS * team)


@kernel(types.void(WORDS, _INT, INTS))
def add_points(batch: Any, n: Any, rules: Any) -> None:
    """Add the hand's points to the scores of the game."""
    for team in range(rules[R_TEAMS]):
        for i in range(n):
            batch[(SCORE_0 + team) * B + i] += batch[(POINTS_0 + team) * B + i]
