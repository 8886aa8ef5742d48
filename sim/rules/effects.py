"""Values without effect: which rules a game never reads, and what to say to somebody who sets one of them."""

from collections.abc import Callable, Iterator
from itertools import combinations, product

from sim.errors import RulesError
from sim.rules.house_rule import Condition
from sim.rules.house_rules import FIELDS, spelt
from sim.rules.values import RuleValues, Value

ChangedRules = dict[str, Value]


def written(rules: RuleValues, name: str) -> str:
    """A rule with its value, as it is written: `target = off`."""
    return f"{name} = {spelt(name, getattr(rules, name))}"


def _idle(rules: RuleValues, name: str) -> Value:
    """Where a rule stands that has no effect: at its default, as a rule."""
    idle, default = FIELDS[name].idle, getattr(type(rules), name)
    return default if idle is None else idle


def without_effect(rules: RuleValues) -> dict[str, tuple[Condition, Value]]:
    """The rules whose values have no effect: the condition that does not hold, and the value that stands there."""
    found: dict[str, tuple[Condition, Value]] = {}
    for name, rule in FIELDS.items():
        unmet = rule.unmet(rules)
        if unmet is None:
            continue
        condition, weaker = unmet
        stands = _idle(rules, name) if weaker is None else weaker
        if getattr(rules, name) != stands:
            found[name] = condition, stands
    return found


def _other_values(rules: RuleValues, name: str) -> list[Value]:
    """What a rule could be instead, the usual value (its default) first."""
    values = [value for value in FIELDS[name].choices if value != getattr(rules, name)]
    return sorted(values, key=lambda value: value != getattr(type(rules), name))


def _remedies(rules: RuleValues, condition: Condition) -> Iterator[ChangedRules]:
    """ChangedRules of the rules that decide a condition after which it holds, the smallest first."""
    for count in range(1, len(condition.fields) + 1):
        for names in combinations(condition.fields, count):
            others = [_other_values(rules, name) for name in names]
            for values in product(*others):
                changes = dict(zip(names, values, strict=True))
                if condition.holds(rules.unchecked(changes)):
                    yield changes


def refusal(
    rules: RuleValues, name: str, condition: Condition, stands: Value, is_playable: Callable[[ChangedRules], bool]
) -> RulesError:
    """The error for a rule that has no effect: what it would need, which rules stand against it, and what to do."""
    remedies = list(_remedies(rules, condition))
    against = " and ".join(written(rules, other) for other in remedies[0])
    remedy = next((changes for changes in remedies if is_playable(changes)), {})
    ways = (
        [f"set {' and '.join(f'{other} = {spelt(other, value)}' for other, value in remedy.items())}"] if remedy else []
    )
    weaker = stands != _idle(rules, name)
    ways.append(f"set {name} = {spelt(name, stands)}" if weaker else f"leave {name} at {spelt(name, stands)}")
    if condition.start:
        ways.append(f"start from the preset {condition.start}")
    return RulesError(f"{written(rules, name)} {condition.needs}, but {against}", ", or ".join(ways))
