"""What the benchmarks share: who plays, by which rules, and on which machine."""

from importlib import metadata
from typing import Any

import pytest

from benchmarks.others import Others
from sim.players.match import Match
from sim.players.strategy import Player, load_player
from sim.rules import presets
from sim.rules.rules import Rules
from sim.runs.provenance import machine

SEED = 1
LIBRARIES = ("numba", "numpy", "pyarrow", "open_spiel")
OTHERS = Others()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let another strategy be measured."""
    parser.addoption("--player", default="basic", help="the strategy at all seats (default: basic)")


def pytest_benchmark_update_json(config: pytest.Config, benchmarks: Any, output_json: dict[str, Any]) -> None:
    """Add what decides the figures: processor, versions, who played, and how busy the machine was."""
    output_json["euchre_sim"] = {
        **machine(),
        "python": output_json["machine_info"]["python_version"],
        "libraries": {name: metadata.version(name) for name in LIBRARIES},
        "load_before": OTHERS.load_before,
        "others": OTHERS.processors(),
        "player": config.getoption("--player"),
    }


@pytest.fixture(scope="session")
def rules() -> Rules:
    return presets.preset("standard")


@pytest.fixture(scope="session")
def spec(request: pytest.FixtureRequest) -> str:
    return str(request.config.getoption("--player"))


@pytest.fixture(scope="session")
def player(spec: str) -> Player:
    return load_player(spec)


@pytest.fixture(scope="session")
def match(rules: Rules, player: Player) -> Match:
    """One player at all seats, compiled and tried."""
    table = Match(rules, [player], SEED)
    table.play(0, 1)
    return table
