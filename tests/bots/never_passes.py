"""A bot that passes only where chance says so, which it never does: nobody can tell beforehand."""

from sim.bits import U
from sim.views import ORDER, PASS


def order_up(v):
    """Order, but for one word in 2**64."""
    return PASS if U(v.random) == U(0) else ORDER
