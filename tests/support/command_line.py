"""The command line as data, as a call in this process, and as a process of its own."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import typer
from typer import testing
from typer.testing import CliRunner, Result

from euchre_sim.cli import app
from support.places import ROOT

testing._get_command = cache(testing._get_command)  # a hundred options are read anew for each call otherwise

Cli = Callable[..., Result]
"""The fixture `cli`: a line of the command, and words more that are not split."""


def commands(group: Any = None, words: str = "") -> Iterator[tuple[str, Any]]:
    """Every command of the program, with its words."""
    for name, command in (typer.main.get_command(app) if group is None else group).commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{words}{name} ")
        else:
            yield f"{words}{name}", command


def called(line: str = "", *more: str, **environment: str) -> Result:
    """The command, run in this process; `more` are words that are not split."""
    return CliRunner(env=environment).invoke(app, [*shlex.split(line), *more], prog_name="euchre-sim")


def unwrapped(*words: str) -> Result:
    """The command, run in this process, but its errors come out as exceptions."""
    done = CliRunner().invoke(app, list(words), standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return done


def process(line: str, folder: Path, stdout: Any = subprocess.PIPE, **environment: str) -> "subprocess.Popen[str]":
    """The command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "euchre_sim", *shlex.split(line)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        text=True,
        stdout=stdout,
        stderr=subprocess.PIPE,
    )


def ended(running: "subprocess.Popen[str]") -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a process."""
    out, told = running.communicate(timeout=120)
    return running.returncode, out, told


def wait_for(condition: Callable[[], bool], running: "subprocess.Popen[str]") -> None:
    """Until something is so; fails when the process ends before."""
    while not condition():
        assert running.poll() is None, running.communicate()
        time.sleep(0.01)
