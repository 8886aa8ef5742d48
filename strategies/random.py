"""Random player: every legal answer is equally likely at every decision; a baseline that meets rare situations."""

from sim.bits import U, low, mix64, popcount, sel
from sim.views import ALONE, PASS, View
from strategies.toolkit import call, call_alone, call_jambone, leads, legal, open_cards


def draw(v: View, count):
    """A number from 0 to count - 1, from 32 of the decision's 64 random bits: uniform to one part in 10**8."""
    return ((U(v.random) >> U(32)) * U(count)) >> U(32)


def pick(mask, k):
    """The card of `mask` (ten at most) with k lower ones beside it; 0 of an empty mask."""
    for place in range(9):
        if k > U(place):
            mask = mask ^ low(mask)
    return low(mask)


def order_up(v: View):
    """Pass, order, order alone and declare a jambone, as far as the rules allow."""
    if v.must_alone == 1:
        answer = draw(v, 2 + v.may_jambone)
        return sel(answer == U(0), U(PASS), answer + U(ALONE - 1))
    return draw(v, 2 + v.may_alone + v.may_jambone - v.stuck) + U(v.stuck)


def name_trump(v: View):
    """Pass and each suit that may be named, with partner, without, and as a jambone."""
    suits = U(v.suits)
    passing, ways = 1 - v.stuck, 1 + v.may_alone + v.may_jambone
    answer = draw(v, passing + popcount(suits) * ways)
    if v.stuck == 0 and answer == U(0):
        return PASS
    choice = answer - U(passing)
    named = pick(suits, choice // U(ways))
    lane = popcount(named - U(1))
    way = choice - choice // U(ways) * U(ways)
    return call(lane) if way == U(0) else call_alone(lane) if way == U(1) else call_jambone(lane)


def bid(v: View):
    """Pass three times in four; each bid is half as likely as the one below it: bids all alike would fail for ever."""
    word = U(v.random) >> U(1)
    chosen = pick(U(v.bids), popcount(low(word) - U(1)) * U(v.random & U(1)))
    return popcount(sel(chosen != U(0), chosen, low(U(v.bids))) - U(1))


def claim_farmers(v: View):
    """Claim half the time."""
    return 1 if draw(v, 2) == U(1) else 0


def pick_up(v: View):
    """Take the upcard half the time."""
    return 1 if draw(v, 2) == U(1) else 0


def discard(v: View):
    """Any card but the upcard; any for partner's best."""
    cards = v.hand if v.best_call == 1 else v.hand & ~v.upcard
    return pick(cards, draw(v, popcount(cards)))


def give_best(v: View):
    """Any card."""
    return pick(v.hand, draw(v, popcount(v.hand)))


def name_card(v: View):
    """Any card that the maker of a jambone may play."""
    cards = open_cards(v)
    return pick(cards, draw(v, popcount(cards)))


def declare_alone(v: View):
    """Declare to play alone half the time."""
    return 1 if draw(v, 2) == U(1) else 0


def defend_alone(v: View):
    """Defend alone half the time."""
    return 1 if draw(v, 2) == U(1) else 0


def keep_five(v: View):
    """Any five cards."""
    kept = v.hand
    word = U(v.random)
    for _ in range(5):
        count = popcount(kept)
        if count > 5:
            kept = kept ^ pick(kept, ((word >> U(32)) * U(count)) >> U(32))
            word = mix64(word)
    return kept


def lead(v: View):
    """Any card."""
    return pick(v.hand, draw(v, popcount(v.hand)))


def lead_napoleon(v: View):
    """Any card, but the bidder first one of the trump they named."""
    return pick(leads(v), draw(v, popcount(leads(v))))


def follow(v: View):
    """Any legal card."""
    cards = legal(v)
    return pick(cards, draw(v, popcount(cards)))


bid_napoleon, name_trump_napoleon, follow_napoleon = bid, name_trump, follow
