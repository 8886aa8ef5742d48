"""What each card comes to on sampled worlds with all cards in sight: by the solver, in place of playing on."""

from itertools import pairwise
from typing import Any

import numpy as np
from numba.core import types

from sim.bits import U
from sim.engine.asking import INTS
from sim.engine.jit import kernel
from sim.engine.layout import (
    PAYOFF_TRICKS,
    POINTS_BITS,
    R_CARDS,
    R_DECK,
    R_PAYOFF,
    R_PLAYERS,
    R_TEAMS,
)
from sim.engine.record import MASKS
from sim.engine.score import with_sign
from sim.engine.suits import PLAIN_JOKER, plain
from sim.solver.tables import address, tables
from sim.solver.worlds import solve_worlds
from sim.worlds.holding import held_now
from sim.worlds.moment import (
    M_ALONE,
    M_CARD,
    M_LONE,
    M_MAKER,
    M_SEAT,
    M_SUIT,
    M_TRICKS,
    PLAYING,
    SEATS,
)

_INT = types.int64


@kernel(types.void(MASKS, MASKS, INTS, INTS, _INT, MASKS, _INT, _INT, MASKS, MASKS, MASKS))
def lay_open(moments: Any, worlds: Any, counts: Any, rules: Any, room: Any, choices: Any, trick: Any, position: Any,
             hands: Any, cards: Any, table: Any) -> None:  # fmt: skip
    """Write what each seat holds now in each world, the choices and the cards on the table, in the cards' own suits."""
    players = rules[R_PLAYERS]
    for k in range(len(counts)):
        suit = moments[M_SUIT, k]
        for c in range(choices.shape[1]):
            cards[k, c] = plain(choices[k, c], suit)
        for place in range(position):
            table[k, place] = plain(moments[M_CARD + (trick - 1) * SEATS + place, k], suit)
        for w in range(k * room, k * room + counts[k]):
            for seat in range(players):
                hands[w, seat] = plain(held_now(moments, k, worlds, w, seat, PLAYING + trick, rules), suit)


@kernel(types.void(MASKS, _INT, INTS, types.int64[:, ::1]))
def note_leads(moments: Any, many: Any, rules: Any, leads: Any) -> None:
    """What the side in turn leads by, times the number of other sides, for each number of the makers' tricks."""
    teams = rules[R_TEAMS]
    for k in range(many):
        seat, maker = np.int64(moments[M_SEAT, k]), np.int64(moments[M_MAKER, k])
        mine = seat & 1 == maker & 1 if teams < rules[R_PLAYERS] else seat == maker
        for tricks in range(rules[R_CARDS] + 1):
            paid = U(rules[R_PAYOFF + np.int64(moments[M_ALONE, k]) * PAYOFF_TRICKS + tricks])
            makers, others = np.int64(with_sign(paid)), np.int64(with_sign(paid >> U(POINTS_BITS)))
            lead = (teams - 1) * (makers - others)
            leads[k, tricks] = lead if mine else others * (teams - 1) - makers - others * (teams - 2)


def _active(moment: np.ndarray, rules: np.ndarray) -> list[bool]:
    """Which seats play the hand."""
    players, teams = int(rules[R_PLAYERS]), int(rules[R_TEAMS])
    maker, alone, lone = int(moment[M_MAKER]), int(moment[M_ALONE]), int(moment[M_LONE])
    plays = [True] * players
    for seat in range(players):
        friend = (seat - maker) % 2 == 0 if teams < players else seat == maker
        if seat != maker and friend and alone & 1:
            plays[seat] = False
        if not friend and lone and seat != lone - 1:
            plays[seat] = False
    return plays


def solve_choices(
    moments: np.ndarray, worlds: np.ndarray, counts: np.ndarray, rules: np.ndarray, choices: np.ndarray,
    alive: np.ndarray, trick: int, position: int, chosen: np.ndarray, played: np.ndarray, last: int, values: np.ndarray,
) -> None:  # fmt: skip
    """Add to values[moment, choice, world] what each choice alive comes to on worlds `played` to `last - 1`, solved."""
    many, room, players = len(counts), values.shape[2], int(rules[R_PLAYERS])
    hands = np.zeros((worlds.shape[1], players), dtype=np.uint64)
    cards, table = np.zeros(choices.shape, dtype=np.uint64), np.zeros((many, SEATS), dtype=np.uint64)
    lay_open(moments, worlds, counts, rules, room, choices, trick, position, hands, cards, table)
    leads = np.zeros((many, int(rules[R_CARDS]) + 1), dtype=np.int64)
    note_leads(moments, many, rules, leads)
    joker, left = bool(int(rules.view(np.uint64)[R_DECK]) & int(PLAIN_JOKER)), int(rules[R_CARDS]) - trick + 1
    block = address(tables())
    for k in chosen.tolist():
        moment, first, end = moments[:, k], int(played[k]), min(last, int(counts[k]))
        if end <= first:
            continue
        plays, me, maker = _active(moment, rules), int(moment[M_SEAT]), int(moment[M_MAKER])
        order = [(me - position + place) % players for place in range(players)]
        seats = [seat for seat in order if plays[seat]]
        sides = [(seat - maker) % 2 == 0 if rules[R_TEAMS] < players else seat == maker for seat in seats]
        places = [0]
        for before, side in pairwise(sides):
            places.append(places[-1] + (1 if side != before else 2))
        fast = places[-1] < 4
        places = places if fast else list(range(len(seats)))
        counted = sum(side << place for side, place in zip(sides, places, strict=True))
        taken = int(moment[M_TRICKS])
        marks = [t for t in range(1, left + 1) if leads[k, taken + t] != leads[k, taken + t - 1]]
        on_table = [table[k, place] for place in range(position) if plays[order[place]]]
        tried = np.flatnonzero(alive[k])
        found = np.zeros((end - first, len(tried)), dtype=np.int8)
        about = np.array([fast, counted, counted, int(moment[M_SUIT]), joker, left], dtype=np.int64)
        own = hands[k * room + first : k * room + end]
        solve_worlds(
            own, np.array(seats, dtype=np.int64), np.array(places, dtype=np.int64),
            np.array(on_table, dtype=np.uint64), cards[k, tried], about, np.array(marks, dtype=np.int64), found, block,
        )  # fmt: skip
        values[k, tried, first:end] += leads[k][taken + found].T
