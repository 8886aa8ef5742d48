"""Inlining as Numba does it, in half the time: what is inlined many times is read and prepared once.

Numba's own worker reads a function anew at each call of it, and copies the list of all its variables with every block;
for steps that inline some hundred small functions, that was half of the time of the compiler. Its pass that gives each
assignment a name of its own reads the whole program twice a name, and it finds what lives where with sets of thousands
of names, which whole numbers do as well. The code is the same.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

import numba
from numba.core import analysis, ir, ssa
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.bytecode import FunctionIdentity
from numba.core.compiler import Compiler, CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.inline_closurecall import InlineWorker, callee_ir_validator
from numba.core.ir_utils import build_definitions
from numba.core.postproc import PostProcessor
from numba.core.untyped_passes import InlineInlinables, MakeFunctionToJitFunction, ReconstructSSA

from sim.engine import shortcuts

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


def _mentions(blocks: dict[int, Any]) -> dict[str, list[int]]:
    """The blocks in which each variable stands, in order."""
    found: dict[str, list[int]] = defaultdict(list)
    for label, block in blocks.items():
        names = {variable.name for statement in block.body for variable in statement.list_vars()}
        names.update(statement.target.name for statement in block.body if isinstance(statement, ir.Assign))
        for name in names:
            found[name].append(label)
    return found


def _renamed(blocks: dict[int, Any]) -> dict[int, Any]:
    """The blocks with a name for each assignment: as `numba.core.ssa` does it, but reading only where a name stands."""
    cfg, scope = compute_cfg_from_blocks(blocks), next(iter(blocks.values())).scope
    frontiers, seen, places = ssa._iterated_domfronts(cfg), ssa._CacheListVars(), _mentions(blocks)
    made = dict(blocks)
    for name in ssa._find_defs_violators(blocks, cfg):
        told = {"scope": scope, "varname": name, "defmap": defaultdict(list), "phimap": defaultdict(list), "cfg": cfg}
        part = {label: made[label] for label in places[name]}
        part = ssa._run_block_rewrite(part, told, ssa._FreshVarHandler())
        told["phi_locations"] = ssa._compute_phi_locations(frontiers, told["defmap"])
        made |= ssa._run_block_rewrite(part, told, ssa._FixSSAVars(seen))
        for label, joined in told["phimap"].items():
            block = ir.Block(made[label].scope, made[label].loc)
            block.body = joined + made[label].body
            made[label] = block
    return made


@register_pass(mutates_CFG=False, analysis_only=False)
class _Rename(ReconstructSSA):  # type: ignore[misc]
    """Numba's pass, with the function above."""

    _name = "rename_where_it_stands"

    def run_pass(self, state: Any) -> bool:
        program = state.func_ir
        program.blocks = _renamed(program.blocks)
        self._patch_locals(state)
        program._definitions = build_definitions(program.blocks)
        PostProcessor(program).run(emit_dels=False)
        return True


def _lives(cfg: Any, blocks: Any, uses: dict[int, set[str]], defines: dict[int, set[str]]) -> dict[int, set[str]]:
    """What `numba.core.analysis.compute_live_map` finds, with a bit a variable in place of sets of names."""
    names = sorted(set().union(*uses.values(), *defines.values()))
    bits = {name: 1 << k for k, name in enumerate(names)}
    used, defined = ({at: sum(map(bits.__getitem__, found[at])) for at in blocks} for found in (uses, defines))
    order, reach, live = cfg.topo_order(), dict.fromkeys(blocks, 0), dict(used)
    before: list[int] = []
    while before != (before := list(reach.values())):
        for at in order:
            reach[at] |= used[at] | defined[at]
            for following, _ in cfg.successors(at):
                reach[following] |= reach[at]
    before = []
    while before != (before := list(live.values())):
        for at in reversed(order):
            for earlier, _ in cfg.predecessors(at):
                live[earlier] |= live[at] & reach[earlier] & ~defined[earlier]
    return {at: {names[k] for k in _places(word)} for at, word in live.items()}


def _places(word: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while word:
        yield (word & -word).bit_length() - 1
        word &= word - 1


def _with_ours(passes: Any) -> Any:
    passes.add_pass_after(_Inline, MakeFunctionToJitFunction)
    passes.passes = [(_Rename if made is ReconstructSSA else made, why) for made, why in passes.passes]
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
NUMBAS_LIVES: Final = analysis.compute_live_map
if COMPILER is PreparingCompiler:
    analysis.compute_live_map = _lives
    shortcuts.take()
