"""The habits hold together: two lanes of tests, one set of versions, types for who imports, and words for `make`."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from support.places import ROOT, TESTS

PACKAGES = ("euchre_sim", "reports", "strategies", "sim")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A suite of three tests, with the conftest of this one."""
    shutil.copy(TESTS / "conftest.py", tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = nightly: long\n")
    (tmp_path / "test_lanes.py").write_text(
        "import pytest\n"
        "def test_quick(): pass\n"
        "@pytest.mark.parametrize('k', [1, pytest.param(2, marks=pytest.mark.nightly)])\n"
        "def test_both(k): pass\n"
    )
    return tmp_path


@pytest.mark.parametrize(
    ("options", "passed", "left_out"),
    [
        (["-n", "0"], "2 passed, 1 deselected", "1 long tests left out: they run with --nightly"),
        (["-n", "0", "--nightly"], "1 passed, 2 deselected", "2 shorter tests left out: they run without --nightly"),
        pytest.param(
            ["-n", "2"], "2 passed", "1 long tests left out: they run with --nightly", marks=pytest.mark.nightly
        ),
    ],
    ids=["short", "long", "two processes"],
)
def test_each_test_runs_in_one_lane(folder: Path, options: list[str], passed: str, left_out: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-p", "no:cacheprovider"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(TESTS)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert left_out in done.stdout.splitlines()
    assert re.search(r"^\d+ s of processor time on \d+ processors; load ", done.stdout, re.MULTILINE)
    assert f" {passed} in " in done.stdout.splitlines()[-1]


def test_both_lanes_run_before_a_landing() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert lines[-1] == "exec .venv/bin/pytest --nightly"
    assert 'bash -euo pipefail -c "$command"' in lines


def test_the_versions_of_python_are_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = [words.split()[-1] for words in project["classifiers"] if "Python :: 3." in words]
    tested = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text())
    assert tested["jobs"]["tests"]["strategy"]["matrix"]["python-version"] == declared
    told = f"Python {', '.join(declared[:-1])} or {declared[-1]}"
    assert told in (ROOT / "README.md").read_text() and told in (ROOT / "CONTRIBUTING.md").read_text()


def test_each_package_says_that_it_is_typed() -> None:
    assert [name for name in PACKAGES if not (ROOT / name / "py.typed").is_file()] == []


def test_make_knows_a_word_for_each_habit_and_contributing_names_it() -> None:
    rules = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert rules == {"check", "test", "nightly", "bench", "docs"}
    page = (ROOT / "CONTRIBUTING.md").read_text()
    assert [word for word in sorted(rules) if f"make {word}" not in page] == []


def test_hooks_before_a_commit_are_programs_that_the_tests_install() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    programs = {hook["entry"].split()[0].removeprefix(".venv/bin/") for hook in hooks}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    installed = {re.match(r"[\w-]+", word)[0] for word in project["optional-dependencies"]["test"]}  # type: ignore[index]
    assert programs == {"ruff", "typos"} <= installed
