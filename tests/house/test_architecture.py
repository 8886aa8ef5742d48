"""The map in docs/architecture.md is what the docstrings of all modules say."""

from pathlib import Path

from benchmarks.pages import module_map
from support.places import ROOT

PAGE = ROOT / "docs" / "architecture.md"


def test_the_map_is_as_the_sources_say() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert module_map.filled(page) == page, "write it anew: python -m benchmarks.pages docs/architecture.md"
    assert page.count("<!-- map -->") == page.count("<!-- /map -->") == 1


def test_every_module_says_what_it_is() -> None:
    table = module_map.table()
    modules = [path for name in module_map.PACKAGES for path in (ROOT / name).rglob("*.py")]
    assert [path for path in modules if not module_map.said(path)] == []
    assert table.count("\n| `") == sum(path.name != "__init__.py" for path in modules)


def test_a_map_of_two_folders(tmp_path: Path) -> None:
    inner = tmp_path / "game" / "cards"
    inner.mkdir(parents=True)
    (tmp_path / "game" / "__init__.py").write_text('"""A game."""\n')
    (tmp_path / "game" / "deal.py").write_text('"""Deals\nthe cards.\n\nMore."""\n')
    (inner / "__init__.py").write_text('"""Cards."""\n')
    assert module_map.table(tmp_path, ("game",)).strip().splitlines() == [
        "### `game/`", "", "A game.", "", "| file | what it is |", "|---|---|", "| `deal.py` | Deals the cards. |",
        "", "### `game/cards/`", "", "Cards.",
    ]  # fmt: skip
