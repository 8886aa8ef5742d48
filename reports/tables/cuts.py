"""How counts are cut into the cells of tables: by seats, ranks and classes of hands."""

import itertools
from typing import Any, Final

import numpy as np

from reports.counting.bidding_counts import ROUNDS
from reports.counting.hand_classes import HandClasses
from reports.tables.outcomes import Counts
from reports.tables.tables import Measure, MeasureTable
from sim.cards import JOKER, RANKS

MOST_ACES: Final = 2
"""Hands with more off-suit aces than this are counted with it in the tables by trumps."""


def class_keys(classes: HandClasses, names: tuple[str, ...]) -> list[tuple[int, ...]]:
    """What each class is called where only some of its four numbers count."""
    order = ("trumps", "bowers", "aces", "suits")
    found = []
    for key in classes.keys:
        numbers = dict(zip(order, key, strict=True))
        if "suits" not in names:
            numbers["aces"] = min(numbers["aces"], MOST_ACES)
        found.append(tuple(numbers[name] for name in names))
    return found


def classes_by_seat(classes: HandClasses, seats: int, names: tuple[str, ...]) -> tuple[dict[str, list[Any]], Any]:
    """Keys of the cells by round, seat and class, and the group that each class belongs to."""
    of_class = class_keys(classes, names)
    groups = sorted(set(of_class))
    keys: dict[str, list[Any]] = {"round": [], "seat": [], **{name: [] for name in names}}
    for number in range(1, ROUNDS + 1):
        for seat in range(1, seats + 1):
            for group in groups:
                keys["round"].append(number)
                keys["seat"].append(seat)
                for name, value in zip(names, group, strict=True):
                    keys[name].append(value)
    return keys, np.array([groups.index(key) for key in of_class])


def grouped(counts: Counts, groups: Any, kinds: bool = False) -> Counts:
    """Counts `[block, round, seat, class(, kind)]` by groups of classes, as `[block, cell(, kind)]`."""
    total = np.zeros((*counts.shape[:3], int(groups.max()) + 1, *counts.shape[4:]), np.int64)
    for cls, group in enumerate(groups):
        total[:, :, :, group] += counts[:, :, :, cls]
    return cells_of(total, kinds)


def group_keys(classes: HandClasses, names: tuple[str, ...]) -> dict[str, list[Any]]:
    """Keys of the groups of classes alone, in their order."""
    groups = sorted(set(class_keys(classes, names)))
    return {name: [group[place] for group in groups] for place, name in enumerate(names)}


def earliest(ids: Counts) -> Counts:
    """The earliest example of each class, all rounds and seats together; -1 where there is none."""
    last = np.iinfo(np.int64).max
    found = np.where(ids < 0, last, ids).reshape(-1, ids.shape[-1]).min(axis=0)
    return np.where(found == last, -1, found)


def first_of(ids: Counts, groups: Any) -> Counts:
    """The earliest example of each group of classes, flat."""
    last = np.iinfo(np.int64).max
    found = np.full((*ids.shape[:2], int(groups.max()) + 1), last)
    for cls, group in enumerate(groups):
        found[:, :, group] = np.minimum(found[:, :, group], np.where(ids[:, :, cls] < 0, last, ids[:, :, cls]))
    return np.where(found == last, -1, found).reshape(-1)


def cells_of(counts: Counts, kinds: bool = False) -> Counts:
    """All axes but the block (and the kind) as one."""
    return counts.reshape(counts.shape[0], -1, *((counts.shape[-1],) if kinds else ()))


def product_keys(**axes: Any) -> dict[str, list[Any]]:
    """Keys of all combinations, the last axis fastest."""
    rows = list(itertools.product(*axes.values()))
    return {name: [row[place] for row in rows] for place, name in enumerate(axes)}


def seen(table: MeasureTable, counted: Counts) -> MeasureTable:
    """The table without the cells that never came."""
    rows = np.flatnonzero(counted.sum(axis=0))
    keys = {name: [values[row] for row in rows] for name, values in table.keys.items()}
    measures: dict[str, Measure] = {name: measure.take(rows) for name, measure in table.measures.items()}
    examples = None if table.examples is None else table.examples[rows]
    texts = {name: [values[row] for row in rows] for name, values in table.texts.items()}
    return MeasureTable(table.name, table.title, keys, measures, examples, texts, table.about)


def rank_name(code: int) -> str:
    """`9`, `T`, `J` ... of a rank, `Jo` for the joker."""
    return "Jo" if code == JOKER else RANKS[code]
