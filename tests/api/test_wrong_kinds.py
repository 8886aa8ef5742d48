"""`euchre_sim` from Python: names work wherever objects do, and what is of a wrong kind is told in a sentence."""

import inspect
import math
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import euchre_sim
from euchre_sim import EuchreError, Rules, run
from sim.errors import Interrupted
from sim.rules.rule_file import read_rule_file

HAND = "JS KS AH 9D TC"
OPEN = "JS KS AH; 9S 9D 9H; QS TS AD; AS AC KC"
A_HAND = "the first hand of a game"
STOP: Any = lambda: True  # noqa: E731  # ends what would play for long
ODD: dict[str, Any] = {
    "none": None,
    "true": True,
    "minus one": -1,
    "three": 3,
    "fraction": 2.5,
    "nan": math.nan,
    "infinite": math.inf,
    "huge": 10**400,
    "empty": "",
    "nonsense": "nonsense",
    "nul": "a\0b",
    "bytes": b"basic",
    "path": Path("nowhere.toml"),
    "list": [],
    "list of none": [None],
    "list of lists": [[1, 2], [3]],
    "numbers": (9, 6),
    "dict": {"a": 1},
    "object": object(),
    "class": int,
    "array": np.arange(3),
    "table": np.zeros((2, 2)),
    "word": np.uint64(7),
    "frozenset": frozenset({"basic"}),
}


def shown() -> Any:
    """A hand as `hindsight` takes it."""
    return euchre_sim.show("standard", "basic", seed=1)[0]


def _names(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)


CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "preset": (euchre_sim.preset, {"name": "standard"}),
    "run": (euchre_sim.run, {"rules": "standard", "players": "basic", "games": 2, "seed": 1}),
    "compare": (euchre_sim.compare, {"rules": "standard", "mine": "basic", "other": "simple", "pairs": 2, "seed": 1}),
    "round_robin": (euchre_sim.round_robin, {"rules": "standard", "players": ["basic", "simple"], "seed": 1}),
    "sweep": (euchre_sim.sweep, {"rules": "standard", "player": "basic", "axes": "order_1=1,2", "seed": 1}),
    "ask": (euchre_sim.ask, {"hand": HAND, "up": "QS", "seat": 1, "deals": 2, "seed": 1, "stop": STOP}),
    "equity": (euchre_sim.equity, {"rules": "standard", "players": "basic", "hands": 32, "stop": STOP}),
    "show": (euchre_sim.show, {"rules": "standard", "players": "basic", "seed": 1}),
    "hindsight": (lambda trace: euchre_sim.hindsight(shown() if trace is A_HAND else trace), {"trace": A_HAND}),
    "show_run": (euchre_sim.show_run, {"path": "a"}),
    "moment": (euchre_sim.moment, {"hand": HAND, "up": "QS", "seat": 1}),
    "moment of bids": (euchre_sim.moment, {"hand": "JS KS AH 9D TC 9S", "rules": "pepper"}),
    "solve": (euchre_sim.solve, {"hands": OPEN, "trump": "spades", "lead": 1, "maker": 1, "taken": 2}),
    "load_run": (euchre_sim.load_run, {"path": "a"}),
    "verify_run": (euchre_sim.verify_run, {"path": "a", "stop": STOP}),
    "repair_run": (euchre_sim.repair_run, {"path": "a", "stop": STOP}),
    "merge_runs": (euchre_sim.merge_runs, {"sources": ["a"], "out": "b"}),
    "read_records": (euchre_sim.read_records, {"path": "a.egn"}),
    "review": (euchre_sim.review, {"games": "a.egn", "player": "basic", "deals": 2, "by_points": True, "stop": STOP}),
    "report": (euchre_sim.report, {"runs": "a", "format": "json", "sections": "seats"}),
    "load_player": (euchre_sim.load_player, {"given": "basic"}),
    "Match": (euchre_sim.Match, {"rules": "standard", "players": "basic", "seed": 1}),
    "Match.play": (lambda **words: euchre_sim.Match("standard", "basic", 1).play(**words), {"first": 0, "last": 1}),
    "Rules": (euchre_sim.Rules, {}),
    "with_changes": (lambda changes: Rules().with_changes(changes), {"changes": {"target": 7}}),
    "read_rule_file": (read_rule_file, {"path": "rules.toml"}),
}
LEFT = {("moment of bids", "maker")}
"""Who the maker is counts only where somebody has to bid by force."""
MORE = {"Match.play": ["first", "last", "detail", "batch"]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run `a` and a rule file."""
    found = tmp_path_factory.mktemp("api")
    run("standard", "basic", games=50, seed=1, out=found / "a", detail="plays").finish()
    (found / "rules.toml").write_text("target = 7\n")
    (found / "a.egn").write_text('{"deals": []}')
    return found


def asked(name: str) -> list[str]:
    function, words = CALLS[name]
    return MORE.get(name) or [word for word in _names(function) if word not in ("words", "resume")] or list(words)


LONG = {("report", "sections"), ("report", "allow"), ("report", "counterfactual")}
"""Of these many values are taken, and a report is written for each."""


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        pytest.param(name, word, marks=pytest.mark.nightly if (name, word) in LONG else [])
        for name in CALLS
        for word in asked(name)
    ],
)
def test_any_value_is_taken_or_told_in_a_sentence(
    name: str, argument: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    function, words = CALLS[name]
    told = [refusal(function, {**words, argument: value}) for value in ODD.values()]
    for value, error in zip(ODD.values(), told, strict=True):
        if error is not None:
            assert error.message and "\n" not in error.message and len(error.message) < 500, (value, error.message)
            assert error.hint and error.exit_code in (2, 3, 4, 6, 7, 8, 9), (value, error.message)
    assert len(list(filter(None, told))) > len(ODD) / 3 or (name, argument) in LEFT, (
        f"{name} takes nearly anything for {argument}"
    )


def refusal(function: Callable[..., Any], words: dict[str, Any]) -> EuchreError | None:
    """The error with which a call is refused; None where it is not. Any other error is the caller's to see."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is prepared here is not played
            assert repr(function(**words))
    except Interrupted:
        return None
    except EuchreError as error:
        return error
    return None


@pytest.mark.parametrize("name", [name for name in CALLS if name not in ("Match.play", "with_changes")])
def test_the_call_of_the_table_is_a_good_one(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert refusal(*CALLS[name]) is None


def test_every_public_function_is_in_the_table() -> None:
    others = {"EuchreError", "__version__", "presets", "strategies"}
    assert set(euchre_sim.__all__) - others == {name for name in CALLS if name in euchre_sim.__all__}
