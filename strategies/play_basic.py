"""Card play of the basic player: discard, leads and follows by the rules of sound euchre.

The rules are the common teaching (ohioeuchre.com on leads and discards, Natty Bumppo's commandments), each kept only
where mirrored play of 300 000 deals agreed; a comment says what the refuted alternative cost, in points a hand. Each
choice narrows one mask and takes one card of it at the end: compiled, every branch is walked, so a branch must be short.
"""

from sim.bits import U, low, popcount, top
from sim.views import View
from strategies.toolkit import (
    ACES,
    ALL_ACES,
    ALL_KINGS,
    NEXT_LANE,
    SIDE_LANES,
    TRUMP_ACE,
    boss,
    guarded,
    lowest_rank,
    narrowed,
    over,
    singletons,
    unseen,
)


def bury(hand, upcard):
    """The card of six that a dealer misses least: never the upcard, a trump or a side ace while anything else is there.

    A singleton goes first, so that its suit can be trumped: green before next, whose short suit is trumped by others
    anyway. Otherwise the lowest card, sparing both cards of K-x.
    """
    side = hand & SIDE_LANES
    pool = narrowed(hand & ~upcard, side)
    pool = narrowed(pool, side & ~ACES)
    lone = pool & singletons(side)
    if lone != U(0):
        return lowest_rank(narrowed(lone, lone & ~NEXT_LANE))
    return lowest_rank(narrowed(pool, pool & ~guarded(side)))


def discard(v: View):
    """Bury the card that `bury` chooses."""
    return bury(v.hand, v.upcard)


def pick_up(v: View):
    """Take the upcard unless all your cards are higher trumps."""
    return 1 if v.hand & SIDE_LANES != U(0) or low(v.hand) < v.upcard else 0


def throw_away(v: View):
    """The card to lose when the trick can't be won: no trump, no ace, a singleton first while there is a trump to use."""
    side = v.hand & ~v.trumps
    pool = narrowed(v.hand, side)
    pool = narrowed(pool, side & ~ALL_ACES)
    if v.hand & v.trumps != U(0):
        pool = narrowed(pool, pool & singletons(side))
    return lowest_rank(pool)


def lead_trump(v: View, trumps, sure):
    """The trump to lead, or 0 where a side suit is the better lead; `sure` is the best trump if none can beat it."""
    if v.maker == 0:
        # Draw trumps while the best one is held, or with two of them from the top.
        return top(trumps) if sure != U(0) or popcount(trumps) >= 2 else U(0)
    if v.maker_side == 1:
        # To partner's call: the best one, else a low one, in the first two tricks only.
        if v.trick > 2:
            return U(0)
        return sure if sure != U(0) else low(trumps)
    # Against the makers a sure trump waits until the third trick (leading it at once lost 0.010).
    return sure if v.trick >= 3 else U(0)


def lead(v: View):
    """Lead trump for the makers, then sure winners of side suits, else low from a suit of two or more."""
    trumps = v.hand & v.trumps
    side = v.hand & ~v.trumps
    out = unseen(v)
    out_trumps = out & v.trumps
    sure = boss(v.hand, out)
    card = top(trumps)
    if side != U(0):
        card = lead_trump(v, trumps, top(sure & trumps)) if trumps != U(0) and out_trumps != U(0) else U(0)
    if card != U(0):
        return card
    lone = singletons(side)
    winning = sure & side
    if winning != U(0):
        # The shorter the suit here, the longer it is elsewhere.
        return lowest_rank(narrowed(winning, winning & lone))
    pool = narrowed(side, side & ~lone)
    if v.players == 4 and v.partner == 1 and out_trumps & ~v.void_2 != U(0):
        # A suit that only partner is known to lack, while he may have a trump.
        pool = narrowed(pool, side & v.void_2 & ~(v.void_1 | v.void_3))
    return lowest_rank(pool)


def follow(v: View):
    """Win as cheaply as the place at the table allows, leave partner's winners alone, lose the least useful card."""
    suited = v.hand & v.led
    out = unseen(v) & v.led
    beating = over(suited if suited != U(0) else v.hand & v.trumps, v.best)
    if suited != U(0):
        return follow_suit(v, suited, beating, out)
    return low(beating) if worth_trumping(v, low(beating), out) else throw_away(v)


def follow_suit(v: View, suited, beating, out):
    """The card to play of the suit led; `out` are its cards that others may hold."""
    highest = top(beating)
    if v.partner_wins == 1:
        # Cover partner's card only where a card between the two is still out.
        between = over(out, v.best) & ~over(out, highest)
        return highest if v.last == 0 and between != U(0) and beating != U(0) else low(suited)
    if v.last == 0 and over(out, highest) == U(0) and beating != U(0):
        return highest
    # Not a sure card: second hand keeps it back on a trump lead, otherwise a cheap one makes them pay for the trick.
    if v.last == 0 and v.position == 1 and v.led == v.trumps:
        return low(suited)
    return low(narrowed(suited, beating))


def worth_trumping(v: View, trump, out):
    """True where a trick that `trump` can take is better taken than left; `out` are the cards led that others may hold."""
    if trump == U(0):
        return False
    if v.best & v.trumps != U(0):
        return v.partner_wins == 0
    if v.partner_wins == 1:
        # Partner's best card of the suit, or his king, is left alone (trumping the king lost 0.005).
        return v.last == 0 and over(out, v.best) != U(0) and v.best & ALL_KINGS == U(0)
    # Second hand saves a high trump when the card led is small: partner is still to play.
    early = v.position == 1 and v.last == 0 and v.partner == 1
    small = v.best & (ALL_ACES | ALL_KINGS) == U(0)
    return not (early and small and trump >= TRUMP_ACE)
