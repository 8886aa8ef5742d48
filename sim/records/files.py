"""Files with records of games, read with mistrust: bounded, and every fault a sentence."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from sim.arguments import check_path
from sim.errors import RecordError, brief
from sim.plain_files import read_plain

MOST_BYTES: Final = 8 << 20
"""Largest file that is read; a game of 20 deals has some 15 thousand bytes."""
DEEPEST: Final = 40
"""Levels of lists and objects that are read; the format has ten."""
MOST_GAMES: Final = 1000
MOST_DEALS: Final = 1000
GAME, MATCH = "Euchre Game Notation", "Euchre Match Notation"
_HINT: Final = "records are JSON files of Euchre Game Notation (.egn) or Euchre Match Notation (.emn)"
_VERSIONS: Final = ("1.0", "1.1", "1.2", "1.3", "1.4")


def field(data: Mapping[str, Any], name: str, default: Any = None) -> Any:
    """An entry by its name, `upCard`, also where it is written `up_card`."""
    if name in data:
        return data[name]
    snake = "".join("_" + letter.lower() if letter.isupper() else letter for letter in name)
    return data.get(snake, default)


def game_documents(path: str | os.PathLike[str]) -> list[tuple[str, Mapping[str, Any], tuple[str, ...] | None]]:
    """The games of a file: what to call each, the JSON object of it, and the names that a match gives its players.

    Raises RecordError where the file is no record, in words.
    """
    file = check_path("path", path)
    data = _parsed(file)
    kind = _text_of(field(data, "fileType"))
    if kind == MATCH.lower() or "games" in data:
        return _games_of_match(file, data)
    if kind and kind != GAME.lower():
        raise RecordError(f"{file} is no record of euchre: its fileType is {brief(field(data, 'fileType'))}", _HINT)
    _check_version(file, data)
    return [(str(file), data, None)]


def _parsed(file: Path) -> Mapping[str, Any]:
    try:
        raw = read_plain(file, MOST_BYTES)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RecordError(f"cannot read {file}: {reason}", _HINT) from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"{file} is no text in UTF-8 (byte {error.start})", _HINT) from None
    if _depth(text) > DEEPEST:
        raise RecordError(f"{file} is nested deeper than {DEEPEST} levels", _HINT)
    try:
        data = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise RecordError(f"{file} is no JSON: {error.msg} in line {error.lineno}", _HINT) from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{file} is no JSON: {str(error)[:80]}", _HINT) from None
    if not isinstance(data, dict):
        raise RecordError(f"{file} is no record: it holds {brief(data)} where an object is due", _HINT)
    return data


def _depth(text: str) -> int:
    """How deep brackets go; those in texts count too, so that this is no less than the truth."""
    deep = most = 0
    for letter in text:
        if letter in "[{":
            deep += 1
            most = max(most, deep)
        elif letter in "]}":
            deep -= 1
    return most


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _text_of(value: Any) -> str:
    return value.strip().lower() if isinstance(value, str) else ""


def _check_version(file: Path, data: Mapping[str, Any]) -> None:
    version = data.get("version", _VERSIONS[-1])
    known = isinstance(version, str) and ".".join(version.split(".")[:2]) in _VERSIONS
    if not known:
        raise RecordError(
            f"{file} is of version {brief(version)}, which this program does not know",
            f"versions {_VERSIONS[0]} to {_VERSIONS[-1]} are read",
        )


def _games_of_match(file: Path, data: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any], tuple[str, ...] | None]]:
    games, metadata = data.get("games"), field(data, "metadata", {})
    if not isinstance(games, list) or not games:
        raise RecordError(f"{file} is a match without games", _HINT)
    if len(games) > MOST_GAMES:
        raise RecordError(f"{file} has {len(games)} games, more than the {MOST_GAMES} that are read", "split it")
    named = metadata.get("players") if isinstance(metadata, dict) else None
    names = {}
    for player in named if isinstance(named, list) else []:
        if isinstance(player, dict) and isinstance(player.get("id"), str) and isinstance(player.get("name"), str):
            names[player["id"]] = player["name"]
    found: list[tuple[str, Mapping[str, Any], tuple[str, ...] | None]] = []
    for number, game in enumerate(games):
        source = f"{file}#{number}"
        inner = field(game, "gameData") if isinstance(game, dict) else None
        if not isinstance(inner, dict):
            inner = {}  # told as a game without deals
        else:
            _check_version(Path(source), inner)
        ids = field(game, "players") if isinstance(game, dict) else None
        seated = [names.get(id_, id_) for id_ in ids if isinstance(id_, str)] if isinstance(ids, list) else []
        found.append((source, inner, tuple(seated) or None))
    return found
