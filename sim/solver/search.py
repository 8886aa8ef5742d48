"""The fast search: two sides whose players sit in turn, up to four of them.

A position is four hands in the order of play from the leader. Positions 0 and 2 are one side, 1 and 3 the other, and an
empty hand sits out; so the maker of three players sits opposite an empty hand. All questions are yes or no, which is
alpha-beta with the narrowest window there is. What makes it fast:

- endings of two cards are looked up, and so is what trumps win for sure; side cards that nobody can beat are counted;
- cards of a hand with nothing alive between them are one card;
- with all hands in sight one mostly sees which card to try first.
"""

from typing import Any

from numba.core import types

from sim.bits import ONES, WORD, U, lane_of, low, popcount, sel, top
from sim.solver.compiled import on_demand, part
from sim.solver.lanes import EVERY, FIRST, at_or_below, beatable, lanes_with, legal, lowest_rank, runs
from sim.solver.tables import sure_trumps, two_cards

_INT = types.int64


@part
def quick_tricks(h0: Any, h1: Any, h2: Any, h3: Any, n: Any, trumps: Any) -> Any:
    """Tricks that the leader takes at once: the highest trumps, then side cards that nobody can beat or trump."""
    best = h0 & ~at_or_below(h1 | h2 | h3)
    drawn = popcount(best & trumps)
    side = best & ~trumps
    t1, t2, t3 = popcount(h1 & trumps), popcount(h2 & trumps), popcount(h3 & trumps)
    # An opponent who has trumps left after so many rounds still follows to one round of each suit that they hold.
    follow = sel(t1 > drawn, lanes_with(h1), ONES) & sel(t3 > drawn, lanes_with(h3), ONES)
    quick = popcount(side) if (t1 <= drawn) & (t3 <= drawn) else popcount(lanes_with(side) & FIRST & follow)
    # A partner with more trumps must trump when their other cards are gone, and has the lead then.
    return drawn + (min(quick, n - t2 + 1) if t2 > drawn else quick)


@part
def next_lead(rest: Any, sure: Any, helped: Any, trumps: Any) -> Any:
    """Side cards that win, then trumps that win (from the top), then suits that partner wins, then from below."""
    a, b = rest & sure, rest & helped
    low_card = lowest_rank(sel(b != U(0), b, rest), trumps)
    return sel(a & ~trumps != U(0), low(a & ~trumps), sel(a != U(0), top(a), low_card))


@part
def next_card(rest: Any, able: Any, reach: Any, idle: Any, trumps: Any) -> Any:
    """The cheapest card above `reach` unless there is no need for it, else the lowest."""
    wins = able & ~(reach | (reach - U(1)))
    return sel((wins != U(0)) & (not idle), low(wins), lowest_rank(rest, trumps))


@on_demand(types.boolean(WORD, WORD, WORD, WORD, WORD, _INT, _INT, WORD, WORD))
def can_take(h0: Any, h1: Any, h2: Any, h3: Any, forced: Any, n: Any, k: Any, trumps: Any, block: Any) -> Any:
    """True when positions 0 and 2 can take at least k of the n tricks left, 1 <= k <= n; position 0 leads.

    `forced` holds the cards of this trick that are played already (or tried); they are in the hands as well.
    """
    if n == 1:
        can = lane_of(h0) | trumps
        return max(h0, h2 & can) > max(h1 & can, h3 & can)
    if forced == U(0):
        if n == 2:
            return two_cards(h0, h1, h2, h3, trumps, block) >= k
        known = sure_trumps(h0, h1, h2, h3, trumps, block)
        if (known >> 4) > n - k:
            return False
        if (known & 15) >= k or quick_tricks(h0, h1, h2, h3, n, trumps) >= k:
            return True
    gone = EVERY & ~(h0 | h1 | h2 | h3)
    cover = beatable(h1, trumps) | beatable(h3, trumps)
    sure, helped = h0 & ~cover, lanes_with(h2 & ~cover)
    r0 = runs(sel(h0 & forced != U(0), h0 & forced, h0), gone)
    while r0 != U(0):
        c0 = next_lead(r0, sure, helped, trumps)
        r0 ^= c0
        led = lane_of(c0)
        can = led | trumps
        l1 = sel(h1 & forced != U(0), h1 & forced, legal(h1, led))
        l2 = sel(h2 & forced != U(0), h2 & forced, legal(h2, led))
        l3 = sel(h3 & forced != U(0), h3 & forced, legal(h3, led))
        p2, p3 = top(l2 & can), top(l3 & can)
        reach = max(c0, p2)
        won = True
        r1 = runs(l1, gone)
        while True:
            c1 = next_card(r1, r1 & can, reach, p3 > reach, trumps)
            r1 ^= c1
            theirs1 = (c1 & can) > c0
            b1 = sel(theirs1, c1, c0)
            gone2 = gone | sel(theirs1, c0, c1)  # a card that is beaten is out of the way
            r2 = runs(l2, gone2)
            need = max(b1, p3)
            won = False
            while True:
                c2 = next_card(r2, r2 & can, need, (not theirs1) and c0 > p3, trumps)
                r2 ^= c2
                ours2 = (c2 & can) > b1
                b2 = sel(ours2, c2, b1)
                theirs2 = theirs1 and not ours2
                r3 = runs(l3, gone2)
                won = True
                while True:
                    c3 = next_card(r3, r3 & can, b2, theirs2, trumps)
                    r3 ^= c3
                    last = (c3 & can) > b2
                    # Hands from the winner on: turned by one where 1 or 3 has won, then by two where 2 or 3 has.
                    odd, late = last or theirs2, last or ours2
                    left = n - k if odd else k - 1
                    if left <= 0:
                        won = not odd
                    else:
                        a0, a1, a2, a3 = h0 ^ c0, h1 ^ c1, h2 ^ c2, h3 ^ c3
                        d0, d1, d2, d3 = sel(odd, a1, a0), sel(odd, a2, a1), sel(odd, a3, a2), sel(odd, a0, a3)
                        e0, e1, e2, e3 = sel(late, d2, d0), sel(late, d3, d1), sel(late, d0, d2), sel(late, d1, d3)
                        if n == 3:
                            won = odd ^ (two_cards(e0, e1, e2, e3, trumps, block) >= left)
                        else:
                            won = odd ^ can_take(e0, e1, e2, e3, U(0), n - 1, left, trumps, block)
                    if not won or r3 == U(0):
                        break
                if won or r2 == U(0):
                    break
            if not won or r1 == U(0):
                break
        if won:
            return True
    return False
