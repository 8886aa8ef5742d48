"""Makes the pictures of README.md and docs/reports.md anew: `python -m benchmarks.pages.pictures`.

Runs the commands that the README gives: a million games, and a report of them with 200 000 deals played again. Keeps
one chart of it, a picture of the page (which needs Chromium, and playwright of the test extras) and the example
notebook. Takes about a minute.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.pages.blocks import examples
from benchmarks.pages.session import ROOT, Session

PICTURES = ROOT / "docs" / "pictures"
HAND, PAGE = PICTURES / "eldest-hand.svg", PICTURES / "report.png"
CHART = "runs/standard-report/charts/card-round-1-seat-1.svg"


def numbers(picture: str) -> list[str]:
    """What the cells of a chart say, which is in the file for those who can't see it; layout and fonts left aside."""
    return re.findall(r'aria-label="([^"]*)"', picture)


def play(folder: Path) -> None:
    """What the README says makes the picture, in a folder."""
    session = Session(folder)
    for example in examples((ROOT / "README.md").read_text(encoding="utf-8")):
        if example.nightly:
            session.printed(example)


def photograph(report: Path) -> None:
    """A picture of the top of a report's page."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.browser import opened

    with tempfile.TemporaryDirectory() as folder, opened(report / "index.html", Path(folder)) as (page, _):
        page.screenshot(path=str(PAGE))


def main() -> None:
    """Make all pictures, and the notebook."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--no-browser", action="store_true", help="leave out the picture of the page")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        play(Path(folder))
        shutil.copy(Path(folder) / CHART, HAND)
        if not options.no_browser:
            photograph(Path(folder) / CHART.partition("/charts")[0])
    subprocess.run([sys.executable, "-m", "benchmarks.pages.notebook"], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
