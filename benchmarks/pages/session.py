"""Running the examples of a page, one after the other in one folder, as a reader would type them."""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from benchmarks.pages.blocks import Example

ROOT = Path(__file__).resolve().parent.parent.parent
ENVIRONMENT = {"COLUMNS": "80", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)}


class Session:
    """One folder, and the exit code of the command before (which `$ echo $?` shows).

    Commands of this program (with a last `| head -n N`) and Python programs run in this process, which has compiled the
    engine; all else is given to bash. Notices and progress, which go to stderr, are left out, unless the command fails.
    The folder is called `/home/you` in what is printed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code = 0

    def printed(self, example: Example) -> str:
        """What an example prints, without the last newline. Raises RuntimeError where a Python program fails."""
        with contextlib.chdir(self.folder):
            if example.language == "python":
                out, err, self.code = self._python(example.source)
            else:
                command, lines = _headed(example.source)
                words = _words(command)
                out, err, self.code = self._own(words[1:]) if words else self._bash(example.source)
                if words and lines:
                    out, err, self.code = "".join(out.splitlines(keepends=True)[:lines]), err, 0
        printed = (out + err if self.code else out).strip("\n")
        return printed.replace(str(self.folder.resolve()), "/home/you")

    def _python(self, source: str) -> tuple[str, str, int]:
        out = io.StringIO()
        try:
            with contextlib.redirect_stdout(out):
                exec(compile(source, "example", "exec"), {"__name__": "__main__"})
        except Exception as error:
            raise RuntimeError(f"this example fails: {error!r}\n{source}") from error
        return out.getvalue(), "", 0

    def _own(self, words: list[str]) -> tuple[str, str, int]:
        from typer.testing import CliRunner

        from euchre_sim.cli import app

        done = CliRunner(env=ENVIRONMENT).invoke(app, words, prog_name="euchre-sim")
        return done.stdout, done.stderr, done.exit_code

    def _bash(self, command: str) -> tuple[str, str, int]:
        program = shlex.join([sys.executable, "-m", "euchre_sim"])
        done = subprocess.run(
            ["bash", "-c", f'euchre-sim() {{ {program} "$@"; }}\n(exit {self.code})\n{command}'],
            env=os.environ | ENVIRONMENT,
            capture_output=True,
            encoding="utf-8",
        )
        return done.stdout, done.stderr, done.returncode


def _headed(command: str) -> tuple[str, int]:
    """A command without a last `| head -n N`, and N (0 without)."""
    found = re.fullmatch(r"(.*?)[\s\\]*\| head -n (\d+)", command, re.DOTALL)
    return (found[1], int(found[2])) if found else (command, 0)


def _words(command: str) -> list[str]:
    """The words of a command that is one call of this program and nothing that only a shell does, else none."""
    command = command.replace("\\\n", " ")
    parser = shlex.shlex(command, posix=True, punctuation_chars=True)
    parser.whitespace_split = True
    words = list(parser)
    plain = words[0] == "euchre-sim" and not set("$`*") & set(command)
    return words if plain and not any(set(word) <= set("();<>|&") for word in words) else []
