"""Follows of the card player: win as cheaply as the place at the table allows, else lose the least useful card.

Each rule with a switch (`strategies.card_play.Params`) has its worth in docs/card-play.md; what is not switched was
fitted with the first basic player (`strategies.parts.play_simple`).
"""

from sim.bits import U, low, popcount, sel, top
from sim.views import View
from strategies.toolkit import (
    ALL_ACES,
    ALL_KINGS,
    ALL_QUEENS,
    BOWERS,
    JOKER,
    TRUMP_ACE,
    below,
    boss,
    guarded,
    lowest_rank,
    narrowed,
    next_lane,
    over,
    singletons,
    unseen,
)

HIGH_TRUMPS = JOKER | BOWERS | TRUMP_ACE
"""Ace of trump and better."""


def choose_follow(v: View, p):
    """Win as cheaply as the place allows, leave partner's winners alone, lose the least useful card."""
    suited = v.hand & v.led
    has_suit = suited != U(0)
    out = unseen(v)
    sure = boss(v.hand, out)
    in_suit = take_in_suit(v, over(suited, v.best), out & v.led, p)
    take = sel(has_suit, in_suit, take_by_trump(v, sure, out & v.led, p))
    return narrowed(sel(has_suit, low(suited), throw_away(v, sure, p)), take)


def take_in_suit(v: View, beating, out, p):
    """The card of the suit led to win with, or 0; `out` are cards of it that others may hold."""
    open_trick = v.last == 0
    highest = top(beating)
    # Cover partner's card only where a card between the two is still out.
    between = over(out, v.best) & below(highest)
    cover = sel(open_trick & (between != U(0)), highest, U(0))
    # Without a sure card a cheap one makes them pay; second hand keeps back a trump that was led, but not the maker.
    waits = open_trick & (v.position == 1) & (v.led == v.trumps) & ((p.maker_plays < 1) | (v.maker != 0))
    unsure = sel(waits, U(0), low(beating))
    mine = sel(open_trick & (over(out, highest) == U(0)), highest, unsure)
    return sel(v.partner_wins == 1, cover, mine)


def take_by_trump(v: View, sure, out, p):
    """The trump to win with, or 0; `out` are cards of the suit led that others may hold."""
    trumps = v.hand & v.trumps
    beating = over(trumps, v.best)
    open_trick = v.last == 0
    untrumped = v.best & v.trumps == U(0)
    # Just before the maker: the best trump that is not sure anyway, for a low one they overtrump.
    before = (p.high_before_maker > 0) & untrumped & open_trick & (v.maker == 1)
    trump = sel(before, narrowed(low(beating), top(beating & ~sure)), low(beating))
    # A march needs every trick: where the sure trumps behind it draw all others, one from each opponent, a sure one.
    draws = popcount(unseen(v) & v.trumps) <= 2 * popcount(trumps & sure) - 2
    alone = (v.maker == 0) & (v.partner == 0) & (v.players >= 3) & (v.tricks_them == 0)
    lone = (p.lone_ruff > 0) & alone & open_trick & draws
    trump = sel(lone, narrowed(trump, low(beating & sure)), trump)
    # Partner's best card of the suit is left alone.
    king = (p.over_king < 1) & (v.best & ALL_KINGS != U(0))
    help_partner = open_trick & untrumped & ~king & (over(out, v.best) != U(0))
    # Second hand saves a high trump when the card led is small, since partner is still to play; where partner is the
    # maker, only a sure one.
    small = v.best & (ALL_ACES | ALL_KINGS) == U(0)
    second = open_trick & untrumped & small & (v.position == 1) & (v.partner == 1)
    high = sel((p.help_maker > 0) & (v.maker == 2), trump & sure, trump & HIGH_TRUMPS) != U(0)
    # The maker saves any trump in the second trick, in the first one if they can make a void instead.
    idle = (v.trick == 2) | ((v.trick == 1) & (singletons(v.hand & ~v.trumps) & ~ALL_ACES != U(0)))
    idle = idle & ((p.save_for < 1) | (v.hand & ~v.trumps & ~sure != U(0)))
    saves = (p.maker_saves > 0) & (v.maker == 0) & idle & (v.best & ALL_QUEENS == U(0))
    # Behind a small card of the maker, with two trumps, a defender can wait: their partner is still to play.
    leaves = (p.leave_small > 0) & (v.maker == 3) & (v.trick <= 2) & (trumps != low(trumps))
    save = second & (high | saves | leaves)
    return sel(v.partner_wins == 1, sel(help_partner, trump, U(0)), sel(save, U(0), trump))


def throw_away(v: View, sure, p):
    """The card to lose when the trick can't be won: no trump, no ace, a singleton first while a trump is held."""
    side = v.hand & ~v.trumps
    pool = narrowed(narrowed(v.hand, side), side & ~ALL_ACES)
    pool = sel(p.keep_sure > 0, narrowed(pool, pool & ~sure), pool)
    # Against a lone hand one stopper counts: whole suits are thrown off, and K-x is kept.
    against = (p.lone_stoppers > 0) & (v.alone != 0) & (v.maker_side == 0)
    pool = sel(against, narrowed(pool, pool & ~guarded(side)), pool)
    pool = sel(against & (p.next_off > 0), narrowed(pool, pool & next_lane(v)), pool)
    lone = pool & singletons(side)
    lone = sel(against, lone & ~ALL_KINGS, sel(v.hand & v.trumps != U(0), lone, U(0)))
    return lowest_rank(narrowed(pool, lone))
