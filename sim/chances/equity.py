"""Match equity: the chance to win the game from any score, for given rules and players.

How hands end is simulated at every score and for every dealer (players may bid by the score); the game itself is then
an exact Markov chain (`sim.chances.score_chain`). Tables are kept on disk under a hash of all that they depend on.
"""

import hashlib
import itertools
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np

from sim.arguments import check_call
from sim.chances.hand_results import BATCHES, period, shares_of_results, simulate_results, states_from
from sim.chances.score_chain import final_shares, solve_games
from sim.engine import ENGINE_VERSION, part_versions
from sim.engine.cache_folder import cache_folder
from sim.engine.jit import notice
from sim.errors import UsageError, brief
from sim.plain_text import spaced
from sim.players.given import Players, as_specs
from sim.players.seating import load_seats
from sim.players.strategy import DEFAULT
from sim.rules.presets import STANDARD
from sim.rules.rule_file import load_rules
from sim.rules.rules import Rules
from sim.runs.provenance import check_seed, rules_name, seed_as_json, thread_count
from sim.text_door import Shown, shown
from sim.whole import check_whole, whole

HANDS: Final = 20_000_000
"""Hands simulated for a table, divided among its scores and dealers."""
MOST_HANDS: Final = 100_000
"""Hands at one score and dealer at most."""
MOST_STATES: Final = 20_000
SEED: Final = 1
_FORMAT: Final = 2


