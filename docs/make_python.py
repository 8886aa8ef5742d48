"""Writes what the examples of docs/python.md print into the page: `python docs/make_python.py`."""

import contextlib
import io
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent / "python.md"
_BLOCK = re.compile(r"(?<=^```pycon\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)


def filled(page: str) -> str:
    """The page with what its `pycon` blocks print now, run in order in the working folder."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return _BLOCK.sub(lambda block: "".join(f"{said}{_run(said, names)}" for said in _statements(block[0])), page)


def _statements(block: str) -> list[str]:
    """The statements of a block as they are typed, with their prompts."""
    found: list[str] = []
    for line in block.splitlines():
        if line.startswith(">>> "):
            found.append(f"{line}\n")
        elif line.startswith("... ") and found:
            found[-1] += f"{line}\n"
    return found


def _run(said: str, names: dict[str, Any]) -> str:
    source = "".join(line[4:] + "\n" for line in said.splitlines())
    printed = io.StringIO()

    def show(value: Any) -> None:
        if value is not None:
            names["_"] = value
            print(repr(value))  # noqa: T201

    kept, sys.displayhook = sys.displayhook, show
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(source, "<page>", "single"), names)
    except Exception as error:
        kind = type(error)
        printed.write(f"Traceback (most recent call last):\n    ...\n{kind.__module__}.{kind.__qualname__}: {error}\n")
    finally:
        sys.displayhook = kept
    return printed.getvalue()


if __name__ == "__main__":
    sys.path.insert(0, str(PAGE.parent.parent))
    os.environ["COLUMNS"] = "80"
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        PAGE.write_text(filled(PAGE.read_text()))
