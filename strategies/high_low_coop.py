"""Baseline card play like `high-low`, but it leaves a trick that partner is winning to them.

Not from any source. The leader plays their highest card; who follows plays high when they can win and their partner is
not winning already, else low. Where nobody is on your side it is `high-low`. Bidding, burying and the rest are those of
`basic`.
"""

from sim.bits import sel
from sim.views import View
from strategies.high_low import follow as high_or_low
from strategies.high_low import lead, lowest
from strategies.toolkit import legal

__all__ = ["follow", "lead"]


def follow(v: View):
    """Low on partner's winning card, else high when it wins, else low."""
    return sel(v.partner_wins == 1, lowest(v, legal(v)), high_or_low(v))
