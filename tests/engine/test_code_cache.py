"""Compiled code on disk: a damaged file costs a moment, never an answer; a second checkout compiles nothing."""

import ctypes
import errno
import logging
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from numba.core import types

import sim.engine.cache_folder
from sim.bits import COMPILED
from sim.engine import code_cache
from sim.engine.cache_folder import cache_folder, cache_info, clear_cache
from sim.engine.code_cache import CodeCache
from sim.engine.jit import callback, on_notice
from support.places import ROOT, TESTS

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


def add_three(x: int) -> int:
    return x + 3


def compiled(folder: Path) -> Any:
    return callback(types.int64(types.int64), add_three, folder / "add.done")


def result(made: Any) -> int:
    return int(ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(made.address)(4))


@pytest.fixture
def heard() -> Iterator[list[str]]:
    told: list[str] = []
    handler = on_notice(told.append)
    yield told
    logging.getLogger("euchre_sim.compiling").removeHandler(handler)


def damages(content: bytes) -> Iterator[bytes]:
    """Empty, cut anywhere, one bit flipped anywhere, something else altogether, more than there was."""
    yield b""
    for place in range(1, 8):
        yield content[: len(content) * place // 8]
        at = len(content) * place // 8
        yield content[:at] + bytes([content[at] ^ 1 << place]) + content[at + 1 :]
    yield b"not what it was"
    yield content + b"x"


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_damaged_file_is_made_anew(ending: str, tmp_path: Path, heard: list[str]) -> None:
    assert result(compiled(tmp_path)) == 7
    (file,) = tmp_path.glob(f"*.{ending}")
    whole = file.read_bytes()
    for content in damages(whole):
        file.write_bytes(content)
        heard.clear()
        made = compiled(tmp_path)
        assert result(made) == 7
        assert made.cache_hits == 0
        assert heard == [f"compiling again what a damaged file of the cache held ({file.name})"]
        heard.clear()
        assert compiled(tmp_path).cache_hits == 1
        assert heard == []


def test_code_of_another_source_is_not_taken(tmp_path: Path) -> None:
    """The stamp is part of what is checked, so that a file of another content never runs."""
    signature = types.int64(types.int64)
    for stamp, hits in (("a", 0), ("a", 1), ("b", 0), ("b", 1)):
        made = callback(signature, add_three, tmp_path / "unused.done")
        made._cache = CodeCache(add_three, tmp_path, "add", stamp, lambda text: None)
        before = made.cache_hits
        made.compile()
        assert made.cache_hits - before == hits


def test_a_full_disk_is_told_once_and_compiles_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(code_cache._CheckedFile, "_open_for_write", full)
    monkeypatch.setattr(CodeCache, "_full", False)
    with pytest.warns(RuntimeWarning, match=r"can't be written \(No space left on device: .*\), so what is compiled"):
        assert result(compiled(tmp_path)) == 7
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert result(compiled(tmp_path)) == 7


_TWIN = """
import sys, time
from pathlib import Path
from numba.core import types
from sim.engine.jit import callback
from test_code_cache import add_three
folder = Path(sys.argv[1])
(folder / sys.argv[2]).touch()
while not all((folder / name).exists() for name in "ab"):
    time.sleep(0.001)
print(callback(types.int64(types.int64), add_three, folder / "add.done").cache_hits)
"""


def test_two_processes_compile_once(tmp_path: Path) -> None:
    """They begin at the same moment; the second waits for what the first makes."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(TESTS / "engine"), str(TESTS)))}
    both = [
        subprocess.Popen(
            [sys.executable, "-c", _TWIN, str(tmp_path), name], env=environment, stdout=subprocess.PIPE, text=True
        )
        for name in "ab"
    ]
    assert sorted(process.communicate(timeout=120)[0] for process in both) == ["0\n", "1\n"]


def run(folder: Path, *, code: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Python in `folder`, which finds the packages that lie there."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(folder)} | environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def files(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*.nb[ci]")}


_PLAY = (
    "import sys\nfrom sim.engine.jit import on_notice\non_notice(print)\n"
    "import sim.ask.draw_kernels, sim.ask.play_out, sim.players.scripting\n"
    "from sim.players.match import Match\nfrom sim.rules.rules import Rules\n"
    "from sim.players.strategy import load_player\n"
    "part = Match(Rules(), [load_player('basic')], 3, 'hands').play(0, 200, 'hands')\n"
    "sim.ask.draw_kernels.count_partners.load()\n"
    "print(int(part.hands['round'].sum()))\n"
)


def test_a_second_checkout_compiles_nothing(tmp_path: Path) -> None:
    for package in ("sim", "strategies", "euchre_sim"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    cache = tmp_path / "cache"  # of its own: other tests may compile meanwhile
    shutil.copytree(cache_folder(), cache / cache_folder().name)
    here = run(ROOT, code=_PLAY, EUCHRE_SIM_CACHE=str(cache))
    assert here.returncode == 0, here.stderr
    before = files(cache)
    there = run(tmp_path, code=_PLAY, EUCHRE_SIM_CACHE=str(cache))
    assert there.returncode == 0, there.stderr
    assert there.stdout == here.stdout.splitlines()[-1] + "\n"  # the number, and nothing that is being compiled
    assert before and files(cache) == before


def test_importing_compiles_and_starts_nothing(tmp_path: Path) -> None:
    code = (
        "import importlib, pkgutil, subprocess, sim\n"
        "subprocess.Popen = None\n"
        "for module in pkgutil.walk_packages(sim.__path__, 'sim.'):\n    importlib.import_module(module.name)\n"
        "print(len([name for name in __import__('sys').modules if name.startswith('sim.engine.')]) > 20)\n"
    )
    done = run(ROOT, code=code, EUCHRE_SIM_CACHE=str(tmp_path))
    assert done.stdout == "True\n", done.stderr
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["euchre-sim-cache"]


@pytest.mark.nightly
def test_a_damaged_step_and_kernel_play_the_same(tmp_path: Path) -> None:
    """Files that were cut off, in a copy of the cache: what they held is compiled again, with a notice a file."""
    expected = run(ROOT, code=_PLAY).stdout.splitlines()[-1]
    shutil.copytree(cache_folder(), tmp_path / cache_folder().name)
    for file in (*tmp_path.rglob("lead_*.nbc"), *tmp_path.rglob("sim.ask.draw_kernels.count_partners.*.nbc")):
        file.write_bytes(file.read_bytes()[:1000])
    for again in (2, 0):
        done = run(ROOT, code=_PLAY, EUCHRE_SIM_CACHE=str(tmp_path))
        assert done.returncode == 0, done.stderr
        *notices, number = done.stdout.splitlines()
        assert number == expected
        assert len([text for text in notices if "damaged" in text]) == again


def test_the_cache_deletes_only_what_is_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sim.engine.cache_folder, "cache_root", lambda: tmp_path)
    for name in ("0123456789abcdef", "my-sixteen-chars", "photographs-2026", "fedcba9876543210"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_bytes(b"x" * 1000)
    (tmp_path / "fedcba9876543210" / "euchre-sim-cache").touch()
    (tmp_path / "sixteen-of-a-kin").write_text("a file")
    assert cache_info().items() >= {"files": 1, "bytes": 1000}.items()
    assert clear_cache() == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "0123456789abcdef", "my-sixteen-chars", "photographs-2026", "sixteen-of-a-kin",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("environment", "fast"),
    [
        ({"NUMBA_CPU_NAME": "generic"}, False),
        ({"NUMBA_CPU_FEATURES": "+sse2"}, False),
        ({"NUMBA_CPU_FEATURES": "+bmi2"}, True),
    ],
)
def test_fast_bits_are_asked_of_the_processor_compiled_for(environment: dict[str, str], fast: bool) -> None:
    """Numba may be told to compile for another processor than this one."""
    done = run(ROOT, code="from sim.bits import FAST_BITS; print(FAST_BITS)", **environment)
    assert done.stdout == f"{fast}\n", done.stderr


def test_other_processors_have_other_folders() -> None:
    code = "from sim.engine.cache_folder import cache_folder; print(cache_folder().name)"
    names = {run(ROOT, code=code, NUMBA_CPU_NAME=name).stdout for name in ("generic", "haswell")}
    assert len(names | {cache_folder().name + "\n"}) == 3
