"""The ordering tables: how often each seat makes trump, on what, and how it goes."""

from typing import Any, Final

import numpy as np

from reports.counting.bidding_counts import CALLS, ROUNDS
from reports.counting.counts import RunCounts
from reports.tables.cuts import cells_of, classes_by_seat, first_of, grouped, product_keys, rank_name, seen
from reports.tables.outcomes import calls, outcome_measures, share
from reports.tables.tables import MeasureTable

OUTCOMES: Final = ("made", "marched", "euchred", "alone", "points", "net")


def by_seat(counts: RunCounts) -> MeasureTable:
    """By round and seat, with all seats as seat 0: how often a seat that is asked orders, and what comes of it."""
    bids, n = counts.bidding, counts.rules.players
    asked, made = bids.rank_asked.sum("rank"), bids.rank_made.sum("rank")
    hands = asked[:, 0, :1]  # every hand with a bidding asks the eldest
    keys: dict[str, list[Any]] = {"round": [], "seat": []}
    cells_asked, cells_made, cells_hands = [], [], []
    for number in range(ROUNDS):
        for seat in range(n + 1):
            keys["round"].append(number + 1)
            keys["seat"].append(seat)
            one = slice(seat - 1, seat) if seat else slice(None)
            cells_asked.append(asked[:, number, one].sum(axis=1) if seat else asked[:, number, 0])
            cells_made.append(made[:, number, one].sum(axis=1))
            cells_hands.append(hands[:, 0])
    at, got, all_hands = (np.stack(cells, axis=1) for cells in (cells_asked, cells_made, cells_hands))
    measures = {
        "ordered": share("orders when asked", calls(got), at),
        "called": share("makes trump, of all hands", calls(got), all_hands),
        **outcome_measures(got, counts.kinds, OUTCOMES),
    }
    return MeasureTable("ordering_by_seat", "Who makes trump, and how it goes", keys, measures)


def by_upcard(counts: RunCounts) -> MeasureTable:
    """By round, seat and rank of the card turned up (in round 2: turned down)."""
    bids, n = counts.bidding, counts.rules.players
    ranks = [rank_name(code) for code in bids.ranks.codes]
    keys = product_keys(round=range(1, ROUNDS + 1), seat=range(1, n + 1), upcard=ranks)
    asked = cells_of(np.moveaxis(bids.rank_asked.counts, 1, 3))
    made = cells_of(np.moveaxis(bids.rank_made.counts, 1, 3), kinds=True)
    examples = np.moveaxis(bids.rank_examples.ids, 0, 2).reshape(-1)
    measures = {
        "ordered": share("orders when asked", calls(made), asked),
        **outcome_measures(made, counts.kinds, OUTCOMES),
    }
    table = MeasureTable("ordering_by_upcard", "By the card turned up", keys, measures, examples)
    return seen(table, asked)


def by_hand(counts: RunCounts) -> MeasureTable:
    """By round, seat and class of hand in the trump suit: trumps, bowers, off-suit aces, suits held."""
    keys, groups = classes_by_seat(counts.classes, counts.rules.players, ("trumps", "bowers", "aces", "suits"))
    return _by_class(counts, "ordering_by_hand", "By class of hand", keys, groups)


def by_trumps(counts: RunCounts) -> MeasureTable:
    """By round, seat, trumps, bowers and off-suit aces (two or more together)."""
    keys, groups = classes_by_seat(counts.classes, counts.rules.players, ("trumps", "bowers", "aces"))
    return _by_class(counts, "ordering_by_trumps", "By trumps, bowers and off-suit aces", keys, groups)


def by_suits(counts: RunCounts) -> MeasureTable:
    """By round, seat, trumps and suits held."""
    keys, groups = classes_by_seat(counts.classes, counts.rules.players, ("trumps", "suits"))
    return _by_class(counts, "ordering_by_suits", "By trumps and suits held", keys, groups)


def by_call(counts: RunCounts) -> MeasureTable:
    """Second round: suits of the colour turned down (next) against the others (green), by seat; seat 0 is all."""
    bids, n = counts.bidding, counts.rules.players
    made = bids.suit_made.counts
    made = np.concatenate([made.sum(axis=1, keepdims=True), made], axis=1)
    examples = np.concatenate([bids.suit_examples.ids.max(axis=0, keepdims=True), bids.suit_examples.ids])
    keys = product_keys(seat=range(n + 1), call=CALLS)
    every = np.repeat(calls(made).sum(axis=2), len(CALLS), axis=1)
    cells = cells_of(made, kinds=True)
    measures = {"share": share("of the seat's calls", calls(cells), every)}
    measures |= outcome_measures(cells, counts.kinds, OUTCOMES)
    table = MeasureTable("ordering_by_call", "Next or green", keys, measures, examples.reshape(-1))
    return seen(table, calls(cells))


def by_score(counts: RunCounts) -> MeasureTable:
    """By round, seat, score of its side and (best) score of the others, with all seats as seat 0."""
    bids, n = counts.bidding, counts.rules.players
    labels = [bids.scores.label(k) for k in range(bids.scores.size)]
    keys = product_keys(round=range(1, ROUNDS + 1), seat=range(n + 1), own=labels, other=labels)
    asked, made = bids.score_asked.counts, bids.score_made.counts
    asked = np.concatenate([asked.sum(axis=2, keepdims=True), asked], axis=2)
    made = np.concatenate([made.sum(axis=2, keepdims=True), made], axis=2)
    ids = bids.score_examples.ids
    examples = np.concatenate([ids.max(axis=1, keepdims=True), ids], axis=1).reshape(-1)
    at, got = cells_of(asked), cells_of(made, kinds=True)
    measures = {
        "ordered": share("orders when asked", calls(got), at),
        **outcome_measures(got, counts.kinds, OUTCOMES),
    }
    return seen(MeasureTable("ordering_by_score", "By the score", keys, measures, examples), at)


def _by_class(counts: RunCounts, name: str, title: str, keys: dict[str, list[Any]], groups: Any) -> MeasureTable:
    bids = counts.bidding
    asked, called = grouped(bids.class_asked.counts, groups), grouped(bids.class_called.counts, groups)
    made = grouped(bids.class_made.counts, groups, kinds=True)
    examples = first_of(bids.class_examples.ids, groups)
    asked_examples = first_of(bids.asked_examples.ids, groups)
    examples = np.where(examples < 0, asked_examples, examples)
    measures = {
        "ordered": share("orders when asked", called, asked),
        **outcome_measures(made, counts.kinds, OUTCOMES),
    }
    return seen(MeasureTable(name, title, keys, measures, examples), asked + calls(made))
