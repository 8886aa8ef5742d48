"""Every house rule by its name: its choices, one line on what it does, who plays it so, and when it has an effect.

The table feeds the validation in `rules.py`, the command that shows rules and the docs. A field whose game is not
playable carries the name of that game in `game` and is refused by name.
"""

from typing import Final

from sim.errors import RulesError, did_you_mean
from sim.rules.house_rule import RuleField
from sim.rules.house_rules_alone import PLAYING_ALONE
from sim.rules.house_rules_of_number_bids import NUMBER_BIDS
from sim.rules.house_rules_of_trump import MAKING_TRUMP
from sim.rules.values import Value

_TABLE: Final = (*MAKING_TRUMP, *PLAYING_ALONE, *NUMBER_BIDS)

FIELDS: Final[dict[str, RuleField]] = {rule.name: rule for rule in _TABLE if not rule.game}
"""The rules that can be set, in the order they are shown."""

UNPLAYED: Final[dict[str, RuleField]] = {rule.name: rule for rule in _TABLE if rule.game}
"""Rules of games that cannot be played."""


def spelt(name: str, value: Value) -> str:
    """The value of a rule as a rule file or the command line spells it: `off` where that is meant by 0."""
    return FIELDS[name].text(value)


def rule_field(name: str) -> RuleField:
    """The rule of that name; RulesError when there is none or its game cannot be played."""
    if name in FIELDS:
        return FIELDS[name]
    if name in UNPLAYED:
        raise RulesError(
            f"{name} belongs to {UNPLAYED[name].game}, which this version does not play",
            f"rules that can be set: {', '.join(FIELDS)}",
        )
    raise RulesError(f"unknown rule: {name!r}", did_you_mean(name.replace("-", "_"), FIELDS))
