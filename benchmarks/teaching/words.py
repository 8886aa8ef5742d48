"""From decisions with all their answers played out to lessons: the words that trees ask, and what was gained."""

from collections import namedtuple
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numba import njit

from sim.engine.layout import H_FOLLOW, H_LEAD, H_NAME_TRUMP, H_ORDER_UP
from sim.players.program import Program
from sim.views import MASKS, View
from strategies.parts.rating import five
from strategies.parts.taught_bids import name_word, order_word
from strategies.parts.taught_cards import in_its_lane, pair_word, table_word, trick_word, wins_word
from strategies.parts.taught_kinds import follow_kind, lead_kind, name_kind, order_kind
from strategies.toolkit import as_trump, unseen

_LANES: Final = 3
_SEATS_NAMING: Final = 2
"""Seats that are taught to name a suit: the others hardly ever get to it."""


def lead_words(v: View, card: Any, own: Any) -> Any:
    """Kind and words of a lead that is compared with `own`."""
    out = unseen(v)
    return lead_kind(v), table_word(v, out), pair_word(v, out, card, own, in_its_lane(v, out, own))


def follow_words(v: View, card: Any, own: Any) -> Any:
    """Kind and words of a follow that is compared with `own`."""
    out = unseen(v)
    pair = pair_word(v, out, card, own, in_its_lane(v, out, own))
    return follow_kind(v), table_word(v, out) | trick_word(v, out), pair | wins_word(v, card, own)


def order_words(v: View, alone: Any, lane: Any) -> Any:
    """Kind and word of an order."""
    return order_kind(v, alone), order_word(v, five(v))


def name_words(v: View, alone: Any, lane: Any) -> Any:
    """Kind and word of a suit named."""
    return name_kind(v, alone), name_word(v, as_trump(v.hand, lane), lane)


def _made(function: Callable[..., Any], text: str) -> Any:
    """A compiled loop over decisions, with a view of the fields that a function of the player's looks at."""
    program = Program(function)
    names = [name for name in View._fields if name in program.fields]
    fields = (f"views[{View._fields.index(n)}, i]" if n in MASKS else f"np.int64(views[{View._fields.index(n)}, i])"
              for n in names)  # fmt: skip
    scope = {"np": np, "View": namedtuple("View", names), "look": program.policy, "LANES": _LANES}
    exec(text.format(view=", ".join(fields)), scope)
    return njit(scope["write"])


_CARDS = """
def write(views, choices, counts, values, kinds, words, gains, decisions):
    n = 0
    for i in range(len(counts)):
        v = View({view})
        for c in range(1, counts[i]):
            kinds[n], words[0, n], words[1, n] = look(v, choices[i, c], choices[i, 0])
            gains[n], decisions[n] = values[i, c] - values[i, 0], i
            n += 1
    return n
"""
_BIDS = """
def write(views, choices, counts, values, kinds, words, gains, decisions):
    n = 0
    for i in range(len(counts)):
        v = View({view})
        worth = np.zeros(32, dtype=np.int64)
        for c in range(counts[i]):
            worth[choices[i, c]] = values[i, c]
        for lane in range({lanes}):
            for alone in range(2):
                answer = lane + 1 + alone * {alone}
                kinds[n], words[0, n] = look(v, alone, lane)
                gains[n], decisions[n] = worth[answer] - worth[0 if alone == 0 else lane + 1], i
                n += 1
    return n
"""
_LOOPS: dict[int, Any] = {}


def _loop(hook: int) -> Any:
    if hook not in _LOOPS:
        orders, names = (_BIDS.replace("{lanes}", lanes).replace("{alone}", alone)
                         for lanes, alone in (("1", "1"), ("3", "8")))  # fmt: skip
        function, text = {
            H_LEAD: (lead_words, _CARDS),
            H_FOLLOW: (follow_words, _CARDS),
            H_ORDER_UP: (order_words, orders),
            H_NAME_TRUMP: (name_words, names),
        }[hook]
        _LOOPS[hook] = _made(function, text)
    return _LOOPS[hook]


def write_lessons(
    hook: int, views: np.ndarray, choices: np.ndarray, counts: np.ndarray, values: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Lessons of decisions: kinds int8[n], words uint64[2, n], gains int8[n], numbers of the decisions int64[n].

    `views` uint64[fields, decisions], `choices` uint64 and `values` int64[decisions, most], the first `counts` of each.
    """
    if hook == H_NAME_TRUMP:
        of = views[View._fields.index("seat")] <= _SEATS_NAMING
        views, choices, counts, values = np.ascontiguousarray(views[:, of]), choices[of], counts[of], values[of]
    room = 6 * len(counts) + int(counts.sum())
    kinds, words = np.zeros(room, dtype=np.int8), np.zeros((2, room), dtype=np.uint64)
    gains, decisions = np.zeros(room, dtype=np.int8), np.zeros(room, dtype=np.int64)
    n = _loop(hook)(views, choices, counts, values, kinds, words, gains, decisions)
    return kinds[:n], words[:, :n], gains[:n], decisions[:n]
