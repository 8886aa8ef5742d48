"""The chance to win the game after each result of a hand, and what the assumed players expect before it is dealt."""

from collections.abc import Callable
from functools import cache

import numpy as np

from sim.chances.equity import Equity, find_equity
from sim.engine.match_state import Opening
from sim.errors import UsageError
from sim.players.match import Match
from sim.review.decision_values import Priced
from sim.rules.most_points import most_lead
from sim.rules.rules import Rules

EXPECTED_HANDS = 100_000
"""Hands dealt anew to tell what a side may expect of one."""


def why_no_chances(rules: Rules) -> str:
    """Why a lead in points does not tell the chance to win, in words; empty where it does."""
    if rules.teams != 2:
        return "there are more than two sides"
    if not rules.target or rules.max_hands:
        return "no target ends a game"
    if rules.four_trick_tokens == "on" or rules.laps == "on" or rules.slam == "on":
        return "more than points is won"
    return ""


class Chances:
    """The table of chances to win of two sides, as its players are assumed."""

    def __init__(
        self, rules: Rules, spec: str, threads: int | None = None, stop: Callable[[], bool] | None = None
    ) -> None:
        """Simulated once for these players and kept on disk; raises UsageError where `why_no_chances`."""
        why = why_no_chances(rules)
        if why:
            raise UsageError(f"the chance to win the game is not known here: {why}", "review in points")
        self.rules, self._most = rules, int(most_lead(rules))
        self._equity: Equity = find_equity(rules, [spec] * rules.players, threads=threads, stop=stop)

    def before(self, score: tuple[int, ...], dealer: int) -> float:
        """Side 0's chance before a deal."""
        return self._equity.chance(0, score, dealer)

    def after(self, score: tuple[int, ...], dealer: int, points: tuple[int, ...]) -> float:
        """Side 0's chance once a hand has given each side its points."""
        ended = tuple(a + b for a, b in zip(score, points, strict=True))
        stays = not any(points) and self.rules.allpass == "same_dealer"
        follows = dealer if stays else (dealer + 1) % self.rules.players
        return self._equity.chance(0, ended, follows)

    def by_lead(self, score: tuple[int, ...], dealer: int, side: int) -> np.ndarray:
        """float64[2 * most + 1]: the chance of a side after each lead of its own in a hand, from -most to most."""
        found = []
        for lead in range(-self._most, self._most + 1):
            won = [max(lead, 0), max(-lead, 0)]
            chance = self.after(score, dealer, tuple(won if side == 0 else won[::-1]))
            found.append(chance if side == 0 else 1 - chance)
        return np.array(found)


class Expectations:
    """What side 0 leads by on average in a hand of the assumed players, by score and dealer."""

    def __init__(self, rules: Rules, spec: str, seed: int) -> None:
        self._match, self._teams = Match(rules, spec, seed, "hands"), rules.teams
        self.lead = cache(self._lead)

    def _lead(self, score: tuple[int, ...], dealer: int) -> Priced:
        """The mean lead of side 0 over the mean of the others."""
        part = self._match.play(0, EXPECTED_HANDS, "games", opening=Opening(dealer, score))
        assert part.games is not None
        won = np.stack([part.games[f"score_{side}"] - score[side] for side in range(self._teams)]).astype(np.float64)
        lead = won[0] - won[1:].mean(axis=0)
        return Priced(float(lead.mean()), float(lead.std() / np.sqrt(len(lead))))
