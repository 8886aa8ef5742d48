"""From options to a table: the rules of the game and the strategies that sit down to it."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from euchre_sim.typed import parse_changes, split_specs
from sim.errors import UsageError

if TYPE_CHECKING:
    from sim.rules.rules import Rules

DEFAULT_RULES = "standard"
DEFAULT_STRATEGY = "basic"


def labelled_rules(spec: str, changes: Sequence[str]) -> "tuple[Rules, str]":
    """The rules of a preset or file with `field=value` changes, and a label for people.

    Raises RulesError or UsageError.
    """
    from sim.rules import rule_file

    wanted = parse_changes(changes)
    rules = rule_file.load_rules(spec)
    if not wanted:
        return rules, spec
    changed = rules.with_changes(wanted)
    return changed, f"{spec} with {', '.join(f'{field}={value}' for field, value in wanted.items())}"


def options(rules: str, changes: Sequence[str] | None) -> dict[str, object]:
    """The options that name these rules again, for `sim.command_line.command`."""
    return {"rules": None if rules == DEFAULT_RULES else rules, "set": list(changes or [])}


def specs(options: Sequence[str], rules: "Rules") -> list[str]:
    """The specs of all `--strategy` options: one for all, one for each side, or one for each player.

    Raises UsageError for any other number.
    """
    given = split_specs(options) or [DEFAULT_STRATEGY]
    allowed = sorted({1, rules.teams, rules.players})
    if len(given) not in allowed:
        each = "one for each player" if rules.teams == rules.players else "one for each side, or one for each player"
        raise UsageError(
            f"{len(given)} strategies for a game with {rules.players} players",
            f"give {' or '.join(map(str, allowed))}: one for all, {each}",
        )
    return given


def short_name(rules: str) -> str:
    """A word for a folder's name: the preset, or the file without its ending."""
    return re.sub(r"[^\w-]+", "-", Path(rules).stem.lower()).strip("-") or "rules"
