"""Whether a player keeps the contract: legal at every seat and under any rules, a pure function of its view, never
shaken by an empty hand, and independent of how the games are cut.

`check_player` yields a Finding for whatever is wrong, with a sentence that says where, and a command that shows it.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sim import tables
from sim.bits import U
from sim.errors import EuchreError, StrategyError
from sim.players.check.decisions import Hearing, decisions
from sim.players.hook_checks import place
from sim.players.linking import Decider
from sim.players.match import GamesPlayed, Match
from sim.players.numpy_steps import checked
from sim.players.recorded_hand import DecisionMade
from sim.players.strategy import DEFAULT, Player, load_player
from sim.rules.rules import Rules
from sim.views import MASKS, View

LONGEST = 15
"""Hands after which a game is over, where the rules have no end of their own."""
BATCHES = (1, 7)
"""Sizes of batch that must give what the usual one gives."""


class Finding(NamedTuple):
    """What is wrong with a player and under which rules; `again` is the command that shows it."""

    check: str
    rules: Rules
    problem: str
    again: str = ""
    code: int = StrategyError.exit_code
    """The exit code that a command should end with."""

    def __str__(self) -> str:
        changed = ", ".join(map(self.rules.said, self.rules.differences(Rules())))
        return f"{self.check}: {self.problem} (rules: {changed or 'standard'})"


def check_player(
    spec: str, games: Mapping[str, Rules], others: Sequence[str] = ("basic",), seed: int = 1, units: int = 20
) -> Iterator[Finding]:
    """Check a player under some rules, by themselves and among `others`; `units` games are played at each table."""
    player, company = load_player(spec), [load_player(other) for other in others]
    for given in games.values():
        rules = ending(given)
        try:
            yield from check_tables(player, company, rules, seed, units)
            yield from check_cuts(player, company, rules, seed, units)
            yield from check_hooks(player, rules, seed, max(1, units // 10))
        except EuchreError as error:
            yield of_error(error, rules)


def ending(rules: Rules) -> Rules:
    """The rules with an end: where nobody ever makes trump no game would be over."""
    return rules if rules.max_hands else rules.with_changes({"max_hands": LONGEST})


def of_error(error: EuchreError, rules: Rules) -> Finding:
    """The finding that an error is."""
    again = error.hint.removeprefix("repeat it: ") if error.hint.startswith("repeat it: ") else ""
    return Finding("plays by the rules", rules, error.message, again, error.exit_code)


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
                yield Finding("finishes their games", rules, f"{len(part.games['game'])} of {units} games at {chair}")


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
    steps = player.steps((), rules.auction, rules.players, rules.hand_id())
    match = Match(rules, [player], seed)
    hand, hearing = "", Hearing(rules)
    for where, decision in replayed(match.play(0, units, "plays"), rules, seed):
        hand, hearing = where, hearing if where == hand else Hearing(rules)
        made = steps[decision.hook][1]
        if made.needs_table:
            continue
        at = f"{made.label}, {where}, chair {decision.chair}"
        again = show_command(match, where)
        try:
            answer = ask_in_python(made, decision.view)
            if answer != ask_in_python(made, decision.view):
                yield Finding("answers a view always alike", rules, at, again)
            if hearing.heard(decision, answer) != decision.action:
                both = f"{answer} in plain Python, {decision.action} compiled"
                yield Finding("answers as compiled", rules, f"{at}: {both}", again)
        except Exception as error:  # whatever a player's own code may raise
            yield Finding("runs as plain Python", rules, f"{at}: {raised(made, error)}", again)
            continue
        try:
            with tables.noting():  # whose answer is not heard may look outside
                ask_in_python(made, with_hand(decision.view, U(0)))
        except Exception as error:
            yield Finding("bears an empty hand", rules, f"{at}: {raised(made, error)}", again)


def check_asked(
    player: Player, rules: Rules, seed: int, units: int, tell: Callable[[str, Match, str], None]
) -> Iterator[Finding]:
    """The hooks as plain Python, asked about the games of the default player, before anything of theirs is compiled.

    `tell` hears of each decision before it is asked, so that one that never ends can be named. A hook that fails is not
    asked again.
    """
    steps, failed = player.steps((), rules.auction, rules.players, rules.hand_id()), set()
    match = Match(rules, [load_player(DEFAULT)], seed)
    for where, decision in replayed(match.play(0, units, "plays"), rules, seed):
        made = steps[decision.hook][1]
        if decision.hook in failed or made.needs_table:
            continue
        at = f"{made.label}, {where}, chair {decision.chair}"
        tell(at, match, where)
        try:
            ask_in_python(made, decision.view)
        except Exception as error:
            failed.add(decision.hook)
            yield Finding("runs as plain Python", rules, f"{at}: {raised(made, error)}", show_command(match, where))


def show_command(match: Match, where: str) -> str:
    """The command that shows a hand of a match."""
    game, hand = (piece.split()[1] for piece in where.split(", ")[:2])
    return match.command("show", game=game, hand=hand)


def in_arrays(view: View) -> Any:
    """A view as a NumPy strategy gets it, with one deal in the batch."""
    kind: Any = View
    return kind(*(np.array([x], dtype=U if name in MASKS else np.int64) for name, x in view._asdict().items()))


def with_hand(view: View, hand: Any) -> View:
    """A view with other cards in the hand."""
    return view._replace(hand=hand)


def raised(made: Decider, error: Exception) -> str:
    """What an exception says, with the line of the strategy that raised it."""
    where, frame = place(made.function), error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename not in (__file__, tables.__file__):
            where = f"{frame.tb_frame.f_code.co_filename}:{frame.tb_lineno}"
        frame = frame.tb_next
    return f"{where}: {type(error).__name__}: {getattr(error, 'message', error)}"


def ask_in_python(made: Decider, view: View) -> int:
    """A hook's answer in plain Python. Raises TypeError for an answer that is no whole number.

    Raises StrategyError for a hook that decides by more than its view.
    """
    if made.needs_table:
        raise StrategyError(
            f"{made.strategy} decides {made.label} on deals drawn at a table, and not by a view alone",
            "ask with the player at a table: `euchre-sim ask --me` and `euchre_sim.ask`",
        )
    arguments: list[Any] = [in_arrays(view) if made.in_numpy else view]
    if made.takes >= 2 and made.params is not None:
        arguments.append(made.params(*made.values))
    inner = made.inner
    if inner is not None:
        arguments.append((lambda about: ask_in_python(inner, about)) if made.asks else ask_in_python(inner, view))
    with np.errstate(over="ignore"):
        answer = made.function(*arguments)
    if made.in_numpy:
        answer = checked(np.asarray(answer), 1).reshape(-1)[0]
    if isinstance(answer, float | np.floating) or not isinstance(answer, int | np.integer | np.bool_):
        raise TypeError(f"the answer {answer!r} is neither a mask nor a whole number")
    return int(answer)


def replayed(part: GamesPlayed, rules: Rules, seed: int) -> Iterator[tuple[str, DecisionMade]]:
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


def digest(part: GamesPlayed) -> str:
    """A hash of all that came of a part: every table with its columns and kinds, and the counts."""
    total = hashlib.sha256()
    for name, table in (("games", part.games), ("hands", part.hands), ("plays", part.plays)):
        for column, values in (table or {}).items():
            total.update(f"{name} {column} {values.dtype} {len(values)}".encode() + values.tobytes())
    total.update(part.tally.tobytes())
    return total.hexdigest()
