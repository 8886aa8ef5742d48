"""What can be said of cards in all four lanes at once. No card lies in the highest place of a lane."""

from typing import Any

from sim.bits import ONES, U, low, sel, top
from sim.solver.compiled import part

EVERY = U(0x7FFF_7FFF_7FFF_7FFF)
"""Every place that a card can have."""
FIRST = U(0x0001_0001_0001_0001)
GUARD = U(0x8000_8000_8000_8000)


@part
def runs(hand: Any, gone: Any) -> Any:
    """The lowest card of each run: cards of a hand with nothing alive between them are worth the same."""
    x = hand | gone
    return (gone + (x & ~(x << U(1)))) & hand


@part
def at_or_below(mask: Any) -> Any:
    """Every place at or below the highest card of its lane."""
    m = mask | ((mask >> U(1)) & EVERY)
    m = m | ((m >> U(2)) & U(0x3FFF_3FFF_3FFF_3FFF))
    m = m | ((m >> U(4)) & U(0x0FFF_0FFF_0FFF_0FFF))
    return m | ((m >> U(8)) & U(0x00FF_00FF_00FF_00FF))


@part
def lanes_with(mask: Any) -> Any:
    """All places of the lanes in which there is a card."""
    marks = (mask + EVERY) & GUARD
    return marks - (marks >> U(15))


@part
def first_in_lanes(mask: Any) -> Any:
    """The lowest card of each lane."""
    return mask & ~((mask | GUARD) - FIRST)


@part
def lowest_rank(mask: Any, trumps: Any) -> Any:
    """The card of lowest rank, a trump only where there is nothing else; 0 of none."""
    side = mask & ~trumps
    m = sel(side != U(0), side, mask)
    half = m | (m >> U(32))
    rank = low((half | (half >> U(16))) & U(0xFFFF))
    pair = rank | (rank << U(16))
    return low(m & (pair | (pair << U(32))))


@part
def highest_rank(mask: Any) -> Any:
    """A card of the highest rank; 0 of none."""
    half = mask | (mask >> U(32))
    rank = top((half | (half >> U(16))) & U(0xFFFF))
    pair = rank | (rank << U(16))
    return low(mask & (pair | (pair << U(32))))


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
