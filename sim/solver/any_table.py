"""The search for every other table: one against the rest, misère, a jambone, any number of players.

Positions are those who play, in the order of play; `counted` and `seekers` are sets of them, as bits. The question is
whether the seekers can bring it about that the counted ones take at least k of the n tricks left. As a rule the two are
the same side. In misère the bidder's tricks count and the others seek them; in a jambone nobody seeks the maker's.
"""

from typing import Any

from numba.core import types

from sim.bits import ONES, WORD, U, lane_of, popcount, sel, top
from sim.solver.compiled import on_demand, part
from sim.solver.lanes import (
    EVERY,
    FIRST,
    above,
    at_or_below,
    beatable,
    highest_rank,
    lanes_with,
    legal,
    lowest_rank,
    runs,
)
from sim.solver.search import next_card, next_lead

_INT = types.int64
_HANDS = types.uint64[::1]


@part
def _sure_trumps(hands: Any, players: Any, counted: Any, live: Any, trumps: Any) -> Any:
    """The highest trumps win whenever they are played: those of one player, below zero where they do not count."""
    for position in range(players):
        mine = hands[position] & trumps
        if mine > live & trumps & ~mine:
            sure = popcount(mine & above(top(live & trumps & ~mine)))
            return sure if (counted >> position) & 1 == 1 else -sure
    return 0


@part
def _quick_tricks(hands: Any, players: Any, leader: Any, counted: Any, n: Any, trumps: Any) -> Any:
    """Tricks that the leader takes at once: the highest trumps, then side cards that nobody can beat or trump."""
    mine, others = hands[leader], U(0)
    for position in range(players):
        others |= sel(position == leader, U(0), hands[position])
    best = mine & ~at_or_below(others)
    drawn, side = popcount(best & trumps), best & ~trumps
    side_of_leader, follow, all_out, most = (counted >> leader) & 1, ONES, True, n
    for position in range(players):
        left = popcount(hands[position] & trumps)
        if position == leader or left <= drawn:
            continue
        if (counted >> position) & 1 == side_of_leader:
            most = min(most, n - left + 1)  # must trump when the other cards are gone, and has the lead then
        else:
            all_out = False
            follow &= lanes_with(hands[position])
    quick = popcount(side) if all_out else popcount(lanes_with(side) & FIRST & follow)
    return drawn + min(quick, most)


@part
def _next_of_loser(rest: Any, best: Any, led: Any, trumps: Any) -> Any:
    """Who wants no trick plays the highest card that loses, and leads the lowest."""
    can = led | trumps
    loses = sel(best == U(0), U(0), rest & ~(can & above(best)))
    suited = loses & can
    card = sel(suited != U(0), top(suited), highest_rank(loses))
    return sel(loses != U(0), card, lowest_rank(rest, trumps))


@on_demand(types.boolean(_HANDS, _INT, _INT, _INT, WORD, WORD, WORD, _INT, _INT, _INT, _INT, _INT, WORD, _INT))
def can_reach(hands: Any, players: Any, turn: Any, to_play: Any, live: Any, led: Any, best: Any, winner: Any, n: Any,
              k: Any, counted: Any, seekers: Any, trumps: Any, broken: Any) -> Any:  # fmt: skip
    """True when `seekers` can have `counted` take at least k of the n tricks left, this one included.

    `hands` (uint64[players], changed while it runs and put back) are the cards not yet played, `live` all of them
    together. `turn` plays the next card; of this trick `to_play` cards are missing, and unless it is all of them `led`
    is the lane that was led and `winner` has the highest card `best`. With `broken` tricks left it is too late to need
    all of them (0: never).
    """
    if to_play == 0:
        k -= (counted >> winner) & 1
        n -= 1
        turn, to_play, led, best = winner, players, U(0), U(0)
    if k <= 0:
        return True
    if k > n or (n == broken and k == n):
        return False
    usual = counted == seekers
    ours = (counted >> turn) & 1
    enemy, friend, cover = U(0), U(0), U(0)
    if led == U(0):
        sure = _sure_trumps(hands, players, counted, live, trumps)
        if sure >= k and (broken == 0 or k < broken):
            return True
        if -sure > n - k:
            return False
        if usual:
            quick = _quick_tricks(hands, players, turn, counted, n, trumps)
            if ours == 1 and quick >= k:
                return True
            if ours == 0 and quick > n - k:
                return False
            for position in range(players):
                if (counted >> position) & 1 != ours:
                    cover |= beatable(hands[position], trumps)
            for position in range(players):
                if (counted >> position) & 1 == ours and position != turn:
                    friend |= lanes_with(hands[position] & ~cover)
    elif usual:
        position = turn
        for _ in range(to_play - 1):
            position = position + 1 if position + 1 < players else 0
            power = top(legal(hands[position], led) & (led | trumps))
            if (counted >> position) & 1 == ours:
                friend = max(friend, power)
            else:
                enemy = max(enemy, power)
    hand = hands[turn]
    following = turn + 1 if turn + 1 < players else 0
    seeks = (seekers >> turn) & 1 == 1
    reach = max(best, enemy)
    idle = (led != U(0)) and ((((counted >> winner) & 1) == ours and best > enemy) or friend > reach)
    rest = runs(sel(led == U(0), hand, legal(hand, led)), EVERY & ~(live | best))
    while rest != U(0):
        if not usual:
            card = _next_of_loser(rest, best, led, trumps) if ours == 1 else lowest_rank(rest, trumps)
        elif led == U(0):
            card = next_lead(rest, hand & ~cover, friend, trumps)
        else:
            card = next_card(rest, rest & (led | trumps), reach, idle, trumps)
        rest ^= card
        suit = sel(led == U(0), lane_of(card), led)
        wins = (card & (suit | trumps)) > best
        hands[turn] = hand ^ card
        found = can_reach(hands, players, following, to_play - 1, live ^ card, suit, sel(wins, card, best),
                          turn if wins else winner, n, k, counted, seekers, trumps, broken)  # fmt: skip
        hands[turn] = hand
        if found == seeks:
            return seeks
    return not seeks
