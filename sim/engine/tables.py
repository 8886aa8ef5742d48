"""Tables in compiled steps: found by their address when a step runs, and never read outside.

Among the parameters of a step stands the address of its directory, a row of words: first what was looked up outside, a
bit a table, then for each table its address and its sizes. A step loads these once, before its loop.
"""

import operator
from collections.abc import Sequence
from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin, lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.core.typing.templates import signature as make_signature
from numba.extending import models, register_model, typeof_impl

from sim.bits import U, lowered
from sim.engine.layout import TABLES_AT
from sim.tables import DataTable, noted

MOST: Final = 64
"""Tables that the hook of one decision can read: each has a bit in the first word of the directory."""
_I64 = ir.IntType(64)
_STEP_ARGUMENTS: Final = 7


class Slot:
    """What stands for a table in the code of a step: its number, where it is in the directory, and what is in it."""

    def __init__(self, number: int, place: int, table: DataTable) -> None:
        self.number, self.place, self.table = number, place, table
        self.kind, self.dimensions = table.array.dtype, table.array.ndim

    @property
    def ingredients(self) -> tuple[object, ...]:
        """All that the compiled code depends on; not what the table holds."""
        return ("table", self.number, self.place, self.kind.name, self.dimensions)


class _TableType(types.Type):  # type: ignore[misc]
    def __init__(self, slot: Slot) -> None:
        self.number, self.place, self.dimensions = slot.number, slot.place, slot.dimensions
        self.kind = numba.from_dtype(slot.kind)
        super().__init__(name=f"table({self.number}, {self.place}, {self.kind}, {self.dimensions})")

    @property
    def element(self) -> Any:
        """What a hook gets of it."""
        if isinstance(self.kind, types.Float):
            return types.float64
        return types.uint64 if self.kind == types.uint64 else types.int64


@typeof_impl.register(Slot)
def _typeof(slot: Slot, context: Any) -> Any:
    return _TableType(slot)


register_model(_TableType)(models.OpaqueModel)


@lower_constant(_TableType)
def _lower_table(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.get_dummy_value()


@infer_global(operator.getitem)
class _LookUp(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if not isinstance(args[0], _TableType):
            return None
        table, index = args
        parts = index.types if isinstance(index, types.BaseTuple) else (index,)
        if len(parts) != table.dimensions or not all(isinstance(part, types.Integer) for part in parts):
            raise TypingError(
                f"a table is read by one whole number for each of its {table.dimensions} dimensions, not by {index}"
            )
        return make_signature(table.element, table, types.unliteral(index))


def _function(builder: Any) -> Any:
    """The step that is being compiled: all that a hook calls is inlined into it."""
    made = builder.function
    if len(made.args) < _STEP_ARGUMENTS or made.args[-1].name != "arg.params_":
        raise TypingError("a table can only be read in a hook and in plain functions that it calls")
    return made


def _in_entry(builder: Any, name: str, make: Any) -> Any:
    """What `make` gives in the first block of the step, made once."""
    kept: dict[str, Any] = vars(_function(builder)).setdefault("_euchre_tables", {})
    if name not in kept:
        with builder.goto_entry_block():
            kept[name] = make()
    return kept[name]


def _word(builder: Any, place: int) -> Any:
    """A word of the directory."""

    def load() -> Any:
        params = builder.bitcast(_function(builder).args[-1], ir.DoubleType().as_pointer())
        at = builder.fptoui(builder.load(builder.gep(params, [ir.Constant(_I64, TABLES_AT)])), _I64)
        directory = builder.inttoptr(at, _I64.as_pointer())
        return builder.load(builder.gep(directory, [ir.Constant(_I64, place)]))

    return _in_entry(builder, f"word {place}", load)


def _bits(builder: Any, name: str) -> Any:
    """A word of the step's own, 0 at first: "lane" for what this deal looked up outside, "all" for what counts."""
    return _in_entry(builder, name, lambda: cgutils.alloca_once_value(builder, ir.Constant(_I64, 0)))


@lower_builtin(operator.getitem, _TableType, types.Integer)
@lower_builtin(operator.getitem, _TableType, types.BaseTuple)
def _lower_look_up(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    table, index = sig.args
    kinds, values = (index,), [args[1]]
    if isinstance(index, types.BaseTuple):
        kinds, values = index.types, cgutils.unpack_tuple(builder, args[1], table.dimensions)
    inside, offset = ir.Constant(ir.IntType(1), 1), ir.Constant(_I64, 0)
    for k, (kind, value) in enumerate(zip(kinds, values, strict=True)):
        at = context.cast(builder, value, kind, types.int64 if kind.signed else types.uint64)
        size = _word(builder, table.place + 1 + k)
        inside = builder.and_(inside, builder.icmp_unsigned("<", at, size))  # a negative one is a large one
        offset = builder.add(builder.mul(offset, size), at)
    lane = _bits(builder, "lane")
    before = builder.block
    with builder.if_then(builder.not_(inside), likely=False):
        missed = builder.block
        builder.store(builder.or_(builder.load(lane), ir.Constant(_I64, 1 << table.number)), lane)
    place = builder.phi(_I64)
    place.add_incoming(offset, before)
    place.add_incoming(ir.Constant(_I64, 0), missed)
    data = context.get_data_type(table.kind)
    elements = builder.inttoptr(_word(builder, table.place), data.as_pointer())
    found = builder.load(builder.gep(elements, [place]))
    return context.cast(builder, found, table.kind, table.element)


def _emit_note(builder: Any, asked: Any) -> Any:
    lane, everything = _bits(builder, "lane"), _bits(builder, "all")
    none = ir.Constant(_I64, 0)
    builder.store(builder.or_(builder.load(everything), builder.select(asked, builder.load(lane), none)), everything)
    builder.store(none, lane)
    return none


def _emit_tell(builder: Any) -> Any:
    found, told = builder.load(_bits(builder, "all")), ir.Constant(_I64, 0)
    with builder.if_then(builder.icmp_unsigned("!=", found, told), likely=False):
        params = builder.bitcast(_function(builder).args[-1], ir.DoubleType().as_pointer())
        at = builder.fptoui(builder.load(builder.gep(params, [ir.Constant(_I64, TABLES_AT)])), _I64)
        first = builder.inttoptr(at, _I64.as_pointer())
        builder.store(builder.or_(builder.load(first), found), first)
    return told


@lowered(types.uint64, types.boolean)(_emit_note)
def note_outside(asked: Any) -> Any:
    """After a deal: what it looked up outside of tables counts where its player was asked.

    Without the compiler it raises OutsideTable.
    """
    outside = noted()
    if outside and asked:
        raise outside[0]
    outside.clear()
    return U(0)


@lowered(types.uint64)(_emit_tell)
def tell_outside() -> Any:
    """After all deals: note what counts in the directory."""
    return U(0)


def directory(tables: Sequence[DataTable]) -> np.ndarray:
    """The words uint64 by which a step finds its tables. It and they must be kept as long as the step."""
    words = [0]
    for one in tables:
        words += [one.array.ctypes.data, *one.array.shape]
    return np.array(words, dtype=np.uint64)
