"""What a hook may not do, found in its code before the compiler stumbles over it and told with file and line.

A hook and its helpers are compiled into the engine's loop, where nothing can be raised, printed or remembered.
"""

import builtins
import dis
import inspect
import types
from functools import lru_cache
from itertools import chain
from typing import Any

from sim.errors import StrategyError

_PARAMS = "class Params(NamedTuple): order: float = 21.0"
_NOTHING: Any = object()
_LASTING = (dict, list, set)
_SPEAKING = ("print", "input", "open", "exec", "eval", "breakpoint")
_CHANCE = ("random", "secrets", "time", "datetime")
_WRITES = {
    "STORE_GLOBAL": "changes the global {}",
    "DELETE_GLOBAL": "changes the global {}",
    "STORE_ATTR": "changes the attribute {}",
    "DELETE_ATTR": "changes the attribute {}",
}
_MAKES = {"BUILD_MAP": "a dict", "BUILD_CONST_KEY_MAP": "a dict", "BUILD_SET": "a set", "BUILD_STRING": "a text"}
_KINDS = (
    (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR, "is a coroutine"),
    (inspect.CO_GENERATOR, "is a generator"),
    (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS, "takes any number of arguments"),
)


def check_hook(function: Any, strategy: str, hook: str, params: type | None, wraps: bool) -> None:
    """Check what the engine's call of a hook relies on. Raises StrategyError."""
    if not isinstance(function, types.FunctionType):
        raise StrategyError(
            f"{strategy}: {hook} is {type(function).__name__!r} and not a plain function",
            f"write it as def {hook}(view): ...",
        )
    where = place(function)
    takes = function.__code__.co_argcount
    needed = takes - len(function.__defaults__ or ())
    if takes == 0 or needed > (3 if wraps else 2) or function.__code__.co_kwonlyargcount:
        raise StrategyError(
            f"{where}: {hook} takes {takes or 'no'} arguments, but it is called with a view and perhaps Params",
            f"write it as def {hook}(view): ... or def {hook}(view, params): ...; wrappers take (view, p, inner)",
        )
    if needed == 2 and params is None:
        raise StrategyError(
            f"{where}: {hook} takes Params, but {strategy} has no class of that name",
            f"define it as in {_PARAMS}; wrappers take (view, p, inner)",
        )


def check_wrapper(function: Any, strategy: str, hook: str, params: type | None) -> None:
    """Check that a hook with three arguments has Params for the second. Raises StrategyError."""
    if params is None:
        raise StrategyError(
            f"{place(function)}: {hook} takes three arguments, but {strategy} has no class Params for the second",
            f"wrappers take (view, p, inner), in NumPy (view, p, worlds) draws deals: define {_PARAMS}",
        )


def check_function(function: Any) -> None:
    """Check a hook or one of its helpers. Raises StrategyError at the first line that can't be compiled."""
    code = function.__code__
    for flag, kind in _KINDS:
        if code.co_flags & flag:
            raise StrategyError(f"{place(function)}: {function.__name__} {kind}", "write a plain function")
    for instruction, following in _pairs(code):
        problem = _problem(instruction, following, function.__globals__)
        if problem:
            line = instruction.positions.lineno if instruction.positions else None
            raise StrategyError(
                f"{place(function, line)}: {function.__name__} {problem}",
                "a hook only looks at its view and answers: no exceptions, output, memory or chance but view.random",
            )


def may_fail(function: Any) -> bool:
    """Whether a function looks something up by an index, which may lie outside."""
    return any(one.opname == "BINARY_SUBSCR" or one.argrepr == "[]" for one, _ in _pairs(function.__code__))


def loops(function: Any) -> int:
    """The line of the first loop in a function; 0 where there is none."""
    for one, _ in _pairs(function.__code__):
        if one.opname.startswith(("FOR_ITER", "JUMP_BACKWARD", "POP_JUMP_BACKWARD")) and one.positions:
            return one.positions.lineno or function.__code__.co_firstlineno
    return 0


def names_used(code: types.CodeType) -> tuple[set[str], set[str]]:
    """The variables that a function takes from outside, and the attributes that it looks up in anything."""
    variables, attributes = set(code.co_freevars), set()
    for one, _ in _pairs(code):
        if one.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            variables.add(one.argval)
        elif one.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            attributes.add(one.argval)
    return variables, attributes


def place(function: Any, line: int | None = None) -> str:
    """File and line of a function, or of a line in it."""
    code = function.__code__
    return f"{code.co_filename}:{line or code.co_firstlineno}"


_Pair = tuple[dis.Instruction, dis.Instruction | None]


def _pairs(code: types.CodeType) -> tuple[_Pair, ...]:
    """The instructions of a function and of those within it, each with the one that follows."""
    return _read(code, code.co_linetable)


@lru_cache(maxsize=4096)
def _read(code: types.CodeType, _lines: bytes) -> tuple[_Pair, ...]:
    """The same, once for all who ask; codes that stand on other lines may be equal, so the lines are asked for too."""
    instructions = list(dis.get_instructions(code))
    inner = [_pairs(constant) for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return (*zip(instructions, [*instructions[1:], None], strict=True), *chain.from_iterable(inner))


def _problem(one: dis.Instruction, following: dis.Instruction | None, scope: dict[str, Any]) -> str:
    """What is wrong with an instruction; empty if nothing is."""
    if one.opname == "RAISE_VARARGS":
        return "raises an exception or asserts something, but it must always answer"
    if one.opname in _MAKES:
        return f"makes {_MAKES[one.opname]}; numbers, masks and tuples are allowed"
    if one.opname in _WRITES:
        return _WRITES[one.opname].format(one.argval)
    if one.opname != "LOAD_GLOBAL":
        return ""
    name = one.argval
    value = scope.get(name, getattr(builtins, name, _NOTHING))
    if value is _NOTHING:
        return f"uses {name}, which is not defined"
    if isinstance(value, _LASTING):
        return f"uses {name}, a {type(value).__name__}; constants, tuples and arrays are allowed"
    if name in _SPEAKING and name not in scope:
        return f"calls {name}"
    if isinstance(value, types.ModuleType):
        chance = value.__name__ == "numpy" and following is not None and following.argval == "random"
        if chance or value.__name__ in _CHANCE:
            return f"uses {value.__name__}{'.random' if chance else ''}; its chance is view.random"
    return ""
