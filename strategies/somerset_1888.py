"""The hints of the Somerset Club of Boston, 1888: lists of hands to order, assist, take up and make, and the bridge.

Source: H. C. Leeds and James Dwight, "The Laws of Euchre as adopted by the Somerset Club of Boston", 1888, general
remarks and the chapters on the four hands, the bridge and lone hands. Written for 32 cards and games of five.

- Dealer: takes up three trumps; the right with ace, king or queen, with another and an outside ace, or with another and
  the rest of one suit; the left with the ace and an outside ace, or with another, an outside ace and a king-queen; ace,
  king and the rest of one suit with its ace (by the score); two trumps and two aces. Lighter hands when one point ends
  the game at 4-4 or 4-0; no hand "by the score" at 3-3 and 4-2.
- Their partner: three trumps; the right and another; the left, another and an outside ace; two trumps and two aces; the
  ace, another and an outside ace when the right is turned. By the score: the left and another; the ace, another and
  an outside ace; two middling trumps and the rest of one suit with its ace. At 4-4 and 4-0 ace or king and another.
- Eldest hand: where the right is not turned, three middling trumps with an outside ace or one suit outside, provided
  they
  could not make it next; otherwise only with great strength. At the bridge (4-1 and 4-2 in their favour) they order to
  stop a lone hand, but take their chance with two aces or the ace of trumps and another.
- Third hand: a list of hands that compel: four trumps; both bowers with another or an ace; three trumps with two aces
  or one suit with its ace; and so on. Into a turned right only with three certain tricks.
- Second round: the eldest makes it next when they can and crosses only when very strong, more so when a bower is turned
  down; the dealer's partner crosses when they can; the third hand needs a compelling hand; the dealer less than
  anybody.
- Lone hands: no light ones at 3-3, 4-4 or ahead; desperate ones when 4-1 or 4-2 behind; eldest and dealer play more
  than the other two.

Gaps and how they are filled. "Middling" trumps are tens and better. "When they can" is what a partner assists with at
any score; the dealer of the second round needs two trumps and a bower or an ace. "Great strength" is four trumps, or
both bowers and another. Where the left is enough for third hand, so is the right, which "most of the hands" leave
unsaid. "By the score" means yes but at the scores named. The right or a guarded left is a chance to take at the bridge
too (they stop a lone hand; the book leaves them unsaid). A sure lone hand has two of right, left and ace, at least
three trumps, and only aces and kings beside their aces outside; four such trumps may have any fifth card. A light one
has three such trumps and one other card at most, or one suit outside; a desperate one three trumps with a bower and two
other cards. Nobody plays alone when a march ends the game, nor over a right turned by the other side. Scores count from
the end, for games of any length. The joker is a right bower, and the right beside it a left. With two or three players
the dealer's right is the third hand, and there is no bridge. Left out: passing with both bowers of a crossed suit,
ordering as third hand because next is strong too, and the book's hints on card play. Play is that of `basic`.
"""

from typing import NamedTuple

from sim.bits import U, popcount
from sim.views import NEXT, View
from strategies.parts.places import by_place
from strategies.parts.rating import BARRED, best_lane, five, length, named, opponent_deals, ordered
from strategies.toolkit import (
    ACES,
    BOWERS,
    JOKER,
    KINGS,
    LEFT,
    NEXT_LANE,
    PLAIN_JOKER,
    QUEENS,
    RIGHT,
    SIDE_LANES,
    TRUMP_ACE,
    TRUMP_JACK,
    TRUMP_KING,
    TRUMP_LANE,
    TRUMP_QUEEN,
    TRUMP_TEN,
    as_trump,
    below,
    count_trumps,
    may_name,
    side_aces,
    suits_held,
)

MIDDLING = TRUMP_LANE & ~below(TRUMP_TEN)
BOWER_UP = RIGHT | JOKER
JACK_TURNED = TRUMP_JACK | PLAIN_JOKER
"""In the second round: the jack of the suit turned down, or the joker."""
UNFIT = -1000
"""Added to the rating of a suit that the hand is too weak for."""
FAVOURED = 500


