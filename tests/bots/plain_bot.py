"""A bot so plain that a test can play it by hand: three trumps to order, two cards of next to name it."""

from sim.bits import U, low, popcount, top
from sim.views import ORDER, PASS


def order_up(v):
    """Order with three trumps, the upcard counted by the dealer."""
    hand = v.hand | v.upcard if v.dealer == 0 else v.hand
    return ORDER if popcount(hand >> U(48)) >= 3 else PASS


def name_trump(v):
    """Name next with two cards of it."""
    return 2 if popcount((v.hand >> U(16)) & U(0xFFFF)) >= 2 else PASS


def pick_up(v):
    """Always take the upcard."""
    return 1


def discard(v):
    """Bury the lowest card."""
    return low(v.hand & ~v.upcard)


def lead(v):
    """Lead the highest card."""
    return top(v.hand)


def follow(v):
    """Follow with the lowest card."""
    suited = v.hand & v.led
    return low(suited) if suited != U(0) else low(v.hand)
