"""The bot of Trickster Cards: estimates its own tricks card by card, calls at two and a quarter, goes alone at four.

Source: EuchreBot of TricksterBots, the published bots of trickstercards.com (github.com/TricksterCards/TricksterBots),
with its tests. In our words:

- Estimate: a tenth, and for each trump 1, 0.75 or 0.5 when the trumps held below it are as many as the missing ones
  above it, or one or two fewer; a side ace 0.5 alone in its suit beside two trumps, else 0.25 with at most one card
  beside it; three quarters more with three trumps when two side cards share a suit, or there is only one.
- The first round estimates the suit turned up (the dealer with all six cards), the second every suit and, where it is
  allowed, no-trump: an ace 1 with at most two cards beside it, a king 1 beside the ace and 0.75 beside another card,
  in suits of two. Call at 2.25; a stuck dealer names the best.
- Alone at 4.0 with a bower (or the joker) in hand, unless the top trump is turned up for the opponents; never without
  trump. It never defends alone and looks at no score.
- Discard, leads and follows are described with their functions.

Gaps and how they are filled: rules of its other games (call for best, take four, go under) are left out; where partner
could only be ordered up alone and the estimate does not reach that it passes, as the source does with an illegal bid.
"The opponents" of the dealer are all others with two or three players. Of equal cards the source takes the first in its
order of suits, here it is the first lane. It is used with other packs as it stands: gaps are counted in the pack.
"""

from typing import NamedTuple

from sim.bits import U, low, popcount, sel, top
from sim.views import NO_TRUMP, View
from strategies.parts.rating import BARRED, best_lane, named, opponent_deals, ordered
from strategies.toolkit import (
    ACES,
    ALL_ACES,
    ALL_KINGS,
    BOWERS,
    JOKER,
    LEFT,
    NOT_HIGHEST,
    PLAIN_JOKER,
    RIGHT,
    SIDE_LANES,
    TRUMP_LANE,
    as_trump,
    at_or_below,
    below,
    count_trumps,
    guarded,
    highest_rank,
    lanes_with,
    lowest_rank,
    may_name,
    narrowed,
    over,
    singletons,
    suits_held,
    without_lowest,
)


class Params(NamedTuple):
    """Hundredths of a trick."""

    base: int = 10
    sure: int = 100
    likely: int = 75
    possible: int = 50
    lone_ace: int = 50
    ace: int = 25
    short: int = 75
    short_trumps: int = 3
    call: int = 225
    alone: int = 400


def trump_tricks(trumps, missing, p):
    """What trumps are worth; `missing` are the trumps of the pack that are not among them."""
    total = 0
    rest = trumps
    for held_below in range(6):
        card = low(rest)
        short = popcount(missing & ~below(card)) - held_below
        worth = p.sure if short <= 0 else p.likely if short == 1 else p.possible if short == 2 else 0
        total += worth if rest != U(0) else 0
        rest ^= card
    return total


def estimate(hand, deck, p):
    """Hundredths of a trick that a hand of five or six is worth; `deck` is the pack, trump is lane 3 of both."""
    side = hand & SIDE_LANES
    trumps = count_trumps(hand)
    second = without_lowest(side)
    lone = popcount(side & ACES & ~lanes_with(second))
    pair = popcount(second & ACES & singletons(second))
    cards = popcount(side)
    short = trumps >= p.short_trumps and (cards == 1 or cards > suits_held(side))
    return (
        p.base
        + trump_tricks(hand & TRUMP_LANE, deck & TRUMP_LANE & ~hand, p)
        + lone * (p.lone_ace if trumps > 1 else p.ace)
        + p.ace * pair
        + (p.short if short else 0)
    )


def estimate_no_trump(hand, p):
    """The same where no suit is trump; cards at their plain rank."""
    cards = hand & ~PLAIN_JOKER
    second = without_lowest(cards)
    third = without_lowest(second)
    aces = cards & ALL_ACES & ~lanes_with(without_lowest(third))
    pairs = lanes_with(second) & ~lanes_with(third)
    kings = cards & ALL_KINGS & pairs
    beside_ace = popcount(kings & (aces >> U(1)))
    return p.sure * (popcount(aces) + beside_ace) + p.likely * (popcount(kings) - beside_ace)


def holds_top(hand):
    """True with the joker or a bower."""
    return hand & (BOWERS | JOKER) != U(0)


def order_up(v: View, p: Params):
    """Order on the estimate for the suit turned up."""
    hand = v.hand | v.upcard if v.dealer == 0 else v.hand
    tricks = estimate(hand, v.deck, p)
    highest = v.upcard == top(v.deck & TRUMP_LANE)
    alone = tricks >= p.alone and holds_top(v.hand) and not (highest and opponent_deals(v))
    return ordered(v, tricks >= p.call, alone)


def rating(v: View, lane, p):
    """The estimate for a suit."""
    return estimate(as_trump(v.hand, lane), as_trump(v.deck, lane), p) if may_name(v, lane) else BARRED


def name_trump(v: View, p: Params):
    """Name the suit, or no-trump, with the best estimate."""
    first, following, third = rating(v, 0, p), rating(v, 1, p), rating(v, 2, p)
    lane = best_lane(first, following, third)
    tricks = max(first, following, third)
    plain = estimate_no_trump(v.hand, p) if may_name(v, NO_TRUMP) else BARRED
    alone = tricks >= p.alone and holds_top(as_trump(v.hand, lane))
    if plain > tricks:
        return named(v, NO_TRUMP, plain >= p.call, False)
    return named(v, lane, tricks >= p.call, alone)


