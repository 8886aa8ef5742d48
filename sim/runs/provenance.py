"""What a run is and where it was made: the configuration with its id, the seed, the machine and the software."""

import contextlib
import hashlib
import json
import math
import os
import platform
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any, Final, Protocol

from sim.engine import part_versions
from sim.errors import RulesError, RunFolderError, UsageError, brief
from sim.rules.house_rules import spelt
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from sim.rules.units import DETAILS, UNITS, Detail, Unit
from sim.whole import check_whole

DISTRIBUTION: Final = "euchre-sim"
SEED_LIMIT: Final = 2**63
"""Seeds are below this."""
EXACT_LIMIT: Final = 2**53
"""Seeds below this are drawn, and are numbers in JSON; larger ones are text there, for JavaScript and jq round them."""
MAX_THREADS: Final = 512
RECORDED: Final = 0
"""Stands for the engine of a run that was not simulated: people played it."""
_LIBRARIES: Final = ("numpy", "numba", "llvmlite", "pyarrow")


class RecordablePlayer(Protocol):
    """What is recorded of a player; `sim.players.strategy.load_player` makes them."""

    @property
    def name(self) -> str: ...
    @property
    def spec(self) -> str: ...
    @property
    def source_hash(self) -> str: ...
    @property
    def params(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class PlayerRecord:
    """A player of a run: the name shown, the spec that loads it, a hash of its sources, and its parameters."""

    name: str
    spec: str
    source_hash: str
    params: tuple[tuple[str, float], ...]

    @classmethod
    def of(cls, player: RecordablePlayer) -> "PlayerRecord":
        """The record of a loaded player."""
        return cls(player.name, player.spec, player.source_hash, tuple(sorted(player.params.items())))

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {"name": self.name, "spec": self.spec, "source_hash": self.source_hash, "params": dict(self.params)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "PlayerRecord":
        """From what `to_dict` gave. Raises KeyError, TypeError and AttributeError for anything else."""
        name, spec, source_hash = data["name"], data["spec"], data["source_hash"]
        if not all(isinstance(text, str) for text in (name, spec, source_hash)):
            raise TypeError("a player's name, spec and source_hash are texts")
        if not all(isinstance(value, int | float) and math.isfinite(value) for value in data["params"].values()):
            raise TypeError(f"the parameters of {brief(spec)} are numbers")
        return cls(name, spec, source_hash, tuple(sorted(data["params"].items())))


@dataclass(frozen=True)
class RunConfig:
    """Everything that defines a run except how much of it is played: rules, a player a chair, seed, unit, engine.

    `parts` are the versions of those parts of the engine that the game uses and that have changed since `engine`.
    """

    rules: Rules
    players: tuple[PlayerRecord, ...]
    seed: int
    unit: Unit
    engine: int
    detail: Detail
    parts: tuple[tuple[str, int], ...] = ()

    @property
    def recorded(self) -> bool:
        """Whether people played this, so that nothing of it can be played again."""
        return self.engine == RECORDED

    @property
    def made_by(self) -> str:
        """The version of the engine as text, with those of its parts: `2`, or `2, napoleon 2`."""
        return ", ".join([str(self.engine), *(f"{name} {version}" for name, version in self.parts)])

    @property
    def id(self) -> str:
        """Sixteen hex digits, a hash of all that changes results; not of the number of games, threads or detail."""
        return config_id(self.to_dict())

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready; `from_dict` reads it back."""
        return {
            "rules": self.rules.to_dict(),
            "players": [player.to_dict() for player in self.players],
            "seed": seed_as_json(self.seed),
            "unit": self.unit,
            "engine": self.engine,
            **({"parts": dict(self.parts)} if self.parts else {}),
            "detail": self.detail,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], where: str) -> "RunConfig":
        """A configuration from its dict; RunFolderError naming `where` it stood when it cannot be read.

        Rules of earlier versions may hold values without effect; `idle_values` tells them.
        """
        try:
            players = tuple(PlayerRecord.from_dict(player) for player in data["players"])
            rules, _ = Rules.of_values(data["rules"])
            if len(players) != rules.players:
                raise ValueError(f"{len(players)} players for {rules.players} chairs")
            unit, detail, engine = data["unit"], data["detail"], data["engine"]
            if unit not in UNITS or detail not in DETAILS or (unit, detail) == ("hands", "games"):
                raise ValueError(f"unit {brief(unit)} with detail {brief(detail)}")
            if type(engine) is not int or not 0 <= engine < SEED_LIMIT:
                raise ValueError(f"engine {brief(engine)}")
            parts = tuple(sorted(data.get("parts", {}).items()))
            if not all(isinstance(name, str) and type(version) is int and version > 1 for name, version in parts):
                raise ValueError(f"parts {brief(data['parts'])}")
            return cls(rules, players, seed_from_json(data["seed"]), unit, engine, detail, parts)
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError, RecursionError) as error:
            reason = f"{type(error).__name__} {error}"
        except (RulesError, UsageError) as error:
            reason = error.message
        raise RunFolderError(
            f"{where} does not describe a run: {reason[:300]}", "it may be damaged, or written by a newer euchre-sim"
        )

    def side_names(self) -> tuple[str, ...]:
        """Who plays on each side: one name, or `A + B` where partners differ."""
        teams = self.rules.teams
        seats = [[player.spec for player in self.players[side::teams]] for side in range(teams)]
        return tuple(" + ".join(dict.fromkeys(names)) for names in seats)

    def differences(self, other: "RunConfig") -> list[str]:
        """One phrase a difference, as in `seed 7 instead of 5` (here instead of in `other`), detail left out."""
        phrases = [
            f"rule {self.rules.said(name)} instead of {spelt(name, theirs)}"
            for name, (_, theirs) in self.rules.differences(other.rules).items()
        ]
        pairs = list(zip(self.players, other.players, strict=False)) if len(self.players) == len(other.players) else []
        for mine, theirs in dict.fromkeys(pairs):
            if mine.spec != theirs.spec:
                phrases.append(f"player {mine.spec} instead of {theirs.spec}")
            elif mine != theirs:
                phrases.append(f"player {mine.spec} {changed(mine.source_hash, theirs.source_hash)}")
        for name in ("seed", "unit", "engine"):
            a, b = getattr(self, name), getattr(other, name)
            if a != b:
                phrases.append(f"{'engine version' if name == 'engine' else name} {a} instead of {b}")
        here, there = dict(self.parts), dict(other.parts)
        versions = ((name, here.get(name, 1), there.get(name, 1)) for name in sorted(here.keys() | there.keys()))
        if self.engine == other.engine:
            phrases += [f"version {a} of {name} instead of {b}" for name, a, b in versions if a != b]
        return phrases


def idle_values(config: Mapping[str, Any]) -> list[str]:
    """A phrase on each rule of a stored configuration whose value has no effect: it is read as the usual one."""
    return [
        f"{name} = {spelt(name, given)} has no effect in this game and is read as {spelt(name, stands)}"
        for name, (given, stands) in Rules.of_values(config["rules"])[1].items()
    ]


def changed(here: str, there: str) -> str:
    """What it means that the hashes of a player's sources differ, one of them perhaps of an older kind."""
    if (":" in here) == (":" in there):
        return "with changed sources"
    return "who cannot be compared (earlier versions knew players by Python's bytecode, this one knows their sources)"


def config_id(config: Mapping[str, Any]) -> str:
    """The id of a configuration as `RunConfig.to_dict` gives it, or as run.json holds it."""
    facts = {key: value for key, value in config.items() if key != "detail"}
    with contextlib.suppress(UsageError):  # large seeds are text in JSON
        facts["seed"] = seed_from_json(config.get("seed"))
    canonical = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def make_config(
    rules: Rules, players: Sequence[RecordablePlayer], seed: int, unit: Unit, detail: Detail, engine: int
) -> RunConfig:
    """A configuration with one player a chair; one player sits everywhere, one a side sits in turn.

    Raises UsageError when the number of players fits neither.
    """
    if len(players) not in (1, rules.teams, rules.players):
        raise UsageError(f"{len(players)} strategies for a game of {rules.players} players", f"give {rules.seatings}")
    chairs = tuple(PlayerRecord.of(players[chair % len(players)]) for chair in range(rules.players))
    return RunConfig(rules, chairs, seed, unit, engine, detail, tuple(sorted(part_versions(rules).items())))


def rules_name(rules: Rules) -> str:
    """The preset that these rules are, or the nearest one with the fields that differ: `standard with target = 11`."""
    name, base = min(PRESETS.items(), key=lambda item: len(rules.differences(item[1])))
    changes = [rules.said(field) for field in rules.differences(base)]
    return f"{name} with {', '.join(changes)}" if changes else name


def draw_seed() -> int:
    """A fresh seed from the system's source of randomness, from 0 to 2**53 - 1: every program reads it exactly."""
    return secrets.randbelow(EXACT_LIMIT)


def check_seed(seed: object) -> int:
    """The seed as a plain int; UsageError when it is not a whole number from 0 to 2**63 - 1."""
    return check_whole("seed", seed, 0, SEED_LIMIT - 1, example=42)


def seed_as_json(seed: int) -> int | str:
    """A seed as JSON holds it: a number, or text from 2**53 on (see EXACT_LIMIT)."""
    return seed if seed < EXACT_LIMIT else str(seed)


def seed_from_json(value: object) -> int:
    """The seed that JSON holds as a number (of any size, as runs were once written) or as text. Raises UsageError."""
    digits = isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 20
    return check_seed(int(value) if digits else value)  # type: ignore[call-overload]  # digits are text


def package_version() -> str:
    """The installed version of this program, or `unknown` when it runs from a bare source tree."""
    return _version(DISTRIBUTION)


def software() -> dict[str, str]:
    """Versions of the program, Python and the libraries that compute or write results."""
    versions = {DISTRIBUTION: package_version(), "python": platform.python_version()}
    return versions | {name: _version(name) for name in _LIBRARIES}


def machine() -> dict[str, str | int]:
    """The system, its processor and the number of processors this process may use."""
    return {"system": platform.platform(), "processor": _processor(), "processors": processors()}


def processors() -> int:
    """Processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def thread_count(threads: object) -> int:
    """The threads asked for, checked; one for each processor where nobody says."""
    return processors() if threads is None else check_whole("threads", threads, 1, MAX_THREADS, example=2)


def now() -> str:
    """The time in UTC, to the second, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "unknown"


def _processor() -> str:
    # platform.processor() is empty or "x86_64" on Linux.
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8", errors="replace") as lines:
            models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
            return next(models, "") or platform.processor() or platform.machine()
    except OSError:
        return platform.processor() or platform.machine()
