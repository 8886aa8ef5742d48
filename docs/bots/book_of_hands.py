"""Bids by a table: for each seat, number of trumps and side aces whether to order, in a file beside this one."""

from sim.tables import table
from sim.views import ORDER, PASS
from strategies.toolkit import count_trumps, side_aces

GAINS = table({"standard": "book_of_hands.npz", "standard stick_dealer=on": "book_of_hands.npz"}, "gains")


def order_up(view):
    """What the table promises of the call must be more than nothing; the dealer's upcard counts as a trump."""
    trumps = count_trumps(view.hand) + (1 if view.dealer == 0 else 0)
    return ORDER if GAINS[view.seat - 1, trumps, side_aces(view.hand)] > 0 else PASS
