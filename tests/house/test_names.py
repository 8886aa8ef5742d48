"""Names say what a thing is, and mean one thing: no public class or type is defined twice."""

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
