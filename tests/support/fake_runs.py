"""Runs of made-up tables, and their folders."""

from pathlib import Path
from typing import Any

from sim.rules.presets import preset
from sim.runs.run import Run, run
from support.fakes import fake_player

STANDARD = preset("standard")
PART = 100
"""Games in a part."""


def start(out: Path, games: int = 350, **options: Any) -> Run:
    """A run of 350 games in four parts, with everything recorded, unless told otherwise."""
    chosen: dict[str, Any] = {"rules": STANDARD, "players": [fake_player()], "seed": 7, "detail": "plays"} | options
    if "hands" not in chosen:
        chosen["games"] = games
    return run(out=out, part_size=PART, threads=2, **chosen)


def files(folder: Path) -> dict[str, bytes]:
    """The content of all files but run.json, which tells the time."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != "run.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}
