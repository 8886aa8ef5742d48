"""The best five of a hand and the dummy, as the basic player chooses them."""

from sim.bits import U, low, top
from sim.views import View
from strategies.toolkit import ALL_ACES, highest_rank, lanes_with, narrowed


def keep_five(v: View):
    """Keep four trumps, then the aces, the fifth trump, kings beside their ace.

    What is still wanted comes from a suit that is kept anyway, so that the others can be trumped, else from the top.
    """
    kept = U(0)
    for number in range(5):
        left = v.hand & ~kept
        trumps, side = left & v.trumps, left & ~v.trumps
        kept_side = kept & ~v.trumps
        aces, behind = side & ALL_ACES, side & (kept_side & ALL_ACES) >> U(1)
        card = narrowed(highest_rank(narrowed(left, side & lanes_with(kept_side))), low(behind))
        first, second = (aces, trumps) if number == 4 else (trumps, aces)
        kept |= narrowed(narrowed(card, top(second)), top(first))
    return kept
