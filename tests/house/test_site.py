"""The documentation as a site: complete, built without a warning, and read without a network."""

import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import euchre_sim
from benchmarks.pages import answers, games_summary, reference
from benchmarks.pages.games_sections import SECTIONS
from support.places import ROOT

DOCS = ROOT / "docs"
OUTSIDE = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}


def listed(nav: Any) -> Iterator[str]:
    """The pages of a menu, inner menus included."""
    for entry in nav:
        for page in entry.values() if isinstance(entry, dict) else [entry]:
            yield from [page] if isinstance(page, str) else listed(page)


def test_the_menu_lists_every_page() -> None:
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    pages = list(listed(nav))
    assert sorted(pages) == sorted({page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")} | OUTSIDE)


def test_the_reference_has_every_public_name() -> None:
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    assert reference.filled(page) == page, "write it anew: python -m benchmarks.pages docs/api.md"
    assert set(re.findall(r"^::: euchre_sim\.(\w+)$", page, re.MULTILINE)) == set(euchre_sim.__all__) - {"__version__"}


def test_short_answers_are_those_of_the_whole_ones() -> None:
    page = (DOCS / "questions.md").read_text(encoding="utf-8")
    assert answers.filled(page) == page, "write it anew: python -m benchmarks.pages docs/questions.md"
    shown = (
        "who\n\nBest: take it up,\nbury 9C. It is worth 2.0 % ± 0.1 of the games more\nthan the second best (pass).\n"
    )
    assert answers.short(shown) == ("take it up, bury 9C", "2.0 % ± 0.1 of the games (pass)")
    with pytest.raises(ValueError, match="no best"):
        answers.short("It cannot be told")


def test_the_table_of_games_is_that_of_their_pages() -> None:
    page = (DOCS / "games.md").read_text(encoding="utf-8")
    assert games_summary.filled(page) == page, "write it anew: python -m benchmarks.pages docs/games.md"
    assert {path.stem for path in (DOCS / "games").glob("*.md")} == {section.name for section in SECTIONS}
    for section in SECTIONS:
        text = (DOCS / "games" / f"{section.name}.md").read_text(encoding="utf-8")
        assert section.text.strip() in text and section.after.strip() in text, section.title
    one = "# Solo\n\n|  | made % | failed % | net |\n| :--- | ---: | ---: | ---: |\n| the game | 1 | 2 ± 1 | +3 |\n"
    assert games_summary.row("pepper", one) == "| [Solo](games/pepper.md) | 1 | 2 ± 1 |  | +3 |  |  |  |"
    with pytest.raises(ValueError, match="no line 'the game'"):
        games_summary.row("pepper", one.replace("the game", "another"))


def test_every_public_name_has_an_example() -> None:
    for name in reference.names():
        said = inspect.getdoc(getattr(euchre_sim, name)) or ""
        assert ">>> " in said or "```python" in said, name


@pytest.mark.nightly
def test_the_site_is_built_without_a_warning_and_needs_no_network(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0 and "WARNING" not in built.stderr, built.stderr
    pages = {path.relative_to(tmp_path / "site").as_posix(): path.read_text() for path in tmp_path.rglob("*.html")}
    assert {"index.html", "api/index.html", "questions/bidding/index.html", "CHANGELOG/index.html"} <= pages.keys()
    for name, page in pages.items():
        loaded = re.findall(r'<(?:script|img|iframe)[^>]* src="([^"]*)"|<link[^>]* href="([^"]*)"', page)
        assert not [url for pair in loaded for url in pair if url.startswith(("http:", "https:", "//"))], name
    assert "<blockquote>" not in pages["api/index.html"]
    for name in reference.names():
        assert re.search(rf'<h2 id="[\w.]*\.{name}"', pages["api/index.html"]), name
