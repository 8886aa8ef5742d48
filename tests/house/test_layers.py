"""The house is in order: imports only go down, and linter, formatter and type checker have nothing to say."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.places import ROOT

PACKAGES = ("euchre_sim", "reports", "strategies", "sim")
LINT_IMPORTS = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()"]


def run(*command: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "command",
    [
        [*LINT_IMPORTS],
        [str(Path(sys.executable).parent / "typos")],
        [sys.executable, "-m", "ruff", "check", "."],
        [sys.executable, "-m", "ruff", "format", "--check", "."],
        pytest.param([sys.executable, "-m", "mypy"], marks=pytest.mark.nightly),
    ],
    ids=["lint-imports", "typos", "ruff-check", "ruff-format", "mypy"],
)
def test_tool_has_nothing_to_say(command: list[str]) -> None:
    done = run(*command)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the packages in which an import may be planted."""
    folder = tmp_path_factory.mktemp("house")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


@pytest.mark.parametrize(
    ("module", "wrong"),
    [
        ("sim/cards.py", "sim.rules.rules"),
        ("sim/rules/rules.py", "sim.engine"),
        ("sim/stats/estimates.py", "reports"),
        ("sim/views.py", "strategies"),
        ("reports/__init__.py", "sim.engine"),
        ("reports/__init__.py", "sim.bits"),
        ("reports/__init__.py", "numba"),
        ("reports/__init__.py", "strategies"),
        ("strategies/__init__.py", "sim.rules.rules"),
        ("strategies/__init__.py", "sim.engine"),
        ("strategies/__init__.py", "reports"),
        ("strategies/__init__.py", "euchre_sim"),
    ],
)
def test_import_that_goes_up_is_refused(copy: Path, module: str, wrong: str) -> None:
    path = copy / module
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\nimport {wrong}\n", encoding="utf-8")
    try:
        done = run(*LINT_IMPORTS, "--no-cache", folder=copy)
    finally:
        path.write_text(text, encoding="utf-8")
    assert done.returncode == 1, done.stdout + done.stderr
    importer = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    assert f"{importer} -> {wrong}" in done.stdout
