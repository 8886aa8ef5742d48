"""Bidding of the basic player where tricks are bid: what the best suit takes, against what has been bid."""

from sim.views import View
from strategies.toolkit import as_trump, count_trumps, side_aces


def expected(hand):
    """Tricks that the side takes with these cards and partner's; trump is lane 3."""
    return count_trumps(hand) + side_aces(hand)


def bid(v: View):
    """Bid one more where the best suit should take so many."""
    best = max(expected(as_trump(v.hand, 0)), expected(as_trump(v.hand, 1)))
    best = max(best, expected(as_trump(v.hand, 2)))
    best = max(best, expected(as_trump(v.hand, 3)))
    next_bid = v.bid + 1
    return next_bid if best >= next_bid and (v.bids >> next_bid) & 1 == 1 else 0
