"""The plain reference player: replays a recorded hand or game of euchre and decides everything again, slowly.

It works on card names ("JS", "TC", "Jo") in lists and dicts and shares no code with the simulator, so that the two can
check each other. Covered: turn-up euchre with two, three and four players, with their dummies or without, five cards
each, any pack with or without the joker; napoleon with two to six players; hasenpfeffer and pepper. `check_hand` and
`check_game` raise `Disagreement`; a house rule that the player does not know raises `NotCovered`.
"""

from .bidding import Auction, legal_bids, proposed_suit, read_auction
from .cards import effective_suit, pack
from .game import carried_over, check_game, check_games, game_winner, is_slam, next_dealer
from .hand import check_hand
from .house_rules import NotCovered, full_rules
from .play import first_leader, legal_cards, trick_winner
from .record import Disagreement, GameRecord, HandRecord
from .scoring import score_hand, score_passed_out

__all__ = [
    "Auction",
    "Disagreement",
    "GameRecord",
    "HandRecord",
    "NotCovered",
    "carried_over",
    "check_game",
    "check_games",
    "check_hand",
    "effective_suit",
    "first_leader",
    "full_rules",
    "game_winner",
    "is_slam",
    "legal_bids",
    "legal_cards",
    "next_dealer",
    "pack",
    "proposed_suit",
    "read_auction",
    "score_hand",
    "score_passed_out",
    "trick_winner",
]
