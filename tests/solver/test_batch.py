"""Many hands at once against one by one, in every game; and hands of a run against what was played."""

import functools
import random
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from sim.errors import Interrupted, UsageError
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS, preset
from sim.solver import tables
from sim.solver.batch import OpenHands, open_points, open_tricks
from sim.solver.payment import payments
from sim.solver.position import Position
from sim.solver.recorded import open_hands, played_rows
from sim.solver.solution import solve_position
from support.open_positions import KINDS, random_position

EACH = 60


def as_arrays(positions: list[Position]) -> OpenHands:
    """The same hands for the batch."""

    def each(name: str) -> np.ndarray:
        return np.array([int(getattr(position, name)) for position in positions])

    return OpenHands(
        positions[0].rules, np.array([position.hands for position in positions], dtype=np.uint64), each("leader"),
        each("maker"), each("trump"), each("alone"), each("lone_defender"), each("jambone"), each("bid"),
    )  # fmt: skip


@pytest.mark.parametrize("game", KINDS)
def test_a_batch_is_as_one_by_one(game: str) -> None:
    rng = random.Random(f"batch of {game}")
    for kind in KINDS[game]:
        size, positions = 3 if kind.misere and kind.rules.players > 4 else kind.rules.tricks, list[Position]()
        while len(positions) < (EACH // 4 if kind.rules.players > 4 else EACH):
            position = random_position(rng, kind, size)
            if not position.table and not position.taken:
                positions.append(position)
        deals, one_by_one = as_arrays(positions), [solve_position(position) for position in positions]
        assert open_tricks(deals, threads=2).tolist() == [found.tricks for found in one_by_one]
        if size == kind.rules.tricks:
            paid = [(p.makers, p.defenders) for found in one_by_one if (p := found.payment)]
            assert list(map(tuple, open_points(deals).tolist())) == paid


@pytest.mark.parametrize("game", PRESETS)
def test_hands_of_a_run(game: str) -> None:
    rules = preset(game)
    part = Match(rules, [load_player("basic")], 3, "hands").play(0, 40 if game == "napoleon" else 400, detail="plays")
    assert part.hands is not None and part.plays is not None
    deals, kept = open_hands(rules, part.hands, part.plays), played_rows(part.hands)
    assert len(deals) == kept.sum()
    masks = np.bitwise_count(deals.hands)
    assert set(np.unique(masks)) <= {0, rules.tricks}
    for number in (0, len(deals) // 2, len(deals) - 1):
        position = deals.position(number)  # checks that it is a hand that these rules allow
        rows = np.flatnonzero(kept)[number] if len(deals) == len(kept) else None
        if rows is None:
            continue
        first = np.flatnonzero((part.plays["game"] == part.hands["game"][rows]) & (part.plays["trick"] == 1))[0]
        for place in range(rules.players):
            card = int(part.plays[f"card_{place + 1}"][first])
            if card >= 0:
                position = position.after(card)
        assert position.leader == part.plays["winner"][first]


def test_what_hands_pay_is_what_the_engine_pays() -> None:
    for game in PRESETS:
        rules = preset(game)
        match = Match(rules, [load_player("basic")], 5, "hands")
        part = match.play(0, 300, detail="plays")
        assert part.hands is not None and part.plays is not None
        deals, kept = open_hands(rules, part.hands, part.plays), np.flatnonzero(played_rows(part.hands))
        for number, row in enumerate(kept.tolist()):
            paid = payments(deals.position(number))
            assert paid is not None
            made = paid[int(part.hands["tricks"][row])]
            maker = (int(part.hands["dealer"][row]) + int(part.hands["maker"][row])) % rules.players % rules.teams
            got = [int(part.hands[f"points_{side}"][row]) for side in range(rules.teams)]
            assert got == [made.makers if side == maker else made.defenders for side in range(rules.teams)]


def test_threads_and_chunks_do_not_matter() -> None:
    rules = preset("standard")
    part = Match(rules, [load_player("basic")], 3, "hands").play(0, 20_000, detail="plays")
    assert part.hands is not None and part.plays is not None
    deals = open_hands(rules, part.hands, part.plays)
    assert (open_points(deals, 3) == open_points(deals)).all()


def test_stopping_and_wrong_shapes() -> None:
    rules, ones = preset("standard"), np.ones(1, dtype=np.int64)
    deals = OpenHands(rules, np.zeros((1, 4), dtype=np.uint64), ones, ones, ones)
    with pytest.raises(Interrupted):
        open_tricks(deals, stop=lambda: True)
    with pytest.raises(UsageError, match="for 4 players"):
        OpenHands(rules, np.zeros((1, 3), dtype=np.uint64), ones, ones, ones)


def test_threads_that_need_the_tables_at_the_same_moment_share_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A block that another thread's took the place of would be gone, and compiled code reads by its address."""
    made: list[np.ndarray] = []

    @functools.cache
    def block() -> np.ndarray:
        time.sleep(0.05)
        made.append(np.zeros(1, dtype=np.uint8))
        return made[-1]

    monkeypatch.setattr(tables, "_tables", block)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: tables.tables(), range(4)))
    assert len(made) == 1 and all(one is made[0] for one in found)
