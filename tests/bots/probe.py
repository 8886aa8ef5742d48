"""A player whose every answer hangs on every field of its view: one wrong bit in a view changes what it does."""

from bots.wild import Params, any_of, chance, five_of, playable
from sim.bits import U, mix64, popcount
from sim.views import View

LEAST = 32768
"""Added to whole numbers, which may be so far below nothing, to make words of them."""


def folded(v: View):
    """One word of all there is to see, field by field: helpers would be compiled anew for each."""
    word = v.random
    word = mix64(word ^ v.hand)
    word = mix64(word ^ v.buried)
    word = mix64(word ^ v.dummy)
    word = mix64(word ^ v.upcard)
    word = mix64(word ^ U(v.fate + LEAST))
    word = mix64(word ^ v.trumps)
    word = mix64(word ^ v.deck)
    word = mix64(word ^ U(v.seat + LEAST))
    word = mix64(word ^ U(v.players + LEAST))
    word = mix64(word ^ U(v.round + LEAST))
    word = mix64(word ^ U(v.dealer + LEAST))
    word = mix64(word ^ U(v.maker + LEAST))
    word = mix64(word ^ U(v.maker_side + LEAST))
    word = mix64(word ^ U(v.alone + LEAST))
    word = mix64(word ^ U(v.partner + LEAST))
    word = mix64(word ^ U(v.stuck + LEAST))
    word = mix64(word ^ U(v.may_alone + LEAST))
    word = mix64(word ^ U(v.must_alone + LEAST))
    word = mix64(word ^ U(v.suits + LEAST))
    word = mix64(word ^ U(v.best_call + LEAST))
    word = mix64(word ^ U(v.trick + LEAST))
    word = mix64(word ^ U(v.position + LEAST))
    word = mix64(word ^ v.led)
    word = mix64(word ^ v.best)
    word = mix64(word ^ U(v.winner + LEAST))
    word = mix64(word ^ U(v.partner_wins + LEAST))
    word = mix64(word ^ U(v.last + LEAST))
    word = mix64(word ^ v.card_1)
    word = mix64(word ^ v.card_2)
    word = mix64(word ^ v.card_3)
    word = mix64(word ^ v.seen)
    word = mix64(word ^ v.void_1)
    word = mix64(word ^ v.void_2)
    word = mix64(word ^ v.void_3)
    word = mix64(word ^ v.card_4)
    word = mix64(word ^ v.card_5)
    word = mix64(word ^ v.void_4)
    word = mix64(word ^ v.void_5)
    word = mix64(word ^ U(v.tricks_us + LEAST))
    word = mix64(word ^ U(v.tricks_them + LEAST))
    word = mix64(word ^ U(v.score_us + LEAST))
    word = mix64(word ^ U(v.score_them + LEAST))
    word = mix64(word ^ U(v.bid + LEAST))
    word = mix64(word ^ U(v.bidder + LEAST))
    word = mix64(word ^ U(v.bids + LEAST))
    word = mix64(word ^ U(v.jambone + LEAST))
    word = mix64(word ^ U(v.may_jambone + LEAST))
    word = mix64(word ^ v.shown)
    word = mix64(word ^ v.dead)
    word = mix64(word ^ v.played_0)
    word = mix64(word ^ v.played_1)
    word = mix64(word ^ v.played_2)
    word = mix64(word ^ v.played_3)
    word = mix64(word ^ v.played_4)
    word = mix64(word ^ v.played_5)
    word = mix64(word ^ v.earlier_1)
    word = mix64(word ^ v.earlier_2)
    word = mix64(word ^ v.earlier_3)
    word = mix64(word ^ v.earlier_4)
    word = mix64(word ^ U(v.lone_defender + LEAST))
    word = mix64(word ^ U(v.said_0 + LEAST))
    word = mix64(word ^ U(v.said_1 + LEAST))
    word = mix64(word ^ U(v.said_2 + LEAST))
    word = mix64(word ^ U(v.said_3 + LEAST))
    word = mix64(word ^ U(v.said_4 + LEAST))
    word = mix64(word ^ U(v.said_5 + LEAST))
    word = mix64(word ^ U(v.leader_1 + LEAST))
    word = mix64(word ^ U(v.leader_2 + LEAST))
    word = mix64(word ^ U(v.leader_3 + LEAST))
    word = mix64(word ^ U(v.leader_4 + LEAST))
    return mix64(word ^ U(v.target + LEAST))


def order_up(v, p: Params):
    word = folded(v)
    if not chance(word, p.bid):
        return 0
    if not chance(mix64(word), p.alone):
        return 1
    return 3 if v.may_jambone == 1 and chance(mix64(mix64(word)), p.jambone) else 2


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
    if not chance(mix64(mix64(word)), p.alone):
        return lane + 1
    return lane + (17 if v.may_jambone == 1 and chance(mix64(mix64(mix64(word))), p.jambone) else 9)


def bid(v, p: Params):
    word = folded(v)
    chosen = any_of(U(v.bids), mix64(word)) if chance(word, p.bid) else U(v.bids & -v.bids)
    return popcount(chosen - U(1))


def claim_farmers(v, p: Params):
    return 1 if chance(folded(v), p.claim) else 0


def pick_up(v, p: Params):
    return 0 if chance(folded(v), p.decline) else 1


def discard(v, p: Params):
    may = v.hand if p.bury_upcard == 1 or v.best_call == 1 else v.hand & ~v.upcard
    if v.best_call == 1 and popcount(v.hand) == 5 and chance(mix64(folded(v)), 20):
        return U(0)
    return any_of(may, folded(v))


def give_best(v):
    return any_of(v.hand, folded(v))


def name_card(v):
    return any_of(playable(v), folded(v))


def declare_alone(v, p: Params):
    return 2 if chance(folded(v), 30) else 1 if chance(mix64(folded(v)), p.alone) else 0


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
