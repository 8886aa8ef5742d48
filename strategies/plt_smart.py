"""The "smart" bot of euchre-plt: adds up five sides of a hand to a strength of at most 100, calls at 35, alone at 45.

Source: StrategySmart and HandAnalysisSmart of euchre-plt (github.com/crashka/euchre-plt) with the numbers of its
config/base_config.yml. In our words:

- Strength: the sum of the trumps' values (right bower 10, left 7, ace 4, king 2, queen 1) over 24, times 20; the best
  side suit (ace 10, king 7, queen 2) over 19, times 7; 0, 0.2, 0.3, 0.65, 0.9, 1 for none to five trumps, times 27;
  0, 0.25, 0.6, 1 for side aces, times 25; 0, 0.3, 0.7, 1 for void side suits, of which one fewer than there are trumps
  count, times 21.
- First round: the dealer takes the strongest five cards that they could keep. For everybody else the upcard (right
  bower
  50, ace 30, king 25, queen 20, ten 15, nine 10, of 150) times 25 counts for them if partner deals and against them if
  not. Second round: the strongest suit. Alone 10 above the call. Against a lone maker defend alone with 35.
- Discard: what leaves the strongest hand. Leads and follows are described with their functions.

Gaps and how they are filled. The joker is worth a right bower, cards below the nine nothing in hand and a nine when
turned up; the sums stay 24, 19 and 150. The score plays no part, as in the source. A stuck dealer names their strongest
suit. With two or three players the upcard always counts against who does not deal. Where the source chooses at random
(several aces or singletons to lead), the lowest singleton and the ace of the shortest suit are taken; a single trump is
led only to partner's call, and not thrown away to be rid of a suit. It never defends alone without trump, and its
lone player then discards for partner's best like `basic`. Its plan to draw trumps, kept from trick to trick,
is read off the cards: a maker with two trumps goes on after the first trick. Two rules are played as they are
described, not as they are coded: low from the longest suit (coded: its highest card) and, last to play, the lowest
trump that wins (coded: the highest).
"""

from typing import NamedTuple

from sim.bits import U, low, popcount, sel, top
from sim.views import View
from strategies.parts.best_card import throw
from strategies.parts.rating import named, ordered, partner_deals
from strategies.toolkit import (
    ALL_ACES,
    ALL_KINGS,
    ALL_QUEENS,
    BOWERS,
    JOKER,
    LEFT,
    NEXT_LANE,
    RIGHT,
    TRUMP_ACE,
    TRUMP_KING,
    TRUMP_LANE,
    TRUMP_QUEEN,
    TRUMP_TEN,
    as_trump,
    count_trumps,
    highest_rank,
    in_lane,
    lanes_with,
    lowest_rank,
    may_name,
    narrowed,
    over,
    side_aces,
    side_voids,
    singletons,
    unseen,
    without_lowest,
)
from strategies.trickster import high

TRUMP_SUM, SIDE_SUM, UP_SUM = 24.0, 19.0, 150.0
"""What the values of all trumps, of a side suit and of all upcards add up to."""
BARRED = -1000.0


class Params(NamedTuple):
    """Values of cards, of their numbers, and of the upcard; weights; strength asked for."""

    trump_right: float = 10.0
    trump_left: float = 7.0
    trump_ace: float = 4.0
    trump_king: float = 2.0
    trump_queen: float = 1.0
    side_ace: float = 10.0
    side_king: float = 7.0
    side_queen: float = 2.0
    trumps_1: float = 0.2
    trumps_2: float = 0.3
    trumps_3: float = 0.65
    trumps_4: float = 0.9
    aces_1: float = 0.25
    aces_2: float = 0.6
    voids_1: float = 0.3
    voids_2: float = 0.7

    by_values: float = 20.0
    by_side: float = 7.0
    by_trumps: float = 27.0
    by_aces: float = 25.0
    by_voids: float = 21.0

    up_right: float = 50.0
    up_ace: float = 30.0
    up_king: float = 25.0
    up_queen: float = 20.0
    up_ten: float = 15.0
    up_nine: float = 10.0
    by_up: float = 25.0

    call: float = 35.0
    alone_more: float = 10.0
    defend: float = 35.0


def worth(hand, card, value):
    """`value` where the hand has a card of a mask."""
    return value if hand & card != U(0) else 0.0


