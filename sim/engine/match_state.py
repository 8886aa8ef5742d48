"""The arrays behind a match: a table that all its parts share, and the games of one part as they are played."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.engine.asking import ask_position, read_offence, seat_slots
from sim.engine.batch import (
    ENDLESS_GAME,
    G_SCORES,
    GAME_COLUMNS,
    GAMES_DONE,
    HANDS_WRITTEN,
    ILLEGAL_ACTION,
    LANES,
    LAST_GAME,
    NEXT_GAME,
    STATUS,
    play_hands,
    start_games,
)
from sim.engine.deal import plan_deal
from sim.engine.encode import rule_vector
from sim.engine.layout import (
    DEALER,
    DEALT_0,
    ENTRIES,
    GAME,
    HAND_NUMBER,
    ILLEGAL,
    JAMBONE_BIT,
    ROWS,
    STEP_PARAMS,
    UPCARD,
    B,
)
from sim.engine.record import (
    BEST_COLUMNS,
    BID_COLUMNS,
    BLOCKS,
    ENDING_COLUMNS,
    HALF_BIDS,
    HAND_COLUMNS,
    TALLY_CODES,
    code_columns,
    mask_columns,
    place_rows,
    trick_columns,
)
from sim.rules.rules import Rules

WIDE = {"hand": np.int16, "hands": np.int16}
"""Columns that need more than a byte (scores are int16 too)."""


BLOCK_HANDS = 1 << 18
"""Hands that one set of arrays takes: large enough for the system to give it large pages."""


class Table:
    """Rules, players and seed as the arrays that the compiled loop reads; shared by all threads."""

    def __init__(
        self, rules: Rules, linked: Sequence[tuple[np.ndarray, np.ndarray]], seating: Sequence[int], seed: int
    ) -> None:
        self.rules = rules
        self.vector = rule_vector(rules)
        self.plan = plan_deal(
            rules.deck, rules.players, rules.hand_size, rules.dummies, rules.has_upcard or rules.has_widow
        )
        self.seating = np.array(seating, dtype=np.int64)
        self.steps, self.params = seat_slots(linked)
        self.slots = len(linked)
        self.seed = np.uint64(seed)
        assert len(self.steps) == self.slots * ENTRIES and len(self.params) == len(self.steps) * STEP_PARAMS


@dataclass(frozen=True)
class Opening:
    """How every game opens where that is not left to chance."""

    dealer: int
    """Player who deals the first hand; -1: drawn."""
    scores: tuple[int, ...] = ()
    """Score of each side before the first hand; all 0 without it."""
    deals: np.ndarray | None = None
    """uint64[players + 1 + dummies, games]: each game's first deal, a row a seat from the eldest hand, then the
    upcard and any dummy, as masks in the cards' own suits; None: dealt. Not checked: the caller deals proper packs."""


