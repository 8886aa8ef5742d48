"""Inlining: what is compiled with prepared helpers answers as what Numba compiles by itself, and reads each once."""

from collections import Counter
from typing import Any

import numba
import pytest

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


def test_the_version_that_is_installed_is_known() -> None:
    """Whoever raises the version of Numba runs these tests with it, and adds it to KNOWN."""
    assert inlining.COMPILER is inlining.PreparingCompiler
