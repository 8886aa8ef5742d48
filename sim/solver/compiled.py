"""Compiled functions of the solver: made when they are first called, and kept in the project's cache folder."""

import hashlib
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.registry import CPUDispatcher

from sim.bits import COMPILED
from sim.engine.cache_folder import cache_folder
from sim.engine.code_cache import CodeCache
from sim.engine.jit import is_compiled, kernel_options, mark_compiled, notice

_making = threading.RLock()


@cache
def _stamp() -> str:
    """A hash of all sources of the solver: one compiled function holds parts of several files."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _say_once() -> None:
    """Say that the solver is compiled, the first time that this version of it is used on a machine."""
    what = f"solver-{_stamp()[:12]}"
    if not is_compiled(what):
        notice("compiling the solver (some seconds, once on this machine)")
        mark_compiled(what)  # at once, for one function loads others while it is compiled


class _OnDemand(CPUDispatcher):  # type: ignore[misc]
    """A function that is compiled, or taken from the disk, when it is first called; it may call itself."""

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        super().__init__(py_func=function, targetoptions={"nopython": True, "nogil": True, **kernel_options()})
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._only = signature

    def _load(self) -> Any:
        with _making:
            if not self.overloads:
                _say_once()
                self._cache = CodeCache(self.py_func, cache_folder() / "solver", self._name, _stamp(), notice)
                with self._cache.alone():
                    self.compile(self._only)
                self.disable_compile()
        return next(iter(self.overloads.values())).entry_point

    def get_call_template(self, args: Any, kws: Any) -> Any:
        self._load()
        return super().get_call_template(args, kws)

    def _compile_for_args(self, *_args: Any, **_kws: Any) -> Any:
        return self._load()


def on_demand(signature: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compile a function for one signature at its first call, release the GIL in it, and keep it on disk."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        return _OnDemand(function, signature) if COMPILED else function

    return decorate


def part(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as part of the compiled functions that call it."""
    compiled: Callable[..., Any] = numba.njit(nogil=True, **kernel_options())(function)
    return compiled
