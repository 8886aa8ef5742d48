"""Compiling strategies: an edit shows at once, here and in the next process, and nothing else compiles again."""

import json
import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.bits import COMPILED
from sim.engine.cache_folder import cache_folder, cache_root
from sim.engine.jit import on_notice
from sim.players.hook_names import TURN_UP
from sim.players.match import Match
from sim.players.program import Program, content
from sim.players.strategy import FOUR, load_player
from sim.rules.rules import Rules
from support.edits import EDITS, HELPER, HOOK, PARAMETER, Edit
from support.places import ROOT, TESTS

every_edit = pytest.mark.parametrize("edit", EDITS, ids=[edit.name for edit in EDITS])


def orders(spec: str) -> int:
    """How many of some hands are ordered up."""
    part = Match(Rules(), [load_player(f"{spec}/bots:steady")], 3, "hands").play(0, 200, "hands")
    assert part.hands is not None
    return int((part.hands["round"] == 1).sum())


def fresh(*specs: str, cache: Path | None = None) -> list[dict[str, object]]:
    """The same in a new process: for each player its hash, the hands ordered up, and what was compiled."""
    code = (
        "import json, sys\n"
        "from sim.engine.jit import on_notice\nfound = []\n"
        "on_notice(lambda text: found[-1]['compiled'].append(text) if found else print(text, file=sys.stderr))\n"
        "from test_linking import orders\nfrom sim.players.strategy import load_player\n"
        "for spec in sys.argv[1:]:\n"
        "    found.append({'compiled': []})\n"
        "    found[-1] |= {'orders': orders(spec), 'hash': load_player(spec).source_hash}\n"
        "print(json.dumps(found))\n"
    )
    paths = [str(TESTS / "players"), str(TESTS), str(ROOT), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    if cache is not None:
        environment["EUCHRE_SIM_CACHE"] = str(cache)
    done = subprocess.run(
        [sys.executable, "-c", code, *specs], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "compiling the engine" not in done.stderr or cache is not None
    found: list[dict[str, object]] = json.loads(done.stdout)
    return found


@every_edit
def test_edits_show_at_once(edit: Edit, tmp_path: Path) -> None:
    spec = edit.write(tmp_path)
    before, hash_before = orders(spec), load_player(spec).source_hash
    assert load_player(spec).source_hash == hash_before
    edit.apply(tmp_path)
    assert load_player(spec).source_hash != hash_before
    assert orders(spec) < before - 50


def test_edits_show_in_the_next_process(tmp_path: Path) -> None:
    """One process plays all strategies, they are edited, another plays them again, and then this one."""
    folders = [tmp_path / str(number) for number in range(len(EDITS))]
    specs = [edit.write(folder) for edit, folder in zip(EDITS, folders, strict=True)]
    before = fresh(*specs)
    for edit, folder in zip(EDITS, folders, strict=True):
        edit.apply(folder)
    after = fresh(*specs)
    for edit, old, new in zip(EDITS, before, after, strict=True):
        assert new["hash"] != old["hash"], edit.name
        assert new["orders"] < old["orders"] - 50, edit.name  # type: ignore[operator]
    assert [new["orders"] for new in after] == [orders(spec) for spec in specs]
    assert [new["hash"] for new in after] == [load_player(spec).source_hash for spec in specs]


def test_an_edit_while_a_match_is_made_does_not_mix(tmp_path: Path) -> None:
    """A step is named by the code that it is made of: linking late, after the file has changed, must not poison it."""
    edit = HOOK
    spec = edit.write(tmp_path)
    early = load_player(spec)
    edit.apply(tmp_path)
    many = Match(Rules(), [early], 3, "hands").play(0, 200, "hands").hands
    assert many is not None
    few = fresh(spec)[0]["orders"]
    assert few == orders(spec) < (many["round"] == 1).sum() - 50


def test_only_what_is_used_is_compiled(tmp_path: Path) -> None:
    """A helper module may hold what no hook could call, and a parameter may be called like a hook."""
    (tmp_path / "aid.py").write_text("def enough(n):\n    return n >= 1\ndef report():\n    print('nothing')\n")
    spec = tmp_path / "bot.py"
    spec.write_text(
        "import aid\nfrom typing import NamedTuple\nfrom sim.bits import U, popcount\n"
        "class Params(NamedTuple):\n    order_up: int = 1\n"
        "def order_up(v, p):\n    return p.order_up if aid.enough(popcount(v.hand >> U(48))) else 0\n"
    )
    assert orders(f"{spec}{{order_up=0}}") == 0 < orders(str(spec))


def test_comments_compile_nothing(tmp_path: Path) -> None:
    spec = HELPER.write(tmp_path)
    hash_before = load_player(spec).source_hash
    (tmp_path / "aid.py").write_text(
        '"""Now with a docstring."""\n\n\n' + (tmp_path / "aid.py").read_text() + "# end\n"
    )
    assert load_player(spec).source_hash == hash_before


def test_parameters_in_another_order(tmp_path: Path) -> None:
    """The compiled step reads parameters by number, so their order is part of it."""
    spec = PARAMETER.write(tmp_path)
    text = Path(spec).read_text()
    Path(spec).write_text(text.replace("few: int = 1", "few: int = 1\n    many: int = 4"))
    before = orders(spec)
    Path(spec).write_text(text.replace("few: int = 1", "many: int = 4\n    few: int = 1"))
    assert orders(spec) == before == fresh(spec)[0]["orders"]


@pytest.mark.nightly
def test_helpers_of_one_name_in_two_folders(tmp_path: Path) -> None:
    edit = HELPER
    one, two = edit.write(tmp_path / "one"), edit.write(tmp_path / "two")
    edit.apply(tmp_path / "two")
    few, many = orders(two), orders(one)
    assert few < many - 50
    assert [found["orders"] for found in fresh(one, two)] == [many, few]
    assert [found["orders"] for found in fresh(two, one)] == [few, many]
    assert "aid" not in sys.modules


@pytest.fixture
def own_cache(tmp_path: Path) -> Path:
    """A cache folder of its own that has all but the decisions to order up, and what others are just writing."""
    cache = tmp_path / "cache"
    shutil.copytree(cache_folder(), cache / cache_folder().name, ignore=shutil.ignore_patterns("order_up_*", "*.tmp.*"))
    return cache


def compiled_files(cache: Path) -> dict[str, int]:
    """When each compiled file was written."""
    return {str(path.relative_to(cache)): path.stat().st_mtime_ns for path in cache.rglob("*.nb[ci]")}


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_nothing_compiles_twice(own_cache: Path, tmp_path: Path) -> None:
    spec = PARAMETER.write(tmp_path / "bot")
    first = fresh(spec, cache=own_cache)
    assert first[0]["compiled"]
    files = compiled_files(own_cache)
    again = fresh(spec, f"{spec}{{few=2}}", f"{spec}{{few=3}}", cache=own_cache)
    assert [found["compiled"] for found in again] == [[], [], []]
    counts = [int(str(found["orders"])) for found in again]
    assert counts[0] == first[0]["orders"] and counts[0] > counts[1] > counts[2]
    assert compiled_files(own_cache) == files


def test_parameters_do_not_compile(tmp_path: Path, compiled: list[str]) -> None:
    spec = PARAMETER.write(tmp_path)
    orders(spec)
    heard: list[str] = []
    on_notice(heard.append)
    compiled.clear()
    counts = [orders(f"{spec}{{few={few}}}") for few in range(6)]
    assert counts == sorted(counts, reverse=True) and counts[0] > counts[5]
    assert heard == compiled == []


def test_same_code_under_two_names_compiles_once(tmp_path: Path) -> None:
    edit = HOOK
    one, two = load_player(edit.write(tmp_path / "one")), load_player(edit.write(tmp_path / "two"))
    assert one.steps((), TURN_UP, FOUR)["order_up"][0].path == two.steps((), TURN_UP, FOUR)["order_up"][0].path


def test_content_is_the_same_in_each_process() -> None:
    """What names a step must not depend on addresses or on the order of a set."""

    def function(x: int) -> bool:
        return x in {"spades", "hearts", "clubs", "diamonds"} or x in {1, 2, 3}  # type: ignore[comparison-overlap]

    values = (function.__code__, object(), np.arange(4), (1, (2.5, "x")), np.uint64(7), frozenset("abcdef"))
    here = content(values)
    assert b" at 0x" not in here
    assert content(np.arange(5000)) != content(np.where(np.arange(5000) == 2500, 0, np.arange(5000)))
    assert content((1,)) != content((1.0,)) != content((True,))
    code = "from sim.players.program import content; print(content(frozenset('abcdef')).decode())"
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in (1, 2)
    }  # fmt: skip
    assert len(seen) == 1


def test_a_cache_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """Also for root, whom no permissions stop: the folder would lie in a file."""
    (tmp_path / "file").write_text("")
    done = subprocess.run(
        [sys.executable, "-c", "import sim.engine.cache_folder"],
        env=os.environ | {"EUCHRE_SIM_CACHE": str(tmp_path / "file" / "cache"), "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "RuntimeWarning: the cache folder" in done.stderr or not COMPILED
    assert "can't be written, so everything is compiled again in each run" in done.stderr or not COMPILED


@pytest.mark.nightly
def test_a_cache_folder_that_cannot_be_written_still_works(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    spec = HOOK.write(tmp_path)
    found = fresh(spec, cache=tmp_path / "file" / "cache")
    assert found[0]["orders"] == orders(spec)
    assert (tmp_path / "file").read_text() == ""


def test_no_warning_here() -> None:
    """This very process writes to its cache, so the tests above tested what they say."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not COMPILED or cache_folder().parent == cache_root()


def test_a_helper_of_two_hooks_is_read_once_and_another_of_its_kind_for_itself() -> None:
    def hooks(add: int) -> tuple[Any, Any]:
        def enough(x: int) -> int:
            return x + add

        return (lambda v: enough(v.seat)), (lambda v: enough(v.trick))

    def helper(hook: Any) -> Any:
        return Program(hook).policy.py_func.__closure__[0].cell_contents

    one, other = hooks(3), hooks(4)
    assert helper(one[0]) is helper(one[1]) is helper(hooks(3)[0])
    assert helper(other[0]) is helper(other[1]) is not helper(one[0])
    assert helper(other[0]).py_func(1) == 5 and helper(hooks(True)[0]) is not helper(hooks(1)[0])
