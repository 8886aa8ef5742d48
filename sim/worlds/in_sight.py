"""What each card comes to on sampled worlds with all cards in sight: by the solver, in place of playing on."""

from typing import Any

import numpy as np
from numba.core import types

from sim.bits import U
from sim.engine.asking import INTS
from sim.engine.jit import inlined, kernel
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
from sim.solver.worlds import (
    G_ABOUT,
    G_ACTIVE,
    G_CARDS,
    G_COUNT,
    G_FIRST,
    G_MARK,
    G_MARKS,
    G_PLACES,
    G_SEATS,
    G_TURN,
    GROUP,
    solve_groups,
)
from sim.worlds.choices import ALIVE
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
from sim.worlds.weighing import VALUES

_INT = types.int64
_GROUPS = types.int64[:, ::1]


@inlined
def _is_friend(seat: Any, maker: Any, rules: Any) -> Any:
    """Whether a seat is on the makers' side."""
    return (seat - maker) & 1 == 0 if rules[R_TEAMS] < rules[R_PLAYERS] else seat == maker


@inlined
def _note_seats(moments: Any, k: Any, position: Any, rules: Any, group: Any) -> None:
    """Which seats play, in the order of the trick, and where they sit at a table of two sides in turn."""
    players = rules[R_PLAYERS]
    maker, alone, lone = np.int64(moments[M_MAKER, k]), moments[M_ALONE, k] & U(1), np.int64(moments[M_LONE, k])
    active, turn, place, counted, before = 0, 0, 0, 0, False
    for away in range(players):
        seat = (np.int64(moments[M_SEAT, k]) - position + away + players) % players
        friend = _is_friend(seat, maker, rules)
        if (friend and seat != maker and alone != U(0)) or (not friend and lone != 0 and seat != lone - 1):
            continue
        if active > 0:
            place += 1 if friend != before else 2
        group[G_SEATS + active], group[G_PLACES + active] = seat, place
        turn += 1 if away < position else 0
        before = friend
        active += 1
    fast = place < 4
    for at in range(active):
        group[G_PLACES + at] = group[G_PLACES + at] if fast else at
        counted |= (1 if _is_friend(group[G_SEATS + at], maker, rules) else 0) << group[G_PLACES + at]
    group[G_ACTIVE], group[G_TURN] = active, turn
    group[G_ABOUT], group[G_ABOUT + 1], group[G_ABOUT + 2] = 1 if fast else 0, counted, counted


@kernel(_INT(MASKS, MASKS, INTS, INTS, INTS, MASKS, ALIVE, _INT, _INT, INTS, _INT, _GROUPS, _GROUPS, MASKS, MASKS,
             MASKS))  # fmt: skip
def lay_open(moments: Any, worlds: Any, counts: Any, rules: Any, chosen: Any, choices: Any, alive: Any, trick: Any,
             position: Any, played: Any, last: Any, leads: Any, groups: Any, hands: Any, tables: Any,
             cards: Any) -> Any:  # fmt: skip
    """Write a group for each moment chosen (see the solver's GROUP) and the hands of its worlds; return their number.

    Cards are in their own suits. `leads` has what `note_leads` writes.
    """
    players, room, rows = rules[R_PLAYERS], worlds.shape[1] // len(counts), 0
    joker = U(rules[R_DECK]) & U(PLAIN_JOKER) != U(0)
    for g in range(len(chosen)):
        k, group = chosen[g], groups[g]
        suit, taken, left = moments[M_SUIT, k], np.int64(moments[M_TRICKS, k]), rules[R_CARDS] - trick + 1
        _note_seats(moments, k, position, rules, group)
        group[G_ABOUT + 3], group[G_ABOUT + 4], group[G_ABOUT + 5] = np.int64(suit), 1 if joker else 0, left
        group[G_MARKS] = 0
        for tricks in range(1, left + 1):
            if leads[k, taken + tricks] != leads[k, taken + tricks - 1]:
                group[G_MARK + group[G_MARKS]] = tricks
                group[G_MARKS] += 1
        group[G_CARDS] = 0
        for c in range(choices.shape[1]):
            if alive[k, c]:
                cards[g, group[G_CARDS]] = plain(choices[k, c], suit)
                group[G_CARDS] += 1
        on_table = 0
        for place in range(position):
            card = moments[M_CARD + (trick - 1) * SEATS + place, k]
            if card != U(0):
                tables[g, on_table] = plain(card, suit)
                on_table += 1
        group[G_FIRST] = rows
        for j in range(played[k], min(last, counts[k])):
            for seat in range(players):
                held = held_now(moments, k, worlds, k * room + j, seat, PLAYING + trick, rules)
                hands[rows, seat] = plain(held, suit)
            rows += 1
        group[G_COUNT] = rows - group[G_FIRST]
    return rows


@kernel(types.void(MASKS, _INT, INTS, _GROUPS))
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


@kernel(types.void(MASKS, INTS, ALIVE, INTS, _GROUPS, _GROUPS, types.int8[:, ::1], VALUES))
def add_values(moments: Any, chosen: Any, alive: Any, played: Any, leads: Any, groups: Any, found: Any,
               values: Any) -> None:  # fmt: skip
    """Add what the solver has found."""
    for g in range(len(chosen)):
        k, taken, tried = chosen[g], np.int64(moments[M_TRICKS, chosen[g]]), 0
        for c in range(alive.shape[1]):
            if alive[k, c]:
                for i in range(groups[g, G_COUNT]):
                    tricks = taken + found[groups[g, G_FIRST] + i, tried]
                    values[k, c, played[k] + i] += leads[k, tricks]
                tried += 1


def solve_choices(
    moments: np.ndarray, worlds: np.ndarray, counts: np.ndarray, rules: np.ndarray, choices: np.ndarray,
    alive: np.ndarray, trick: int, position: int, chosen: np.ndarray, played: np.ndarray, last: int,
    values: np.ndarray,
) -> None:  # fmt: skip
    """Add to values[moment, choice, world] what each choice alive comes to on worlds `played` to `last - 1`, solved."""
    many, players = len(chosen), int(rules[R_PLAYERS])
    leads = np.zeros((len(counts), int(rules[R_CARDS]) + 1), dtype=np.int64)
    note_leads(moments, len(counts), rules, leads)
    hands = np.zeros((many * last, players), dtype=np.uint64)
    groups, on_table = np.zeros((many, GROUP), dtype=np.int64), np.zeros((many, SEATS), dtype=np.uint64)
    cards = np.zeros((many, choices.shape[1]), dtype=np.uint64)
    rows = lay_open(
        moments, worlds, counts, rules, chosen, choices, alive, trick, position, played, last, leads, groups, hands,
        on_table, cards,
    )  # fmt: skip
    found = np.zeros((rows, choices.shape[1]), dtype=np.int8)
    solve_groups(hands[:rows], groups, on_table, cards, found, address(tables()))
    add_values(moments, chosen, alive, played, leads, groups, found, values)
