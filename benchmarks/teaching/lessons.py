"""Lessons: decisions of hands as they are played, and what each choice would have come to on the deal as it lies.

Everybody plays like one player. At each bid, lead and follow where there is a choice all choices are played out with
the cards as they are dealt. One deal says little of one decision, but the deals come just as often as they do at a
table: means over many decisions that look alike are right without any sampling of hidden cards.
"""

import ctypes
from typing import Any, Final

import numpy as np

from benchmarks.teaching.words import write_lessons
from sim.bits import COMPILED
from sim.engine.cache_folder import cache_folder
from sim.engine.layout import (
    BURIED,
    DEALT_0,
    ENTRIES,
    FATE,
    H_FOLLOW,
    H_LEAD,
    H_NAME_TRUMP,
    H_ORDER_UP,
    HAND_0,
    HOOKS,
    LOOKS_BACK,
    ROWS,
    RULE_WORDS,
    UP_SUIT,
    B,
)
from sim.engine.match_state import Games, Table
from sim.lanes import LANE_BITS, WORD_BITS
from sim.players.linking import load_step, write_views
from sim.players.match import ROUNDS, link_at, seat_players
from sim.players.numpy_steps import SIGNATURE
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.views import View
from sim.worlds import playing
from sim.worlds.choices import MOST, list_choices
from sim.worlds.drawing import W_BURIED, WORLD
from sim.worlds.moment import FIELDS, PLAYING, note_moments, stage_of, time_of
from sim.worlds.record import FOLLOW, WORDS_IN_ALL, WORLD_ROWS, RecordTable

TAUGHT: Final = (H_ORDER_UP, H_NAME_TRUMP, H_LEAD, H_FOLLOW)
_WORDS = ctypes.POINTER(ctypes.c_uint64)
_stage_of, _time_of = (getattr(function, "py_func", function) for function in (stage_of, time_of))


