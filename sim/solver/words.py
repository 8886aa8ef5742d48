"""Pushing cards together and reading tables by their address: in plain Python and as single machine instructions."""

import ctypes
from typing import Any

from llvmlite import ir
from numba.core import types

from sim.bits import FAST_BITS, WORD, U, lowered

_BIT, _BYTE, _PAIR, _WORD = (ir.IntType(bits) for bits in (1, 8, 16, 64))


def _const(value: int) -> Any:
    return ir.Constant(_WORD, value)


def _emit_extract_fast(b: Any, x: Any, mask: Any) -> Any:
    name = "llvm.x86.bmi.pext.64"
    kind = ir.FunctionType(_WORD, [_WORD, _WORD])
    return b.call(b.module.globals.get(name) or ir.Function(b.module, kind, name), [x, mask])


def _emit_extract_portable(b: Any, x: Any, mask: Any) -> Any:
    """Walk over the set bits of the mask: what x has at the k-th of them becomes bit k."""
    start = b.block
    loop, end = b.append_basic_block("extract"), b.append_basic_block("extracted")
    b.cbranch(b.icmp_unsigned("==", mask, _const(0)), end, loop)
    b.position_at_end(loop)
    rest, bit, done = (b.phi(_WORD) for _ in range(3))
    place = b.and_(rest, b.neg(rest))
    is_set = b.icmp_unsigned("!=", b.and_(x, place), _const(0))
    chosen = b.or_(done, b.select(is_set, bit, _const(0)))
    fewer, doubled = b.xor(rest, place), b.shl(bit, _const(1))
    b.cbranch(b.icmp_unsigned("==", fewer, _const(0)), end, loop)
    for phi, first, then in ((rest, mask, fewer), (bit, _const(1), doubled), (done, _const(0), chosen)):
        phi.add_incoming(first, start)
        phi.add_incoming(then, loop)
    b.position_at_end(end)
    result = b.phi(_WORD)
    result.add_incoming(_const(0), start)
    result.add_incoming(chosen, loop)
    return result


@lowered(WORD, WORD, WORD)(_emit_extract_fast if FAST_BITS else _emit_extract_portable)
def extract(bits: Any, mask: Any) -> Any:
    """The bits of `bits` at the set places of `mask`, pushed together: undoes `deposit`."""
    source, rest, result, k = int(bits), int(mask), 0, 0
    while rest:
        place = rest & -rest
        result |= 1 << k if source & place else 0
        rest, k = rest ^ place, k + 1
    return U(result)


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
