"""Bit operations on cards that work in plain Python and, as single machine instructions, in compiled code.

Each function is ordinary Python; `lowered` tells Numba how to emit it, so that strategies and engine kernels can call
it by the same name with or without the compiler. Three functions have a fast form that needs an instruction some
processors lack (`pdep`, `pext`); set EUCHRE_SIM_PORTABLE=1 to use the portable form everywhere. Results never depend
on the form.
"""

import os
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import binding, ir
from numba.core import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.core.typing.templates import signature as make_signature

from sim.lanes import LANE, LANE_BITS

U = np.uint64
ALL = (1 << 64) - 1
ONES = U(ALL)
COMPILED = not numba.config.DISABLE_JIT


def _has(feature: str) -> bool:
    """Whether the processor that Numba compiles for (NUMBA_CPU_NAME, NUMBA_CPU_FEATURES, else this one) has it."""
    asked = numba.config.CPU_FEATURES
    return bool(binding.get_host_cpu_features().get(feature)) if asked is None else f"+{feature}" in asked.split(",")


FAST_BITS = COMPILED and not os.environ.get("EUCHRE_SIM_PORTABLE") and _has("bmi2")
"""True where cards are spread by the processor's own deposit instruction."""

WORD, _INT = types.uint64, types.int64
_i64, _i128 = ir.IntType(64), ir.IntType(128)
_LANE_SHIFT, _LANE_STARTS = LANE_BITS.bit_length() - 1, 64 - LANE_BITS
"""Of the number of a place: how far its lane stands up in it, and which of its bits are the lane's first place."""


