"""A plain bot that bids by a number against thresholds like those of `basic`: it has looser and more cautious forms."""

from sim.bits import U, low, popcount, top
from sim.views import ORDER, PASS, View
from strategies.parts.bidding_basic import Params

__all__ = ["Params", "discard", "follow", "lead", "name_trump", "order_up", "pick_up"]

ACES, KINGS = U(0x1000100010001000), U(0x0800080008000800)


def honours(hand):
    """A quarter of a point for an ace, half of that for a king."""
    return 25 * popcount(hand & ACES) + 12 * popcount(hand & KINGS)


def least(v: View, first, second, third, dealer):
    """The threshold of a seat."""
    if v.dealer == 0:
        return dealer
    return first if v.seat == 1 else second if v.dealer == 2 else third


def order_up(v: View, p: Params):
    """Order on trumps and honours, the upcard counted by the dealer."""
    hand = v.hand | v.upcard if v.dealer == 0 else v.hand
    worth = 80 * popcount(hand >> U(48)) + honours(hand)
    return ORDER if worth >= least(v, p.order_1, p.order_2, p.order_3, p.order_dealer) else PASS


def name_trump(v: View, p: Params):
    """Name next on its cards and honours."""
    worth = 80 * popcount((v.hand >> U(16)) & U(0xFFFF)) + honours(v.hand)
    return 2 if worth >= least(v, p.name_1, p.name_2, p.name_3, p.name_dealer) else PASS


def pick_up(v: View):
    """Always take the upcard."""
    return 1


def discard(v: View):
    """Bury the lowest card."""
    return low(v.hand & ~v.upcard)


def lead(v: View):
    """Lead the highest card."""
    return top(v.hand)


def follow(v: View):
    """Follow with the lowest card."""
    suited = v.hand & v.led
    return low(suited) if suited != U(0) else low(v.hand)
