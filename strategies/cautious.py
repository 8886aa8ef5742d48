"""Cautious player: the card play of `basic`, calling only what a careful club player would call."""

from typing import NamedTuple

from strategies.bidding_basic import defend_alone, name_trump, order_up
from strategies.keep_basic import keep_five
from strategies.play_basic import discard, follow, lead, pick_up

__all__ = ["Params", "defend_alone", "discard", "follow", "keep_five", "lead", "name_trump", "order_up", "pick_up"]


class Params(NamedTuple):
    """The weights of `basic` with higher thresholds: half a point more to call, half as many lone hands."""

    trump: int = 63
    joker: int = 40
    right: int = 38
    both_bowers: int = 10
    side_ace: int = 20
    side_king: int = 10
    two_suited: int = 20

    order_1: int = 292
    order_2: int = 190
    order_3: int = 270
    order_dealer: int = 208
    name_1: int = 245
    name_2: int = 187
    name_3: int = 201
    name_dealer: int = 215
    next_1: int = 50
    next_2: int = -30
    next_late: int = 20
    no_trump: int = 7
    last_point: int = 20

    lone_trump: int = 74
    lone_right: int = 66
    lone_left: int = 34
    lone_trump_ace: int = 14
    lone_ace: int = 73
    lone_king: int = 33
    lone_void: int = 16
    alone_1: int = 395
    alone: int = 430
    defend: int = 450
    no_partner: int = 0
