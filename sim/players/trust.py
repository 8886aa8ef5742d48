"""Strategies that data names: files and modules are only run where the person at the command line names them too.

Built-in and installed strategies may always play.
"""

import shlex
from collections.abc import Iterable

from sim.errors import StrategyError, brief
from sim.players.sources import available, is_path, split_path
from sim.players.specification import names_in

OPTION = "--allow"


def check_trusted(specs: Iterable[str], allowed: Iterable[str], where: str) -> None:
    """StrategyError where a spec that stands in data (`where`) would run a file or module that nobody has allowed.

    `allowed` are the specs, files and modules that the person has named. Nothing is loaded or imported.
    """
    known = {_foreign(name) for spec in allowed for name in names_in(spec)}
    for name in (name for spec in specs for name in names_in(spec)):
        kind = _foreign(name)
        if kind is not None and kind not in known:
            raise StrategyError(
                f"{where} would run the {kind[0]} {brief(name, 300)[1:-1]}, which it alone names: {OPTION} allows it",
                f"look at it first, as data may come from anybody; then add {OPTION} {shlex.quote(name[:300])}",
            )


def _foreign(name: str) -> tuple[str, str] | None:
    """What a name would have us run, a file or a module; None for a strategy that is built in or installed."""
    if is_path(name):
        return "file", str(split_path(name)[0].resolve())
    if name in available():
        return None
    return "module", name.partition(":")[0]
