"""What bidders and card players need: masks, counts and card choices, all plain functions of masks and views.

Every function works in plain Python and inside a compiled step. Masks are uint64 in the lanes that `sim.views`
describes (lane 3 trump, lane 1 next, lanes 0 and 2 green; `sim.lanes` tells where in a lane a rank stands); counts are
whole numbers. Without trump (`v.trumps` is 0) lane 3 is a suit like the others: what speaks of trump, of side suits or
of next by its lane is for hands with a trump. Functions that work on all four lanes at once (`singletons`, `boss`,
`guarded`) cost a dozen instructions: keep to them rather than to loops over suits.
"""

from sim.bits import ONES, U, low, popcount, sel, top
from sim.lanes import (
    ACE,
    JACK,
    JACK_TO_LEFT,
    JACK_TO_RIGHT,
    KING,
    LANE,
    LANE_BITS,
    LEFT_BOWER,
    NINE,
    QUEEN,
    RIGHT_BOWER,
    TEN,
    TOP_JOKER,
    TRUMP_PLACE,
    WORD_BITS,
    card_mask,
    each_lane,
    lane_mask,
)
from sim.views import GREEN_A, GREEN_B, NEXT, TRUMP, View

NEVER = -10_000
"""Less than any hand is worth."""

TRUMP_LANE = U(lane_mask(TRUMP))
NEXT_LANE = U(lane_mask(NEXT))
GREEN_LANES = U(lane_mask(GREEN_A) | lane_mask(GREEN_B))
SIDE_LANES = GREEN_LANES | NEXT_LANE

JOKER = U(card_mask(TRUMP, TOP_JOKER))
RIGHT = U(card_mask(TRUMP, RIGHT_BOWER))
LEFT = U(card_mask(TRUMP, LEFT_BOWER))
BOWERS = RIGHT | LEFT
TRUMP_ACE = U(card_mask(TRUMP, ACE))
TRUMP_KING = U(card_mask(TRUMP, KING))
TRUMP_QUEEN = U(card_mask(TRUMP, QUEEN))
TRUMP_JACK = U(card_mask(TRUMP, JACK))
"""The jack of lane 3 at its rank: in the second round, the jack of the suit turned down; no card once trump is made."""
TRUMP_TEN = U(card_mask(TRUMP, TEN))
PLAIN_JOKER = U(card_mask(0, TOP_JOKER))
"""The joker where no trump is named yet, or none is to be."""

ALL_ACES = U(each_lane(1 << ACE))
ALL_KINGS = U(each_lane(1 << KING))
ALL_QUEENS = U(each_lane(1 << QUEEN))
ACES = ALL_ACES & SIDE_LANES
"""The aces of the three side suits beside a trump; without one, all four lanes are plain: ALL_ACES."""
KINGS = ALL_KINGS & SIDE_LANES
QUEENS = ALL_QUEENS & SIDE_LANES
NINES = U(each_lane(1 << NINE))
FIRST_PLACES = U(each_lane(1))
"""The lowest bit of every lane: times a bit of lane 0 it gives that rank in all lanes."""
NOT_HIGHEST = U(each_lane(LANE >> 1))
"""All places of every lane but the highest; what comes down from the lane above by `>> U(1)` is not in it."""

_JACK_OF_NEXT = U(card_mask(NEXT, JACK))
_FREE = U(each_lane(1 << LEFT_BOWER))
_MARKS = ~NOT_HIGHEST
_TWO_DOWN = U(each_lane(LANE >> 2))
_FOUR_DOWN = U(each_lane(LANE >> 4))
_EIGHT_DOWN = U(each_lane(LANE >> 8))


# ------------------------------------------------------------------------------------------------ answers of name_trump


def call(lane):
    """Answer of name_trump: make `lane` (0 to 3; 4 no-trump) trump and play with your partner."""
    return 1 + lane


def call_alone(lane):
    """Answer of name_trump: make `lane` (0 to 3; 4 no-trump) trump and play alone."""
    return 9 + lane


def call_jambone(lane):
    """Answer of name_trump: make `lane` trump and declare a jambone, a lone hand laid open; see `v.may_jambone`."""
    return 17 + lane


def may_name(v, lane):
    """True where the rules let `lane` (4: no-trump) be named."""
    return (v.suits >> lane) & 1 == 1


# ------------------------------------------------------------------------------------------------ a hand before trump


def as_trump(mask, lane):
    """The cards of `mask` (second-round lanes) as they stand once suit `lane` is trump, bowers and joker moved up."""
    cards = mask & ~PLAIN_JOKER
    shift = U(LANE_BITS * ((lane + 1) & 3))
    turned = (cards >> shift) | (cards << ((U(WORD_BITS) - shift) & U(WORD_BITS - 1)))
    right = turned & TRUMP_JACK
    left = turned & _JACK_OF_NEXT
    plain = turned ^ (right | left)
    return plain | (right << U(JACK_TO_RIGHT)) | (left << U(JACK_TO_LEFT)) | ((mask & PLAIN_JOKER) << U(TRUMP_PLACE))


def from_the_top(v: View, hand):
    """`hand` with its high trumps moved so that the best of the pack is at RIGHT, the next at LEFT and TRUMP_ACE."""
    return sel(v.deck & (JOKER | PLAIN_JOKER) != U(0), hand >> U(1), hand)


def count_trumps(hand):
    """Number of trumps, bowers and joker included."""
    return popcount(hand >> U(TRUMP_PLACE))


def side_aces(hand):
    """Number of aces outside trump."""
    return popcount(hand & ACES)


