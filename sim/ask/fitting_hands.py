"""Which hands fit a player: those with which their strategy would have done all that they have been seen to do."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from sim.ask.hand_sets import HandSet, SetPlan, plan_sets
from sim.ask.hidden_cards import combinations_of
from sim.ask.knowledge import DealRows, script_others
from sim.ask.question_table import Deals
from sim.cards import JOKER, deck_mask
from sim.lanes import WORD_BITS
from sim.players.hook_names import TURN_UP
from sim.players.strategy import FOUR, Player

if TYPE_CHECKING:
    from sim.ask.question_table import QuestionTable

_SEEN_HOOKS: Final = ("claim_farmers", "order_up", "name_trump", "pick_up", "discard", "declare_alone", "defend_alone")
"""Decisions that a hand alone decides, before the play."""


def plays_by_chance(player: Player) -> bool:
    """Whether a player may answer differently with the same hand."""
    # Of a hook that decides in NumPy nobody can tell.
    return any(
        "random" in getattr(step, "fields", ("random",))
        for step, _ in player.steps(_SEEN_HOOKS, TURN_UP, FOUR).values()
    )


def can_be_weighed(table: "QuestionTable") -> bool:
    """Whether what the others did depends, but for chance, on each one's own hand and nothing else."""
    return table.question.upcard != JOKER and not any(len(hand.rows) > 1 for hand in table.rows.hidden)


def can_be_sets(table: "QuestionTable", players: Sequence[Player]) -> bool:
    """Whether each hand of the others says, without any chance, if its player would have done what they did."""
    others = [player for seat, player in enumerate(players, 1) if seat != table.question.seat]
    return can_be_weighed(table) and not any(plays_by_chance(player) for player in others)


def plan_from_sets(table: "QuestionTable") -> SetPlan | None:
    """The plan of draws from sets of hands; None where some player would never have done what they did."""
    deck = deck_mask(table.question.rules.deck)

    def fits(row: int, hands: np.ndarray) -> np.ndarray:
        scripts = table.scripts.copy()
        script_others(scripts, table.question, row + 1, deck)
        return table.fits(scripts, put_hands(table, row, hands, deck).cards, row)

    return plan_of_hands(table, fits)


def plan_of_hands(table: "QuestionTable", fits: Callable[[int, np.ndarray], np.ndarray]) -> SetPlan | None:
    """The plan of draws where `fits(row, hands)` tells which hands fit a seat, or how well; None where none does."""
    rows = table.rows
    sets, others = [], []
    for hand in rows.hidden:
        (row,), (size,) = hand.rows, hand.sizes
        if row >= table.question.rules.players:
            others.append((row, size))
            continue
        found = HandSet(row, hand.shown, size - hand.shown.bit_count(), fits(row, hands_of(rows, row)))
        if not found.fits.any():
            return None
        sets.append(found)
    return plan_sets(rows.rows, rows.fixed, rows.unknown, sets, others)


def hands_of(rows: DealRows, row: int) -> np.ndarray:
    """uint64: every hand that the cards seen leave a seat with, in rising order of its cards that are unknown."""
    hand = next(hand for hand in rows.hidden if hand.rows == (row,))
    places = combinations_of(rows.unknown.bit_count(), hand.sizes[0] - hand.shown.bit_count())
    return spread(places, rows.unknown) | np.uint64(hand.shown)


def put_hands(table: "QuestionTable", row: int, hands: np.ndarray, others: int) -> Deals:
    """A deal for each hand of one seat; the player asked has their own, all others hold `others`."""
    rows, players = table.rows, table.question.rules.players
    cards = np.full((rows.rows, len(hands)), others, dtype=np.uint64)
    cards[table.question.seat - 1] = rows.fixed[table.question.seat - 1]
    cards[row] = hands
    cards[players] = rows.fixed[players]
    cards[players + 1 :] = 0
    return Deals(cards, np.zeros(len(hands), dtype=np.uint64))


def spread(places: np.ndarray, cards: int) -> np.ndarray:
    """Masks over the k-th lowest of some cards as masks of those cards."""
    spread = np.zeros(len(places), dtype=np.uint64)
    codes = [code for code in range(WORD_BITS) if cards >> code & 1]
    for place, code in enumerate(codes):
        spread |= (places >> np.uint64(place) & np.uint64(1)) << np.uint64(code)
    return spread
