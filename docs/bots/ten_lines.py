"""Orders with three trumps, or with the right bower, another trump and an ace."""

from sim.bits import U
from sim.views import ORDER, PASS
from strategies.toolkit import RIGHT, count_trumps, side_aces


def order_up(view):
    trumps = count_trumps(view.hand)
    good = trumps == 2 and side_aces(view.hand) > 0 and view.hand & RIGHT != U(0)
    return ORDER if trumps >= 3 or good else PASS
