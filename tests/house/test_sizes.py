"""A file holds one idea, and fits into a head: none is longer than 400 lines."""

from support.places import ROOT

LONGEST = 400
FOLDERS = ("sim", "reports", "strategies", "euchre_sim", "benchmarks", "tests")


def test_no_file_is_too_long() -> None:
    lines = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
    }
    assert len(lines) > 300, "the folders are where this test looks for them"
    assert {path: count for path, count in lines.items() if count > LONGEST} == {}
