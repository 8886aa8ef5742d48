"""The default player."""

from strategies.parts.best_card import give_best
from strategies.parts.bidding_basic import Params, defend_alone, name_trump, order_up
from strategies.parts.bidding_napoleon import bid as bid_napoleon
from strategies.parts.bidding_napoleon import name_trump as name_trump_napoleon
from strategies.parts.bidding_numbers import bid
from strategies.parts.bidding_numbers import name_trump as name_trump_pfeffer
from strategies.parts.claiming import claim_farmers
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
    "claim_farmers",
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
