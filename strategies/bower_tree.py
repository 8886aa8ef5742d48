"""What a dealer does with a jack turned up, learnt by a solver; everything else as `basic`.

Source: fewworddotrick.com, "Pass on a bower, lose for an hour, part 2" (14 August 2023): a solver by counterfactual
regret minimisation for the bidding of four-handed euchre with the dealer stuck, asked when a dealer should take up a
jack that three players have passed, and summed up by a decision tree that agrees with it on 94 % of hands.

In words: without a trump in hand, pass. With one trump and a jack of the other colour but no side ace, pass: whoever
makes that colour trump is then euchred. With anything else, take the jack up.

Gaps and how they are filled. The tree counts "spades" under a spade turned up; the left bower is counted as a trump,
since the hands that the article lists as taken up without a trump all lack it. (The article's own example of a hand
that the solver always passes, jack and queen of clubs, jack and ace of hearts, nine of diamonds under the jack of
spades, is one of the 6 %: the tree takes it up.) Going alone, every other upcard, seat and decision, and all rules with
other numbers of players and packs are those of `basic`, whose parameters these are; the tree is used by every dealer
who may pick up a right bower, stuck in the second round or not.
"""

from sim.bits import U
from sim.lanes import JACK, each_lane
from sim.views import View
from strategies.parts.bidding_basic import Params, defend_alone, lone_gain, name_trump
from strategies.parts.bidding_basic import order_up as order_like_basic
from strategies.parts.rating import five, ordered
from strategies.toolkit import GREEN_LANES, RIGHT, count_trumps, side_aces

__all__ = ["Params", "defend_alone", "name_trump", "order_up"]

GREEN_JACKS = U(each_lane(1 << JACK)) & GREEN_LANES


def takes_bower(hand):
    """The tree, for the five cards dealt."""
    trumps = count_trumps(hand)
    if trumps == 1 and hand & GREEN_JACKS != U(0):
        return side_aces(hand) > 0
    return trumps > 0


def order_up(v: View, p: Params):
    """A dealer with a jack turned up asks the tree, anybody else `basic`."""
    if v.dealer == 0 and v.upcard == RIGHT:
        return ordered(v, takes_bower(v.hand), lone_gain(v, five(v), p) >= 0)
    return order_like_basic(v, p)
