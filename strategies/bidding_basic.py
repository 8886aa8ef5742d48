"""Bidding of the basic player: points for the hand against a threshold for the seat.

All numbers are hundredths of a point won by calling instead of passing. Weights and thresholds were fitted to what
became of forced calls and forced passes on the same deals (four hands, 24 cards, nobody stuck), then moved one by one
in mirrored play against the player so found, until no step won anything.
"""

from typing import NamedTuple

from sim.bits import U, popcount
from sim.views import ALONE, NEXT, NO_TRUMP, ORDER, PASS, TURNED, View
from strategies.play_basic import bury
from strategies.toolkit import (
    ALL_KINGS,
    KINGS,
    LEFT,
    RIGHT,
    TRUMP_ACE,
    as_trump,
    boss,
    call,
    call_alone,
    count_trumps,
    from_the_top,
    may_name,
    side_aces,
    side_voids,
    unseen,
    without_lowest,
)

NEVER = -10_000


class Params(NamedTuple):
    """Weights of the cards held, then thresholds by seat; dealer's partner is seat 2."""

    trump: int = 78
    best_trump: int = 64
    side_ace: int = 10
    side_king: int = 8
    two_suited: int = 34

    order_1: int = 286
    order_2: int = 192
    order_3: int = 288
    order_dealer: int = 198
    name_1: int = 222
    name_2: int = 145
    name_3: int = 147
    name_dealer: int = 231
    next_1: int = 64
    next_2: int = -42
    next_late: int = 10
    no_trump: int = 4
    no_trump_alone: int = 6
    last_point: int = 20

    lone_trump: int = 68
    lone_best: int = 66
    lone_second: int = 40
    lone_third: int = 14
    lone_ace: int = 73
    lone_king: int = 33
    lone_void: int = 16
    alone_1: int = 362
    alone: int = 374
    defend: int = 335
    two_players: int = 45
    three_players: int = 110


def strength(v: View, hand, p):
    """Worth of five cards for a call; trump is lane 3."""
    return (
        p.trump * count_trumps(hand)
        + (p.best_trump if from_the_top(v, hand) & RIGHT != U(0) else 0)
        + p.side_ace * side_aces(hand)
        + p.side_king * popcount(hand & KINGS)
        + (p.two_suited if side_voids(hand) > 1 else 0)
    )


def lone_strength(v: View, hand, p):
    """Worth of five cards without a partner; trump is lane 3."""
    high = from_the_top(v, hand)
    return (
        p.lone_trump * count_trumps(hand)
        + (p.lone_best if high & RIGHT != U(0) else 0)
        + (p.lone_second if high & LEFT != U(0) else 0)
        + (p.lone_third if high & TRUMP_ACE != U(0) else 0)
        + p.lone_ace * side_aces(hand)
        + p.lone_king * popcount(hand & KINGS)
        + p.lone_void * side_voids(hand)
    )


def by_seat(v: View, first, second, third, dealer):
    """The number of your seat: eldest hand, dealer's partner, the other opponent of a dealer, the dealer."""
    if v.dealer == 0:
        return dealer
    if v.seat == 1:
        return first
    return second if v.dealer == 2 else third


def lone_pays(v: View):
    """True where going alone is allowed and can help: with a partner, and short of a game that a march wins anyway."""
    return (v.may_alone + v.must_alone > 0) & (v.partner == 1) & (v.target - v.score_us > 2)


def lone_gain(v: View, hand, p):
    """What going alone adds to a call with partner."""
    if not lone_pays(v):
        return NEVER
    return lone_strength(v, hand, p) - by_seat(v, p.alone_1, p.alone, p.alone, p.alone)


def table_gain(v: View, p):
    """What makes every call lighter: one point ends the game, or there is no partner to leave the call to."""
    if v.players < 4:
        # Not for an order into the dealer's hand, who is an opponent here. The third player's maker has the dummy.
        lighter = p.two_players if v.players == 2 else p.three_players
        return lighter if v.dealer == 0 or v.round == 2 else 0
    us = v.target - v.score_us
    them = v.target - v.score_them
    if them == 1:
        # A euchre costs no more than their point would; the dealer's side rather waits for the next deal.
        return p.last_point if us == 1 or v.dealer & 1 == 1 else 0
    return p.last_point if us == 1 and them > 2 else 0


def order_up(v: View, p: Params):
    """Order where the hand is worth more than passing; the dealer counts the upcard and the card he would bury."""
    hand = v.hand
    if v.dealer == 0:
        six = hand | v.upcard
        hand = six & ~bury(six, v.upcard)
    gain = strength(v, hand, p) + table_gain(v, p) - by_seat(v, p.order_1, p.order_2, p.order_3, p.order_dealer)
    more = lone_gain(v, hand, p)
    if gain + more >= 0 and (more >= 0 or v.must_alone == 1):
        return ALONE
    if v.must_alone == 1:
        return PASS
    return ORDER if gain >= 0 or v.stuck == 1 else PASS


def suit_gain(v: View, lane, p):
    """What naming suit `lane` is worth above passing."""
    if not may_name(v, lane):
        return NEVER
    gain = strength(v, as_trump(v.hand, lane), p) + table_gain(v, p)
    if lane == NEXT:
        gain += by_seat(v, p.next_1, p.next_2, p.next_late, p.next_late)
    return gain - by_seat(v, p.name_1, p.name_2, p.name_3, p.name_dealer)


def sure_tricks(v: View):
    """Twice the tricks of a no-trump hand: a card that nothing beats counts two, a king with a card beside it one."""
    sure = boss(v.hand, unseen(v))
    return 2 * popcount(sure) + popcount(without_lowest(v.hand) & ~sure & ALL_KINGS)


def name_trump(v: View, p: Params):
    """Name the best suit where it is worth more than passing: next from the dealer's left, green from his partner."""
    best = suit_gain(v, 0, p)
    suit = 0
    gain = suit_gain(v, 1, p)
    if gain > best:
        best = gain
        suit = 1
    gain = suit_gain(v, 2, p)
    if gain > best:
        best = gain
        suit = 2
    sure = sure_tricks(v) if may_name(v, NO_TRUMP) else 0
    if sure >= p.no_trump_alone and lone_pays(v):
        return call_alone(NO_TRUMP)
    if sure >= p.no_trump and best < 0:
        return call(NO_TRUMP)
    more = lone_gain(v, as_trump(v.hand, suit), p)
    if more >= 0 and best + more >= 0:
        return call_alone(suit)
    if best >= 0:
        return call(suit)
    if v.stuck == 1:
        # A stuck dealer whose suits are all barred (cards of the suit turned down only) names what is left.
        return call(suit if best > NEVER else TURNED if may_name(v, TURNED) else NO_TRUMP)
    return PASS


def defend_alone(v: View, p: Params):
    """Play alone against the makers with a hand that is strong enough to make the call itself alone."""
    if v.target - v.score_us <= 2 or v.players < 4:
        return 0
    return 1 if lone_strength(v, v.hand, p) >= p.defend else 0
