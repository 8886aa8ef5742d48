"""Runs on the real engine: all games there are fill the documented tables, and agree with their summaries."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.cards import cards_of, deck_mask
from sim.rules.presets import PRESETS, preset
from sim.runs.results import open_run
from sim.runs.run import run
from sim.runs.schemas import columns
from sim.runs.summary import summarise_run
from support.agreement import assert_agrees

GAMES = {name: (name, {}) for name in PRESETS} | {
    "forfeit": ("standard", {"stick_dealer": "forfeit1"}),
    "stuck": ("standard", {"stick_dealer": "on", "defend_alone": "always", "super_euchre": 4}),
    "two-handed with a shared dummy": ("two-handed", {"twohand_dummy": "shared2"}),
    "two-handed with dummies": ("two-handed", {"twohand_dummy": "own3"}),
    "joker turned": ("british", {"joker_up": "next_card"}),
}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_fills_its_tables_and_agrees_with_its_summary(tmp_path: Path, game: str) -> None:
    name, changes = GAMES[game]
    rules = preset(name).with_changes(changes)
    players = ["basic", "random", "basic", "random"][: rules.teams]
    result = run(rules, players, games=600, seed=3, out=tmp_path, detail="plays", threads=2, part_size=250).finish()
    data = open_run(tmp_path)
    assert_agrees(result.summary, data)
    assert summarise_run(data) == result.summary
    for table in ("games", "hands", "plays"):
        frame = getattr(data, table)()
        assert list(frame.columns) == [column.name for column in columns(table, rules)]
        order = [column for column in ("game", "hand", "trick") if column in frame]
        assert frame[order].apply(tuple, axis=1).is_monotonic_increasing
        assert not frame.duplicated(order).any()
    hands, plays = data.hands(), data.plays()
    assert len(plays) == rules.tricks * (hands.maker > 0).sum()
    # Hands, upcard and dummies are different cards of the pack.
    dealt = [hands[c].to_numpy() for c in hands if c.startswith(("hand_", "dummy"))]
    dealt += [np.uint64(1) << hands[card].to_numpy().astype(np.uint64) for card in ("upcard", "widow") if card in hands]
    assert (np.bitwise_or.reduce(dealt) == np.add.reduce(dealt)).all()
    assert (np.bitwise_or.reduce(dealt) & ~np.uint64(deck_mask(rules.deck)) == 0).all()
    assert len(cards_of(int(hands.hand_1[0]))) == rules.hand_size


def folders(tmp_path: Path, **options: Any) -> list[dict[str, bytes]]:
    found = []
    for threads in (1, 3):
        out = tmp_path / str(threads)
        run(
            preset("standard"), ["basic", "random"], seed=3, out=out, threads=threads, part_size=300, **options
        ).finish()
        paths = (path for path in out.rglob("*.parquet"))
        found.append({str(path.relative_to(out)): path.read_bytes() for path in paths})
    return found


@pytest.mark.parametrize("unit", ["games", "hands"])
def test_files_are_the_same_for_any_threads(tmp_path: Path, unit: str) -> None:
    one, three = folders(tmp_path, detail="plays", **{unit: 1000})
    assert one == three
    assert len(one) == 4 * (4 if unit == "games" else 3)


def test_single_hands_start_at_nothing(tmp_path: Path) -> None:
    result = run(preset("standard"), ["basic"], hands=2000, seed=3, out=tmp_path).finish()
    hands = open_run(tmp_path).hands()
    assert result.summary.hands == len(hands) == 2000
    assert hands.game.tolist() == list(range(2000))
    assert not hands[["hand", "score_0", "score_1"]].any().any()
    assert set(hands.dealer) == {0, 1, 2, 3}
