"""Runs of earlier versions: read, summed up, shown and reported; and a version for each part of the engine."""

import json
import re
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from euchre_sim import EuchreError, load_run, preset, report, run, show_run
from sim.engine import PARTS, part_versions
from sim.errors import RulesError, RunFolderError, StrategyError
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from sim.runs.parts import CHECK, tally_checksum
from sim.runs.provenance import RunConfig, config_id, make_config
from sim.runs.replayed import Again
from sim.runs.run_file import RUN_FILE, checksum
from sim.runs.summary import summarise_run
from support.fakes import fake_player

GAMES = 40
BYTECODE = "0123456789abcdef"
"""A hash of a player as it was when players were known by Python's bytecode."""


def rewrite(folder: Path, config: dict[str, Any], checks: bool) -> None:
    """Make a run one of before: with that config (and the id that it has), and with checksums or without."""
    info = json.loads((folder / RUN_FILE).read_text())
    info["config"], info["id"] = config, config_id(config)
    del info[CHECK]
    (folder / RUN_FILE).write_text(json.dumps(info | ({CHECK: checksum(info)} if checks else {})))
    for path in sorted((folder / "tally").iterdir()):
        table = pq.read_table(path)
        facts = {
            key.decode().removeprefix("euchre_sim."): value.decode()
            for key, value in table.schema.metadata.items()
            if key.startswith(b"euchre_sim.")
        }
        facts |= {"run": info["id"], "engine": str(config["engine"])}
        del facts[CHECK]
        if checks:
            facts[CHECK] = tally_checksum(facts, {name: table[name].to_numpy() for name in table.column_names})
        pq.write_table(
            table.replace_schema_metadata({f"euchre_sim.{key}": value for key, value in facts.items()}), path
        )


def old_form(
    folder: Path, rules: dict[str, Any], missing: tuple[str, ...], engine: int, checks: bool
) -> dict[str, Any]:
    """The config of a run as an earlier version wrote it: other values of some rules, some rules not known yet."""
    config = json.loads((folder / RUN_FILE).read_text())["config"]
    config["rules"] = {name: value for name, value in config["rules"].items() if name not in missing} | rules
    config["engine"] = engine
    if engine == 1:
        for player in config["players"]:
            player["source_hash"] = BYTECODE
    rewrite(folder, config, checks)
    return dict(config)


NEW = ("alone_when", "late_loners", "fast_break", "four_trick_tokens", "jambone", "misere_lost")
"""Rules that runs of engine 1 do not name."""
OLD: dict[str, tuple[str, dict[str, Any], tuple[str, ...], int, bool]] = {
    "engine 1": ("standard", {}, NEW, 1, False),
    "engine 1, no lone maker": ("two-handed", {"loner_march": 5, "alone_lead": "left_of_loner"}, NEW, 1, False),
    "engine 1, three": ("cutthroat", {"loner_march": 5}, ("fast_break", "jambone"), 1, True),
    "engine 2": ("standard", {}, (), 2, True),
    "engine 2, idle": ("british", {"cutthroat_march": 4, "nap_min_bid": 3}, (), 2, True),
    "bids": ("pepper", {"loner_march": 5, "stick_dealer": "off"}, (), 2, True),
}


LONG = {"engine 1, three", "engine 1, no lone maker", "engine 2", "engine 2, idle"}


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.nightly) if name in LONG else name for name in OLD])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, dict[str, Any], str, str]:
    """A run as an earlier version wrote it, what it was when it was written, its summary, and one of its hands."""
    rules, changes, missing, engine, checks = OLD[request.param]
    folder = tmp_path / "run"
    played = run(rules, "basic", games=GAMES, seed=3, out=folder, detail="plays").finish()
    hand = str(show_run(folder, game=7, hand=0)[0])
    text = played.summary.to_text()
    config = old_form(folder, changes, missing, engine, checks)
    return folder, config, text, hand


