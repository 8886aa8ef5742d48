"""What a player is, as a hash that any version of Python gives alike: of the sources that decide how they play.

The values that these use belong to it. Comments, docstrings and formatting do not count; whatever may change what a
player does counts. Compiled code is not looked at, except of functions whose source is not to be had (typed into an
interpreter, or edited since they were loaded).
"""

import enum
import hashlib
import linecache
import re
import sys
import types
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from sim.players.canonical import Function, SourceText, attributes_in, canonical, names_from_outside
from sim.players.linking import Decider
from sim.players.program import content
from sim.players.sources import SOURCES
from sim.tables import DECLARED, DataTable

KIND: Final = "2:"
"""How hashes of this kind begin; those without it were made of the bytecode of one version of Python."""
LOOK_AHEAD_VERSION: Final = 2
"""Changes whenever players who look ahead choose otherwise for the same seed."""
_BY_NAME: Final = {"numpy", "numba", "llvmlite", "pandas", "pyarrow", *sys.stdlib_module_names}
_INSTALLED: Final = frozenset(("site-packages", "dist-packages"))
_DEEP: Final = 20


def identity(decision: Decider) -> str:
    """Twenty hex digits of what decides one hook: its functions, the values they use, and its parameters."""
    return _identity(decision, decision.label)


@cache
def _identity(decision: Decider, label: str) -> str:
    said = [decision.hook, label, str(decision.takes), _Teller(decision).told, _params(decision)]
    if decision.inner is not None:
        said.append(identity(decision.inner))
    if decision.believed:
        said.append(f"looks ahead {LOOK_AHEAD_VERSION} {decision.looks_ahead} {decision.believed}")
    return hashlib.sha256("\0".join(said).encode("utf-8", "backslashreplace")).hexdigest()[:20]


def _params(decision: Decider) -> str:
    """Names, kinds and values of the parameters, in order."""
    defaults = getattr(decision.params, "_field_defaults", {})
    kinds = (f"{name} {type(default).__name__}" for name, default in defaults.items())
    return f"{', '.join(kinds)}: {', '.join(repr(float(value)) for value in decision.values)}"


