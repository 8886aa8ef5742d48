"""Which hands fit a player: those with which his strategy would have done all that he has been seen to do."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from sim.cards import JOKER
from sim.hand_sets import HandSet, SetPlan, plan_sets
from sim.hook_names import TURN_UP
from sim.known import DealRows, script_others
from sim.sampling import combinations_of
from sim.strategy import FOUR, Player

if TYPE_CHECKING:
    from sim.ask_table import QuestionTable

_SEEN_HOOKS: Final = ("order_up", "name_trump", "pick_up", "discard", "declare_alone", "defend_alone")
"""Decisions that a hand alone decides, before the play."""


def plays_by_chance(player: Player) -> bool:
    """Whether a player may answer differently with the same hand."""
    # Of a hook that decides in NumPy nobody can tell.
    return any(
        "random" in getattr(step, "fields", ("random",))
        for step, _ in player.steps(_SEEN_HOOKS, TURN_UP, FOUR).values()
    )


def can_be_sets(table: "QuestionTable", players: Sequence[Player]) -> bool:
    """Whether what the others did depends on each one's own hand and nothing else."""
    q = table.question
    others = [player for seat, player in enumerate(players, 1) if seat != q.seat]
    uses_dummy = any(len(hand.rows) > 1 for hand in table.rows.hidden)
    return q.upcard != JOKER and not uses_dummy and not any(plays_by_chance(player) for player in others)


def plan_from_sets(table: "QuestionTable") -> SetPlan | int:
    """The plan of draws from sets of hands; the number of a seat whose player would never have done what he did."""
    rows = table.rows
    sets, others = [], []
    for hand in rows.hidden:
        (row,), (size,) = hand.rows, hand.sizes
        if row >= table.question.rules.players:
            others.append((row, size))
            continue
        found = _fitting(table, rows, row, hand.shown, size - hand.shown.bit_count())
        if not found.fits.any():
            return row + 1
        sets.append(found)
    return plan_sets(rows.rows, rows.fixed, rows.unknown, sets, others)


def _fitting(table: "QuestionTable", rows: DealRows, row: int, shown: int, size: int) -> HandSet:
    places = combinations_of(rows.unknown.bit_count(), size)
    hands = spread(places, rows.unknown) | np.uint64(shown)
    own = rows.fixed[table.question.seat - 1]
    deals = np.full((rows.rows, len(hands)), own, dtype=np.uint64)
    deals[row] = hands
    deals[table.question.rules.players] = rows.fixed[table.question.rules.players]
    deals[table.question.rules.players + 1 :] = 0
    scripts = table.scripts.copy()
    script_others(scripts, table.question, row + 1, own)
    return HandSet(row, shown, size, table.fits(scripts, deals, row))


def spread(places: np.ndarray, cards: int) -> np.ndarray:
    """Masks over the k-th lowest of some cards as masks of those cards."""
    spread = np.zeros(len(places), dtype=np.uint64)
    codes = [code for code in range(64) if cards >> code & 1]
    for place, code in enumerate(codes):
        spread |= (places >> np.uint64(place) & np.uint64(1)) << np.uint64(code)
    return spread
