"""The engine's loop with a look at the clock after each of its steps, put into its own source.

A step timed alone would find its data in the fastest memory and would need a fresh batch for every call. Here each step
meets the batch as the steps before it left it, as in a real run, and a look at the clock is shared by 1,024 hands.
`test_steps.py` proves that the loop still plays the same hands.
"""

import ast
import ctypes
import inspect
import textwrap
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import numpy as np
from numba import njit

from sim.engine import match_state
from sim.engine.batch import play_hands
from sim.engine.jit import kernel_options
from sim.engine.layout import B
from sim.engine.play import play
from sim.engine.turn_up import bid

STEPS = {
    "deal": ("deal", "propose", "farmers", "seat_owners"),
    "next player": ("take_seat",),
    "first round": ("open_bidding", "hear_order"),
    "first round, decisions": ("H_ORDER_UP",),
    "second round": ("turn_down", "open_suits", "hear_name", "join_rounds"),
    "second round, decisions": ("H_NAME_TRUMP",),
    "contract": ("settle",),
    "lead": ("play_lead",),
    "lead, decisions": ("H_LEAD",),
    "follow": ("play_card",),
    "follow, decisions": ("H_FOLLOW",),
    "last trick": ("put_last_cards",),
    "pass the lead": ("take_trick", "pass_the_lead"),
    "scoring": ("score_hands", "add_points"),
    "counting": ("count_hands",),
    "recording hands": ("record_hands",),
    "recording tricks": ("record_trick",),
    "next hand": ("next_hands",),
    "the rest": (),
}
"""What the clock tells apart: the calls of each step. Asking players counts by hook; what is not named is the rest."""

_CLOCK = time.CLOCK_MONOTONIC
_clock_gettime = ctypes.CDLL(None).clock_gettime
_clock_gettime.argtypes = [ctypes.c_int, ctypes.c_void_p]
_clock_gettime.restype = ctypes.c_int
# `times` has the nanoseconds of each step, the last look at the clock, and room for the clock's answer.
_LOOK = len(STEPS)
_WORDS = _LOOK + 3


@njit(nogil=True)
def lap(times: Any, step: Any) -> None:
    """Count the time since the last look at the clock for a step; -1 for none."""
    _clock_gettime(_CLOCK, times[_LOOK + 1 :].ctypes)
    now = times[_LOOK + 1] * 1_000_000_000 + times[_LOOK + 2]
    if step >= 0:
        times[step] += now - times[_LOOK]
    times[_LOOK] = now


def _step_of(call: ast.Call) -> int:
    name = ast.unparse(call.func)
    if name == "ask":
        name = ast.unparse(call.args[3])
    return next((k for k, names in enumerate(STEPS.values()) if name in names), len(STEPS) - 1)


class _Looks(ast.NodeTransformer):
    """Puts a look at the clock behind each statement that calls a step, and into the calls of timed functions."""

    def __init__(self, timed: dict[str, Any]) -> None:
        self.timed = timed

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.decorator_list = []
        node.args.args.insert(0, ast.arg("times"))
        self.generic_visit(node)
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        return self._timed(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        return self._timed(node)

    def _timed(self, node: ast.Expr | ast.Assign) -> Any:
        call = node.value
        if not isinstance(call, ast.Call):
            return node
        if ast.unparse(call.func) in self.timed:
            call.args.insert(0, ast.Name("times", ast.Load()))
            return node
        return [node, *ast.parse(f"lap(times, {_step_of(call)})").body]


def _with_looks(function: Any, timed: dict[str, Any]) -> Callable[..., None]:
    plain = getattr(function, "py_func", function)
    tree = _Looks(timed).visit(ast.parse(textwrap.dedent(inspect.getsource(plain))))
    namespace = plain.__globals__ | timed | {"lap": lap}
    exec(compile(ast.fix_missing_locations(tree), f"<timed {plain.__name__}>", "exec"), namespace)
    compiled: Callable[..., None] = njit(nogil=True, **kernel_options())(namespace[plain.__name__])
    return compiled


_timed_hands = _with_looks(play_hands, {"bid": _with_looks(bid, {}), "play": _with_looks(play, {})})


class TimedGames:
    """Games played by the timed loop, with the arrays that a match gives the engine."""

    def __init__(self, table: match_state.Table, games: int, detail: str) -> None:
        self.games = match_state.Games(table, 0, games, detail, B)
        self._times = np.zeros(_WORDS, dtype=np.int64)

    def go_on(self, rounds: int) -> None:
        """Play up to `rounds` hands in each lane."""

        def timed(*given: Any) -> None:
            lap(self._times, -1)
            _timed_hands(self._times, *given)

        with patch.object(match_state, "play_hands", timed):
            self.games.go_on(rounds)

    def seconds(self, step: str) -> float:
        """Time that a step has taken so far."""
        return int(self._times[list(STEPS).index(step)]) / 1e9
