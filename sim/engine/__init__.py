"""The compiled engine: deals in lock-step, from the shuffle to the score. Importing it compiles and starts nothing."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from sim.rules.rules import Rules

ENGINE_VERSION: Final = 2
"""Changes whenever the same seed, rules and players give other results in every game; elsewhere see PARTS."""


class EnginePart(NamedTuple):
    """A part of the engine that only some games use, and its version."""

    uses: "Callable[[Rules], bool]"
    """Whether a game uses it."""
    version: int = 1


PARTS: Final[dict[str, EnginePart]] = {
    "upcard": EnginePart(lambda rules: rules.has_upcard),
    "tricks": EnginePart(lambda rules: rules.auction == "tricks"),
    "napoleon": EnginePart(lambda rules: rules.auction == "single"),
    "joker": EnginePart(lambda rules: rules.has_joker),
    "dummies": EnginePart(lambda rules: bool(rules.dummies)),
    "lone defence": EnginePart(lambda rules: rules.may_defend_alone),
    "late alone": EnginePart(lambda rules: rules.has_upcard and rules.declares_later),
    "partner's best": EnginePart(lambda rules: bool(rules.best_callers)),
    "farmer's hands": EnginePart(lambda rules: rules.farmers_hand != "off"),
    "jambone": EnginePart(lambda rules: rules.jambone == "on"),
    "tokens": EnginePart(lambda rules: bool(rules.token_columns or rules.ending_columns)),
    "laps": EnginePart(lambda rules: rules.games_in_a_row > 1),
}
"""Raise the version of a part, instead of ENGINE_VERSION, where only games that use it give other results: runs of all
other games stay what they are. A new ENGINE_VERSION sets them all back to 1."""


def part_versions(rules: "Rules") -> dict[str, int]:
    """The versions of the parts that a game uses, those left out that have not changed since the engine's version."""
    return {name: part.version for name, part in PARTS.items() if part.version > 1 and part.uses(rules)}
