"""Every console example of README.md and docs/ is run, and must print what the page says.

A fenced block marked `console` is a session: `$ command`, then what it prints (stdout and stderr together). In the
expected text `...` stands for any text, on a line of its own for any lines. A command with nothing below it must end
with exit code 0; `$ echo $?` shows the code of the command before. Blocks marked `python` that import euchre_sim are
run too. What a page runs shares one folder, in order. Blocks marked `sh` (installing, for example) are not run.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.places import ROOT

PAGES = [
    page for page in (*ROOT.glob("README.md"), *sorted(ROOT.glob("docs/*.md"))) if "```console" in page.read_text()
]
_BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_IMPORTS = re.compile(r"^(from|import) euchre_sim\b", re.MULTILINE)


def sessions(page: str) -> list[tuple[str, str]]:
    """Commands of a page with the text expected below each; Python as a command that expects nothing."""
    found = []
    for language, block in _BLOCK.findall(page):
        if language == "python":
            found += [(f"python - <<'END'\n{block}END", "")] if _IMPORTS.search(block) else []
            continue
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = piece.splitlines()
            end = 1
            while lines[end - 1].endswith("\\"):
                end += 1
            found.append(("\n".join(lines[:end]), "\n".join(lines[end:]).strip("\n")))
    return found


def agrees(expected: str, printed: str) -> bool:
    """Whether the text is as expected, with `...` for any text."""
    pattern = ""
    for line in expected.splitlines():
        if line.strip() == "...":
            pattern += r"(?:[^\n]*\n)*"
        else:
            pattern += r"[^\n]*".join(re.escape(piece) for piece in line.split("...")) + r"\n"
    return re.fullmatch(pattern, printed + "\n") is not None


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A shell that finds this tree's `euchre-sim`."""
    folder = tmp_path_factory.mktemp("bin")
    for name, command in (("euchre-sim", "-m euchre_sim"), ("python", "")):
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {command} "$@"\n')
        script.chmod(0o755)
    return os.environ | {
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
    }


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_print_what_the_page_says(page: Path, environment: dict[str, str], tmp_path: Path) -> None:
    code = 0
    for command, expected in sessions(page.read_text()):
        done = subprocess.run(
            ["bash", "-c", f"(exit {code})\n{command}"],
            cwd=tmp_path,
            env=environment,
            text=True,
            encoding="utf-8",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=300,
        )
        code = done.returncode
        printed = done.stdout.strip("\n")
        if not expected:
            assert code == 0, f"{page.name}: {command} ended with {code}:\n{printed}"
        elif not agrees(expected, printed):
            pytest.fail(
                f"{page.name}: {command}\n--- the page says\n{expected}\n--- it prints\n{printed}", pytrace=False
            )


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("one\ntwo", "one\ntwo", True),
        ("one\n...\nfour", "one\ntwo\nthree\nfour", True),
        ("one\n...\ntwo", "one\ntwo", True),
        ("one\n...", "one\ntwo\nthree", True),
        ("...\nthree", "one\ntwo\nthree", True),
        ("took ... s", "took 1.2 s", True),
        ("took ... s", "took 1\n2 s", False),
        ("one", "one\ntwo", False),
        ("a.c (x)", "abc (x)", False),
        ("a * b", "a * b", True),
    ],
)
def test_three_dots_stand_for_any_text(expected: str, printed: str, same: bool) -> None:
    assert agrees(expected, printed) is same


def test_sessions_are_cut_at_the_prompts() -> None:
    page = (
        "text\n```console\n$ euchre-sim a \\\n    b\nout\nmore\n$ c\n```\n```sh\n$ not me\n```\n```console\n$ d\n```\n"
    )
    assert sessions(page) == [("euchre-sim a \\\n    b", "out\nmore"), ("c", ""), ("d", "")]
