"""Inlining as Numba does it, in half the time: what is inlined many times is read and prepared once.

Numba's own worker reads a function anew at each call of it, and copies the list of all its variables with every block;
for steps that inline some hundred small functions, that was half of the time of the compiler. The code is the same.
"""

from typing import Any, Final

import numba
from numba.core import ir
from numba.core.bytecode import FunctionIdentity
from numba.core.compiler import Compiler, CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.inline_closurecall import InlineWorker, callee_ir_validator
from numba.core.untyped_passes import InlineInlinables, MakeFunctionToJitFunction

KNOWN: Final = ("0.68.",)
"""Versions of Numba whose inliner this was made for; with others the same code comes more slowly."""


def _copied(part: Any) -> Any:
    """A piece of a program, copied down to its variables, which stay the same."""
    if isinstance(part, list):
        return [_copied(item) for item in part]
    if isinstance(part, tuple) and type(part) is tuple:
        return tuple(_copied(item) for item in part)
    if isinstance(part, dict):
        return {key: _copied(item) for key, item in part.items()}
    if isinstance(part, ir.Inst):
        values = {name: _copied(value) for name, value in vars(part).items()}
    elif isinstance(part, ir.Arg | ir.Const | ir.Global | ir.FreeVar):
        values = vars(part)
    else:
        return part
    made = object.__new__(type(part))
    vars(made).update(values)
    return made


class _Block(ir.Block):  # type: ignore[misc]
    """A block whose copies share its scope and its variables, which Numba would copy with each."""

    def __deepcopy__(self, memo: Any) -> "_Block":
        made = _Block(self.scope, self.loc)
        made.body = _copied(self.body)
        return made


def _scope_like(scope: Any) -> Any:
    """A scope with the same variables, to be filled with new names while the first stays as it is."""
    made = ir.Scope(scope.parent, scope.loc)
    made.localvars._con.update(scope.localvars._con)
    made.redefined.update(scope.redefined)
    made.var_redefinitions.update({name: set(later) for name, later in scope.var_redefinitions.items()})
    return made


class _Worker(InlineWorker):  # type: ignore[misc]
    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._compiler_pipeline = _prepare

    def inline_function(self, caller_ir: Any, block: Any, i: Any, function: Any, arg_typs: Any = None) -> Any:
        """Inline `function` at statement `i` of a block; see Numba's class."""
        prepared = vars(function).get("_prepared")
        if prepared is None:
            prepared = function._prepared = self.run_untyped_passes(function)
        self.flags.enable_ssa = False  # as reading the function anew leaves it
        callee = prepared.copy()
        callee.func_id = FunctionIdentity.from_function(function)  # with a number of its own, which is in all names
        first = next(iter(prepared.blocks.values())).scope
        scope = _scope_like(first)
        callee.blocks = {}
        for label, old in prepared.blocks.items():
            callee.blocks[label] = made = _Block(scope, old.loc)
            made.body = old.body
        return self.inline_ir(caller_ir, block, i, callee, function.__code__.co_freevars, arg_typs=arg_typs)


@register_pass(mutates_CFG=True, analysis_only=False)
class _Inline(InlineInlinables):  # type: ignore[misc]
    """Numba's pass, with the worker above."""

    _name = "inline_prepared"

    def _do_work(self, state: Any, work_list: Any, block: Any, i: Any, expr: Any, inline_worker: Any) -> Any:
        worker = _Worker(
            state.typingctx, state.targetctx, state.locals, state.pipeline, state.flags, callee_ir_validator
        )
        return super()._do_work(state, work_list, block, i, expr, worker)


def _with_ours(passes: Any) -> Any:
    passes.add_pass_after(_Inline, MakeFunctionToJitFunction)
    passes.finalize()
    return passes


def _prepare(state: Any) -> Any:
    """The passes that prepare a function to be inlined."""
    return _with_ours(DefaultPassBuilder.define_untyped_pipeline(state))


class PreparingCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's pipeline, with the pass above before its own, which then finds nothing left to inline."""

    def define_pipelines(self) -> list[Any]:
        """The passes, in order."""
        return [_with_ours(DefaultPassBuilder.define_nopython_pipeline(self.state))]


COMPILER: Final = PreparingCompiler if numba.__version__.startswith(KNOWN) else Compiler
"""The pipeline that compiles: ours where Numba is a version that it is known to fit, else Numba's own."""
