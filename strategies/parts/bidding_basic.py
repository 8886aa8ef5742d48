"""Bidding of the basic player: points for the hand against a threshold for the seat.

With four players all numbers are hundredths of a point won by calling instead of passing. Weights and thresholds were
fitted to what became of forced calls and forced passes on the same deals (24 cards, nobody stuck), then moved one by
one in mirrored play against the player so found, until no step won anything. Games of two and three are bid by
`bidding_few`. With partner's best card to come (railroad) lone hands need less by the `best_` numbers, which
are worth 0.160 ± 0.002 points a hand in mirrored play of 500 000 deals. Where the rules know the jambone, laying the
five highest trumps open is worth 0.0007 ± 0.0001 in 1 000 000 railroad deals; with any fifth card beside four of them
0.0008 ± 0.0002, beside three it loses 0.0142 ± 0.0005. The other games' numbers, those of the joker and of 32 cards:
docs/fitting.md.
"""

from typing import NamedTuple

from sim.bits import U, popcount, top
from sim.lanes import SEVEN, card_mask
from sim.views import ALONE, FACE_UP, GREEN_A, JAMBONE, NEXT, NO_TRUMP, ORDER, PASS, TURNED, View
from strategies.parts.bidding_few import least_to_name, least_to_order, worth
from strategies.parts.play_simple import bury
from strategies.toolkit import (
    ALL_KINGS,
    JOKER,
    KINGS,
    LEFT,
    NEVER,
    PLAIN_JOKER,
    RIGHT,
    TRUMP_ACE,
    TRUMP_LANE,
    as_trump,
    boss,
    call,
    call_alone,
    call_jambone,
    count_trumps,
    from_the_top,
    has_highest,
    may_name,
    side_aces,
    side_voids,
    unseen,
    without_lowest,
)

A_SEVEN = U(card_mask(GREEN_A, SEVEN))
"""A seven of a green suit: only the longer packs have it."""


class Params(NamedTuple):
    """Weights of the cards held, then thresholds by seat (dealer's partner is seat 2); lone hands; other packs; the
    games for two (`two_`), for three with a dummy (`three_`) and without one (`solo`); hundredths of a trick where
    tricks are bid (`bid_`, `pepper_`); in napoleon the tricks that a bid needs (`nap_`).

    `nap_misere` is a logarithm of odds, which must be higher by `nap_instead` where two could be bid as well; each
    player above four adds `nap_crowd` to what three and Nap need.
    """

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
    defend_loner: int = 303
    defend_no_trump: int = 6

    best_1: int = 67
    best_2: int = 57
    best_3: int = 80
    best_dealer: int = 17
    best_defend: int = 142
    jambone: int = 5

    joker_order: int = 120
    joker_partner: int = 40
    joker_dealer: int = 40
    joker_name: int = 16
    joker_defend: int = -32
    long_partner: int = -32

    two_trump: int = 68
    two_ace: int = 17
    two_king: int = 9
    two_void: int = 8
    two_order_1: int = 282
    two_order_dealer: int = 122
    two_name_1: int = 58
    two_name_dealer: int = 66
    two_next: int = 56
    two_alone: int = 372

    three_trump: int = 68
    three_best: int = 66
    three_second: int = 24
    three_third: int = 46
    three_ace: int = 25
    three_order_1: int = 184
    three_order_2: int = 40
    three_order_dealer: int = 8
    three_name: int = 8
    three_defend: int = 440

    solo_order: int = 372
    solo: int = 300

    bid_base: int = 195
    bid_trump: int = 46
    bid_best: int = 72
    bid_second: int = 36
    bid_third: int = 18
    bid_ace: int = 40
    bid_void: int = 12
    bid_need: int = 0
    bid_six: int = 0
    bid_partner: int = 30
    bid_below: int = 2
    bid_jump: int = 352

    pepper_base: int = 120
    pepper_trump: int = 53
    pepper_best: int = 72
    pepper_second: int = 40
    pepper_third: int = 15
    pepper_ace: int = 53
    pepper_void: int = 35
    pepper_plain: int = 195
    pepper_sure: int = 45
    pepper_length: int = 28
    pepper_need: int = 22
    pepper_little: int = -160
    pepper_big: int = 583
    pepper_partner: int = 80
    pepper_below: int = 2
    pepper_jump: int = 425

    nap_one: float = 0.5
    nap_two: float = 1.3
    nap_three: float = 2.75
    nap_four: float = 3.5
    nap_nap: float = 4.85
    nap_wellington: float = 5.1
    nap_blucher: float = 5.6
    nap_misere: float = 0.225
    nap_instead: float = 0.4
    nap_crowd: float = 0.25


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


def gives_best_trump(v: View):
    """True where an order gives an opponent the highest trump, and with it a sure trick."""
    return (v.fate == FACE_UP) & (v.upcard == top(v.deck & TRUMP_LANE)) & (v.dealer & 1 == 1)


def lone_pays(v: View):
    """True where going alone is allowed and can help: short of a game that a march wins anyway.

    With three players it pays no more than to use the dummy. Where an opponent gets the highest trump no hand marches.
    """
    allowed = (v.may_alone + v.must_alone > 0) & (v.players != 3) & (v.target - v.score_us > 2)
    return allowed & (not gives_best_trump(v))


