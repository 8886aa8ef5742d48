"""Write the tables of docs/look-ahead.md, and one of docs/league.md: what players who look ahead win, at what cost.

Run from the root of the project: `python -m benchmarks.pages.look_ahead [TABLE ...]`; it takes ten minutes or so.
"""

import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.pages.sections import replaced
from sim.compare.pairs import MirroredPairs
from sim.players.strategy import load_player
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.runs.chunks import Chunk
from sim.stats.estimates import Estimate, mean, spaced

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
PAGE, LEAGUE_PAGE = DOCS / "look-ahead.md", DOCS / "league.md"
SEED: Final = 2026
PAIRS: Final = 5_000
MANY: Final = 200_000
"""Pairs of players who do not look ahead."""
FEW: Final = 2_000
LEAGUE_PAIRS: Final = 5_000
CHUNK: Final = 500

PLAYERS: Final = {
    "strong": "bids and cards",
    "basic/strong": "cards alone",
    "strong/basic": "bids alone",
    "mixed(basic)": "cards valued both ways",
    "rollout(basic)": "cards played out",
    "pimc(basic)": "cards solved",
    "taught": "trees taught by playing out, no looking ahead",
    "basic/taught": "its cards alone",
    "taught/basic": "its bids alone",
    "mixed(taught)": "as `mixed`, playing on like `taught`",
    "rollout{deals=20}(basic)": "20 deals a decision",
    "rollout{deals=50}(basic)": "50 deals",
    "rollout{deals=200}(basic)": "200 deals",
}
REFINEMENTS: Final = {
    "rollout(basic)": "as it is",
    "rollout{guard=0}(basic)": "takes whatever looks best",
    "rollout{guard=2}(basic)": "leaves `basic` only by two standard errors",
    "rollout{tries=1}(basic)": "no more deals drawn than kept: most do not agree with what was seen",
    "rollout{doubt=1}(basic)": "deals that do not agree count like those that do",
    "rollout{tries=12}(basic)": "twice as many deals drawn",
    "rollout{scout=1}(basic)": "no choice is dropped after a quarter of the deals",
}
GAMES: Final = ("two-handed", "cutthroat", "canadian", "classic32", "british", "standard-spruce")
LEAGUE: Final = {
    "strong": "plays every bid out on 150 deals",
    "rollout": "on 100 deals",
    "pimc": "bids as `rollout` does: cards alone are solved",
    "taught": "trees taught by playing out, no looking ahead",
}
STRANGERS: Final = ("perry21/trickster", "lyles-advanced", "plt-smart", "random")


@dataclass(frozen=True)
class Gain:
    """What a player won a hand over another, and what a hand took on one processor."""

    points: Estimate
    seconds: float

    @property
    def text(self) -> str:
        """Value and half of the interval."""
        return self.points.short(signed=True, places=3)

    @property
    def cost(self) -> str:
        """Thousandths of a second a hand."""
        return f"{self.seconds * 1e3:.2g} ms" if self.seconds > 1e-4 else f"{self.seconds * 1e6:.2g} µs"


def played(mine: str, other: str, rules: Rules, pairs: int) -> tuple[np.ndarray, float]:
    """Points of each mirrored pair, and processor time a hand."""
    table = MirroredPairs(rules, load_player(mine), load_player(other), SEED, "hands", False)
    table.play(Chunk(0, 16))
    chunks = [Chunk(first, min(first + CHUNK, pairs)) for first in range(0, pairs, CHUNK)]
    began = time.process_time()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(table.play, chunks))
    hands = pairs * rules.teams
    values = np.concatenate([part.values for part in rows]) / table.scale
    return values, (time.process_time() - began) / hands


def gain(mine: str, other: str, rules: Rules, pairs: int) -> Gain:
    """What one player wins over another."""
    values, seconds = played(mine, other, rules, pairs)
    return Gain(_mean(values), seconds)


def against(other: str, pairs: int) -> Gain:
    """What `strong` wins against somebody beyond what `basic` wins against them, on the same deals."""
    rules = preset("standard")
    ours, seconds = played("strong", other, rules, pairs)
    inner, _ = played("basic", other, rules, pairs)
    return Gain(_mean(ours - inner), seconds)


def _mean(values: np.ndarray) -> Estimate:
    return mean(float(values.sum()), float((values**2).sum()), len(values), "points")


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def players() -> str:
    """Who wins how much over `basic`, and what a hand costs."""
    rows = []
    for spec, about in PLAYERS.items():
        found = gain(spec, "basic", preset("standard"), PAIRS if load_player(spec).looks_ahead else MANY)
        rows.append([f"`{spec}`: {about}", found.text, found.cost])
        print(*rows[-1], flush=True)
    more = f"; of `taught` without looking ahead {spaced(MANY)}"
    return table(["player", "points a hand over `basic`", "a hand takes"], rows) + _about(PAIRS, more)


def refinements() -> str:
    """What each part of looking ahead is worth."""
    rows = [
        [f"`{spec}`: {about}", gain(spec, "basic", preset("standard"), FEW).text] for spec, about in REFINEMENTS.items()
    ]
    return table(["player", "points a hand over `basic`"], rows) + _about(FEW)


def games() -> str:
    """`strong` in other games."""
    rows = [[f"`{name}`", gain("strong", "basic", preset(name), FEW).text] for name in GAMES]
    return table(["rules", "`strong` over `basic`"], rows) + _about(FEW)


def strangers() -> str:
    """`strong` against players whom it does not believe in."""
    rows = [[f"`{other}`", against(other, FEW).text] for other in STRANGERS]
    return table(["opponents", "`strong` less `basic` against them"], rows) + _about(FEW)


def league() -> str:
    """Bidders with the cards of `basic`, as in the other tables of the league, and what a hand costs."""
    rows = []
    for name, about in LEAGUE.items():
        spec = f"{name}/basic"
        found = gain(spec, "basic", preset("standard"), LEAGUE_PAIRS if load_player(spec).looks_ahead else MANY)
        rows.append([f"`{name}`: {about}", found.text, found.cost])
    head = ["system", "points a hand less `basic`", "a hand takes"]
    return table(head, rows) + _about(LEAGUE_PAIRS, f"; of `taught` {spaced(MANY)}")


TABLES: Final = {
    "players": players,
    "refinements": refinements,
    "games": games,
    "strangers": strangers,
    "ahead": league,
}


def main() -> None:
    """Measure the tables that are named, or all, and put each into the page when it is done."""
    for name in sys.argv[1:] or TABLES:
        text, page = TABLES[name](), LEAGUE_PAGE if name == "ahead" else PAGE
        page.write_text(replaced(page.read_text(encoding="utf-8"), name, text), encoding="utf-8")


def _about(pairs: int, more: str = "") -> str:
    return f"\n\nn = {spaced(pairs)} deals{more}, each played once from every side; seed {SEED}; 95 % intervals."


if __name__ == "__main__":
    main()
