"""Players on their way to another process: their specification, the files that it names, and the hash of what they do.

A file is written there, and loaded, only where the same is not at the same place already. Whoever arrives with another
hash (another version of a built-in strategy, say) is refused.
"""

import atexit
import copyreg
import hashlib
import os
import shutil
import tempfile
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.errors import StrategyError
from sim.players import sources
from sim.players.specification import names_in
from sim.players.strategy import Player, StrategyPart, load_player


@dataclass(frozen=True)
class Baggage:
    """All that another process needs to have the same player: `files` by the name in the specification that needs them.

    Each file is its path as the sender has it, with its content.
    """

    spec: str
    source_hash: str
    files: tuple[tuple[str, tuple[tuple[str, bytes], ...]], ...]


def packed(player: Player) -> Baggage:
    """What has to travel for a player. Raises StrategyError for one that is no name and no file."""
    found = []
    for name in dict.fromkeys(names_in(player.spec)):
        if sources.is_path(name):
            found.append((name, _files_of(name)))
        elif sources.is_given(name):
            raise StrategyError(
                f"{name} was given as an object, which cannot travel to another machine",
                "write it into a file, and give the path of that",
            )
    return Baggage(player.spec, player.source_hash, tuple(found))


def _reduced(player: Player) -> tuple[Any, ...]:
    return arrived, (packed(player),)


copyreg.pickle(Player, _reduced)  # so whatever is made of players can travel


def _files_of(name: str) -> tuple[tuple[str, bytes], ...]:
    first = sources.split_path(name)[0].resolve()
    sources.find(name)
    others = [file for file in sources.files_of(first) if file != first]
    try:
        return tuple((str(file), file.read_bytes()) for file in (first, *others))
    except OSError as error:
        raise StrategyError(f"cannot read {error.filename}: {error.strerror}", "it belongs to a strategy") from None


@lru_cache(maxsize=256)
def arrived(baggage: Baggage) -> Player:
    """The player here. Raises StrategyError where they would not do here what they do there."""
    spec, names = baggage.spec, {}
    for name, files in baggage.files:
        if not all(_is_here(Path(file), content) for file, content in files) or not _means(name, Path(files[0][0])):
            here = _unpacked(files)
            _, attribute = sources.split_path(name)
            there = f"{here}:{attribute}" if attribute else str(here)
            names[there] = name
            spec = spec.replace(name, there)
    player = load_player(spec)
    if names:
        player = Player(_called(player.bidding, names), _called(player.play, names))
    if player.source_hash != baggage.source_hash:
        raise StrategyError(
            f"{baggage.spec} is another strategy on this worker than where it was sent from",
            "install the same version of everything it is made of on all workers",
        )
    return player


def _means(name: str, file: Path) -> bool:
    """Whether the name of a file is that of the sender's file here too: it may be relative to a folder."""
    return sources.split_path(name)[0].resolve() == file


def _is_here(file: Path, content: bytes) -> bool:
    try:
        return file.read_bytes() == content
    except OSError:
        return False


def _unpacked(files: tuple[tuple[str, bytes], ...]) -> Path:
    """Write files into a folder of this process, in the order in which they lay; returns the first."""
    top = os.path.commonpath([os.path.dirname(file) for file, _ in files])  # noqa: PTH120  # of another machine
    digest = hashlib.sha256(repr(files).encode()).hexdigest()[:16]
    written = [_folder() / digest / os.path.relpath(file, top) for file, _ in files]
    for path, (_, content) in zip(written, files, strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return written[0]


@lru_cache(maxsize=1)
def _folder() -> Path:
    made = Path(tempfile.mkdtemp(prefix="euchre-sim-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def _called(part: StrategyPart, names: dict[str, str]) -> StrategyPart:
    """The same part under the name that it has where it comes from."""
    inner = None if part.inner is None else _called(part.inner, names)
    return replace(part, name=names.get(part.name, part.name), inner=inner)
