"""Kevin Lyles's advanced bot: counts trumps, one more when it deals and one fewer when the opponents do.

Source: the `advanced` player of euchre-rust (github.com/kevinlyles/euchre-rust, src/players/advanced.rs), four-handed
euchre with 24 cards, nobody stuck. In our words:

- First round: trumps in hand, plus one when you deal, minus one when the opponents deal. Order with four; with three if
  partner deals or you hold the right bower; with two if you hold the right bower and a side ace.
- Second round: four trumps, or three with the right bower, or two with the right bower and a side ace; the longest of
  the suits that will do.
- Alone: at least three trumps, of them two of jack (either bower), king and ace, and at most two outstanding cards that
  beat the highest card of a suit held, all suits together. The dealer looks at the five cards they would keep.
- Discard: a singleton that is no ace, else the lowest card of a suit without an ace, else the lowest card of a side
  suit, else the lowest trump.

Gaps and how they are filled. Suits of equal length go to the first of green, next, green in the order of the lanes (the
source takes them in the order of its list of suits). A stuck dealer, of whom the source knows nothing, names their
longest suit. On six of the 25 hands in its own tests the source's rules, as coded, do not give the answer that its
table wants (two calls too many, four lone hands too many); the rules are used. It looks at no score and never defends
alone. Its card play is a stub (the first legal card), so the cards are played by `basic`. In other packs "outstanding"
means higher cards of the pack, the joker included; a joker counts as a right bower in all rules above. With two or
three players "the opponents deal" means that somebody else does.
"""

from typing import NamedTuple

from sim.bits import popcount
from sim.views import View
from strategies.parts.rating import BARRED, best_lane, named, opponent_deals, ordered, partner_deals
from strategies.toolkit import (
    ALL_ACES,
    BOWERS,
    JOKER,
    RIGHT,
    SIDE_LANES,
    TRUMP_ACE,
    TRUMP_KING,
    TRUMP_LANE,
    as_trump,
    at_or_below,
    count_trumps,
    holds,
    lanes_with,
    lowest_rank,
    may_name,
    narrowed,
    side_aces,
    singletons,
)

HIGH_TRUMPS = BOWERS | JOKER | TRUMP_ACE | TRUMP_KING
GOOD = 100
"""Added to the length of a suit that will do."""


class Params(NamedTuple):
    """Trumps that the deal counts for, trumps asked for, and what it takes to go alone."""

    dealer: int = 1
    opponents: int = -1
    always: int = 4
    with_right: int = 3
    with_right_and_ace: int = 2
    alone_trumps: int = 3
    alone_high: int = 2
    alone_beaten: int = 2


def bury(six, upcard, trumps):
    """The card of six that the dealer puts away; `trumps` is the trump lane, or nothing in a no-trump hand."""
    side = six & ~trumps
    aceless = side & ~lanes_with(side & ALL_ACES)
    pool = narrowed(narrowed(six & ~upcard, side), aceless)
    return lowest_rank(narrowed(pool, singletons(side) & ~ALL_ACES))


def discard(v: View):
    """The card that `bury` chooses."""
    return bury(v.hand, v.upcard, v.trumps)


def will_do(hand, trumps, any_right, p):
    """Whether so many trumps are enough; `any_right` takes three without the right bower too."""
    right = holds(hand, RIGHT | JOKER)
    if trumps >= p.always:
        return True
    if trumps >= p.with_right:
        return right == 1 or any_right
    return trumps >= p.with_right_and_ace and right == 1 and side_aces(hand) > 0


def can_go_alone(hand, deck, p):
    """Whether five cards are good enough without partner; `deck` is the pack in the lanes of `hand`."""
    higher = deck & ~at_or_below(hand)
    beaten = popcount(higher & (TRUMP_LANE | lanes_with(hand & SIDE_LANES)))
    strong = count_trumps(hand) >= p.alone_trumps and popcount(hand & HIGH_TRUMPS) >= p.alone_high
    return strong and beaten <= p.alone_beaten


def order_up(v: View, p: Params):
    """Order with enough trumps for who deals."""
    mine = v.dealer == 0
    trumps = count_trumps(v.hand) + (p.dealer if mine else p.opponents if opponent_deals(v) else 0)
    six = v.hand | v.upcard
    kept = six & ~bury(six, v.upcard, v.trumps) if mine else v.hand
    return ordered(v, will_do(v.hand, trumps, partner_deals(v), p), can_go_alone(kept, v.deck, p))


def rating(v: View, lane, p):
    """Length of a suit, and whether it will do."""
    if not may_name(v, lane):
        return BARRED
    hand = as_trump(v.hand, lane)
    trumps = count_trumps(hand)
    return trumps + (GOOD if will_do(hand, trumps, False, p) else 0)


def name_trump(v: View, p: Params):
    """Name the longest suit that will do."""
    first, following, third = rating(v, 0, p), rating(v, 1, p), rating(v, 2, p)
    lane = best_lane(first, following, third)
    alone = can_go_alone(as_trump(v.hand, lane), as_trump(v.deck, lane), p)
    return named(v, lane, max(first, following, third) >= GOOD, alone)


def defend_alone(v: View):
    """Never."""
    return 0