class Params(NamedTuple):
    """Customs of the table."""

    bridge: int = 1
    """1 to keep the bridge, 0 to take the chance."""


# ------------------------------------------------------------------------------------------------- what a hand holds


def right(hand):
    """True with the right bower (or the joker)."""
    return hand & BOWER_UP != U(0)


def left(hand):
    """True with the left bower (or with joker and right)."""
    return (hand & LEFT != U(0)) | (popcount(hand & BOWER_UP) == 2)


def has(hand, card):
    """True with the card."""
    return hand & card != U(0)


def one_suit(hand):
    """True when all cards outside trump are of one suit."""
    return suits_held(hand & SIDE_LANES) == 1


def king_queen(hand):
    """True with king and queen of a side suit."""
    return hand & KINGS & ((hand & QUEENS) << U(1)) != U(0)


def losers(hand):
    """Cards outside trump that are neither aces nor kings beside their ace."""
    side = hand & SIDE_LANES
    return popcount(side & ~ACES & ~(((side & ACES) >> U(1)) & KINGS))


# ------------------------------------------------------------------------------------------------- the lists of hands


def dealer_takes(hand, dares):
    """The dealer's list; `dares` adds the hand that depends on the score."""
    trumps, aces = count_trumps(hand), side_aces(hand)
    with_right = has(hand, TRUMP_ACE | TRUMP_KING | TRUMP_QUEEN) | ((trumps >= 2) & ((aces >= 1) | one_suit(hand)))
    with_left = (aces >= 1) & (has(hand, TRUMP_ACE) | ((trumps >= 2) & king_queen(hand)))
    by_score = has(hand, TRUMP_ACE) & has(hand, TRUMP_KING) & one_suit(hand) & (aces >= 1) & dares
    strong = (trumps >= 3) | ((trumps >= 2) & (aces >= 2)) | by_score
    return strong | (right(hand) & with_right) | (left(hand) & with_left)


def can(hand):
    """What a partner assists with at any score, and the eldest hand makes next with."""
    trumps, aces = count_trumps(hand), side_aces(hand)
    two = right(hand) | (left(hand) & (aces >= 1)) | (aces >= 2)
    return (trumps >= 3) | ((trumps >= 2) & two)


def assists_by_score(hand):
    """What a partner assists with unless the score calls for caution."""
    trumps, aces = count_trumps(hand), side_aces(hand)
    middling = (popcount(hand & MIDDLING) == 2) & one_suit(hand) & (aces >= 1)
    return (trumps >= 2) & (left(hand) | (has(hand, TRUMP_ACE) & (aces >= 1)) | middling)


def compels(hand):
    """The hands that even third hand must order."""
    trumps, aces = count_trumps(hand), side_aces(hand)
    both, low_left = right(hand) & left(hand), left(hand) & has(hand, TRUMP_ACE) & has(hand, TRUMP_KING)
    bower = left(hand) | right(hand)
    king_or_queen = (has(hand, TRUMP_KING) & (bower | has(hand, TRUMP_ACE))) | (has(hand, TRUMP_QUEEN) & bower)
    three = both | (aces >= 2) | (one_suit(hand) & (aces >= 1)) | (right(hand) & has(hand, TRUMP_ACE))
    three = three | low_left | (king_or_queen & (aces >= 1))
    return (trumps >= 4) | (both & (aces >= 1)) | ((trumps >= 3) & three)


def great(hand):
    """Great strength: four trumps, or both bowers and another."""
    trumps = count_trumps(hand)
    return (trumps >= 4) | (right(hand) & left(hand) & (trumps >= 3))


def light(hand):
    """Two trumps, and a bower or an ace among or beside them."""
    return (count_trumps(hand) >= 2) & (right(hand) | left(hand) | (side_aces(hand) >= 1))


def could_make_next(hand):
    """True when the hand, seen with the turned suit as trump, could make it next in the second round."""
    cards = popcount(hand & (NEXT_LANE | BOWERS))
    aces = popcount(hand & (ACES | TRUMP_ACE) & ~NEXT_LANE)
    two = has(hand, LEFT) | (has(hand, RIGHT) & (aces >= 1)) | (aces >= 2)
    return (cards >= 3) | ((cards >= 2) & two)


