"""Results and tables are data: no strategy file or module runs because they name it."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

import sim.players.sources
from sim.ask.questions_csv import answer_rows
from sim.errors import EuchreError, StrategyError, UsageError
from sim.players.specification import names_in
from sim.players.trust import check_trusted
from sim.rules.presets import preset
from sim.runs.run import run
from support.command_line import unwrapped
from support.damage import forge

EVIL = """
from pathlib import Path
Path("mark").write_text("was here")
def order_up(view):
    return 0
class Bot:
    @staticmethod
    def order_up(view):
        return 1
"""
SPECS = (
    "./evil.py",
    "./evil.py:Bot",
    "evil:Bot",
    "evil:Bot{few=1}",
    "basic/./evil.py",
    "./evil.py/basic",
    "bridge(./evil.py)",
    "bridge{chance=3}(evil:Bot)",
    "evil.py{a=1}/evil:Bot",
)


@pytest.fixture(autouse=True)
def _evil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a strategy that leaves a mark wherever it runs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sim.players.sources, "_files", {})
    (tmp_path / "evil.py").write_text(EVIL)


def run_of(spec: str) -> None:
    """A run folder, still without parts, that says it is played by `spec`."""
    next(iter(run(preset("standard"), ["basic"], games=10, seed=1, out="run")))
    config = json.loads(Path("run/run.json").read_text())["config"]
    forge(Path("run"), {"config": config | {"players": [one | {"spec": spec} for one in config["players"]]}})


COMMANDS = (["show", "run", "--game", "0", "--hand", "0"], ["report", "run", "--counterfactual", "10", "-q"])


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("command", COMMANDS, ids=["show", "report"])
def test_a_run_does_not_run_what_it_names(command: list[str], spec: str) -> None:
    run_of(spec)
    with pytest.raises(StrategyError, match=r"run would run the (file|module) .*evil.*--allow") as caught:
        unwrapped(*command)
    assert "add --allow" in caught.value.hint
    with pytest.raises(StrategyError, match="which it alone names"):
        unwrapped(*command, "--allow", "./other.py", "--allow", "os:path")
    assert not Path("mark").exists()


@pytest.mark.parametrize("command", COMMANDS, ids=["show", "report"])
@pytest.mark.parametrize("allowed", ["evil.py", "./evil.py", "./evil.py:Bot", "ABSOLUTE"])
def test_what_the_command_line_names_too_is_run(command: list[str], allowed: str) -> None:
    """It runs, and only then can its hash be compared, which is not that of the run."""
    run_of("./evil.py:Bot")
    with pytest.raises(EuchreError, match="with changed sources"):
        unwrapped(*command, "--allow", str(Path("evil.py").resolve()) if allowed == "ABSOLUTE" else allowed)
    assert Path("mark").exists()


@pytest.mark.parametrize("column", ["strategy", "me", "partner", "opponents"])
@pytest.mark.parametrize("spec", ["./evil.py", "evil:Bot", "bridge(./evil.py)", "os:system"])
def test_a_table_of_questions_does_not_run_what_it_names(column: str, spec: str) -> None:
    row = {"hand": "JS KS AH 9D TC", "up": "QS", "seat": "1", column: spec}
    (answer,) = answer_rows([row], deals=100, seed=1, threads=1)
    assert "the table would run the" in answer["error"] and "--allow" in answer["error"]
    assert not Path("mark").exists()
    Path("table.csv").write_text(",".join(row) + "\n" + ",".join(row.values()) + "\n")
    assert (
        "which it alone names" in unwrapped("ask", "--csv", "table.csv", "--deals", "100", "--seed", "1", "-q").stdout
    )
    assert not Path("mark").exists()


def test_a_table_may_name_what_an_argument_names() -> None:
    row = {"hand": "JS KS AH 9D TC", "up": "QS", "seat": "1", "partner": "./evil.py:Bot"}
    for told in ({"allow": ["./evil.py"]}, {"me": "evil.py:Bot"}, {"strategy": ["basic", "basic", "basic", "evil.py"]}):
        (answer,) = answer_rows([row], deals=100, seed=1, threads=1, **told)  # type: ignore[arg-type]
        assert answer["error"] == "" and answer["deals"] == 100
    assert Path("mark").exists()


def test_built_in_strategies_may_always_play() -> None:
    check_trusted(["basic", "bridge{chance=2}(perry21)", "lukefitz/high-low"], [], "the run")


def test_names_are_those_that_are_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is checked is what would be loaded, for any text."""
    import sim.players.strategy

    looked_up: list[str] = []

    def find(name: str) -> Any:
        looked_up.append(name)
        return sim.players.sources.find("basic")

    monkeypatch.setattr(sim.players.strategy, "find", find)
    odd = ("a(b)", "a{x}(b{y})/c", "a/b/c", " ./x.py ", "a(b(c))", "q:r(s.py)", "{", "a)(", "a(" * 500, "x" * 9000)
    for spec in (*SPECS, *odd):
        looked_up.clear()
        with contextlib.suppress(StrategyError):
            sim.players.strategy.load_player(spec)
        assert set(looked_up) <= set(names_in(spec)), spec


def test_allowing_says_where_it_has_no_meaning() -> None:
    for words in (
        ["show", "--seed", "1", "--game", "0", "--allow", "x.py"],
        ["report", "run", "--allow", "x.py"],
        ["ask", "JS KS AH 9D TC", "--up", "QS", "--seat", "1", "--allow", "x.py"],
    ):
        with pytest.raises(UsageError, match="--allow is for"):
            unwrapped(*words)
