"""No import runs in a circle, wherever in a file it stands, and every module that a text names is there."""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec

import pytest

from support.places import ROOT

PACKAGES = ("euchre_sim", "reports", "strategies", "sim", "benchmarks")
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}


def imports(text: str) -> set[str]:
    """Modules of ours that a file imports: at its top, in a function, or for the type checker only."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{name.name}" for name in node.names}
            found |= inner & FILES.keys() or {node.module}
    return found & FILES.keys()


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The modules of a circle, none where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_import_runs_in_a_circle() -> None:
    graph = {name: imports(path.read_text(encoding="utf-8")) - {name} for name, path in FILES.items()}
    assert sum(map(len, graph.values())) > 1000
    assert circle(graph) == []


def test_a_circle_would_be_found() -> None:
    text = "def late():\n    from sim.rules import presets\n"
    assert imports(text) == {"sim.rules.presets"}
    graph = {"sim.rules.rules": imports(text), "sim.rules.presets": {"sim.rules.rules"}}
    assert set(circle(graph)) == {"sim.rules.rules", "sim.rules.presets"}


def named(tree: ast.AST) -> set[str]:
    """Texts that look like the name of a module below the face."""
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in texts if re.fullmatch(r"(reports|strategies|sim)(\.[a-z_0-9]+)+", text)}


@pytest.mark.parametrize("name", FILES)
def test_modules_named_in_texts_are_there(name: str) -> None:
    for text in named(ast.parse(FILES[name].read_text(encoding="utf-8"))):
        assert text in FILES or find_spec(text) is not None, f"{name} names {text}"


def test_names_of_modules_are_seen() -> None:
    assert "sim.rules.rules" in named(ast.parse((ROOT / "euchre_sim" / "__init__.py").read_text(encoding="utf-8")))
