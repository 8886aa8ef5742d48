"""The same games come bit by bit the same, whatever the batch, the cut, the threads, the processor and the compiler."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest

from sim.errors import Interrupted
from sim.players.check.conformance import digest
from sim.players.match import GamesPlayed, Match
from sim.players.strategy import load_player
from support.digests import PACKS, TABLES, digests
from support.places import TESTS

LONG = {"two words a deal", "shared dummy"}
"""Tables whose players take long to compile."""
QUICK = [name for name in TABLES if name not in LONG]
every_table = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.nightly) if name in LONG else name for name in TABLES]
)


def match(name: str, seed: int = 5) -> Match:
    """One of the tables."""
    rules, specs = TABLES[name]
    return Match(rules, [load_player(spec) for spec in specs], seed)


def joined(parts: list[GamesPlayed]) -> str:
    """The digest of parts put together."""

    def one(tables: list[dict[str, np.ndarray] | None]) -> dict[str, np.ndarray]:
        kept = [table for table in tables if table is not None]
        return {name: np.concatenate([table[name] for table in kept]) for name in kept[0]}

    return digest(
        GamesPlayed(
            parts[0].first,
            parts[-1].last,
            one([part.games for part in parts]),
            one([part.hands for part in parts]),
            one([part.plays for part in parts]),
            np.sum([part.tally for part in parts], axis=0),
        )
    )


@every_table
@pytest.mark.parametrize("batch", [1, 7, 100, 1023])
def test_batch_size(name: str, batch: int) -> None:
    assert digest(match(name).play(0, 150, "plays", batch=batch)) == digest(match(name).play(0, 150, "plays"))


@every_table
def test_more_games_than_lanes(name: str) -> None:
    """Lanes whose games end take the next game: the mix in a batch is another at each size."""
    assert digest(match(name).play(0, 1500, "plays", batch=50)) == digest(match(name).play(0, 1500, "plays"))


@every_table
@pytest.mark.parametrize("cuts", [[0, 75, 150], [0, 1, 2, 150], [0, 149, 150], list(range(0, 151, 10))])
def test_cuts(name: str, cuts: list[int]) -> None:
    whole = match(name).play(0, 150, "plays")
    parts = [match(name).play(a, b, "plays") for a, b in pairwise(cuts)]
    assert joined(parts) == digest(whole)


@every_table
def test_threads(name: str) -> None:
    """Two threads at once, on one match."""
    shared = match(name)
    cuts = list(range(0, 2001, 250))
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(lambda k: shared.play(cuts[k], cuts[k + 1], "plays"), range(len(cuts) - 1)))
    assert joined(parts) == digest(match(name).play(0, 2000, "plays"))


@every_table
def test_detail_changes_nothing(name: str) -> None:
    """What is written down has no bearing on what happens."""
    full = match(name).play(0, 100, "plays")
    for detail in ("none", "games", "hands"):
        part = match(name).play(0, 100, detail)
        assert (part.tally == full.tally).all()
        for kind in ("games", "hands"):
            table, wanted = getattr(part, kind), getattr(full, kind)
            if table is not None:
                assert all((table[column] == wanted[column]).all() for column in wanted)


def test_far_games() -> None:
    """Games with huge numbers, and seeds up to the largest."""
    for first in (10**12, 2**62):
        far = match("standard", seed=2**63 - 1)
        whole = far.play(first, first + 20, "plays")
        assert joined([far.play(first, first + 9, "plays"), far.play(first + 9, first + 20, "plays")]) == digest(whole)


def test_no_games() -> None:
    part = match("standard").play(7, 7, "plays")
    assert part.games is not None and part.hands is not None and part.plays is not None
    assert len(part.games["game"]) == len(part.hands["game"]) == len(part.plays["game"]) == 0
    assert part.tally.sum() == 0


def test_the_first_hand_of_a_game_is_the_hand_alone() -> None:
    rules, specs = TABLES["standard"]
    players = [load_player(spec) for spec in specs]
    games = Match(rules, players, 5).play(0, 60, "hands").hands
    hands = Match(rules, players, 5, "hands").play(0, 60, "hands").hands
    assert games is not None and hands is not None
    first = games["hand"] == 0
    assert all((games[column][first] == hands[column]).all() for column in hands)


def test_counts_agree_with_rows() -> None:
    part = match("standard").play(0, 300, "hands")
    assert part.games is not None and part.hands is not None
    assert part.tally.sum() == len(part.hands["game"]) == part.games["hands"].sum()
    blocks = np.bincount(part.hands["game"] % len(part.tally), minlength=len(part.tally))
    assert (part.tally.sum(axis=1) == blocks).all()


def test_progress_and_stopping() -> None:
    heard: list[int] = []
    match("standard").play(0, 3000, progress=heard.append)
    assert sum(heard) == 3000
    stop = threading.Event()
    with pytest.raises(Interrupted):
        match("standard").play(0, 10**6, progress=lambda _: stop.set(), stop=stop.is_set)


def elsewhere(*first: str, tables: Iterable[str] = TABLES, **environment: str) -> dict[str, str]:
    """The digests of another process."""
    paths = [str(TESTS), str(TESTS.parent), os.environ.get("PYTHONPATH", "")]
    result = subprocess.run(
        [sys.executable, "-W", "error", str(TESTS / "support" / "digests.py"), ",".join(tables), *first],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    found: dict[str, str] = json.loads(result.stdout)
    return found


@pytest.fixture(scope="module")
def here() -> dict[str, str]:
    """The digests of this process."""
    return digests()


@pytest.mark.nightly
def test_order_of_loading(here: dict[str, str]) -> None:
    assert elsewhere("bots:probe", "bots:wild{bid=90}", "bots:steady", "bots:wild") == here


def test_without_the_compiler() -> None:
    assert elsewhere(tables=QUICK, NUMBA_DISABLE_JIT="1") == digests(QUICK)


@pytest.mark.nightly
def test_tables_that_take_long_to_compile_without_the_compiler(here: dict[str, str]) -> None:
    assert elsewhere(tables=LONG, NUMBA_DISABLE_JIT="1") == {name: here[name] for name in LONG}


@pytest.mark.nightly
def test_without_the_fast_bit_instructions(here: dict[str, str]) -> None:
    """Another engine is compiled for this, which takes a while: only for a table of each way to deal."""
    found = elsewhere(tables=PACKS, EUCHRE_SIM_PORTABLE="1")
    assert found == {name: here[name] for name in PACKS}
