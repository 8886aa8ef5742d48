"""Wrapper that values cards with all cards in sight, as `pimc(basic)`: perfect-information Monte Carlo.

For each lead and follow it draws deals that agree with what was bid and played, as `rollout` does, and solves each of
them: what every legal card comes to when all play their best and see all cards. Such a player never finds a card that
only pays because others do not know where it lies, and is too sure of finesses; `mixed` and `rollout` are stronger.
Bids, discards and lone hands are played out as `rollout` does.
"""

from strategies.rollout import SUPPORTS as SUPPORTS
from strategies.rollout import Params as Params

LOOKS_AHEAD = "pimc"
