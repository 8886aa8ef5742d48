"""One house rule: its choices, how they are read and written, and when the rule has an effect."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import index
from typing import Final

from sim.errors import RulesError, brief, did_you_mean
from sim.rules.values import RuleValues, Value

_ON: Final = ("on", "yes", "true")
_OFF: Final = ("off", "no", "false")


@dataclass(frozen=True)
class Condition:
    """What the other rules must be like for a rule to have an effect."""

    needs: str
    """Words that follow a rule and its value: `needs a lone maker`."""
    holds: Callable[[RuleValues], bool]
    fields: tuple[str, ...]
    """The rules that decide it, those first that one would rather change."""
    start: str = ""
    """Presets to start from for such a game."""
    unread: bool = True
    """Where it does not hold the engine never reads the rule; else it would, but no source plays it so."""


@dataclass(frozen=True)
class RuleField:
    """One rule: its name, the choices (a tuple, or a range of whole numbers), what it does and its sources."""

    name: str
    choices: tuple[Value, ...] | range
    about: str
    source: str
    zero_is_off: bool = False
    """Whether 0 is written `off`."""
    game: str = ""
    """The game the whole field belongs to when that game cannot be played."""
    needs: tuple[Condition, ...] = ()
    """The rule has an effect where all of these hold; elsewhere it can only stand at its default (or `idle`)."""
    idle: Value | None = None
    """The value that stands where the rule has no effect, if that is not the default."""
    weaker: tuple[tuple[Value, Condition, Value], ...] = ()
    """Values that need more: the value, what it needs, and the value that it amounts to elsewhere."""

    def text(self, value: Value) -> str:
        """A value as a rule file or the command line spells it."""
        return "off" if self.zero_is_off and value == 0 else str(value)

    def choices_text(self) -> str:
        """All choices in one line: `off, on, forfeit1`, `1 to 1000`."""
        if isinstance(self.choices, range):
            first, last = self.choices[0], self.choices[-1]
            return f"off, {first + 1} to {last}" if self.zero_is_off else f"{first} to {last}"
        return ", ".join(self.text(choice) for choice in self.choices)

    def read(self, value: object) -> Value:
        """The choice that `value` (text, a whole number or true/false) stands for; RulesError when it is none."""
        is_plain = type(value) is int or (type(value) is str and isinstance(self.choices, tuple))
        found: Value = value if is_plain and value in self.choices else self._match(value)  # type: ignore[assignment]
        if found in self.choices:
            return found
        shown = value.strip() if isinstance(value, str) else value
        texts = [] if isinstance(self.choices, range) else [self.text(choice) for choice in self.choices]
        hint = did_you_mean(str(shown), texts)
        raise RulesError(
            f"{self.name} takes {self.choices_text()}, not {brief(shown)}",
            hint if hint.startswith("did you mean") else f"{self.name}: {self.about}",
        )

    def _match(self, value: object) -> Value:
        word = str(value).strip().lower()
        if isinstance(value, str | bool):
            for switch in (_ON, _OFF):
                if word in switch:
                    word = next((w for w in switch if w in self.choices), word)
            if self.zero_is_off and word in _OFF:
                return 0
            return int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else word
        try:
            return index(value)  # type: ignore[arg-type]  # whole numbers of NumPy too
        except TypeError:
            return word

    def unmet(self, rules: RuleValues) -> tuple[Condition, Value | None] | None:
        """The first condition that these rules do not meet for the value they give this one; None where all hold.

        With it comes the value that theirs amounts to, None where the whole rule has no effect.
        """
        for condition in self.needs:
            if not condition.holds(rules):
                return condition, None
        for value, condition, weaker in self.weaker:
            if getattr(rules, self.name) == value and not condition.holds(rules):
                return condition, weaker
        return None
