"""What the player `taught` looks at when a card is to be played: two words of bits, one of the table, one of a card.

Bits are cards as they lie in their lanes, counts as so many low bits, and who is who as one bit of several.
"""

from sim.bits import U, lane_index, popcount, sel
from sim.lanes import LANE, LANE_BITS, TEN, TRUMP_PLACE
from sim.views import TAKEN, View
from strategies.toolkit import NEXT_LANE, TRUMP_LANE, below, boss, over, suits_held

# fmt: off
# Where things begin in the word of the table; own trumps are lowest. Above, in the trick: `winner` is 1 to 3.
(_OUT_TRUMPS, _TRUMP_COUNT, _OUT_COUNT, _MAKER, _DEALER, _TRICK, _WON, _ALONE, _PARTNER, _ROUND_2, _VOID_1, _VOID_2,
 _VOID_3, _SURE, _SUITS, _UPCARD_OUT, _TAKEN) = 7, 14, 19, 26, 30, 34, 38, 42, 43, 44, 45, 46, 47, 48, 51, 54, 55
_WINNER, _LED_TRUMP, _BEST_TRUMP, _HIGHER = 55, 59, 60, 61
# In what is said of a card, its rank lowest; then in the word of a card beside another.
_HIGHER_OUT, _COUNT, _IS_TRUMP, _IS_NEXT, _LACKS_1, _LACKS_2, _LACKS_3, _SEEN = 7, 11, 16, 17, 18, 19, 20, 21
_OWN, _OUT_RANKS, _HELD_RANKS, _SAME_SUIT, _ABOVE, _TAKES, _OWN_TAKES = 22, 44, 51, 58, 59, 60, 61
# fmt: on
_RANKS = U((1 << 7) - 1)
"""Ten to ace and the bowers; a nine is told by the number of cards."""
_UP_TO_THREE, _UP_TO_FOUR = U(1 + 2 + 4), U(1 + 2 + 4 + 8)
_FROM_TEN = U(TRUMP_PLACE + TEN)


def so_many(count):
    """As many low bits as `count` says."""
    return (U(1) << U(count)) - U(1)


def flag(condition, place):
    """One bit where the condition holds."""
    return sel(condition, U(1) << U(place), U(0))


def table_word(v: View, out):
    """What can be seen before a card is looked at; `out` are the cards that others may hold."""
    side = v.hand & ~TRUMP_LANE
    word = (v.hand >> _FROM_TEN) | ((out >> _FROM_TEN) << U(_OUT_TRUMPS))
    word |= so_many(popcount(v.hand & TRUMP_LANE)) << U(_TRUMP_COUNT)
    word |= so_many(popcount(out & TRUMP_LANE)) << U(_OUT_COUNT)
    word |= (U(1) << U(v.maker)) << U(_MAKER)
    word |= (U(1) << U(v.dealer)) << U(_DEALER)
    word |= (U(1) << U(v.trick - 1)) << U(_TRICK)
    word |= (U(1) << U(v.tricks_us)) << U(_WON)
    word |= flag(v.alone != 0, _ALONE) | flag(v.partner == 1, _PARTNER) | flag(v.round == 2, _ROUND_2)
    word |= flag(v.void_1 & TRUMP_LANE != U(0), _VOID_1)
    word |= flag(v.void_2 & TRUMP_LANE != U(0), _VOID_2)
    word |= flag(v.void_3 & TRUMP_LANE != U(0), _VOID_3)
    word |= (so_many(popcount(boss(side, out))) & _UP_TO_THREE) << U(_SURE)
    word |= so_many(suits_held(side)) << U(_SUITS)
    return word | flag(out & v.upcard != U(0), _UPCARD_OUT) | flag(v.fate == TAKEN, _TAKEN)


def trick_word(v: View, out):
    """What lies on the table; bits that `table_word` leaves free."""
    word = (U(1) << U(v.winner)) << U(_WINNER)
    word |= flag(v.led & TRUMP_LANE != U(0), _LED_TRUMP) | flag(v.best & TRUMP_LANE != U(0), _BEST_TRUMP)
    return word | ((so_many(popcount(over(out, v.best) & v.led)) & _UP_TO_THREE) << U(_HIGHER))


def in_its_lane(v: View, out, card):
    """What is said of a card: its rank, what is higher and still out, its suit, and who has shown to lack it."""
    place = U(LANE_BITS * lane_index(card))
    lane = U(LANE) << place
    word = (card >> (place + U(TEN))) & _RANKS
    word |= (so_many(popcount(over(out & lane, card))) & _UP_TO_FOUR) << U(_HIGHER_OUT)
    word |= so_many(popcount(v.hand & lane)) << U(_COUNT)
    word |= flag(card & TRUMP_LANE != U(0), _IS_TRUMP) | flag(card & NEXT_LANE != U(0), _IS_NEXT)
    word |= flag(v.void_1 & lane != U(0), _LACKS_1)
    word |= flag(v.void_2 & lane != U(0), _LACKS_2)
    word |= flag(v.void_3 & lane != U(0), _LACKS_3)
    return word | flag(v.seen & lane != U(0), _SEEN)


def pair_word(v: View, out, card, own, own_bits):
    """A card beside `own`, the one that would be played without it, of which `own_bits` tell."""
    place = U(LANE_BITS * lane_index(card))
    word = in_its_lane(v, out, card) | (own_bits << U(_OWN))
    word |= ((out >> (place + U(TEN))) & _RANKS) << U(_OUT_RANKS)
    word |= ((v.hand >> (place + U(TEN))) & _RANKS) << U(_HELD_RANKS)
    return word | flag(own & (U(LANE) << place) != U(0), _SAME_SUIT) | flag(card > own, _ABOVE)


def wins_word(v: View, card, own):
    """Whether either card takes the trick as it stands."""
    may_win = v.led | v.trumps
    word = flag(over(card & may_win, v.best) != U(0), _TAKES)
    return word | flag(over(own & may_win, v.best) != U(0), _OWN_TAKES)


def alike(out, card, other):
    """Whether two cards are of one suit and nobody else can have a card between them."""
    upper, lower = sel(card > other, card, other), sel(card > other, other, card)
    return (lane_index(card) == lane_index(other)) & (below(upper) & ~below(lower) & out == U(0))
