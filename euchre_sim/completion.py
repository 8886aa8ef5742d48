"""What a shell offers when Tab is pressed: presets, strategies and rules; nothing here loads anything heavy."""

import importlib
from collections.abc import Iterator
from importlib.metadata import entry_points


def complete_preset(incomplete: str) -> list[str]:
    """Presets, where a game is wanted."""
    from sim.rules.presets import PRESETS

    return [name for name in PRESETS if name.startswith(incomplete.lower())]


def complete_strategy(incomplete: str) -> list[str]:
    """Strategies, built in or installed, also the last of several that are separated by commas."""
    from sim.players.sources import ENTRY_POINTS

    before, comma, last = incomplete.rpartition(",")
    built_in: tuple[str, ...] = tuple(importlib.import_module("strategies").BUILT_IN)
    names = sorted({*built_in, *(entry.name for entry in entry_points(group=ENTRY_POINTS))})
    return [before + comma + name for name in names if name.startswith(last)]


def changes(incomplete: str) -> list[str]:
    """Rules as `field=`, and the choices of a field once it is the only one."""
    from sim.rules.house_rules import FIELDS

    field, equals, _ = incomplete.partition("=")
    named = [name for name in FIELDS if (name == field if equals else name.startswith(field))]
    if len(named) > 1:
        return [f"{name}=" for name in named]
    pairs = [pair for name in named for pair in _pairs(name)]
    return [pair for pair in pairs if pair.startswith(incomplete)]


def _pairs(name: str) -> Iterator[str]:
    from sim.rules.house_rules import FIELDS

    field = FIELDS[name]
    if isinstance(field.choices, range):
        yield f"{name}="
    else:
        yield from (f"{name}={field.text(choice)}" for choice in field.choices)
