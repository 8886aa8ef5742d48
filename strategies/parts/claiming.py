"""Claiming a farmer's hand: a poor hand is dealt again, or three of its cards are swapped.

Against a player who never claims this is worth, in points a hand of 150 000 mirrored pairs each: 0.140 ± 0.003 under
`farmers_hand = swap3`, 0.0291 ± 0.0014 under `swap3_clean`, 0.0049 ± 0.0010 under `ace_no_face`, 0.0020 ± 0.0005 under
`nines_and_tens`.
"""

from sim.bits import popcount
from sim.views import View

LONG_SUIT = 4
"""With so many cards of the upcard's suit a hand is not poor."""


def claim_farmers(v: View):
    """Claim, unless the hand is long in the suit of the upcard."""
    return 1 if popcount(v.hand & v.trumps) < LONG_SUIT else 0
