"""The folder of compiled code: where it lies, what it holds, and emptying it.

Everything compiled lies in one per-user folder, in a subfolder named by a hash of the engine's sources, the compiler's
version, the processor and the bit path. A changed source makes another subfolder, so nothing stale can ever run. Which
folder the sources lie in does not matter, so two checkouts share what is compiled.
"""

import atexit
import contextlib
import hashlib
import os
import platform
import shutil
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from llvmlite import binding

from sim.bits import COMPILED, FAST_BITS

_MARKER = "euchre-sim-cache"
"""A file in each folder of compiled code that says that it is ours to delete."""

_SOURCES = Path(__file__).resolve().parent.parent


def cache_root() -> Path:
    """The folder of all that is compiled: EUCHRE_SIM_CACHE, or the user's cache folder."""
    given = os.environ.get("EUCHRE_SIM_CACHE")
    return Path(given) if given else Path(platformdirs.user_cache_dir("euchre-sim", appauthor=False))


def engine_sources() -> list[Path]:
    """The files whose code is compiled into the engine."""
    return [
        _SOURCES / "bits.py",
        _SOURCES / "lanes.py",
        _SOURCES / "views.py",
        *sorted(_SOURCES.glob("engine/*.py")),
    ]


def _fingerprint() -> str:
    name = numba.config.CPU_NAME or binding.get_host_cpu_name()
    features = numba.config.CPU_FEATURES
    cpu = f"{platform.machine()} {name} {binding.get_host_cpu_features().flatten() if features is None else features}"
    made_with = f"{sys.version} numba {numba.__version__} llvmlite {llvmlite.__version__} numpy {np.__version__}"
    digest = hashlib.sha256(f"{made_with} {cpu} fast={FAST_BITS}".encode())
    for path in engine_sources():
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            (folder / _MARKER).touch()
            return True
    except OSError:
        return False


def _choose_folder() -> Path:
    folder = cache_root() / _fingerprint()
    if not COMPILED or _writable(folder):
        return folder
    fallback = Path(tempfile.mkdtemp(prefix="euchre-sim-"))
    atexit.register(shutil.rmtree, fallback, ignore_errors=True)
    warnings.warn(
        f"the cache folder {cache_root()} can't be written, so everything is compiled again in each run "
        "(set EUCHRE_SIM_CACHE to a folder that can)",
        RuntimeWarning,
        stacklevel=2,
    )
    return fallback


_folder = _choose_folder()


def cache_folder() -> Path:
    """Where this version of the engine keeps its compiled code."""
    return _folder


def cache_is_lasting() -> bool:
    """False where the cache folder can't be written and a temporary one stands in for it."""
    return cache_root() in _folder.parents


def note_done(path: Path) -> None:
    """Leave a file that says that something is compiled; where there is no room it will be compiled again."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def _ours() -> list[Path]:
    """The folders of compiled code in the cache folder, whatever else lies there."""
    root = cache_root()
    return [entry for entry in root.iterdir() if (entry / _MARKER).is_file()] if root.is_dir() else []


def _is_aid(path: Path) -> bool:
    return path.name == _MARKER or path.suffix == ".lock"


def cache_info() -> dict[str, Any]:
    """Folder, number of files and bytes of everything compiled, for all versions and for this one."""
    everything = [path for folder in _ours() for path in folder.rglob("*") if path.is_file() and not _is_aid(path)]
    current = [path for path in everything if _folder in path.parents]
    return {
        "folder": str(cache_root()),
        "current": str(_folder),
        "files": len(everything),
        "bytes": sum(p.stat().st_size for p in everything),
        "current_files": len(current),
        "current_bytes": sum(p.stat().st_size for p in current),
    }


def clear_cache() -> int:
    """Delete everything compiled and nothing else; return the number of files that went."""
    count: int = cache_info()["files"]
    for folder in _ours():
        shutil.rmtree(folder)
    return count
