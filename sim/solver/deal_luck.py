"""How lucky the cards of a deal are for the dealer's side, whoever plays them: a number whose mean is 0, exactly.

The *worth* of a deal is the tricks that the dealer's side takes with all cards in sight and best play of everybody,
in a contract that is fixed beforehand (see `contract`). The *luck* of a deal is its worth less that of its twin: the
same deal with every hand moved on by one seat, while dealer and upcard stay, so that each side has the other's cards.
Both are dealt equally often, so their worths have the same mean and the difference has the mean 0: for every dealer,
every pack, and whatever is taken for worth. Nothing has to be estimated for it.
"""

from collections.abc import Callable, Mapping

import numpy as np

from sim.bits import U
from sim.cards import JOKER, suit_of
from sim.errors import UsageError
from sim.lanes import JACK, LANE_BITS, LANES, card_mask, each_lane, lane_mask
from sim.rules.rules import Rules
from sim.solver.batch import OpenHands, open_tricks

_TRUMPS = np.array(
    [lane_mask(suit) | card_mask((suit + 2) % LANES, JACK) | 1 << JOKER for suit in range(LANES)], np.uint64
)
"""For each suit the cards that are trump when it is: the other jack of its colour and the joker too."""
_LEVELS = np.array([each_lane(1 << rank) for rank in range(LANE_BITS)], np.uint64)
"""For each rank the cards of it."""


def check_luck(rules: Rules) -> None:
    """UsageError where the luck of a deal is not known: it takes two sides, and hands as they were dealt."""
    why = (
        "there are more than two sides" if rules.teams != 2
        else "what players do about farmer's hands changes what is dealt" if rules.may_claim
        else ""
    )  # fmt: skip
    if why:
        raise UsageError(f"this game cannot be adjusted for luck: {why}", "leave --adjust-luck away")


def contract(rules: Rules) -> str:
    """In words, the contract in which a deal is valued."""
    return "the upcard's suit is trump and the dealer has it" if rules.has_upcard else "each suit is trump in turn"


def deal_luck(rules: Rules, hands: Mapping[str, np.ndarray], stop: Callable[[], bool] | None = None) -> np.ndarray:
    """int64[rows]: by how many tricks the cards of each deal favour the dealer's side; the mean over all deals is 0.

    `hands` are columns of a table of hands (`hand_1`, ..., `upcard`; see docs/results-format.md). `stop` is asked
    between pieces of work and raises Interrupted when true. Raises UsageError where `check_luck` does.
    """
    check_luck(rules)
    dealt = np.stack([hands[f"hand_{seat}"] for seat in range(1, rules.players + 1)], axis=1)
    twin = np.roll(dealt, 1, axis=1)
    upcard = np.asarray(hands["upcard"], np.int64) if rules.has_upcard else None
    return deal_worth(rules, dealt, upcard, stop) - deal_worth(rules, twin, upcard, stop)


def deal_worth(
    rules: Rules, dealt: np.ndarray, upcard: np.ndarray | None = None, stop: Callable[[], bool] | None = None
) -> np.ndarray:
    """int64[rows]: tricks of the dealer's side in the fixed contract, all cards in sight; the eldest hand leads.

    `dealt` is uint64[rows, players], seat 1 first. With an `upcard` (int64[rows], a code; a joker stands for clubs) the
    dealer takes it up for their lowest card that is no trump, and its suit is trump; without, the tricks with each of
    the four suits as trump are added up.
    """
    held = np.array(dealt, np.uint64)
    if upcard is None:
        each = [_tricks(rules, held, np.full(len(held), suit), stop) for suit in range(LANES)]
        return np.asarray(np.sum(each, axis=0))
    suit = np.asarray(suit_of(upcard))  # type: ignore[arg-type]
    held[:, -1] = _without_lowest(held[:, -1] | U(1) << upcard.astype(np.uint64), suit)
    return _tricks(rules, held, suit, stop)


def _tricks(rules: Rules, held: np.ndarray, suit: np.ndarray, stop: Callable[[], bool] | None) -> np.ndarray:
    rows = len(held)
    deals = OpenHands(rules, held, np.ones(rows, np.int64), np.full(rows, rules.players), suit)
    return open_tricks(deals, 1, stop).astype(np.int64)


def _without_lowest(hands: np.ndarray, trump: np.ndarray) -> np.ndarray:
    """Hands less their lowest card that is no trump: plain, and any fixed rule leaves the mean of the luck 0."""
    plain = hands & ~_TRUMPS[trump]
    plain = np.where(plain == 0, hands, plain)
    low = plain
    for cards in reversed(_LEVELS):
        low = np.where(plain & cards != 0, plain & cards, low)
    return np.asarray(hands & ~(low & (~low + U(1))))
