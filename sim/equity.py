"""Match equity: the chance to win the game from any score, for given rules and players.

How hands end is simulated at every score and for every dealer (players may bid by the score); the game itself is then
an exact Markov chain (`sim.game_chain`). Tables are kept on disk under a hash of all that they depend on.
"""

import hashlib
import itertools
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from sim.compiling import cache_folder, notice
from sim.engine import ENGINE_VERSION
from sim.engine.match_state import Opening
from sim.engine.score import score_table
from sim.errors import Interrupted, UsageError
from sim.game_chain import Shares, final_shares, solve_games
from sim.match import Match
from sim.ordered import pool_of
from sim.plain_text import spaced
from sim.provenance import check_seed, rules_name, seed_as_json, thread_count
from sim.rules import Rules
from sim.seats import load_seats
from sim.whole import check_whole

HANDS: Final = 20_000_000
"""Hands simulated for a table, divided among its scores and dealers."""
MOST_HANDS: Final = 100_000
"""Hands at one score and dealer at most."""
MOST_STATES: Final = 20_000
BATCHES: Final = 8
"""Independent tables whose spread gives the standard error."""
SEED: Final = 1
_FORMAT: Final = 1


@dataclass(frozen=True)
class Equity:
    """The chance of each side to win from every score; `specs` are the strategies of the players 0 to n - 1.

    `chances[dealer, score of side 0, score of side 1, ..., side]`; `errors` are standard errors of the same shape;
    `hands` were simulated at each score and dealer that differ.
    """

    rules: Rules
    specs: tuple[str, ...]
    chances: np.ndarray
    errors: np.ndarray
    hands: int
    seed: int

    def chance(self, side: int, score: Sequence[int], dealer: int) -> float:
        """The chance of a side at a score, with that player to deal the next hand; also where the game is over."""
        if max(score) >= self.rules.target:
            return float(final_shares(self.rules, score, (dealer - 1) % self.rules.players)[side])
        return float(self.chances[(dealer, *score, side)])

    def error(self, side: int, score: Sequence[int], dealer: int) -> float:
        """Standard error of `chance`."""
        return 0.0 if max(score) >= self.rules.target else float(self.errors[(dealer, *score, side)])

    @property
    def typical_error(self) -> float:
        """The largest standard error of the table."""
        return float(self.errors.max())

    def text(self) -> str:
        """Where the numbers come from, in one line."""
        return (
            f"solved exactly from {spaced(self.hands)} hands at each score; "
            f"standard error of a chance at most {100 * self.typical_error:.2f} %"
        )

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: for every dealer and score the chance of each side."""
        sides, target = self.rules.teams, self.rules.target
        rows = [
            {
                "dealer": dealer,
                "score": list(score),
                "chances": [float(c) for c in self.chances[(dealer, *score)]],
                "errors": [float(e) for e in self.errors[(dealer, *score)]],
            }
            for dealer in range(self.rules.players)
            for score in itertools.product(range(target), repeat=sides)
        ]
        return {
            "rules": rules_name(self.rules),
            "rules_id": self.rules.id(),
            "players": list(self.specs),
            "hands": self.hands,
            "seed": seed_as_json(self.seed),
            "states": rows,
        }


def find_equity(
    rules: Rules,
    specs: Sequence[str],
    *,
    hands: int | None = None,
    seed: int = SEED,
    threads: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Equity:
    """The table for rules and players (a spec a player), from disk or simulated now.

    `hands` are simulated at each score and dealer. Raises UsageError for games that are not played to a target.
    """
    _check(rules)
    states = rules.target**rules.teams * period(specs)
    if states > MOST_STATES:
        raise UsageError(
            f"a game to {rules.target} has {spaced(states)} scores to simulate, more than {spaced(MOST_STATES)}",
            "set a lower target",
        )
    usual = min(MOST_HANDS, max(1_000, HANDS // states // 1_000 * 1_000))
    number = usual if hands is None else check_whole("hands", hands, BATCHES, 10**9, example=usual)
    seed, count = check_seed(seed), thread_count(threads)
    path = _path(rules, specs, number, seed)
    if path.is_file():
        with np.load(path) as kept:
            return Equity(rules, tuple(specs), kept["chances"], kept["errors"], number, seed)
    notice(f"simulating hands at {spaced(states)} scores for the chances to win the game (once for these players)")
    results, counts = simulate_results(rules, specs, number, seed, count, stop)
    solved = solve_games(rules, results, _shares(rules, period(specs), results, counts))
    errors = solved[1:].std(axis=0, ddof=1) / np.sqrt(BATCHES)
    equity = Equity(rules, tuple(specs), solved[0], errors, number, seed)
    _keep(path, equity)
    return equity


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
) -> tuple[list[tuple[int, ...]], np.ndarray]:
    """How hands end at every score, with each dealer up to the period of the players.

    Returns the results (points of each side) and int64[dealer, score..., batches, results]: how often each came.
    """
    players = load_seats(specs)
    match = Match(rules, players, seed, "hands")
    most = int(score_table(rules).max()) + 1
    sides, target, dealers = rules.teams, rules.target, period(specs)
    states = list(itertools.product(range(dealers), *(range(target),) * sides))
    weights = most ** np.arange(sides)

    def count(number: int) -> np.ndarray:
        if stop is not None and stop():
            raise Interrupted("stopped while simulating hands for the chances to win")
        dealer, *score = states[number]
        opening = Opening(dealer, tuple(score))
        part = match.play(number * hands, (number + 1) * hands, "games", opening=opening)
        assert part.games is not None
        points = np.stack([part.games[f"score_{side}"] - score[side] for side in range(sides)], axis=1)
        codes = points.astype(np.int64) @ weights
        batch = np.arange(hands) * BATCHES // hands
        return np.bincount(batch * most**sides + codes, minlength=BATCHES * most**sides).reshape(BATCHES, -1)

    with pool_of(threads) as pool:
        counts = np.stack(list(pool.map(count, range(len(states)))))
    seen = {
        tuple(int(code) // most**side % most for side in range(sides))
        for code in np.flatnonzero(counts.any(axis=(0, 1)))
    }
    # Whatever one side can get another can, once everybody has moved.
    results = sorted({result[k:] + result[:k] for result in seen for k in range(sides)})
    codes = np.array([sum(points * most**side for side, points in enumerate(result)) for result in results])
    shape = (dealers, *(target,) * sides, BATCHES, len(codes))
    return results, np.ascontiguousarray(counts[:, :, codes]).reshape(shape)


def _shares(rules: Rules, dealers: int, results: Sequence[tuple[int, ...]], counts: np.ndarray) -> Shares:
    """Shares of results for any dealer: the table of all hands first, then one of each batch."""
    sides = rules.teams
    # Which result of the simulated table is a result once everybody has moved so many chairs.
    order = [
        [results.index(tuple(r[(k + moved) % sides] for k in range(sides))) for r in results] for moved in range(sides)
    ]
    batches = counts.astype(np.float64)
    every = batches.sum(axis=-2, keepdims=True)
    tables = np.concatenate([every, batches], axis=-2)
    tables /= tables.sum(axis=-1, keepdims=True)

    def shares(dealer: int, score: tuple[int, ...]) -> np.ndarray:
        # Everybody moves so many chairs that the dealer is one whose hands were simulated.
        moved = dealer // dealers * dealers
        turned = tuple(score[(side + moved) % sides] for side in range(sides))
        found: np.ndarray = tables[(dealer - moved, *turned)]
        return found[:, order[moved % sides]]

    return shares


def _check(rules: Rules) -> None:
    rules.require_upcard("chances by score")
    if rules.max_hands:
        raise UsageError(
            f"max_hands = {rules.max_hands} ends games before the target, so there is no chance by score alone",
            "set max_hands = off",
        )
    for name in ("laps", "slam"):
        if getattr(rules, name) == "on":
            raise UsageError(
                f"{name} = on makes a game worth more than won or lost, which a chance to win does not tell",
                "set laps = off and slam = off, or ask for points (without a score)",
            )
    if rules.allpass == "same_dealer" and rules.stick_dealer == "forfeit1":
        raise UsageError(
            "with allpass = same_dealer and stick_dealer = forfeit1 the points do not tell who deals next",
            "change one of the two",
        )


def _path(rules: Rules, specs: Sequence[str], hands: int, seed: int) -> Path:
    hashes = [player.source_hash for player in load_seats(specs)]
    made_of = json.dumps([_FORMAT, ENGINE_VERSION, rules.id(), hashes, hands, seed])
    return cache_folder() / "equity" / f"{hashlib.sha256(made_of.encode()).hexdigest()[:20]}.npz"


def _keep(path: Path, equity: Equity) -> None:
    """Write a table; one that can't be written is simulated again."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(suffix=".npz", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            np.savez(file, chances=equity.chances, errors=equity.errors)
        Path(name).replace(path)
    except OSError:
        return
