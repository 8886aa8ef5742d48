"""Deals played again: what was decided comes out as it was, and forced choices agree with players who choose so."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from reports.api import load_run
from reports.tables.same_deals import play_again
from sim.cards import JOKER
from sim.errors import RunFolderError
from sim.rules.presets import PRESETS, preset
from sim.rules.rules import Rules
from sim.runs.replayed import Again
from sim.runs.results import RunData
from sim.runs.run import run
from support.made_runs import Made

GAMES = ["standard", "two-handed", "cutthroat", "british"]


# What says where a hand stands in its run, not how it was played.
PLACE = ("game", "hand", "seed")
KNOWN = [name for name, rules in PRESETS.items() if rules.has_upcard]
"""The presets that `--counterfactual` can play again."""
CHANGED = {
    "standard": {"no_trump": "round2", "stick_dealer": "on", "defend_alone": "vs_loner", "call_for_best": "loner"},
    "two-handed": {"twohand_dummy": "own3", "stick_dealer": "on"},
    "cutthroat": {"stick_dealer": "on", "defend_alone": "never"},
}
"""House rules that ask more of the players, for some of the presets."""


@pytest.mark.parametrize("changed", [False, True], ids=["as it is", "with house rules"])
@pytest.mark.parametrize("game", KNOWN)
def test_hands_played_again_come_out_as_they_were(game: str, changed: bool, tmp_path: Path) -> None:
    """Nothing forced, nothing changed: a deal and its players decide a hand, at every table."""
    rules = preset(game).with_changes(CHANGED.get(game, {"stick_dealer": "on"}) if changed else {})
    run(rules, ["basic", "cautious", "basic"][: rules.teams], hands=3000, seed=5, out=tmp_path / "run").finish()
    loaded = load_run(tmp_path / "run")
    raw = RunData.hands(loaded)
    assert len(raw) == 3000
    raw = raw[raw.upcard != JOKER]
    again = Again(loaded.config, "the run")
    for dealer in range(rules.players):
        some = raw[raw.dealer == dealer]
        played = again(dealer, dealt(some, rules), ())
        assert set(played) == set(some.columns)
        for column in set(played).difference(PLACE):
            np.testing.assert_array_equal(played[column], some[column].to_numpy(), column)


def dealt(hands: pd.DataFrame, rules: Rules) -> NDArray[np.uint64]:
    """The cards of some hands as they were dealt: seats, upcard and dummies."""
    names = [name for name in ("dummy", "dummy_1", "dummy_2") if name in hands]
    seats = [hands[f"hand_{seat}"].to_numpy() for seat in range(1, rules.players + 1)]
    upcard = np.uint64(1) << hands.upcard.to_numpy().astype(np.uint64)
    return np.stack([*seats, upcard, *(hands[name].to_numpy() for name in names)])


def test_forced_answers_are_given(runs: dict[str, Made]) -> None:
    run = runs["hands"].load()
    raw = RunData.hands(run).query("dealer == 2").head(400)
    deals = dealt(raw, run.config.rules)
    again = Again(run.config, "the run")
    ordered = again(2, deals, [("order_up", 0, 1)])
    assert (ordered["maker"] == 1).all() and (ordered["round"] == 1).all() and not ordered["alone"].any()
    alone = again(2, deals, [("order_up", 0, 2)])
    assert alone["alone"].all()
    passed = again(2, deals, [("order_up", seat, 0) for seat in range(4)])
    assert not (passed["round"] == 1).any()
    named = again(2, deals, [*(("order_up", seat, 0) for seat in range(4)), ("name_trump", 0, 2)])
    assert (named["trump"] == (raw.upcard.to_numpy() >> 4 ^ 2)).all()  # lane 1 after the suit turned down is next


@pytest.mark.parametrize("game", GAMES)
def test_what_players_did_is_worth_what_it_brought(runs: dict[str, Made], game: str) -> None:
    """Where all hands of a cell were ordered, ordering brings what the run's calls of the same deals brought."""
    run = runs[game].load()
    table = play_again(run, Again(run.config, "the run"), 3000)
    frame = table.frame()
    wide = frame.pivot(index=list(table.keys), columns="measure", values=["mean", "n"])
    first = wide[wide.index.get_level_values("round") == 1]
    assert (first["n"]["value"] <= first["n"]["pass"]).all()
    assert first["n"]["pass"].sum() > 3000
    both = first[(first["n"]["order"] == first["n"]["pass"]) & (first["n"]["pass"] == first["n"]["value"])]
    assert len(both) > 5
    np.testing.assert_allclose(both["mean"]["value"], both["mean"]["order"] - both["mean"]["pass"], atol=1e-12)
    # A dealer gains by taking the card up with a strong hand; with an empty one, ordering loses.
    dealer = run.config.rules.players
    strong = frame.query(f"measure == 'value' and round == 1 and seat == {dealer} and trumps >= 4 and n > 20")["mean"]
    weak = frame.query("measure == 'value' and round == 1 and trumps == 0 and n > 20")["mean"]
    assert weak.mean() < -0.2
    assert strong.empty or strong.mean() > 0.3


def test_counts_are_those_of_the_bidding(runs: dict[str, Made]) -> None:
    run = runs["hands"].load()
    frame = play_again(run, Again(run.config, "the run"), 10**6).frame()
    asked = frame[(frame.measure == "pass") & (frame["round"] == 1)].groupby("seat").n.sum()
    told = run.ordering().query("measure == 'ordered' and round == 1 and seat > 0").set_index("seat").n
    assert asked.to_dict() == told.to_dict()
    did = frame[(frame.measure == "ordered") & (frame["round"] == 1)]
    did = (did["mean"] * did.n).groupby(did.seat).sum()
    ordered = run.ordering().query("measure == 'ordered' and round == 1 and seat > 0").set_index("seat")
    np.testing.assert_allclose(did, ordered["mean"] * ordered.n)


def test_runs_that_cannot_be_played_again(runs: dict[str, Made], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    rules = preset("standard").with_changes({"farmers_hand": "redeal"})
    run(rules, ["basic"], games=20, seed=1, out=folder).finish()
    loaded = load_run(folder)
    with pytest.raises(RunFolderError, match="farmers_hand = redeal"):
        play_again(loaded, Again(loaded.config, str(folder)), 10)
    changed = tuple(replace(record, source_hash="2:" + "0" * 16) for record in loaded.config.players)
    with pytest.raises(RunFolderError, match="it was made with player basic with changed sources"):
        Again(replace(loaded.config, players=changed), str(folder))
    with pytest.raises(RunFolderError, match="it was made with engine version 1, and this is"):
        Again(replace(loaded.config, engine=1), str(folder))
