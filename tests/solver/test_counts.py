"""How much work a hand takes, counted in cards placed: the same on every machine, whatever else it does."""

import functools
import inspect
from collections.abc import Iterator
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import types

from sim.bits import WORD, U
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import preset
from sim.solver import search
from sim.solver.batch import OpenHands, open_points, solve_rows
from sim.solver.encoding import encode
from sim.solver.questions import makers_take
from sim.solver.recorded import open_hands
from sim.solver.tables import address, tables

DEALS = 4_000


@functools.cache
def with_counter() -> Any:
    """The search with a count of the cards it places put into its own source."""
    source = inspect.getsource(search.can_take.py_func)
    source = source[source.index("def can_take") :]
    for old, new in (
        ("def can_take", "def counted"),
        ("block: Any) -> Any", "block: Any, counts: Any) -> Any"),
        ("can_take(e0, e1, e2, e3, U(0), n - 1, left, trumps, block)",
         "counted(e0, e1, e2, e3, U(0), n - 1, left, trumps, block, counts)"),
    ):  # fmt: skip
        assert old in source
        source = source.replace(old, new)
    places = source.count(" ^= c")
    for k in range(4):
        source = source.replace(f"r{k} ^= c{k}", f"r{k} ^= c{k}; counts[0] += 1")
    assert source.count("counts[0] += 1") == places == 4
    scope = dict(vars(search))
    exec(source, scope)
    integer, answer = types.int64, types.boolean
    signature = answer(WORD, WORD, WORD, WORD, WORD, integer, integer, WORD, WORD, types.int64[::1])
    scope["counted"] = counted = numba.njit(error_model="numpy")(scope["counted"])
    counted.compile(signature)
    return counted


def class_of(counted: Any, hands: list[Any], leads: bool, counts: np.ndarray) -> int:
    """Tricks that decide the points of a standard hand (0, 3 or 5), by one question or two."""
    block, trumps = address(tables()), U(0xFFFF << 48)

    def take(k: int) -> bool:
        if leads:
            return bool(counted(*hands, U(0), 5, k, trumps, block, counts))
        return not counted(*hands, U(0), 5, 6 - k, trumps, block, counts)

    return 0 if not take(3) else 5 if take(5) else 3


def words(deals: OpenHands) -> Iterator[tuple[list[Any], bool]]:
    """Each hand as it is given to the search."""
    for number in range(len(deals)):
        found = encode(deals.position(number))
        yield [U(hand) for hand in found.hands], bool(found.counted & 1)


def random_deals() -> OpenHands:
    """Deals in which anybody makes trump with any hand."""
    rules, rng = preset("standard"), np.random.default_rng(1)
    codes = np.array([16 * suit + rank for suit in range(4) for rank in range(7, 13)], dtype=np.uint64)
    dealt = np.uint64(1) << rng.permuted(np.tile(codes, (DEALS, 1)), axis=1)[:, :20]
    hands = np.bitwise_or.reduce(dealt.reshape(DEALS, 4, 5), axis=2)
    ones = np.ones(DEALS, dtype=np.int64)
    return OpenHands(rules, hands, ones, rng.integers(1, 5, DEALS), rng.integers(0, 4, DEALS))


def bid_deals() -> OpenHands:
    """Deals as `basic` bids them."""
    rules = preset("standard")
    part = Match(rules, [load_player("basic")], 1, "hands").play(0, DEALS, detail="plays")
    assert part.hands is not None and part.plays is not None
    return open_hands(rules, part.hands, part.plays)


@pytest.mark.parametrize(("deals", "most"), [(random_deals, 130), (bid_deals, 160)])
def test_cards_placed_for_the_points_of_a_hand(deals: Any, most: int) -> None:
    given = deals()
    counted, counts = with_counter(), np.zeros(1, dtype=np.int64)
    found = [class_of(counted, hands, leads, counts) for hands, leads in words(given)]
    mean = counts[0] / len(given)
    assert most / 2 < mean <= most, f"{mean:.1f} cards"
    points = open_points(given)
    assert [paid[0] > 0 for paid in points.tolist()] == [tricks > 0 for tricks in found]


def test_tables_are_small() -> None:
    assert tables().nbytes <= 1 << 20


def test_what_is_compiled_is_what_is_counted() -> None:
    assert solve_rows.py_func.__module__ == "sim.solver.batch"
    assert makers_take.py_func.__globals__["can_take"] is search.can_take
