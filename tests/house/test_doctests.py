"""Examples in docstrings are true."""

import doctest
import importlib
from pathlib import Path

import pytest

from support.places import ROOT

PACKAGES = ("euchre_sim", "reports", "strategies", "sim")


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


WITH_EXAMPLES = [
    module_name(path)
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings_are_true(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said: list[str] = []
    runner, found = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE), 0
    for example in doctest.DocTestFinder().find(importlib.import_module(name)):
        found += len(example.examples)
        runner.run(example, out=said.append)
    assert said == [], "".join(said)
    assert found, "an example stands where doctest does not look"


def test_there_are_examples() -> None:
    assert {"sim.whole", "sim.plain_text"} <= set(WITH_EXAMPLES)
