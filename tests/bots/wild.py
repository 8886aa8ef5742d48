"""A player that takes any action the rules allow, by chance: what exercises the engine most."""

from typing import NamedTuple

from sim.bits import U, mix64, mulhi, nth_bit, popcount


class Params(NamedTuple):
    """Chances in percent, and whether the upcard may be buried (a view does not say so)."""

    bid: int = 25
    alone: int = 40
    defend: int = 30
    decline: int = 50
    bury_upcard: int = 0
    jambone: int = 30
    claim: int = 50


def chance(word, percent):
    """True with that chance."""
    return mulhi(word, U(100)) < U(percent)


def any_of(cards, word):
    """One card of a mask, each as likely as any other."""
    return nth_bit(cards, mulhi(word, U(popcount(cards))))


def order_up(v, p):
    if not chance(v.random, p.bid):
        return 0
    if not chance(mix64(v.random), p.alone) or v.may_alone == 0:
        return 1
    return 3 if v.may_jambone == 1 and chance(mix64(mix64(v.random)), p.jambone) else 2


def name_trump(v, p):
    word = mix64(v.random)
    suits = U(v.suits)
    if suits == U(0) or (v.stuck == 0 and not chance(v.random, p.bid)):
        return 0
    lane = 0
    chosen = any_of(suits, word)
    for k in range(5):
        if chosen == U(1 << k):
            lane = k
    if not chance(mix64(word), p.alone) or v.may_alone == 0:
        return lane + 1
    return lane + (17 if v.may_jambone == 1 and chance(mix64(mix64(word)), p.jambone) else 9)


def bid(v, p):
    chosen = any_of(U(v.bids), mix64(v.random)) if chance(v.random, p.bid) else U(v.bids & -v.bids)
    return popcount(chosen - U(1))


def claim_farmers(v, p):
    return 1 if chance(v.random, p.claim) else 0


def pick_up(v, p):
    return 0 if chance(v.random, p.decline) else 1


def discard(v, p):
    may = v.hand if p.bury_upcard == 1 or v.best_call == 1 else v.hand & ~v.upcard
    if v.best_call == 1 and popcount(v.hand) == 5 and chance(mix64(v.random), 20):
        return U(0)
    return any_of(may, v.random)


def give_best(v):
    return any_of(v.hand, v.random)


def playable(v):
    """The cards of a jambone that its maker may play."""
    suited = v.shown & v.led
    return suited if suited != U(0) else v.shown


def name_card(v):
    return any_of(playable(v), v.random)


def declare_alone(v, p):
    return 2 if chance(v.random, 30) else 1 if chance(mix64(v.random), p.alone) else 0


def defend_alone(v, p):
    return 1 if chance(v.random, p.defend) else 0


def five_of(cards, word):
    """Five cards of a mask, any five as likely as any others; all of it where there are fewer."""
    left = cards
    for _ in range(5):
        left = left & ~any_of(left, word)
        word = mix64(word)
    return cards & ~left


def keep_five(v):
    return five_of(v.hand, v.random)


def lead(v):
    return any_of(v.hand, v.random)


def lead_napoleon(v):
    trumps = v.hand & v.trumps
    return any_of(trumps if v.trick == 1 and trumps != U(0) else v.hand, v.random)


def follow(v):
    suited = v.hand & v.led
    return any_of(suited if suited != U(0) else v.hand, v.random)


bid_napoleon, name_trump_napoleon, follow_napoleon = bid, name_trump, follow
