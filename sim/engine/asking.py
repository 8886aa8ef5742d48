"""Asking the players: calling the compiled steps of their hooks and checking that the answer is one the rules allow.

A step has the C signature `step(batch, actions, n, position, trick, rules, params)`: it reads the batch and writes one
action a deal. The engine holds steps as addresses, so that its own code does not depend on who plays.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.core.typing.templates import signature as make_signature

from sim.bits import COMPILED, U, sel
from sim.engine.jit import inlined, kernel
from sim.engine.layout import DEALER_BYTE, ENTRIES, HAND_0, HELD, HOOKS, ILLEGAL, OWN_SLOT, OWNERS, STEP_PARAMS, B

WORDS, INTS, FLOATS = types.uint64[::1], types.int64[::1], types.float64[::1]
STEP = types.void(
    types.CPointer(types.uint64), types.CPointer(types.uint64), types.int64, types.int64, types.int64,
    types.CPointer(types.int64), types.CPointer(types.float64),
)  # fmt: skip
"""The C signature of a step, for numba.cfunc."""

PLAIN_STEPS: dict[int, Callable[..., None]] = {}
"""Without the compiler: the Python functions that stand behind the addresses."""


def register_plain(step: Callable[..., None]) -> int:
    """An address for a step that is a Python function, for when nothing is compiled."""
    address = len(PLAIN_STEPS) + 1
    PLAIN_STEPS[address] = step
    return address


def _identity(array: Any, size: Any) -> Any:
    return array


words = ints = floats = numba.carray if COMPILED else _identity
"""The pointers that a step is given, as arrays."""

_I64, _P64, _PF = ir.IntType(64), ir.IntType(64).as_pointer(), ir.DoubleType().as_pointer()
_ARGS = (types.int64, WORDS, WORDS, types.int64, types.int64, types.int64, types.int64, INTS, FLOATS, types.int64)


def call_step(address: int, batch: Any, actions: Any, first_action: int, n: int, position: int, trick: int, rules: Any,
              params: Any, first_param: int) -> None:  # fmt: skip
    """Run the step behind an address; its actions start at `first_action`, its parameters at `first_param`."""
    step = PLAIN_STEPS[int(address)]
    step(batch, actions[first_action : first_action + B], n, position, trick, rules,
         params[first_param : first_param + STEP_PARAMS])  # fmt: skip


class _CallStep(AbstractTemplate):  # type: ignore[misc]
    key = call_step

    def generic(self, args: Any, kws: Any) -> Any:
        return make_signature(types.void, *_ARGS)


infer_global(call_step, types.Function(_CallStep))


@lower_builtin(call_step, *_ARGS)
def _lower_call_step(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    def data(k: int) -> Any:
        return context.make_array(sig.args[k])(context, builder, args[k]).data

    kind = ir.FunctionType(ir.VoidType(), [_P64, _P64, _I64, _I64, _I64, _P64, _PF])
    function = builder.inttoptr(args[0], kind.as_pointer())
    actions, params = builder.gep(data(2), [args[3]]), builder.gep(data(8), [args[9]])
    builder.call(function, [data(1), actions, args[4], args[5], args[6], data(7), params])
    return context.get_dummy_value()


TABLE = (INTS, FLOATS, types.int64)
"""Numba types of who plays: addresses [slot, ENTRIES], parameters [slot, ENTRIES, STEP_PARAMS], slots in use."""


def seat_slots(linked: Sequence[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Addresses int64 and parameters float64 of the players of a table, one behind the other; each gets its slot."""
    params = np.stack([own for _, own in linked])
    params[:, :, OWN_SLOT] = np.arange(len(linked))[:, None] if len(linked) > 1 else -1
    return np.concatenate([steps for steps, _ in linked]), params.reshape(-1)


@kernel(types.void(WORDS, WORDS, types.int64, types.int64, types.int64, types.int64, INTS, *TABLE))
def ask(batch: Any, actions: Any, n: Any, hook: Any, position: Any, trick: Any, rules: Any, steps: Any, params: Any,
        slots: Any) -> None:  # fmt: skip
    """Ask whoever sits at `position` for a decision; the answers are in the first B actions."""
    for slot in range(slots):
        entry = slot * ENTRIES + hook
        call_step(steps[entry], batch, actions, slot * B, n, position, trick, rules, params, entry * STEP_PARAMS)
    for slot in range(1, slots):
        for i in range(n):
            owner = (batch[OWNERS * B + i] >> U(8 * position)) & U(0xFF)
            actions[i] = sel(owner == U(slot), actions[slot * B + i], actions[i])


@kernel(types.void(WORDS, types.int64, types.int64))
def take_seat(batch: Any, n: Any, position: Any) -> None:
    """Bring the hand at `position` to the HELD row, from where the steps read it."""
    for i in range(n):
        batch[HELD * B + i] = batch[(HAND_0 + position) * B + i]


@kernel(types.void(WORDS, types.int64, types.int64))
def leave_seat(batch: Any, n: Any, position: Any) -> None:
    """Put the HELD hand back where it belongs."""
    for i in range(n):
        batch[(HAND_0 + position) * B + i] = batch[HELD * B + i]


@inlined
def offence(hook: Any, position: Any, trick: Any) -> Any:
    """What the ILLEGAL row notes of a first illegal action: hook, position and trick in one number."""
    return U(1) + U(hook) + U(16) * (U(position) + U(8) * U(trick))


@inlined
def with_dealer(code: Any, roles: Any) -> Any:
    """The same with the dealer's position at the time, without which nobody could say later whose seat it was."""
    return code | ((roles >> U(DEALER_BYTE)) << U(32))


@inlined
def if_one_of(card: Any, cards: Any) -> Any:
    """The card if it is just one and one of these, else none."""
    return sel(((card & (card - U(1))) | (card & ~cards)) == U(0), card, U(0))


@inlined
def note_illegal(batch: Any, i: Any, legal: Any, code: Any) -> None:
    """Keep the first offence of a deal."""
    noted = batch[ILLEGAL * B + i]
    batch[ILLEGAL * B + i] = sel(legal | (noted != U(0)), noted, code)


def ask_position(code: int) -> int:
    """The position that was asked, of a noted offence."""
    return ((code & 0xFFFFFFFF) - 1) // 16 % 8


def read_offence(code: int, players: int) -> tuple[str, int, int]:
    """Hook, seat and trick (0 before the play) of a noted offence."""
    dealer_bit, code = divmod(code, 1 << 32)
    code -= 1
    hook, position, trick = HOOKS[code % 16], code // 16 % 8, code // 128
    dealer = dealer_bit.bit_length() - 1 if dealer_bit else players - 1
    return hook, (position - dealer - 1) % players + 1, trick