def trump_strength(hand, p):
    """The part of the strength that trumps are worth by themselves."""
    values = (
        worth(hand, JOKER, p.trump_right)
        + worth(hand, RIGHT, p.trump_right)
        + worth(hand, LEFT, p.trump_left)
        + worth(hand, TRUMP_ACE, p.trump_ace)
        + worth(hand, TRUMP_KING, p.trump_king)
        + worth(hand, TRUMP_QUEEN, p.trump_queen)
    )
    n = count_trumps(hand)
    few = p.trumps_1 if n == 1 else p.trumps_2 if n == 2 else 0.0
    number = few if n < 3 else p.trumps_3 if n == 3 else p.trumps_4 if n == 4 else 1.0
    return p.by_values / TRUMP_SUM * values + p.by_trumps * number


def suit_strength(hand, lane, p):
    """Value of the side suit in a lane."""
    cards = in_lane(hand, lane)
    honours = worth(cards, ALL_ACES, p.side_ace) + worth(cards, ALL_KINGS, p.side_king)
    return honours + worth(cards, ALL_QUEENS, p.side_queen)


def side_strength(hand, trumps, p):
    """The part of the strength that the side suits are worth beside so many trumps."""
    best = max(suit_strength(hand, 0, p), suit_strength(hand, 1, p), suit_strength(hand, 2, p))
    n = side_aces(hand)
    aces = p.aces_1 if n == 1 else p.aces_2 if n == 2 else 1.0
    k = min(side_voids(hand), trumps - 1)
    voids = p.voids_1 if k == 1 else p.voids_2 if k == 2 else 1.0
    return p.by_side / SIDE_SUM * best + p.by_aces * (aces if n > 0 else 0.0) + p.by_voids * (voids if k > 0 else 0.0)


def strength(hand, p):
    """Strength of five cards; trump is lane 3."""
    return trump_strength(hand, p) + side_strength(hand, count_trumps(hand), p)


def lowest_in(hand, lane):
    """The lowest card of a lane."""
    return low(in_lane(hand, lane))


def without(six, card, trumps, base, p):
    """Strength of six cards less a side card; `base` is what the trumps are worth."""
    return base + side_strength(six & ~card, trumps, p) if card != U(0) else BARRED


def without_trump(six, card, trumps, p):
    """Strength of six cards less a trump."""
    return trump_strength(six & ~card, p) + side_strength(six, trumps - 1, p) if card != U(0) else BARRED


def best_five(six, upcard, p):
    """Strength of the best five of six cards, and the card to bury for it; only lowest cards of a suit come up."""
    trumps = count_trumps(six)
    base = trump_strength(six, p)
    buried = lowest_in(six, 0)
    best = without(six, buried, trumps, base, p)
    card = lowest_in(six, 1)
    other = without(six, card, trumps, base, p)
    buried, best = sel(other > best, card, buried), max(best, other)
    card = lowest_in(six, 2)
    other = without(six, card, trumps, base, p)
    buried, best = sel(other > best, card, buried), max(best, other)
    card = low(six & TRUMP_LANE & ~upcard)
    other = without_trump(six, card, trumps, p)
    return max(best, other), sel(other > best, card, buried)


def upcard_strength(upcard, p):
    """What the upcard adds to the side that gets it."""
    high = p.up_right if upcard & (RIGHT | JOKER) != U(0) else p.up_ace if upcard == TRUMP_ACE else p.up_king
    rest = p.up_queen if upcard == TRUMP_QUEEN else p.up_ten if upcard == TRUMP_TEN else p.up_nine
    return p.by_up / UP_SUM * (high if upcard >= TRUMP_KING else rest)


def order_up(v: View, p: Params):
    """Order at the strength asked for."""
    up = upcard_strength(v.upcard, p)
    total = strength(v.hand, p) + (up if partner_deals(v) else -up)
    if v.dealer == 0:
        total = best_five(v.hand | v.upcard, v.upcard, p)[0]
    return ordered(v, total >= p.call, total >= p.call + p.alone_more)


def rating(v: View, lane, p):
    """Strength with a suit as trump."""
    return strength(as_trump(v.hand, lane), p) if may_name(v, lane) else BARRED


def name_trump(v: View, p: Params):
    """Name the strongest suit at the strength asked for."""
    first, following, third = rating(v, 0, p), rating(v, 1, p), rating(v, 2, p)
    best = max(first, following, third)
    lane = 0 if first == best else 1 if following == best else 2
    return named(v, lane, best >= p.call, best >= p.call + p.alone_more)


def defend_alone(v: View, p: Params):
    """Against a lone maker who has named a trump, with a hand that could have called."""
    return 1 if v.alone & 1 == 1 and v.trumps != U(0) and strength(v.hand, p) >= p.defend else 0


