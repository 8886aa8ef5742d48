"""Card play of the basic player: discard, leads and follows by the rules of sound euchre.

The rules are the common teaching (ohioeuchre.com on leads and discards, Natty Bumppo's commandments), each kept only
where mirrored play of 300 000 deals agreed; a comment says what the refuted alternative cost, in points a hand.
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
    TRUMP_LANE,
    boss,
    guarded,
    lowest_rank,
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
    loose = side & ~ACES
    if side == U(0):
        return low(hand & ~upcard)
    if loose == U(0):
        return low(side)
    lone = singletons(side) & loose
    if lone != U(0):
        green = lone & ~NEXT_LANE
        return lowest_rank(green if green != U(0) else lone)
    spare = loose & ~guarded(side)
    return lowest_rank(spare if spare != U(0) else loose)


def discard(v: View):
    """Bury the card that `bury` chooses."""
    return bury(v.hand, v.upcard)


def pick_up(v: View):
    """Take the upcard unless all your cards are higher trumps."""
    return 1 if v.hand & ~TRUMP_LANE != U(0) or low(v.hand) < v.upcard else 0


def throw_away(v: View, out):
    """The card to lose when the trick can't be won: no trump, no winner, no guarded king; a singleton first."""
    side = v.hand & ~v.trumps
    if side == U(0):
        return low(v.hand)
    loose = side & ~boss(side, out)
    spare = loose & ~guarded(side)
    if spare != U(0):
        loose = spare
    if loose == U(0):
        return lowest_rank(side)
    lone = singletons(side) & loose
    if lone != U(0) and v.hand & v.trumps != U(0):
        return lowest_rank(lone)
    return lowest_rank(loose)


def lead_trump(v: View, trumps, sure):
    """The trump to lead, or 0 where a side suit is the better lead; `sure`: the unbeatable one."""
    if v.maker == 0:
        # Draw trumps while a high one is held, or with two of them from the top.
        return top(trumps) if sure != U(0) or popcount(trumps) >= 2 else U(0)
    if v.maker_side == 1:
        # To partner's call: the best one if it must win, else a low one, in the first two tricks only.
        if v.trick > 2:
            return U(0)
        return sure if sure != U(0) else low(trumps)
    # Against the makers a sure trump waits until the third trick (leading it at once lost 0.010 a hand).
    return sure if v.trick >= 3 else U(0)


def lead(v: View):
    """Lead trump for the makers, then sure winners of side suits, else low from a suit of two or more."""
    out = unseen(v)
    trumps = v.hand & v.trumps
    side = v.hand & ~v.trumps
    if side == U(0):
        return top(trumps)
    sure = boss(v.hand, out)
    if trumps != U(0) and out & v.trumps != U(0):
        card = lead_trump(v, trumps, top(sure & v.trumps))
        if card != U(0):
            return card
    lone = singletons(side)
    winning = sure & side
    if winning != U(0):
        # The shorter the suit here, the longer elsewhere; next is the suit most often trumped.
        best = winning & lone
        best = best if best != U(0) else winning
        far = best & ~NEXT_LANE
        return low(far if far != U(0) else best)
    if v.players == 4 and v.partner == 1:
        # A suit that only partner is known to lack, while he may have a trump.
        ruff = side & v.void_2 & ~(v.void_1 | v.void_3)
        if ruff != U(0) and out & v.trumps & ~v.void_2 != U(0):
            return lowest_rank(ruff)
    long = side & ~lone
    return lowest_rank(long if long != U(0) else side)


def follow(v: View):
    """Win as cheaply as the place at the table allows, leave partner's winners alone, lose the least useful card."""
    out = unseen(v)
    suited = v.hand & v.led
    if suited != U(0):
        return follow_suit(v, suited, out)
    beating = over(v.hand & v.trumps, v.best)
    if beating == U(0) or not worth_trumping(v, low(beating), out):
        return throw_away(v, out)
    return low(beating)


def follow_suit(v: View, suited, out):
    """The card to play when the suit led is held."""
    beating = over(suited, v.best)
    if beating == U(0):
        return low(suited)
    if v.last == 1:
        return low(suited) if v.partner_wins == 1 else low(beating)
    highest = top(beating)
    if v.partner_wins == 1:
        # Cover partner's card only where a card between the two is still out.
        between = over(out & v.led, v.best) & (highest - U(1))
        return highest if between != U(0) else low(suited)
    if boss(highest, out) != U(0):
        return highest
    # Not a sure card: second hand keeps it back on a trump lead, otherwise a cheap one makes them pay for the trick.
    if v.position == 1 and v.led == v.trumps:
        return low(suited)
    return low(beating)


def worth_trumping(v: View, trump, out):
    """True where a trick that `trump` can take is better taken than left."""
    if v.best & v.trumps != U(0):
        return v.partner_wins == 0
    if v.partner_wins == 1:
        # Partner's best card of the suit, or his king, is left alone (trumping the king lost 0.005 a hand).
        higher = over(out & v.led, v.best)
        return (v.last == 0) & (higher != U(0)) & (v.best & ALL_KINGS == U(0))
    # Second hand saves a high trump when the card led is small: partner is still to play.
    early = (v.position == 1) & (v.last == 0) & (v.partner == 1)
    small = v.best & (ALL_ACES | ALL_KINGS) == U(0)
    return not (early & small & (trump >= TRUMP_ACE))
