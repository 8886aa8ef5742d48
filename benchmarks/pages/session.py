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


_END = re.compile(r"[\s\\]*(?:\| head -n (?P<lines>\d+)|> (?P<file>[\w.]+))$")


class Session:
    """One folder, and the exit code of the command before (which `$ echo $?` shows).

    Commands of this program (with a last `| head -n N` or `> FILE`) and Python programs run in this process, which has
    compiled the engine; all else is given to bash. Notices and progress, which go to stderr, are left out, unless the
    command fails. The folder is called `/home/you` in what is printed.
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
                end = _END.search(example.source)
                words = _words(example.source[: end.start()] if end else example.source)
                out, err, self.code = self._own(words[1:]) if words else self._bash(example.source)
                if words and end and end["lines"]:
                    out, err, self.code = "".join(out.splitlines(keepends=True)[: int(end["lines"])]), err, 0
                elif words and end:
                    Path(end["file"]).write_text(out, encoding="utf-8")
                    out = ""
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


def _words(command: str) -> list[str]:
    """The words of a command that is one call of this program and nothing that only a shell does, else none."""
    command = command.replace("\\\n", " ")
    parser = shlex.shlex(command, posix=True, punctuation_chars=True)
    parser.whitespace_split = True
    words = list(parser)
    plain = words[0] == "euchre-sim" and not set("$`*") & set(command)
    return words if plain and not any(set(word) <= set("();<>|&") for word in words) else []
