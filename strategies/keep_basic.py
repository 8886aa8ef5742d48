"""The best five of a hand and the dummy, as the basic player chooses them."""

from sim.bits import U, low, top
from sim.views import View
from strategies.toolkit import ALL_ACES, highest_rank


def keep_five(v: View):
    """Keep the trumps, then the aces, then kings beside their ace, then the highest cards."""
    kept = U(0)
    for _ in range(5):
        left = v.hand & ~kept
        trumps, aces = left & v.trumps, left & ALL_ACES & ~v.trumps
        behind = left & (kept & ALL_ACES & ~v.trumps) >> U(1)
        card = highest_rank(left)
        card = behind if behind != U(0) else card
        card = low(aces) if aces != U(0) else card
        kept |= top(trumps) if trumps != U(0) else low(card)
    return kept
