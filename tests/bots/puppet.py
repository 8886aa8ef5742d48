"""A player who does what their parameters say: one decision of each kind, and a card for each trick."""

from typing import NamedTuple

from sim.bits import U


class Params(NamedTuple):
    """Answers of the hooks; cards are places in the lanes of the view, -1 is no card; for `bids` see `bid`."""

    order: int = 0
    name: int = 0
    bids: int = 0
    pick_up: int = 1
    claim: int = 0
    bury: int = -1
    throw: int = -1
    give: int = -1
    declare: int = 0
    defend: int = 0
    keep_high: int = 0
    keep_low: int = 0
    card_1: int = -1
    card_2: int = -1
    card_3: int = -1
    card_4: int = -1
    card_5: int = -1
    card_6: int = -1
    named_1: int = -1
    named_2: int = -1
    named_3: int = -1
    named_4: int = -1


def card_at(place):
    """The card at a place."""
    return U(1) << U(place) if place >= 0 else U(0)


def order_up(v, p: Params):
    return p.order


def name_trump(v, p: Params):
    return p.name


def bid(v, p: Params):
    # Four bits for the answer to each highest bid: nobody is asked twice over the same one.
    return (p.bids >> (4 * v.bid)) & 15


def claim_farmers(v, p: Params):
    return p.claim


def pick_up(v, p: Params):
    return p.pick_up


def discard(v, p: Params):
    return card_at(p.throw) if v.best_call == 1 else card_at(p.bury)


def give_best(v, p: Params):
    return card_at(p.give)


def declare_alone(v, p: Params):
    return p.declare


def defend_alone(v, p: Params):
    return p.defend


def keep_five(v, p: Params):
    return (U(p.keep_high) << U(32)) | U(p.keep_low)


def card_of_trick(trick, p: Params):
    """What the script says for a trick."""
    if trick == 1:
        return p.card_1
    if trick == 2:
        return p.card_2
    if trick == 3:
        return p.card_3
    if trick == 4:
        return p.card_4
    return p.card_5 if trick == 5 else p.card_6


def lead(v, p: Params):
    return card_at(card_of_trick(v.trick, p))


def follow(v, p: Params):
    return card_at(card_of_trick(v.trick, p))


def name_card(v, p: Params):
    if v.trick > 2:
        return card_at(p.named_3 if v.trick == 3 else p.named_4)
    return card_at(p.named_1 if v.trick == 1 else p.named_2)


bid_napoleon, name_trump_napoleon, lead_napoleon, follow_napoleon = bid, name_trump, lead, follow
