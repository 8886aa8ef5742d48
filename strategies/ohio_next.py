"""The school of ohioeuchre.com: next and reverse next in the second round, blocking at 9-6, its leads and discards.

Source: ohioeuchre.com: "When should I name trump", parts 1 to 6; "The art of a next call", pages 1 to 6; "When to play
alone"; "Blocking or donating points"; lesson 5, "The proper card to lead"; "Defending against a lone call"; "What card
should I discard"; its quiz and the forum's answers to it.

- Second round: the dealer's left calls next, with one trump and a green ace, even with none; the dealer's partner calls
  the other colour ("reverse next") with at least king and nine of it and a side ace; the dealer's right calls next, the
  dealer reverse next. Against this grain only much stronger hands.
- First round: the dealer takes up three trumps, two with a green ace, and a jack with any other trump. From their right
  both bowers alone are not enough.
- Block: with one point to go, the other side three or four from the end and dealing, order on anything unless a lone
  hand is stopped: right, left and one, ace and two.
- Lead against the makers: a singleton ace, not of next nor of the suit turned down; an ace from two cards; the king of
  a king-queen; low from a king and one; the lowest card of the shortest suit. Trump only to partner's call, a bower
  first.
- Lead against a lone hand: never the right; with one ace another suit, with two one of them, next before all others.
- Discard: never a trump or a side ace; a green singleton, then one of next (next first when the dealer's right goes
  alone); the lowest of three cards; keep ace-king and king with one. Alone with three trumps, a single ace goes before
  a card of ace-king.

Gaps and how they are filled. The pages give no list for the first round. The dealer's partner orders three trumps, or
two with a bower or a side ace. Their opponents order only a *strong* hand: four trumps with a bower or the ace; three
with two of right, left and ace; three with a bower and a side ace; both bowers and a side ace. Strong is also what any
seat needs to call against the grain. Next from the dealer's left: two trumps, one trump and a green ace, or none and
both green aces. Next from their right and reverse next from themselves need what reverse next needs, or three trumps
headed by the king or better. Alone: three trumps with two of right, left and ace, and a side ace, or four such trumps;
the dealer's right ("very strong") both; not with two points to go, where a march is enough. Leads after the first
trick, and the maker's own, are those of `basic`, except trump to partner's call; so are following, defending alone and
all play without trump. The joker is a right bower; what stops a lone hand is counted with the trumps above it. With two
or three players the dealer's right calls like an opponent of the dealer, and nobody blocks.
"""

from typing import NamedTuple

from sim.bits import U, lane_of, low, popcount, sel, top
from sim.views import NEXT, TURNED_DOWN, View
from strategies.parts.places import by_place
from strategies.parts.play_simple import lead as lead_like_basic
from strategies.parts.rating import BARRED, best_lane, five, length, named, opponent_deals, ordered
from strategies.toolkit import (
    ACES,
    ALL_ACES,
    ALL_KINGS,
    BOWERS,
    GREEN_LANES,
    JOKER,
    NEXT_LANE,
    RIGHT,
    TRUMP_ACE,
    TRUMP_KING,
    TRUMP_LANE,
    as_trump,
    count_trumps,
    guarded,
    lanes_with,
    lowest_rank,
    may_name,
    narrowed,
    next_lane,
    over,
    side_aces,
    singletons,
    unseen,
    without_lowest,
)

TOP = JOKER | BOWERS | TRUMP_ACE
ANY_BOWER = JOKER | BOWERS
UNFIT = -1000
"""Added to the rating of a suit that the hand is too weak for."""
WITH_THE_GRAIN = 500


class Params(NamedTuple):
    """Parts of the school that may be left out (0) or kept (1), and the trumps to call next on without an ace."""

    block: int = 1
    bare_next: int = 2


# ------------------------------------------------------------------------------------------------------------- bidding


def strong(hand):
    """A hand to call against the grain, or into the other side's deal."""
    trumps, aces, best = count_trumps(hand), side_aces(hand), popcount(hand & TOP)
    bowers = popcount(hand & ANY_BOWER)
    three = (trumps >= 3) & ((best >= 2) | ((bowers >= 1) & (aces >= 1)))
    return ((trumps >= 4) & (best >= 1)) | three | ((bowers >= 2) & (aces >= 1))


def king_nine(hand):
    """King and nine of trump or better with a side ace, or three trumps headed by the king."""
    trumps = count_trumps(hand)
    return (hand & (TOP | TRUMP_KING) != U(0)) & ((trumps >= 3) | ((trumps >= 2) & (side_aces(hand) >= 1)))


def next_from_the_left(hand, p):
    """What the dealer's left calls next on."""
    trumps, green = count_trumps(hand), popcount(hand & ACES & GREEN_LANES)
    return (trumps >= p.bare_next) | (green >= 2) | ((trumps >= 1) & (green >= 1))


def is_lone(v: View, hand):
    """Whether to play five cards alone."""
    trumps, aces = count_trumps(hand), side_aces(hand)
    good = (popcount(hand & TOP) >= 2) & (trumps >= 3)
    right_hand = (trumps >= 4) & (aces >= 1)
    enough = (trumps >= 4) | (aces >= 1)
    return good & by_place(v, enough, enough, right_hand, enough) & (v.target - v.score_us > 2)


def stops_loner(hand, deck):
    """True when the best trump is guarded against all higher ones: right, left and one, ace and two."""
    trumps = hand & TRUMP_LANE
    higher = popcount(over(deck & TRUMP_LANE & ~hand, top(trumps)))
    return popcount(trumps) > higher


