"""Looking ahead: every choice of a decision is played out on sampled worlds, for many decisions at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from sim.engine.layout import FATE, H_FOLLOW, H_LEAD, R_CARDS, R_PLAYERS, R_TEAMS, B
from sim.errors import StrategyError
from sim.worlds import holding, playing
from sim.worlds.choices import MOST, list_choices
from sim.worlds.drawing import WORLD
from sim.worlds.in_sight import solve_choices
from sim.worlds.moment import FIELDS, M_MAKER, M_ROUND, M_SEAT, NAMING, PLAYING, note_moments, stage_of, time_of
from sim.worlds.record import COMPARE_BIDS, COMPARE_PLAY, FOLLOW, FORCED, WORDS_IN_ALL, WORLD_ROWS, RecordTable
from sim.worlds.weighing import choose, compare_choices, doubt_missed, drop_beaten, keep_likeliest

_stage_of, _time_of = (getattr(function, "py_func", function) for function in (stage_of, time_of))
WAYS: Final = ("rollout", "pimc", "mixed")
DRAWS: Final = 65_536
"""Worlds that are drawn at a time at most, for as many decisions as that is enough for."""
GIVEN_UP: Final = 1 << 20
"""Worlds drawn for a decision after which it is decided without, where none agrees."""
RANGES: Final = {
    "deals": (1, 20_000),
    "tries": (1, 1_000),
    "doubt": (0, 1),
    "guard": (0, 1_000),
    "scout": (0.01, 1),
    "sure": (0, 1_000),
    "bids": (0, 1),
    "cards": (0, 6),
}
"""What each number of an outlook may be, from and to; room and time grow with the first two."""


@dataclass(frozen=True)
class Outlook:
    """How far a player looks: worlds a decision, and how they are found and compared.

    `deals` worlds are kept of at most `tries` times as many that are drawn; an answer that the believed player would
    not have given makes a world less likely by `doubt`; their own choice is left only for one that is better by more
    than `guard` standard errors; a first part of `scout` of the worlds drops choices that are clearly worse. It looks
    ahead in everything but cards where `bids` is set, and at the first `cards` places of a trick.
    """

    deals: int = 100
    tries: int = 6
    doubt: float = 0.05
    guard: float = 1.0
    scout: float = 0.25
    sure: float = 2.0
    bids: bool = True
    cards: int = 6
    method: str = "rollout"
    """How cards are valued, of WAYS: played on like the believed player, each world solved, or both."""

    def __post_init__(self) -> None:
        """Raise StrategyError for a number that is out of range."""
        for name, (least, most) in RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise StrategyError(
                    f"{name} of a player who looks ahead must be {least} to {most}, not {value:.12g}",
                    f"the default is {name}={getattr(Outlook, name):g}",
                )


class Thinker:
    """One thread's room for looking ahead as one believed player would play on."""

    first_world = 0
    """Number of the first world that is drawn of each moment."""

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
        self._scouts = max(1, int(outlook.deals * outlook.scout))
        self._group = max(1, min(B, DRAWS // max(3 * self._scouts, outlook.deals)))
        room = self._group * 3 * self._scouts
        self._worlds, self._kept = np.zeros((WORLD, room), dtype=np.uint64), np.zeros((WORLD, 0), dtype=np.uint64)
        self._about = tuple(np.zeros(room, dtype=np.int64) for _ in range(3))
        self._weights, self._ways = np.zeros(room), np.zeros(room)

    def think(
        self, batch: np.ndarray, actions: np.ndarray, n: int, hook: int, position: int, trick: int, slot: int,
        rules: np.ndarray,
    ) -> None:  # fmt: skip
        """Put better answers in the place of `actions`, which the believed player gave, where there are any.

        `batch` uint64[ROWS * B] is the engine's, `slot` the player's own (-1: they sit everywhere), `rules`
        int64[RULE_WORDS].
        """
        if not (position < self.outlook.cards if hook in (H_LEAD, H_FOLLOW) else self.outlook.bids):
            return
        for lanes, choices, counts, stage in self._each_group(batch, actions, n, hook, position, trick, slot, rules):
            best = self._decide(choices, counts, stage, position, trick, rules)
            actions[lanes] = choices[np.arange(len(lanes)), best]

    def _each_group(
        self, batch: np.ndarray, actions: np.ndarray, n: int, hook: int, position: int, trick: int, slot: int,
        rules: np.ndarray, wanted: np.ndarray | None = None,
    ) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, int]]:  # fmt: skip
        """Those who have a choice, as many as there is room for: lanes, choices, their numbers, and the stage.

        Their moments are noted meanwhile. `wanted` bool[n] leaves others out.
        """
        asked = list_choices(batch, actions, n, hook, position, trick, slot, rules, self._lanes, self._choices,
                             self._counts)  # fmt: skip
        if wanted is not None:
            (left,) = np.nonzero(wanted[self._lanes[:asked]])
            asked = len(left)
            for row in (self._lanes, self._choices, self._counts):
                row[:asked] = row[left]
        if not asked:
            return
        for first in range(0, asked, self._group):
            part = slice(first, min(first + self._group, asked))
            lanes = self._lanes[part].copy()
            stage = self._note_moments(batch, lanes, hook, position, trick, rules)
            yield lanes, self._choices[part], self._counts[part], stage

    def sample(
        self, batch: np.ndarray, lanes: np.ndarray, hook: int, position: int, trick: int, rules: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """What everybody holds on deals that agree with what was seen, where the players at `position` are asked.

        Returns uint64[lanes, deals, players], seats counted from the asker to the left (0, theirs, is left empty), and
        weights float64[lanes, deals] that sum to 1 for each lane, or to 0 where no deal was found.
        """
        deals, players = self.outlook.deals, int(rules[R_PLAYERS])
        hands, weights = np.zeros((len(lanes), deals, players), dtype=np.uint64), np.zeros((len(lanes), deals))
        for first in range(0, len(lanes), self._group):
            part = slice(first, min(first + self._group, len(lanes)))
            stage = self._note_moments(batch, lanes[part], hook, position, trick, rules)
            pool, shares = self._draw(part.stop - first, stage, int(_time_of(stage, position)), rules)
            holding.note_holdings(self._moments, self._kept, pool.used, stage, rules, hands[part])
            weights[part] = shares.reshape(-1, deals)
        total = weights.sum(axis=1, keepdims=True)
        return hands, np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)

    def _note_moments(
        self, batch: np.ndarray, lanes: np.ndarray, hook: int, position: int, trick: int, rules: np.ndarray
    ) -> int:
        """Note the moments of some lanes; the stage that they are at."""
        note_moments(batch, lanes, hook, position, trick, rules, self._moments)
        self._moments_2[:, : len(lanes)] = self._moments[:, : len(lanes)]
        return int(_stage_of(hook, trick, batch[FATE * B + lanes[0]]))

    def _decide(
        self, choices: np.ndarray, counts: np.ndarray, stage: int, position: int, trick: int, rules: np.ndarray
    ) -> np.ndarray:
        """The number of the best choice for each moment."""
        outlook, many = self.outlook, len(choices)
        moment = int(_time_of(stage, position))
        most = int(counts.max())
        alive = np.arange(most)[None, :] < counts[:, None]
        values = np.zeros((many, most, outlook.deals), dtype=np.int64)
        means, errors = np.zeros((many, most)), np.zeros((many, most))
        choices = np.ascontiguousarray(choices[:, :most])
        # What a bid comes to is always played out: the solver knows no bids.
        plays, solves = outlook.method != "pimc" or trick == 0, outlook.method != "rollout" and trick > 0
        pool, chosen = self._open(many), np.arange(many)
        for last in dict.fromkeys((self._scouts, outlook.deals)):
            played = pool.used.copy()
            shares = self._fill(pool, chosen, last, stage, moment, rules)
            self._table.set(FOLLOW, moment)
            if plays:
                playing.try_choices(
                    self._batch, self._second, self._actions, self._places, self._moments, self._kept, pool.numbers,
                    chosen, pool.used, choices, alive, played, last, stage, rules, self._table.steps,
                    self._table.params, values, self._no_tricks,
                )  # fmt: skip
            if solves:
                solve_choices(
                    self._moments, self._kept, pool.used, rules, choices, alive, trick, position, chosen, played,
                    last, values,
                )  # fmt: skip
            unit = (rules[R_TEAMS] - 1) * (plays + solves)
            compare_choices(chosen, alive, pool.used, last, unit, shares, values, means, errors)
            if last < outlook.deals:
                drop_beaten(chosen, alive, outlook.sure, means, errors)
                chosen = np.flatnonzero(alive[:, 1:].any(axis=1))
        best = np.zeros(many, dtype=np.int64)
        choose(np.arange(many), alive, outlook.guard, means, errors, best)
        return best

    def _draw(self, many: int, stage: int, moment: int, rules: np.ndarray) -> tuple["_Pool", np.ndarray]:
        """Keep worlds of each moment, and how much each of them counts."""
        pool = self._open(many)
        return pool, self._fill(pool, np.arange(many), self.outlook.deals, stage, moment, rules)

    def _play_all(
        self, choices: np.ndarray, alive: np.ndarray, stage: int, moment: int, rules: np.ndarray
    ) -> tuple["_Pool", np.ndarray, np.ndarray]:
        """The worlds of each moment, how much each counts, and what all choices alive come to on all of them, played
        out: int64[moment, choice, world]."""
        many, none = len(choices), np.zeros(len(choices), dtype=np.int64)
        pool, shares = self._draw(many, stage, moment, rules)
        values = np.zeros((*choices.shape, self.outlook.deals), dtype=np.int64)
        self._table.set(FOLLOW, moment)
        playing.try_choices(
            self._batch, self._second, self._actions, self._places, self._moments, self._kept, pool.numbers,
            np.arange(many), pool.used, choices, alive, none, self.outlook.deals, stage, rules,
            self._table.steps, self._table.params, values, self._no_tricks,
        )  # fmt: skip
        return pool, shares, values

    def _open(self, many: int) -> "_Pool":
        """Room for the worlds of so many moments."""
        room = many * self.outlook.deals
        if self._kept.shape[1] != room:
            self._kept = np.zeros((WORLD, room), dtype=np.uint64)
        return _Pool(many, room, self.first_world)

    def _fill(
        self, pool: "_Pool", chosen: np.ndarray, limit: int, stage: int, moment: int, rules: np.ndarray
    ) -> np.ndarray:
        """Keep `limit` worlds of the moments chosen that agree with all that was seen, or as many as tries allow.

        Those that are kept already stay. Returns how much each world counts.
        """
        outlook, scouts = self.outlook, self._scouts
        chosen = self._alike_together(chosen)
        settled, worst = pool.used.copy(), np.full(len(pool.used), FORCED)
        short = rules.copy()
        short[R_CARDS] = min(rules[R_CARDS], max(stage - PLAYING, 0) + 1)
        chosen = pool.wanting(chosen, limit, limit * outlook.tries)
        while len(chosen):
            # Before anything was heard every world agrees. How many are drawn hangs on the moment alone.
            more = scouts * (1 if pool.tried[chosen[0]] == 0 else 3)
            self._table.set(COMPARE_BIDS, moment)
            total = playing.draw_worlds(
                self._batch, self._second, self._actions, self._places, self._moments, chosen, pool.drawn, more,
                pool.most, stage, rules, self._table.steps, self._table.params, self._worlds, *self._about,
                self._weights, self._ways,
            )  # fmt: skip
            pool.tried[chosen] += more
            columns, own_numbers, own_missed = self._about
            pool.heard += np.bincount(columns[:total][own_missed[:total] == 0], minlength=len(pool.heard))
            if stage > NAMING and total:
                self._table.set(COMPARE_PLAY, moment)
                playing.replay(
                    self._batch, self._second, self._actions, self._places, self._moments, total, columns,
                    own_numbers, stage, rules, short, self._table.steps, self._table.params, self._worlds,
                    own_missed, self._no_tricks,
                )  # fmt: skip
            keep_likeliest(
                total, columns, own_numbers, own_missed, self._weights, self._ways, self._worlds, self._kept,
                pool.numbers, pool.missed, pool.weights, pool.used, pool.exact, worst, settled, limit, rules,
            )  # fmt: skip
            # Where hardly any world agrees with the bids, those that nearly do are looked at too.
            pool.most[(pool.tried >= 4 * scouts) & (pool.used < max(1, scouts // 8))] += 1
            chosen = pool.wanting(chosen, limit, limit * outlook.tries)
        shares = np.zeros(len(pool.weights))
        doubt_missed(pool.used, pool.missed, pool.weights, outlook.doubt, shares)
        return shares

    def _alike_together(self, chosen: np.ndarray) -> np.ndarray:
        """Moments in an order in which those with the same maker come together: who bids after them is not asked."""
        contract = self._moments[[M_ROUND, M_MAKER, M_SEAT]][:, chosen]
        return chosen[np.lexsort(contract[::-1])]


class _Pool:
    """What is known of the worlds of some moments: of those kept numbers, answers missed and weights, and counts.

    Of those `tried`, `heard` agree with the bids, and `exact` with the play too.
    """

    def __init__(self, many: int, room: int, first_world: int) -> None:
        self.numbers, self.missed = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
        self.weights = np.zeros(room)
        self.used, self.exact, self.heard, self.tried = (np.zeros(many, dtype=np.int64) for _ in range(4))
        self.drawn = self.tried + first_world
        self.most = np.zeros(many, dtype=np.int64)

    def wanting(self, chosen: np.ndarray, limit: int, tries: int) -> np.ndarray:
        """Of some moments those for which more worlds are to be drawn."""
        none = (self.used == 0) & (self.tried < GIVEN_UP)
        wants = (self.exact < limit) & ((self.tried < tries) | none)
        return np.asarray(chosen[wants[chosen]])
