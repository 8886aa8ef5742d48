"""Wrapper that orders the upcard up on nothing, as `bridge(basic)`, to keep the other side from going out alone.

Source: the "bridge" of the old five-point game is the score at which one side has 4 points, the other 1 or 2, and the
latter deals: only a lone hand wins for them, so the eldest hand "orders at the bridge" and gives two points away rather
than risk four (Somerset Club 1888, Brisbane 1866). Natty Bumppo calls it the Columbus coup, others donating, blocking
or a safety (ohioeuchre.com, euchrestrategy.info: at 9-6 and 9-7, when you do not deal, unless you hold the right bower,
a guarded left or the ace with two more). What it must be worth follows from a table of the chances to win from each
score (Fred Benjamin, in Natty Bumppo's column of 6 January 2006): against an average rate of lone hands it pays where
the dealer's side would march alone with a chance of more than 16.7 % at 9-6, 18.4 % at 9-7, 26.6 % at 8-6, 31.0 % at
9-4, 39.1 % at 9-5 and 43.5 % at 8-7.

In words: in the first round, when an opponent deals and the wrapped player would pass, order where the chance of a lone
march (`chance` percent for the eldest hand, `chance_3` for the player on the dealer's right) is above the number for
the score, unless the hand has a stopper in the suit turned up or nobody may play alone. All else is the wrapped
player's answer.

Gaps and how they are filled. The chance that an eldest hand without a stopper meets a lone march is put at 20 %, so
that it orders at 9-6 and 9-7 as the sources say; with 30 % it orders at 8-6 too. On the dealer's right the chance is
put at nothing: Natty Bumppo has the eldest hand's pass at such a score promise a stopper (in their columns), and in
mirrored games against `basic` ordering there too lost more than ordering as eldest hand won. Scores are counted from
the end of the game, so at 4-1 and 4-2 in a game of five. The joker stops as the right bower does. The rule is for four
players; with two or three the wrapper does nothing.
"""

from typing import NamedTuple

from sim.views import ORDER, PASS, View
from strategies.toolkit import JOKER, LEFT, RIGHT, TRUMP_ACE, count_trumps, holds

NOWHERE = 101.0
"""Percent that no chance is above."""


class Params(NamedTuple):
    """Percent: the chance that the opponents march alone if nobody orders, and what it must exceed at a score."""

    chance: float = 20.0
    chance_3: float = 0.0
    at_96: float = 16.7
    at_97: float = 18.4
    at_86: float = 26.6
    at_94: float = 31.0
    at_95: float = 39.1
    at_87: float = 43.5


def needed(us, them, p):
    """Percent that the chance must exceed when we need `us` points more and they `them`."""
    if us == 1:
        near = p.at_97 if them == 3 else p.at_96 if them == 4 else p.at_95
        return near if them >= 3 and them <= 5 else p.at_94 if them == 6 else NOWHERE
    if us == 2:
        return p.at_87 if them == 3 else p.at_86 if them == 4 else NOWHERE
    return NOWHERE


def stops(hand):
    """True with a sure trick against any lone hand in the suit turned up: right bower, L-x or A-x-x."""
    trumps = count_trumps(hand)
    if holds(hand, RIGHT | JOKER) == 1:
        return True
    return (holds(hand, LEFT) == 1 and trumps >= 2) or (holds(hand, TRUMP_ACE) == 1 and trumps >= 3)


def order_up(v: View, p: Params, inner):
    """Order on nothing at the bridge, else do what the wrapped player does."""
    if inner != PASS or v.players != 4 or v.dealer & 1 == 0 or v.may_alone == 0 or stops(v.hand):
        return inner
    chance = p.chance if v.seat == 1 else p.chance_3
    return ORDER if chance > needed(v.target - v.score_us, v.target - v.score_them, p) else inner
