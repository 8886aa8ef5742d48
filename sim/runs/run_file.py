"""`run.json`, which says what a run is: written with a checksum of itself, and read with mistrust."""

import hashlib
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from sim.errors import EuchreError, RunFolderError
from sim.plain_files import read_plain
from sim.runs.parts import CHECK, MAX_PART, looking_at
from sim.runs.provenance import RunConfig, config_id, rules_name
from sim.runs.schemas import SCHEMA_VERSION, check_schema_version
from sim.runs.shard import WHOLE, Shard, stored_shard

RUN_FILE: Final = "run.json"
MAX_UNITS: Final = 10**12
"""Most games or hands of a run: at ten million hands a second more than a day."""
_MOST_BYTES: Final = 1 << 20
_KINDS: Final[dict[str, type]] = {
    "schema": int,
    "id": str,
    "target": int,
    "part_size": int,
    "rules_name": str,
    "config": dict,
    "created": str,
    "software": dict,
    "machine": dict,
}


def run_file(config: RunConfig, target: int, part_size: int, created: Mapping[str, Any], shard: Shard = WHOLE) -> bytes:
    """The content of run.json; `created` has when, with which software and on which machine the run was begun."""
    data = {
        "schema": SCHEMA_VERSION,
        "id": config.id,
        "target": target,
        "part_size": part_size,
        **({} if shard == WHOLE else {"shard": [shard.number, shard.of]}),
        "rules_name": rules_name(config.rules),
        "config": config.to_dict(),
        **{key: created[key] for key in ("created", "software", "machine")},
    }
    return (json.dumps(data | {CHECK: checksum(data)}, indent=2) + "\n").encode()


def checksum(data: Mapping[str, Any]) -> str:
    """Sixteen hex digits of everything in run.json but the checksum itself."""
    rest = {key: value for key, value in data.items() if key != CHECK}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def read_run_json(root: Path) -> dict[str, Any]:
    """The content of a folder's run.json; RunFolderError where there is none, it is damaged, or of a newer schema."""
    path = root / RUN_FILE
    with looking_at(root):
        there, found = root.exists(), path.exists()
    if not there:
        raise RunFolderError(f"{root} does not exist", "give the folder that --out named")
    if not found:
        raise RunFolderError(f"{root} is not a run: it has no {RUN_FILE}", "give the folder that --out named")
    try:
        data = json.loads(read_plain(path, _MOST_BYTES), parse_constant=_no_number)
        check_schema_version(int(data["schema"]), str(path))
        _check_kinds(data)
    except EuchreError:
        raise
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else ""
        raise RunFolderError(
            f"{path} is damaged or not of euchre-sim" + (f": {reason}" if reason else ""),
            "restore it, or choose another folder",
        ) from None
    _check_sums(data, path)
    return dict(data)


def stored_config(data: Mapping[str, Any], root: Path) -> RunConfig:
    """The configuration of a run.json that `read_run_json` gave. Raises RunFolderError."""
    return RunConfig.from_dict(data["config"], str(root / RUN_FILE))


def unchecked(data: Mapping[str, Any]) -> bool:
    """Whether a run.json is of a program that wrote no checksums."""
    return CHECK not in data


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _check_kinds(data: Any) -> None:
    """ValueError, TypeError or KeyError where an entry is missing, of another kind, or out of bounds."""
    for name, kind in _KINDS.items():
        if type(data[name]) is not kind:
            raise TypeError(f"{name} has another type")
    if not 1 <= data["target"] <= MAX_UNITS or not 1 <= data["part_size"] <= MAX_UNITS:
        raise ValueError("a number is out of bounds")
    stored_shard(data)
    if CHECK not in data and set(data) != set(_KINDS):
        raise ValueError("an entry is unknown")
    for name in ("software", "machine"):
        for value in data[name].values():
            if not isinstance(value, str | int | float) or (isinstance(value, float) and not math.isfinite(value)):
                raise TypeError(f"{name} has an entry of another type")


def _check_sums(data: Mapping[str, Any], path: Path) -> None:
    """RunFolderError where run.json is not as it was written."""
    hint = "restore it as it was written; the parts of the run lie beside it untouched"
    if CHECK in data and data[CHECK] != checksum(data):
        raise RunFolderError(f"{path} has changed since it was written: its checksum is wrong", hint)
    if data["id"] != config_id(data["config"]):
        raise RunFolderError(f"{path} has changed since it was written: its id is not that of its config", hint)
    if data["part_size"] > MAX_PART:
        raise RunFolderError(
            f"{path} has parts of {data['part_size']} games, more than the {MAX_PART} that are read at once",
            "make the run anew with smaller parts",
        )
