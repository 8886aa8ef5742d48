"""Names say what a thing is, and mean one thing: no public class, type or function is defined twice."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from support.places import ROOT

PACKAGES = ("sim", "reports", "strategies", "euchre_sim")
SAME_IDEA = {
    "Params": "the parameters of a strategy, which the linker finds by this name",
    "Ints": "an array of whole numbers",
    "Columns": "arrays by the names of their columns",
}
SAME_TASK = {
    "ask": "the command's word; in the engine it is a step that is asked",
    "check": "the command, and what it does",
    "compare": "the command, and what it does",
    "equity": "the command, and what it does",
    "report": "the command, and what it does",
    "review": "the command, and what it does",
    "run": "the command, and what it does",
    "show": "the commands, and what they do",
    "solve": "the command, and what it does",
    "sweep": "the command, and what it does",
    "info": "what `cache` and `strategies` say of themselves",
    "list_": "what `rules` and `strategies` list",
    "main": "where a program begins",
    "by_hand": "a cut of the tables of ordering and of lone hands",
    "by_seat": "a cut of the tables of ordering, of lone hands and of seats",
    "by_trumps": "a cut of the tables of ordering and of lone hands",
    "by_upcard": "a cut of the tables of ordering and of lone hands",
    "contents": "what a section of the report holds",
    "is_farmer": "the rule, and the engine's step that decides the same",
    "same_side": "the rule, and the engine's step that decides the same",
    "open_suits": "the suits that may be named, in either kind of bidding",
    "read_seat": "a seat as people write it, for questions and for open hands",
    "read_tricks": "tricks as people write them, for questions and for open hands",
    "wilson": "one formula, for a number and for arrays",
}
"""Functions that share a name because they share an idea; those of strategies are hooks, or steps of a system."""


def defined(tree: ast.Module) -> Iterator[str]:
    """The public classes of a module, and its names for types; variables of types mean whatever they stand for."""
    for node in tree.body:
        if "TypeVar(" in ast.unparse(node)[:80] and isinstance(node, ast.Assign):
            continue
        if isinstance(node, ast.ClassDef):
            yield node.name
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        yield from (target.id for target in targets if isinstance(target, ast.Name) and target.id[0].isupper())


def homes() -> dict[str, list[str]]:
    """Where each such name is defined; constants are all in capitals and do not count."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for name in defined(ast.parse(path.read_text(encoding="utf-8"))):
            if not name.startswith("_") and (len(name) == 1 or not name.isupper()):
                found[name].append(str(path.relative_to(ROOT)))
    return found


def test_no_name_of_a_class_or_type_has_two_meanings() -> None:
    twice = {name: places for name, places in homes().items() if len(places) > 1}
    assert {name: places for name, places in twice.items() if name not in SAME_IDEA} == {}
    assert set(SAME_IDEA) <= set(twice), "what is excused is defined more than once"


def functions() -> dict[str, list[str]]:
    """Where each public function is defined."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(path for package in ("sim", "reports", "euchre_sim") for path in (ROOT / package).rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                found[node.name].append(str(path.relative_to(ROOT)))
    return found


def test_no_name_of_a_function_has_two_meanings() -> None:
    twice = {name: places for name, places in functions().items() if len(places) > 1}
    assert {name: places for name, places in twice.items() if name not in SAME_TASK} == {}
    assert set(SAME_TASK) <= set(twice), "what is excused is defined more than once"


def test_a_second_meaning_is_found() -> None:
    tree = ast.parse('class Part:\n    pass\nUnit = Literal["games"]\nLIMIT: Final = 3\ndef Game(): ...\n')
    assert list(defined(tree)) == ["Part", "Unit", "LIMIT"]


def test_runs_are_loaded_by_one_function() -> None:
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    assert [str(path.relative_to(ROOT)) for path in files if loads_runs(path)] == ["reports/api.py"]


def loads_runs(path: Path) -> bool:
    """Whether `load_run` is defined here."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(isinstance(node, ast.FunctionDef) and node.name == "load_run" for node in tree.body)