def blocks(v: View, hand, p):
    """True when a lone hand would end the game and this hand does not stop it."""
    they_need = v.target - v.score_them
    score = (v.target - v.score_us == 1) & (they_need >= 3) & (they_need <= 4)
    asked = (p.block == 1) & (v.players == 4) & (v.dealer != 2) & (v.dealer != 0) & (v.may_alone == 1)
    return score & asked & (not stops_loner(hand, v.deck))


def order_up(v: View, p: Params):
    """Order by the place, or to block a lone hand."""
    hand = five(v)
    trumps, aces = count_trumps(hand), side_aces(hand)
    jack = v.upcard & (RIGHT | JOKER) != U(0)
    takes = (trumps >= 3) | ((trumps >= 2) & (jack | (hand & ACES & GREEN_LANES != U(0))))
    helps = (trumps >= 3) | ((trumps >= 2) & ((aces >= 1) | (hand & ANY_BOWER != U(0))))
    wants = by_place(v, strong(hand), helps, strong(hand), takes) | blocks(v, hand, p)
    alone = is_lone(v, hand) & (not (jack & opponent_deals(v)))
    return ordered(v, wants | alone, alone)


def rating(v: View, lane, following, p):
    """Length of suit `lane`, raised where it goes with the grain, lowered where the hand is too weak for it."""
    if not may_name(v, lane):
        return BARRED
    hand = as_trump(v.hand, lane)
    calls_next = by_place(v, next_from_the_left(hand, p), strong(hand), king_nine(hand), strong(hand))
    calls_green = by_place(v, strong(hand), king_nine(hand), strong(hand), king_nine(hand))
    fits = calls_next if following else calls_green
    grain = by_place(v, following, 1 - following, following, 1 - following)
    return length(hand) + (WITH_THE_GRAIN * grain if fits else UNFIT)


def name_trump(v: View, p: Params):
    """Next from the dealer's opponents, reverse next from their side, anything else on a strong hand."""
    first, following, third = rating(v, 0, 0, p), rating(v, NEXT, 1, p), rating(v, 2, 0, p)
    lane = best_lane(first, following, third)
    return named(v, lane, max(first, following, third) >= 0, is_lone(v, as_trump(v.hand, lane)))


# ------------------------------------------------------------------------------------------------------------ the cards


def of_two(side):
    """The cards of suits of exactly two."""
    rest = without_lowest(side)
    return side & lanes_with(rest) & ~lanes_with(without_lowest(rest))


def of_three(side):
    """The cards of suits of three or more."""
    return side & lanes_with(without_lowest(without_lowest(side)))


def short_and_low(pool, side):
    """The lowest card of `pool` from the shortest suit of `side`, no ace if there is another."""
    plain = narrowed(pool, pool & ~ALL_ACES)
    return lowest_rank(narrowed(plain, narrowed(plain & of_two(side), plain & singletons(side))))


def opening(v: View, side):
    """The first lead against the makers; `side` are the cards outside trump."""
    turned = sel(v.fate == TURNED_DOWN, lane_of(v.upcard), U(0))
    single_ace = singletons(side) & ALL_ACES & ~(NEXT_LANE | turned)
    ace_of_two = of_two(side) & ALL_ACES
    queens = (side & (ALL_KINGS >> U(1))) << U(1)
    king_queen = side & ALL_KINGS & queens & ~((side & ALL_ACES) >> U(1))
    from_king = guarded(side) & ~ALL_KINGS
    quiet = narrowed(short_and_low(side, side), narrowed(low(from_king), low(king_queen)))
    return narrowed(quiet, narrowed(low(ace_of_two), low(single_ace)))


def against_loner(side):
    """The first lead against a lone hand: keep a single ace, lead one of two, next before the others."""
    aces = side & ALL_ACES
    others = narrowed(side, side & ~aces)
    several = sel(popcount(aces) >= 2, aces, U(0))
    pool = narrowed(others, several)
    return short_and_low(narrowed(pool, pool & NEXT_LANE), side)


def lead(v: View):
    """By lesson 5 where it speaks of the lead, else as `basic`."""
    trumps, side = v.hand & v.trumps, v.hand & ~v.trumps
    card = lead_like_basic(v)
    first = sel(v.alone & 1 == 1, against_loner(side), opening(v, side))
    ours = (v.maker_side == 1) | (v.trick > 1) | (v.trumps == U(0)) | (side == U(0))
    card = sel(ours, card, first)
    out = (unseen(v) & v.trumps != U(0)) & (v.maker_side == 1) & (v.maker > 0) & (trumps != U(0))
    return sel(out, narrowed(low(trumps), top(trumps & ANY_BOWER)), card)


def discard(v: View):
    """Bury a short suit, green before next, else the lowest of a long one; trumps and aces last."""
    side = v.hand & ~v.trumps
    pool = narrowed(v.hand & ~v.upcard, side & ~v.upcard)
    plain = narrowed(pool, pool & ~ALL_ACES)
    lone = plain & singletons(side)
    # The dealer's right plays alone: their partner will lead next for the dealer to trump.
    following = next_lane(v)
    first_lane = sel((v.alone == 1) & (v.maker == 3), following, ~following)
    lone = narrowed(lone, lone & first_lane)
    aces = side & ALL_ACES
    ace_king = side & (aces | (aces >> U(1))) & lanes_with(aces & ((side & ALL_KINGS) << U(1)))
    kept = guarded(side) | ace_king
    several = narrowed(plain & ~kept, plain & of_three(side) & ~ace_king)
    choice = narrowed(plain, narrowed(several, lone))
    # A lone player with three trumps, ace-king and another ace throws the other ace away.
    goes = (v.alone == 1) & (v.maker == 0) & (popcount(v.hand & v.trumps) == 3) & (popcount(side) == 3)
    spare = sel(goes & (ace_king != U(0)) & (popcount(aces) == 2), aces & ~ace_king, U(0))
    return lowest_rank(narrowed(choice, spare))