def test_old_runs_are_read_summed_up_shown_and_reported(old: tuple[Path, dict[str, Any], str, str]) -> None:
    folder, config, text, hand = old
    found = load_run(folder)
    assert found.complete and found.config.engine == config["engine"]
    assert summarise_run(found).to_text() == text
    assert len(found.hands()) == sum(found.games()["hands"]) and len(found.plays()) > 0
    assert str(show_run(folder, game=7, hand=0)[0]) == hand
    if found.config.rules.has_upcard:
        assert report(folder, format="json").main.is_file()


def test_values_without_effect_are_told(old: tuple[Path, dict[str, Any], str, str]) -> None:
    folder, config, _, _ = old
    rules = load_run(folder).config.rules
    idle = {name for name, value in config["rules"].items() if getattr(rules, name) != value}
    notes = [note for note in load_run(folder).notes if "has no effect in this game" in note]
    assert len(notes) == len(idle)
    for name in idle:
        assert any(f"{name} = {config['rules'][name]} has no effect in this game and is read as" in n for n in notes)
    assert rules in PRESETS.values()


def test_old_runs_are_not_gone_on_with(old: tuple[Path, dict[str, Any], str, str]) -> None:
    folder, config, _, _ = old
    here = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    rules = load_run(folder).config.rules
    if config["engine"] == 2 and config["rules"] == rules.to_dict():
        assert run(rules, "basic", games=GAMES, seed=3, out=folder, detail="plays").finish().played == 0
        return
    with pytest.raises(RunFolderError) as caught:
        run(rules, "basic", games=2 * GAMES, seed=3, out=folder, detail="plays").finish()
    assert ("engine version 2 instead of 1" if config["engine"] == 1 else "under the id of an earlier version") in str(
        caught.value
    )
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == here


def test_a_run_whose_rules_hold_values_without_effect_is_played_again(tmp_path: Path) -> None:
    """They change nothing, so its hands can be had without the tables."""
    folder = tmp_path / "run"
    run("british", "basic", games=GAMES, seed=3, out=folder).finish()
    before = str(show_run(folder, game=7, hand=0)[0])
    old_form(folder, {"cutthroat_march": 4}, (), 2, checks=True)
    assert str(show_run(folder, game=7, hand=0)[0]) == before


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"deck": 25, "no_trump": "round2"}, "leaves the joker of deck = 25 without a suit"),
        ({"loner_march": 77}, "loner_march takes"),
        ({"max_hands": "many"}, "max_hands takes"),
        ({"wild_card": 1}, "unknown rule: 'wild_card'"),
        ({"players": 3, "laps": "on"}, "laps = on"),
    ],
)
def test_impossible_rules_are_refused(tmp_path: Path, rules: dict[str, Any], words: str) -> None:
    """Also values that this engine would read although no source plays so: they may have had an effect."""
    folder = tmp_path / "run"
    run("standard", "basic", games=2, seed=3, out=folder).finish()
    config = old_form(folder, rules, (), 2, checks=True)
    if "players" in rules:
        rewrite(folder, config | {"players": config["players"][:3]}, checks=True)
    with pytest.raises(RunFolderError, match="does not describe a run") as caught:
        load_run(folder)
    assert words in caught.value.message


def test_rules_from_all_their_values() -> None:
    for rules in PRESETS.values():
        assert Rules.of_values(rules.to_dict()) == (rules, {})
    two = preset("two-handed")
    assert Rules.of_values(two.to_dict() | {"loner_march": 5}) == (two, {"loner_march": (5, 4)})
    assert Rules.of_values({}) == (Rules(), {})
    with pytest.raises(RulesError):
        Rules.of_values({"target": 0})


# A version for each part of the engine.


def test_every_game_has_one_way_to_make_trump() -> None:
    auctions = ("upcard", "tricks", "napoleon")
    for name, rules in PRESETS.items():
        assert sum(PARTS[part].uses(rules) for part in auctions) == 1, name
    used = {part for rules in PRESETS.values() for part, made in PARTS.items() if made.uses(rules)}
    assert used >= {*auctions, "dummies", "lone defence", "partner's best", "laps"}
    assert not used & {"farmer's hands", "jambone"}


