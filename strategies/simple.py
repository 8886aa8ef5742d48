"""The first basic player, kept as a yardstick: the bidding of `basic` with the card play it had before `card_play`."""

from strategies.parts.best_card import give_best
from strategies.parts.bidding_basic import Params, defend_alone, name_trump, order_up
from strategies.parts.bidding_numbers import bid
from strategies.parts.bidding_numbers import name_trump as name_trump_pfeffer
from strategies.parts.keep_five import keep_five
from strategies.parts.play_simple import discard, follow, lead, pick_up

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
    "name_trump_pfeffer",
    "order_up",
    "pick_up",
]
