"""Whether a player keeps the contract: legal at every seat and under any rules, a pure function of its view, never
shaken by an empty hand, and independent of how the games are cut. Runs without any test framework.

`check_player` yields a Finding for whatever is wrong, with a sentence that says how to see it again.
"""

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from decisions import Decision, as_heard, decisions
from sim.bits import U
from sim.engine.layout import HOOKS
from sim.errors import EuchreError, RulesError
from sim.linking import Decision as Made
from sim.match import Match, Part
from sim.rule_fields import FIELDS
from sim.rules import Rules
from sim.strategy import Player, load_player
from sim.views import View

LONGEST = 15
"""Hands after which a game is over, where the rules have no end of their own."""
BATCHES = (1, 7)
"""Sizes of batch that must give what the usual one gives."""


class Finding(NamedTuple):
    """What is wrong with a player, and under which rules."""

    check: str
    rules: Rules
    problem: str

    def __str__(self) -> str:
        changed = ", ".join(f"{name}={here}" for name, (here, _) in self.rules.differences(Rules()).items())
        return f"{self.check}: {self.problem} (rules: {changed or 'standard'})"


def check_player(
    spec: str, games: Mapping[str, Rules], others: Sequence[str] = ("basic",), seed: int = 1, units: int = 20
) -> Iterator[Finding]:
    """Check a player under some rules, by himself and among `others`; `units` games are played at each table."""
    player, company = load_player(spec), [load_player(other) for other in others]
    for given in games.values():
        # Somebody may never make trump: then no game would end.
        rules = given if given.max_hands else given.with_changes({"max_hands": LONGEST})
        try:
            yield from check_tables(player, company, rules, seed, units)
            yield from check_cuts(player, company, rules, seed, units)
            yield from check_hooks(player, rules, seed, max(1, units // 10))
        except EuchreError as error:
            yield Finding("plays by the rules", rules, error.message)


def check_tables(player: Player, company: Sequence[Player], rules: Rules, seed: int, units: int) -> Iterator[Finding]:
    """The player at all chairs, and at each single chair among others. An illegal action raises."""
    Match(rules, [player], seed).play(0, units)
    for other in company:
        for chair in range(rules.players):
            table = [other] * rules.players
            table[chair] = player
            part = Match(rules, table, seed + 1 + chair).play(0, units, "games")
            assert part.games is not None
            if len(part.games["game"]) != units:
                yield Finding("finishes his games", rules, f"{len(part.games['game'])} of {units} games at {chair}")


def check_cuts(player: Player, company: Sequence[Player], rules: Rules, seed: int, units: int) -> Iterator[Finding]:
    """The same games again, in small batches, must give the same rows."""
    for table in ([player], [*[player] * (rules.teams - 1), company[0]] if company else [player]):
        match = Match(rules, table, seed)
        first = digest(match.play(0, units, "plays"))
        for batch in (1024, *BATCHES):
            if digest(match.play(0, units, "plays", batch=batch)) != first:
                yield Finding("plays alike in any batch", rules, f"other rows in batches of {batch}, seed {seed}")


def check_hooks(player: Player, rules: Rules, seed: int, units: int) -> Iterator[Finding]:
    """Each recorded decision asked again as plain Python: the same answer, twice, and none fails on an empty hand."""
    steps = player.steps(HOOKS)
    for where, decision in replayed(Match(rules, [player], seed).play(0, units, "plays"), rules, seed):
        made = steps[decision.hook][1]
        at = f"{decision.hook}, {where}, chair {decision.chair}"
        try:
            answer = ask(made, decision.view)
            if answer != ask(made, decision.view):
                yield Finding("answers a view always alike", rules, at)
            if as_heard(rules, decision, answer) != decision.action:
                both = f"{answer} in plain Python, {decision.action} compiled"
                yield Finding("answers as compiled", rules, f"{at}: {both}")
        except Exception as error:  # whatever a player's own code may raise
            yield Finding("runs as plain Python", rules, f"{at}: {type(error).__name__}: {error}")
            continue
        try:
            ask(made, decision.view._replace(hand=U(0)))
        except Exception as error:
            yield Finding("bears an empty hand", rules, f"{at}: {type(error).__name__}: {error}")


def ask(made: Made, view: View) -> int:
    """A hook's answer in plain Python. Raises TypeError for an answer that is no whole number."""
    arguments: list[Any] = [view]
    if made.takes >= 2 and made.params is not None:
        arguments.append(made.params(*made.values))
    if made.inner is not None:
        arguments.append(ask(made.inner, view))
    with np.errstate(over="ignore"):
        answer = made.function(*arguments)
    if isinstance(answer, float | np.floating) or not isinstance(answer, int | np.integer | np.bool_):
        raise TypeError(f"the answer {answer!r} is neither a mask nor a whole number")
    return int(answer)


def replayed(part: Part, rules: Rules, seed: int) -> Iterator[tuple[str, Decision]]:
    """Every decision of the games of a part that was played with all cards recorded, with where it happened."""
    assert part.hands is not None and part.plays is not None
    tricks: dict[tuple[int, int], list[dict[str, int]]] = defaultdict(list)
    for row in rows(part.plays):
        tricks[row["game"], row["hand"]].append(row)
    for row in rows(part.hands):
        where = f"game {row['game']}, hand {row['hand']}, seed {seed}"
        for decision in decisions(rules, seed, row, tricks[row["game"], row["hand"]]):
            yield where, decision


def rows(table: Mapping[str, np.ndarray]) -> list[dict[str, int]]:
    """The rows of a table as plain dicts."""
    columns = [column.tolist() for column in table.values()]
    return [dict(zip(table, values, strict=True)) for values in zip(*columns, strict=True)]


def digest(part: Part) -> str:
    """A hash of all that came of a part: every table with its columns and kinds, and the counts."""
    total = hashlib.sha256()
    for name, table in (("games", part.games), ("hands", part.hands), ("plays", part.plays)):
        for column, values in (table or {}).items():
            total.update(f"{name} {column} {values.dtype} {len(values)}".encode() + values.tobytes())
    total.update(part.tally.tobytes())
    return total.hexdigest()


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
