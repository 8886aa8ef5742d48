"""Players as people give them from Python: by name, as a file, class or function, or loaded."""

from collections.abc import Sequence
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from sim.arguments import as_list
from sim.errors import StrategyError, brief
from sim.players.hook_names import NAMES, nearest
from sim.players.sources import give
from sim.players.strategy import Player, load_player

PlayerLike = Player | str | Path | type | FunctionType | ModuleType
"""A player by specification or file, as a class or module that has hooks, as a hook itself, or loaded."""
Players = PlayerLike | Sequence[PlayerLike]
"""One player for all chairs, or several."""


def as_player(given: object) -> Player:
    """The player that is meant. Raises StrategyError.

    A class or module has its hooks as functions. A function is a hook by itself, `def order_up(v)` for example: the
    default player decides all else.

    >>> from euchre_sim import load_player
    >>> load_player("basic{order_1=300}").params["order_1"]
    300
    """
    return given if isinstance(given, Player) else load_player(_spec(given))


def as_players(given: object) -> list[Player]:
    """The players meant by one, or by a sequence of them. Raises StrategyError."""
    return [as_player(one) for one in as_list(given)]


def as_spec(given: object) -> str:
    """The specification by which a player is loaded here. Raises StrategyError, also where it loads another by now."""
    if not isinstance(given, Player):
        return _spec(given)
    if load_player(given.spec).source_hash != given.source_hash:
        raise StrategyError(
            f"{given.spec} has changed since this player was loaded", "load it again with load_player, or give its name"
        )
    return given.spec


def as_specs(given: object) -> list[str]:
    """The specifications of one player, or of a sequence of them. Raises StrategyError."""
    return [as_spec(one) for one in as_list(given)]


def _spec(given: object) -> str:
    if isinstance(given, str):
        return given
    if isinstance(given, Path):
        return str(given)
    if isinstance(given, ModuleType):
        return _module(given)
    if isinstance(given, type):
        return give(given, given)
    if isinstance(given, FunctionType):
        name = given.__name__
        if name not in NAMES:
            near = nearest(name)
            raise StrategyError(
                f"the function {name} has the name of no hook",
                f"{f'did you mean {near}? ' if near else ''}a function given as a player is one of {', '.join(NAMES)}",
            )
        return give(given, SimpleNamespace(**{name: given}))
    raise StrategyError(
        f"a player is given by name, file, class or function, not as {brief(given)}",
        'for example "basic", "./my_bot.py", or a class with the hooks as functions',
    )


def _module(module: Any) -> str:
    package, _, name = module.__name__.rpartition(".")
    if package == "strategies":
        return str(name).replace("_", "-")
    file = getattr(module, "__file__", None)
    if not file:
        raise StrategyError(f"the module {module.__name__} has no file", "give a class or a function instead")
    return str(file)
