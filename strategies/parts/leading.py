"""Leads of the card player: trump or side suit, and which card of it.

Each rule is a switch of `strategies.card_play.Params`; docs/card-play.md gives what each is worth. Everything is mask
arithmetic on a choice that narrows down to one card: compiled, every line is walked for every deal.
"""

from sim.bits import ONES, U, low, popcount, sel, top
from sim.views import View
from strategies.toolkit import (
    ALL_ACES,
    TRUMP_KING,
    boss,
    end_rank,
    lanes_with,
    narrowed,
    next_lane,
    singletons,
    suits_held,
    unseen,
)


def choose_lead(v: View, p):
    """Lead trump where the rules below ask for it, else a sure card of a side suit, else a losing one."""
    trumps, side = v.hand & v.trumps, v.hand & ~v.trumps
    out = unseen(v)
    out_trumps = out & v.trumps
    sure = boss(v.hand, out)
    best = top(trumps)
    sure_best = best & sure
    winning = sure & side
    fallen = popcount(v.seen & v.trumps)

    own = makers_trump(v, trumps, best, sure_best, winning, p)
    partners = partners_trump(v, trumps, out_trumps, sure_best, winning, fallen, p)
    against = defenders_trump(v, trumps, sure_best, winning, fallen, p)
    trump = sel(v.maker == 0, own, sel(v.maker_side == 1, partners, against))
    # Both tricks left are needed: the trump first, so that it can't fall to a higher one when the side card is led.
    trump = sel((p.need_both > 0) & (v.trick == 4) & (v.tricks_us == 1), best, trump)
    trump = sel(out_trumps != U(0), trump, U(0))
    return narrowed(side_card(v, side, winning, out_trumps, p), sel(side == U(0), best, trump))


def plays_alone(v: View):
    """True for a maker who plays alone at a table of partners."""
    return (v.maker == 0) & (v.partner == 0) & (v.players == 4)


def makers_trump(v: View, trumps, best, sure_best, winning, p):
    """The trump that the maker leads, or 0: the best one while it is unbeaten, else one of several."""
    side = v.hand & ~v.trumps
    count = popcount(trumps)
    unbeaten, long, idle = sure_best != U(0), side & ~singletons(side) != U(0), (winning == U(0)) & (side != U(0))
    alone = plays_alone(v)

    # Without the best one: in the first two tricks the second best, and the best stays behind it.
    several = (p.second_best > 0) & (v.trick <= 2) & (v.partner == 1) & (count >= 2)
    several = several | ((p.last_two > 0) & (v.tricks_us == 2) & (v.partner == 1) & (count == 2))
    lead = sel(unbeaten, best, sel(best != trumps, sel(several, top(trumps & ~best), best), U(0)))
    # Without a sure side card trumps are worth more behind than in front: lead a side suit and come in again.
    first = (v.trick == 1) & long & (count <= 2)
    second = (v.trick == 2) & ((count <= 2) | long) & (~unbeaten | (count == 1) | long)
    third = (v.trick == 3) & (long | (unbeaten & (v.tricks_us <= 1)))
    keep = (p.keep_trumps > 0) & idle & (first | second | third) & ~alone
    lead = sel(keep, U(0), lead)
    # Alone: with three tricks the last trump first, the march needs both; with fewer the sure side card.
    late = (p.lone_end > 0) & alone & (v.trick >= 4)
    return sel(late, sel((v.tricks_us >= 3) | (winning == U(0)), best, U(0)), lead)


def partners_trump(v: View, trumps, out_trumps, sure_best, winning, fallen, p):
    """The trump to lead to partner's call, or 0: the best one, else a low one, while trumps have not been drawn."""
    # A dealer who was stuck has few trumps themselves: a single small one does not help them.
    spared = (p.spare_stuck > 0) & (v.stuck == 1) & (trumps == low(trumps)) & (trumps < TRUMP_KING)
    early = (v.trick <= 2) & ((p.stop_drawing < 1) | (fallen < 2))
    # Later a sure trump draws two for one, unless the point is made and only a march is left to play for.
    late = (p.late_trump > 0) & (v.trick >= 3) & (popcount(out_trumps) >= 2) & (v.tricks_us < 3)
    late = late & ((v.trick >= 4) | (winning != U(0)))
    return sel(late, sure_best, sel(early, narrowed(sel(spared, U(0), low(trumps)), sure_best), U(0)))


