"""Rules drawn at random, to play under more of them than anybody would write down."""

import random
from collections.abc import Sequence

from sim.errors import RulesError
from sim.rules.house_rules import FIELDS
from sim.rules.rules import Rules


def random_rules(source: random.Random, bases: Sequence[Rules]) -> Rules:
    """Valid rules: one of the bases with about half of all fields drawn anew, as far as they go together."""
    rules = source.choice(bases)
    names = list(FIELDS)
    source.shuffle(names)
    for name in names:
        if source.random() < 0.5:
            choices = FIELDS[name].choices
            # Of a range only the beginning: games to 25 points are long enough.
            value = choices[source.randrange(min(len(choices), 25))]
            try:
                rules = rules.with_changes({name: value})
            except RulesError:
                continue
    return rules