class Recorder:
    """Plays hands of a player and keeps what each answer at each decision gains over another player's."""

    def __init__(self, spec: str, own: str, rules: str) -> None:
        """Take who plays, by specification, and the player whose answers others are compared with; a preset."""
        assert COMPILED, "lessons are only taken with the compiler"
        self.rules = PRESETS[rules].of_single_hands
        self._steps, self._params = link_at(load_player(spec), self.rules)
        self._own, self._own_params = link_at(load_player(own), self.rules)
        self._steps[LOOKS_BACK] = 1
        self._record = RecordTable(self._steps, self._params)
        self._batch, self._second = np.zeros(WORDS_IN_ALL, dtype=np.uint64), np.zeros(WORDS_IN_ALL, dtype=np.uint64)
        self._actions, self._places = np.zeros(B, dtype=np.uint64), np.zeros(B + 1, dtype=np.int64)
        self._moments = self._batch[WORLD_ROWS * B :].reshape(FIELDS, B)
        self._moments_2 = self._second[WORLD_ROWS * B :].reshape(FIELDS, B)
        self._views = np.zeros((len(View._fields), B), dtype=np.uint64)
        self._lanes, self._counts = np.zeros(B, dtype=np.int64), np.zeros(B, dtype=np.int64)
        self._choices = np.zeros((B, MOST), dtype=np.uint64)
        self._keep: list[Any] = []
        self._firsts = np.zeros(B, dtype=np.uint64)
        self._lessons: list[tuple[np.ndarray, ...]] = []
        self._failure: Exception | None = None
        steps = self._steps.copy()
        for hook in TAUGHT:
            steps[hook] = self._listen(hook)
        self._seats = seat_players(self.rules, 1)
        self._table = [(steps, self._params)]
        assert len(steps) == ENTRIES

    def play(self, seed: int, first: int, last: int) -> dict[str, np.ndarray]:
        """Play hands `first` to `last - 1` of a seed; the lessons as columns, a row for each answer compared.

        `kinds` int8, `words` uint64[2, n], `gains` int8 (points more than what it is compared with) and `decisions`
        int64, a number that the rows of one decision share.
        """
        self._lessons = []
        games = Games(Table(self.rules, self._table, self._seats, seed), first, last, "none", B, None)
        while games.going:
            games.go_on(ROUNDS)
            if self._failure is not None:
                raise self._failure
        kinds, words, gains, decisions = zip(*self._lessons, strict=True)
        many = np.cumsum([0, *(part[-1] + 1 for part in decisions[:-1])])
        numbered = [part + before for part, before in zip(decisions, many, strict=True)]
        return {"kinds": np.concatenate(kinds), "words": np.concatenate(words, axis=1), "gains": np.concatenate(gains),
                "decisions": np.concatenate(numbered)}  # fmt: skip

    def _listen(self, hook: int) -> int:
        """Address of a step that asks the player, and notes what each choice comes to."""
        ask, ask_own = SIGNATURE(int(self._steps[hook])), SIGNATURE(int(self._own[hook]))
        own_params = self._own_params[hook].ctypes.data_as(ctypes.POINTER(ctypes.c_double))
        firsts = self._firsts.ctypes.data_as(_WORDS)
        text = write_views(HOOKS[hook])
        path = cache_folder() / "steps" / f"lessons_{HOOKS[hook]}.done"
        fill, at = load_step(path, text, (None,) * 5)
        see = SIGNATURE(at)

        def call(batch: Any, actions: Any, n: int, position: int, trick: int, rules: Any, given: Any) -> None:
            ask(batch, actions, n, position, trick, rules, given)
            if n:
                ask_own(batch, firsts, n, position, trick, rules, own_params)
                see(batch, self._views.ctypes.data_as(_WORDS), n, position, trick, rules, given)
                try:
                    self._note(
                        np.ctypeslib.as_array(batch, (ROWS * B,)), n, hook, position, trick,
                        np.ctypeslib.as_array(rules, (RULE_WORDS,)),
                    )  # fmt: skip
                except Exception as error:  # nothing may be raised through the engine
                    self._failure = self._failure or error

        made = SIGNATURE(call)
        self._keep += [fill, made]
        return int(ctypes.cast(made, ctypes.c_void_p).value or 0)

    def _note(self, batch: np.ndarray, n: int, hook: int, position: int, trick: int, rules: np.ndarray) -> None:
        """Play all answers of each decision out and keep what they gain."""
        many = int(list_choices(batch, self._firsts, n, hook, position, trick, -1, rules, self._lanes, self._choices,
                                self._counts))  # fmt: skip
        if not many:
            return
        lanes = self._lanes[:many].copy()
        most = int(self._counts[:many].max())
        choices = np.ascontiguousarray(self._choices[:many, :most])
        alive = np.arange(most)[None, :] < self._counts[:many, None]
        note_moments(batch, lanes, hook, position, trick, rules, self._moments)
        self._moments_2[:, :many] = self._moments[:, :many]
        worlds = np.zeros((WORLD, many), dtype=np.uint64)
        for seat in range(self.rules.players):
            if hook == H_NAME_TRUMP:  # this batch of the second round has no hands as dealt
                worlds[seat] = _turned_back(batch[(HAND_0 + seat) * B + lanes], batch[UP_SUIT * B + lanes])
            else:
                worlds[seat] = batch[(DEALT_0 + seat) * B + lanes]
        stage = int(_stage_of(hook, trick, batch[FATE * B + lanes[0]]))
        if stage >= PLAYING:
            worlds[W_BURIED] = batch[BURIED * B + lanes]
        self._record.set(FOLLOW, int(_time_of(stage, position)))
        values = np.zeros((many, most, 1), dtype=np.int64)
        none, ones = np.zeros(many, dtype=np.int64), np.ones(many, dtype=np.int64)
        playing.try_choices(
            self._batch, self._second, self._actions, self._places, self._moments, worlds, none,
            np.arange(many), ones, choices, alive, none, 1, stage, rules, self._record.steps, self._record.params,
            values, np.zeros((0, 0), dtype=np.int16),
        )  # fmt: skip
        views = np.ascontiguousarray(self._views[:, lanes])
        lessons = write_lessons(hook, views, choices, self._counts[:many].copy(), values[:, :, 0].copy())
        if len(lessons[0]):
            self._lessons.append(lessons)


def _turned_back(hands: np.ndarray, suits: np.ndarray) -> np.ndarray:
    """Hands of the second round, whose lane 3 is the suit turned down, in their own suits."""
    left = (suits + np.uint64(1)) & np.uint64(3)
    bits = left * np.uint64(LANE_BITS)
    back = (np.uint64(WORD_BITS) - bits) & np.uint64(WORD_BITS - 1)
    return np.where(bits == 0, hands, (hands << bits) | (hands >> back))
