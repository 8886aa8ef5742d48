"""Wrapper that values cards both by playing on and with all cards in sight, as `mixed(basic)`.

A card is worth the mean of what `rollout` and `pimc` make of it on the same deals.
"""

from strategies.rollout import SUPPORTS as SUPPORTS
from strategies.rollout import Params as Params

LOOKS_AHEAD = "mixed"
