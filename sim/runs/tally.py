"""Counts of hands by how they were made and ended, in blocks of whole games, and sums over games: exact to add.

A summary needs nothing else, so a run of any length is summed up in constant memory, and a resumed run adds the sums of
the parts it finds. Block b holds the games whose number is b modulo 64; where games carry points over to each other,
those whose row of games has such a number.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.rules.rules import Rules

BLOCKS: Final = 64
# A code counts, from the fastest: tricks of the makers (10), alone state (4), round (3), maker's seat (7), dealer (6).
# Where numbers are bid the bid stands in place of alone state and round (12). A jambone has round 0, where nobody is
# alone otherwise, and its round in place of who is.
# Among the tricks stand hands that pay otherwise: 8 is three tricks after a fast break, 9 four for the fourth token.
_TRICKS: Final = 10
_SHAPE: Final = (7, 3, 4, _TRICKS)
CODES: Final = 6 * 7 * 3 * 4 * _TRICKS
JAMBOREE: Final = 7
"""What stands for the tricks of a hand that was shown instead of played."""
FAST_BREAK, FOURTH_TOKEN = 8, 9
ENDINGS: Final = {"fast_break": (FAST_BREAK, 3), "fourth_token": (FOURTH_TOKEN, 4)}
"""By column, the number that stands among the tricks in a code, and the tricks that the makers took in such a hand."""
_MOST: Final = 1 << 62
JAMBONE: Final = 5
"""The alone state of a maker who lays their hand open: that of one alone (1), and a bit more."""

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Tally:
    """Counts of hands: `counts[block, kind]`, and for each kind what it is and the points it gives each side.

    `maker` is a seat (0: thrown in), `alone` 0 nobody, 1 the maker, 2 a defender, 3 both, 5 the maker in a jambone;
    `bid` is the maker's where numbers are bid, else 0; `ending` is 0, or FAST_BREAK or FOURTH_TOKEN where a hand pays
    otherwise than by its tricks; `points[kind, side]`.
    """

    counts: Ints
    dealer: Ints
    maker: Ints
    round: Ints
    alone: Ints
    tricks: Ints
    bid: Ints
    ending: Ints
    points: Ints

    @property
    def hands(self) -> int:
        """Hands counted."""
        return int(self.counts.sum())


def block_of(games: NDArray[Any], in_a_row: int) -> NDArray[np.intp]:
    """The block of each of some games, where so many in a row belong together because each hangs on the one before."""
    return np.asarray(games // in_a_row % BLOCKS, np.intp)


def decode(codes: Ints) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Dealer (player), maker (seat), round, alone state and tricks (or what stands among them) of each code."""
    rest, tricks = np.divmod(codes, _TRICKS)
    rest, alone = np.divmod(rest, 4)
    rest, round_ = np.divmod(rest, 3)
    dealer, maker = np.divmod(rest, 7)
    jambone = (round_ == 0) & (alone > 0)
    return dealer, maker, np.where(jambone, alone, round_), np.where(jambone, JAMBONE, alone), tricks


def kinds(codes: Ints, rules: Rules) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, Ints]:
    """Dealer, maker, round, alone state, tricks, bid and ending of each code under these rules."""
    dealer, maker, round_, alone, tricks = decode(codes)
    none = np.zeros_like(codes)
    if not rules.has_upcard:
        return dealer, maker, np.where(maker > 0, 2, 0), none, tricks, codes // _TRICKS % 12, none
    ending = none
    for number, taken in ENDINGS.values():
        ending, tricks = np.where(tricks == number, number, ending), np.where(tricks == number, taken, tricks)
    return dealer, maker, round_, alone, tricks, none, ending


def points_of(codes: Ints, rules: Rules, scores: Ints) -> Ints:
    """Points a hand of each code gives each side, `[code, side]`.

    `scores` is the engine's `[alone or bid, tricks, who]`.
    """
    dealer, maker, _, alone, tricks, bid, ending = kinds(codes, rules)
    side = np.arange(rules.teams)
    makers = ((dealer + maker) % rules.players % rules.teams)[:, None] == side
    paid = scores[alone + bid, np.where(ending > 0, ending, tricks)]
    points = np.where(makers, paid[:, :1], paid[:, 1:])
    # A dealer who may not pass but may give a point: every hand thrown in is a point to the others.
    given = (dealer % rules.teams)[:, None] != side if rules.stick_dealer == "forfeit1" else np.zeros_like(makers)
    return np.asarray(np.where((maker > 0)[:, None], points, given), np.int64)


def from_counts(counts: Ints, rules: Rules, scores: Ints) -> Tally:
    """The tally of an engine's raw counts `[block, code]`, kinds that never came left out."""
    codes = np.flatnonzero(counts.any(axis=0))
    return Tally(counts[:, codes], *kinds(codes, rules), points_of(codes, rules, scores))


def kind_columns(rules: Rules) -> tuple[str, ...]:
    """The columns of the `tally` table that say what kind of hands a row counts."""
    how = ("round", "alone", "tricks", *rules.ending_columns) if rules.has_upcard else ("bid", "tricks")
    return ("dealer", "maker", *how)


def to_rows(tally: Tally, rules: Rules) -> dict[str, NDArray[Any]]:
    """The columns of the `tally` table: a row a block and kind that came."""
    block, kind = np.nonzero(tally.counts)
    rows: dict[str, NDArray[Any]] = {"block": block.astype(np.int8)}
    for name in kind_columns(rules):
        values = tally.ending == ENDINGS[name][0] if name in ENDINGS else getattr(tally, name)
        rows[name] = values[kind].astype(np.int8)
    for side in range(tally.points.shape[1]):
        rows[f"points_{side}"] = tally.points[kind, side].astype(rules.points_type)
    rows["hands"] = tally.counts[block, kind]
    return rows


