"""What the end of a hand is worth to the player asked: points, the winning chance of the game, and in words."""

from typing import TYPE_CHECKING, Final

import numpy as np

from sim.engine.score import score_table
from sim.history import same_side
from sim.question import Question
from sim.race import Values
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


_DIGITS: Final = 2**20


def codes_of(q: Question) -> np.ndarray:
    """Tally codes (see `sim.tally`) of all outcome codes, with the question's dealer."""
    return np.arange(OUTCOMES) + (q.rules.players - 1) * OUTCOMES


def side_points(q: Question) -> np.ndarray:
    """Points of each side by outcome code: int64[OUTCOMES, sides]."""
    return points_of(codes_of(q), q.rules, np.asarray(score_table(q.rules), np.int64))


def point_values(q: Question) -> Values:
    """Points of the asked player's side less the others' (on average, where there are several), by outcome code."""
    points = side_points(q).astype(np.float64)
    own = (q.seat - 1) % q.rules.teams
    others = points.sum(axis=1) - points[:, own]
    return Values(points[:, own] - others / (q.rules.teams - 1))


def win_values(q: Question, equity: "Equity") -> Values:
    """The asked player's chance to win the game after the hand, by outcome code."""
    own = (q.seat - 1) % q.rules.teams
    before = score_by_side(q)
    points = side_points(q)
    thrown_in = decode(codes_of(q))[1] == 0
    dealer = q.rules.players - 1
    stays = q.rules.allpass == "same_dealer"
    ends: dict[tuple[tuple[int, ...], int], int] = {}
    classes = np.zeros(OUTCOMES, dtype=np.int64)
    for code in range(OUTCOMES):
        after = tuple(int(old + won) for old, won in zip(before, points[code], strict=True))
        next_dealer = dealer if stays and thrown_in[code] else (dealer + 1) % q.rules.players
        classes[code] = ends.setdefault((after, next_dealer), len(ends))
    # With twenty binary digits sums and squares are exact, so that choices that end alike are seen to.
    chances = np.array([round(equity.chance(own, *end) * _DIGITS) / _DIGITS for end in ends])
    tables = np.stack([equity.batch_chances(own, *end) for end in ends], axis=1)
    return Values(chances[classes], tables[:, classes], classes)


def score_by_side(q: Question) -> tuple[int, ...]:
    """The score of a question in the order of the sides (a question tells the asked player's first)."""
    assert q.score is not None
    teams, own = q.rules.teams, (q.seat - 1) % q.rules.teams
    return tuple(q.score[(side - own) % teams] for side in range(teams))


def kinds(q: Question) -> np.ndarray:
    """Number of the kind (see KINDS) of every outcome code."""
    _, maker, _, alone, tricks = decode(codes_of(q))
    need, every = q.rules.tricks // 2 + 1, q.rules.tricks
    ours = np.array([seat > 0 and same_side(q.rules, q.seat, int(seat)) for seat in maker])
    kind = np.select([tricks < need, tricks < every, (alone & 1) == 0], [3, 0, 1], 2)
    return np.select([maker == 0, ours], [len(KINDS) - 1, kind], kind + 4)
