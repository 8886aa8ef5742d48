"""What bidders and card players need: masks, counts and card choices, all plain functions of masks and views.

Every function works in plain Python and inside a compiled step. Masks are uint64 in the lanes that `sim.views`
describes (lane 3 trump, lane 1 next, lanes 0 and 2 green; bits 0 to 12 are 2 to ace, 13 the left bower, 14 the right
bower, 15 the joker); counts are whole numbers. Without trump (`v.trumps` is 0) lane 3 is a suit like the others: what
speaks of trump, of side suits or of next by its lane is for hands with a trump. Functions that work on all four lanes
at once (`singletons`, `boss`, `guarded`) cost a dozen instructions: keep to them rather than to loops over suits.
"""

from sim.bits import ONES, U, low, popcount, sel, top
from sim.views import View

NEVER = -10_000
"""Less than any hand is worth."""

TRUMP_LANE = U(0xFFFF << 48)
NEXT_LANE = U(0xFFFF << 16)
GREEN_LANES = U(0x0000_FFFF_0000_FFFF)
SIDE_LANES = U(0x0000_FFFF_FFFF_FFFF)

JOKER = U(1 << 63)
RIGHT = U(1 << 62)
LEFT = U(1 << 61)
BOWERS = U(0b11 << 61)
TRUMP_ACE = U(1 << 60)
TRUMP_KING = U(1 << 59)
TRUMP_QUEEN = U(1 << 58)

ALL_ACES = U(0x1000_1000_1000_1000)
ALL_KINGS = U(0x0800_0800_0800_0800)
ACES = U(0x0000_1000_1000_1000)
"""The aces of the three side suits beside a trump; without one, all four lanes are plain: ALL_ACES."""
KINGS = U(0x0000_0800_0800_0800)
NINES = U(0x0080_0080_0080_0080)
FIRST_PLACES = U(0x0001_0001_0001_0001)
"""The lowest bit of every lane: times a bit of lane 0 it gives that rank in all lanes."""

_PLAIN_JOKER = U(0x8000)
_JACK_OF_TRUMP = U(1 << 57)
_JACK_OF_NEXT = U(1 << 25)
_FREE = U(0x2000_2000_2000_2000)
_FILL = U(0x7FFF_7FFF_7FFF_7FFF)
_MARKS = U(0x8000_8000_8000_8000)
_HALF = U(0x3FFF_3FFF_3FFF_3FFF)
_QUARTER = U(0x0FFF_0FFF_0FFF_0FFF)
_EIGHTH = U(0x00FF_00FF_00FF_00FF)


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
    cards = mask & ~_PLAIN_JOKER
    shift = U((lane + 1) & 3) << U(4)
    turned = (cards >> shift) | (cards << ((U(64) - shift) & U(63)))
    right = turned & _JACK_OF_TRUMP
    left = turned & _JACK_OF_NEXT
    plain = turned ^ (right | left)
    return plain | (right << U(5)) | (left << U(36)) | ((mask & _PLAIN_JOKER) << U(48))


def from_the_top(v: View, hand):
    """`hand` with its high trumps moved so that the best of the pack is at RIGHT, the next at LEFT and TRUMP_ACE."""
    return sel(v.deck & (JOKER | _PLAIN_JOKER) != U(0), hand >> U(1), hand)


def count_trumps(hand):
    """Number of trumps, bowers and joker included."""
    return popcount(hand >> U(48))


def side_aces(hand):
    """Number of aces outside trump."""
    return popcount(hand & ACES)


def has_highest(v: View, hand, count):
    """True where `hand` has so many of the highest trumps of the pack."""
    return from_the_top(v, hand) >= (U(1) << U(63)) - (U(1) << U(63 - count))


def holds(hand, card):
    """1 where `hand` has a card of the mask `card`, else 0."""
    return 1 if hand & card != U(0) else 0


def suits_held(mask):
    """Number of lanes in which `mask` has a card."""
    return popcount((((mask & _FILL) + _FILL) | mask) & _MARKS)


def side_voids(hand):
    """Number of side suits (0 to 3) of which `hand` has no card."""
    return 3 - suits_held(hand & SIDE_LANES)


# ------------------------------------------------------------------------------------------------ lanes side by side


def without_lowest(side):
    """`side` less the lowest card of every lane; for cards of plain rank (bits 0 to 12 of a lane)."""
    return side & ((side | _FREE) - FIRST_PLACES)


def lanes_with(side):
    """All places of the lanes in which `side` has a card; for cards of plain rank (bits 0 to 12 of a lane)."""
    marks = (side + _FILL) & _MARKS
    return marks - (marks >> U(15))


def singletons(side):
    """Cards that are alone in their lane; for cards of plain rank (bits 0 to 12 of a lane)."""
    return side & ~lanes_with(without_lowest(side))


def at_or_below(mask):
    """Every place at or below the highest card of its lane."""
    m = mask | ((mask >> U(1)) & _FILL)
    m = m | ((m >> U(2)) & _HALF)
    m = m | ((m >> U(4)) & _QUARTER)
    return m | ((m >> U(8)) & _EIGHTH)


def boss(cards, out):
    """The cards that no card of `out` in the same lane beats."""
    return cards & ~at_or_below(out)


def end_rank(mask, highest):
    """The card of highest or lowest rank, whatever its lane (of equals the one in the lowest lane); 0 of none."""
    half = mask | (mask >> U(32))
    ranks = (half | (half >> U(16))) & U(0xFFFF)
    rank = sel(highest, top(ranks), low(ranks))
    pair = rank | (rank << U(16))
    return low(mask & (pair | (pair << U(32))))


def lowest_rank(mask):
    """The card of lowest rank, whatever its lane (of equals the one in the lowest lane); 0 of an empty mask."""
    half = mask | (mask >> U(32))
    ranks = (half | (half >> U(16))) & U(0xFFFF)
    rank = low(ranks)
    pair = rank | (rank << U(16))
    return low(mask & (pair | (pair << U(32))))


def narrowed(pool, wanted):
    """`wanted` where it has a card, else the whole `pool`: one wish after the other narrows down a choice."""
    return sel(wanted != U(0), wanted, pool)


def highest_rank(mask):
    """The card of highest rank, whatever its lane (of equals the one in the lowest lane); 0 of an empty mask."""
    half = mask | (mask >> U(32))
    ranks = (half | (half >> U(16))) & U(0xFFFF)
    rank = top(ranks)
    pair = rank | (rank << U(16))
    return low(mask & (pair | (pair << U(32))))


def guarded(side):
    """Both cards of every K-x: a king with exactly one lower card beside it and no ace."""
    rest = without_lowest(side)
    lone_king = rest & ALL_KINGS & ~without_lowest(rest) & ~((side & ALL_ACES) >> U(1))
    return side & lanes_with(lone_king)


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
    named = (v.trick == 1) & (v.deck & v.trumps & _JACK_OF_TRUMP != U(0))
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
