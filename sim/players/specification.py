"""What a specification names: the one or two strategies of a player, and the words that strategies are written with."""

import re
from pathlib import Path

from sim.players.sources import available

_NAME = r"(?:[\w.-]+:\w+|[\w-]+|[^{}()]*\.py(?::\w+)?)"
_ONE_PART = re.compile(rf"{_NAME}\s*(?:\{{[^{{}}]*\}})?\s*(?:\(.+\))?")


def bidding_and_play(spec: str) -> list[str]:
    """Split `bidding/play` where both sides are whole specifications; slashes inside a file's path do not split."""
    path = re.match(r"[^{}():]*\.py", spec)
    one_file = spec.count(".py") == 1 and spec.partition("/")[0] not in available()
    if path and (Path(path[0]).is_file() or one_file) and _ONE_PART.fullmatch(spec):
        return [spec]
    depth = 0
    for place, character in enumerate(spec):
        depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(character, 0)
        if character == "/" and depth == 0:
            pieces = [spec[:place], spec[place + 1 :]]
            if all(_ONE_PART.fullmatch(piece.strip()) for piece in pieces):
                return pieces
    return [spec]


PART_OF_SPEC = re.compile(r"\s*([^{}()]+?)\s*(?:\{([^{}]*)\})?\s*(?:\((.+)\))?\s*")
LONGEST_SPEC = 4000


def names_in(spec: str) -> list[str]:
    """The names that loading a specification would look up, without looking any up."""
    names = []
    for piece in bidding_and_play(spec[: LONGEST_SPEC + 1].strip()):
        match = PART_OF_SPEC.fullmatch(piece)
        while match:
            names.append(match[1])
            match = PART_OF_SPEC.fullmatch(match[3]) if match[3] else None
    return names
