"""Inlining: what is compiled with prepared helpers answers as what Numba compiles by itself, and reads each once."""

from collections import Counter
from typing import Any

import numba
import pytest
from numba.core import analysis, ssa
from numba.core.compiler import run_frontend

from sim.bits import COMPILED
from sim.engine import inlining
from sim.engine.jit import inlined

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


def make(step: int) -> Any:
    """A helper that encloses a value."""

    @inlined
    def enclosing(x: Any) -> Any:
        return x * step

    return enclosing


times_three = make(3)


@inlined
def small(x: Any, add: Any = 2) -> Any:
    if x > 10:
        return x - add
    return x + add


@inlined
def looping(x: Any, n: Any) -> Any:
    total = 0
    for k in range(n):
        total += small(x + k) * small(k, 1)
    return total


@inlined
def refusing(x: Any) -> Any:
    if x == 13:
        raise ValueError("thirteen")
    return times_three(x)


def outer(n: int) -> int:
    """Helpers of helpers, some called twice, in a loop."""
    total = 0
    for x in range(n):
        total += looping(x, 3) - looping(x + 1, small(x))
        total ^= refusing(x) + times_three(small(total & 255))
    return total


def other(n: int) -> int:
    """Another function with the same helpers."""
    return small(n) + looping(n, n) + small(looping(small(n), 2), n)


@pytest.mark.parametrize("function", [outer, other])
def test_prepared_helpers_answer_as_numba_does(function: Any) -> None:
    ours, numbas = numba.njit(function, pipeline_class=inlining.PreparingCompiler), numba.njit(function)
    found = [ours(n) for n in range(13)]
    assert found == [numbas(n) for n in range(13)]
    assert len(set(found)) > 10


def test_errors_of_helpers_are_raised() -> None:
    ours = numba.njit(outer, pipeline_class=inlining.PreparingCompiler)
    with pytest.raises(ValueError, match="thirteen"):
        ours(14)


def test_a_helper_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    @inlined
    def leaf(x: Any) -> Any:
        return x + 1

    @inlined
    def twice(x: Any) -> Any:
        return leaf(leaf(x))

    def first(x: int) -> int:
        return twice(x) + leaf(x) + twice(x)

    def second(x: int) -> int:
        return twice(leaf(x))

    read, usual = Counter[str](), inlining.InlineWorker.run_untyped_passes

    def counted(self: Any, function: Any, *more: Any) -> Any:
        read[function.__name__] += 1
        return usual(self, function, *more)

    monkeypatch.setattr(inlining.InlineWorker, "run_untyped_passes", counted)
    compiled = [numba.njit(function, pipeline_class=inlining.PreparingCompiler) for function in (first, second)]
    assert [function(5) for function in compiled] == [7 + 6 + 7, 8]
    assert read == {"leaf": 1, "twice": 1}


def fresh(function: Any) -> Any:
    """The function as Numba has read it, not yet with a name for each assignment."""
    return run_frontend(function)


def branching(n: int, m: int) -> int:
    """Names that are assigned anew in branches and loops."""
    low, high, total = 0, n, 1
    while low < high:
        middle = (low + high) // 2
        if middle * middle > m:
            high = middle
            total = total * 3
        elif middle == m:
            break
        else:
            low = middle + 1
            for k in range(3):
                if k == middle:
                    continue
                total += k
                m = m + 1
        total ^= middle
    return total + low


@pytest.mark.parametrize("function", [outer, branching])
def test_each_assignment_gets_the_name_that_numba_gives_it(function: Any) -> None:
    ours, numbas = fresh(function), fresh(function)
    ours.blocks = inlining._renamed(ours.blocks)
    ssa.reconstruct_ssa(numbas)
    told = [
        [str(statement) for block in program.blocks.values() for statement in block.body] for program in (ours, numbas)
    ]
    assert told[0] == told[1]
    assert any("phi(" in line for line in told[0])


@pytest.mark.parametrize("function", [outer, branching])
def test_what_lives_where_is_what_numba_finds(function: Any) -> None:
    blocks = fresh(function).blocks
    graph, found = analysis.compute_cfg_from_blocks(blocks), analysis.compute_use_defs(blocks)
    ours = inlining._lives(graph, blocks, found.usemap, found.defmap)
    assert analysis.compute_live_map is inlining._lives
    assert ours == inlining.NUMBAS_LIVES(graph, blocks, found.usemap, found.defmap)
    assert max(map(len, ours.values())) > 2


def test_the_version_that_is_installed_is_known() -> None:
    """Whoever raises the version of Numba runs these tests with it, and adds it to KNOWN."""
    assert inlining.COMPILER is inlining.PreparingCompiler
