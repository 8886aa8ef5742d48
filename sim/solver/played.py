"""Many hands that were played, looked at again with all cards in sight: what each card cost against the best one."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba.core import types

from sim.bits import WORD, U
from sim.engine.layout import NO_TRUMP_SUIT
from sim.engine.score import score_table
from sim.engine.suits import TRUMP_LANE
from sim.errors import Interrupted, UsageError
from sim.rules.rules import Rules
from sim.solver.batch import in_lanes
from sim.solver.compiled import on_demand
from sim.solver.questions import makers_take
from sim.solver.recorded import open_hands
from sim.solver.tables import address, tables

_LEADER, _MAKER, _SUIT, _KIND, _ODD = range(5)
_CHUNK = 1 << 11


def play_costs(
    rules: Rules,
    hands: Mapping[str, np.ndarray],
    plays: Mapping[str, np.ndarray],
    threads: int = 1,
    stop: Callable[[], bool] | None = None,
) -> np.ndarray:
    """float32[tricks, places]: points that each card played cost its side, NaN where a seat sits out.

    Points are the side's less the mean of the other sides'; the cost is what the best legal card comes to less what
    this one does, when all cards are in sight and everybody plays their best from there on. `hands` and `plays` are
    columns of a run's tables in order (see docs/results-format.md), with all tricks of each hand, a row of `plays` a
    row here, places in the order of play. Tokens are not counted in. Raises UsageError for games that it does not know
    (numbers are bid, `jambone` or `fast_break` is on), and Interrupted when `stop` answers True.

    >>> from sim.players.match import Match
    >>> from sim.players.strategy import load_player
    >>> from sim.rules.presets import preset
    >>> part = Match(preset("standard"), [load_player("basic")], 1, "hands").play(3, 4, detail="plays")
    >>> play_costs(preset("standard"), part.hands, part.plays).sum(axis=1).tolist()
    [0.0, 3.0, 0.0, 0.0, 0.0]
    """
    check_costs(rules)
    deals = open_hands(rules, hands, plays)
    table = score_table(rules)
    lead = (table[..., 0] - table[..., 1]).astype(np.float32)
    marks = np.zeros((len(table), rules.tricks), dtype=np.int64)
    for kind, row in enumerate(table):
        changes = [k for k in range(1, rules.tricks + 1) if (row[k] != row[k - 1]).any()]
        marks[kind, : len(changes)] = changes
    count, players = len(deals), rules.players
    cards = np.stack([plays[f"card_{place + 1}"] for place in range(players)], axis=1).astype(np.int8)
    cards = np.ascontiguousarray(cards.reshape(count, rules.tricks, players))
    seats = np.stack([plays["leader"], plays["winner"]], axis=1).astype(np.int64) - 1
    seats = np.ascontiguousarray(seats.reshape(count, rules.tricks, 2))
    who = deals.who()
    found = np.zeros((count, rules.tricks * players + 1), dtype=np.int8)
    partners, block = rules.teams < players, address(tables())

    def work(first: int) -> None:
        if stop is not None and stop():
            raise Interrupted("stopped while solving hands")
        chunk = slice(first, first + _CHUNK)
        with np.errstate(over="ignore"):
            value_plays(
                deals.hands[chunk], who[chunk], marks, cards[chunk], seats[chunk], partners, rules.has_joker,
                found[chunk], block,
            )  # fmt: skip

    with ThreadPoolExecutor(threads, thread_name_prefix="euchre-sim") as pool:
        for _ in pool.map(work, range(0, count, _CHUNK)):
            pass
    worth = lead[who[:, _KIND, None], found]
    # What the makers lose by a card of theirs the others win, and each of several sides its share of it.
    away = (seats[:, :, :1] + np.arange(players) - who[:, _MAKER, None, None]) % players
    mine = (away == 0) | (partners & (away % 2 == 0))
    change = (worth[:, :-1] - worth[:, 1:]).reshape(cards.shape)
    cost = np.where(mine, change, -change / np.float32(rules.teams - 1))
    return np.where(cards >= 0, cost, np.float32(np.nan)).reshape(-1, players)


def check_costs(rules: Rules) -> None:
    """UsageError where nobody can tell what the cards of a run cost."""
    rules.require_upcard("costs of cards with all cards in sight")
    for name in ("jambone", "fast_break"):
        if getattr(rules, name) == "on":
            raise UsageError(
                f"what cards cost with all cards in sight is not known where {name} = on", f"play with {name} = off"
            )


@on_demand(
    types.void(
        types.uint64[:, ::1], types.int64[:, ::1], types.int64[:, ::1], types.int8[:, :, ::1], types.int64[:, :, ::1],
        types.boolean, types.boolean, types.int8[:, ::1], WORD,
    )
)  # fmt: skip
def value_plays(hands: Any, who: Any, marks: Any, cards: Any, seats: Any, partners: Any, joker: Any, out: Any,
                block: Any) -> None:  # fmt: skip
    """Write for each hand, before each card and at the end, the highest mark of its kind that the makers reach."""
    players, tricks = hands.shape[1], cards.shape[1]
    held, chairs = np.zeros(6, dtype=np.uint64), np.zeros(8, dtype=np.uint64)
    mine = np.zeros(6, dtype=np.int64)
    for i in range(len(hands)):
        suit, row = who[i, _SUIT], who[i, _KIND]
        trumps = U(0) if suit == NO_TRUMP_SUIT else TRUMP_LANE
        top_mark, level, taken, ahead = 0, 0, 0, 0
        while top_mark < tricks and marks[row, top_mark] > 0:
            top_mark += 1
        for seat in range(players):
            held[seat] = in_lanes(hands[i, seat], suit, joker)
            away = (seat - who[i, _MAKER]) % players
            mine[seat] = 1 if away == 0 or (partners and away & 1 == 0) else 0
        for trick in range(tricks):
            leader, left, forced, last = seats[i, trick, 0], tricks - trick, U(0), 0
            for place in range(players):
                if cards[i, trick, place] >= 0:
                    last = place
            for place in range(-1 if trick == 0 else 0, players):
                if place >= 0:
                    out[i, trick * players + place] = marks[row, level - 1] if level > 0 else 0
                    if cards[i, trick, place] < 0:
                        continue
                    forced |= in_lanes(U(1) << U(cards[i, trick, place]), suit, joker)
                    ahead = 1 - 2 * mine[(leader + place) % players]
                    if place == last:
                        # The trick is over: everybody lays their card away, and the winner leads.
                        leader, left = seats[i, trick, 1], left - 1
                        taken += mine[leader]
                        for seat in range(players):
                            held[seat] &= ~forced
                        forced = U(0)
                else:
                    ahead = 1  # from no mark at all to what the hand is worth
                chair, before = 0, mine[leader]
                chairs[:] = U(0)
                for k in range(players):
                    seat = (leader + k) % players
                    if held[seat] != U(0):
                        if k > 0:
                            chair += 1 if mine[seat] != before else 2
                        before = mine[seat]
                        chairs[chair] = held[seat]
                # A card of the makers can only lower what they reach, one of the others only raise it.
                while 0 <= level + (ahead - 1) // 2 < top_mark:
                    k = marks[row, level + (ahead - 1) // 2] - taken
                    reached = makers_take(
                        chairs[0], chairs[1], chairs[2], chairs[3], forced, mine[leader], left, k, trumps, block
                    )
                    if reached == (ahead < 0):
                        break
                    level += ahead
        out[i, tricks * players] = marks[row, level - 1] if level > 0 else 0
