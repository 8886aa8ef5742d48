"""Plays the card that wins the trick in most worlds: counts, on deals that agree with all that was bid and played."""

from typing import NamedTuple

import numpy as np

from sim.views import View

BATCH = True  # the hooks get arrays; the third argument `worlds` draws deals of the hidden hands
BELIEVES = "basic"  # on the deals drawn everybody bids and plays like this player

BIT = np.uint64(1)


class Params(NamedTuple):
    """How many deals are drawn for a decision."""

    deals: int = 60


def low(cards):
    """The lowest card of each mask."""
    return cards & (~cards + BIT)


def beaten(card, led, trumps, hands):
    """Whether somebody who is still to play holds a card that they may play and that beats `card`; bool[rows, n]."""
    suited = hands & led[:, None, None]
    may = np.where(suited != 0, suited, hands)
    strong = may & (led | trumps)[:, None, None]
    return (strong > card[:, None, None]).any(axis=2)


def follow(view: View, p: Params, worlds):
    """The card that wins in most worlds, if in more than half and the trick is not partner's; else the lowest."""
    hands, weights = worlds.draw(p.deals)
    suited = view.hand & view.led
    may = np.where(suited != 0, suited, view.hand)
    # Who plays after us: the next so many seats to our left.
    left = np.arange(1, hands.shape[2])
    later = left[None, :] < (view.players - view.position)[:, None]
    others = hands[:, :, 1:] * later[:, None, :].astype(np.uint64)
    chosen, best = low(may), np.full(len(may), 0.5)
    rest = may.copy()
    while rest.any():
        card = low(rest)
        rest ^= card
        power = card & (view.led | view.trumps)
        holds = (power > view.best)[:, None] & ~beaten(power, view.led, view.trumps, others)
        share = (weights * holds).sum(axis=1)
        better = (card != 0) & (share > best) & (view.partner_wins == 0)
        chosen, best = np.where(better, card, chosen), np.where(better, share, best)
    return chosen
