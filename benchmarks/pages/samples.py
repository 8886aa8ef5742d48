"""Makes the sample reports and pictures that README.md and docs/reports.md show: `python benchmarks/pages/samples.py`.

Plays a million games of each game, writes its page to docs/samples/ and pictures of the page and of some charts beside
it, and runs the example notebook. Pictures of pages need Chromium (and playwright, of the test extras). Takes some
minutes.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "docs" / "samples"
GAMES = ("standard", "two-handed", "cutthroat")
CHARTS = {
    "standard": ("card-round-1-seat-1", "net-by-hand-round-1-aces-1", "chance-1", "lone-break-even"),
    "cutthroat": ("net-by-seat",),
}
"""Charts that stand in the pages of the documentation as pictures of their own."""


def euchre_sim(*arguments: str, folder: Path) -> None:
    """Run the program of this tree in a folder."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-m", "euchre_sim", *arguments], cwd=folder, env=environment, check=True)


def make(game: str, games: str, deals: str, work: Path) -> None:
    """One sample: play, report, keep the page and some charts."""
    run = f"runs/{game}"
    euchre_sim("run", "--games", games, "--rules", game, "--seed", "1", "--out", run, "--quiet", folder=work)
    euchre_sim("report", run, "--counterfactual", deals, "--quiet", folder=work)
    report = work / "runs" / f"{game}-report"
    page = (report / "index.html").read_text(encoding="utf-8")
    SAMPLES.mkdir(exist_ok=True)
    # The page alone is kept, so its links to files of the report's folder go.
    page = re.sub(r'\s*<p class="files">.*?</p>', "", page, flags=re.DOTALL)
    (SAMPLES / f"{game}.html").write_text(page, encoding="utf-8")
    for chart in CHARTS.get(game, ()):
        shutil.copy(report / "charts" / f"{chart}.svg", SAMPLES / f"{game}-{chart}.svg")


def photograph(game: str) -> None:
    """Pictures of the top of a page, light and dark, and as a phone shows it."""
    sys.path.insert(0, str(ROOT))
    from tests.reports.browser import opened

    for name, scheme, width in (("light", "light", 1280), ("dark", "dark", 1280), ("phone", "light", 390)):
        sample = SAMPLES / f"{game}.html"
        with tempfile.TemporaryDirectory() as folder, opened(sample, Path(folder), scheme, width) as (page, _):
            page.screenshot(path=str(SAMPLES / f"{game}-{name}.png"))


def main() -> None:
    """Make all samples."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", default="1e6", help="games of each run (default: 1e6)")
    options.add_argument("--deals", default="1e6", help="deals played again for each (default: 1e6)")
    options.add_argument("--no-pictures", action="store_true", help="leave out the pictures of pages")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            make(game, chosen.games, chosen.deals, Path(folder))
    if not chosen.no_pictures:
        photograph("standard")
    subprocess.run([sys.executable, str(ROOT / "benchmarks" / "pages" / "notebook.py")], check=True)


if __name__ == "__main__":
    main()
