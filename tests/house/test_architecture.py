"""The map in docs/architecture.md names every module, and no module that is not there."""

import re

from support.places import ROOT

PACKAGES = ("euchre_sim", "reports", "strategies", "sim", "benchmarks")


def test_the_map_is_complete() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `([^`]+\.py)` \|", text, re.MULTILINE))
    modules = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if path.name != "__init__.py"
    }
    assert modules - named == set(), "modules that the map leaves out"
    assert {name for name in named if not (ROOT / name).is_file()} == set(), "the map names files that are gone"
