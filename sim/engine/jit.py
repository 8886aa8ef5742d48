"""Compiling once: the cache folder, the decorators of compiled code, and what is said while it happens.

Everything compiled lies in one per-user folder, in a subfolder named by a hash of the engine's sources, the compiler's
version, the processor and the bit path. A changed source makes another subfolder, so nothing stale can ever run. Which
folder the sources lie in does not matter, so two checkouts share what is compiled.
"""

import atexit
import contextlib
import hashlib
import inspect
import logging
import os
import platform
import shutil
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from llvmlite import binding
from numba.core.ccallback import CFunc
from numba.core.registry import CPUDispatcher

from sim.bits import COMPILED, FAST_BITS
from sim.engine.code_cache import CodeCache
from sim.engine.inlining import Compiler

ENGINE, QUESTIONS = "engine", "questions"
"""What is compiled together, and noted as done together."""

_LOG = logging.getLogger("euchre_sim.compiling")
_loading = threading.RLock()
_MARKER = "euchre-sim-cache"
"""A file in each folder of compiled code that says that it is ours to delete."""
_SOURCES = Path(__file__).resolve().parent.parent


class _Telling(logging.Handler):
    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__()
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        self._tell(record.getMessage())


def on_notice(tell: Callable[[str], None]) -> logging.Handler:
    """Have `tell` told, in a sentence, what is being compiled: the INFO level of the log `euchre_sim.compiling`."""
    handler = _Telling(tell)
    _LOG.addHandler(handler)
    _LOG.setLevel(logging.INFO)
    return handler


def notice(text: str) -> None:
    """Tell whoever listens what is being done."""
    _LOG.info("%s", text)


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


def is_compiled(what: str) -> bool:
    """True when an earlier run has left `what`, the engine or the questions, compiled on disk (or nothing needs it)."""
    return not COMPILED or (_folder / f"{what}.done").exists()


def mark_compiled(what: str) -> None:
    """Note that all kernels of `what` are compiled now."""
    if COMPILED:
        note_done(_folder / f"{what}.done")


def compile_now(what: str, sentence: str, modules: Iterable[Any]) -> None:
    """Compile all kernels of some modules, unless an earlier run has; `sentence` is said before."""
    with _loading:
        if is_compiled(what):
            return
        notice(sentence)
        for module in modules:
            for made in vars(module).values():
                if isinstance(made, _Kernel):
                    made.load()
        mark_compiled(what)


def note_done(path: Path) -> None:
    """Leave a file that says that something is compiled; where there is no room it will be compiled again."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def kernel_options() -> dict[str, Any]:
    """Compiler options of everything that runs in the engine's loops."""
    return {"error_model": "numpy"}


def _cache_of(function: Callable[..., Any]) -> CodeCache:
    """Where the compiled code of a function of ours lies; it is valid for one content of the function's file."""
    source = hashlib.sha256(Path(inspect.getfile(function)).read_bytes()).hexdigest()
    return CodeCache(function, _folder / "kernels", f"{function.__module__}.{function.__qualname__}", source, notice)


class _Kernel(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that is taken from the disk when it is first called, by Python or by what is compiled.

    A kernel holds a copy of all kernels that it calls, so of seventy only a handful is ever loaded in one command, and
    compiling the outermost one compiles them all.
    """

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        options = {"nopython": True, "nogil": True, **kernel_options()}
        super().__init__(py_func=function, targetoptions=options, pipeline_class=Compiler)
        self._cache = _cache_of(function)
        self._only = signature

    def load(self) -> Any:
        """Load or compile it, for its one signature; return what to call."""
        with _loading:
            if not self.overloads:
                with self._cache.alone():
                    self.compile(self._only)
                self.disable_compile()
        return next(iter(self.overloads.values())).entry_point

    def get_call_template(self, args: Any, kws: Any) -> Any:
        self.load()
        return super().get_call_template(args, kws)

    def _compile_for_args(self, *_args: Any, **_kws: Any) -> Any:
        return self.load()


def kernel(signature: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compile a function over the batch for one signature, release the GIL in it, and keep it on disk."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        if not COMPILED:
            return function
        return _Kernel(function, signature)

    return decorate


def callback(signature: Any, function: Callable[..., Any], path: Path | None = None) -> Any:
    """Compile a function to one that C can call, and keep it on disk: at `path`, whose name then holds its hash."""
    made = CFunc(
        function, (signature.args, signature.return_type), locals={}, options=kernel_options(), pipeline_class=Compiler
    )
    made._cache = _cache_of(function) if path is None else CodeCache(function, path.parent, path.stem, "", notice)
    with made._cache.alone():
        made.compile()
    return made


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as part of whatever compiled loop calls it, so that the loop still vectorises."""
    compiled: Callable[..., Any] = numba.njit(inline="always", error_model="numpy")(function)
    return compiled


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
