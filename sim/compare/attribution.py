"""Where a difference comes from: each deal's difference goes to the decision at which A first departed from B.

Besides the mirrored tables, B plays everywhere on the same deals. Up to the first decision at which a table differs
from that one everybody has seen the same and acted alike, so that decision is A's, and all that follows is its doing.
B's leads at its own table add up to 0 over the sides, so the parts add up to the value of the pair exactly.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.compare.pairs import Ints, MirroredPairs, lead, points_by_side
from sim.compare.sums import scaled, times
from sim.players.match import Match
from sim.players.strategy import Player
from sim.rules.number_bids import BIDDER_BITS, MAX_BID
from sim.runs.chunks import Chunk
from sim.runs.threads import Stop
from sim.stats.estimates import Estimate, shares_of_clusters, sparse_mean

Columns = dict[str, NDArray[Any]]

FIRST_ROUND, SECOND_ROUND, LONE, PICK_UP, LONE_DEFENCE, AS_MAKER, AS_DEFENDER, BIDS, TRUMP = range(9)
SOURCES: Final = (
    "first-round orders",
    "second-round calls",
    "lone hands",
    "pick-up",
    "lone defence",
    "card play as maker",
    "card play as defender",
    "bids",
    "trump named",
)
"""Decisions by the kind of the first that differed; discards and the choice of five of ten count as card play."""
_SEATS: Final = 8
"""Room for a seat (0: no one seat) in a source's number."""
_ALIKE: Final = 0
_KEPT: Final = ("kept", "dummy_1", "dummy_2", "defender_kept")


@dataclass(frozen=True)
class Contribution:
    """What one kind of decision does, of one `seat` (0: all seats together).

    `share` of A's hands in which it was the first to differ (card play: in which it changed the points), `each` the
    mean effect on A's lead in such a hand, and `points` its contribution a hand over all deals.
    """

    name: str
    seat: int
    share: Estimate
    each: float | None
    points: Estimate


@dataclass(frozen=True)
class Attribution:
    """The parts of the difference of `total` over the first `pairs` deals; the sources of seat 0 add up to it."""

    pairs: int
    total: Estimate
    sources: tuple[Contribution, ...]
    players: int


def first_difference(
    mine: Columns, base: Columns, side: int, players: int, teams: int, declares_later: bool = False
) -> Ints:
    """For each deal the first decision that differs: source * 8 + seat + 1 (seat 0 for card play), or 0 for none.

    `mine` are hands in which A sat on `side`, `base` the same deals without A; with `declares_later` lone hands are
    declared after the discard. Hands whose bidding was alike are taken
    to differ in card play wherever their points differ.
    """
    if "bidders" in mine:
        return _first_difference_of_bidders(mine, base, side, players, teams)
    seats = np.int64(players)
    thrown_in = 2 * seats + 1  # later than any call
    at_mine, at_base = (
        np.where(hands["maker"] > 0, (hands["round"].astype(np.int64) - 1) * seats + hands["maker"], thrown_in)
        for hands in (mine, base)
    )
    called = np.minimum(at_mine, at_base)
    caller = (called - 1) % seats + 1
    maker_side = (mine["dealer"].astype(np.int64) + caller) % players % teams
    bid = np.where(called > seats, SECOND_ROUND, FIRST_ROUND)

    def differs(name: str) -> NDArray[np.bool_]:
        return np.asarray(mine[name] != base[name])

    found = np.where(_points_differ(mine, base, teams), _number(_card_play(maker_side, side), 0), _ALIKE)
    kept = np.zeros(len(found), bool)
    for name in _KEPT:
        if name in mine:
            kept |= differs(name)
    cards = _number(_card_play(maker_side, side), 0)
    alone = differs("alone") | differs("jambone") if "jambone" in mine else differs("alone")
    # Later decisions first, so that earlier ones overwrite them.
    found = np.where(differs("lone_defender"), _number(LONE_DEFENCE, _other_seat(mine, base)), found)
    found = np.where(kept, cards, found)
    if declares_later:
        found = np.where(alone, _number(LONE, caller), found)
    found = np.where(differs("discard"), cards, found)
    found = np.where(differs("pick_up"), _number(PICK_UP, seats), found)
    if not declares_later:
        found = np.where(alone, _number(LONE, caller), found)
    found = np.where(differs("trump") | (at_mine != at_base), _number(bid, caller), found)
    return np.asarray(found, np.int64)


