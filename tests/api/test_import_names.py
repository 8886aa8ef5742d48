"""Whatever lies in the working folder, `euchre_sim` gets its own packages; where it cannot, one sentence says so."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from euchre_sim import own_names
from sim.child import python

ROOT = Path(own_names.__file__).resolve().parents[1]
FORMS = ("file", "package", "folder")
TRAP = "import pathlib; pathlib.Path(r'{}', 'sprung').touch()\nTHEIRS = True\n"
LOOK = "import sys; print(*(list(sys.modules[name].__path__)[0] for name in ('sim', 'strategies', 'reports')), sep='|')"
OURS = "|".join(str(ROOT / name) for name in own_names.OURS)
TAKEN = "euchre_sim cannot be used here: "
LOADED = [(name, form) for name in own_names.OURS for form in ("file", "package")]
"""A folder without `__init__.py` gives way to any package of its name, so it is not loaded in place of ours."""


@pytest.fixture(params=[(name, form) for name in own_names.OURS for form in FORMS], ids="-".join)
def trap(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """A folder with somebody else's module of one of our names, and that name."""
    name, form = request.param
    if form == "file":
        (tmp_path / f"{name}.py").write_text(TRAP.format(tmp_path))
    else:
        (tmp_path / name).mkdir()
        source = tmp_path / name / ("__init__.py" if form == "package" else "notes.py")
        source.write_text(TRAP.format(tmp_path))
    return name, tmp_path


def start(folder: Path, *words: str, **more: str) -> "subprocess.CompletedProcess[str]":
    """Python as a user starts it in a folder; this tree is found as an editable install is, after the folder."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | more
    return subprocess.run([sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True)


def test_imports_are_ours(trap: tuple[str, Path]) -> None:
    name, folder = trap
    (folder / "script.py").write_text(f"import euchre_sim\n{LOOK}\nprint(euchre_sim.preset('standard').target)")
    for words in (["script.py"], ["-m", "script"], ["-c", (folder / "script.py").read_text()]):
        done = start(folder, *words)
        assert (done.stdout.split(), done.stderr) == ([OURS, "10"], ""), name
    assert not (folder / "sprung").exists()


def test_commands_are_ours(trap: tuple[str, Path]) -> None:
    _, folder = trap
    script = folder / "bin" / "euchre-sim"
    script.parent.mkdir()
    script.write_text("import sys\nfrom euchre_sim.__main__ import main\nsys.exit(main())\n")
    for words in (["-m", "euchre_sim"], [str(script)]):
        done = start(folder, *words, "rules", "list")
        assert done.returncode == 0 and "cutthroat" in done.stdout, done.stderr
    assert not (folder / "sprung").exists()


@pytest.mark.parametrize("trap", LOADED, ids="-".join, indirect=True)
def test_a_module_that_is_there_already_is_told(trap: tuple[str, Path]) -> None:
    name, folder = trap
    done = start(folder, "-c", f"import {name}\nimport euchre_sim")
    said = done.stderr.strip().splitlines()
    assert done.returncode == 1 and said[-3].startswith(f"euchre_sim.errors.NameTaken: {TAKEN}"), done.stderr
    assert str(folder / name) in said[-3] and f"under the name {name}, which" in said[-3]
    assert said[-1].startswith("hint: give that file or folder another name")
    caught = start(
        folder,
        "-c",
        f"import {name}\ntry: import euchre_sim\nexcept ImportError as error: print(error.exit_code, error.message)",
    )
    assert caught.stdout.startswith(f"2 {TAKEN}") and not caught.stderr


@pytest.mark.parametrize("trap", LOADED, ids="-".join, indirect=True)
def test_a_command_tells_it_without_a_traceback(trap: tuple[str, Path]) -> None:
    name, folder = trap
    (folder / "sitecustomize.py").write_text(f"import sys; sys.path.insert(0, {str(folder)!r}); import {name}")
    script = folder / "bin" / "euchre-sim"
    script.parent.mkdir()
    script.write_text("import sys\nfrom euchre_sim.__main__ import main\nsys.exit(main())\n")
    for words in (["-m", "euchre_sim"], [str(script)]):
        done = start(folder, *words, "rules", "list", PYTHONPATH=os.pathsep.join([str(folder), str(ROOT)]))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"euchre-sim: {TAKEN}") and "Traceback" not in done.stderr
        assert len(done.stderr.strip().splitlines()) == 3


def test_child_processes_are_ours(trap: tuple[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    _, folder = trap
    monkeypatch.setattr(sys, "path", [str(folder), str(ROOT), *sys.path])
    command, environment = python(LOOK)
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == OURS and not (folder / "sprung").exists()


def test_a_script_may_have_one_of_the_names(tmp_path: Path) -> None:
    for name in own_names.OURS:
        (tmp_path / f"{name}.py").write_text(f"import euchre_sim\n{LOOK}")
        done = start(tmp_path, f"{name}.py")
        assert (done.stdout.strip(), done.stderr) == (OURS, "")


def test_another_copy_of_ours_is_told(tmp_path: Path) -> None:
    """Two checkouts must not be mixed: that one was imported is told where the other is asked for."""
    (tmp_path / "sim").symlink_to(ROOT / "sim")
    assert start(tmp_path, "-c", "import sim, euchre_sim").returncode == 0  # the same folder by another way
    (tmp_path / "sim").unlink()
    (tmp_path / "sim").mkdir()
    (tmp_path / "sim" / "__init__.py").write_bytes((ROOT / "sim" / "__init__.py").read_bytes())
    assert TAKEN in start(tmp_path, "-c", "import sim, euchre_sim").stderr


def test_the_path_is_as_before() -> None:
    done = start(ROOT, "-c", "import sys; before = list(sys.path); import euchre_sim; print(sys.path == before)")
    assert done.stdout.strip() == "True"
