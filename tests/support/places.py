"""Where things lie, for tests that start processes or read files of the project."""

from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
DOCS = ROOT / "docs"
BOTS = TESTS / "bots"