def defend_alone(v: View):
    """Never."""
    return 0


def fewest(pool, side):
    """The cards of `pool` that are in the shortest suits of `side`."""
    second = without_lowest(side)
    long = lanes_with(without_lowest(second))
    return narrowed(narrowed(pool, pool & ~long), pool & ~lanes_with(second))


def discard(v: View):
    """The lowest card of a side suit, rather not an ace, nor of K-x, from the shortest suit; else the lowest trump."""
    side = v.hand & ~v.trumps
    pool = narrowed(v.hand & ~v.upcard, side & ~without_lowest(side))
    pool = narrowed(pool, pool & ~ALL_ACES)
    pool = narrowed(pool, pool & ~guarded(side))
    return lowest_rank(fewest(pool, side))


def lowest(v: View, cards):
    """The lowest of some cards, side suits before trumps."""
    return lowest_rank(narrowed(cards, cards & ~v.trumps))


def high(v: View):
    """The cards in hand that no card yet to be played can beat in their suit, one's own higher ones included."""
    left = v.deck & ~v.seen
    return v.hand & ~at_or_below((left >> U(1)) & NOT_HIGHEST)


def lead(v: View):
    """The first of these that applies.

    1. Partner called and fewer than three trumps have been played: the highest trump.
    2. Alone, with two trumps, while the opponents have no trick: the highest trump.
    3. The maker with three trumps: the highest if it is high (unbeaten in its suit), else the lowest.
    4. One trump, three tricks made, and partner without trumps or not playing: the trump.
    5. One trump and no high side card: the lowest card of the shortest side suit.
    6. High cards: the trump among them for the makers (if it is the only one, with a second trump), else the side card
       from the shortest suit.
    7. Alone without trumps while the opponents have no trick: the highest card.
    8. The lowest card, side suits first.
    """
    trumps, side = v.hand & v.trumps, v.hand & ~v.trumps
    count = popcount(trumps)
    best = top(trumps)
    unbeaten = high(v)
    sweeping = (v.maker == 0) & (v.partner == 0) & (v.tricks_them == 0) & (v.alone & 1 == 1)
    ours = v.maker_side == 1
    few_played = popcount(v.seen & v.trumps) < 3

    card = sel(sweeping & (count == 0), highest_rank(side), lowest(v, v.hand))
    side_high = lowest_rank(fewest(unbeaten & side, side))
    trump_high = sel(ours & ((side_high != U(0)) | (count > 1)), unbeaten & trumps, U(0))
    card = narrowed(narrowed(card, side_high), trump_high)
    shortest = lowest_rank(fewest(side, side))
    card = sel((count == 1) & (side_high == U(0)), narrowed(trumps, shortest), card)
    alone_now = (v.partner == 0) | (v.void_2 & v.trumps != U(0))
    card = sel((count == 1) & ours & (v.tricks_us >= 3) & alone_now, best, card)
    card = sel((count >= 3) & (v.maker == 0), narrowed(low(trumps), best & unbeaten), card)
    card = sel((count > 1) & sweeping, best, card)
    return sel((count > 0) & ours & (v.maker != 0) & few_played, best, card)


def protects_left(v: View):
    """True when a defender had better not trump with the left or the card that guards it.

    With two trumps, the left among them while a higher one is out, with no trick or two, not last to play, and unless
    the next player is known to have no trumps.
    """
    out = v.deck & ~(v.seen | v.hand)
    guards = (popcount(v.hand & v.trumps) == 2) & (v.hand & LEFT != U(0)) & (out & (RIGHT | JOKER) != U(0))
    tricks = (v.tricks_us == 0) | (v.tricks_us == 2)
    return guards & tricks & (v.maker_side == 0) & (v.last == 0) & (v.void_1 & v.trumps == U(0)) & (v.trumps != U(0))


def follow(v: View):
    """Win if need be, as follows.

    In the suit led: over partner's card only with a high card while theirs is not, and not last; over the opponents'
    with the highest card, last to play with the lowest that wins. Without that suit: the lowest trump, unless partner
    is winning for sure or with a trump or the left needs protection; over a trump the lowest that wins. Else the lowest
    card, side suits first.
    """
    suited, trumps = v.hand & v.led, v.hand & v.trumps
    left = v.deck & ~v.seen
    more_to_play, ours, theirs = v.last == 0, v.partner_wins == 1, v.partner_wins == 0
    low_card = lowest(v, narrowed(v.hand, suited))

    winning = over(suited, v.best)
    cheapest = sel(more_to_play, top(winning), low(winning))
    beatable = over(left & ~v.hand & v.led, v.best) != U(0)
    cover = sel(more_to_play & beatable, top(suited) & high(v), U(0))
    in_suit = sel(ours, cover, cheapest)

    over_best = over(trumps, v.best)
    open_to_loss = more_to_play & (over(left & v.led, v.best) != U(0))
    ruff = sel(theirs | (open_to_loss & (v.best & v.trumps == U(0))), low(over_best), U(0))
    ruff = sel(protects_left(v), U(0), ruff)
    return narrowed(low_card, sel(suited != U(0), in_suit, ruff))
