"""The forms of the solver: compiled, without fast bit instructions, and as plain Python, all with the same answers."""

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.bits import FAST_BITS, WORD, U, _emit_extract_portable, deposit, extract, lowered
from sim.solver.solution import solve_position
from sim.solver.words import peek8, peek16
from support.open_positions import KINDS, random_position
from support.places import ROOT

words = st.integers(0, (1 << 64) - 1)


def digest(number: int) -> str:
    """A hash of what so many positions of each kind come to, each card's value included."""
    rng, found = random.Random("forms"), hashlib.sha256()
    for kinds in KINDS.values():
        for kind in kinds:
            for _ in range(number):
                solution = solve_position(random_position(rng, kind, 3))
                found.update(repr((solution.tricks, solution.payment, solution.cards)).encode())
    return found.hexdigest()


def elsewhere(number: int, **environment: str) -> str:
    """The same in a process of its own."""
    code = f"from solver.test_forms import digest; print(digest({number}))"
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"} | environment,
        check=True,
        text=True,
        stdout=subprocess.PIPE,
    ).stdout.strip()


def test_plain_python_has_the_same_answers() -> None:
    assert elsewhere(3, NUMBA_DISABLE_JIT="1") == digest(3)


@pytest.mark.nightly
@pytest.mark.skipif(not FAST_BITS, reason="this process uses the portable form already")
def test_the_portable_form_has_the_same_answers() -> None:
    assert elsewhere(20, EUCHRE_SIM_PORTABLE="1") == digest(20)


@lowered(WORD, WORD, WORD)(_emit_extract_portable)
def _portable(bits: Any, mask: Any) -> Any:
    return extract(bits, mask)


@numba.njit
def _all_forms(bits: Any, mask: Any) -> Any:
    return extract(bits, mask), _portable(bits, mask), deposit(extract(bits, mask), mask)


@given(words, words)
def test_extract_pushes_bits_together(bits: int, mask: int) -> None:
    places = [place for place in range(64) if mask >> place & 1]
    wanted = sum(1 << k for k, place in enumerate(places) if bits >> place & 1)
    assert extract(U(bits), U(mask)) == wanted
    assert [int(found) for found in _all_forms(U(bits), U(mask))] == [wanted, wanted, bits & mask]


@numba.njit
def _peeked(base: Any, i: Any) -> Any:
    return peek8(base, i), peek16(base, i)


def test_tables_are_read_by_their_address() -> None:
    block = np.arange(200, dtype=np.uint8)
    base, pairs = U(block.ctypes.data), block.view("<u2")
    for i in (0, 1, 99):
        assert _peeked(base, U(i)) == (peek8(base, U(i)), peek16(base, U(i))) == (i, pairs[i])


@pytest.mark.nightly
def test_what_is_compiled_is_told_once_and_kept(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "euchre_sim", "solve", "JS AH; 9S TH; KS 9H; QS 9D", "--trump", "S", "--taken", "1"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "EUCHRE_SIM_CACHE": str(tmp_path)}
    first, second = (subprocess.run(line, env=environment, capture_output=True, text=True) for _ in range(2))
    assert first.returncode == second.returncode == 0
    assert first.stderr == "euchre-sim: compiling the solver (some seconds, once on this machine)\n"
    assert second.stderr == ""
    assert first.stdout == second.stdout
