"""A player who does what a script says, decision by decision, and plays like themselves where it says nothing.

One compiled step serves every hook and every strategy: it looks up its script by trick and position, and either writes
the scripted answer for the whole batch or hands the batch to the strategy's own step. Scripts are numbers behind the
parameters, so that no question ever needs compiling.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from sim.bits import COMPILED, U
from sim.engine.asking import STEP, call_step, floats, ints, register_plain, seat_slots, words
from sim.engine.jit import callback
from sim.engine.layout import ENTRIES, HOOKS, ROWS, RULE_WORDS, STEP_PARAMS, B

PLACES = 64
"""Decisions of a hook that can be scripted: 8 positions in each of 8 tricks (0 before the play)."""
_CELLS = 3
"""Numbers a decision: what to do, and the answer in two halves that are exact as floats."""
_ROW = PLACES * _CELLS
_ASK, _DO, _NOTE = 0.0, 1.0, 2.0
_ADDRESS, _OWN_PARAMS, _SCRIPT = range(3)


def _step(batch_, action_, n, position, trick, rules_, params_):  # type: ignore[no-untyped-def]
    batch, action = words(batch_, ROWS * B), words(action_, B)
    rules = ints(rules_, RULE_WORDS)
    # The parameters of all hooks, the strategies' own and the scripts lie behind one another.
    params = floats(params_, 1 << 30)
    cell = np.int64(params[_SCRIPT]) + _CELLS * (8 * trick + position)
    if params[cell] == _DO:
        answer = (U(np.int64(params[cell + 1])) << U(32)) | U(np.int64(params[cell + 2]))
        for i in range(n):
            action[i] = answer
    else:
        address, first_param = np.int64(params[_ADDRESS]), np.int64(params[_OWN_PARAMS])
        call_step(address, batch, action, 0, n, position, trick, rules, params, first_param)  # type: ignore[arg-type]
        if params[cell] == _NOTE and n > 0:
            params[cell + 1] = np.float64(np.int64(action[0] >> U(32)))
            params[cell + 2] = np.float64(np.int64(action[0] & U(0xFFFFFFFF)))


@cache
def _compiled_step() -> Any:
    """The step as C calls it: compiled, or taken from the disk, when it is first needed."""
    return callback(STEP, _step)


class Scripts:
    """Steps and parameters of some players, each with a script that is empty until `do` fills it.

    `steps` int64[players * ENTRIES] and `params` float64 go to the engine in place of the players' own.
    """

    def __init__(self, linked: Sequence[tuple[np.ndarray, np.ndarray]]) -> None:
        self.slots = len(linked)
        addresses, own = seat_slots(linked)
        entries = len(addresses)
        head = np.zeros((entries, STEP_PARAMS))
        head[:, _ADDRESS] = addresses
        head[:, _OWN_PARAMS] = entries * STEP_PARAMS
        number = np.arange(entries)
        head[:, _SCRIPT] = 2 * entries * STEP_PARAMS + number * (_ROW - STEP_PARAMS)
        self.params = np.concatenate([head.reshape(-1), own, np.zeros(entries * _ROW)])
        self._cells = self.params[2 * entries * STEP_PARAMS :].reshape(entries, 8, 8, _CELLS)
        self.steps = self._steps(addresses)

    def copy(self) -> "Scripts":
        """The same players with scripts that change apart from these."""
        twin = object.__new__(Scripts)
        twin.slots, twin.params = self.slots, self.params.copy()
        entries = len(self.steps)
        twin._cells = twin.params[2 * entries * STEP_PARAMS :].reshape(entries, 8, 8, _CELLS)
        twin.steps = self.steps if COMPILED else twin._steps(twin.params[: entries * STEP_PARAMS : STEP_PARAMS])
        return twin

    def _steps(self, addresses: np.ndarray) -> np.ndarray:
        """The scripted step for every hook that has a step of its own."""
        if COMPILED:
            return np.where(addresses != 0, np.int64(_compiled_step().address), np.int64(0))
        return np.array([self._plain(entry, int(address)) for entry, address in enumerate(addresses)], dtype=np.int64)

    def do(self, hook: str, position: int, answer: int, trick: int = 0) -> None:
        """Have whoever sits at `position` (of the trick, or the seat less 1 before the play) answer so."""
        self._set(hook, trick, position, (_DO, answer >> 32, answer & 0xFFFFFFFF))

    def free(self, hook: str, position: int, trick: int = 0) -> None:
        """Have whoever sits there answer as they like again."""
        self._set(hook, trick, position, (_ASK, 0, 0))

    def note(self, hook: str, position: int, trick: int = 0) -> None:
        """Have the player's own answer in the first deal noted, for `noted`."""
        self._set(hook, trick, position, (_NOTE, 0, 0))

    def noted(self, hook: str, position: int, slot: int, trick: int = 0) -> int:
        """What the player of a slot answered."""
        _, high, low = self._cells[slot * ENTRIES + HOOKS.index(hook), trick, position]
        return int(high) << 32 | int(low)

    def _set(self, hook: str, trick: int, position: int, cell: tuple[float, float, float]) -> None:
        self._cells[HOOKS.index(hook) :: ENTRIES, trick, position] = cell

    def _plain(self, entry: int, address: int) -> int:
        """Without the compiler: a function that knows this entry, behind an address of its own."""
        if address == 0:
            return 0
        params = self.params[entry * STEP_PARAMS :]

        def step(batch: Any, action: Any, n: Any, position: Any, trick: Any, rules: Any, _: Any) -> None:
            _step(batch, action, n, position, trick, rules, params)  # type: ignore[no-untyped-call]

        return register_plain(step)
