"""Bids by a book: the best answer of every hand, upcard and seat, worked out by playing every contract of many deals.

It was trained for the card play of `basic`, which it plays, at 0-0, and bids so at any score. For games without a book
it bids as `basic`; where a joker is turned up it keeps its partner. Made by `euchre-sim book train`.
"""

from pathlib import Path

from sim.tables import table
from sim.views import PASS, View
from strategies.parts import bidding_basic, bidding_napoleon, bidding_numbers
from strategies.parts.best_card import give_best
from strategies.parts.bidding_napoleon import name_trump as name_trump_napoleon
from strategies.parts.book_classes import class_of, is_swapped, unbowered
from strategies.parts.claiming import claim_farmers
from strategies.parts.full_play import discard, follow, lead
from strategies.parts.jambone import name_card
from strategies.parts.keep_five import keep_five
from strategies.parts.play_napoleon import follow as follow_napoleon
from strategies.parts.play_napoleon import lead as lead_napoleon
from strategies.parts.play_simple import pick_up
from strategies.toolkit import JOKER, call, call_alone

__all__ = [
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

FOLDER = Path(__file__).parent / "data"
BOOKS = {
    "standard": "book-standard.npz",
    "standard stick_dealer=on": "book-stuck.npz",
    "canadian": "book-canadian.npz",
    "two-handed": "book-two-handed.npz",
    "cutthroat": "book-cutthroat.npz",
}
"""The books that there are: rules, and their files in FOLDER."""
ANSWERS = table({rules: f"data/{file}" for rules, file in BOOKS.items()}, "answers")

NUMBERS = bidding_basic.Params()


def defend_alone(v: View):
    """Defend alone as `basic` does."""
    return bidding_basic.defend_alone(v, NUMBERS)


def bid(v: View):
    """Bid tricks as `basic` does."""
    return bidding_numbers.bid(v, NUMBERS)


def name_trump_pfeffer(v: View):
    """Name the trump of a bid of tricks as `basic` does."""
    return bidding_numbers.name_trump(v, NUMBERS)


def bid_napoleon(v: View):
    """Bid in napoleon as `basic` does."""
    return bidding_napoleon.bid(v, NUMBERS)


def order_up(v: View):
    """What the book says of the first round."""
    if v.upcard == JOKER:
        return PASS
    return ANSWERS[v.seat - 1, class_of(unbowered(v.hand), unbowered(v.upcard))]


def name_trump(v: View):
    """What the book says of the second round; it counts suits from the longer green one."""
    answer = ANSWERS[v.players + v.seat - 1, class_of(v.hand, v.upcard)]
    suit = (answer - 1) >> 1
    lane = 2 - suit if is_swapped(v.hand) else suit
    named = call_alone(lane) if (answer - 1) & 1 == 1 else call(lane)
    return named if answer > 0 else PASS
