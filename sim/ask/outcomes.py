"""What the end of a hand is worth to the player asked: points, the winning chance of the game, and in words."""

from typing import TYPE_CHECKING, Final

import numpy as np

from sim.ask.play_out import OUTCOMES
from sim.ask.question import Question
from sim.engine.score import score_table
from sim.rules.tricks import same_side
from sim.runs.tally import decode, points_of
from sim.runs.tally import kinds as tally_kinds
from sim.stats.best_choice import Values

if TYPE_CHECKING:
    from sim.chances.equity import Equity

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
"""How a hand can end, as the player asked sees it: their side makes a point, marches, ..., nobody makes trump (or a
hand
gives nobody a point, as some house rules have it)."""


_DIGITS: Final = 2**20


def tally_codes(q: Question) -> np.ndarray:
    """Tally codes (see `sim.runs.tally`) of all outcome codes, with the question's dealer."""
    return np.arange(OUTCOMES) + (q.rules.players - 1) * OUTCOMES


def side_points(q: Question) -> np.ndarray:
    """Points of each side by outcome code: int64[OUTCOMES, sides]."""
    return points_of(tally_codes(q), q.rules, np.asarray(score_table(q.rules), np.int64))


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
    thrown_in = decode(tally_codes(q))[1] == 0
    dealer = q.rules.players - 1
    stays = q.rules.allpass == "same_dealer"
    tokens = _tokens(q)
    ends: dict[tuple[tuple[int, ...], int, tuple[int, ...]], int] = {}
    classes = np.zeros(OUTCOMES, dtype=np.int64)
    for code in range(OUTCOMES):
        after = tuple(int(old + won) for old, won in zip(before, points[code], strict=True))
        next_dealer = dealer if stays and thrown_in[code] else (dealer + 1) % q.rules.players
        classes[code] = ends.setdefault((after, next_dealer, tokens[code]), len(ends))
    # With twenty binary digits sums and squares are exact, so that choices that end alike are seen to.
    chances = np.array([round(equity.chance(own, *end) * _DIGITS) / _DIGITS for end in ends])
    tables = np.stack([equity.batch_chances(own, *end) for end in ends], axis=1)
    return Values(chances[classes], tables[:, classes], classes)


def score_by_side(q: Question) -> tuple[int, ...]:
    """The score of a question in the order of the sides (a question tells the asked player's first)."""
    assert q.score is not None
    teams, own = q.rules.teams, (q.seat - 1) % q.rules.teams
    return tuple(q.score[(side - own) % teams] for side in range(teams))


def _tokens(q: Question) -> list[tuple[int, ...]]:
    """Tokens of each side after the hand, by outcome code, where nobody has held one before; empty without the rule."""
    if q.rules.four_trick_tokens == "off":
        return [()] * OUTCOMES
    dealer, maker, _, alone, tricks, _, _ = tally_kinds(tally_codes(q), q.rules)
    earned = (maker > 0) & (alone & 1 == 0) & (tricks == 4)
    side = (dealer + maker) % q.rules.players % q.rules.teams
    return [
        tuple(int(own and place == s) for place in range(q.rules.teams)) for own, s in zip(earned, side, strict=True)
    ]


def outcome_kinds(q: Question) -> np.ndarray:
    """Number of the kind (see KINDS) of every outcome code."""
    dealer, maker, _, alone, tricks, _, _ = tally_kinds(tally_codes(q), q.rules)
    points = side_points(q)
    makers = (dealer + maker) % q.rules.players % q.rules.teams
    made = points[np.arange(OUTCOMES), makers] > 0
    ours = np.array([seat > 0 and same_side(q.rules, q.seat, int(seat)) for seat in maker])
    kind = np.select([~made, tricks < q.rules.tricks, (alone & 1) == 0], [3, 0, 1], 2)
    nobody = (maker == 0) | ~points.any(axis=1)
    return np.select([nobody, ours], [len(KINDS) - 1, kind], kind + 4)