def lone_gain(v: View, hand, p):
    """What going alone adds to a call with partner, or with the cards of one's own that a lone player of two leaves."""
    if not lone_pays(v):
        return NEVER
    if v.players == 2:
        return lone_strength(v, hand, p) - p.two_alone
    least = by_seat(v, p.alone_1, p.alone, p.alone, p.alone)
    least -= by_seat(v, p.best_1, p.best_2, p.best_3, p.best_dealer) if v.best_call == 1 else 0
    return lone_strength(v, hand, p) - least


def lies_open(v: View, hand, p):
    """True where a lone hand is laid open: the rules allow it, and it has so many of the highest trumps."""
    return (v.may_jambone == 1) & has_highest(v, hand, p.jambone)


def table_gain(v: View, p):
    """What makes every call of four players lighter: one point ends the game."""
    us = v.target - v.score_us
    them = v.target - v.score_them
    if them == 1:
        # A euchre costs no more than their point would; the dealer's side rather waits for the next deal.
        return p.last_point if us == 1 or v.dealer & 1 == 1 else 0
    return p.last_point if us == 1 and them > 2 else 0


def with_joker(v: View, number):
    """A number that counts where the pack has the joker, which is a trump in any suit."""
    return number if v.deck & (JOKER | PLAIN_JOKER) != U(0) else 0


def order_gain(v: View, hand, p):
    """What ordering with these five cards is worth above passing."""
    if v.players < 4:
        return worth(v, hand, p) - least_to_order(v, p)
    least = by_seat(v, p.order_1, p.order_2, p.order_3, p.order_dealer)
    least += with_joker(v, by_seat(v, p.joker_order, p.joker_partner, p.joker_order, p.joker_dealer))
    least += by_seat(v, 0, p.long_partner, 0, 0) if v.deck & A_SEVEN != U(0) else 0
    return strength(v, hand, p) + table_gain(v, p) - least


def order_up(v: View, p: Params):
    """Order where the hand is worth more than passing; the dealer counts the upcard and the card they would bury."""
    hand = v.hand
    if v.dealer == 0:
        six = hand | v.upcard
        hand = six & ~bury(six, v.upcard)
    gain = order_gain(v, hand, p)
    more = lone_gain(v, hand, p)
    if gain + more >= 0 and (more >= 0 or v.must_alone == 1):
        return JAMBONE if lies_open(v, hand, p) else ALONE
    if v.must_alone == 1:
        return PASS
    return ORDER if gain >= 0 or v.stuck == 1 else PASS


def suit_gain(v: View, lane, p):
    """What naming suit `lane` is worth above passing."""
    if not may_name(v, lane):
        return NEVER
    hand = as_trump(v.hand, lane)
    if v.players < 4:
        return worth(v, hand, p) - least_to_name(v, p) + (p.two_next if lane == NEXT and v.players == 2 else 0)
    gain = strength(v, hand, p) + table_gain(v, p)
    if lane == NEXT:
        gain += by_seat(v, p.next_1, p.next_2, p.next_late, p.next_late)
    return gain - by_seat(v, p.name_1, p.name_2, p.name_3, p.name_dealer) - with_joker(v, p.joker_name)


def sure_tricks(v: View):
    """Twice the tricks of a no-trump hand: a card that nothing beats counts two, a king with a card beside it one."""
    sure = boss(v.hand, unseen(v))
    return 2 * popcount(sure) + popcount(without_lowest(v.hand) & ~sure & ALL_KINGS)


def name_trump(v: View, p: Params):
    """Name the best suit where it is worth more than passing: next from the dealer's left, green from their partner."""
    best, suit = NEVER - 1, 0
    for lane in range(3):
        gain = suit_gain(v, lane, p)
        suit = lane if gain > best else suit
        best = max(gain, best)
    sure = sure_tricks(v) if may_name(v, NO_TRUMP) else 0
    if sure >= p.no_trump_alone and lone_pays(v):
        return call_alone(NO_TRUMP)
    if sure >= p.no_trump and best < 0:
        return call(NO_TRUMP)
    more = lone_gain(v, as_trump(v.hand, suit), p)
    if more >= 0 and best + more >= 0:
        return call_jambone(suit) if lies_open(v, as_trump(v.hand, suit), p) else call_alone(suit)
    if best >= 0:
        return call(suit)
    if v.stuck == 1:
        # A stuck dealer whose suits are all barred (cards of the suit turned down only) names what is left.
        return call(suit if best > NEVER else TURNED if may_name(v, TURNED) else NO_TRUMP)
    return PASS


def defend_alone(v: View, p: Params):
    """Play alone against the makers with a hand that could make the call itself alone.

    Of three players only with a hand that takes all five tricks: less pays no more than with the other defender. In a
    no-trump hand the sure tricks count, as they do for a call.
    """
    if v.trumps == U(0):
        return 1 if v.target - v.score_us > 2 and sure_tricks(v) >= p.defend_no_trump else 0
    least = (
        p.defend_loner - (p.best_defend if v.best_call == 1 else 0)
        if v.alone == 1
        else p.defend + with_joker(v, p.joker_defend)
    )
    least = p.three_defend if v.players < 4 else least
    return 1 if v.target - v.score_us > 2 and lone_strength(v, v.hand, p) >= least else 0
