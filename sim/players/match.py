"""A match: who plays whom by which rules, and playing any range of its games to arrays."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim.arguments import check_choice
from sim.cards import card_name, cards_of
from sim.command_line import command, option_words
from sim.engine import match_state
from sim.engine.batch import HAND_LIMIT
from sim.engine.match_state import Opening
from sim.errors import IllegalAction, Interrupted, RulesError, StrategyError
from sim.players.given import Players, as_players
from sim.players.offences import Offence, told
from sim.players.strategy import USUAL_HOOKS, Player
from sim.rules.house_rules import spelt
from sim.rules.presets import PRESETS, STANDARD
from sim.rules.rule_file import load_rules
from sim.rules.rules import Rules
from sim.rules.units import DETAILS, UNITS, Detail, Unit
from sim.whole import check_whole

MOST_GAMES = 2**63 - 1
"""Numbers of games are below this: they are whole numbers of 64 bits."""
ROUNDS = 32
"""Hands a lane plays between two looks at the clock."""


@dataclass
class GamesPlayed:
    """What came of a range of games; columns are sorted by game, hand and trick (see docs/results-format.md)."""

    first: int
    last: int
    games: dict[str, np.ndarray] | None
    hands: dict[str, np.ndarray] | None
    plays: dict[str, np.ndarray] | None
    tally: np.ndarray
    """int64[BLOCKS, TALLY_CODES]: hands by block of games and by what happened."""

    def without(self, head: "GamesPlayed") -> "GamesPlayed":
        """This part less the games of another that begins with the same one."""

        def rest(table: dict[str, np.ndarray] | None) -> dict[str, np.ndarray] | None:
            return None if table is None else {name: rows[table["game"] >= head.last] for name, rows in table.items()}

        tables = rest(self.games), rest(self.hands), rest(self.plays)
        return GamesPlayed(head.last, self.last, *tables, self.tally - head.tally)


class Match:
    """A table with fixed rules, players and seed. Playing a range of games gives the same rows however it is cut up.

    >>> from euchre_sim import Match
    >>> part = Match("standard", "basic", seed=1).play(0, 100)
    >>> int(part.tally.sum())  # hands of 100 games
    1070
    """

    def __init__(self, rules: Rules | str | Path, players: Players, seed: int, unit: Unit = "games") -> None:
        """Seat one player everywhere, one a side, or one a chair; rules and players are taken as `run` does.

        Raises UsageError, RulesError and StrategyError.
        """
        rules, seed = load_rules(rules), check_whole("seed", seed, 0, 2**63 - 1)
        self.rules, self.players, self.seed = rules, as_players(players), seed
        self.unit: Unit = check_choice("unit", unit, UNITS)
        self.seating = seat_players(rules, len(self.players))
        self._table = match_state.Table(
            rules.of_single_hands if unit == "hands" else rules,
            [link_at(player, rules) for player in self.players],
            self.seating,
            seed,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules, self.players, self.seed, self.unit)

    def __repr__(self) -> str:
        return f"<match of {self.unit}: {self.options()}>"

    def play(
        self,
        first: int,
        last: int,
        detail: Detail = "none",
        stop: Callable[[], bool] | None = None,
        progress: Callable[[int], None] | None = None,
        batch: int = 1024,
        opening: Opening | None = None,
    ) -> GamesPlayed:
        """Play games `first` to `last - 1`.

        `detail` says which tables are kept, `batch` how many deals run at once (1 to 1024; no result depends on it),
        `opening` fixes the dealer, the score or the cards that games start with (game k takes column k of its deals),
        `progress` hears of games as they finish, and when `stop` answers True the games are dropped and Interrupted is
        raised. Raises IllegalAction with a replayable hand when a strategy breaks the rules, RulesError when a game
        never ends.
        """
        first = check_whole("first", first, 0, MOST_GAMES)
        last = check_whole("last", last, first, MOST_GAMES)
        check_choice("detail", detail, DETAILS)
        batch = check_whole("batch", batch, 1, 1024)
        # Where points are carried over, a game hangs on those before it in its row: they are played first.
        before = first % self._table.rules.games_in_a_row
        if before:
            whole = self.play(first - before, last, detail, stop, progress, batch, opening)
            return whole.without(self.play(first - before, first, "none", stop, None, batch, opening))
        games = match_state.Games(self._table, first, last, detail, batch, opening)
        done = 0
        for _ in rounds(games, self.players):
            if games.is_illegal:
                raise self._illegal(games.offence(), opening)
            if games.is_endless:
                raise RulesError(
                    f"game {games.endless_game()} was not over after {HAND_LIMIT} hands",
                    "nobody ever makes trump: set stick_dealer = on, max_hands, or let somebody bid"
                    if self.rules.has_upcard
                    else "bids fail too often, or nobody bids: set max_hands, or let others play",
                )
            if progress is not None:
                progress(games.done - done)
                done = games.done
            if stop is not None and stop():
                raise Interrupted(f"stopped while playing games {first} to {last - 1}")
        return GamesPlayed(first, last, *games.tables(), games.tally)

    def _illegal(
        self, offence: tuple[str, int, int, int, int, int, int, int, int], opening: Opening | None
    ) -> IllegalAction:
        hook, seat, trick, game, hand, dealer, dealt, upcard, position = offence
        slot = self.seating[(dealer + seat) % self.rules.players]
        player = self.players[slot]
        made = player.decision(hook, self.rules.auction)
        asked = made.label if made is not None else hook
        when = f" in trick {trick}" if trick else ""
        cards = " ".join(card_name(c) for c in cards_of(dealt))
        said = told(self._table, Offence(hook, position, trick), slot, game, opening)
        turned_up = f", upcard {card_name(upcard)}" if self.rules.has_upcard else ""
        return IllegalAction(
            f"{player.name} broke the rules: {asked}{when}, seat {seat} dealt {cards}{turned_up}, "
            f"game {game}, hand {hand}, seed {self.seed}{': ' if said else ''}{said}",
            f"repeat it: {self.command('run', **{self.unit: game + 1}, detail='none')}",
        )

    def options(self) -> str:
        """Options of the command line that set up this match."""
        return shlex.join(self._options())

    def command(self, *words: str, **given: object) -> str:
        """The command `words`, with the options given and those that set up this match."""
        return command(*words, *option_words(**given), *self._options())

    def _options(self) -> list[str]:
        base = next((name for name, rules in PRESETS.items() if rules == self.rules), None)
        changed = self.rules.differences(PRESETS[STANDARD]) if base is None else {}
        return option_words(
            rules=None if base == STANDARD else base,
            set=[f"{name}={spelt(name, value)}" for name, (value, _) in changed.items()],
            strategy=[player.spec for player in self.players],
            seed=self.seed,
        )


def rounds(games: match_state.Games, players: Sequence[Player]) -> Iterator[None]:
    """Play games to their end, some hands of each lane at a time; raises what went wrong in a player meanwhile."""
    while games.going:
        games.go_on(ROUNDS)
        for player in players:
            player.raise_failure()
        yield


def hooks_asked(rules: Rules) -> list[str]:
    """The decisions that these rules leave to a player."""
    if not rules.has_upcard:
        widow = ["discard"] if rules.has_widow and rules.pf_widow == "taken" else []
        return ["bid", "name_trump", *widow, "lead", "follow"]
    asked = [*USUAL_HOOKS]
    if rules.dealer_pickup == "optional":
        asked.append("pick_up")
    if rules.declares_later:
        asked.append("declare_alone")
    if rules.defend_alone != "never":
        asked.append("defend_alone")
    if rules.dummies:
        asked.append("keep_five")
    if rules.call_for_best != "off":
        asked.append("give_best")
    if rules.jambone == "on":
        asked.append("name_card")
    if rules.may_claim:
        asked.append("claim_farmers")
    return asked


def link_at(player: Player, rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """The steps and parameters of a player at a table with these rules (see `Player.link`). Raises StrategyError."""
    return player.link(hooks_asked(rules), rules.auction, rules.players, rules.hand_id())


def seat_players(rules: Rules, count: int) -> list[int]:
    """Which of `count` players sits on each chair."""
    n = rules.players
    if count not in (1, rules.teams, n):
        raise StrategyError(f"{count} strategies for {n} players", f"give {rules.seatings}")
    return [0 if count == 1 else chair % count for chair in range(n)]
