"""The command line as data and as a call."""

from collections.abc import Iterator
from typing import Any

import typer

from euchre_sim.cli import app


def commands(group: Any = None, words: str = "") -> Iterator[tuple[str, Any]]:
    """Every command of the program, with its words."""
    for name, command in (typer.main.get_command(app) if group is None else group).commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{words}{name} ")
        else:
            yield f"{words}{name}", command
