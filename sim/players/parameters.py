"""Parameters of a strategy: their defaults, and values typed as `name=value`."""

import math
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from sim.command_line import command
from sim.engine.layout import MAX_PARAMS
from sim.errors import StrategyError


def parameter_values(name: str, params: type | None, given: str | None) -> dict[str, float]:
    """The parameters of a strategy: its defaults, but for those `given` as `name=value,...`. Raises StrategyError."""
    defaults: dict[str, float] = dict(getattr(params, "_field_defaults", {}))
    fields: tuple[str, ...] = getattr(params, "_fields", ())
    if params is not None and not (isinstance(params, type) and issubclass(params, tuple) and fields):
        raise StrategyError(f"{name}: Params is no NamedTuple", "as in class Params(NamedTuple): order: float = 21.0")
    if set(fields) != set(defaults):
        raise StrategyError(
            f"{name}: each field of Params needs a default", "as in class Params(NamedTuple): order: float = 21.0"
        )
    wrong = next((key for key, value in defaults.items() if not isinstance(value, int | float)), None)
    if wrong is not None:
        raise StrategyError(f"{name}: {wrong} of Params must be a number, not {defaults[wrong]!r}")
    if len(fields) > MAX_PARAMS:
        raise StrategyError(
            f"{name} has {len(fields)} parameters; at most {MAX_PARAMS} fit", "make some of them constants"
        )
    for item in filter(None, (piece.strip() for piece in (given or "").split(","))):
        key, equals, text = (piece.strip() for piece in item.partition("="))
        if not equals or key not in defaults:
            raise StrategyError(f"{name} has no parameter {key!r}", _parameter_hint(name, key, defaults))
        try:
            value = float(text)
        except ValueError:
            raise StrategyError(
                f"{name}: {key} must be a number, not {text!r}", f"the default is {number_text(defaults[key])}"
            ) from None
        if not math.isfinite(value):
            raise StrategyError(f"{name}: {key} must be a finite number, not {text}")
        if isinstance(defaults[key], int) and value != int(value):
            raise StrategyError(f"{name}: {key} must be a whole number, not {text}")
        defaults[key] = type(defaults[key])(value)
    return defaults


SHOWN: Final = 8
"""So many parameters are listed where one is wrong and none is near; of more, the command that lists them."""


def _parameter_hint(name: str, key: str, defaults: Mapping[str, float]) -> str:
    """What to write in place of a parameter that there is not: the nearest, with their defaults."""
    near = [key] if key in defaults else get_close_matches(key.lower(), defaults, n=3, cutoff=0.6)
    told = [f"{k}={number_text(defaults[k])}" for k in near or list(defaults)]
    if key in defaults:
        return f"write a value behind it, as in {name}{{{told[0]}}}"
    if near:
        return f"did you mean {' or '.join(near)}? (default{'s' if len(near) > 1 else ''} {', '.join(told)})"
    if len(told) > SHOWN:
        return f"`{command('strategies', 'info', name)}` lists its {len(told)} parameters"
    return f"its parameters and defaults: {', '.join(told) or 'none'}"


def number_text(value: float) -> str:
    """A parameter as it is typed: short where that is exact."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)
