"""Wrapper for the end of a game: calls lighter at 9-9, and gives a point away where only a lone hand can beat us."""

from typing import NamedTuple

from sim.bits import U
from sim.views import ORDER, PASS, View
from strategies.parts.bidding_basic import Params as Weights
from strategies.parts.bidding_basic import by_seat, strength, suit_gain, table_gain
from strategies.toolkit import LEFT, RIGHT, call, count_trumps

BASIC = Weights()


class Params(NamedTuple):
    """How many hundredths of a point lighter a call may be at 9-9, and whether to donate."""

    lighter: int = 45
    donate: int = 1


def needs(view):
    """Points that we need, and that they need."""
    return view.target - view.score_us, view.target - view.score_them


def stops(hand):
    """True with a likely trick against a lone hand: the right bower, or the left with another trump."""
    return hand & RIGHT != U(0) or (hand & LEFT != U(0) and count_trumps(hand) >= 2)


def order_up(view: View, p: Params, inner):
    """What the wrapped player does, but for two scores."""
    us, them = needs(view)
    if inner != PASS or view.players != 4 or view.must_alone == 1:
        return inner
    if us == 1 and them == 1:
        gain = strength(view, view.hand, BASIC) + table_gain(view, BASIC) + p.lighter
        good = gain >= by_seat(view, BASIC.order_1, BASIC.order_2, BASIC.order_3, 10_000)
        return ORDER if good else PASS
    if us == 1 and (them == 3 or them == 4) and view.seat == 1:
        return ORDER if p.donate == 1 and view.may_alone == 1 and not stops(view.hand) else PASS
    return inner


def name_trump(view: View, p: Params, inner):
    """At 9-9 next, then a green suit, where it is nearly good enough."""
    us, them = needs(view)
    if inner != PASS or view.players != 4 or us != 1 or them != 1:
        return inner
    if suit_gain(view, 1, BASIC) + p.lighter >= 0:
        return call(1)
    if suit_gain(view, 0, BASIC) + p.lighter >= 0:
        return call(0)
    return call(2) if suit_gain(view, 2, BASIC) + p.lighter >= 0 else PASS