def defenders_trump(v: View, trumps, sure_best, winning, fallen, p):
    """The trump to lead against the makers, or 0: a sure one when it is late, and through a maker on the left."""
    of_two = (p.two_third > 0) & (v.players == 2)
    late = (v.trick >= 4) | ((v.trick == 3) & ((p.hold_trump < 1) | (fallen >= 3) | of_two))
    # A side ace is worth more once the maker's partner, who is the dealer, has a trump less to take it with.
    through = (v.maker == 1) & (v.trick == 1) & (v.players == 4) & (v.alone == 0)
    two, sure_card = popcount(trumps) >= 2, winning != U(0)
    bare = (p.bare_through > 0) & two & (v.round == 1)
    through = through & (bare | (sure_card & (two | (suits_held(v.hand & ~v.trumps) == 3))))
    return sel((p.through_maker > 0) & through, low(trumps), sel(late, sure_best, U(0)))


def side_card(v: View, side, winning, out_trumps, p):
    """The side card to lead: a sure one, rather alone in its suit, else low from a suit of two or more.

    Where everybody plays for themselves a sure card that has company comes first. With two players a losing card is led
    from the top: a certain higher card is in the other hand one time in four only.
    """
    lone = singletons(side)
    losing = narrowed(side, sel(leads_short(v, p), lone, side & ~lone))
    # A suit that only partner is known to lack, while they may have a trump.
    ruff = side & v.void_2 & ~(v.void_1 | v.void_3)
    losing = narrowed(losing, sel(ruffing(v, out_trumps), ruff, U(0)))
    alone = (p.lone_end > 0) & plays_alone(v)
    company = (p.in_company > 0) & (v.players < 4)
    late = (p.late_high > 0) & (v.trick >= 3) & (v.players == 4) & (v.maker_side == 0) & (v.bid == 0)
    high = alone | late | ((p.two_from_the_top > 0) & (v.players == 2))
    wanted = narrowed(winning, winning & (lone ^ (ONES if company else U(0))))
    away = against_lone_hand(v, side, winning, p)

    pool = narrowed(narrowed(sel(alone, side, losing), wanted), away)
    # In no-trump pepper the low sure cards go first (the high ones first lost 0.03).
    sure_high = (p.from_the_top > 0) & ((v.trumps != U(0)) | (v.bid == 0))
    from_top = sel(winning != U(0), U(sure_high), U(high)) | (away != U(0))
    return end_rank(pool, from_top != U(0))


def leads_short(v: View, p):
    """True for the eldest hand who leads a singleton against the dealer: without a trump they can't ruff anyway."""
    asked = (v.players == 4) & (v.maker == 3) & (v.maker_side == 0) & (v.trick == 1) & (v.alone == 0)
    return (p.short_lead > 0) & asked & (v.hand & v.trumps == U(0)) & (v.trumps != U(0))


def against_lone_hand(v: View, side, winning, p):
    """Cards for the first lead against a lone hand, or 0: of a suit without the ace, for aces are to be kept."""
    away = side & ~lanes_with(side & ALL_ACES)
    asked = (v.alone != 0) & (v.maker_side == 0) & (v.trick == 1) & (winning & singletons(side) == U(0))
    return sel((p.lone_away > 0) & asked, narrowed(away, away & next_lane(v)), U(0))


def ruffing(v: View, out_trumps):
    """True while partner (of four players) may have a trump."""
    return (v.players == 4) & (v.partner == 1) & (out_trumps & ~v.void_2 != U(0))
