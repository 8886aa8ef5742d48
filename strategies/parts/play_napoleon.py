"""Card play of the basic player in napoleon: one against all, in a trump of their own or, in misère, without one.

The bidder leads trumps from the top while others may hold some (a high bid needs them all out; for a small one only
what nobody can beat is led), then winners. The opponents play together: they take what the bidder has not beaten yet,
as cheaply as can be once the bidder has played and as high as they can before, and leave a trick that one of them has
by a ruff or by the best card of the suit; against one or two tricks they lead trumps. In misère everything is turned
round: the bidder gets rid of a lone card that is still safe and ducks; the opponents lead what the bidder can hardly
duck, keep a trick low that the bidder has still to play to, and get rid of high cards in all others; who cannot follow
suit throws away what is most likely to take a trick.

The rules with a trump, and the lone card led in misère, were tried against their opposites on 200,000 deals of the
preset with the eldest hand as bidder. Trumps led by the opponents make two tricks 3 points of a hundred rarer (66.6 to
63.5%) but three more frequent, so only small bids are met so; a bidder who draws trumps that others can beat makes four
tricks oftener (11.2 for 10.0%) and three more rarely (32.0 for 32.5%); not to ruff a trick that the own side has makes
three tricks rarer (31.8 for 32.5%); in misère a lone card led first lifts success from 32.7 to 36.2%. The others were
tried by one player alone among three without, over 400,000 mirrored pairs, in points a hand: the opponents' leads
against a low card of a new suit +0.034 ± 0.002, the bidder's riskiest card thrown off against their highest
+0.036 ± 0.003, the opponents' +0.019 ± 0.001.
"""

from sim.bits import U, low, popcount, sel, top
from sim.views import FOUR, TWO, View
from strategies.toolkit import (
    below,
    boss,
    highest_rank,
    in_lane,
    legal,
    lowest_rank,
    narrowed,
    singletons,
    unseen,
    winners,
)

ENDLESS = U(1 << 32)
MOST = 16
"""No suit has so many cards."""
SAFE = 5
"""Higher cards of its suit that must be out for a lone card to be led in misère."""


def shown_by_maker(v: View):
    """Lanes that the bidder has shown to lack, as an opponent sees it."""
    near = sel(v.maker == 1, v.void_1, sel(v.maker == 2, v.void_2, v.void_3))
    return sel(v.maker == 4, v.void_4, sel(v.maker == 5, v.void_5, near))


def maker_has_played(v: View):
    """True where the bidder, who sits elsewhere, has played to this trick."""
    return v.position + v.maker >= v.players


def lead_maker(v: View):
    """Trumps from the top as long as others may hold some, then winners, then the highest card."""
    out = unseen(v)
    trumps = v.hand & v.trumps
    others = v.hand & ~v.trumps
    best = boss(v.hand, out)
    draws = best & v.trumps != U(0) or (v.bid >= FOUR and popcount(trumps) > 1)
    draw = (draws and out & v.trumps != U(0)) or others == U(0) or v.trick == 1
    return sel(draw, top(trumps), highest_rank(narrowed(others, best & others)))


def lead_against(v: View):
    """Trumps against a small bid; else the best of a suit the bidder may follow, a winner if there is one."""
    trumps = v.hand & v.trumps
    side = narrowed(v.hand, v.hand & ~v.trumps)
    useful = narrowed(side, side & ~shown_by_maker(v))
    card = highest_rank(narrowed(useful, boss(useful, unseen(v))))
    return sel(v.bid <= TWO and trumps != U(0), top(trumps), card)


def still_safe(v: View):
    """Lone cards over which so many of their suit are out that one will surely fall."""
    out = unseen(v)
    alone = singletons(v.hand)
    safe = U(0)
    for lane in range(4):
        card = in_lane(alone, lane)
        over = in_lane(out, lane) & ~below(card)
        safe = safe | sel(popcount(over) >= SAFE, card, U(0))
    return safe


def hardest_to_duck(v: View, cards):
    """The lowest card of the suit in which the fewest lower cards are out; of equals where most are higher."""
    out, chosen, fewest = unseen(v), U(0), ENDLESS
    for lane in range(4):
        card, others = low(in_lane(cards, lane)), in_lane(out, lane)
        lower = popcount(others & below(card))
        ducks = sel(card != U(0), U(lower * MOST + MOST - popcount(others)), ENDLESS)
        chosen, fewest = sel(ducks < fewest, card, chosen), sel(ducks < fewest, ducks, fewest)
    return chosen


def riskiest(v: View, cards):
    """The top card of the suit whose lowest card has most cards below it still out."""
    out, chosen, most = unseen(v), U(0), U(0)
    for lane in range(4):
        held, others = in_lane(cards, lane), in_lane(out, lane)
        risk = U(1 + 4 * popcount(others & below(low(held))) + popcount(others & below(top(held))))
        risk = sel(held != U(0), risk, U(0))
        chosen, most = sel(risk > most, top(held), chosen), sel(risk > most, risk, most)
    return chosen


def lead_misere(v: View):
    """The bidder leads a lone card that is safe, else the lowest; the opponents what the bidder can hardly duck."""
    safe = still_safe(v)
    own = sel(safe != U(0), highest_rank(safe), lowest_rank(v.hand))
    return sel(v.maker == 0, own, hardest_to_duck(v, narrowed(v.hand, v.hand & ~shown_by_maker(v))))


def lead(v: View):
    """Lead by who bid, and whether there is a trump."""
    with_trump = sel(v.maker == 0, lead_maker(v), lead_against(v))
    return sel(v.trumps == U(0), lead_misere(v), with_trump)


def cheapest(cards, trumps):
    """The lowest card, no trump if possible."""
    return lowest_rank(narrowed(cards, cards & ~trumps))


def follow_trump(v: View):
    """Win where the own side does not yet, as cheaply as the players behind allow; else the least useful card."""
    cards, win = legal(v), winners(v)
    mine = v.maker == 0
    ruffs = win & v.trumps != U(0) and v.led != v.trumps
    played = not mine and maker_has_played(v)
    leave = not mine and v.partner_wins == 1 and (played or ruffs or boss(v.best, unseen(v)) != U(0))
    card = sel(v.last == 1 or ruffs or played, low(win), top(win))
    return sel(win == U(0) or leave, cheapest(cards, v.trumps), card)


def follow_misere(v: View):
    """Duck with the highest card that loses; what cannot matter to the bidder goes from the top.

    Who cannot follow suit gets rid of what is most likely to take a trick for them, the bidder's opponents too: their
    low cards are for leads that the bidder can't duck.
    """
    cards, win = legal(v), winners(v)
    if v.hand & v.led == U(0):
        return riskiest(v, cards)
    under = cards & ~win
    played = v.maker != 0 and maker_has_played(v)
    duck = sel(under != U(0), highest_rank(under), sel(played, highest_rank(win), low(win)))
    return sel(played and v.winner != v.maker, highest_rank(cards), duck)


def follow(v: View):
    """Follow by whether there is a trump."""
    return sel(v.trumps == U(0), follow_misere(v), follow_trump(v))
