"""A player's bidding as a table over classes: the compiled hooks are asked once for every class, seat and round."""

from typing import Any, Final

import numpy as np
from numba.core import types

from sim.bits import U
from sim.book.classes import A, ClassIndex, G, index_of
from sim.book.contracts import Contracts, contracts_of
from sim.book.library import BIDDING
from sim.engine.asking import INTS, TABLE, ask, take_seat
from sim.engine.jit import kernel
from sim.engine.layout import (
    DEALER,
    DEALT_0,
    GAME,
    H_NAME_TRUMP,
    H_ORDER_UP,
    HAND_NUMBER,
    R_PLAYERS,
    ROWS,
    SCORE_0,
    UPCARD,
    B,
)
from sim.engine.match_state import Table
from sim.engine.proposal import propose
from sim.engine.score import pack_scores
from sim.engine.turn_up import open_bidding, open_suits, turn_down
from sim.errors import StrategyError
from sim.players.linking import Step
from sim.players.match import hooks_asked
from sim.players.strategy import Player
from sim.rules.rules import Rules

_INT = types.int64
BY_CHANCE: Final = "random"
"""The field of a view that is not the same whenever a hand of a class is held."""
ALONE_FROM: Final = 9
"""Answers of name_trump from here on are calls to play alone."""


@kernel(types.void(types.uint64[::1], types.uint64[::1], INTS, INTS, *TABLE, types.int64[:, ::1]))
def ask_hands(hands: Any, ups: Any, scores: Any, rules: Any, steps: Any, params: Any, slots: Any, out: Any) -> None:
    """What every seat answers with each of some turned hands in both rounds, all before having passed."""
    batch, second = np.zeros(ROWS * B, dtype=np.uint64), np.zeros(ROWS * B, dtype=np.uint64)
    actions, places = np.zeros(B, dtype=np.uint64), np.zeros(B + 1, dtype=np.int64)
    players = rules[R_PLAYERS]
    for first in range(0, len(hands), B):
        n = min(B, len(hands) - first)
        for i in range(n):
            batch[GAME * B + i] = U(first + i)
            batch[HAND_NUMBER * B + i] = U(0)
            batch[DEALER * B + i] = U(players - 1)
            batch[UPCARD * B + i] = ups[first + i]
            for side in range(6):
                batch[(SCORE_0 + side) * B + i] = U(scores[side])
            for seat in range(players):
                batch[(DEALT_0 + seat) * B + i] = hands[first + i]
        propose(batch, n, rules)
        pack_scores(batch, n, rules)
        open_bidding(batch, n, rules)
        for seat in range(players):
            take_seat(batch, n, seat)
            ask(batch, actions, n, H_ORDER_UP, seat, 0, rules, steps, params, slots)
            for i in range(n):
                out[seat, first + i] = np.int64(actions[i])
        left = turn_down(batch, second, places, n, rules)
        for seat in range(players):
            take_seat(second, left, seat)
            open_suits(second, left, seat, rules)
            ask(second, actions, left, H_NAME_TRUMP, seat, 0, rules, steps, params, slots)
            for i in range(left):
                out[players + seat, first + places[i]] = np.int64(actions[i])


def bids_by_class(player: Player, rules: Rules) -> bool:
    """Whether a player's bids hang on nothing but the hand, the upcard, the seat and the score."""
    made = [player.decision(hook, rules.auction) for hook in BIDDING]
    if any(decision is None or decision.needs_table or decision.in_numpy for decision in made):
        return False
    steps = [step for step, _ in player.steps(BIDDING, rules.auction, rules.players).values()]
    return all(isinstance(step, Step) and BY_CHANCE not in step.fields for step in steps)


def bidding_table(player: Player, rules: Rules, scores: tuple[int, ...] = ()) -> np.ndarray:
    """int8[nodes, ids]: the answer of a player at each node, with each hand of each class, at 0-0 or other scores.

    Raises StrategyError for players whose bids hang on more than that, or break the rules.
    """
    if not bids_by_class(player, rules):
        raise StrategyError(
            f"the bids of {player.spec} hang on more than hand, upcard, seat and score, so there is no table of them",
            "it draws lots, looks ahead or decides in NumPy",
        )
    index, contracts = index_of(rules), contracts_of(rules)
    linked = player.link(hooks_asked(rules), rules.auction, rules.players)
    table = Table(rules.of_single_hands if not scores else rules, [linked], [0] * rules.players, 0)
    board = np.zeros(6, dtype=np.int64)
    board[: len(scores)] = scores
    found = np.zeros((contracts.nodes, 2 * index.count), dtype=np.int8)
    for swapped in range(2):
        raw = np.zeros((contracts.nodes, index.count), dtype=np.int64)
        with np.errstate(over="ignore"):
            ask_hands(
                index.hands(bool(swapped)), index.upcards(), board, table.vector, table.steps, table.params, 1, raw
            )
        found[:, swapped::2] = _heard(raw, bool(swapped), index, contracts, player)
    alike = np.flatnonzero(index.rows[:, A] == index.rows[:, G])  # these lie one way round only
    found[:, 2 * alike + 1] = found[:, 2 * alike]
    return found


def _heard(raw: np.ndarray, swapped: bool, index: ClassIndex, contracts: Contracts, player: Player) -> np.ndarray:
    """Raw answers of the hooks as answers of the nodes."""
    heard = np.zeros(raw.shape, dtype=np.int8)
    for node, answers in enumerate(raw):
        if node < contracts.players:
            said, wrong = answers, (answers < 0) | (answers > 2)
        else:
            alone = answers >= ALONE_FROM
            lane = answers - np.where(alone, ALONE_FROM, 1)
            wrong = (answers != 0) & ((lane < 0) | (lane > 2))
            said = np.where(answers == 0, 0, 1 + 2 * np.where(swapped, 2 - lane, lane) + alone)
        if contracts.stuck and node == contracts.nodes - 1:
            wrong |= answers == 0
        if wrong.any():
            raise StrategyError(
                f"{player.spec} broke the rules: it answered {answers[wrong][0]} in seat "
                f"{node % contracts.players + 1}, round {1 + node // contracts.players}",
                f"euchre-sim strategies check {player.spec} says what it does wrong",
            )
        heard[node] = contracts.heard[node][said]
    return heard


def both_ways(table: np.ndarray) -> np.ndarray:
    """A table over classes int8[nodes, classes] as one over class ids, which says the same both ways round."""
    return np.repeat(table, 2, axis=1)