def _first_difference_of_bidders(mine: Columns, base: Columns, side: int, players: int, teams: int) -> Ints:
    """The same where numbers are bid: a bid, the trump named, or the cards."""
    maker = mine["maker"].astype(np.int64)
    maker_side = (mine["dealer"].astype(np.int64) + maker) % players % teams
    cards = _points_differ(mine, base, teams)
    if "discard" in mine:
        cards |= mine["discard"] != base["discard"]
    found = np.where(cards, _number(_card_play(maker_side, side), 0), _ALIKE)
    found = np.where(mine["trump"] != base["trump"], _number(TRUMP, maker), found)
    ones, others = _bids_by_turn(mine["bidders"], players), _bids_by_turn(base["bidders"], players)
    # Bids come in order, so of the first two that differ the earlier one is where the auctions parted.
    differ = ones != others
    first = differ.argmax(axis=0)[None]
    turn = np.minimum(np.take_along_axis(ones, first, 0), np.take_along_axis(others, first, 0))[0] // _BID_ROOM
    return np.asarray(np.where(differ.any(axis=0), _number(BIDS, (turn - 1) % players + 1), found), np.int64)


_BID_ROOM: Final = 16
"""Room for a bid beside the number of its turn."""


def _bids_by_turn(bidders: NDArray[Any], players: int) -> Ints:
    """The bids of each hand in order, `[number of the bid, hand]`: 16 * turn + bid, from 1; a large number for none."""
    found = np.full((MAX_BID, len(bidders)), np.iinfo(np.int64).max, np.int64)
    turn, count = np.zeros(len(bidders), np.int64), np.zeros(len(bidders), np.int64)
    for bid in range(1, MAX_BID + 1):
        seat = bidders.astype(np.int64) >> BIDDER_BITS * (bid - 1) & ((1 << BIDDER_BITS) - 1)
        (made,) = np.nonzero(seat)
        turn[made] += (seat[made] - turn[made] - 1) % players + 1
        found[count[made], made] = _BID_ROOM * turn[made] + bid
        count[made] += 1
    return found


def _number(source: Any, seat: Any) -> Any:
    return source * _SEATS + seat + 1


def _card_play(maker_side: Ints, side: int) -> Any:
    return np.where(maker_side == side, AS_MAKER, AS_DEFENDER)


def _points_differ(mine: Columns, base: Columns, teams: int) -> NDArray[np.bool_]:
    return np.asarray((points_by_side(mine, "points", teams) != points_by_side(base, "points", teams)).any(axis=0))


def _other_seat(mine: Columns, base: Columns) -> Ints:
    """The first seat of the two that could have defended alone: the one who decided otherwise there."""
    one, other = mine["lone_defender"].astype(np.int64), base["lone_defender"].astype(np.int64)
    return np.where(one == 0, other, np.where(other == 0, one, np.minimum(one, other)))


class AttributionTables:
    """A's mirrored tables and the table without A, for the same deals."""

    def __init__(self, pairs: MirroredPairs, other: Player, seed: int) -> None:
        self.rules, self.pairs = pairs.rules, pairs
        self.base = Match(self.rules, [other], seed, "hands")

    def play(self, chunk: Chunk, stop: Stop | None = None) -> tuple[Ints, Ints]:
        """First differences and differences of A's lead, both `[rotation, deal]`, for the deals of a chunk."""
        rules = self.rules
        base = _hands(self.base, chunk, stop)
        without = points_by_side(base, "points", rules.teams)
        keys, effects = [], []
        for table in self.pairs.tables:
            mine = _hands(table.match, chunk, stop)
            keys.append(first_difference(mine, base, table.side, rules.players, rules.teams, rules.declares_later))
            effects.append(lead(points_by_side(mine, "points", rules.teams), table.side) - lead(without, table.side))
        return np.stack(keys), np.stack(effects)


