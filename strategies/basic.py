"""The default player."""

from strategies.best_card import give_best
from strategies.bidding_basic import Params, defend_alone, name_trump, order_up
from strategies.bidding_numbers import bid
from strategies.full_play import discard, follow, lead
from strategies.keep_basic import keep_five
from strategies.play_basic import pick_up

__all__ = [
    "Params",
    "bid",
    "defend_alone",
    "discard",
    "follow",
    "give_best",
    "keep_five",
    "lead",
    "name_trump",
    "order_up",
    "pick_up",
]
