"""Bidding looked up in a library: the value of every answer at every decision reached, and mirrored matches.

A *bidding table* is int8[nodes, ids]: for every node and class id (twice the class, and one more where the green suits
lie the other way round) an answer of `sim.book.contracts`, as the rules have heard it. Here it is packed by seat, so
that two look-ups a seat tell both rounds of both players.
"""

from typing import Any, Final

import numpy as np
from numba.core import types

from sim.bits import U, popcount
from sim.book.contracts import ANSWERS, CODE_BITS, CODES, OUTCOMES
from sim.book.payoffs import IDS, PLACES
from sim.engine.jit import inlined, kernel
from sim.engine.rng import first_dealer

_INT = types.int64
FIELD: Final = 3
"""Bits of an answer."""
_ANSWER = (1 << FIELD) - 1
COUNT: Final = ANSWERS
"""Column of the sums that counts the deals; the others are answers."""
COLUMNS: Final = ANSWERS + 1
PACKED, WORTH = types.uint16[:, ::1], types.int64[:, ::1]
SUMS, SQUARES = types.int32[:, :, ::1], types.int64[:, ::1]


def pack(table: np.ndarray, other: np.ndarray | None = None) -> np.ndarray:
    """uint16[players, ids]: both answers of each seat by `table`, and above them those by `other`."""
    players = len(table) // 2
    packed = np.zeros((players, table.shape[1]), dtype=np.uint16)
    for row, rows in enumerate((table, table if other is None else other)):
        first, second = rows[:players].astype(np.uint16), rows[players:].astype(np.uint16)
        packed |= (first | second << np.uint16(FIELD)) << np.uint16(2 * FIELD * row)
    return packed


@inlined
def _first_node(answers: Any) -> Any:
    """The node of the first answer that is no pass, where there is one."""
    return np.int64(popcount((answers & (~answers + U(1))) - U(1))) // FIELD


@inlined
def _is_alone(node: Any, answer: Any, players: Any) -> Any:
    return answer - 1 if node < players else (answer - 1) & 1


@inlined
def _outcome(word: Any, node: Any, answer: Any, players: Any, places: Any) -> Any:
    """What a deal comes to where `answer` is the first at `node` that is no pass."""
    seat = node if node < players else node - players
    code = np.int64((word >> U(places[node, answer])) & U((1 << CODE_BITS) - 1))
    return OUTCOMES * seat + CODES * _is_alone(node, answer, players) + code


@kernel(types.void(IDS, types.uint64[::1], PACKED, PLACES, WORTH, SUMS, SQUARES, types.int64[::1]))
def walk(ids: Any, words: Any, packed: Any, places: Any, worth: Any, sums: Any, squares: Any, totals: Any) -> None:
    """Add up, for each node reached when all follow a table, what every answer is worth to its seat.

    `sums` int32[nodes, classes, COLUMNS], `squares` int64[nodes, ANSWERS] of (answer less pass), `totals`
    int64[players] of what the seats come to.
    """
    players, nodes, out = ids.shape[1], 2 * ids.shape[1], OUTCOMES * ids.shape[1]
    for i in range(len(words)):
        if ids[i, 0] < 0:
            continue
        word, answers = words[i], U(0)
        for seat in range(players):
            own = U(packed[seat, ids[i, seat]])
            answers |= (own & U(_ANSWER)) << U(FIELD * seat)
            answers |= ((own >> U(FIELD)) & U(_ANSWER)) << U(FIELD * (players + seat))
        stop = np.int64(nodes) if answers == U(0) else _first_node(answers)
        outcome = out
        for back in range(nodes):
            node = nodes - 1 - back
            seat = node if node < players else node - players
            if node <= stop:
                row = sums[node, ids[i, seat] >> 1]
                passed = worth[seat, outcome]
                row[0] += passed
                row[COUNT] += 1
                for answer in range(1, 3 if node < players else ANSWERS):
                    if places[node, answer] >= 0:
                        got = worth[seat, _outcome(word, node, answer, players, places)]
                        row[answer] += got
                        squares[node, answer] += (got - passed) * (got - passed)
            said = np.int64((answers >> U(FIELD * node)) & U(_ANSWER))
            if said != 0:
                outcome = _outcome(word, node, said, players, places)
        for seat in range(players):
            totals[seat] += worth[seat, outcome]


