"""The card player of `basic`: discard, leads and follows, with a switch for each rule.

Bidders that play no cards of their own use it too, and anybody can: `perry21/card-play`. Leads are in
`parts.leading`, follows in `parts.following`. Each rule was found by forcing every legal card in turn at one
decision of many deals and asking where another card than the rules' would have paid, and is kept because mirrored
play agreed; docs/card-play.md has the worth of each. `basic/card-play{through_maker=0}` plays without one of them.

No rule looks at the score: all were fitted to points a hand at 0-0.
"""

from typing import NamedTuple

from sim.bits import U, sel
from sim.views import View
from strategies.parts.best_card import give_best, throw
from strategies.parts.following import choose_follow
from strategies.parts.leading import choose_lead
from strategies.parts.play_simple import pick_up
from strategies.toolkit import ACES, KINGS, NEXT_LANE, SIDE_LANES, guarded, lowest_rank, narrowed, singletons

__all__ = ["RULES", "Params", "discard", "follow", "give_best", "lead", "pick_up"]


class Params(NamedTuple):
    """Switches: 1 plays by the rule, 0 as the first basic player (`simple`) does."""

    keep_trumps: int = 1
    """Maker without a sure side card: lead a side suit, keep the trumps (as long as a suit of two is held)."""
    second_best: int = 1
    """Maker without the best trump: lead the second best of two or more."""
    lone_end: int = 1
    """Lone maker, two cards left: after three tricks the trump first; side suits from the top."""
    stop_drawing: int = 1
    """Partner of the maker: no trump lead once two trumps have fallen in earlier tricks."""
    late_trump: int = 1
    """Partner of the maker, late: lead a sure trump while two are out and the point is not made."""
    hold_trump: int = 1
    """Defender in the third trick: lead a sure trump only when three have fallen."""
    through_maker: int = 1
    """Eldest hand with a sure side card: lead a trump through a maker on the left."""
    need_both: int = 1
    """Two cards left and both tricks needed: lead the trump first."""
    from_the_top: int = 1
    """Of sure side cards lead the highest."""
    lone_away: int = 1
    """First lead against a lone hand: the highest of a suit without the ace."""
    maker_plays: int = 1
    """Maker as second hand on a trump lead: win if possible."""
    help_maker: int = 1
    """Second hand with the maker as partner: trump a small card even with a high trump, if it is not a sure one."""
    maker_saves: int = 1
    """Maker as second hand, early: let partner have a lead of jack or lower."""
    over_king: int = 1
    """Trump partner's king while the ace is out."""
    high_before_maker: int = 1
    """Playing just before the maker: trump high, though not with a sure one."""
    keep_sure: int = 1
    """Throw off no card that is the best of its suit."""
    lone_stoppers: int = 1
    """Against a lone hand throw off whole suits, keep kings and K-x."""
    any_void: int = 1
    """Dealer: of singletons bury the lowest, next or green."""
    green_void: int = 1
    """Dealer for a maker who has their partner: of singletons bury a green one first after all."""
    leave_small: int = 1
    """Second hand with two trumps: leave a small lead of the maker in the first two tricks to partner."""
    save_for: int = 1
    """Maker as second hand: leave a small lead to partner only with a losing card to throw off."""
    next_off: int = 1
    """Against a lone hand: throw off next before green."""
    bare_through: int = 1
    """Eldest hand with two trumps and no sure side card: lead through a first-round maker on the left all the same."""
    short_lead: int = 1
    """Eldest hand without a trump against the dealer: lead a singleton."""
    last_two: int = 1
    """Maker with two tricks and two trumps, not the best: lead the lower."""
    late_high: int = 1
    """Defender (of four players) from the third trick on: of losing side cards lead the highest."""
    two_from_the_top: int = 1
    """Two players: lead the highest losing side card."""
    two_kings: int = 1
    """Two players: a dealer keeps a lone king."""
    two_third: int = 1
    """Two players: in the third trick lead a sure trump against the maker, however many have fallen."""
    in_company: int = 1
    """Two and three players: of sure side cards lead one that is not alone in its suit."""
    lone_ruff: int = 1
    """Maker against two, the next still to play: trump with a sure trump, if those behind it draw all that are out."""
    spare_stuck: int = 1
    """Partner of a dealer who was stuck: no lead of a single trump below the king."""


RULES = Params()
"""All rules, as `basic` plays."""


def discard(v: View, p: Params):
    """The card of six that is missed least: never the upcard, a trump or a side ace while anything else is there.

    A singleton goes first, so that its suit can be trumped; otherwise the lowest card, sparing both cards of K-x.
    Alone, what `strategies.parts.best_card` discards for partner's best.
    """
    side = v.hand & SIDE_LANES
    pool = narrowed(v.hand & ~v.upcard, side)
    pool = narrowed(pool, side & ~ACES)
    # With two players a king is worth more than a void.
    lone = pool & singletons(side) & ~(KINGS if (p.two_kings > 0) & (v.players == 2) else U(0))
    several = narrowed(pool, pool & ~guarded(side))
    green = (p.green_void > 0) & (v.maker_side == 1) & (v.alone == 0)
    lone = sel((p.any_void > 0) & ~green, lone, narrowed(lone, lone & ~NEXT_LANE))
    return sel(v.best_call == 1, throw(v), lowest_rank(narrowed(several, lone)))


def lead(v: View, p: Params):
    """Lead by `strategies.parts.leading`."""
    return choose_lead(v, p)


def follow(v: View, p: Params):
    """Follow by `strategies.parts.following`."""
    return choose_follow(v, p)
