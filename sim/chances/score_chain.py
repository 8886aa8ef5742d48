"""The score of a game as a Markov chain, solved exactly: who wins from any score, given how hands end there.

A state is the score of each side and the dealer; a hand moves it on by the points it gives and passes the deal. Scores
only grow, so the states are solved from the highest down; where hands may end without a point the dealers of one score
are solved together.
"""

import itertools
from collections.abc import Callable, Sequence

import numpy as np

from sim.errors import UsageError
from sim.rules.rules import Rules

Shares = Callable[[int, tuple[int, ...]], np.ndarray]
"""For a dealer and a score: float64[tables, results], how often a hand gives each of the results."""


def solve_games(
    rules: Rules, results: Sequence[tuple[int, ...]], shares: Shares, start: Sequence[int] = ()
) -> np.ndarray:
    """Each side's chance to win, float64[tables, dealer, score of each side..., side]; NaN at scores short of `start`.

    `results` lists the points of each side that a hand can give; `shares` says how often it does, for any number of
    tables at once. Who deals is a player, sides are numbered as everywhere; a shared win counts in parts. Where sides
    hold tokens results and scores are in parts of a point (four to one), those of `shares` are not.
    """
    sides, n, parts = rules.teams, rules.players, rules.parts_of_a_point
    target = rules.target * parts
    least = tuple(parts * points for points in start) or (0,) * sides
    tables = shares(0, tuple(points // parts for points in least)).shape[0]
    solved: dict[tuple[int, ...], np.ndarray] = {}
    scores = sorted(itertools.product(*(range(points, target) for points in least)), key=sum, reverse=True)
    for score in scores:
        known, waits = np.zeros((tables, n, sides)), np.zeros((tables, n))
        for dealer in range(n):
            after = (dealer + 1) % n
            whole = tuple(points // parts for points in score)
            for points, share in zip(results, shares(dealer, whole).T, strict=True):
                if not any(points):
                    waits[:, dealer] += share
                    continue
                new = tuple(a + b for a, b in zip(score, points, strict=True))
                over = max(new) >= target
                ended = tuple(points // parts for points in new)
                value: np.ndarray = final_shares(rules, ended, dealer) if over else solved[new][:, after]
                known[:, dealer] += share[:, None] * value
        solved[score] = _with_waiting(rules, known, waits)
    chances = np.full((*(target,) * sides, tables, n, sides), np.nan)
    for score, values in solved.items():
        chances[score] = values
    return np.ascontiguousarray(np.moveaxis(chances, (sides, sides + 1), (0, 1)))


def _with_waiting(rules: Rules, known: np.ndarray, waits: np.ndarray) -> np.ndarray:
    """Solve x[dealer] = known[dealer] + waits[dealer] * x[next dealer] for the dealers of one score."""
    n = known.shape[1]
    if rules.allpass == "same_dealer":
        solved: np.ndarray = known / np.maximum(1e-12, 1 - waits)[..., None]
        return solved
    matrix = np.broadcast_to(np.eye(n), (len(known), n, n)).copy()
    for dealer in range(n):
        matrix[:, dealer, (dealer + 1) % n] -= waits[:, dealer]
    if np.any(np.prod(waits, axis=1) >= 1 - 1e-9):
        raise UsageError(
            "nobody ever makes trump at some score, so such a game has no end",
            "set stick_dealer = on, or let somebody bid",
        )
    found: np.ndarray = np.linalg.solve(matrix, known)
    return found


def final_shares(rules: Rules, score: Sequence[int], dealer: int) -> np.ndarray:
    """What each side gets of a game that ends with this score; `dealer` dealt the last hand."""
    arrived = [side for side, points in enumerate(score) if points >= rules.target]
    winners = arrived
    if len(arrived) > 1 and rules.cutthroat_tie == "elder":
        n = rules.players
        winners = [next(side for k in range(1, n + 1) if (side := (dealer + k) % n % rules.teams) in arrived)]
    elif rules.cutthroat_tie != "shared":
        best = max(score)
        winners = [side for side in arrived if score[side] == best]
    shares = np.zeros(len(score))
    shares[winners] = 1 / len(winners)
    return shares