@inlined
def _lead(word: Any, answers: Any, side: Any, players: Any, places: Any, worth: Any) -> Any:
    """The lead of the seat `side` when these answers are given."""
    if answers == U(0):
        return worth[side, OUTCOMES * players]
    node = _first_node(answers)
    answer = np.int64((answers >> U(FIELD * node)) & U(_ANSWER))
    return worth[side, _outcome(word, node, answer, players, places)]


@kernel(types.void(IDS, types.uint64[::1], PACKED, types.uint64[::1], PLACES, WORTH, types.int64[::1]))
def match(ids: Any, words: Any, packed: Any, masks: Any, places: Any, worth: Any, counts: Any) -> None:
    """Mirrored pairs of two packed tables: how often each value of a pair came, the middle of `counts` being 0.

    `masks` are the nodes of the first player, a word for each side that they sit on in turn.
    """
    players, middle, sides = ids.shape[1], len(counts) // 2, len(masks)
    for i in range(len(words)):
        mine, other = U(0), U(0)
        if ids[i, 0] < 0:
            counts[middle] += 1
            continue
        for seat in range(players):
            own = U(packed[seat, ids[i, seat]])
            first, second = U(FIELD * seat), U(FIELD * (players + seat))
            mine |= ((own & U(_ANSWER)) << first) | (((own >> U(FIELD)) & U(_ANSWER)) << second)
            own >>= U(2 * FIELD)
            other |= ((own & U(_ANSWER)) << first) | (((own >> U(FIELD)) & U(_ANSWER)) << second)
        some = mine | other
        differs = mine ^ other
        # Where both answer alike until somebody bids, no turn of the table makes a difference.
        value = np.int64(0)
        if differs != U(0) and (differs >> U(FIELD * _first_node(some))) & U(_ANSWER) != U(0):
            for side in range(sides):
                value += _lead(words[i], (mine & masks[side]) | (other & ~masks[side]), side, players, places, worth)
        counts[middle + value] += 1


@kernel(types.void(IDS, types.uint64[::1], PACKED, types.uint64[::1], PLACES, WORTH, types.int64[:, ::1]))
def leads_by_deal(ids: Any, words: Any, packed: Any, masks: Any, places: Any, worth: Any, found: Any) -> None:
    """The lead of the first player deal by deal, int64[sides, deals], for each side that they sit on in turn.

    A deal with a joker turned up is left at 0.
    """
    players = ids.shape[1]
    for i in range(len(words)):
        mine, other = U(0), U(0)
        if ids[i, 0] < 0:
            continue
        for seat in range(players):
            own = U(packed[seat, ids[i, seat]])
            first, second = U(FIELD * seat), U(FIELD * (players + seat))
            mine |= ((own & U(_ANSWER)) << first) | (((own >> U(FIELD)) & U(_ANSWER)) << second)
            own >>= U(2 * FIELD)
            other |= ((own & U(_ANSWER)) << first) | (((own >> U(FIELD)) & U(_ANSWER)) << second)
        for side in range(len(masks)):
            answers = (mine & masks[side]) | (other & ~masks[side])
            found[side, i] = _lead(words[i], answers, side, players, places, worth)


@kernel(types.void(types.uint64, _INT, _INT, types.int64[::1]))
def first_dealers(seed: Any, first: Any, players: Any, found: Any) -> None:
    """Who deals the first hand of each game from `first` on, 0 to players - 1."""
    for i in range(len(found)):
        found[i] = first_dealer(seed, first + i, players)


def masks_of(players: int, teams: int) -> np.ndarray:
    """uint64[teams]: the fields of the answers of side `k`, of which seat k is one, for `match` and `leads_by_deal`."""
    masks = np.zeros(teams, dtype=np.uint64)
    for node in range(2 * players):
        masks[node % players % teams] |= np.uint64(_ANSWER << FIELD * node)
    return masks
