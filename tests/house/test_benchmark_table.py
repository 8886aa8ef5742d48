"""The tables of measured figures: each stands in a block of its own, and one can be written without the others."""

import copy
from pathlib import Path
from typing import Any

import pytest

from benchmarks import table

FACTS: dict[str, Any] = {
    "datetime": "2026-01-02T03:04:05",
    "euchre_sim": {
        "processor": "a processor", "processors": 2, "system": "a system",
        "python": "3.11", "libraries": {"numba": "1"},
        "player": "basic", "load_before": 0.2, "others": 0.0,
    },
    "benchmarks": [],
}  # fmt: skip


def measured(**seconds: float) -> dict[str, Any]:
    """What the benchmarks found: a million hands each, in so many seconds."""
    names = {
        "points": "test_solve[open_points]",
        "tricks": "test_solve[open_tricks]",
        "engine": "test_without_output[1]",
    }
    data = copy.deepcopy(FACTS)
    data["benchmarks"] = [
        {
            "name": names[name],
            "stats": {"median": value, "rounds": 9},
            "extra_info": {"hands": 10**6, "games": 10**5},
        }
        for name, value in seconds.items()
    ]
    return data


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(table, "ROOT", tmp_path)
    monkeypatch.setattr(table, "README", tmp_path / "README.md")
    monkeypatch.setattr(table, "PAGE", tmp_path / "page.md")
    table.README.write_text("before\n<!-- benchmarks -->\nold\n<!-- /benchmarks -->\n")
    table.PAGE.write_text("<!-- benchmarks -->\nold\n<!-- /benchmarks -->\n<!-- solver -->\nbehind\n")
    return table.PAGE


def test_the_solver_alone(page: Path) -> None:
    assert table.write(measured(points=2.0, engine=0.1, tricks=1.0), solver_only=True) == [
        "goal missed: points of a hand: hands played in the same time is 20.0, should be at most 12"
    ]
    text = page.read_text()
    assert "points of a hand: hands a second, one thread | 500 thousand | 9 |" in text
    assert "tricks of a hand: hands played in the same time | 10.0 | 9, 9 | at most 20 |" in text
    assert "Measured 2026-01-02 on a processor" in text and "Provisional" not in text
    assert text.startswith("<!-- benchmarks -->\nold\n") and text.endswith("<!-- /solver -->\nbehind\n")
    assert table.README.read_text() == "before\n<!-- benchmarks -->\nold\n<!-- /benchmarks -->\n"


def test_all_tables(page: Path) -> None:
    data = measured(points=1.0, engine=0.1)
    data["euchre_sim"]["load_before"] = 3.0
    notes = table.write(data)
    assert notes == ["the load average was 3.0 before the start: the figures need a quiet machine, measure again"]
    assert "old" not in page.read_text() + table.README.read_text()
    assert page.read_text().count("hands a second, one thread | 10.0 million |") == 1
    assert page.read_text().count("Provisional: the load average was 3.0") == 2


def test_a_page_without_its_block_is_told(page: Path) -> None:
    page.write_text("nothing")
    notes = table.write(measured(points=1.0), solver_only=True)
    assert notes == ["page.md has 0 blocks that begin with <!-- solver -->, not 1"]
