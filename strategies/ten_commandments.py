"""Harvey Lapp's ten commandments: count your tricks and one for partner, go alone when you can, lead the right bower.

Source: "The Ten Commandments of Euchre", compiled in 2000 by Harvey Lapp with thanks to Natty Bumppo, author of The
Columbus Book of Euchre (euchrestrategy.homestead.com, euchrestrategy.info). In our words:

1. Call whenever the hand is good enough.       2. Count on partner for one trick.
3. Do not trump partner's ace.                  4. Do trump their king.
5. Lead trump when partner called.              6. Do not when the opponents did.
7. When you called, lead the right bower.       8. Do not order the right bower up for partner, unless you go alone.
9. Go alone whenever you can, but not with 8 or 9 points.             10. Do not complain about the cards.

Gaps and how they are filled. The source does not say what a trick is: a bower (or the joker) counts as one trick, any
other trump and any side ace as half a trick, so with partner's trick two of one's own make a call (right bower and two
trumps, right bower with a trump and a side ace, two trumps and two side aces). "Alone whenever you can" is three tricks
so counted, three trumps among them; 8 and 9 points are two and one from the end of any game. The dealer counts the
upcard and buries as `basic` does; an upcard that goes to the opponents is taken off at the same rate (without that,
orders from the dealer's left and right make 63 %); to partner it adds nothing, their trick being counted. In the second
round the suit with the most tricks is named, of equals the longest, then the one with more honours. Leads (rule 7 says
only the right): a maker without it leads as `basic` does, a maker with the joker leads that. Rule 5 holds in the first
two tricks, the highest trump is led; against the opponents' call trump is led only from a hand of trumps, else the card
that `basic` would lead, or a side winner, or the lowest card. Rule 4: a king is trumped, with the lowest trump, while
somebody is still to play. All else is `basic`: it follows rule 3 already. With two or three players partner's trick
stays in the count: the dummy, or the cards that nobody holds, stand in.
"""

from typing import NamedTuple

from sim.bits import U, low, popcount, sel, top
from sim.views import View
from strategies.parts.play_simple import follow as follow_like_basic
from strategies.parts.play_simple import lead as lead_like_basic
from strategies.parts.rating import BARRED, best_lane, five, length, named, opponent_deals, ordered, partner_deals
from strategies.toolkit import (
    ALL_KINGS,
    BOWERS,
    JOKER,
    RIGHT,
    as_trump,
    boss,
    count_trumps,
    lowest_rank,
    may_name,
    narrowed,
    over,
    side_aces,
    unseen,
)


class Params(NamedTuple):
    """Hundredths of a trick that cards and partner are counted for, and the tricks asked for."""

    bower: int = 100
    trump: int = 50
    side_ace: int = 50
    partner: int = 100
    call: int = 300
    alone: int = 300
    alone_trumps: int = 3


def tricks(hand, p):
    """Hundredths of a trick that five cards are counted for; trump is lane 3."""
    bowers = popcount(hand & (BOWERS | JOKER))
    return p.bower * bowers + p.trump * (count_trumps(hand) - bowers) + p.side_ace * side_aces(hand)


def can_go_alone(v: View, hand, p):
    """Rule 9."""
    return v.target - v.score_us > 2 and tricks(hand, p) >= p.alone and count_trumps(hand) >= p.alone_trumps


def order_up(v: View, p: Params):
    """Rules 1, 2, 8 and 9."""
    hand = five(v)
    alone = can_go_alone(v, hand, p)
    given = tricks(v.upcard, p) if opponent_deals(v) else 0
    wants = tricks(hand, p) + p.partner - given >= p.call
    if partner_deals(v) and v.upcard == RIGHT:
        wants = wants and alone
    return ordered(v, wants, alone)


def rating(v: View, lane, p):
    """Tricks with a suit as trump; between equals its length and honours."""
    hand = as_trump(v.hand, lane)
    return 100 * tricks(hand, p) + length(hand) if may_name(v, lane) else BARRED


def name_trump(v: View, p: Params):
    """Rules 1, 2 and 9."""
    lane = best_lane(rating(v, 0, p), rating(v, 1, p), rating(v, 2, p))
    hand = as_trump(v.hand, lane)
    return named(v, lane, tricks(hand, p) + p.partner >= p.call, can_go_alone(v, hand, p))


def lead(v: View):
    """Rules 5, 6 and 7."""
    usual = lead_like_basic(v)
    trumps, side = v.hand & v.trumps, v.hand & ~v.trumps
    high = v.hand & v.trumps & (RIGHT | JOKER)
    partners = sel(v.trick <= 2, top(trumps), U(0))
    # Against the makers a trump of basic's choice gives way to a side card.
    instead = lowest_rank(narrowed(side, side & boss(v.hand, unseen(v))))
    against = sel(usual & v.trumps != U(0), instead, U(0))
    wanted = sel(v.maker_side == 1, partners, against)
    return narrowed(usual, sel(v.maker == 0, top(high), wanted))


def follow(v: View):
    """Rules 3 and 4."""
    usual = follow_like_basic(v)
    partners_king = (v.partner_wins == 1) & (v.last == 0) & (v.best & ALL_KINGS & ~v.trumps != U(0))
    ruff = low(over(v.hand & v.trumps, v.best))
    return sel(partners_king & (v.hand & v.led == U(0)) & (ruff != U(0)), ruff, usual)
