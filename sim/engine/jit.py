"""Compiling once: the decorators of compiled code, and what is said while it happens."""

import hashlib
import inspect
import logging
import threading
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.ccallback import CFunc
from numba.core.registry import CPUDispatcher

from sim.bits import COMPILED
from sim.engine.cache_folder import cache_folder, note_done
from sim.engine.code_cache import CodeCache
from sim.engine.inlining import COMPILER

ENGINE, QUESTIONS = "engine", "questions"
"""What is compiled together, and noted as done together."""

_LOG = logging.getLogger("euchre_sim.compiling")
_loading = threading.RLock()


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


def is_compiled(what: str) -> bool:
    """True when an earlier run has left `what`, the engine or the questions, compiled on disk (or nothing needs it)."""
    return not COMPILED or (cache_folder() / f"{what}.done").exists()


def mark_compiled(what: str) -> None:
    """Note that all kernels of `what` are compiled now."""
    if COMPILED:
        note_done(cache_folder() / f"{what}.done")


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


def kernel_options() -> dict[str, Any]:
    """Compiler options of everything that runs in the engine's loops."""
    return {"error_model": "numpy"}


@cache
def _stamp(folder: Path) -> str:
    """A hash of all sources of a room: a compiled function holds parts of several of its files."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _cache_of(function: Callable[..., Any]) -> CodeCache:
    """Where the compiled code of a function of ours lies; it is valid for one content of the function's room."""
    name = f"{function.__module__}.{function.__qualname__}"
    return CodeCache(function, cache_folder() / "kernels", name, _stamp(Path(inspect.getfile(function)).parent), notice)


class _Kernel(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that is taken from the disk when it is first called, by Python or by what is compiled.

    A kernel holds a copy of all kernels that it calls, so of seventy only a handful is ever loaded in one command, and
    compiling the outermost one compiles them all.
    """

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        options = {"nopython": True, "nogil": True, **kernel_options()}
        super().__init__(py_func=function, targetoptions=options, pipeline_class=COMPILER)
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
        function, (signature.args, signature.return_type), locals={}, options=kernel_options(), pipeline_class=COMPILER
    )
    made._cache = _cache_of(function) if path is None else CodeCache(function, path.parent, path.stem, "", notice)
    with made._cache.alone():
        made.compile()
    return made


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as part of whatever compiled loop calls it, so that the loop still vectorises."""
    compiled: Callable[..., Any] = numba.njit(inline="always", error_model="numpy")(function)
    return compiled