def _hands(match: Match, chunk: Chunk, stop: Stop | None) -> Columns:
    hands = match.play(chunk.first, chunk.last, "hands", stop).hands
    assert hands is not None
    return hands


class AttributionSums:
    """Sums over deals of the effects of each source, by seat and together."""

    def __init__(self, tables: int, teams: int, seats: int, reach: tuple[float, float] | None = None) -> None:
        """`reach` is how far a pair's value can lie below and above 0; None where it is not known."""
        self.tables, self.teams, self.seats, self.n = tables, teams, seats, 0
        # The effect of a decision is the difference of two leads.
        self._reach = times(reach, 2 * tables * (teams - 1))
        size = len(SOURCES) * _SEATS + 1
        self._by_seat = np.zeros((len(_SUMS), size), dtype=np.int64)
        self._by_source = np.zeros((len(_SUMS), len(SOURCES) + 1), dtype=np.int64)
        self._total = np.zeros((len(_SUMS), 1), dtype=np.int64)

    def add(self, keys: Ints, effects: Ints) -> None:
        """Count deals: `keys` from `first_difference` and `effects` on A's lead, both `[rotation, deal]`."""
        self.n += keys.shape[1]
        _tally(self._by_seat, keys, effects)
        _tally(self._by_source, np.where(keys == _ALIKE, 0, (keys - 1) // _SEATS + 1), effects)
        _tally(self._total, np.zeros_like(keys), effects)

    def result(self, unit: str) -> Attribution:
        """The parts of the difference; sources that never differed are left out."""
        total = self._estimate(self._total[:, 0], unit)
        found = []
        for number, name in enumerate(SOURCES):
            if not self._by_source[_HANDS, number + 1]:
                continue
            found.append(self._source(name, 0, self._by_source[:, number + 1], unit))
            if number not in (AS_MAKER, AS_DEFENDER):
                for seat in range(1, self.seats + 1):
                    sums = self._by_seat[:, _number(number, seat)]
                    if sums[_HANDS]:
                        found.append(self._source(name, seat, sums, unit))
        return Attribution(self.n, total, tuple(found), self.seats)

    def _estimate(self, sums: Ints, unit: str) -> Estimate:
        _, _, total, total_sq, uneven = sums.tolist()
        found = sparse_mean(total, total_sq, self.n, unit, uneven=uneven, reach=self._reach)
        return scaled(found, 1 / (self.tables * (self.teams - 1)))

    def _source(self, name: str, seat: int, sums: Ints, unit: str) -> Contribution:
        hands, hands_sq, total, _, _ = sums.tolist()
        # The tables of a deal are no independent trials: where one departs, the other may well do the same.
        share = shares_of_clusters(hands, hands_sq, self.n, self.tables)
        return Contribution(name, seat, share, total / hands / (self.teams - 1), self._estimate(sums, unit))


_SUMS: Final = ("hands", "hands squared", "effects", "effects squared", "uneven deals")
"""What is summed of each key: its hands and effects in a deal, all tables together, and both squared."""
_HANDS: Final = 0


def _tally(sums: Ints, keys: Ints, effects: Ints) -> None:
    """Add for each key what is summed of it, the deal (all its tables) being the unit of the squares."""
    size = sums.shape[1]
    for row in range(len(keys)):
        alike = keys == keys[row]
        new = ~alike[:row].any(axis=0)  # the first table of its deal with this key; the others go with it
        hands, effect = alike.sum(axis=0)[new], np.where(alike, effects, 0).sum(axis=0)[new]
        for place, weights in enumerate((hands, hands**2, effect, effect**2, effect != 0)):
            sums[place] += _weighted(keys[row][new], weights, size)


def _weighted(keys: Ints, weights: Ints, size: int) -> Ints:
    return np.bincount(keys, weights=weights, minlength=size).astype(np.int64)
