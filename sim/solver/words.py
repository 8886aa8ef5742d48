"""Reading tables by their address: in plain Python and as single machine instructions."""

import ctypes
from typing import Any

from llvmlite import ir
from numba.core import types

from sim.bits import WORD, U, lowered

_BYTE, _PAIR, _WORD = (ir.IntType(bits) for bits in (8, 16, 64))


def _const(value: int) -> Any:
    return ir.Constant(_WORD, value)


def _emit_peek(kind: Any, b: Any, address: Any) -> Any:
    return b.zext(b.load(b.inttoptr(address, kind.as_pointer())), _WORD)


@lowered(types.int64, WORD, WORD)(lambda b, base, i: _emit_peek(_BYTE, b, b.add(base, i)))
def peek8(base: Any, i: Any) -> int:
    """Byte number i at an address."""
    return ctypes.c_uint8.from_address(int(base) + int(i)).value


@lowered(WORD, WORD, WORD)(lambda b, base, i: _emit_peek(_PAIR, b, b.add(base, b.shl(i, _const(1)))))
def peek16(base: Any, i: Any) -> Any:
    """Pair of bytes number i at an address."""
    return U(ctypes.c_uint16.from_address(int(base) + 2 * int(i)).value)