def counts_from_rows(rows: Mapping[str, NDArray[Any]]) -> Ints:
    """Raw counts `[block, code]` of the rows of `tally` tables (several parts may be joined)."""
    counts = np.zeros((BLOCKS, CODES), np.int64)
    np.add.at(counts, (np.asarray(rows["block"], np.int64), codes_of(rows)), np.asarray(rows["hands"], np.int64))
    return counts


def codes_of(rows: Mapping[str, NDArray[Any]]) -> Ints:
    """The code of each row of `tally` tables."""
    if "bid" in rows:
        round_, alone = np.divmod(np.asarray(rows["bid"], np.int64), 4)
        rows = {**rows, "round": round_, "alone": alone}
    elif (rows["alone"] == JAMBONE).any():
        jambone = rows["alone"] == JAMBONE
        round_, alone = np.where(jambone, 0, rows["round"]), np.where(jambone, rows["round"], rows["alone"])
        rows = {**rows, "round": round_, "alone": alone}
    for name, (number, _) in ENDINGS.items():
        if name in rows:
            rows = {**rows, "tricks": np.where(rows[name] == 1, number, rows["tricks"])}
    code = np.asarray(rows["dealer"], np.int64)
    for name, size in zip(("maker", "round", "alone", "tricks"), _SHAPE, strict=True):
        code = code * size + np.asarray(rows[name], np.int64)
    return code


def from_rows(rows: Mapping[str, NDArray[Any]], rules: Rules) -> Tally:
    """The tally of the rows of `tally` tables, with the points they carry: needs no engine."""
    counts = counts_from_rows(rows)
    codes = np.flatnonzero(counts.any(axis=0))
    points = np.zeros((counts.shape[1], rules.teams), np.int64)
    points[codes_of(rows)] = np.stack([rows[f"points_{side}"] for side in range(rules.teams)], axis=1)
    return Tally(counts[:, codes], *kinds(codes, rules), points[codes])


@dataclass(frozen=True)
class GameTotals:
    """Sums over whole games: how many, won by whom, hands played and their squares, final scores and their squares.

    `slams` are won games that count as two. Where games carry points over to each other, `blocks` has the same sums for
    each block of them: games, ties, hands, then by side wins, scores and slams; elsewhere it is empty.
    """

    games: int
    ties: int
    hands: int
    hands_sq: int
    wins: tuple[int, ...]
    scores: tuple[int, ...]
    scores_sq: tuple[int, ...]
    slams: tuple[int, ...]
    blocks: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def none(cls, teams: int) -> "GameTotals":
        """Nothing yet."""
        return cls(0, 0, 0, 0, (0,) * teams, (0,) * teams, (0,) * teams, (0,) * teams)

    @classmethod
    def of(cls, games: Mapping[str, NDArray[Any]], teams: int, in_a_row: int = 1) -> "GameTotals":
        """The sums of the rows of a `games` table; of so many games in a row each hangs on the one before."""
        hands, winner = games["hands"].astype(np.int64), games["winner"]
        scores = [games[f"score_{side}"].astype(np.int64) for side in range(teams)]
        worth = games.get("worth", np.ones(len(winner), np.int8))
        wins = [winner == side for side in range(teams)]
        slams = [won & (worth > 1) for won in wins]
        blocks: tuple[tuple[int, ...], ...] = ()
        if in_a_row > 1:
            block = block_of(games["game"], in_a_row)
            columns = [np.ones(len(winner)), winner < 0, hands, *wins, *scores, *slams]
            sums = [np.bincount(block, column, BLOCKS).astype(np.int64).tolist() for column in columns]
            blocks = tuple(zip(*sums, strict=True))
        return cls(
            games=len(winner),
            ties=int((winner < 0).sum()),
            hands=int(hands.sum()),
            hands_sq=int((hands * hands).sum()),
            wins=tuple(int(won.sum()) for won in wins),
            scores=tuple(int(score.sum()) for score in scores),
            scores_sq=tuple(int((score * score).sum()) for score in scores),
            slams=tuple(int(slam.sum()) for slam in slams),
            blocks=blocks,
        )

    def __add__(self, other: "GameTotals") -> "GameTotals":
        return GameTotals(*(_added(getattr(self, f.name), getattr(other, f.name)) for f in fields(self)))

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], teams: int) -> "GameTotals":
        """From what `to_dict` gave, also through JSON. Raises ValueError, KeyError and TypeError for anything else."""
        before_slams = {"slams": [0] * teams, "blocks": []}
        found = {f.name: {**before_slams, **data}[f.name] for f in fields(cls)}
        for name in ("games", "ties", "hands", "hands_sq"):
            _whole_numbers([found[name]], 1)
        for name in ("wins", "scores", "scores_sq", "slams"):
            found[name] = _whole_numbers(found[name], teams)
        if len(found["blocks"]) not in (0, BLOCKS):
            raise ValueError(f"{len(found['blocks'])} blocks")
        found["blocks"] = tuple(_whole_numbers(block, 3 + 3 * teams) for block in found["blocks"])
        return cls(**found)


def _added(a: Any, b: Any) -> Any:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return tuple(_added(x, y) for x, y in zip(a, b, strict=True)) if a and b else a or b
    return a + b


def _whole_numbers(values: Any, count: int) -> tuple[int, ...]:
    """So many whole numbers, none larger than a sum over a part can be. Raises ValueError."""
    if not isinstance(values, list) or len(values) != count:
        raise ValueError(f"no list of {count} numbers")
    if any(type(value) is not int or abs(value) > _MOST for value in values):
        raise ValueError("a sum is no whole number, or too large")
    return tuple(values)