def has_highest(v: View, hand, count):
    """True where `hand` has so many of the highest trumps of the pack."""
    return from_the_top(v, hand) >= JOKER - (JOKER >> U(count))


def holds(hand, card):
    """1 where `hand` has a card of the mask `card`, else 0."""
    return 1 if hand & card != U(0) else 0


def suits_held(mask):
    """Number of lanes in which `mask` has a card."""
    return popcount((((mask & NOT_HIGHEST) + NOT_HIGHEST) | mask) & _MARKS)


def side_voids(hand):
    """Number of side suits (0 to 3) of which `hand` has no card."""
    return 3 - suits_held(hand & SIDE_LANES)


# ------------------------------------------------------------------------------------------------ lanes side by side


def without_lowest(side):
    """`side` less the lowest card of every lane; for cards of plain rank (bits 0 to 12 of a lane)."""
    return side & ((side | _FREE) - FIRST_PLACES)


def lanes_with(side):
    """All places of the lanes in which `side` has a card; for cards of plain rank (bits 0 to 12 of a lane)."""
    marks = (side + NOT_HIGHEST) & _MARKS
    return marks - (marks >> U(LANE_BITS - 1))


def singletons(side):
    """Cards that are alone in their lane; for cards of plain rank (bits 0 to 12 of a lane)."""
    return side & ~lanes_with(without_lowest(side))


def at_or_below(mask):
    """Every place at or below the highest card of its lane."""
    m = mask | ((mask >> U(1)) & NOT_HIGHEST)
    m = m | ((m >> U(2)) & _TWO_DOWN)
    m = m | ((m >> U(4)) & _FOUR_DOWN)
    return m | ((m >> U(8)) & _EIGHT_DOWN)


def boss(cards, out):
    """The cards that no card of `out` in the same lane beats."""
    return cards & ~at_or_below(out)


def end_rank(mask, highest):
    """The card of highest or lowest rank, whatever its lane (of equals the one in the lowest lane); 0 of none."""
    half = mask | (mask >> U(2 * LANE_BITS))
    ranks = (half | (half >> U(LANE_BITS))) & U(LANE)
    rank = sel(highest, top(ranks), low(ranks))
    pair = rank | (rank << U(LANE_BITS))
    return low(mask & (pair | (pair << U(2 * LANE_BITS))))


def lowest_rank(mask):
    """The card of lowest rank, whatever its lane (of equals the one in the lowest lane); 0 of an empty mask."""
    half = mask | (mask >> U(2 * LANE_BITS))
    ranks = (half | (half >> U(LANE_BITS))) & U(LANE)
    rank = low(ranks)
    pair = rank | (rank << U(LANE_BITS))
    return low(mask & (pair | (pair << U(2 * LANE_BITS))))


def narrowed(pool, wanted):
    """`wanted` where it has a card, else the whole `pool`: one wish after the other narrows down a choice."""
    return sel(wanted != U(0), wanted, pool)


def highest_rank(mask):
    """The card of highest rank, whatever its lane (of equals the one in the lowest lane); 0 of an empty mask."""
    half = mask | (mask >> U(2 * LANE_BITS))
    ranks = (half | (half >> U(LANE_BITS))) & U(LANE)
    rank = top(ranks)
    pair = rank | (rank << U(LANE_BITS))
    return low(mask & (pair | (pair << U(2 * LANE_BITS))))


def guarded(side):
    """Both cards of every K-x: a king with exactly one lower card beside it and no ace."""
    rest = without_lowest(side)
    lone_king = rest & ALL_KINGS & ~without_lowest(rest) & ~((side & ALL_ACES) >> U(1))
    return side & lanes_with(lone_king)


def in_lane(mask, lane):
    """The cards of `mask` in one lane."""
    return mask & (U(LANE) << U(LANE_BITS * lane))


def ranks_in(mask, lane):
    """The cards of `mask` in one lane, moved to lane 0."""
    return (mask >> U(LANE_BITS * lane)) & U(LANE)


# ------------------------------------------------------------------------------------------------ at the table


def legal(v: View):
    """Mask of the cards you may play now."""
    return narrowed(v.hand, v.hand & v.led)


def open_cards(v: View):
    """In name_card: mask of the cards of the jambone on the table that its maker may play now."""
    return narrowed(v.shown, v.shown & v.led)


def leads(v: View):
    """Mask of the cards you may lead: all, but in napoleon the bidder's first card is of the suit named."""
    # Only in napoleon is the jack of trump at its rank.
    named = (v.trick == 1) & (v.deck & v.trumps & TRUMP_JACK != U(0))
    return narrowed(v.hand, v.hand & v.trumps & sel(named, ONES, U(0)))


def unseen(v: View):
    """Mask of the cards that other players may still hold (the kitty's unknown cards among them)."""
    return v.deck & ~(v.hand | v.seen | v.buried | v.dead)


def below(card):
    """Every place under a single card's, all lower lanes included; none for no card."""
    return (card | U(card == U(0))) - U(1)


def over(mask, best):
    """The cards of `mask` that beat `best` when they are trumps or of its lane."""
    return mask & ~(best | below(best))


def winners(v: View):
    """Your legal cards that would take the lead in this trick."""
    return over(narrowed(v.hand & v.trumps, v.hand & v.led), v.best)


def next_lane(v: View):
    """Mask of the suit of trump's colour; none in a no-trump hand, where all suits are alike."""
    return NEXT_LANE & sel(v.trumps != U(0), ONES, U(0))


def side_cards(v: View):
    """Your cards that are no trumps (in a no-trump hand all of them)."""
    return v.hand & ~v.trumps
