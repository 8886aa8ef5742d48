"""What can be said of cards in all four lanes at once. No card lies in the highest place of a lane."""

from typing import Any

from sim.bits import ONES, U, low, sel, top
from sim.lanes import LANE, LANE_BITS, each_lane
from sim.solver.compiled import part

EVERY = U(each_lane(LANE >> 1))
"""Every place that a card can have."""
FIRST = U(each_lane(1))
GUARD = ~EVERY
_TWO_DOWN = U(each_lane(LANE >> 2))
_FOUR_DOWN = U(each_lane(LANE >> 4))
_EIGHT_DOWN = U(each_lane(LANE >> 8))


@part
def runs(hand: Any, gone: Any) -> Any:
    """The lowest card of each run: cards of a hand with nothing alive between them are worth the same."""
    x = hand | gone
    return (gone + (x & ~(x << U(1)))) & hand


@part
def at_or_below(mask: Any) -> Any:
    """Every place at or below the highest card of its lane."""
    m = mask | ((mask >> U(1)) & EVERY)
    m = m | ((m >> U(2)) & _TWO_DOWN)
    m = m | ((m >> U(4)) & _FOUR_DOWN)
    return m | ((m >> U(8)) & _EIGHT_DOWN)


@part
def lanes_with(mask: Any) -> Any:
    """All places of the lanes in which there is a card."""
    marks = (mask + EVERY) & GUARD
    return marks - (marks >> U(LANE_BITS - 1))


@part
def first_in_lanes(mask: Any) -> Any:
    """The lowest card of each lane."""
    return mask & ~((mask | GUARD) - FIRST)


@part
def lowest_rank(mask: Any, trumps: Any) -> Any:
    """The card of lowest rank, a trump only where there is nothing else; 0 of none."""
    side = mask & ~trumps
    m = sel(side != U(0), side, mask)
    half = m | (m >> U(2 * LANE_BITS))
    rank = low((half | (half >> U(LANE_BITS))) & U(LANE))
    pair = rank | (rank << U(LANE_BITS))
    return low(m & (pair | (pair << U(2 * LANE_BITS))))


@part
def highest_rank(mask: Any) -> Any:
    """A card of the highest rank; 0 of none."""
    half = mask | (mask >> U(2 * LANE_BITS))
    rank = top((half | (half >> U(LANE_BITS))) & U(LANE))
    pair = rank | (rank << U(LANE_BITS))
    return low(mask & (pair | (pair << U(2 * LANE_BITS))))


@part
def legal(hand: Any, led: Any) -> Any:
    """The cards that may be played to a suit; all when there is none to follow."""
    return sel(hand & led != U(0), hand & led, hand)


@part
def beatable(hand: Any, trumps: Any) -> Any:
    """Leads that a hand can beat: below its highest card of a suit, and in suits that it can trump."""
    void = sel(hand & trumps != U(0), ~(trumps | lanes_with(hand)), U(0))
    return at_or_below(hand) | void


@part
def above(card: Any) -> Any:
    """Every place above a card; all of them above none."""
    return sel(card == U(0), ONES, ~(card | (card - U(1))))