# ---------------------------------------------------------------------------------------------------------- lone hands


def is_lone(v: View, hand):
    """Whether to play five cards alone at this score and from this place."""
    to_go, they_need = v.target - v.score_us, v.target - v.score_them
    trumps, lost = count_trumps(hand), losers(hand)
    top = (popcount(hand & (JOKER | BOWERS | TRUMP_ACE)) >= 2) & (trumps >= 3)
    sure = top & ((lost == 0) | (trumps >= 4))
    careful = (v.score_us > v.score_them) | ((to_go == they_need) & (to_go <= 2))
    well_placed = (v.dealer == 0) | (v.seat == 1)
    risky = top & ((lost <= 1) | one_suit(hand)) & (not careful) & well_placed
    desperate = (trumps >= 3) & (right(hand) | left(hand)) & (lost <= 2) & (they_need == 1) & (to_go >= 3)
    return (sure | risky | desperate) & (to_go > 2)


# ------------------------------------------------------------------------------------------------------------- bidding


def at_the_bridge(v: View, hand, p):
    """True when the eldest hand orders on anything, to stop a lone hand that would end the game."""
    they_need = v.target - v.score_them
    score = (v.target - v.score_us == 1) & (they_need >= 3) & (they_need <= 4)
    chance = (side_aces(hand) >= 2) | ((count_trumps(hand) >= 2) & (hand & (LEFT | TRUMP_ACE) != U(0))) | right(hand)
    return score & (not chance) & (p.bridge == 1) & (v.partner == 1) & (v.seat == 1) & (v.may_alone == 1)


def order_up(v: View, p: Params):
    """Order, assist or take up by the list of the place."""
    hand = five(v)
    to_go, they_need = v.target - v.score_us, v.target - v.score_them
    caution = ((to_go == 2) & (they_need == 2)) | ((to_go == 1) & (they_need == 3))
    free = (to_go == 1) & ((they_need == 1) | (v.score_them == 0))
    turned = right(v.upcard)

    middling = (popcount(hand & MIDDLING) >= 3) & ((side_aces(hand) >= 1) | one_suit(hand))
    eldest = (not turned) & (great(hand) | (middling & (not could_make_next(hand))))
    third = (compels(hand) & (not turned)) | (left(hand) & has(hand, TRUMP_ACE) & (count_trumps(hand) >= 4))
    helped = has(hand, TRUMP_ACE) & (side_aces(hand) >= 1) & turned
    helped = helped | (free & (hand & (TRUMP_ACE | TRUMP_KING) != U(0)))
    partner = can(hand) | (assists_by_score(hand) & (not caution)) | (helped & (count_trumps(hand) >= 2))
    shade = (to_go == 1) & (they_need == 2)
    takes = dealer_takes(hand, not caution) | (light(hand) & (free | (left(hand) & shade)))

    wants = by_place(v, eldest, partner, third, takes) | at_the_bridge(v, hand, p)
    alone = is_lone(v, hand) & (not (turned & opponent_deals(v)))
    return ordered(v, wants | alone, alone)


def rating(v: View, lane, following):
    """Length of suit `lane`, raised where the place favours it, lowered where the hand is too weak for it."""
    if not may_name(v, lane):
        return BARRED
    hand = as_trump(v.hand, lane)
    bower_down = v.upcard & JACK_TURNED != U(0)
    crosses = compels(hand) & (great(hand) | (not bower_down))
    eldest = can(hand) if following else crosses
    partner = compels(hand) if following else can(hand)
    fit = by_place(v, eldest, partner, compels(hand), light(hand))
    favour = by_place(v, FAVOURED * following, FAVOURED * (1 - following), FAVOURED * following, 0)
    return length(hand) + (favour if fit | is_lone(v, hand) else UNFIT)


def name_trump(v: View, p: Params):
    """Make it next or cross the suit by the list of the place."""
    first, following, third = rating(v, 0, 0), rating(v, NEXT, 1), rating(v, 2, 0)
    lane = best_lane(first, following, third)
    alone = is_lone(v, as_trump(v.hand, lane))
    return named(v, lane, max(first, following, third) >= 0, alone)