def discard(v: View, p: Params):
    """The card without which the hand is strongest; in a no-trump hand the lowest, as `throw` has it."""
    return sel(v.trumps != U(0), best_five(v.hand, v.upcard, p)[1], throw(v))


def shortest(pool, side):
    """The cards of `pool` that are in the shortest suits of `side`."""
    second = without_lowest(side)
    pool = narrowed(pool, pool & ~lanes_with(without_lowest(second)))
    return narrowed(pool, pool & ~lanes_with(second))


def longest(side):
    """The cards in the longest suits of `side`."""
    second = without_lowest(side)
    third = without_lowest(second)
    pool = narrowed(side, side & lanes_with(second))
    pool = narrowed(pool, side & lanes_with(third))
    return narrowed(pool, side & lanes_with(without_lowest(third)))


def next_lead(v: View):
    """First lead of an eldest hand that made next: the lowest trump without a bower, the ace from right and ace; or 0.

    After ohioeuchre.com's page on next: partner is likely to hold a bower.
    """
    trumps = v.hand & v.trumps
    from_right = sel((trumps & RIGHT != U(0)) & (trumps & LEFT == U(0)), trumps & TRUMP_ACE, U(0))
    card = sel(trumps & BOWERS == U(0), low(trumps), from_right)
    made_next = (v.round == 2) & (v.maker == 0) & (v.seat == 1) & (v.upcard & (NEXT_LANE | LEFT) != U(0))
    return sel(made_next & (v.trick == 1), card, U(0))


def lead(v: View):
    """The first of these that applies.

    The lead to a call of next (see `next_lead`). The maker's highest trump while trumps are out, from three, or from
    two after the first trick. A side ace. To partner's call, before any trump was played: a bower, the lowest of
    several trumps, or with one trump a singleton. After the first trick a side card that is unbeaten: the lowest in the
    first three tricks, else the highest. With a trump: a singleton; after the first trick the lowest side card. The
    lowest card of the longest suit.
    """
    trumps, side = v.hand & v.trumps, v.hand & ~v.trumps
    count = popcount(trumps)
    later = v.trick > 1
    out = unseen(v)
    lone = lowest_rank(singletons(side))

    card = sel(side != U(0), lowest_rank(longest(side)), low(trumps))
    card = sel(later & (count > 0) & (side != U(0)), lowest_rank(side), card)
    card = sel((count > 0) & (lone != U(0)), lone, card)
    unbeaten = side & high(v)
    winner = sel(v.trick <= 3, lowest_rank(unbeaten), highest_rank(unbeaten))
    card = narrowed(card, sel(later, winner, U(0)))
    own_bower = top(trumps & (BOWERS | JOKER))
    to_partner = narrowed(sel(count > 1, low(trumps), narrowed(trumps, lone)), own_bower)
    fresh = (v.maker_side == 1) & (v.maker != 0) & (v.seen & v.trumps == U(0))
    card = narrowed(card, sel(fresh & (count > 0), to_partner, U(0)))
    card = narrowed(card, lowest_rank(shortest(side & ALL_ACES, side)))
    draws = (v.maker == 0) & (out & v.trumps != U(0)) & ((count >= 3) | (later & (count == 2)))
    card = sel(draws, top(trumps), card)
    return narrowed(card, next_lead(v))


def throw_away(v: View):
    """With a trump a side singleton, else the lowest side card, else the lowest trump."""
    trumps, side = v.hand & v.trumps, v.hand & ~v.trumps
    lone = sel(trumps != U(0), singletons(side), U(0))
    return lowest_rank(narrowed(narrowed(trumps, side), lone))


def follow(v: View):
    """To partner's trick low. To the opponents' high.

    In suit: the highest card where it takes the lead, last to play the lowest that does. Without the suit: the lowest
    trump, but an only trump that is the highest left is kept; over a trump the highest, last to play the lowest that
    wins. Else the least useful card (see `throw_away`).
    """
    suited, trumps = v.hand & v.led, v.hand & v.trumps
    open_trick, theirs = v.last == 0, v.partner_wins == 0
    winning = over(suited, v.best)
    in_suit = narrowed(low(suited), sel(theirs, sel(open_trick, top(winning), low(winning)), U(0)))
    higher = over(trumps, v.best)
    over_trump = sel(open_trick, top(higher), low(higher))
    is_kept = (popcount(trumps) == 1) & (trumps & high(v) != U(0))
    ruff = sel(v.best & v.trumps != U(0), over_trump, sel(is_kept, U(0), low(trumps)))
    return sel(suited != U(0), in_suit, narrowed(throw_away(v), sel(theirs, ruff, U(0))))
