"""How hands end at every score and for every dealer: simulated, and as shares that the chances to win are made of."""

import itertools
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from sim.chances.score_chain import Shares
from sim.engine.match_state import Opening
from sim.engine.score import score_table
from sim.errors import Interrupted
from sim.players.match import Match
from sim.players.seating import load_seats
from sim.rules.rules import Rules
from sim.runs.threads import pool_of

BATCHES: Final = 16
"""Independent tables, from as many shares of the hands, whose spread gives the standard error."""


def states_from(rules: Rules, specs: Sequence[str], start: Sequence[int]) -> list[tuple[int, ...]]:
    """Dealers (up to the period of the players) and scores at which hands are simulated, for games from a score on."""
    dealers, sides, found = period(specs), rules.teams, set()
    for dealer, *score in itertools.product(range(rules.players), *(range(least, rules.target) for least in start)):
        moved = dealer // dealers * dealers
        found.add((dealer - moved, *(score[(side + moved) % sides] for side in range(sides))))
    return sorted(found)


def period(specs: Sequence[str]) -> int:
    """The least number of chairs by which everybody may move on so that the same players sit where others sat."""
    n = len(specs)
    return next(p for p in range(1, n + 1) if n % p == 0 and all(specs[k] == specs[(k + p) % n] for k in range(n)))


def simulate_results(
    rules: Rules,
    specs: Sequence[str],
    hands: int,
    seed: int,
    threads: int = 1,
    stop: Callable[[], bool] | None = None,
    states: Sequence[tuple[int, ...]] | None = None,
) -> tuple[list[tuple[int, ...]], np.ndarray]:
    """How hands end at every score (or at some `states`), with each dealer up to the period of the players.

    Returns the results (points of each side, in parts of a point where there are tokens) and
    int64[dealer, score..., batches, results]: how often each came.
    """
    players = load_seats(specs)
    match = Match(rules, players, seed, "hands")
    parts = rules.parts_of_a_point
    most = parts * (int(score_table(rules).max()) + 1)
    sides, target, dealers = rules.teams, rules.target, period(specs)
    places = list(itertools.product(range(dealers), *(range(target),) * sides))
    # The hands of a state are the same whichever others are simulated.
    number_of = {state: number for number, state in enumerate(places)}
    states = places if states is None else states
    weights = most ** np.arange(sides)

    def count(state: tuple[int, ...]) -> np.ndarray:
        if stop is not None and stop():
            raise Interrupted("stopped while simulating hands for the chances to win")
        dealer, *score = state
        number = number_of[state]
        opening = Opening(dealer, tuple(score))
        part = match.play(number * hands, (number + 1) * hands, "games", opening=opening)
        assert part.games is not None
        points = np.stack([parts * (part.games[f"score_{side}"] - score[side]) for side in range(sides)], axis=1)
        for side, name in enumerate(rules.token_columns):
            points[:, side] += part.games[name]
        codes = points.astype(np.int64) @ weights
        batch = np.arange(hands) * BATCHES // hands
        return np.bincount(batch * most**sides + codes, minlength=BATCHES * most**sides).reshape(BATCHES, -1)

    with pool_of(threads) as pool:
        counted = np.stack(list(pool.map(count, states)))
    seen = {
        tuple(int(code) // most**side % most for side in range(sides))
        for code in np.flatnonzero(counted.any(axis=(0, 1)))
    }
    # Whatever one side can get another can, once everybody has moved.
    results = sorted({result[k:] + result[:k] for result in seen for k in range(sides)})
    codes = np.array([sum(points * most**side for side, points in enumerate(result)) for result in results])
    counts = np.zeros((dealers, *(target,) * sides, BATCHES, len(codes)), dtype=np.int64)
    counts[tuple(np.array(states).T)] = counted[:, :, codes]
    return results, counts


def shares_of_results(rules: Rules, dealers: int, results: Sequence[tuple[int, ...]], counts: np.ndarray) -> Shares:
    """Shares of results for any dealer: the table of all hands first, then one of each batch; NaN without hands."""
    sides = rules.teams
    # Which result of the simulated table is a result once everybody has moved so many chairs.
    order = [
        [results.index(tuple(r[(k + moved) % sides] for k in range(sides))) for r in results] for moved in range(sides)
    ]
    batches = counts.astype(np.float64)
    every = batches.sum(axis=-2, keepdims=True)
    tables = np.concatenate([every, batches], axis=-2)
    with np.errstate(invalid="ignore"):
        tables /= tables.sum(axis=-1, keepdims=True)

    def shares(dealer: int, score: tuple[int, ...]) -> np.ndarray:
        # Everybody moves so many chairs that the dealer is one whose hands were simulated.
        moved = dealer // dealers * dealers
        turned = tuple(score[(side + moved) % sides] for side in range(sides))
        found: np.ndarray = tables[(dealer - moved, *turned)]
        return found[:, order[moved % sides]]

    return shares
