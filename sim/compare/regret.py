"""Where a player loses points: what each kind of decision costs against the choice of a player who looks ahead.

The player sits everywhere. At each decision every choice is played out on deals of the hidden hands that agree with all
that was bid and played, everybody going on as the player does; half of the deals choose, as `strong` does, and the
others say what that is worth, so that no luck of the choice is counted. Gains of several decisions of a hand are
added as if each were the only one that is changed: the sum is of the first order.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.compare.sums import Ints, scaled
from sim.engine.layout import H_FOLLOW
from sim.errors import RulesError
from sim.players.look_ahead import unknown_to_look_ahead
from sim.players.match import Match, hooks_asked
from sim.players.strategy import Player
from sim.players.watched import WatchedPlayer, believed_for, strongs_outlook
from sim.rules.most_points import most_lead
from sim.rules.rules import Rules
from sim.runs.chunks import Chunk
from sim.runs.threads import Stop
from sim.stats.estimates import Estimate, clustered_rate, sparse_mean
from sim.worlds.decision_kinds import BIDS, BY_NUMBER, KINDS, TURNS
from sim.worlds.regret import FOR_JOKER, ROLES, DecisionCosts
from sim.worlds.thinking import Outlook

REGRET_HANDS: Final = 1000
"""Hands that are looked at when no number is given."""
WATCHED_CHUNK: Final = 50
_GRAIN: Final = 65_536
"""Gains are counted in whole parts of a point, so that no order of them changes a sum."""

_TABLES: Final = (("kind",), ("kind", "seat"), ("kind", "role"), ("seat",), ("role",), ("trick",))
_SIZES: Final = {"kind": len(KINDS), "seat": 7, "role": len(ROLES), "trick": 6}
_UNIT: Final = "points a hand"


@dataclass(frozen=True)
class RegretPart:
    """What the decisions of one cell cost: of one `kind`, `seat`, `role` or `trick`, or two of these together.

    None stands for all of them; trick 0 is before the play. `better` is the share of the `decisions` in which another
    choice is better, and `points` what they cost a side, a hand.
    """

    kind: str | None
    seat: int | None
    role: str | None
    trick: int | None
    decisions: int
    better: Estimate
    points: Estimate


@dataclass(frozen=True)
class Regret:
    """What the choices of `player` cost a side, in points a hand, when they sit everywhere.

    Looked at are all decisions in `hands` single hands, each on `deals` of the hidden hands, half of them to choose by
    and half to value the choice on; `believed` are taken to sit everywhere. `total` is the sum of what each decision
    costs if it alone is changed. `parts` are cells of tables by kind (of bids also by seat, of others by role), by
    seat, by role and by trick; each of the tables adds up to the total.
    """

    player: str
    believed: str
    hands: int
    deals: int
    total: RegretPart
    parts: tuple[RegretPart, ...]
    players: int

    def cell(
        self, kind: str | None = None, seat: int | None = None, role: str | None = None, trick: int | None = None
    ) -> RegretPart | None:
        """The part of just so much; None where there was no such decision."""
        wanted = (kind, seat, role, trick)
        return next((part for part in self.parts if (part.kind, part.seat, part.role, part.trick) == wanted), None)


def check_regret(rules: Rules) -> None:
    """Raise RulesError where nobody can look ahead."""
    unknown = unknown_to_look_ahead(hooks_asked(rules))
    if unknown is not None:
        raise RulesError(f"regret is not known here: players who look ahead do not know {unknown} yet", "leave it away")


class RegretTable:
    """A table of one player, watched at each decision."""

    def __init__(self, rules: Rules, player: Player, seed: int, outlook: Outlook | None = None) -> None:
        """Compiles what is needed; raises StrategyError. `outlook` has all worlds, those of both halves."""
        self.rules, self.player, self.outlook = rules, player, outlook or strongs_outlook()
        self._made_of = rules, player, seed, outlook
        self.believed = believed_for(player)
        self._watched = WatchedPlayer(player, self.believed, self.outlook)
        self._match = Match(rules, [self._watched], seed, "hands")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of

    def play(self, chunk: Chunk, stop: Stop | None = None) -> tuple[int, DecisionCosts]:
        """How many hands there are in a chunk, and their decisions."""
        self._watched.begin()
        self._match.play(chunk.first, chunk.last, "none", stop)
        return chunk.size, self._watched.taken()

    def sums(self) -> "RegretSums":
        """Sums for the decisions of this table, with nothing counted yet."""
        return RegretSums(self.rules, self.player.spec, self.believed.spec, self.outlook.deals)


class RegretSums:
    """Sums over hands of what decisions cost, by cell."""

    def __init__(self, rules: Rules, player: str, believed: str, deals: int) -> None:
        self.rules, self.player, self.believed, self.deals, self.n = rules, player, believed, deals, 0
        self._total = _Cells(1)
        self._tables = {dims: _Cells(int(np.prod([_SIZES[name] for name in dims]))) for dims in _TABLES}

    def add(self, hands: int, seen: DecisionCosts) -> None:
        """Count the decisions of so many hands."""
        self.n += hands
        _, hand = np.unique(seen.hand, return_inverse=True)
        gains = np.rint(seen.gain * _GRAIN).astype(np.int64)
        codes = {"kind": _kinds(seen), "seat": seen.seat, "role": seen.role, "trick": seen.trick}
        self._total.add(np.zeros_like(hand), hand, gains, seen.better)
        for dims, cells in self._tables.items():
            key = np.zeros_like(hand)
            for name in dims:
                key = key * _SIZES[name] + codes[name]
            cells.add(key, hand, gains, seen.better)

    def result(self) -> Regret:
        """What was found; cells without any decision are left out."""
        parts = []
        for dims, cells in self._tables.items():
            for key in np.flatnonzero(cells.decisions):
                named = _unpacked(int(key), dims)
                if len(dims) == 1 or (named["kind"] in BIDS) == ("seat" in dims):
                    parts.append(self._part(cells, int(key), named))
        total = self._part(self._total, 0, {})
        return Regret(self.player, self.believed, self.n, self.deals, total, tuple(parts), self.rules.players)

    def _part(self, cells: "_Cells", key: int, named: Mapping[str, Any]) -> RegretPart:
        # No decision brings more than from the worst to the best that the rules pay.
        most = 2 * most_lead(self.rules) * int(cells.most[key]) * _GRAIN
        points = sparse_mean(
            int(cells.gains[key]), int(cells.squares[key]), self.n, _UNIT, uneven=int(cells.uneven[key]),
            reach=(most, most),
        )  # fmt: skip
        return RegretPart(
            kind=named.get("kind"),
            seat=named.get("seat"),
            role=named.get("role"),
            trick=named.get("trick"),
            decisions=int(cells.decisions[key]),
            better=clustered_rate(*cells.blocks(key)),
            points=scaled(points, 1 / (_GRAIN * self.rules.teams)),
        )


class _Cells:
    """What is summed of the cells of one table; a hand is one observation, a chunk of hands one block."""

    def __init__(self, size: int) -> None:
        self.decisions, self.uneven, self.most = (np.zeros(size, dtype=np.int64) for _ in range(3))
        # Whole numbers of any size: squares of many hands are beyond 64 bits.
        self.gains, self.squares = np.zeros(size, dtype=object), np.zeros(size, dtype=object)
        self._blocks: list[tuple[Ints, Ints]] = []

    def add(self, keys: Ints, hand: Ints, gains: Ints, better: Ints) -> None:
        """Count decisions by cell and hand (from 0, any numbers)."""
        size = len(self.decisions)
        trials = np.bincount(keys, minlength=size)
        self.decisions += trials
        self._blocks.append((np.bincount(keys[better > 0], minlength=size), trials))
        cells, place = np.unique(hand * size + keys, return_inverse=True)
        sums, times = np.zeros(len(cells), np.int64), np.bincount(place, minlength=len(cells))
        np.add.at(sums, place, gains)
        cells %= size
        np.maximum.at(self.most, cells, times)
        for total, values in ((self.gains, sums), (self.squares, sums * sums), (self.uneven, sums != 0)):
            by_cell = np.zeros(size, np.int64)
            np.add.at(by_cell, cells, values)
            total += by_cell

    def blocks(self, key: int) -> tuple[Ints, Ints]:
        """Decisions with a better choice, and all of them, in each block."""
        return np.array([hits[key] for hits, _ in self._blocks]), np.array([all_[key] for _, all_ in self._blocks])


def _kinds(seen: DecisionCosts) -> Ints:
    """Number in KINDS of each decision."""
    by_hook: NDArray[np.int64] = np.full(FOR_JOKER + 1, -1)
    for number, name in BY_NUMBER.items():
        by_hook[number] = KINDS.index(name)
    first = KINDS.index(f"follow as {TURNS[2]}")
    return np.asarray(np.where(seen.kind == H_FOLLOW, first + seen.turn - 2, by_hook[seen.kind]), np.int64)


def _unpacked(key: int, dims: tuple[str, ...]) -> dict[str, Any]:
    """The cell that a key stands for."""
    found: dict[str, Any] = {}
    for name in reversed(dims):
        key, code = divmod(key, _SIZES[name])
        found[name] = KINDS[code] if name == "kind" else ROLES[code] if name == "role" else code
    return found
