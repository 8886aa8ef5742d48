"""Shortcuts through Numba's compiler: whatever they answer, Numba would have answered, and the code is the same."""

import re
import subprocess
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import analysis, errors, ir, lowering, types
from numba.core.compiler import run_frontend
from numba.core.postproc import PostProcessor
from numba.core.types.functions import BaseFunction
from numba.core.typing.context import BaseContext

from sim import child
from sim.bits import COMPILED, U, low, popcount
from sim.engine import inlining, shortcuts
from sim.engine.jit import inlined

pytestmark = pytest.mark.skipif(
    not COMPILED or inlining.COMPILER is not inlining.PreparingCompiler, reason="Numba compiles by itself"
)


@inlined
def worth(card: Any, k: Any) -> Any:
    if card > U(9):
        return popcount(card) * k + 1.5
    return float(k // 3 - (k % 5))


def mixed(words: Any, n: int) -> float:
    """Numbers of every kind, masks, truths, tuples, a loop, and a function of NumPy."""
    total, table = 0.0, (3, 1, 2)
    for i in range(n):
        card = low(words[i] & ~U(5)) | (words[i] >> U(3)) ^ U(i)
        good = card != U(0) and not (i == 2 or i >= 7)
        total += worth(card, i) if good else -0.5 * table[i % 3]
        words[i] = np.uint64(i) << U(2)
        total += np.sqrt(abs(total)) + (i**2) / 3 + max(i, 2) + min(1.5, total)
    return total


def compiled() -> Any:
    made = numba.njit("float64(uint64[::1], int64)", pipeline_class=inlining.COMPILER, error_model="numpy")(mixed)
    found = made(np.arange(3, 13, dtype=np.uint64), 10)
    assert found > 10
    return made, found


@pytest.fixture
def as_numba_goes(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Every shortcut untaken."""
    monkeypatch.setattr(BaseFunction, "get_call_type", shortcuts._usual_type)
    monkeypatch.setattr(PostProcessor, "run", shortcuts._usual_run)
    monkeypatch.setattr(types, "maybe_literal", shortcuts._usual_literal)
    monkeypatch.setattr(lowering, "_lit_or_omitted", shortcuts._usual_omitted)
    monkeypatch.setattr(BaseContext, "resolve_value_type", shortcuts._usual_value_type)
    monkeypatch.setattr(ir.Inst, "_rec_list_vars", shortcuts._usual_listed)
    monkeypatch.setattr(errors, "_termcolor_inst", None)
    return monkeypatch


def llvm(made: Any) -> str:
    """The code that was made, its names replaced by numbers in their order: they hold counters of compilations."""
    (text,) = made.inspect_llvm().values()
    names: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        return f"%{names.setdefault(found[0].strip('%@'), len(names))}"

    return re.sub(r'[%@]"?[\w.$-]+"?|^[\w.$-]+(?=:)|\b_ZN\w+', number, text.partition("define")[2], flags=re.MULTILINE)


def test_the_code_is_the_same(as_numba_goes: pytest.MonkeyPatch) -> None:
    usual, found = compiled()
    as_numba_goes.undo()
    ours, again = compiled()
    assert again == found
    assert llvm(ours) == llvm(usual) and len(llvm(ours).splitlines()) > 200


def test_each_type_is_the_one_that_numba_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def both(self: Any, context: Any, args: Any, kws: Any) -> Any:
        found = shortcuts._call_type(self, context, args, kws)
        assert found == shortcuts._usual_type(self, context, args, kws)
        asked.append((self, args))
        return found

    monkeypatch.setattr(BaseFunction, "get_call_type", both)
    compiled()
    assert len(asked) > len(set(asked)) > 25


def test_what_fits_nothing_is_told_as_ever() -> None:
    wrong = numba.njit(lambda a: a + "text", pipeline_class=inlining.COMPILER)
    with pytest.raises(errors.TypingError, match=r"(?s)No implementation of function.*add.*int64"):
        wrong(3)


def test_variables_are_listed_in_the_same_order() -> None:
    program = run_frontend(mixed)
    statements = [statement for block in program.blocks.values() for statement in block.body]
    assert len(statements) > 100
    for statement in statements:
        parts = vars(statement)
        assert shortcuts._listed(statement, parts) == shortcuts._usual_listed(statement, parts)


def test_what_lives_where_is_the_same() -> None:
    found = []
    for run in (shortcuts._run, shortcuts._usual_run):
        program = run_frontend(mixed)
        run(PostProcessor(program), emit_dels=True)
        lives = program.variable_lifetime.livemap
        deleted = {
            at: [str(one) for one in block.body if isinstance(one, ir.Del)] for at, block in program.blocks.items()
        }
        found.append((lives, deleted))
    assert found[0] == found[1] and sum(map(len, found[0][1].values())) > 50


def test_a_generator_is_read_as_ever() -> None:
    @numba.njit(pipeline_class=inlining.COMPILER)  # type: ignore[untyped-decorator]
    def squares(n: int) -> Any:
        for k in range(n):
            yield k * k

    assert list(squares(5)) == [0, 1, 4, 9, 16]
    assert analysis.compute_live_map is inlining._lives


@pytest.mark.parametrize("value", [3, 2.5, "text", None, True, U(7), (1, 2), np.arange(3), ir.UNDEFINED, low, len, U])
def test_values_are_typed_as_ever(value: Any) -> None:
    assert shortcuts._maybe_literal(value) == shortcuts._usual_literal(value)
    context = numba.core.registry.cpu_target.typing_context
    for ours, usual in (
        (shortcuts._value_type, shortcuts._usual_value_type),
        (lambda _, one: shortcuts._literal_or_omitted(one), lambda _, one: shortcuts._usual_omitted(one)),
    ):
        try:
            wanted = usual(context, value)
        except (ValueError, errors.NumbaError) as error:
            with pytest.raises(type(error)):
                ours(context, value)
        else:
            assert ours(context, value) == wanted


def test_scipy_is_imported_where_matrices_are_multiplied_and_not_before() -> None:
    code = """
import sys
import numba
import numpy as np
from sim.engine import jit

plain = numba.njit(lambda a: a + a)
assert plain(3) == 6 and "scipy.linalg" not in sys.modules
product = numba.njit(lambda a: np.dot(a, a))
assert product(np.eye(2) * 3)[1, 1] == 9 and "scipy.linalg" in sys.modules
"""
    words, environment = child.python(code)
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