def lowered(result: Any, *arguments: Any) -> Callable[[Any], Callable[[Callable[..., Any]], Callable[..., Any]]]:
    """Give the plain function `twin` a compiled form: `emit(builder, *values)` writes its instructions."""

    def attach(emit: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def bind(twin: Callable[..., Any]) -> Callable[..., Any]:
            class Template(AbstractTemplate):  # type: ignore[misc]
                def generic(self, args: Any, kws: Any) -> Any:
                    if kws or len(args) != len(arguments):
                        return None
                    return make_signature(result, *arguments)

            Template.key = twin
            Template.__name__ = twin.__name__
            infer_global(twin, types.Function(Template))

            def emit_call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
                return emit(builder, *args)

            lower_builtin(twin, *arguments)(emit_call)
            twin.in_compiled_code = True  # type: ignore[attr-defined]
            return twin

        return bind

    return attach


def _const(value: int) -> Any:
    return ir.Constant(_i64, value)


def _intrinsic(builder: Any, name: str, arguments: list[Any]) -> Any:
    """Call an LLVM intrinsic on 64-bit words, declaring it on first use."""
    kind = ir.FunctionType(_i64, [a.type for a in arguments])
    function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
    return builder.call(function, arguments)


def _ctlz(builder: Any, x: Any) -> Any:
    return builder.ctlz(x, ir.Constant(ir.IntType(1), 0))


@lowered(WORD, types.boolean, WORD, WORD)(lambda b, c, x, y: b.select(c, x, y))
def sel(condition: Any, yes: Any, no: Any) -> Any:
    """`yes` where the condition holds, else `no`; both are words."""
    return yes if condition else no


@lowered(_INT, WORD)(lambda b, x: b.ctpop(x))
def popcount(mask: Any) -> int:
    """Number of cards in a mask."""
    return int(mask).bit_count()


@lowered(WORD, WORD)(lambda b, x: b.and_(x, b.neg(x)))
def low(mask: Any) -> Any:
    """The lowest card of a mask, as a mask; 0 of an empty one."""
    return U(int(mask) & -int(mask))


def _emit_top(b: Any, x: Any) -> Any:
    empty = b.icmp_unsigned("==", x, _const(0))
    return b.select(empty, _const(0), b.lshr(_const(1 << 63), _ctlz(b, b.or_(x, _const(1)))))


@lowered(WORD, WORD)(_emit_top)
def top(mask: Any) -> Any:
    """The highest card of a mask, as a mask; 0 of an empty one."""
    value = int(mask)
    return U(1 << (value.bit_length() - 1)) if value else U(0)


def _emit_bit_index(b: Any, x: Any) -> Any:
    return b.xor(_ctlz(b, b.or_(x, _const(1))), _const(63))


@lowered(_INT, WORD)(_emit_bit_index)
def bit_index(mask: Any) -> int:
    """Place (0 to 63) of the highest card of a mask; 0 of an empty one."""
    return max(int(mask).bit_length() - 1, 0)


@lowered(_INT, WORD)(lambda b, x: b.lshr(_emit_bit_index(b, x), _const(_LANE_SHIFT)))
def lane_index(mask: Any) -> int:
    """Lane (0 to 3) of the highest card of a mask; 0 of an empty one."""
    return bit_index(mask) >> _LANE_SHIFT


@lowered(WORD, WORD)(lambda b, x: b.shl(_const(LANE), b.and_(_emit_bit_index(b, x), _const(_LANE_STARTS))))
def lane_of(mask: Any) -> Any:
    """Mask of the whole lane in which the highest card of a mask lies."""
    return U(LANE << (bit_index(mask) & _LANE_STARTS))


@lowered(WORD, WORD, WORD)(
    lambda b, x, y: b.trunc(b.lshr(b.mul(b.zext(x, _i128), b.zext(y, _i128)), ir.Constant(_i128, 64)), _i64)
)
def mulhi(x: Any, y: Any) -> Any:
    """Upper word of a 128-bit product: maps a random word `x` to 0 .. y-1."""
    return U((int(x) * int(y)) >> 64)


@lowered(WORD, WORD, WORD)(lambda b, x, y: b.mul(x, y))
def mul(x: Any, y: Any) -> Any:
    """Lower word of a product (plain Python would warn of the overflow that is meant here)."""
    return U((int(x) * int(y)) & ALL)


@lowered(WORD, WORD, WORD)(lambda b, x, y: b.add(x, y))
def add(x: Any, y: Any) -> Any:
    """Sum of two words, modulo 2**64."""
    return U((int(x) + int(y)) & ALL)


def _emit_mix(b: Any, x: Any) -> Any:
    z = b.add(x, _const(0x9E3779B97F4A7C15))
    z = b.mul(b.xor(z, b.lshr(z, _const(30))), _const(0xBF58476D1CE4E5B9))
    z = b.mul(b.xor(z, b.lshr(z, _const(27))), _const(0x94D049BB133111EB))
    return b.xor(z, b.lshr(z, _const(31)))


@lowered(WORD, WORD)(_emit_mix)
def mix64(word: Any) -> Any:
    """One step of SplitMix64 (Steele, Lea and Flood 2014) with `word` as its state: a well mixed word."""
    z = (int(word) + 0x9E3779B97F4A7C15) & ALL
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & ALL
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & ALL
    return U(z ^ (z >> 31))


def _emit_deposit_fast(b: Any, x: Any, mask: Any) -> Any:
    return _intrinsic(b, "llvm.x86.bmi.pdep.64", [x, mask])


def _emit_deposit_portable(b: Any, x: Any, mask: Any) -> Any:
    """Walk over the set bits of the mask: bit k of x goes to the k-th of them."""
    start = b.block
    loop, end = b.append_basic_block("deposit"), b.append_basic_block("deposited")
    b.cbranch(b.icmp_unsigned("==", mask, _const(0)), end, loop)
    b.position_at_end(loop)
    rest, left, done = (b.phi(_i64) for _ in range(3))
    place = b.and_(rest, b.neg(rest))
    chosen = b.or_(done, b.select(b.trunc(left, ir.IntType(1)), place, _const(0)))
    fewer, shifted = b.xor(rest, place), b.lshr(left, _const(1))
    b.cbranch(b.icmp_unsigned("==", fewer, _const(0)), end, loop)
    for phi, first, then in ((rest, mask, fewer), (left, x, shifted), (done, _const(0), chosen)):
        phi.add_incoming(first, start)
        phi.add_incoming(then, loop)
    b.position_at_end(end)
    result = b.phi(_i64)
    result.add_incoming(_const(0), start)
    result.add_incoming(chosen, loop)
    return result


@lowered(WORD, WORD, WORD)(_emit_deposit_fast if FAST_BITS else _emit_deposit_portable)
def deposit(bits: Any, mask: Any) -> Any:
    """Spread the lowest bits of `bits` over the set bits of `mask`, lowest first."""
    source, rest, result = int(bits), int(mask), 0
    while rest:
        place = rest & -rest
        if source & 1:
            result |= place
        source >>= 1
        rest ^= place
    return U(result)


@lowered(WORD, WORD, _INT)(
    lambda b, x, k: (_emit_deposit_fast if FAST_BITS else _emit_deposit_portable)(b, b.shl(_const(1), k), x)
)
def nth_bit(mask: Any, k: Any) -> Any:
    """The k-th lowest card of a mask (from 0), as a mask; 0 if there are fewer."""
    return deposit(1 << int(k), mask)


def _emit_extract_fast(b: Any, x: Any, mask: Any) -> Any:
    return _intrinsic(b, "llvm.x86.bmi.pext.64", [x, mask])


def _emit_extract_portable(b: Any, x: Any, mask: Any) -> Any:
    """Walk over the set bits of the mask: what x has at the k-th of them becomes bit k."""
    start = b.block
    loop, end = b.append_basic_block("extract"), b.append_basic_block("extracted")
    b.cbranch(b.icmp_unsigned("==", mask, _const(0)), end, loop)
    b.position_at_end(loop)
    rest, bit, done = (b.phi(_i64) for _ in range(3))
    place = b.and_(rest, b.neg(rest))
    is_set = b.icmp_unsigned("!=", b.and_(x, place), _const(0))
    chosen = b.or_(done, b.select(is_set, bit, _const(0)))
    fewer, doubled = b.xor(rest, place), b.shl(bit, _const(1))
    b.cbranch(b.icmp_unsigned("==", fewer, _const(0)), end, loop)
    for phi, first, then in ((rest, mask, fewer), (bit, _const(1), doubled), (done, _const(0), chosen)):
        phi.add_incoming(first, start)
        phi.add_incoming(then, loop)
    b.position_at_end(end)
    result = b.phi(_i64)
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
