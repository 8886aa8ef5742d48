"""From what a bidder thinks to an answer that the rules allow; for systems that rate a suit by a whole number."""

from sim.bits import popcount
from sim.views import ALONE, NO_TRUMP, ORDER, PASS, TURNED, View
from strategies.parts.play_simple import bury
from strategies.toolkit import (
    BOWERS,
    JOKER,
    RIGHT,
    TRUMP_ACE,
    call,
    call_alone,
    count_trumps,
    holds,
    may_name,
    side_aces,
)

BARRED = -1_000_000
"""Rating of a suit that may not be named."""


def five(v: View):
    """The five cards you would play after an order: the dealer counts the upcard in and the card to bury out."""
    if v.dealer == 0:
        six = v.hand | v.upcard
        return six & ~bury(six, v.upcard)
    return v.hand


def partner_deals(v: View):
    """True when the upcard goes to your partner."""
    return (v.players == 4) & (v.dealer == 2)


def opponent_deals(v: View):
    """True when the upcard goes to somebody who may play against you."""
    return (v.dealer != 0) & ((v.players != 4) | (v.dealer != 2))


def ordered(v: View, wants, alone):
    """Answer of order_up: order when `wants`, and without partner when `alone` too and the rules let you."""
    if wants and alone and v.may_alone + v.must_alone > 0:
        return ALONE
    if v.must_alone == 1:
        return PASS
    return ORDER if wants or v.stuck == 1 else PASS


def best_lane(first, second, third):
    """Lane 0, 1 or 2, whichever is rated highest; the first of equals."""
    best = 1 if second > first else 0
    return 2 if third > max(first, second) else best


def named(v: View, lane, wants, alone):
    """Answer of name_trump: name `lane` when `wants`; who may not pass names it anyway, or what else they may."""
    if wants and may_name(v, lane):
        return call_alone(lane) if alone and v.may_alone == 1 else call(lane)
    if v.stuck == 0:
        return PASS
    if may_name(v, lane):
        return call(lane)
    return call(0 if may_name(v, 0) else 1 if may_name(v, 1) else 2 if may_name(v, 2) else _last(v))


def _last(v: View):
    return TURNED if may_name(v, TURNED) else NO_TRUMP


def length(hand):
    """A rough rating of a trump suit for those who must name one: its length, then its honours and the aces beside."""
    honours = 2 * popcount(hand & (BOWERS | JOKER | TRUMP_ACE)) + holds(hand, RIGHT)
    return 10 * count_trumps(hand) + honours + side_aces(hand)
