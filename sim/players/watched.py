"""A player who is watched: decides as always, and somebody who looks ahead notes what each decision costs.

The watcher believes one player to sit everywhere and plays on as they would.
"""

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sim.engine.layout import HOOKS, LOOKS_BACK
from sim.players.look_ahead import Failure, LookAhead, improved
from sim.players.strategy import DEFAULT, Player, load_player
from sim.worlds.regret import DecisionCosts, Watcher, end_to_end
from sim.worlds.thinking import Outlook

STRONG = "strong"
"""The player whose way to look ahead is the watcher's."""


def strongs_outlook() -> Outlook:
    """How `strong` looks ahead, with twice the worlds: a half to choose by, and a half to value the choice on."""
    strong = load_player(STRONG)
    decision = strong.decision("lead")
    assert decision is not None
    usual = Outlook(method=decision.looks_ahead, **strong.params)  # type: ignore[arg-type]
    return replace(usual, deals=2 * usual.deals)


def believed_for(player: Player) -> Player:
    """Who is believed to sit everywhere where a player does: they themselves, or whom they look ahead as.

    Nobody can believe in somebody who draws deals at the table; there it is the default player.
    """
    believed = load_player(player.believed) if player.looks_ahead else player
    decisions = (believed.decision(hook) for hook in HOOKS)
    asks = any(decision is not None and decision.needs_table for decision in decisions)
    return load_player(DEFAULT) if asks else believed


class WatchedPlayer(Player):
    """A player to sit at a table, who decides as `player` does; `taken` tells what was seen of it."""

    def __init__(self, player: Player, believed: Player, outlook: Outlook) -> None:
        super().__init__(player.bidding, player.play)
        self.believes, self.outlook = believed, outlook
        self._keep: list[Any] = []
        self._failure, self._own = Failure(), threading.local()

    def link(
        self, hooks: Sequence[str], auction: str, players: int, hand_id: str = ""
    ) -> tuple[np.ndarray, np.ndarray]:
        """As for any player. Raises StrategyError also where nobody can look ahead."""
        addresses, params = super().link(hooks, auction, players, hand_id)
        ahead = LookAhead(tuple(hooks), auction, players, lambda _: self.believes, hand_id)
        table = ahead.believed(self.believes.spec, STRONG)
        for hook in hooks:
            number = HOOKS.index(hook)
            addresses[number], kept = improved(int(addresses[number]), None, self._looker(number, table))
            self._keep.append(kept)
        addresses[LOOKS_BACK] = 1
        return addresses, params

    def _looker(self, hook: int, table: tuple[np.ndarray, np.ndarray]) -> Any:
        def look(batch: Any, actions: Any, n: int, position: int, trick: int, rules: Any, slot: int) -> None:
            with self._failure.kept(), np.errstate(over="ignore"):
                found = self._watcher(table).watch(batch, actions, n, hook, position, trick, slot, rules)
                self._own.found += found

        return look

    def _watcher(self, table: tuple[np.ndarray, np.ndarray]) -> Watcher:
        """This thread's own."""
        if not hasattr(self._own, "watcher"):
            self._own.watcher = Watcher(self.outlook, *table)
        watcher: Watcher = self._own.watcher
        return watcher

    def begin(self) -> None:
        """Forget what this thread has seen so far."""
        self._own.found = []

    def taken(self) -> DecisionCosts:
        """What this thread has seen since it began."""
        return end_to_end(self._own.found)

    def raise_failure(self) -> None:
        """Raise what went wrong in a hook of theirs or while looking ahead."""
        super().raise_failure()
        self.believes.raise_failure()
        self._failure.tell()
