"""Rule files, run.json and specifications that somebody has spoilt: always a sentence, at once, never a traceback."""

import builtins
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sim.errors import RulesError, RunFolderError, StrategyError
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS, preset
from sim.rules.rule_file import read_rule_file
from sim.runs.provenance import RunConfig
from sim.runs.results import open_run
from sim.runs.run import run
from sim.runs.run_file import RUN_FILE
from support.damage import forge
from support.fakes import fake_player, seat_fakes

NESTED: list[Any] = []
for _ in range(60):
    NESTED = [NESTED]

HOSTILE: list[Callable[[], str]] = [
    lambda: "target = " + "[" * 30_000,
    lambda: "target = " + "{a=" * 20_000,
    lambda: "target = " + "[" * 150 + "]" * 150,
    lambda: "target = " + "9" * 5_000,
    lambda: "target = " + "9" * 1_900,
    lambda: "a." * 30_000 + "a = 1",
    lambda: "a." * 900 + "a = 1",
    lambda: "\n".join(f"a{k}.b = 1" for k in range(100_000)),
    lambda: "\n".join(f"a{k}.b = 1" for k in range(4_000)),
    lambda: "\n".join("[" + "a." * 150 + f"x{k}]" for k in range(200)),
    lambda: 'preset = "' + "x" * 1_900 + '"',
    lambda: "x" * 1_900 + " = 1",
    lambda: 'target = """' + "x\n" * 30_000 + '"""',
    lambda: "target = 1979-05-27T07:32:00Z",
    lambda: "target = nan",
    lambda: "preset = [" + "[]," * 600 + "]",
    lambda: '"a\\nb" = 1',
    lambda: "\x00",
    lambda: "target = 0x" + "f" * 1_900,
]


def sentence(error: RulesError | RunFolderError | StrategyError) -> bool:
    """Whether an error reads as one, whatever was quoted in it."""
    return bool(error.message and error.hint) and "\n" not in error.message and len(error.message) < 1_000


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_rule_files(tmp_path: Path, text: Callable[[], str]) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text(), encoding="utf-8")
    begun = time.process_time()
    with pytest.raises(RulesError) as caught:
        read_rule_file(path)
    assert sentence(caught.value)
    assert time.process_time() - begun < 1


def mutated(data: bytes, random: Random) -> bytes:
    """Some bytes changed, cut out, doubled or put in."""
    found = bytearray(data)
    for _ in range(random.randint(1, 4)):
        start = random.randrange(len(found) + 1)
        end = min(len(found), start + random.choice((0, 1, 1, 2, 10, 60)))
        new = random.choice(
            (
                b"",
                bytes(random.randrange(256) for _ in range(random.randint(1, 4))),
                bytes(found[start:end]) * 2,
                random.choice((b"9", b"-1", b"null", b"[", b"]", b"{", b"}", b'"', b"1e999", b"true", b",", b"=")),
            )
        )
        found[start:end] = new
    return bytes(found)


def test_500_mutated_rule_files(tmp_path: Path) -> None:
    random, refused = Random(5), 0
    for number in range(500):
        base = random.choice(list(PRESETS.values()))
        lines = [f"{name} = {json.dumps(value)}" for name, value in base.to_dict().items()]
        path = tmp_path / f"{number}.toml"
        path.write_bytes(mutated("\n".join(lines).encode(), random))
        try:
            read_rule_file(path)
        except RulesError as error:
            refused += sentence(error)
        else:
            refused += 1
    assert refused == 500


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    seat_fakes(monkeypatch)
    run(preset("standard"), [fake_player()], games=60, seed=7, out=tmp_path / "run", part_size=30).finish()
    return tmp_path / "run"


def prepared(out: Path) -> RunConfig:
    """What `run` makes of a folder, which is not played."""
    ready = run(preset("standard"), [fake_player()], games=60, seed=7, out=out)
    assert "not played yet" in repr(ready)
    return ready.config


