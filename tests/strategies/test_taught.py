"""The taught player: wins, plays by the rules in every game, and is `basic` where its trees say nothing."""

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import StrategyError
from sim.players.check.conformance import digest
from sim.players.hook_names import TURN_UP
from sim.players.identity import _Teller
from sim.players.match import Match
from sim.players.program import Program
from sim.players.sources import available
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.tables import table
from strategies import basic, taught
from strategies.parts import taught_trees
from strategies.parts.taught_kinds import FOLLOW, KINDS, NAME, ORDER
from support.random_views import random_bidding

TURN_UP_GAMES = [name for name, rules in PRESETS.items() if rules.auction == TURN_UP]
FOR_BASIC = ["two-handed", "cutthroat", "classic32", "hasenpfeffer", "napoleon"]
HANDS = 40_000
DIGEST = "7298192b6701bc0e21cc5a5f2d0fe6f02e334da5f8131e099af787bb818c1d71"
P = basic.Params()


@pytest.mark.nightly
def test_it_wins_at_the_cards_and_with_bids() -> None:
    """Mirrored deals: the difference of each pair is one observation."""

    def lead(first: str, second: str) -> np.ndarray:
        hands = Match("standard", [first, second], 31, "hands").play(0, HANDS, "hands").hands
        assert hands is not None
        return hands["points_0"].astype(int) - hands["points_1"].astype(int)

    for spec, least in (("taught", 0.05), ("basic/taught", 0.03)):
        won = (lead(spec, "basic") - lead("basic", spec)) / 2
        assert won.mean() - 1.96 * won.std() / HANDS**0.5 > least


@pytest.mark.nightly
@pytest.mark.parametrize("name", TURN_UP_GAMES)
def test_legal_in_every_game(name: str) -> None:
    """An answer against the rules would raise."""
    Match(name, "taught", 3).play(0, 60)


@pytest.mark.nightly
@pytest.mark.parametrize("name", FOR_BASIC)
def test_basic_in_games_it_was_not_taught(name: str) -> None:
    one, other = (digest(Match(name, spec, 4).play(0, 40, "plays")) for spec in ("taught", "basic"))
    assert one == other


@given(seed=st.integers(0, 2**32), us=st.integers(0, 2), them=st.integers(0, 2))
def test_basic_bids_at_the_last_points(seed: int, us: int, them: int) -> None:
    view = random_bidding(random.Random(seed))
    near = view._replace(score_us=view.target - 2 + us, score_them=view.target - them)
    hook = "order_up" if view.round == 1 else "name_trump"
    assert getattr(taught, hook)(near, P) == getattr(basic, hook)(near, P)


@pytest.mark.nightly
def test_the_same_games_on_every_machine() -> None:
    assert digest(Match("standard", "taught", 99).play(0, 200, "plays")) == DIGEST


# ------------------------------------------------------------------------------------------------------- the file


def broken(change: str) -> dict[str, Any]:
    with np.load(taught_trees.FILE) as kept:
        arrays = {name: kept[name].copy() for name in kept.files}
    if change == "leaves cut off":
        arrays["leaves"] = arrays["leaves"][:-1]
    elif change == "a mask asks more":
        arrays["masks"][0, 0] = ~np.uint64(0)
    elif change == "starts go back":
        arrays["starts"][1:3] = arrays["starts"][2:0:-1]
    elif change == "too few kinds":
        arrays["starts"] = arrays["starts"][:-1]
    elif change == "other types":
        arrays["leaves"] = arrays["leaves"].astype(np.float32)
    elif change == "bids ask the second word":
        tree = arrays["starts"][ORDER]
        arrays["masks"][tree] = arrays["masks"][tree, ::-1]
    elif change == "objects":
        arrays["leaves"] = np.array([print], dtype=object)
    else:
        del arrays["starts"]
    return arrays


CHANGES = ["leaves cut off", "a mask asks more", "starts go back", "too few kinds", "other types", "objects",
           "bids ask the second word", "starts missing"]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a_damaged_file_is_refused(change: str, tmp_path: Path) -> None:
    file = tmp_path / "trees.npz"
    np.savez(file, **broken(change))
    with pytest.raises(ValueError, match=r"trees\.npz .*install the package anew"):
        taught_trees.read(file)


@pytest.mark.parametrize("keep", [0, 1, 1000, -1])
def test_a_file_cut_off_is_refused(keep: int, tmp_path: Path) -> None:
    file = tmp_path / "trees.npz"
    file.write_bytes(taught_trees.FILE.read_bytes()[:keep])
    with pytest.raises(ValueError, match="can't be read as trees"):
        taught_trees.read(file)


def test_no_file() -> None:
    with pytest.raises(ValueError, match="can't be read as trees"):
        taught_trees.read(Path("nowhere.npz"))


def test_without_the_file_the_others_play(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("strategies.taught", "strategies.parts.taught_trees"):
        monkeypatch.delitem(sys.modules, name, raising=False)

    def fails(*_: object, **__: object) -> None:
        raise OSError("no such file")

    monkeypatch.setattr("sim.tables.read_plain", fails)
    assert available()["taught"].startswith("can't play: ")
    assert available()["basic"] == "The default player."
    with pytest.raises(StrategyError, match="can't be read as trees"):
        load_player("taught")
    assert load_player("basic").spec == "basic"


def test_the_file_says_what_it_is_made_of() -> None:
    with np.load(taught_trees.FILE, allow_pickle=False) as kept:
        told = kept["made_of"].tobytes().decode()
    assert '"rules": "standard"' in told
    assert taught_trees.FILE.stat().st_size < 250_000


def test_other_trees_are_another_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers of the file are a part of who played, of the hash of a player; what is compiled is the same."""
    lead = load_player("taught").decision("lead")
    assert lead is not None
    before = _Teller(lead).told, Program(lead.function).digest()
    other = taught_trees.LEAVES.copy()
    other[1234] += 1
    monkeypatch.setattr(taught_trees, "LEAVES", table(other))
    after = _Teller(lead).told, Program(lead.function).digest()
    assert before[0] != after[0]
    assert before[1] == after[1]


def test_kinds_are_all_different() -> None:
    assert 0 < FOLLOW < ORDER < NAME < KINDS == len(taught_trees.STARTS) - 1


def test_trees_are_read_as_they_are_written() -> None:
    """What a tree says is the leaf of the pattern of the bits it asks, the first word's lowest."""
    rng = np.random.default_rng(1)
    tree = int(taught_trees.STARTS[FOLLOW])
    for _ in range(50):
        words = [int(word) for word in rng.integers(0, 1 << 63, 2)]
        total = 0
        for t in range(tree, int(taught_trees.STARTS[FOLLOW + 1])):
            pattern, place = 0, 0
            for word, mask in zip(words, (int(taught_trees.FIRST[t]), int(taught_trees.SECOND[t])), strict=True):
                for bit in range(64):
                    if mask >> bit & 1:
                        pattern |= (word >> bit & 1) << place
                        place += 1
            total += int(taught_trees.LEAVES[int(taught_trees.PLACES[t]) + pattern])
        assert int(taught_trees.said(np.uint64(words[0]), np.uint64(words[1]), FOLLOW)) == total
