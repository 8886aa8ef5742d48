"""Baseline card play: the highest card when it can win, else the lowest, whoever is winning.

Not from any source: card play without memory, partner or plan, to measure others against. The leader plays their
highest card, trumps above all others, and of equal ranks any. Who follows plays their highest card if a legal card of
theirs beats the trick so far, even over their partner's, and else their lowest, trumps last. Bidding, burying and the
rest are those of `basic`. It needs no change for other numbers of players, packs or the joker.
"""

from sim.bits import U, low, sel, top
from sim.views import View
from strategies.toolkit import highest_rank, legal, lowest_rank, narrowed, winners


def highest(v: View, cards):
    """The highest of some cards: trumps before side suits, there by rank."""
    trumps = cards & v.trumps
    return sel(trumps != U(0), top(trumps), highest_rank(cards))


def lowest(v: View, cards):
    """The lowest of some cards: side suits before trumps, there by rank."""
    side = cards & ~v.trumps
    return sel(side != U(0), lowest_rank(side), low(cards))


def lead(v: View):
    """The highest card."""
    return highest(v, v.hand)


def follow(v: View):
    """The highest card that wins for now, else the lowest."""
    return narrowed(lowest(v, legal(v)), highest(v, winners(v)))
