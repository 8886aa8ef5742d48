"""Recorded games for tests: 13 that people played, and their files damaged in many ways."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.places import TESTS

FOLDER = TESTS / "data" / "records"
FILES = sorted(FOLDER.glob("*.egn"))
Document = dict[str, Any]


def document(name: str) -> Document:
    """The JSON object of a recorded game: `game-04`."""
    found: Document = json.loads((FOLDER / f"{name}.egn").read_text(encoding="utf-8"))
    return found


def phase(deal: Document, kind: str) -> Document:
    """The bidding or the play of a deal."""
    (found,) = (one for one in deal["phases"] if one["type"] == kind)
    return found  # type: ignore[no-any-return]


def calls(deal: Document) -> list[str]:
    return phase(deal, "EUCHRE_BIDDING")["calls"]  # type: ignore[no-any-return]


def tricks(deal: Document) -> list[list[Any]]:
    return phase(deal, "TRICK_PLAY")["tricks"]  # type: ignore[no-any-return]


def written(folder: Path, data: Document | bytes | str) -> Path:
    """A file with a record, or with any other content."""
    path = folder / "record.egn"
    if isinstance(data, bytes):
        path.write_bytes(data)
    else:
        path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def changed(name: str, change: Callable[[Document], object]) -> Document:
    """A recorded game after a change of its document."""
    data = copy.deepcopy(document(name))
    change(data)
    return data