class _Teller:
    """Tells a function with all that it uses as one text; what came before is told by its number."""

    def __init__(self, decision: Decider) -> None:
        self._seen: dict[int, int] = {}
        self._looked_up: set[tuple[int, str]] = set()
        self._keep: list[Any] = []
        self._numpy = decision.in_numpy
        self._package = str(getattr(decision.function, "__module__", "")).partition(".")[0]
        self.told = self._value(decision.function, set(), 0)
        if decision.in_numpy:  # it may use anything, so all its files count
            texts = getattr(decision.function, "__globals__", {}).get(SOURCES, {})
            self.told += "".join(sorted(canonical(_parsed(text, file).tree) for file, text in texts.items()))
            self.told += "".join(
                one.identity for one in getattr(decision.function, "__globals__", {}).get(DECLARED, ())
            )

    def _value(self, value: Any, attributes: set[str], depth: int) -> str:
        """What a variable holds; `attributes` are the names that are looked up in anything there."""
        if isinstance(value, np.generic | np.ndarray):
            array = np.asarray(value)
            if array.dtype.hasobject:
                return f"array {array.shape} {self._value(array.tolist(), attributes, depth + 1)}"
            return f"array {array.dtype.str} {array.shape} {hashlib.sha256(array.tobytes()).hexdigest()}"
        if isinstance(value, DataTable):
            return value.identity
        if isinstance(value, enum.Enum):
            return f"{type(value).__qualname__}.{value.name} {self._value(value.value, attributes, depth)}"
        if value is None or isinstance(value, bool | int | float | complex | str | bytes):
            return f"{type(value).__name__} {value!r}"
        if depth > _DEEP:
            return type(value).__name__
        if isinstance(value, tuple | list):
            return f"({', '.join(self._value(item, attributes, depth + 1) for item in value)})"
        if isinstance(value, set | frozenset):
            return f"{{{', '.join(self._value(item, attributes, depth + 1) for item in sorted(value, key=repr))}}}"
        if isinstance(value, dict):
            items = [(self._value(k, attributes, depth + 1), self._value(v, attributes, depth + 1))
                     for k, v in value.items()]  # fmt: skip
            return f"{{{', '.join(f'{key}: {told}' for key, told in items)}}}"
        if isinstance(value, types.ModuleType):
            return self._module(value, attributes, depth + 1)
        if id(value) in self._seen:
            return f"number {self._seen[id(value)]}"
        self._seen[id(value)] = len(self._seen)
        self._keep.append(value)  # so that no other object gets its id
        return self._compound(value, attributes, depth + 1)

    def _compound(self, value: Any, attributes: set[str], depth: int) -> str:
        if isinstance(value, types.FunctionType):
            return self._function(value, depth)
        if isinstance(value, types.MethodType):
            return self._value(value.__func__, attributes, depth) + self._value(value.__self__, attributes, depth)
        if isinstance(value, type):
            return self._class(value, attributes, depth)
        if self._numpy and hasattr(value, "__dict__"):
            return f"{self._value(type(value), attributes, depth)} {self._value(vars(value), attributes, depth)}"
        return re.sub(r" at 0x[0-9a-f]+", "", f"{type(value).__name__} {value!r}")

    def _function(self, function: types.FunctionType, depth: int) -> str:
        code = function.__code__
        module = function.__module__ or ""
        if getattr(function, "in_compiled_code", False) or self._is_foreign(module, code.co_filename):
            return f"{module}.{function.__qualname__}"
        enclosed = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        defaults = self._value(function.__defaults__, set(), depth) + self._value(function.__kwdefaults__, set(), depth)
        node = _source_of(function)
        if node is None:
            names = attributes = {*code.co_names, *enclosed}
            text = "bytecode " + content(code).decode("latin-1")
        else:
            names, attributes, text = _told(node)
        used = []
        for name in sorted(names):
            if name in enclosed:
                try:
                    used.append(f"{name} = {self._value(enclosed[name].cell_contents, attributes, depth)}")
                except ValueError:  # nothing is in it yet
                    used.append(name)
            elif name in function.__globals__:
                used.append(f"{name} = {self._value(function.__globals__[name], attributes, depth)}")
        return f"{text} with {defaults} and {'; '.join(used)}"

    def _module(self, module: types.ModuleType, attributes: set[str], depth: int) -> str:
        if module.__name__.partition(".")[0] in _BY_NAME | {"sim"}:
            return module.__name__
        told = []
        for name in sorted(attributes & vars(module).keys()):
            place = id(module), name
            if place not in self._looked_up:  # another function may look up other names in the same module
                self._looked_up.add(place)
                told.append(f"{name} = {self._value(vars(module)[name], attributes, depth)}")
        return "; ".join(told)

    def _class(self, cls: type, attributes: set[str], depth: int) -> str:
        if self._is_foreign(cls.__module__, getattr(sys.modules.get(cls.__module__), "__file__", None) or ""):
            return f"{cls.__module__}.{cls.__qualname__}"
        if issubclass(cls, enum.Enum):
            return f"{cls.__qualname__} {[(name, repr(member.value)) for name, member in cls.__members__.items()]}"
        kinds: tuple[type, ...] = (bool, int, float, str, tuple, np.generic, np.ndarray)
        if self._numpy:
            kinds += (types.FunctionType, staticmethod, classmethod, property, list, dict)
        told = [f"{name} {self._value(default, attributes, depth)}" for name, default in
                getattr(cls, "_field_defaults", {}).items()]  # fmt: skip
        for name, value in sorted(vars(cls).items()):
            if isinstance(value, kinds) and not (name.startswith("__") and name.endswith("__") and name != "__init__"):
                plain = getattr(value, "__func__", None) or getattr(value, "fget", None) or value
                told.append(f"{name} = {self._value(plain, attributes, depth)}")
        return f"{cls.__qualname__}({'; '.join(told)})"

    def _is_foreign(self, module: str, file: str) -> bool:
        """Whether code counts by its name: that of libraries, which have versions of their own."""
        top = module.partition(".")[0]
        if top in _BY_NAME:
            return True
        return self._numpy and top != self._package and not _INSTALLED.isdisjoint(Path(file).parts)


@cache
def _told(node: Function) -> tuple[set[str], set[str], str]:
    """The names and attributes that a function looks up, and its text."""
    return names_from_outside(node), attributes_in(node), canonical(node)


def _source_of(function: types.FunctionType) -> Any:
    """The parsed source of a function; None where it is not to be had."""
    file = function.__code__.co_filename
    text = function.__globals__.get(SOURCES, {}).get(file)
    if text is None:
        linecache.checkcache(file)
        text = "".join(linecache.getlines(file, function.__globals__)).encode("utf-8", "surrogatepass")
    try:
        return _parsed(text, file).function(function.__code__) if text else None
    except (SyntaxError, ValueError, RecursionError):
        return None


@cache
def _parsed(text: bytes, file: str) -> SourceText:
    return SourceText(text, file)
