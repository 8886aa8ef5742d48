"""Cautious player: the card play of `basic`, calling only what a careful club player would call."""

from typing import NamedTuple

from strategies.parts.best_card import give_best
from strategies.parts.bidding_basic import defend_alone, name_trump, order_up
from strategies.parts.bidding_napoleon import bid as bid_napoleon
from strategies.parts.bidding_napoleon import name_trump as name_trump_napoleon
from strategies.parts.bidding_numbers import bid
from strategies.parts.bidding_numbers import name_trump as name_trump_pfeffer
from strategies.parts.full_play import discard, follow, lead
from strategies.parts.jambone import name_card
from strategies.parts.keep_five import keep_five
from strategies.parts.play_napoleon import follow as follow_napoleon
from strategies.parts.play_napoleon import lead as lead_napoleon
from strategies.parts.play_simple import pick_up

__all__ = [
    "Params",
    "bid",
    "bid_napoleon",
    "defend_alone",
    "discard",
    "follow",
    "follow_napoleon",
    "give_best",
    "keep_five",
    "lead",
    "lead_napoleon",
    "name_card",
    "name_trump",
    "name_trump_napoleon",
    "name_trump_pfeffer",
    "order_up",
    "pick_up",
]


class Params(NamedTuple):
    """The weights of `basic` with higher thresholds: half a point more to call, half as many lone hands."""

    trump: int = 78
    best_trump: int = 64
    side_ace: int = 10
    side_king: int = 8
    two_suited: int = 34

    order_1: int = 310
    order_2: int = 222
    order_3: int = 312
    order_dealer: int = 232
    name_1: int = 262
    name_2: int = 190
    name_3: int = 195
    name_dealer: int = 265
    next_1: int = 50
    next_2: int = -40
    next_late: int = 10
    no_trump: int = 6
    no_trump_alone: int = 8
    last_point: int = 20

    lone_trump: int = 68
    lone_best: int = 66
    lone_second: int = 40
    lone_third: int = 14
    lone_ace: int = 73
    lone_king: int = 33
    lone_void: int = 16
    alone_1: int = 405
    alone: int = 420
    defend: int = 370
    defend_loner: int = 340
    defend_no_trump: int = 8

    best_1: int = 45
    best_2: int = 35
    best_3: int = 55
    best_dealer: int = 0
    best_defend: int = 110
    jambone: int = 5

    joker_order: int = 120
    joker_partner: int = 40
    joker_dealer: int = 40
    joker_name: int = 16
    joker_defend: int = -32
    long_partner: int = -32

    two_trump: int = 68
    two_ace: int = 17
    two_king: int = 9
    two_void: int = 8
    two_order_1: int = 320
    two_order_dealer: int = 150
    two_name_1: int = 110
    two_name_dealer: int = 140
    two_next: int = 40
    two_alone: int = 372

    three_trump: int = 68
    three_best: int = 66
    three_second: int = 24
    three_third: int = 46
    three_ace: int = 25
    three_order_1: int = 220
    three_order_2: int = 110
    three_order_dealer: int = 90
    three_name: int = 100
    three_defend: int = 500

    solo_order: int = 410
    solo: int = 340

    bid_base: int = 195
    bid_trump: int = 46
    bid_best: int = 72
    bid_second: int = 36
    bid_third: int = 18
    bid_ace: int = 40
    bid_void: int = 12
    bid_need: int = 60
    bid_six: int = 40
    bid_partner: int = 60
    bid_below: int = 2
    bid_jump: int = 400

    pepper_base: int = 120
    pepper_trump: int = 53
    pepper_best: int = 72
    pepper_second: int = 40
    pepper_third: int = 15
    pepper_ace: int = 53
    pepper_void: int = 35
    pepper_plain: int = 195
    pepper_sure: int = 45
    pepper_length: int = 28
    pepper_need: int = 75
    pepper_little: int = -120
    pepper_big: int = 600
    pepper_partner: int = 100
    pepper_below: int = 2
    pepper_jump: int = 450

    nap_one: float = 0.8
    nap_two: float = 2.0
    nap_three: float = 3.0
    nap_four: float = 3.9
    nap_nap: float = 5.1
    nap_wellington: float = 5.4
    nap_blucher: float = 5.8
    nap_misere: float = 0.8
    nap_instead: float = 0.4
    nap_crowd: float = 0.25
