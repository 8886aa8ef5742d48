"""Bidding of the basic player in napoleon: expected tricks against a threshold for each bid, and the odds on misère.

Tricks are estimated for every suit as trump from its length and from the *masters*, inside it and outside: the sum over
the cards of the chance that nobody at the table holds a higher card of the suit. The weights were fitted by least
squares on 500,000 deals for each number of players with whole and stripped packs, the eldest hand being the bidder and
the card play that of `play_napoleon`; with four players and 52 cards they explain 49% of the variance of the
tricks, and hands with one estimate take so many on average (within 0.1 from 1 to 4 tricks). The odds on misère were
fitted by logistic regression on 300,000 deals each: what counts is how low the lowest card of every suit is, and how
few suits there are. The thresholds are where a player who changes any of them gains nothing more against others who do
not, on 100,000 deals at a time with the seats changed, for two, three, four and six players.
"""

from sim.bits import U, low, popcount
from sim.lanes import ACE
from sim.views import BLUCHER, FOUR, MISERE, NAP, ONE, THREE, TWO, WELLINGTON, View
from strategies.toolkit import call, ranks_in


def masters(lane, rare):
    """Sum over the cards of one suit, moved to lane 0, of the chance that nobody at the table holds a higher one.

    `rare` is the chance that nobody holds a given card out of the player's sight.
    """
    total = 0.0
    chance = 1.0
    for place in range(ACE, -1, -1):
        held = (lane >> U(place)) & U(1) != U(0)
        total = total + (chance if held else 0.0)
        chance = chance if held else chance * rare
    return total


def rare(v: View):
    """The chance that no opponent holds a card that the player does not see."""
    return 1.0 - 5.0 * (v.players - 1) / (popcount(v.deck) - 5)


def tricks(v: View, length, own, side):
    """Tricks that a bidder takes with so many trumps, `own` masters among them and `side` masters outside."""
    n = v.players
    return 0.82 * length - 0.9 + (0.46 + 0.075 * n) * own + (1.13 - 0.105 * n) * side


def suit_tricks(v: View, lane, all_masters, chance):
    """Tricks expected with that suit as trump; less than nothing where it can't be led."""
    cards = ranks_in(v.hand, lane)
    own = masters(cards, chance)
    return tricks(v, popcount(cards), own, all_masters - own) if cards != U(0) else -9.0


def danger(v: View, lane):
    """How much a suit adds to the risk of a trick in misère: its lowest card above the two lowest, and all others."""
    cards = ranks_in(v.hand, lane)
    pack = ranks_in(v.deck, lane)
    size = popcount(pack)
    lowest = popcount((low(cards) - U(1)) & pack) if cards != U(0) else 0
    above = 0.18 * max(13 * lowest - 2 * size, 0) / size
    return above + 0.51 if cards != U(0) else 0.0


def best_tricks(v: View):
    """Tricks expected with the best suit as trump."""
    chance = rare(v)
    hand = v.hand
    every = masters(ranks_in(hand, 0), chance) + masters(ranks_in(hand, 1), chance)
    every = every + masters(ranks_in(hand, 2), chance) + masters(ranks_in(hand, 3), chance)
    first = max(suit_tricks(v, 0, every, chance), suit_tricks(v, 1, every, chance))
    return max(first, max(suit_tricks(v, 2, every, chance), suit_tricks(v, 3, every, chance)))


def misere_odds(v: View):
    """Logarithm of the odds on taking no trick without trump."""
    risk = danger(v, 0) + danger(v, 1) + danger(v, 2) + danger(v, 3)
    return 4.3 - 4.5 / v.players - risk


def may(v: View, bid):
    """True where the bid may be made now."""
    return (v.bids >> bid) & 1 == 1


def bid(v: View, p):
    """The highest bid that the hand is worth."""
    expected = best_tricks(v)
    crowd = p.nap_crowd * (v.players - 4)
    if may(v, BLUCHER) and expected >= p.nap_blucher:
        return BLUCHER
    if may(v, WELLINGTON) and expected >= p.nap_wellington:
        return WELLINGTON
    if may(v, NAP) and expected >= p.nap_nap + crowd:
        return NAP
    if may(v, FOUR) and expected >= p.nap_four:
        return FOUR
    if may(v, THREE) and expected >= p.nap_three + crowd:
        return THREE
    needed = p.nap_misere + (p.nap_instead if expected >= p.nap_two and may(v, TWO) else 0.0)
    if may(v, MISERE) and misere_odds(v) >= needed:
        return MISERE
    if may(v, TWO) and expected >= p.nap_two:
        return TWO
    return ONE if may(v, ONE) and expected >= p.nap_one else 0


def name_trump(v: View):
    """The suit with which the most tricks are expected."""
    chance = rare(v)
    hand = v.hand
    every = masters(ranks_in(hand, 0), chance) + masters(ranks_in(hand, 1), chance)
    every = every + masters(ranks_in(hand, 2), chance) + masters(ranks_in(hand, 3), chance)
    a, b = suit_tricks(v, 0, every, chance), suit_tricks(v, 1, every, chance)
    c, d = suit_tricks(v, 2, every, chance), suit_tricks(v, 3, every, chance)
    low_lane = call(0) if a >= b else call(1)
    high_lane = call(2) if c >= d else call(3)
    return low_lane if max(a, b) >= max(c, d) else high_lane
