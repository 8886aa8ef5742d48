"""Decisions at a table: of a data table that has an array for each of several rules, the one for the rules played."""

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from sim.engine.jit import notice
from sim.errors import RulesError, StrategyError
from sim.players.hook_checks import names_used
from sim.players.linking import Decider
from sim.players.program import FOREIGN
from sim.rules.presets import preset
from sim.tables import DataTable


class _NoTable(Exception):
    """A hook reads a data table that has nothing for the rules."""


def at_rules(
    decision: Decider | None, hand_id: str, stand_in: Callable[[], Decider | None]
) -> tuple[Decider | None, list[str]]:
    """How a hook is decided by the rules with that `Rules.hand_id()` ("": as by the first that its tables are for).

    Where a table has nothing for them, the wrapped player decides or else whoever `stand_in` gives; who could not is
    told with it. Raises StrategyError for a table that names no rules, or whose file can't be read.
    """
    if decision is None or decision.looks_ahead:
        return decision, []
    inner, lacking = at_rules(decision.inner, hand_id, stand_in)
    try:
        return replace(decision, function=_at(decision.function, hand_id), inner=inner), lacking
    except _NoTable:
        return inner or stand_in(), [decision.strategy, *lacking]


_told: set[tuple[str, str]] = set()


def tell_lacking(strategies: Sequence[str], hand_id: str, default: str) -> None:
    """Say once of each of some strategies that they have no data table for the rules."""
    for name in strategies:
        if (name, hand_id) not in _told:
            _told.add((name, hand_id))
            notice(f"{name} has no table for these rules: {default} (in a wrapper who is wrapped) decides in its place")


@cache
def _at(function: Any, hand_id: str) -> Any:
    return _Twins(hand_id).value(function, set())


@cache
def known_rules(texts: tuple[str, ...], told: str) -> Mapping[str, str]:
    """The `hand_id` of the rules that some texts name, each with its text; `told` is the table that is for them.

    Raises StrategyError.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, *changes = text.split() or [""]
        try:
            rules = preset(name).with_changes(dict(change.split("=", 1) for change in changes))
        except (RulesError, ValueError) as error:
            said = error.message if isinstance(error, RulesError) else "a change is written as name=value"
            raise StrategyError(
                f"{told} is declared for rules that there are not, {text!r}: {said}",
                'name a preset, or one with changes behind it, as in "standard stick_dealer=on"',
            ) from None
        if rules.hand_id() in found:
            raise StrategyError(
                f"{told} is declared twice for the same rules: {found[rules.hand_id()]!r} and {text!r}",
                "what only says how long a game is (target, max_hands, laps, slam) makes no other rules",
            )
        found[rules.hand_id()] = text
    return found


class _Twins:
    """Twins of functions that read tables for several rules, which read those for one in their place."""

    def __init__(self, hand_id: str) -> None:
        self._hand_id = hand_id
        self._made: dict[int, Any] = {}

    def value(self, value: Any, attributes: set[str]) -> Any:
        """What a variable of a function becomes: the same where nothing in it hangs on the rules. Raises _NoTable."""
        if isinstance(value, DataTable) and value.rules:
            return self._once(value, self._table)
        if isinstance(value, types.FunctionType) and not getattr(value, "in_compiled_code", False):
            return self._once(value, self._function)
        if isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] not in FOREIGN:
            return self._module(value, attributes)
        return value

    def _once(self, value: Any, make: Callable[[Any], Any]) -> Any:
        if id(value) not in self._made:
            self._made[id(value)] = value  # for a function that calls itself
            self._made[id(value)] = make(value)
        return self._made[id(value)]

    def _table(self, table: DataTable) -> DataTable:
        known = known_rules(table.rules, str(table))
        text = known.get(self._hand_id) if self._hand_id else table.rules[0]
        if text is None:
            raise _NoTable
        return table.at(text)

    def _function(self, function: types.FunctionType) -> types.FunctionType:
        code = function.__code__
        variables, attributes = names_used(code)
        scope = self._changed({name: function.__globals__[name] for name in variables & function.__globals__.keys()},
                              attributes)  # fmt: skip
        cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        enclosed = self._changed({name: cell.cell_contents for name, cell in cells.items()}, attributes)
        if not scope and not enclosed:
            return function
        closure = tuple(types.CellType(enclosed[name]) if name in enclosed else cell for name, cell in cells.items())
        twin = types.FunctionType(
            code, function.__globals__ | scope, function.__name__, function.__defaults__, closure or None
        )
        twin.__kwdefaults__, twin.__module__ = function.__kwdefaults__, function.__module__
        return twin

    def _module(self, module: types.ModuleType, attributes: set[str]) -> types.ModuleType:
        changed = self._changed({name: vars(module)[name] for name in attributes & vars(module).keys()}, attributes)
        if not changed:
            return module
        twin = types.ModuleType(module.__name__)
        vars(twin).update(vars(module) | changed)
        return twin

    def _changed(self, values: Mapping[str, Any], attributes: set[str]) -> dict[str, Any]:
        """Those of some variables that become others."""
        made = {name: self.value(value, attributes) for name, value in values.items()}
        return {name: value for name, value in made.items() if value is not values[name]}
