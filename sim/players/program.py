"""What a hook is made of: the plain functions it calls, inlined, and a hash of all that the compiler may read."""

import hashlib
import re
import sys
import types as python_types
from collections.abc import Callable
from typing import Any

import numpy as np

from sim.engine.jit import inlined
from sim.engine.tables import MOST, Slot
from sim.errors import StrategyError
from sim.players.hook_checks import check_function, may_fail, names_used, place
from sim.tables import DataTable
from sim.views import View

Hook = Callable[..., Any]
FOREIGN = {"numpy", "numba", "llvmlite", "pandas", "pyarrow", "sim"} | set(sys.stdlib_module_names)
"""Packages whose modules are taken as they are."""


class Tables:
    """The tables that the programs of a step read, by their names, each with what stands for it in the code."""

    def __init__(self) -> None:
        self.slots: list[Slot] = []
        self.names: list[str] = []
        self._numbers: dict[int, int] = {}

    def slot(self, name: str, table: DataTable) -> Slot:
        """What stands for a table. Raises StrategyError for one too many."""
        if id(table) not in self._numbers:
            if len(self.slots) == MOST:
                raise StrategyError(f"{name} is one table too many for a decision", f"at most {MOST} are read in one")
            place = self.slots[-1].place + 1 + self.slots[-1].dimensions if self.slots else 1
            self._numbers[id(table)] = len(self.slots)
            self.slots.append(Slot(len(self.slots), place, table))
            self.names.append(name)
        return self.slots[self._numbers[id(table)]]


class Program:
    """A hook with all the plain functions it calls: their inlined forms, the view fields used, and their sources."""

    def __init__(self, hook: Hook, tables: Tables | None = None) -> None:
        self.tables = tables or Tables()
        self.fields: set[str] = set()
        self.may_fail = False
        self.arrays: list[str] = []
        """Names of arrays that are no tables: constants of the compiled code, in which no index is looked at."""
        self.functions: list[Hook] = []
        self.ingredients: list[bytes] = []
        self._forms: dict[int, Any] = {}
        self._modules: dict[int, Any] = {}
        self.policy = self._form(hook)

    def _form(self, function: Any) -> Any:
        """The inlined twin of a plain function, with the functions it calls replaced by their twins."""
        if id(function) in self._forms:
            if self._forms[id(function)] is None:
                raise StrategyError(
                    f"{place(function)}: {function.__name__} calls itself", "write it without recursion"
                )
            return self._forms[id(function)]
        check_function(function)
        self._forms[id(function)] = None
        code = function.__code__
        self.may_fail |= may_fail(function)
        self.functions.append(function)
        # Not the file: it may have been edited since the function was loaded.
        self.ingredients.append(content((code, function.__defaults__)))
        variables, attributes = names_used(code)
        self.fields.update(attributes & set(View._fields))
        scope = function.__globals__
        used = {name: self._value(name, scope[name], attributes) for name in sorted(variables & scope.keys())}
        cells = [self._value(name, cell.cell_contents, attributes)
                 for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True)]  # fmt: skip
        form = self._forms[id(function)] = _form_of(function, used, cells)
        return form

    def _value(self, name: str, value: Any, attributes: set[str]) -> Any:
        """What a variable of a function becomes; `attributes` are the names that the function looks up in anything."""
        if isinstance(value, python_types.FunctionType):
            if getattr(value, "in_compiled_code", False):
                return value
            return self._form(value)
        if isinstance(value, python_types.ModuleType):
            return value if value.__name__.partition(".")[0] in FOREIGN else self._module(value, attributes)
        if isinstance(value, DataTable):
            slot = self.tables.slot(name, value)
            self.ingredients.append(content((name, *slot.ingredients)))
            return slot
        if isinstance(value, np.ndarray):
            self.arrays.append(name)
        self.ingredients.append(content((name, value)))
        return value

    def _module(self, module: Any, attributes: set[str]) -> Any:
        """A copy of a helper module with inlined forms of what is used of it, for `helpers.function(...)`."""
        copy = self._modules.setdefault(id(module), python_types.ModuleType(module.__name__))
        for name in attributes & vars(module).keys() - vars(copy).keys():
            setattr(copy, name, self._value(f"{module.__name__}.{name}", vars(module)[name], attributes))
        return copy

    def digest(self) -> str:
        """Hash of everything that the program is made of."""
        return hashlib.sha256(b"\0".join(sorted(self.ingredients))).hexdigest()[:20]


_made: dict[tuple[Any, ...], Any] = {}
"""Forms made before, by all that they are made of: a helper of many hooks is read by the compiler once."""


def _form_of(function: Any, used: dict[str, Any], cells: list[Any]) -> Any:
    """The inlined twin of a function for which some variables are these: the one that was made before, if it is so."""
    code, values = function.__code__, [*used.values(), *cells]
    key = None
    # What is looked up in a module of helpers hangs on who asks.
    if not any(isinstance(value, python_types.ModuleType) for value in values):
        whole = (code, code.co_filename, code.co_firstlineno, code.co_linetable)
        key = (whole, function.__module__, repr(function.__defaults__), *used, *map(_told_apart, values))
        if key in _made:
            return _made[key]
    scope = function.__globals__ | used
    closure = tuple(map(python_types.CellType, cells)) or None
    twin = python_types.FunctionType(code, scope, function.__name__, function.__defaults__, closure)
    twin.__module__ = function.__module__
    form = inlined(twin)
    if key is not None:
        _made[key] = form
    return form


def _told_apart(value: Any) -> Any:
    """Which function or class it is (the form keeps it alive), or what a value is that may change in place."""
    return id(value) if callable(value) else (type(value), content(value))


def content(value: Any) -> bytes:
    """All that the compiler may read of a value, as bytes that are the same in each process."""
    if isinstance(value, tuple):
        return b"(" + b",".join(content(item) for item in value) + b")"
    if isinstance(value, frozenset):
        return b"{" + b",".join(sorted(content(item) for item in value)) + b"}"
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} ".encode() + value.tobytes()
    if isinstance(value, python_types.CodeType):
        names = (value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars)
        shape = (value.co_name, value.co_argcount, value.co_kwonlyargcount, value.co_flags)
        return content((value.co_code, value.co_consts, value.co_exceptiontable, names, shape))
    if isinstance(value, type):
        plain = {name: item for name, item in vars(value).items() if isinstance(item, int | float | str | tuple)}
        return content((value.__module__, value.__qualname__, tuple(sorted(plain.items()))))
    return re.sub(r" at 0x[0-9a-f]+", "", f"{type(value).__name__} {value!r}").encode()
