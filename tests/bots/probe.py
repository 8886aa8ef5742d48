"""A player whose every answer hangs on every field of its view: one wrong bit in a view changes what it does."""

from bots.wild import Params, any_of, chance, five_of
from sim.bits import U, mix64, popcount
from sim.views import View


def number(word, value):
    """Fold a whole number (-32768 or more) into a word."""
    return mix64(word ^ U(value + 32768))


def cards(word, mask):
    """Fold a mask into a word."""
    return mix64(word ^ mask)


def folded(v: View):
    """One word of all there is to see."""
    w = cards(cards(cards(cards(v.random, v.hand), v.buried), v.dummy), v.upcard)
    w = cards(number(w, v.fate), v.trumps)
    w = number(number(number(cards(w, v.deck), v.seat), v.players), v.round)
    w = number(number(number(number(w, v.dealer), v.maker), v.maker_side), v.alone)
    w = number(number(number(number(w, v.partner), v.stuck), v.may_alone), v.must_alone)
    w = number(number(number(number(w, v.suits), v.best_call), v.trick), v.position)
    w = number(number(number(cards(cards(w, v.led), v.best), v.winner), v.partner_wins), v.last)
    w = cards(cards(cards(cards(w, v.card_1), v.card_2), v.card_3), v.seen)
    w = cards(cards(cards(w, v.void_1), v.void_2), v.void_3)
    w = cards(cards(cards(cards(w, v.card_4), v.card_5), v.void_4), v.void_5)
    w = number(number(number(number(w, v.tricks_us), v.tricks_them), v.score_us), v.score_them)
    w = number(number(number(w, v.bid), v.bidder), v.bids)
    return number(w, v.target)


def order_up(v, p: Params):
    word = folded(v)
    if not chance(word, p.bid):
        return 0
    return 2 if chance(mix64(word), p.alone) else 1


def name_trump(v, p: Params):
    word = folded(v)
    suits = U(v.suits)
    if suits == U(0) or (v.stuck == 0 and not chance(word, p.bid)):
        return 0
    chosen = any_of(suits, mix64(word))
    lane = 0
    for k in range(5):
        if chosen == U(1 << k):
            lane = k
    return lane + (9 if chance(mix64(mix64(word)), p.alone) else 1)


def bid(v, p: Params):
    word = folded(v)
    chosen = any_of(U(v.bids), mix64(word)) if chance(word, p.bid) else U(v.bids & -v.bids)
    return popcount(chosen - U(1))


def pick_up(v, p: Params):
    return 0 if chance(folded(v), p.decline) else 1


def discard(v, p: Params):
    may = v.hand if p.bury_upcard == 1 or v.best_call == 1 else v.hand & ~v.upcard
    if v.best_call == 1 and popcount(v.hand) == 5 and chance(mix64(folded(v)), 20):
        return U(0)
    return any_of(may, folded(v))


def give_best(v):
    return any_of(v.hand, folded(v))


def defend_alone(v, p: Params):
    return 1 if chance(folded(v), p.defend) else 0


def keep_five(v):
    return five_of(v.hand, folded(v))


def lead(v):
    return any_of(v.hand, folded(v))


def lead_napoleon(v):
    trumps = v.hand & v.trumps
    return any_of(trumps if v.trick == 1 and trumps != U(0) else v.hand, folded(v))


def follow(v):
    suited = v.hand & v.led
    return any_of(suited if suited != U(0) else v.hand, folded(v))


bid_napoleon, name_trump_napoleon, follow_napoleon = bid, name_trump, follow
