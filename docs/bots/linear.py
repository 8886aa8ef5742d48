"""A linear model that orders: features of the hand times weights, for a whole batch of deals at once."""

from typing import NamedTuple

import numpy as np

from sim.lanes import lane_mask
from sim.views import GREEN_A, GREEN_B, NEXT, View
from strategies.toolkit import ACES, LEFT, RIGHT, TRUMP_ACE, TRUMP_LANE

BATCH = True  # the hooks get arrays: a view's fields have one element a deal

WEIGHTS = np.array([0.78, 0.64, 0.05, 0.05, 0.10, 0.20, -2.90, -1.95, -2.90, -1.25])
"""Trumps, right, left, ace of trumps, side aces, void suits; then eldest, dealer's partner, third hand, dealer."""


class Params(NamedTuple):
    """What the sum must exceed."""

    above: float = 0.0


def count(cards):
    """Cards of each mask."""
    return np.bitwise_count(cards).astype(np.int64)


def features(view: View):
    """float64[deals, 10]"""
    hand = view.hand
    cards = [count(hand & card) for card in (TRUMP_LANE, RIGHT, LEFT, TRUMP_ACE, ACES)]
    voids = sum((hand & np.uint64(lane_mask(lane)) == 0).astype(np.int64) for lane in (GREEN_A, NEXT, GREEN_B))
    seats = [view.dealer == 4 - seat for seat in (1, 2, 3, 4)]
    return np.stack([*cards, voids, *seats], axis=1).astype(np.float64)


def order_up(view: View, p: Params):
    """1 where the model says so; int64[deals]"""
    return (features(view) @ WEIGHTS > p.above).astype(np.int64)