@dataclass(frozen=True, repr=False)
class Equity(Shown):
    """The chance of each side to win from every score; `specs` are the strategies of the players 0 to n - 1.

    `chances[dealer, score of side 0, score of side 1, ..., side]`; `batches` are tables of the same shape, solved from
    a share of the hands each; `hands` were simulated at each score and dealer that differ. Where sides hold tokens the
    scores of both arrays are in quarters of a point, a token each.
    """

    rules: Rules
    specs: tuple[str, ...]
    chances: np.ndarray
    batches: np.ndarray
    hands: int
    seed: int

    def chance(self, side: int, score: Sequence[int], dealer: int, tokens: Sequence[int] = ()) -> float:
        """The chance of a side at a score, with that player to deal the next hand; also where the game is over.

        `score` is by side, side 0 first. `tokens` are those that each side holds, where the rules know them; without
        any nobody holds one. Raises UsageError for a side, score or dealer there is none of.
        """
        self._check(side, score, dealer)
        if max(score) >= self.rules.target:
            return float(final_shares(self.rules, score, (dealer - 1) % self.rules.players)[side])
        return float(self.chances[self._place(side, score, dealer, tokens)])

    def batch_chances(self, side: int, score: Sequence[int], dealer: int, tokens: Sequence[int] = ()) -> np.ndarray:
        """The same chance by each of the independent tables: what is made of them varies as a table of few hands does.

        The standard error of anything linear in chances is its spread over them, less the root of their number.
        """
        if max(score) >= self.rules.target:
            return np.full(len(self.batches), self.chance(side, score, dealer))
        found = self.batches
        for place in self._place(side, score, dealer, tokens):
            found = found[:, place]
        return found

    @cached_property
    def errors(self) -> np.ndarray:
        """Standard errors of all chances."""
        found: np.ndarray = self.batches.std(axis=0, ddof=1) / np.sqrt(len(self.batches))
        return found

    def error(self, side: int, score: Sequence[int], dealer: int, tokens: Sequence[int] = ()) -> float:
        """Standard error of `chance`."""
        self._check(side, score, dealer)
        over = max(score) >= self.rules.target
        return 0.0 if over else float(self.errors[self._place(side, score, dealer, tokens)])

    def _check(self, side: object, score: object, dealer: object) -> None:
        rules = self.rules
        check_whole("side", side, 0, rules.teams - 1)
        check_whole("dealer", dealer, 0, rules.players - 1)
        points = score if isinstance(score, Sequence) and not isinstance(score, str) else ()
        if len(points) != rules.teams or not all(whole(point) is not None and point >= 0 for point in points):
            example = ", ".join(["9", "6", "0", "0", "0", "0"][: rules.teams])
            raise UsageError(
                f"a score is the points of {rules.teams} sides, not {brief(score)}", f"for example ({example})"
            )

    def _place(self, side: int, score: Sequence[int], dealer: int, tokens: Sequence[int]) -> tuple[int, ...]:
        parts, held = self.rules.parts_of_a_point, tokens or (0,) * len(score)
        return (dealer, *(parts * points + token for points, token in zip(score, held, strict=True)), side)

    @property
    def typical_error(self) -> float:
        """The largest standard error of the table."""
        return float(np.nanmax(self.errors))

    def text(self) -> str:
        """Where the numbers come from, in one line."""
        return (
            f"solved exactly from {spaced(self.hands)} hands at each score; "
            f"standard error of a chance at most {100 * self.typical_error:.2f} %"
            + ("; nobody holds a token yet" if self.rules.token_columns else "")
        )

    def to_text(self) -> str:
        """Tables of player 0's chances by score, one for each place of the deal; three players' at 0 points."""
        text: str = shown(self, "text")
        return text

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: for every dealer and score the chance of each side."""
        sides, target = self.rules.teams, self.rules.target
        rows = [
            {
                "dealer": dealer,
                "score": list(score),
                "chances": [self.chance(side, score, dealer) for side in range(sides)],
                "errors": [self.error(side, score, dealer) for side in range(sides)],
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


def equity(
    rules: Rules | str | Path = STANDARD,
    players: Players = DEFAULT,
    *,
    hands: int | None = None,
    start: Sequence[int] | None = None,
    seed: int = SEED,
    threads: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Equity:
    """The chance of each side to win the game from every score: `equity("standard").chance(0, (9, 6), dealer=3)`.

    Rules and players are taken as `run` does: one player for all chairs, one a side, or one a chair. `hands` are
    simulated at each score and dealer (up to 100 000 where nobody says), once: the table is kept on disk. With `start`
    (points by side) only scores that can follow are looked at; `stop` is asked now and then and ends it when true.
    Raises UsageError for games that are not played to a target, and what strategies raise.

    >>> from euchre_sim import equity
    >>> chances = equity("standard", hands=1000, start=(8, 8))
    >>> round(chances.chance(0, (9, 8), dealer=0), 2)
    0.74
    """
    game, specs = load_rules(rules), as_specs(players)
    if len(specs) not in (1, game.teams, game.players):
        raise UsageError(f"{len(specs)} strategies for a game of {game.players} players", f"give {game.seatings}")
    if start is not None:
        points = start if isinstance(start, tuple | list) else ()
        if len(points) != game.teams:
            raise UsageError(f"start is the points of {game.teams} sides, not {brief(start)}", "for example (9, 6)")
        start = [check_whole("start", point, 0, max(0, game.target - 1)) for point in points]
    everybody = [specs[chair % len(specs)] for chair in range(game.players)]
    call = check_call("stop", stop)
    return find_equity(game, everybody, hands=hands, start=start, seed=seed, threads=threads, stop=call)


def find_equity(
    rules: Rules,
    specs: Sequence[str],
    *,
    hands: int | None = None,
    start: Sequence[int] | None = None,
    seed: int = SEED,
    threads: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Equity:
    """The table for rules and players (a spec a player), from disk or simulated now.

    `hands` are simulated at each score and dealer; with `start` (points by side) only at scores that a game can get to
    from there, and the chances at others are NaN. Raises UsageError for games that are not played to a target.
    """
    _check(rules)
    usual = usual_hands(rules, specs)
    number = usual if hands is None else check_whole("hands", hands, 2 * BATCHES, 10**9, example=usual)
    seed, count = check_seed(seed), thread_count(threads)
    solved = _solve(rules, specs, tuple(start or (0,) * rules.teams), number, seed, count, stop)
    return Equity(rules, tuple(specs), solved[0], solved[1:], number, seed)


def refine_equity(
    known: Equity,
    start: Sequence[int],
    hands: int,
    *,
    threads: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Equity:
    """The same table, but solved from so many hands at each score that a game can still get to from `start` on."""
    solved = _solve(known.rules, known.specs, tuple(start), hands, known.seed, thread_count(threads), stop)
    reached = ~np.isnan(solved[0])
    chances = np.where(reached, solved[0], known.chances)
    batches = np.where(reached, solved[1:], known.batches)
    return replace(known, chances=chances, batches=batches, hands=hands)


def usual_hands(rules: Rules, specs: Sequence[str]) -> int:
    """Hands at each score and dealer where nobody says how many. Raises UsageError where there are too many scores."""
    states = rules.target**rules.teams * period(specs)
    if states > MOST_STATES:
        raise UsageError(
            f"a game to {rules.target} has {spaced(states)} scores to simulate, more than {spaced(MOST_STATES)}",
            "set a lower target",
        )
    return int(min(MOST_HANDS, max(1_000, HANDS // states // 1_000 * 1_000)))


def _solve(
    rules: Rules,
    specs: Sequence[str],
    start: tuple[int, ...],
    hands: int,
    seed: int,
    threads: int,
    stop: Callable[[], bool] | None,
) -> np.ndarray:
    """Tables from a score on, from disk or simulated now: of all hands first, then one of each batch."""
    path = _path(rules, specs, start, hands, seed)
    # A table that is not there or is damaged is made again.
    with suppress(OSError, ValueError, KeyError, EOFError, BadZipFile), np.load(BytesIO(path.read_bytes())) as kept:
        found: np.ndarray = kept["solved"]
        return found
    states = states_from(rules, specs, start)
    notice(
        f"simulating {spaced(hands)} hands at {spaced(len(states))} scores for the chances to win the game "
        "(once for these players)"
    )
    results, counts = simulate_results(rules, specs, hands, seed, threads, stop, states)
    solved = solve_games(rules, results, shares_of_results(rules, period(specs), results, counts), start)
    _keep(path, solved)
    return solved


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
    doubtful = {
        "stick_dealer": rules.stick_dealer == "forfeit1",
        "fast_break": rules.fast_break == "on",
        "loner_34": rules.loner_34 == 0,
    }
    wrong = next((name for name, is_so in doubtful.items() if is_so), None)
    if rules.allpass == "same_dealer" and wrong is not None:
        raise UsageError(
            f"with allpass = same_dealer and {rules.said(wrong)} the points do not tell who deals next",
            "change one of the two",
        )


def _path(rules: Rules, specs: Sequence[str], start: tuple[int, ...], hands: int, seed: int) -> Path:
    hashes = [player.source_hash for player in load_seats(specs)]
    parts = part_versions(rules)
    made_of = json.dumps([_FORMAT, ENGINE_VERSION, rules.id(), hashes, start, hands, seed, *([parts] if parts else [])])
    return cache_folder() / "equity" / f"{hashlib.sha256(made_of.encode()).hexdigest()[:20]}.npz"


def _keep(path: Path, solved: np.ndarray) -> None:
    """Write a table; one that can't be written is simulated again."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(suffix=".npz", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            np.savez(file, solved=solved)
        Path(name).replace(path)
    except OSError:
        return
