"""Rule files: TOML with a rule a line, read with mistrust."""

import tomllib
from pathlib import Path
from typing import Final

from sim.arguments import check_path
from sim.errors import RulesError, brief
from sim.plain_files import read_plain
from sim.rules.house_rules import rule_field
from sim.rules.presets import PRESETS, STANDARD, preset
from sim.rules.rules import Rules

_MOST_TOML: Final = 1 << 16
"""Bytes of a rule file: reading one takes no time, whatever is in it."""
_LONGEST_LINE: Final = 2000
"""Characters of a line of it."""


def read_rule_file(path: str | Path) -> Rules:
    """Rules from a TOML file: optionally `preset = "name"` to start from, then fields at the top level.

    Raises RulesError that names the file when it cannot be read, is no TOML, or holds a bad name or value.
    """
    path = check_path("path", path)
    try:
        text = read_plain(path, _MOST_TOML).decode("utf-8-sig")
        if max(map(len, text.splitlines()), default=0) > _LONGEST_LINE:
            raise ValueError(f"a line has more than {_LONGEST_LINE} characters")
        content = tomllib.loads(text.replace("\r\n", "\n"))
    except OSError as error:
        raise RulesError(f"cannot read rule file {path}: {error.strerror}", "give the path of a .toml file") from None
    except (ValueError, RecursionError) as error:  # a TOMLDecodeError, no UTF-8, or a number of 5 000 digits
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise RulesError(
            f"{path} is not a TOML file of rules: {reason[:200]}",
            'write one rule a line, as in stick_dealer = "on" or target = 11',
        ) from None
    base = content.pop("preset", STANDARD)
    try:
        if not isinstance(base, str):
            raise RulesError(f"preset must be a name in quotes, not {brief(base)}", 'as in preset = "standard"')
        for name, value in content.items():
            if not isinstance(value, str | int):
                rule_field(name)
                raise RulesError(
                    f"{name} must be text, a whole number, true or false, not {brief(value)}",
                    f"{name} takes {rule_field(name).choices_text()}",
                )
        return preset(base).with_changes(content)
    except RulesError as error:
        raise RulesError(f"in {path}: {error.message[:300]}", error.hint) from None


def load_rules(spec: Rules | str | Path) -> Rules:
    """The rules of a named game or of a TOML rule file (a path that ends in `.toml`); rules are given back.

    Raises RulesError.
    """
    if isinstance(spec, Rules):
        return spec
    if isinstance(spec, Path):
        return read_rule_file(spec)
    if not isinstance(spec, str):
        raise RulesError(
            f"rules are given by name, as a .toml file or as Rules, not as {brief(spec)}",
            f"names are {', '.join(PRESETS)}",
        )
    return read_rule_file(Path(spec)) if spec.lower().endswith(".toml") else preset(spec)
