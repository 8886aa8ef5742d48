"""The card play of `simple`, which `basic` had before `card_play`: discard, leads and follows.

The rules are the common teaching (ohioeuchre.com on leads and discards, Natty Bumppo's commandments), each kept only
where mirrored play of 300 000 deals agreed; a comment says what the refuted alternative cost, in points a hand. Each
choice narrows one mask and takes one card of it at the end: compiled, every branch is walked, so branches are short.
The tricks won so far are left out on purpose: a higher trump on the trick that decides the hand lost 0.008, since the
low one mostly wins too and the high one is needed next.
"""

from sim.bits import U, low, sel, top
from sim.views import View
from strategies.parts.best_card import throw
from strategies.toolkit import (
    ACES,
    ALL_ACES,
    ALL_KINGS,
    NEXT_LANE,
    SIDE_LANES,
    TRUMP_ACE,
    below,
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
    several = narrowed(pool, pool & ~guarded(side))
    return lowest_rank(narrowed(several, narrowed(lone, lone & ~NEXT_LANE)))


def discard(v: View):
    """Bury the card that `bury` chooses; alone, discard one for partner's best."""
    return sel(v.best_call == 1, throw(v), bury(v.hand, v.upcard))


def pick_up(v: View):
    """Take the upcard unless all your cards are higher trumps."""
    return 1 if v.hand & SIDE_LANES != U(0) or low(v.hand) < v.upcard else 0


def throw_away(v: View):
    """The card to lose when the trick can't be won: no trump, no ace, a singleton first while a trump is held."""
    side = v.hand & ~v.trumps
    pool = narrowed(narrowed(v.hand, side), side & ~ALL_ACES)
    lone = sel(v.hand & v.trumps != U(0), pool & singletons(side), U(0))
    return lowest_rank(narrowed(pool, lone))


def lead(v: View):
    """Lead trump for the makers, then sure winners of side suits, else low from a suit of two or more."""
    trumps = v.hand & v.trumps
    side = v.hand & ~v.trumps
    out = unseen(v)
    out_trumps = out & v.trumps
    sure = boss(v.hand, out)

    best = top(trumps)
    sure_best = best & sure
    # The maker draws trumps while the best one is held, or with two of them from the top.
    own = sel((sure_best != U(0)) | (best != trumps), best, U(0))
    # To partner's call: the best one, else a low one, in the first two tricks only.
    partners = sel(v.trick <= 2, narrowed(low(trumps), sure_best), U(0))
    # Against the makers a sure trump waits until the third trick (leading it at once lost 0.010).
    against = sel(v.trick >= 3, sure_best, U(0))
    trump = sel(v.maker == 0, own, sel(v.maker_side == 1, partners, against))
    trump = sel(out_trumps != U(0), trump, U(0))

    # Side suits: the shorter a suit is here, the longer it is elsewhere, so a lone winner runs best.
    lone = singletons(side)
    winning = sure & side
    losing = narrowed(side, side & ~lone)
    # A suit that only partner is known to lack, while they may have a trump.
    ruff = side & v.void_2 & ~(v.void_1 | v.void_3)
    losing = narrowed(losing, sel(ruffing(v, out_trumps), ruff, U(0)))
    card = lowest_rank(narrowed(losing, narrowed(winning, winning & lone)))
    return narrowed(card, sel(side == U(0), best, trump))


def ruffing(v: View, out_trumps):
    """True while partner (of four players) may have a trump."""
    return (v.players == 4) & (v.partner == 1) & (out_trumps & ~v.void_2 != U(0))


def follow(v: View):
    """Win as cheaply as the place at the table allows, leave partner's winners alone, lose the least useful card."""
    suited = v.hand & v.led
    has_suit = suited != U(0)
    out = unseen(v) & v.led
    if_suited = take_in_suit(v, over(suited, v.best), out)
    take = sel(has_suit, if_suited, take_by_trump(v, low(over(v.hand & v.trumps, v.best)), out))
    return narrowed(sel(has_suit, low(suited), throw_away(v)), take)


def take_in_suit(v: View, beating, out):
    """The card of the suit led to win with, or 0; `out` are cards of it that others may hold."""
    open_trick = v.last == 0
    highest = top(beating)
    # Cover partner's card only where a card between the two is still out.
    between = over(out, v.best) & below(highest)
    cover = sel(open_trick & (between != U(0)), highest, U(0))
    # Without a sure card a cheap one makes them pay for the trick; only second hand keeps back a trump that was led.
    waits = open_trick & (v.position == 1) & (v.led == v.trumps)
    unsure = sel(waits, U(0), low(beating))
    mine = sel(open_trick & (over(out, highest) == U(0)), highest, unsure)
    return sel(v.partner_wins == 1, cover, mine)


def take_by_trump(v: View, trump, out):
    """The trump to win with (`trump` is the lowest that would), or 0; `out` are cards led that others may hold."""
    open_trick = v.last == 0
    untrumped = v.best & v.trumps == U(0)
    king = v.best & ALL_KINGS != U(0)
    small = v.best & (ALL_ACES | ALL_KINGS) == U(0)
    # Partner's best card of the suit, or their king, is left alone (trumping the king lost 0.005).
    help_partner = open_trick & untrumped & ~king & (over(out, v.best) != U(0))
    # Second hand saves a high trump when the card led is small: partner is still to play.
    save = open_trick & untrumped & small & (v.position == 1) & (v.partner == 1) & (trump >= TRUMP_ACE)
    return sel(v.partner_wins == 1, sel(help_partner, trump, U(0)), sel(save, U(0), trump))
