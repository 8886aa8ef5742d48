"""Fast player taught by playing every choice out: bids and cards by small trees, which know what such choices came to.

For games of four with 24 cards, at any score but the last two points; in all others, and where the rules change what a
bid means, it plays as `basic`. What the trees look at: `strategies.parts.taught_cards` and `taught_bids`; how they were
fitted: docs/look-ahead.md.
"""

from sim.bits import U, low
from sim.lanes import JACK, card_mask
from sim.views import ALONE, NEXT, NO_TRUMP, ORDER, PASS, TURNED, View
from strategies.parts import bidding_basic, full_play
from strategies.parts.best_card import give_best
from strategies.parts.bidding_basic import Params, defend_alone
from strategies.parts.bidding_napoleon import bid as bid_napoleon
from strategies.parts.bidding_napoleon import name_trump as name_trump_napoleon
from strategies.parts.bidding_numbers import bid
from strategies.parts.bidding_numbers import name_trump as name_trump_pfeffer
from strategies.parts.claiming import claim_farmers
from strategies.parts.full_play import discard
from strategies.parts.jambone import name_card
from strategies.parts.keep_five import keep_five
from strategies.parts.play_napoleon import follow as follow_napoleon
from strategies.parts.play_napoleon import lead as lead_napoleon
from strategies.parts.play_simple import pick_up
from strategies.parts.rating import five
from strategies.parts.taught_bids import name_word, order_word
from strategies.parts.taught_cards import alike, in_its_lane, pair_word, table_word, trick_word, wins_word
from strategies.parts.taught_kinds import follow_kind, lead_kind, name_kind, order_kind
from strategies.parts.taught_trees import POINT, said, said_of_one
from strategies.toolkit import (
    ALL_ACES,
    BOWERS,
    NINES,
    TRUMP_JACK,
    TRUMP_LANE,
    as_trump,
    call,
    call_alone,
    legal,
    may_name,
    unseen,
)

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

MARGIN = POINT // 100
"""What another card than `basic`'s must promise to be played."""
PLAIN_PACK = (ALL_ACES << U(1)) - NINES
"""Nine to ace of every suit."""
PACK = (PLAIN_PACK & ~(TRUMP_JACK | U(card_mask(NEXT, JACK)))) | BOWERS
"""The same with the bowers in their places."""


def is_known(v: View):
    """Whether this is a game that the trees were fitted to: four players, 24 cards, a trump and no bids of tricks."""
    return (v.players == 4) & (v.deck == PACK) & (v.trumps == TRUMP_LANE) & (v.bid == 0)


def asks_plainly(v: View):
    """Whether bids mean what they did to the trees: two sides of two, lone hands allowed, no last points near."""
    near = (v.target - v.score_us <= 2) | (v.target - v.score_them <= 2)
    odd = (v.must_alone == 1) | (v.may_jambone == 1) | (v.best_call == 1) | (v.stuck == 1)
    return (v.players == 4) & (v.partner == 1) & (v.may_alone == 1) & (not near) & (not odd)


def order_up(v: View, p: Params):
    """Order, alone or not, where the trees promise more than of a pass."""
    if not (asks_plainly(v) and v.deck == PACK):
        return bidding_basic.order_up(v, p)
    word = order_word(v, five(v))
    gain = said_of_one(word, order_kind(v, 0))
    alone = gain + said_of_one(word, order_kind(v, 1))
    if alone > max(gain, 0):
        return ALONE
    return ORDER if gain > 0 else PASS


def name_trump(v: View, p: Params):
    """The suit, named alone or not, of which the trees promise most, or a pass; the dealer's left and their partner."""
    others = may_name(v, TURNED) or may_name(v, NO_TRUMP)
    if not (asks_plainly(v) and v.deck == PLAIN_PACK and v.seat <= 2) or others:
        return bidding_basic.name_trump(v, p)
    best, most = PASS, 0
    for lane in range(3):
        word = name_word(v, as_trump(v.hand, lane), lane)
        gain = said_of_one(word, name_kind(v, 0))
        alone = gain + said_of_one(word, name_kind(v, 1))
        allowed = may_name(v, lane)
        best, most = (call(lane), gain) if allowed and gain > most else (best, most)
        best, most = (call_alone(lane), alone) if allowed and alone > most else (best, most)
    return best


def lead(v: View):
    """Lead as `basic` does, or the card that the trees promise most of."""
    own = full_play.lead(v)
    rest = v.hand & ~own
    if rest == U(0) or not is_known(v):
        return own
    out, kind = unseen(v), lead_kind(v)
    table, bits = table_word(v, out), in_its_lane(v, out, own)
    best, most, last = own, MARGIN, own
    while rest != U(0):
        card = low(rest)
        rest ^= card
        if not (alike(out, card, own) or alike(out, card, last)):
            gain = said(table, pair_word(v, out, card, own, bits), kind)
            best, most = (card, gain) if gain > most else (best, most)
        last = card
    return best


def follow(v: View):
    """Follow as `basic` does, or with the card that the trees promise most of."""
    own = full_play.follow(v)
    rest = legal(v) & ~own
    if rest == U(0) or not is_known(v):
        return own
    out, kind = unseen(v), follow_kind(v)
    between = out | v.card_1 | v.card_2 | v.card_3
    table, bits = table_word(v, out) | trick_word(v, out), in_its_lane(v, out, own)
    best, most, last = own, MARGIN, own
    while rest != U(0):
        card = low(rest)
        rest ^= card
        if not (alike(between, card, own) or alike(between, card, last)):
            gain = said(table, pair_word(v, out, card, own, bits) | wins_word(v, card, own), kind)
            best, most = (card, gain) if gain > most else (best, most)
        last = card
    return best
