"""Linking: how a plain Python hook becomes a compiled step over the batch.

A step is written out as a small module of its own, named by a hash of everything that it is made of, and compiled once.
The hook and every plain function it calls are inlined into the step's loop, or the loop would not vectorise.
"""

import hashlib
import re
import sys
import types as python_types
from collections import namedtuple
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import indent
from typing import Any

import numpy as np
from numba.core import types
from numba.core.errors import NumbaError, TypingError
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.core.typing.templates import signature as make_signature

from sim.bits import COMPILED
from sim.engine.asking import STEP, register_plain
from sim.engine.cache_folder import cache_folder, note_done
from sim.engine.jit import callback
from sim.engine.layout import DECISION_STRIDE, HOOKS
from sim.engine.look import FIELDS
from sim.engine.tables import directory
from sim.errors import StrategyError
from sim.players.hook_checks import check_hook, place
from sim.players.program import Hook, Program, Tables
from sim.tables import OUTSIDE_HINT, OutsideTable, noting
from sim.views import View


def as_action(answer: Any) -> Any:
    """A hook's answer as a word; only whole numbers, masks and truth values will do."""
    if isinstance(answer, float | np.floating) or not isinstance(answer, int | np.integer | np.bool_):
        raise TypeError(f"a hook answered with {answer!r}, which is neither a mask nor a whole number")
    return np.uint64(int(answer) & 0xFFFF_FFFF_FFFF_FFFF)


class _AsAction(AbstractTemplate):  # type: ignore[misc]
    key = as_action

    def generic(self, args: Any, kws: Any) -> Any:
        answer = args[0]
        if isinstance(answer, types.Integer | types.Boolean):
            return make_signature(types.uint64, types.unliteral(answer))
        if isinstance(answer, types.Float):
            raise TypingError("some answers are masks and some plain numbers: wrap the plain ones, as in U(0)")
        if isinstance(answer, types.NoneType | types.Optional):
            raise TypingError("a hook must always answer, but here a return is missing")
        raise TypingError(f"a hook must answer with a mask or a whole number, not with {answer}")


infer_global(as_action, types.Function(_AsAction))


