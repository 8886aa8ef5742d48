"""One decision in many worlds: what each legal card is worth on each of many deals of the hidden hands.

All worlds share what the player in turn sees: their own hand, the table, the contract, the tricks that are over.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np
from numba.core import types

from sim.bits import WORD, U, lane_of, top
from sim.cards import NO_TRUMP, cards_of
from sim.engine.layout import NO_TRUMP_SUIT, WITHOUT_BOWERS
from sim.engine.suits import TRUMP_LANE
from sim.errors import UsageError
from sim.solver.any_table import can_reach
from sim.solver.batch import in_lanes
from sim.solver.compiled import on_demand
from sim.solver.encoding import encode
from sim.solver.lanes import EVERY, runs
from sim.solver.payment import payments
from sim.solver.position import Position
from sim.solver.questions import makers_take
from sim.solver.solution import solve_position
from sim.solver.tables import address, tables

_INT = types.int64
_CHUNK = 1 << 11
_FAST, _COUNTED, _SEEKERS, _SUIT, _JOKER, _TRICKS = range(6)
MOST_SEATS: Final = 6
G_FIRST, G_COUNT, G_ACTIVE, G_TURN, G_CARDS, G_MARKS = range(6)
G_ABOUT, G_SEATS, G_PLACES, G_MARK = (6 + MOST_SEATS * block for block in range(4))
GROUP: Final = 6 + MOST_SEATS * 4
"""Words of a group (see `solve_groups`), where each begins: its first world and how many there are; how many seats are
active, cards on the table, cards tried and marks; what `solve_worlds` is told `about` them; seats, places, marks."""


def world_tricks(position: Position, hands: np.ndarray, threads: int = 1) -> np.ndarray:
    """int8[worlds, cards]: the makers' tricks of the whole hand for each legal card, in the order of `cards_of`.

    `position` is one of the worlds, `hands` is uint64[worlds, players]: the cards that each seat still holds (0 for who
    sits out), as masks in the cards' own suits. Not checked beyond their shape: the caller deals legal hands.

    >>> from sim.cards import parse_hand
    >>> from sim.rules.presets import preset
    >>> hands = [parse_hand(hand) for hand in ("JS AH", "9S TH", "KS 9H", "QS 9D")]
    >>> one = Position(rules=preset("standard"), trump=2, hands=tuple(hands), leader=1, maker=1, taken=1)
    >>> world_tricks(one, np.array([hands, [hands[0], hands[3], hands[2], hands[1]]], dtype=np.uint64)).tolist()
    [[3, 2], [3, 2]]
    """
    return _values(position, hands, np.arange(1, position.tricks_left + 1), threads)


def world_points(position: Position, hands: np.ndarray, threads: int = 1) -> np.ndarray:
    """float64[worlds, cards]: points of the side in turn less the mean of the other sides', for each legal card.

    Takes what `world_tricks` takes, and asks only what decides the points. Raises UsageError where nothing is paid.
    """
    paid, sides = payments(position), position.rules.teams
    if paid is None:
        raise UsageError("nothing is paid where the maker or the bid is not told", "name both")
    mine = position.on_makers_side(position.turn)
    if position.rules.fast_break == "on":
        return _one_by_one(position, hands)
    over = position.taken
    last = over + position.tricks_left
    marks = [k - over for k in range(over + 1, last + 1) if paid[k].lead(mine, sides) != paid[k - 1].lead(mine, sides)]
    leads = np.array([payment.lead(mine, sides) for payment in paid])
    points: np.ndarray = leads[_values(position, hands, np.array(marks, dtype=np.int64), threads)]
    return points


def _one_by_one(position: Position, hands: np.ndarray) -> np.ndarray:
    found = []
    for world in hands.tolist():
        values = {value.card: value.points for value in solve_position(position.with_hands(tuple(world))).cards}
        found.append([values[code] for code in cards_of(position.legal)])
    return np.array(found, dtype=np.float64)


def _values(position: Position, hands: np.ndarray, marks: np.ndarray, threads: int) -> np.ndarray:
    """int8[worlds, cards]: tricks over, and of those left the highest of the marks that is reached, else none."""
    rules, words = position.rules, encode(position)
    if hands.ndim != 2 or hands.shape[1] != rules.players:
        raise UsageError(f"hands of shape {hands.shape} for {rules.players} players", "a row a world, a column a seat")
    suit = NO_TRUMP_SUIT if position.trump == NO_TRUMP else position.trump + (0 if rules.has_bowers else WITHOUT_BOWERS)
    about = np.array([words.fast, words.counted, words.seekers, suit, rules.has_joker, words.tricks], dtype=np.int64)
    seats = np.array([seat - 1 for seat in position.active], dtype=np.int64)
    table = np.array([1 << code for code in position.table], dtype=np.uint64)
    cards = np.array([1 << code for code in cards_of(position.legal)], dtype=np.uint64)
    worlds, block = np.ascontiguousarray(hands, dtype=np.uint64), address(tables())
    found = np.zeros((len(worlds), len(cards)), dtype=np.int8)

    def work(first: int) -> None:
        chunk = slice(first, first + _CHUNK)
        with np.errstate(over="ignore"):
            solve_worlds(
                worlds[chunk], seats, np.array(words.places), table, cards, about, marks.astype(np.int64),
                found[chunk], block,
            )  # fmt: skip

    with ThreadPoolExecutor(threads, thread_name_prefix="euchre-sim") as pool:
        for _ in pool.map(work, range(0, len(worlds), _CHUNK)):
            pass
    return found + np.int8(position.taken)


@on_demand(
    types.void(
        types.uint64[:, ::1], types.int64[::1], types.int64[::1], types.uint64[::1], types.uint64[::1],
        types.int64[::1], types.int64[::1], types.int8[:, ::1], WORD,
    )
)  # fmt: skip
def solve_worlds(worlds: Any, seats: Any, places: Any, table: Any, cards: Any, about: Any, marks: Any, out: Any,
                 block: Any) -> None:  # fmt: skip
    """Write for each world and card the highest mark (ascending) that the makers reach once it is played, else 0."""
    active, turn = len(seats), len(table)
    suit, n, counted = about[_SUIT], about[_TRICKS], about[_COUNTED]
    fast, joker = about[_FAST] == 1, about[_JOKER] == 1
    trumps = U(0) if suit == NO_TRUMP_SUIT else TRUMP_LANE
    spot, chairs = np.zeros(6, dtype=np.uint64), np.zeros(6, dtype=np.uint64)
    tried = np.zeros(len(cards), dtype=np.uint64)
    forced, led, best, winner = U(0), U(0), U(0), 0
    for place in range(turn):
        card = in_lanes(table[place], suit, joker)
        forced |= card
        if place == 0:
            led = lane_of(card)
        if card & (led | trumps) > best:
            best, winner = card, place
    for i in range(len(worlds)):
        live = U(0)
        chairs[:] = U(0)
        for place in range(active):
            spot[place] = in_lanes(worlds[i, seats[place]], suit, joker)
            live |= spot[place]
            if fast:
                chairs[places[place]] = spot[place]
        if fast:
            for place in range(turn):
                chairs[places[place]] |= in_lanes(table[place], suit, joker)
        hand = spot[turn]
        lowest = runs(hand, EVERY & ~(live | forced))
        for c in range(len(cards)):
            card = in_lanes(cards[c], suit, joker)
            card = top(lowest & (card | (card - U(1))))  # worth the same as the lowest of its run
            tried[c] = card
            known = -1
            for before in range(c):
                if tried[before] == card:
                    known = before
            if known >= 0:
                out[i, c] = out[i, known]
                continue
            suit_led = led if turn > 0 else lane_of(card)
            wins = (card & (suit_led | trumps)) > best
            least, most = 0, len(marks)
            while least < most:
                middle = (least + most + 1) >> 1
                k = marks[middle - 1]
                if fast:
                    yes = makers_take(
                        chairs[0], chairs[1], chairs[2], chairs[3], forced | card, counted & 1, n, k, trumps, block
                    )
                else:
                    spot[turn] = hand ^ card
                    following = turn + 1 if turn + 1 < active else 0
                    yes = can_reach(
                        spot, active, following, active - turn - 1, live ^ card, suit_led, card if wins else best,
                        turn if wins else winner, n, k, counted, about[_SEEKERS], trumps, 0,
                    )  # fmt: skip
                    spot[turn] = hand
                if yes:
                    least = middle
                else:
                    most = middle - 1
            out[i, c] = marks[least - 1] if least > 0 else 0


@on_demand(
    types.void(
        types.uint64[:, ::1], types.int64[:, ::1], types.uint64[:, ::1], types.uint64[:, ::1], types.int8[:, ::1], WORD
    )
)  # fmt: skip
def solve_groups(worlds: Any, groups: Any, tables: Any, cards: Any, out: Any, block: Any) -> None:
    """Do what `solve_worlds` does for many decisions: a row of `groups`, `tables` and `cards` each (see GROUP)."""
    for g in range(len(groups)):
        about = groups[g]
        first, end = about[G_FIRST], about[G_FIRST] + about[G_COUNT]
        found = np.zeros((about[G_COUNT], about[G_CARDS]), dtype=np.int8)
        solve_worlds(
            worlds[first:end], about[G_SEATS : G_SEATS + about[G_ACTIVE]],
            about[G_PLACES : G_PLACES + about[G_ACTIVE]], tables[g, : about[G_TURN]], cards[g, : about[G_CARDS]],
            about[G_ABOUT : G_ABOUT + MOST_SEATS], about[G_MARK : G_MARK + about[G_MARKS]], found, block,
        )  # fmt: skip
        for i in range(len(found)):
            for c in range(about[G_CARDS]):
                out[first + i, c] = found[i, c]
