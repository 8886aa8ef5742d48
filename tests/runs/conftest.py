"""What the tests of runs share: made-up tables in place of the engine, and a run of them."""

from pathlib import Path

import pytest

from support.fake_runs import start
from support.fakes import seat_fakes


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs are played on made-up tables."""
    seat_fakes(monkeypatch)


@pytest.fixture
def folder(fakes: None, tmp_path: Path) -> Path:
    """A finished run of 350 games in four parts, with everything recorded."""
    start(tmp_path / "run").finish()
    return tmp_path / "run"