@lower_builtin(as_action, types.Integer)  # type: ignore[untyped-decorator]
@lower_builtin(as_action, types.Boolean)  # type: ignore[untyped-decorator]
def _lower_as_action(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.cast(builder, args[0], sig.args[0], types.uint64)


_STEP_TEXT = '''"""A step that decides {hook}; written by euchre-sim, compiled once."""
import numpy as np
from sim.bits import ONES, U, sel
from sim.engine.layout import *
from sim.engine.dead import dead_before_play, dead_in_play, dead_in_second_round
from sim.engine.look import before_maker, from_seat, is_last, laid_open, on_table, said, score_them, void_at, was_stuck
from sim.engine.memory import cards_of_trick, leader_of_trick, played_by
from sim.engine.proposal import NO_SUIT
from sim.engine.rng import decision_word
from sim.engine.score import score_us
from sim.engine.seats import friends, has_role, on_makers_side, relative_seat, same_side, seat_of
from sim.engine.suits import TRUMP_LANE
from sim.engine.asking import floats, ints, words
from sim.players.linking import as_action
{imports}

def step(batch_, action_, n, position, trick, rules_, params_):
    batch, action = words(batch_, ROWS * B), words(action_, {answers} * B)
    rules, params = ints(rules_, RULE_WORDS), floats(params_, STEP_PARAMS)
    players = {players}
    deck_trump, deck_plain = U(rules[R_DECK_TRUMP]), U(rules[R_DECK])
    number = {decision} + 8 * trick + position
{parameters}
{before}
{loops}
{after}
'''

_LOOP = """for i in range(n):
    roles = batch[ROLES * B + i]
    {fields}
    {body}"""


ASK = "ask"
"""Name of a wrapper's third argument by which it asks the wrapped player itself, as in `ask(view)`."""
_INNER_PARAMS = "inner_params"
"""Field of the view by which the wrapped player's parameters come to it where it is asked."""
_ASKED = """from sim.engine.jit import inlined


@inlined
def ask(view):
    return inner({arguments})
"""

_PARTS = ("policy", "View", "Params", "inner", "InnerParams")
"""What a written step calls by name: the hook, its view, its parameters, and the same of a hook that it wraps."""


@dataclass(frozen=True)
class Decider:
    """A function that decides one hook, with its parameters; a wrapper's also has the decision that it wraps."""

    strategy: str
    hook: str
    function: Hook
    params: type | None
    values: tuple[float, ...]
    inner: "Decider | None" = None
    in_numpy: bool = False
    """True where the function answers for a whole batch of views at once."""
    looks_ahead: str = ""
    """How the player looks ahead (see `sim.worlds.thinking.Outlook`), empty where they do not."""
    believed: str = ""
    """Where the player looks ahead or draws deals, the specification of who they believe to sit everywhere."""
    label: str = field(default="", compare=False)
    """The name under which the strategy has the function: the hook, or its version such as `lead_napoleon`."""

    @property
    def takes(self) -> int:
        """Arguments of the function: the view, perhaps its parameters, perhaps the wrapped player's answer."""
        return int(self.function.__code__.co_argcount) if hasattr(self.function, "__code__") else 1

    @property
    def asks(self) -> bool:
        """Whether a wrapper asks the decision that it wraps itself, where it wants to know."""
        return self.takes >= 3 and self.function.__code__.co_varnames[2] == ASK

    @property
    def needs_table(self) -> bool:
        """Whether it decides by more than its view: by deals drawn at the table where it is asked."""
        return self.believed != ""

    @property
    def all_values(self) -> tuple[float, ...]:
        """Its parameters, then those of the decision that it wraps."""
        return self.values + (self.inner.all_values if self.inner else ())


def _read_params(name: str, params: type, first: int) -> str:
    """Line of a step that reads its parameters from number `first` on."""
    defaults = [params._field_defaults[field] for field in params._fields]  # type: ignore[attr-defined]
    numbers = (
        f"params[{k}]" if isinstance(default, float) else f"np.int64(params[{k}])"
        for k, default in enumerate(defaults, start=first)
    )
    names = ", ".join(params._fields)  # type: ignore[attr-defined]
    return f"    # {names}\n    {'p' if name == 'Params' else 'q'} = {name}({', '.join(numbers)})"


_ANSWER = """view = View({names})
    action[i] = as_action(policy({arguments}))"""

_TABLES = """from sim.engine.tables import note_outside, tell_outside
from sim.worlds.choices import is_heard
"""
_NOTE = """
    note_outside(is_heard(batch, i, {hook}, position, np.int64(params[OWN_SLOT]), rules))"""
"""Deals that are passed over may look up anything: their views hold what comes."""

_NO_ANSWER = """    for i in range(n):
        action[i] = ONES"""
"""Where a hook may break off, no answer of an earlier decision may be left for an answer."""


def positions_of(hook: str, players: int) -> range:
    """The positions that a card is asked of: the leader's, or their followers'."""
    return range(1) if hook == "lead" else range(1, players)


def _write_loops(hook: str, players: int, fields: Sequence[str], body: str) -> str:
    """The loop over the deals; for a given number of players one for each position, which is a constant in it.

    So the compiler drops from the view, and from a strategy's rules, what can't be at that place.
    """
    lines = "\n    ".join(f"{name}_ = {FIELDS[hook][name]}" for name in fields)
    loop = _LOOP.format(fields=lines, body=body)
    if not players:
        return indent(loop, " " * 4)
    return "\n".join(
        f"    if position == {k}:\n        position = {k}\n{indent(loop, ' ' * 8)}" for k in positions_of(hook, players)
    )


def _has_inner_params(decision: Decider) -> bool:
    """Whether the view brings the wrapped player's parameters."""
    inner = decision.inner
    return decision.asks and inner is not None and inner.takes >= 2 and inner.params is not None


def _write_step(decision: Decider, players: int, fields: set[str], may_fail: bool, has_tables: bool) -> str:
    hook, inner = decision.hook, decision.inner
    used = [name for name in View._fields if name in fields]
    parameters, arguments, imports = [], ["view"], _TABLES if has_tables else ""
    if decision.takes >= 2 and decision.params is not None:
        parameters.append(_read_params("Params", decision.params, 0))
        arguments.append("p")
    if inner is not None:
        wrapped, given = ["view"], ["view"]
        if inner.takes >= 2 and inner.params is not None:
            parameters.append(_read_params("InnerParams", inner.params, len(decision.values)))
            wrapped.append("q")
            given.append(f"view.{_INNER_PARAMS}")
        arguments.append(ASK if decision.asks else f"inner({', '.join(wrapped)})")
        imports += _ASKED.format(arguments=", ".join(given)) if decision.asks else ""
    names = [f"{name}_, " for name in used] + (["q"] if _has_inner_params(decision) else [])
    answer = _ANSWER.format(names="".join(names), arguments=", ".join(arguments))
    if has_tables:
        answer += _NOTE.format(hook=HOOKS.index(hook))
    return _STEP_TEXT.format(
        hook=hook,
        players=players or "rules[R_PLAYERS]",
        decision=HOOKS.index(hook) * DECISION_STRIDE,
        parameters="\n".join(parameters),
        before=_NO_ANSWER if may_fail else "",
        answers=1,
        loops=_write_loops(hook, players, used, answer),
        imports=imports,
        after="    tell_outside()" if has_tables else "",
    )


def write_views(hook: str) -> str:
    """Text of a step that writes every field of the views, a row a field, for strategies that decide in NumPy."""
    body = "\n    ".join(f"action[{k} * B + i] = as_action({name}_)" for k, name in enumerate(View._fields))
    return _STEP_TEXT.format(
        hook=hook,
        players="rules[R_PLAYERS]",
        decision=HOOKS.index(hook) * DECISION_STRIDE,
        parameters="",
        before="",
        answers=len(View._fields),
        loops=_write_loops(hook, 0, View._fields, body),
        imports="",
        after="",
    )


class Step:
    """A decision ready to be linked: knows its file, whether it is compiled, and its address.

    With a number of `players` it is written for tables of just so many, with 0 for any.
    """

    def __init__(self, decision: Decider, players: int) -> None:
        self.decision, self.strategy, self.hook = decision, decision.strategy, decision.hook
        self.function = decision.function
        self.tables = Tables()
        self.programs = [_program(decision, self.tables)]
        if decision.inner is not None:
            self.programs.append(_program(decision.inner, self.tables))
        self.fields = set().union(*(program.fields for program in self.programs))
        self.loops = len(positions_of(self.hook, players)) if players else 1
        may_fail = any(program.may_fail for program in self.programs)
        self.text = _write_step(decision, players, self.fields, may_fail, bool(self.tables.slots))
        self._directory = directory([slot.table for slot in self.tables.slots])
        self.digest = hashlib.sha256(
            "\0".join([self.text, *(program.digest() for program in self.programs)]).encode()
        ).hexdigest()[:20]
        self._address: int | None = None
        self._keep: Any = None

    @property
    def path(self) -> Path:
        """File that says that the step is compiled; its code lies beside it."""
        return cache_folder() / "steps" / f"{self.hook}_{self.digest}.done"

    @property
    def is_compiled(self) -> bool:
        """True when an earlier run has left the compiled step on disk (or nothing needs compiling)."""
        return not COMPILED or self.path.exists()

    def address(self) -> int:
        """Address of the compiled step; compiles it the first time. Raises StrategyError where that fails."""
        if self._address is None:
            self._keep, self._address = self.load_from(self.path)
        return self._address

    @property
    def tables_at(self) -> int:
        """Address of the words by which it finds its tables; 0 where it reads none."""
        return self._directory.ctypes.data if self.tables.slots else 0

    def raise_failure(self) -> None:
        """Raise what was looked up outside of a table since it was last asked. Raises StrategyError."""
        missed = int(self._directory[0])
        if missed:
            self._directory[0] = 0
            raise self._outside(missed.bit_length() - 1)

    def _outside(self, number: int) -> StrategyError:
        name, table = self.tables.names[number], self.tables.slots[number].table
        decision = self.decision
        return StrategyError(
            f"{place(decision.function)}: {decision.label} of {decision.strategy} looks outside of {name}, {table}",
            OUTSIDE_HINT,
        )

    def _watched(self, plain: Any) -> Any:
        """Without the compiler: the step, which tells what it looked up outside of a table as a compiled one does."""

        def step(*arguments: Any) -> None:
            with noting():
                try:
                    plain(*arguments)
                except OutsideTable as error:
                    tables = [slot.table for slot in self.tables.slots]
                    raise self._outside(tables.index(error.table)) from None

        return step

    def _view(self) -> Any:
        """A view of just the fields that the hook and its helpers read."""
        fields = [name for name in View._fields if name in self.fields]
        return namedtuple("View", [*fields, _INNER_PARAMS] if _has_inner_params(self.decision) else fields)

    def load_from(self, path: Path) -> tuple[Any, int]:
        """Compile or load the step with its module at `path`; the step (to be kept) and its address."""
        inner = self.decision.inner
        policies = [program.policy for program in self.programs] if COMPILED else [self.function]
        if inner is not None and not COMPILED:
            policies.append(inner.function)
        parts = (policies[0], self._view(), self.decision.params, policies[-1], inner.params if inner else None)
        try:
            return load_step(path, self.text, parts, self._watched if self.tables.slots else None)
        except Exception as error:  # the compiler has many ways to give up
            raise StrategyError(
                f"{_line(error, self.function)}: {self.decision.label} can't be compiled: {_reason(error)}",
                "hooks use whole numbers, masks and helpers; literals that meet masks go in U()",
            ) from None


def load_step(
    path: Path, text: str, parts: tuple[Any, ...], watched: Callable[[Any], Any] | None = None
) -> tuple[Any, int]:
    """Compile or load the written step that is kept at `path`; return it (to be kept) and its address.

    Without the compiler `watched` may put something around it.
    """
    module = python_types.ModuleType(path.stem)
    sys.modules[path.stem] = module  # where Numba looks for the names that compiled code refers to
    vars(module).update(zip(_PARTS, parts, strict=True))
    exec(compile(text, f"<{path.stem}>", "exec"), vars(module))
    if not COMPILED:
        step = watched(module.step) if watched else module.step
        return step, register_plain(step)
    step = callback(STEP, module.step, path)
    note_done(path)
    return step, int(step.address)


def _program(decision: Decider, tables: Tables) -> Program:
    check_hook(decision.function, decision.strategy, decision.label, decision.params, decision.inner is not None)
    return Program(decision.function, tables)


def _reason(error: Exception) -> str:
    """The compiler's complaint in one line, without its trace."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if not isinstance(error, NumbaError):
        return f"{type(error).__name__}: {lines[0] if lines else 'no reason given'}"
    if "built-in function truth" in lines[0]:
        return "an if asks whether something is true that is neither a number nor a mask"
    # What a helper or the check of the answer says lies below what the compiler makes of it.
    for line in lines:
        if line.startswith("TypingError: "):
            return line.removeprefix("TypingError: ")
    for line in lines:
        if not line.startswith(("Failed in", "During:", "Enable", "This error", "File ", "<source")):
            return line
    return lines[0] if lines else type(error).__name__


def _line(error: Exception, function: Any) -> str:
    """File and line that the compiler points to, if it is the hook's file; else where the hook begins."""
    name = Path(function.__code__.co_filename).name
    lines = re.findall(rf'File "[^"]*?{re.escape(name)}", line (\d+)', str(error))
    return place(function, int(lines[-1])) if lines else place(function)