def test_500_mutated_run_json(folder: Path) -> None:
    """Also with an id and a checksum that are right, as a forger would make them; `run` reads it too."""
    random, path = Random(7), folder / RUN_FILE
    whole, before = path.read_bytes(), repr(open_run(folder).totals())
    for number in range(500):
        path.write_bytes(mutated(whole, random))
        try:
            if number % 2:
                forge(folder, {})
        except (ValueError, KeyError, TypeError, AttributeError):
            pass
        for read in (open_run, prepared):
            try:
                found = read(folder)
            except RunFolderError as error:
                assert sentence(error)  # noqa: PT017
            else:
                assert read is not open_run or repr(found.totals()) == before


VALUES = [None, True, -1, 0, 1, 10**12, 10**30, 1e308, 0.5, "", "x", "9" * 6_000, [], [[]], {}, {"a": NESTED}, NESTED]
FORGED = [
    *((name, value) for name in ("target", "part_size", "created", "software", "machine") for value in VALUES),
    *(("config", value) for value in VALUES),
]


def paths_in(config: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Where values stand in a configuration."""
    first = [(name,) for name in config]
    return [*first, *(("players", 0, name) for name in config["players"][0]), ("players", 0, "params", "order"),
            ("rules", "target"), ("rules", "players"), ("rules", "deck"), ("rules", "unknown")]  # fmt: skip


def test_forged_values_in_run_json(folder: Path) -> None:
    original = json.loads((folder / RUN_FILE).read_text())
    changes: list[dict[str, Any]] = [{name: value} for name, value in FORGED if name != "config"]
    for path in paths_in(original["config"]):
        for value in VALUES:
            config = json.loads(json.dumps(original["config"]))
            place = config
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = value
            changes.append({"config": config})
    before = repr(open_run(folder).totals())
    for change in changes:
        (folder / RUN_FILE).write_text(json.dumps(original))
        forge(folder, change)
        try:
            assert repr(open_run(folder).totals()) == before, change
        except RunFolderError as error:
            assert sentence(error), change  # noqa: PT017


@pytest.mark.parametrize("size", [1, 29, 31, 10**6, 10**12])
def test_parts_of_another_size(folder: Path, size: int) -> None:
    forge(folder, {"part_size": size})
    with pytest.raises(RunFolderError, match=r"are not those of this part|more than the 4194304"):
        open_run(folder)


def test_target_is_part_of_what_the_checksum_covers(folder: Path) -> None:
    for change in ({"target": 9}, {"target": 600}, {"rules_name": "canadian"}):
        info = json.loads((folder / RUN_FILE).read_text())
        (folder / RUN_FILE).write_text(json.dumps(info | change))
        with pytest.raises(RunFolderError, match=r"run\.json has changed since it was written: its checksum is wrong"):
            open_run(folder)
        (folder / RUN_FILE).write_text(json.dumps(info))


def test_the_id_is_that_of_the_config(folder: Path) -> None:
    """Also in runs of versions that wrote no checksum."""
    info = json.loads((folder / RUN_FILE).read_text())
    del info["check"]
    (folder / RUN_FILE).write_text(json.dumps(info))
    assert "kept no checksums" in open_run(folder).notes[0]
    info["config"]["rules"]["target"] = 9
    (folder / RUN_FILE).write_text(json.dumps(info))
    with pytest.raises(RunFolderError, match="its id is not that of its config"):
        open_run(folder)


def test_specifications_of_anything_that_can_be_imported() -> None:
    """Whatever a module holds, it is no strategy, and that is said."""
    import unittest.mock

    names = [f"{module.__name__}:{name}" for module in (os, sys, builtins, json) for name in vars(module)]
    names += [f"unittest.mock:{name}" for name in vars(unittest.mock)]
    for spec in [*names, "os:system", "os:path", "sys:modules", "a..b:c", ":a", "os.:a", "os:", "json:x{y=1}"]:
        with pytest.raises(StrategyError) as caught:
            _ = load_player(spec).source_hash  # a set has a `discard`, too
        assert sentence(caught.value), spec


def test_a_strategy_that_ends_the_program_while_it_loads(tmp_path: Path) -> None:
    for ending in ("import sys; sys.exit()", "raise SystemExit(0)", "quit()" if hasattr(builtins, "quit") else "exit"):
        (tmp_path / "bot.py").write_text(f"def lead(view):\n    return 1\n{ending}\n")
        with pytest.raises(StrategyError, match="SystemExit"):
            load_player(str(tmp_path / "bot.py"))
