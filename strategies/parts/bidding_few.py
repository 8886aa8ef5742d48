"""Bidding of the basic player where everybody plays for themselves: two players, and three with a dummy or without.

Here a call is the worth of the cards held against a threshold, in numbers of each game's own scale; docs/fitting.md
tells how weights and thresholds were found. With two players trumps count by number, high or low, and every side card
that may be the best of its suit; calls are made on little, but not into the dealer's hand. With three the maker's five
best of ten hide most of what they were dealt: their trumps, above all the best one, are what they can count on. Three
without a dummy, the maker alone against two, weigh like a lone hand of four.
"""

from sim.bits import U, popcount
from sim.views import View
from strategies.toolkit import KINGS, LEFT, RIGHT, TRUMP_ACE, count_trumps, from_the_top, side_aces, side_voids


def few(v: View, two, three, solo):
    """The number for two players, for three with a dummy to draw on, for three without one."""
    if v.players == 2:
        return two
    # Three-handed, going alone means leaving the dummy: who may not do so has none (or has to use it).
    return three if v.may_alone == 1 else solo


def worth(v: View, hand, p):
    """Worth of five cards; trump is lane 3."""
    high = from_the_top(v, hand)
    return (
        few(v, p.two_trump, p.three_trump, p.lone_trump) * count_trumps(hand)
        + (few(v, 0, p.three_best, p.lone_best) if high & RIGHT != U(0) else 0)
        + (few(v, 0, p.three_second, p.lone_second) if high & LEFT != U(0) else 0)
        + (few(v, 0, p.three_third, p.lone_third) if high & TRUMP_ACE != U(0) else 0)
        + few(v, p.two_ace, p.three_ace, p.lone_ace) * side_aces(hand)
        + few(v, p.two_king, 0, p.lone_king) * popcount(hand & KINGS)
        + few(v, p.two_void, 0, p.lone_void) * side_voids(hand)
    )


def least_to_order(v: View, p):
    """Threshold of an order."""
    if v.dealer == 0:
        return few(v, p.two_order_dealer, p.three_order_dealer, p.solo)
    if v.seat == 1:
        return few(v, p.two_order_1, p.three_order_1, p.solo_order)
    return few(v, 0, p.three_order_2, p.solo_order)


def least_to_name(v: View, p):
    """Threshold of a suit named in the second round."""
    return few(v, p.two_name_dealer if v.dealer == 0 else p.two_name_1, p.three_name, p.solo)
