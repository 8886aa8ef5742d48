"""docs/python.md prints what it says, to the letter."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def test_the_page_is_what_its_examples_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("make_python", ROOT / "docs" / "make_python.py")
    assert spec is not None and spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    page = make.PAGE.read_text()
    assert page.count(">>> ") > 20 and "is better than" in page
    monkeypatch.chdir(tmp_path)
    assert make.filled(page) == page
