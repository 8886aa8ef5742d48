"""Looking ahead: every choice of a decision is played out on sampled worlds, for many decisions at once."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from sim.engine.layout import FATE, H_FOLLOW, H_LEAD, B
from sim.worlds import playing
from sim.worlds.choices import MOST, list_choices
from sim.worlds.drawing import WORLD, draw_worlds
from sim.worlds.moment import FIELDS, note_moments, stage_of, time_of
from sim.worlds.record import WORDS_IN_ALL, WORLD_ROWS, RecordTable
from sim.worlds.weighing import choose, compare_choices, count_missed, drop_beaten, keep_likeliest

_stage_of, _time_of = (getattr(function, "py_func", function) for function in (stage_of, time_of))
DRAWS: Final = 1 << 16
"""Worlds that are drawn at a time at most, for as many decisions as that is enough for."""
_KINDS: Final = 24


@dataclass(frozen=True)
class Outlook:
    """How far a player looks: worlds a decision, and how they are found and compared.

    `deals` worlds are kept of at most `tries` times as many that are drawn; an answer that the believed player would
    not have given makes a world less likely by `doubt`; their own choice is left only for one that is better by more
    than `guard` standard errors; a first part of `scout` of the worlds drops choices that are clearly worse.
    """

    deals: int = 100
    tries: int = 12
    doubt: float = 0.05
    guard: float = 1.0
    scout: float = 0.25
    sure: float = 2.0
    bids: bool = True
    cards: bool = True


class Thinker:
    """One thread's room for looking ahead as one believed player would play on."""

    def __init__(self, outlook: Outlook, steps: np.ndarray, params: np.ndarray) -> None:
        self.outlook = outlook
        self._table = RecordTable(steps, params)
        self._batch, self._second = np.zeros(WORDS_IN_ALL, dtype=np.uint64), np.zeros(WORDS_IN_ALL, dtype=np.uint64)
        self._actions, self._places = np.zeros(B, dtype=np.uint64), np.zeros(B + 1, dtype=np.int64)
        self._moments = self._batch[WORLD_ROWS * B :].reshape(FIELDS, B)
        self._moments_2 = self._second[WORLD_ROWS * B :].reshape(FIELDS, B)
        self._lanes, self._counts = np.zeros(B, dtype=np.int64), np.zeros(B, dtype=np.int64)
        self._choices = np.zeros((B, MOST), dtype=np.uint64)
        self._no_tricks = np.zeros((0, 0), dtype=np.int16)

    def think(
        self, batch: np.ndarray, actions: np.ndarray, n: int, hook: int, position: int, trick: int, slot: int,
        rules: np.ndarray,
    ) -> None:  # fmt: skip
        """Put better answers in the place of `actions`, which the believed player gave, where there are any.

        `batch` uint64[ROWS * B] is the engine's, `slot` the player's own (-1: they sit everywhere), `rules`
        int64[RULE_WORDS].
        """
        if not (self.outlook.cards if hook in (H_LEAD, H_FOLLOW) else self.outlook.bids):
            return
        asked = list_choices(batch, actions, n, hook, position, trick, slot, rules, self._lanes, self._choices,
                             self._counts)  # fmt: skip
        if not asked:
            return
        stage = int(_stage_of(hook, trick, batch[FATE * B + self._lanes[0]]))
        group = max(1, min(B, DRAWS // (self.outlook.deals * self.outlook.tries)))
        for first in range(0, asked, group):
            part = slice(first, min(first + group, asked))
            lanes = self._lanes[part].copy()
            note_moments(batch, lanes, hook, position, trick, rules, self._moments)
            self._moments_2[:, : len(lanes)] = self._moments[:, : len(lanes)]
            best = self._decide(self._choices[part], self._counts[part], stage, position, rules)
            actions[lanes] = self._choices[np.arange(first, part.stop), best]

    def _decide(
        self, choices: np.ndarray, counts: np.ndarray, stage: int, position: int, rules: np.ndarray
    ) -> np.ndarray:
        """The number of the best choice for each moment."""
        outlook, many = self.outlook, len(choices)
        moment = int(_time_of(stage, position))
        worlds, columns, numbers, missed, weights, ways, found = self._draw(many, stage, moment, rules)
        kept = np.zeros(many * outlook.deals, dtype=np.int64)
        used, shares = np.zeros(many, dtype=np.int64), np.zeros(many * outlook.deals)
        keep_likeliest(columns, missed, weights, ways, found, outlook.doubt, kept, used, shares)
        most = int(counts.max())
        alive = np.arange(most)[None, :] < counts[:, None]
        values = np.zeros((many, most, outlook.deals), dtype=np.int64)
        means, errors = np.zeros((many, most)), np.zeros((many, most))
        choices = np.ascontiguousarray(choices[:, :most])
        self._table.set(False, moment)
        scouts = max(1, int(outlook.deals * outlook.scout))
        chosen, first = np.arange(many), 0
        for last in (scouts, outlook.deals) if scouts < outlook.deals else (scouts,):
            playing.try_choices(
                self._batch, self._second, self._actions, self._places, self._moments, worlds, numbers, chosen, used,
                choices, alive, kept, first, last, rules, self._table.steps, self._table.params, values,
                self._no_tricks,
            )  # fmt: skip
            compare_choices(chosen, alive, used, last, shares, values, means, errors)
            if last < outlook.deals:
                drop_beaten(chosen, alive, outlook.sure, means, errors)
                chosen, first = np.flatnonzero(alive[:, 1:].any(axis=1)), last
        best = np.zeros(many, dtype=np.int64)
        choose(np.arange(many), alive, outlook.guard, means, errors, best)
        return best

    def _draw(
        self, many: int, stage: int, moment: int, rules: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Worlds of each moment until enough of them agree with all that was seen, or as many as may be tried.

        Worlds, their moments, numbers, missed answers, weights and ways, and counts of missed answers by moment.
        """
        outlook = self.outlook
        found = np.zeros((many, _KINDS), dtype=np.int64)
        chosen, drawn = np.arange(many), 0
        pieces: list[tuple[np.ndarray, ...]] = []
        self._table.set(True, moment)
        while len(chosen) and drawn < outlook.deals * outlook.tries:
            # Before anything was heard every world agrees.
            more = min(outlook.deals * (1 if drawn == 0 else 3), outlook.deals * outlook.tries - drawn)
            columns = np.repeat(chosen, more)
            numbers = np.tile(np.arange(drawn, drawn + more), len(chosen))
            worlds = np.zeros((WORLD, len(columns)), dtype=np.uint64)
            weights, ways = np.zeros(len(columns)), np.zeros(len(columns))
            missed = np.zeros(len(columns), dtype=np.int64)
            draw_worlds(self._moments, columns, numbers, stage, rules, worlds, weights, ways)
            playing.replay(
                self._batch, self._second, self._actions, self._places, self._moments, columns, numbers, stage, rules,
                self._table.steps, self._table.params, worlds, weights, missed, self._no_tricks,
            )  # fmt: skip
            count_missed(columns, missed, weights, found)
            pieces.append((worlds, columns, numbers, missed, weights, ways))
            drawn += more
            chosen = np.flatnonzero(found[:, 0] < outlook.deals)
        worlds, columns, numbers, missed, weights, ways = (
            np.ascontiguousarray(np.concatenate(kind, axis=-1)) for kind in zip(*pieces, strict=True)
        )
        return worlds, columns, numbers, missed, weights, ways, found