def test_the_ids_of_runs_are_as_they_were() -> None:
    """The ids that runs of made-up players had before parts had versions."""
    ids = {name: make_config(rules, [fake_player()], 1, "games", "hands", 2).id for name, rules in PRESETS.items()}
    assert all(part_versions(rules) == {} for rules in PRESETS.values())
    assert ids == IDS


IDS = {
    "standard": "2fa12cc58b395b69",
    "standard-spruce": "d8bf0064441e23d2",
    "canadian": "d3a51409acef2be4",
    "classic32": "c7088a0d141629c5",
    "two-handed": "bbb42cec2350aef3",
    "cutthroat": "a0105ba75ffcb33f",
    "british": "d2e96fc079432703",
    "railroad": "405505b8deeafd1a",
    "hasenpfeffer": "aac1cadc09f3f19c",
    "pepper": "3b1f55ee094de7e0",
    "napoleon": "9ad0dcbc084232b0",
}


@pytest.fixture
def napoleon_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if something in napoleon had been mended."""
    monkeypatch.setitem(PARTS, "napoleon", PARTS["napoleon"]._replace(version=2))


@pytest.mark.nightly
def test_a_new_version_of_a_part_leaves_other_games_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("standard", "napoleon"):
        run(name, "basic", games=3, seed=1, out=tmp_path / name).finish()
    before = {name: equity_file(name) for name in ("standard", "two-handed")}
    monkeypatch.setitem(PARTS, "napoleon", PARTS["napoleon"]._replace(version=2))
    assert run("standard", "basic", games=3, seed=1, out=tmp_path / "standard").finish().played == 0
    assert {name: equity_file(name) for name in before} == before
    assert load_run(tmp_path / "napoleon").config.parts == ()
    assert load_run(tmp_path / "napoleon").units == 3
    for again in (
        lambda: run("napoleon", "basic", games=5, seed=1, out=tmp_path / "napoleon").finish(),
        lambda: show_run(tmp_path / "napoleon", game=0),
        lambda: Again(load_run(tmp_path / "napoleon").config, "it"),
    ):
        with pytest.raises(EuchreError) as caught:
            again()
        assert re.search(r"version [12] of napoleon instead of|version 2, and this is 2, napoleon 2", str(caught.value))
        assert not isinstance(caught.value, StrategyError)


def equity_file(name: str) -> str:
    from sim.chances import equity as module

    return module._path(preset(name), ["basic"] * preset(name).players, (0, 0), 1000, 1).name


@pytest.mark.usefixtures("napoleon_mended")
def test_a_run_says_which_versions_it_was_made_with(tmp_path: Path) -> None:
    run("napoleon", "basic", games=3, seed=1, out=tmp_path / "run").finish()
    found = load_run(tmp_path / "run")
    assert found.info["config"]["engine"] == 2 and found.info["config"]["parts"] == {"napoleon": 2}
    assert found.config.parts == (("napoleon", 2),) and found.config.made_by == "2, napoleon 2"
    metadata = pq.read_schema(next((tmp_path / "run" / "hands").iterdir())).metadata
    assert metadata[b"euchre_sim.engine"] == b"2, napoleon 2"
    assert RunConfig.from_dict(found.config.to_dict(), "it") == found.config
    assert run("napoleon", "basic", games=3, seed=1, out=tmp_path / "run").finish().played == 0


@pytest.mark.parametrize("parts", [["napoleon"], {"napoleon": 0}, {"napoleon": "2"}, {"napoleon": True}, {3: 2}, 7])
def test_versions_that_are_none_are_refused(parts: Any) -> None:
    config = make_config(preset("napoleon"), [fake_player()], 1, "games", "hands", 2).to_dict()
    with pytest.raises(RunFolderError, match="does not describe a run"):
        RunConfig.from_dict(config | {"parts": parts}, "run.json")