def _opening_arrays(opening: Opening | None, rules: Rules, first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
    start = np.zeros(7, dtype=np.int64)
    start[0] = -1 if opening is None else opening.dealer
    given = np.zeros((rules.players + 1 + len(rules.dummies), 0), dtype=np.uint64)
    if opening is not None:
        start[1 : 1 + len(opening.scores)] = opening.scores
        if opening.deals is not None:
            given = np.ascontiguousarray(opening.deals[:, first:last], dtype=np.uint64)
    return start, given


class Games:
    """A range of games being played."""

    def __init__(
        self, table: Table, first: int, last: int, detail: str, batch: int, opening: Opening | None = None
    ) -> None:
        self.table, self.first, self.last, self.detail = table, first, last, detail
        self.batch, rules = min(max(1, batch), B), table.rules
        self.state = np.zeros(6, dtype=np.int64)
        self.state[LANES] = min(self.batch, -(-(last - first) // rules.games_in_a_row))
        self.state[NEXT_GAME], self.state[LAST_GAME] = first, last
        self.rows, self.second = np.zeros(ROWS * B, dtype=np.uint64), np.zeros(ROWS * B, dtype=np.uint64)
        self.actions = np.zeros(table.slots * B, dtype=np.uint64)
        self.places = np.zeros(B + 1, dtype=np.int64)
        self.opening, self.given = _opening_arrays(opening, rules, first, last)
        self.games = np.zeros((len(GAME_COLUMNS) + 2 * rules.teams, last - first), dtype=np.int16)
        self.tally = np.zeros((BLOCKS, TALLY_CODES), dtype=np.int64)
        self._blocks: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        self._written: list[int] = []
        with np.errstate(over="ignore"):
            start_games(self.rows, table.seed, table.vector, self.opening, self.state, self.games, first)

    @property
    def going(self) -> bool:
        """True while games are unfinished."""
        return bool(self.state[LANES] > 0)

    @property
    def done(self) -> int:
        """Games finished."""
        return int(self.state[GAMES_DONE])

    @property
    def is_illegal(self) -> bool:
        """True when a strategy broke the rules."""
        return bool(self.state[STATUS] == ILLEGAL_ACTION)

    @property
    def is_endless(self) -> bool:
        """True when a game reached the limit of hands."""
        return bool(self.state[STATUS] == ENDLESS_GAME)

    def go_on(self, rounds: int) -> None:
        """Play up to `rounds` hands in each lane, without the GIL."""
        table = self.table
        masks, codes, tricks = self._room(int(self.state[LANES]) * rounds)
        with np.errstate(over="ignore"):
            play_hands(
                self.rows, self.second, self.actions, self.places, table.seed, table.vector, table.seating,
                table.steps, table.params, table.slots, *table.plan, self.opening, self.given, self.state,
                self.games, self.tally, masks, codes, tricks, self.first, rounds,
            )  # fmt: skip

    def _room(self, hands: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Arrays that have room for so many more hands: the last block, or a new one when it is full."""
        rules = self.table.rules
        keeps = self.detail in ("hands", "plays")
        if not self._blocks or (keeps and self.state[HANDS_WRITTEN] + hands > self._blocks[-1][0].shape[1]):
            self._close_block()
            room = max(hands, BLOCK_HANDS) if keeps else 0
            wide, narrow = len(self._mask_columns()), len(self._code_columns())
            per_hand = rules.tricks * len(trick_columns(rules.players))
            self._blocks.append(
                (
                    np.empty((wide, room), dtype=np.uint64),
                    np.empty((narrow, room), dtype=np.int16),
                    np.empty((per_hand, room if self.detail == "plays" else 0), dtype=np.int16),
                )
            )
        return self._blocks[-1]

    def _close_block(self) -> None:
        """Note how many hands the last block holds."""
        if self._blocks:
            self._written.append(int(self.state[HANDS_WRITTEN]))
        self.state[HANDS_WRITTEN] = 0

    def offence(self) -> tuple[str, int, int, int, int, int, int, int, int]:
        """The first illegal action: hook, seat, trick, game, hand, dealer, cards dealt to that seat, upcard code, and
        the position that was asked."""
        noted = self.rows[ILLEGAL * B : ILLEGAL * B + int(self.state[LANES])]
        lane = int(np.flatnonzero(noted)[0])
        hook, seat, trick = read_offence(int(noted[lane]), self.table.rules.players)

        def row(number: int) -> int:
            return int(self.rows[number * B + lane])

        upcard = row(UPCARD).bit_length() - 1
        asked = ask_position(int(noted[lane]))
        return hook, seat, trick, row(GAME), row(HAND_NUMBER), row(DEALER), row(DEALT_0 + seat - 1), upcard, asked

    def endless_game(self) -> int:
        """Number of a game that reached the limit."""
        hands = self.rows[HAND_NUMBER * B : HAND_NUMBER * B + int(self.state[LANES])]
        return int(self.rows[GAME * B + int(np.argmax(hands))])

    def tables(self) -> tuple[dict[str, np.ndarray] | None, dict[str, np.ndarray] | None, dict[str, np.ndarray] | None]:
        """The tables that the detail asks for, sorted by game, hand and trick."""
        if self.detail == "none":
            return None, None, None
        return self._games_table(), *(self._hands_tables() if self.detail != "games" else (None, None))

    def _mask_columns(self) -> list[str]:
        """Columns of cards, in the order of `record_hands`."""
        rules = self.table.rules
        names = ["game", *(f"hand_{seat}" for seat in range(1, rules.players + 1))]
        if rules.dummies:
            names += ["dummy", "kept"] if len(rules.dummies) == 1 else ["dummy_1", "kept", "dummy_2", "defender_kept"]
        if rules.may_swap:
            names += ["given_up", "from_kitty"]
        return names

    def _code_columns(self) -> list[str]:
        """Columns of small numbers, in the order of `record_hands`."""
        rules = self.table.rules
        sides = [f"{what}_{team}" for what in ("score", "points") for team in range(rules.teams)]
        best = BEST_COLUMNS if rules.call_for_best != "off" else ()
        endings = ENDING_COLUMNS if rules.ending_columns else ()
        return [*HAND_COLUMNS, *sides, *best, *endings, *(BID_COLUMNS if not rules.has_upcard else ())]

    def _games_table(self) -> dict[str, np.ndarray]:
        teams = self.table.rules.teams
        table: dict[str, np.ndarray] = {"game": np.arange(self.first, self.last, dtype=np.int64)}
        for row, name in enumerate(GAME_COLUMNS):
            table[name] = self.games[row].astype(WIDE.get(name, np.int8))
        scores = self.games[G_SCORES : G_SCORES + teams]
        table |= {f"score_{team}": scores[team].copy() for team in range(teams)}
        rules = self.table.rules
        if rules.laps == "on":
            begun = np.roll(np.clip(scores - rules.target, 0, rules.target - 1), 1, axis=1)
            first = table["game"] % rules.lap_games == 0
            for team in range(teams):
                start = np.where(first, self.opening[1 + team], begun[team])
                table[f"start_{team}"] = start.astype(np.int16)
        if rules.slam == "on":
            slam = (scores.max(axis=0) >= rules.target) & (scores.min(axis=0) == 0)
            table["worth"] = np.where(slam, 2, 1).astype(np.int8)
        if rules.four_trick_tokens == "on":
            table |= {f"tokens_{team}": _small(self.games[G_SCORES + teams + team]) for team in range(teams)}
        return table

    def _hands_tables(self) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray] | None]:
        rules = self.table.rules
        teams = rules.teams
        starts = np.concatenate([[0], np.cumsum(self.games[1], dtype=np.int64)])
        total = int(starts[-1])
        mask_names = self._mask_columns()
        mask_rows = np.empty((total, len(mask_names)), dtype=np.uint64)
        code_rows = np.empty((total, len(self._code_columns())), dtype=np.int16)
        tricks = np.empty((total if self.detail == "plays" else 0, rules.tricks * (rules.players + 2)), dtype=np.int16)
        self._close_block()
        for written, block in zip(self._written, self._blocks, strict=True):
            place_rows(written, *block, starts, self.first, mask_rows, code_rows, tricks)
        self._blocks.clear()
        masks, codes = np.empty(mask_rows.shape[::-1], dtype=np.uint64), np.empty(code_rows.shape[::-1], dtype=np.int16)
        mask_columns(mask_rows, masks)
        code_columns(code_rows, codes)
        column = {name: codes[row] for row, name in enumerate(self._code_columns())}
        game = masks[0].view(np.int64)
        hands = {"game": game, "hand": column["hand"], "dealer": _small(column["dealer"])}
        hands |= {name: column[name] for name in (f"score_{team}" for team in range(teams))}
        if rules.has_upcard or rules.has_widow:
            hands["upcard" if rules.has_upcard else "widow"] = _small(column["upcard"])
        hands |= dict(zip(mask_names[1:], masks[1:], strict=True))
        if rules.has_joker and rules.joker_up == "next_card":
            hands["next_card"] = _small(column["next_card"])
        if not rules.has_upcard:
            low, high = (column[name].astype(np.int32) for name in BID_COLUMNS[1:])
            hands["bidders"] = low | high << HALF_BIDS
            hands["bid"] = _small(column["bid"])
        for name in contract_columns(rules):
            hands[name] = _small(column[name])
        if rules.jambone == "on":
            hands |= {"alone": hands["alone"] & np.int8(1), "jambone": hands["alone"] >> np.int8(JAMBONE_BIT)}
        if rules.call_for_best != "off":
            hands |= {name: _small(column[name]) for name in BEST_COLUMNS[: 2 * len(rules.best_callers)]}
        hands |= {name: _small(column[name]) for name in rules.ending_columns + rules.token_columns}
        points = (f"points_{team}" for team in range(teams))
        hands |= {name: column[name].astype(rules.points_type) for name in points}
        return hands, self._plays(game, column["hand"], tricks) if self.detail == "plays" else None

    def _plays(self, game: np.ndarray, hand: np.ndarray, tricks: np.ndarray) -> dict[str, np.ndarray]:
        rules = self.table.rules
        names = trick_columns(rules.players)
        kept = np.flatnonzero(tricks[:, 0])  # leader 0: passed out, nothing was played
        rows = tricks[kept].reshape(-1, len(names))
        columns = np.empty(rows.shape[::-1], dtype=np.int16)
        code_columns(rows, columns)
        plays = {
            "game": np.repeat(game[kept], rules.tricks),
            "hand": np.repeat(hand[kept], rules.tricks),
            "trick": np.tile(np.arange(1, rules.tricks + 1, dtype=np.int8), len(kept)),
        }
        return plays | {name: _small(column) for name, column in zip(names, columns, strict=True)}


def contract_columns(rules: Rules) -> tuple[str, ...]:
    """Columns of the contract and its result that hold what the engine notes of every game."""
    if rules.has_upcard:
        return ("round", "maker", "trump", "alone", "lone_defender", "pick_up", "discard", "tricks")
    return ("maker", "trump", *(["discard"] if rules.has_widow else []), "tricks")


def _small(column: np.ndarray) -> np.ndarray:
    return column.astype(np.int8)
