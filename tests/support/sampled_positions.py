"""Positions as `basic` meets them, each with the worlds that `sim.worlds` draws for whoever is asked there."""

import ctypes
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sim.engine.layout import (
    ACTIVE_BYTE,
    GAME,
    HAND_0,
    HOOKS,
    LOOKS_BACK,
    OWN_SLOT,
    ROLES,
    ROWS,
    RULE_WORDS,
    UP_SUIT,
    B,
)
from sim.engine.seats import seat_of
from sim.engine.suits import turned
from sim.players.look_ahead import LookAhead
from sim.players.match import GamesPlayed, Match
from sim.players.numpy_steps import SIGNATURE
from sim.players.strategy import Player, load_player
from sim.rules.rules import Rules
from sim.worlds.choices import list_asked
from sim.worlds.thinking import Outlook

_seat_of = seat_of.py_func


class Asked(NamedTuple):
    """Where somebody was asked: hook, trick (0 before the play), position in it; and who, 1 the eldest hand."""

    game: int
    hook: str
    trick: int
    position: int
    seat: int


class Sampler(Player):
    """Somebody who plays like another and notes the worlds drawn for them at one kind of decision."""

    def __init__(self, spec: str, at: tuple[str, int, int], outlook: Outlook, most: int) -> None:
        player = load_player(spec)
        super().__init__(player.bidding, player.play)
        self.spec_believed, self.at, self.outlook, self.most = spec, at, outlook, most
        self.found: list[tuple[Asked, np.ndarray, np.ndarray]] = []
        self._kept: list[Any] = []

    def link(
        self, hooks: Sequence[str], auction: str, players: int, hand_id: str = ""
    ) -> tuple[np.ndarray, np.ndarray]:
        steps, params = super().link(hooks, auction, players, hand_id)
        shared = LookAhead(tuple(hooks), auction, players, load_player)
        number = HOOKS.index(self.at[0])
        step = SIGNATURE(int(steps[number]))

        def call(batch: Any, actions: Any, n: int, position: int, trick: int, rules: Any, given: Any) -> None:
            if (trick, position) == self.at[1:] and len(self.found) < self.most:
                of = np.ctypeslib.as_array
                words, vector, lanes = of(batch, (ROWS * B,)), of(rules, (RULE_WORDS,)), np.zeros(B, dtype=np.int64)
                asked = list_asked(words, n, number, position, int(given[OWN_SLOT]), vector, lanes)
                self._note(words, lanes[: min(asked, self.most - len(self.found))], vector, shared)
            step(batch, actions, n, position, trick, rules, given)

        callback = SIGNATURE(call)
        self._kept += [callback, step]
        steps[number], steps[LOOKS_BACK] = ctypes.cast(callback, ctypes.c_void_p).value or 0, 1
        return steps, params

    def _note(self, words: np.ndarray, lanes: np.ndarray, rules: np.ndarray, shared: LookAhead) -> None:
        if not len(lanes):
            return
        hook, trick, position = self.at
        thinker = shared.thinker(self.spec_believed, self.outlook, "a test")
        with np.errstate(over="ignore"):
            hands, weights = thinker.sample(words, lanes, HOOKS.index(hook), position, trick, rules)
        for lane, cards, shares in zip(lanes, hands, weights, strict=True):
            roles, players = words[ROLES * B + lane], cards.shape[1]
            seat = _seat_of(roles, position, players) if trick else position + 1
            if trick:
                places = (position + np.arange(players)) % players
                cards = cards * ((roles >> (ACTIVE_BYTE + places).astype(np.uint64)) & np.uint64(1))
            game = int(words[GAME * B + lane])
            if hook == "name_trump":
                # This batch of the second round has no numbers of games: the first hand's cards tell which it is.
                suit = (np.uint64(2) - words[UP_SUIT * B + lane]) & np.uint64(3)
                game = -int(turned.py_func(words[HAND_0 * B + lane], suit))
            self.found.append((Asked(game, hook, trick, position, int(seat)), cards, shares))


def sampled(
    rules: Rules, at: tuple[str, int, int], outlook: Outlook, most: int, seed: int = 1, spec: str = "basic"
) -> tuple[GamesPlayed, list[tuple[Asked, np.ndarray, np.ndarray]]]:
    """Single hands, with cards, and what was sampled in up to `most` of them at one kind of decision."""
    player = Sampler(spec, at, outlook, most)
    played = Match(rules, [player], seed, "hands").play(0, 1000, "plays")
    assert played.hands is not None
    games = {-int(cards): int(game) for cards, game in zip(played.hands["hand_1"], played.hands["game"], strict=True)}
    return played, [(at._replace(game=games.get(at.game, at.game)), *rest) for at, *rest in player.found]  # type: ignore[misc]
