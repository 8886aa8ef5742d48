"""Many open hands at once, on all threads: arrays of deals in, arrays of tricks and points out."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba.core import types

from sim.bits import WORD, U, low, popcount
from sim.cards import NO_TRUMP
from sim.engine.layout import FAST_BREAK, JAMBONE_BIT, NO_TRUMP_SUIT, WITHOUT_BOWERS
from sim.engine.score import score_table
from sim.engine.suits import TRUMP_LANE, normalised
from sim.errors import Interrupted, UsageError
from sim.lanes import JACK, card_mask
from sim.rules.rules import Rules
from sim.solver.any_table import can_reach
from sim.solver.compiled import on_demand, part
from sim.solver.position import Position
from sim.solver.questions import makers_take
from sim.solver.solution import solve_position
from sim.solver.tables import address, tables
from sim.views import MISERE, TRUMP

_INT = types.int64
_LEADER, _MAKER, _SUIT, _KIND, _ODD = range(5)
_MISERE, _JAMBONE = 1, 2
_CHUNK = 1 << 13
_BELOW_JACK = U(card_mask(TRUMP, JACK) - 1)


@dataclass(frozen=True)
class OpenHands:
    """Hands at their first lead, an entry of each array a hand; seats count from 1 (the dealer's left) to the dealer.

    `hands` is uint64[hands, players], masks in the cards' own suits with 0 for who sits out; `leader`, `maker` and
    `trump` (0 to 3, 4 for no-trump) are whole numbers, and so are `alone` (0 or 1), `lone_defender` (a seat, 0 nobody),
    `jambone` (0 or 1) and `bid`; where they are left away they are 0. Not checked: the caller gives legal hands.
    """

    rules: Rules
    hands: np.ndarray
    leader: np.ndarray
    maker: np.ndarray
    trump: np.ndarray
    alone: np.ndarray | None = None
    lone_defender: np.ndarray | None = None
    jambone: np.ndarray | None = None
    bid: np.ndarray | None = None

    def __post_init__(self) -> None:
        if self.hands.ndim != 2 or self.hands.shape[1] != self.rules.players:
            raise UsageError(
                f"hands of shape {self.hands.shape} for {self.rules.players} players", "a row a hand, a column a seat"
            )

    def __len__(self) -> int:
        return len(self.hands)

    def _whole(self, values: np.ndarray | None) -> np.ndarray:
        return np.zeros(len(self), dtype=np.int64) if values is None else np.asarray(values, dtype=np.int64)

    @property
    def kinds(self) -> np.ndarray:
        """int64[hands]: the row of the score table, which is the bid or who plays alone."""
        if not self.rules.has_upcard:
            return self._whole(self.bid)
        lone = (self._whole(self.lone_defender) > 0).astype(np.int64)
        return self._whole(self.alone) | lone << 1 | self._whole(self.jambone) << JAMBONE_BIT

    def who(self) -> np.ndarray:
        """int64[hands, 5]: leader and maker from 0, the engine's suit, the kind, and what is odd about it."""
        trump = self._whole(self.trump)
        suit = trump if self.rules.has_bowers else trump + WITHOUT_BOWERS
        odd = _JAMBONE * self._whole(self.jambone)
        if self.rules.auction == "single":
            odd = odd + _MISERE * (self._whole(self.bid) == MISERE)
        columns = (
            self._whole(self.leader) - 1,
            self._whole(self.maker) - 1,
            np.where(trump == NO_TRUMP, NO_TRUMP_SUIT, suit),
            self.kinds,
            odd,
        )
        return np.ascontiguousarray(np.stack(columns, axis=1), dtype=np.int64)

    def position(self, number: int) -> Position:
        """One of the hands as a position."""
        return Position(
            rules=self.rules,
            trump=int(self.trump[number]),
            maker=int(self.maker[number]),
            alone=bool(self._whole(self.alone)[number]),
            lone_defender=int(self._whole(self.lone_defender)[number]),
            jambone=bool(self._whole(self.jambone)[number]),
            bid=int(self._whole(self.bid)[number]),
            hands=tuple(map(int, self.hands[number])),
            leader=int(self.leader[number]),
        )


def open_tricks(deals: OpenHands, threads: int = 1, stop: Callable[[], bool] | None = None) -> np.ndarray:
    """int8[hands]: the makers' tricks with all cards in sight and best play of everybody.

    `stop` is asked between chunks and ends the work when true: then Interrupted is raised.
    """
    every = np.arange(1, deals.rules.tricks + 1, dtype=np.int64)
    kinds = int(deals.kinds.max(initial=0)) + 1
    return _solve(deals, np.tile(every, (kinds, 1)), threads, stop)


def open_points(deals: OpenHands, threads: int = 1, stop: Callable[[], bool] | None = None) -> np.ndarray:
    """int16[hands, 2]: points of the makers' side and of each other side, with best play of everybody.

    Asks only what decides the points, which is faster than the exact number of tricks. Tokens are not counted in.
    """
    rules, kinds = deals.rules, deals.kinds
    table = score_table(rules)
    marks = np.zeros((len(table), rules.tricks), dtype=np.int64)
    for kind in range(len(table)):
        changes = [k for k in range(1, rules.tricks + 1) if (table[kind, k] != table[kind, k - 1]).any()]
        marks[kind, : len(changes)] = changes
    tricks = _solve(deals, marks, threads, stop)
    points = table[kinds, tricks]
    if rules.fast_break == "on":
        for number in np.flatnonzero(tricks == rules.tricks - 2):
            paid = solve_position(deals.position(int(number))).payment
            if paid is not None and paid.name == "fast break":
                points[number] = table[kinds[number], FAST_BREAK]
    return points.astype(np.int16)


def _solve(deals: OpenHands, marks: np.ndarray, threads: int, stop: Callable[[], bool] | None) -> np.ndarray:
    """int8[hands]: of the numbers of tricks in a kind's row of `marks` the highest that is reached, else 0."""
    rules, who = deals.rules, deals.who()
    hands = np.ascontiguousarray(deals.hands, dtype=np.uint64)
    found = np.zeros(len(deals), dtype=np.int8)
    partners, block = rules.teams < rules.players, address(tables())

    def work(first: int) -> None:
        if stop is not None and stop():
            raise Interrupted("stopped while solving hands")
        part_of = slice(first, first + _CHUNK)
        with np.errstate(over="ignore"):
            solve_rows(
                hands[part_of], who[part_of], marks, partners, rules.has_joker, rules.auction == "single",
                found[part_of], block,
            )  # fmt: skip

    with ThreadPoolExecutor(threads, thread_name_prefix="euchre-sim") as pool:
        for _ in pool.map(work, range(0, len(deals), _CHUNK)):
            pass
    return found


@part
def in_lanes(hand: Any, suit: Any, joker: Any) -> Any:
    """A hand as the searches read it; the joker and what lies below it move down to where no jack of trump can be."""
    word = normalised(hand, suit)
    return (word & _BELOW_JACK) | ((word >> U(1)) & ~_BELOW_JACK) if joker else word


@part
def _generic(spot: Any, players: Any, n: Any, k: Any, counted: Any, odd: Any, trumps: Any, shows: Any) -> Any:
    """The question to the search for any table; where the first card shows trump, only trumps are led."""
    seekers = counted
    if odd == _MISERE:
        seekers = ((1 << players) - 1) ^ counted
    if odd == _JAMBONE:
        seekers = 0
    live = U(0)
    for place in range(players):
        live |= spot[place]
    leads = spot[0] & trumps if shows else U(0)
    if leads == U(0):
        return can_reach(spot, players, 0, players, live, U(0), U(0), 0, n, k, counted, seekers, trumps, 0)
    hand = spot[0]
    seeks = seekers & 1 == 1
    while leads != U(0):
        card = low(leads)
        leads ^= card
        spot[0] = hand ^ card
        found = can_reach(
            spot, players, 1, players - 1, live ^ card, trumps, card, 0, n, k, counted, seekers, trumps, 0
        )
        spot[0] = hand
        if found == seeks:
            return seeks
    return not seeks


@on_demand(
    types.void(
        types.uint64[:, ::1], types.int64[:, ::1], types.int64[:, ::1], types.boolean, types.boolean, types.boolean,
        types.int8[::1], WORD,
    )
)  # fmt: skip
def solve_rows(hands: Any, who: Any, marks: Any, partners: Any, joker: Any, single: Any, out: Any, block: Any) -> None:
    """Write for each row the highest of its kind's marks (ascending, then 0) that the makers reach, else 0."""
    players = hands.shape[1]
    spot, chairs = np.zeros(6, dtype=np.uint64), np.zeros(6, dtype=np.uint64)
    for i in range(len(hands)):
        suit, odd, row = who[i, _SUIT], who[i, _ODD], who[i, _KIND]
        trumps = U(0) if suit == NO_TRUMP_SUIT else TRUMP_LANE
        active, place, counted, before = 0, 0, 0, 0
        chairs[:] = U(0)
        for k in range(players):
            seat = (who[i, _LEADER] + k) % players
            if hands[i, seat] == U(0):
                continue
            away = seat - who[i, _MAKER]
            mine = 1 if away == 0 or (partners and away & 1 == 0) else 0
            place += 0 if active == 0 else 1 if mine != before else 2
            before = mine
            counted |= mine << active
            spot[active] = in_lanes(hands[i, seat], suit, joker)
            if place < 4:
                chairs[place] = spot[active]
            active += 1
        n = popcount(spot[0])
        shows = single and who[i, _LEADER] == who[i, _MAKER] and trumps != U(0)
        forced = chairs[0] & trumps if shows else U(0)
        least, most = 0, 0
        while most < marks.shape[1] and marks[row, most] > 0:
            most += 1
        while least < most:
            middle = (least + most + 1) >> 1
            k = marks[row, middle - 1]
            if place < 4 and odd == 0:
                yes = makers_take(chairs[0], chairs[1], chairs[2], chairs[3], forced, counted & 1, n, k, trumps, block)
            else:
                yes = _generic(spot, active, n, k, counted, odd, trumps, shows)
            if yes:
                least = middle
            else:
                most = middle - 1
        out[i] = marks[row, least - 1] if least > 0 else 0
