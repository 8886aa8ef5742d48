"""Shortcuts through Numba's compiler, which find what it finds: half of its time went into asking the same again.

What an operator does with some types is asked for every use of it, and each answer is preceded by a dozen that do not
fit, each with a message in colours that nobody reads. Which variables stand in a statement is found by looking into all
that it holds. And which variables enter a block is worked out some hundred times, for generators alone.
"""

from importlib.util import find_spec
from types import BuiltinFunctionType, FunctionType
from typing import Any, Final

from numba.core import errors, ir, lowering, types, utils
from numba.core.cpu import CPUContext
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.target_extension import get_local_target
from numba.core.transforms import canonicalize_cfg
from numba.core.types.functions import BaseFunction
from numba.core.typing.context import BaseContext
from numba.core.typing.templates import _OverloadFunctionTemplate, _TemplateTargetHelperMixin

_ANSWERS: Final = "_answers"
_COMPILES: Final = {_OverloadFunctionTemplate, _TemplateTargetHelperMixin}
"""Templates whose answer hangs on more than the types, and which remember by themselves what they have compiled."""

_usual_type = BaseFunction.get_call_type
_usual_run = PostProcessor.run
_usual_listed = ir.Inst._rec_list_vars
_usual_literal = types.maybe_literal
_usual_omitted = lowering._lit_or_omitted
_usual_registries = CPUContext.load_additional_registries
_usual_value_type = BaseContext.resolve_value_type
_NOTHING: Final = types.Omitted(ir.UNDEFINED)


def _call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """What `BaseFunction.get_call_type` answers, remembered where it hangs on nothing but the types."""
    if kws or type(args) is not tuple:
        return _usual_type(self, context, args, kws)
    answers = vars(self).setdefault(_ANSWERS, {})
    found = answers.get(args)
    if found is None:
        found, template = _first_that_fits(self, context, args)
        if found is None:
            return _usual_type(self, context, args, kws)  # which says what was tried
        self._impl_keys[found.args] = template.get_impl_key(found)
        if not _COMPILES & set(type(template).__mro__):  # isinstance() asks all the classes that there are of them
            answers[args] = found
    return found


def _first_that_fits(function: Any, context: Any, args: Any) -> tuple[Any, Any]:
    """The signature and the template that Numba would come to, without a message for each that does not fit."""
    plain = tuple(types.unliteral(one) for one in args)
    if any(isinstance(one, types.Poison) for one in plain):
        return None, None
    function._depth += 1
    try:
        for kind in utils.order_by_target_specificity(
            get_local_target(context), function.templates, fnkey=function.key[0]
        ):
            template = kind(context)
            for given in (args, plain) if template.prefer_literal else (plain, args):
                try:
                    found = template.apply(given, {})
                except errors.NumbaError:
                    continue
                if found is not None:
                    return found, template
        return None, None
    finally:
        function._depth -= 1


_LEAVES: Final = frozenset({str, int, bool, float, type(None), ir.Loc, ir.Scope})


def _variables(value: Any, found: list[Any]) -> None:
    """Add the variables in a value, in order."""
    kind = type(value)
    if kind is ir.Var:
        found.append(value)
    elif kind in _LEAVES:
        return
    elif kind is list or kind is tuple:
        for item in value:
            _variables(item, found)
    elif isinstance(value, ir.Var):
        found.append(value)
    elif isinstance(value, ir.Inst):
        found.extend(value.list_vars())
    elif isinstance(value, list | tuple):
        for item in value:
            _variables(item, found)
    elif isinstance(value, dict):
        for item in value.values():
            _variables(item, found)


def _listed(_: Any, value: Any) -> list[Any]:
    """What `Inst._rec_list_vars` answers."""
    found: list[Any] = []
    if type(value) is dict:
        for item in value.values():
            if type(item) not in _LEAVES:
                _variables(item, found)
    else:
        _variables(value, found)
    return found


def _run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """What `PostProcessor.run` does, but for what only generators need."""
    program = self.func_ir
    if program.is_generator:
        _usual_run(self, emit_dels, extend_lifetimes)
        return
    program.blocks = canonicalize_cfg(program.blocks)
    program.variable_lifetime = VariableLifetime(program.blocks)
    program.generator_info = None
    if emit_dels:
        self._insert_var_dels(extend_lifetimes=extend_lifetimes)


def _maybe_literal(value: Any) -> Any:
    """What `maybe_literal` answers, without the error that there would be for nearly every value."""
    return _usual_literal(value) if type(value) in types.Literal.ctor_map else None


def _literal_or_omitted(value: Any) -> Any:
    """What `_lit_or_omitted` answers, likewise."""
    return _NOTHING if value is ir.UNDEFINED else _usual_omitted(value)


def _value_type(self: Any, value: Any) -> Any:
    """What `resolve_value_type` answers; a function is looked up at once, for it is never a plain value."""
    found = self._get_global_type(value) if isinstance(value, FunctionType | BuiltinFunctionType) else None
    return _usual_value_type(self, value) if found is None else found


class _Plain(errors._DummyColorScheme):  # type: ignore[misc]
    """Messages as they are: every error that Numba passes on to itself would be coloured first."""

    def __init__(self) -> None:
        super().__init__(None)

    def _same(self, msg: str) -> str:
        return msg

    code = errmsg = filename = indicate = highlight = reset = _same


def _load_registries(self: Any) -> None:
    """What `CPUContext.load_additional_registries` does, without all of SciPy.

    Numba imports it to see whether matrices can be multiplied, and does so again where some are.
    """
    from numba.np import linalg

    usual = linalg.ensure_blas
    linalg.ensure_blas = _expect_scipy
    try:
        from numba.np import arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = usual
    _usual_registries(self)


def _expect_scipy() -> None:
    if find_spec("scipy") is None:
        raise ImportError("SciPy is not there")


def take() -> None:
    """Have Numba go these ways from now on."""
    BaseFunction.get_call_type = _call_type
    ir.Inst._rec_list_vars = _listed
    PostProcessor.run = _run
    types.maybe_literal = _maybe_literal
    lowering._lit_or_omitted = _literal_or_omitted
    BaseContext.resolve_value_type = _value_type
    errors._termcolor_inst = _Plain()
    CPUContext.load_additional_registries = _load_registries
