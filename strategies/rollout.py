"""Wrapper that plays every choice out, as `rollout(basic)`: on deals that agree with all that was bid and played.

For each decision (bids, the discard, leads, follows, lone hands, what is kept of a dummy) it draws deals of the hidden
cards that agree with the cards and voids shown, keeps those on which the wrapped player would have bid and played as
the others did, and plays each choice out on them, everybody going on like the wrapped player. Another choice than the
wrapped player's own is taken only where it is better by more than `guard` standard errors.
"""

from typing import NamedTuple

LOOKS_AHEAD = "rollout"
SUPPORTS = ("standard", "standard-spruce", "canadian", "classic32", "two-handed", "cutthroat", "british")


class Params(NamedTuple):
    """How far it looks, and how sure it wants to be.

    `deals` that a decision is played on, of at most `tries` times as many drawn; a deal on which somebody would have
    answered otherwise than they did counts less by `doubt` for each such answer; `guard` in standard errors; choices
    worse by `sure` standard errors after the share `scout` of the deals are dropped; with `bids` 0 the wrapped
    player bids alone; `cards` are the places of a trick at which it looks ahead: 1 leads alone, 0 none.
    """

    deals: int = 100
    tries: int = 6
    doubt: float = 0.05
    guard: float = 1.0
    scout: float = 0.25
    sure: float = 2.0
    bids: int = 1
    cards: int = 6
