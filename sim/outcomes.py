"""What the end of a hand is worth to the player asked: points, the winning chance of the game, and in words."""

from typing import TYPE_CHECKING, Final

import numpy as np

from sim.engine.score import score_table
from sim.history import same_side
from sim.question import Question
from sim.replay import OUTCOMES
from sim.tally import decode, points_of

if TYPE_CHECKING:
    from sim.equity import Equity

KINDS: Final = (
    "made",
    "march",
    "lone_march",
    "euchred",
    "their_made",
    "their_march",
    "their_lone_march",
    "their_euchred",
    "thrown_in",
)
"""How a hand can end, as the player asked sees it: his side makes a point, marches, ..., nobody makes trump."""


def codes_of(q: Question) -> np.ndarray:
    """Tally codes (see `sim.tally`) of all outcome codes, with the question's dealer."""
    return np.arange(OUTCOMES) + (q.rules.players - 1) * OUTCOMES


def side_points(q: Question) -> np.ndarray:
    """Points of each side by outcome code: int64[OUTCOMES, sides]."""
    return points_of(codes_of(q), q.rules, np.asarray(score_table(q.rules), np.int64))


def point_values(q: Question) -> np.ndarray:
    """Points of the asked player's side less the others' (on average, where there are several), by outcome code."""
    points = side_points(q).astype(np.float64)
    own = (q.seat - 1) % q.rules.teams
    others = points.sum(axis=1) - points[:, own]
    values: np.ndarray = points[:, own] - others / (q.rules.teams - 1)
    return values


def win_values(q: Question, equity: "Equity") -> np.ndarray:
    """The asked player's chance to win the game after the hand, by outcome code."""
    assert q.score is not None
    teams, own = q.rules.teams, (q.seat - 1) % q.rules.teams
    before = [0] * teams
    for place, have in enumerate(q.score):
        before[(own + place) % teams] = have
    points = side_points(q)
    thrown_in = decode(codes_of(q))[1] == 0
    dealer = q.rules.players - 1
    stays = q.rules.allpass == "same_dealer"
    chances: dict[tuple[tuple[int, ...], int], float] = {}
    values = np.zeros(OUTCOMES)
    for code in range(OUTCOMES):
        after = tuple(int(old + won) for old, won in zip(before, points[code], strict=True))
        next_dealer = dealer if stays and thrown_in[code] else (dealer + 1) % q.rules.players
        key = (after, next_dealer)
        if key not in chances:
            chances[key] = equity.chance(own, after, next_dealer)
        values[code] = chances[key]
    return values


def kinds(q: Question) -> np.ndarray:
    """Number of the kind (see KINDS) of every outcome code."""
    _, maker, _, alone, tricks = decode(codes_of(q))
    need, every = q.rules.tricks // 2 + 1, q.rules.tricks
    ours = np.array([seat > 0 and same_side(q.rules, q.seat, int(seat)) for seat in maker])
    kind = np.select([tricks < need, tricks < every, (alone & 1) == 0], [3, 0, 1], 2)
    return np.select([maker == 0, ours], [len(KINDS) - 1, kind], kind + 4)
