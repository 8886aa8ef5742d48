"""The tables of lone hands: tries and what became of them, what stopped them, and lone defences."""

from typing import Final

import numpy as np

from reports.counting.bidding_counts import ROUNDS
from reports.counting.counts import RunCounts
from reports.counting.hands import Kinds
from reports.counting.lone_counts import AGAINST, HOLDINGS
from reports.counting.play_counts import BEATEN
from reports.tables.cuts import (
    cells_of,
    classes_by_seat,
    earliest,
    first_of,
    group_keys,
    grouped,
    product_keys,
    rank_name,
    seen,
)
from reports.tables.outcomes import Counts, calls, net_points, only, outcome_measures, share
from reports.tables.tables import MeasureTable

OUTCOMES: Final = ("marched", "made", "euchred", "points", "net")


def by_seat(counts: RunCounts) -> MeasureTable:
    """By round and seat, all seats as seat 0."""
    n = counts.rules.players
    made = counts.bidding.rank_made.sum("rank")
    made = np.concatenate([made.sum(axis=2, keepdims=True), made], axis=2)
    keys = product_keys(round=range(1, ROUNDS + 1), seat=range(n + 1))
    return seen(*_lone_table("loners_by_seat", "Lone hands by seat", keys, made, counts.kinds, None))


def by_upcard(counts: RunCounts) -> MeasureTable:
    """By round, seat and rank of the card turned up (in round 2: turned down)."""
    bids, n = counts.bidding, counts.rules.players
    ranks = [rank_name(code) for code in bids.ranks.codes]
    keys = product_keys(round=range(1, ROUNDS + 1), seat=range(1, n + 1), upcard=ranks)
    made = np.moveaxis(bids.rank_made.counts, 1, 3)
    return seen(*_lone_table("loners_by_upcard", "Lone hands by the card turned up", keys, made, counts.kinds, None))


def by_hand(counts: RunCounts) -> MeasureTable:
    """By round, seat and class of hand in the trump suit."""
    return _by_class(counts, "loners_by_hand", "Lone hands by class of hand", ("trumps", "bowers", "aces", "suits"))


def by_trumps(counts: RunCounts) -> MeasureTable:
    """By round, seat, trumps, bowers and off-suit aces (two or more together)."""
    return _by_class(counts, "loners_by_trumps", "Lone hands by trumps, bowers and aces", ("trumps", "bowers", "aces"))


def break_even(counts: RunCounts) -> MeasureTable:
    """All rounds and seats together, by trumps, bowers and off-suit aces: lone marches made and needed.

    Needed is the share of lone marches at which going alone brings as much as calls with partner on the same class of
    hand did, with euchres as they came.
    """
    _, groups = classes_by_seat(counts.classes, 1, ("trumps", "bowers", "aces"))
    keys = group_keys(counts.classes, ("trumps", "bowers", "aces"))
    made = grouped(counts.bidding.class_made.sum("round", "seat")[:, None, None], groups, kinds=True)
    examples = first_of(earliest(counts.bidding.lone_examples.ids)[None, None], groups)
    return seen(*_lone_table("loners_break_even", "When alone pays", keys, made, counts.kinds, examples))


def against(counts: RunCounts) -> MeasureTable:
    """By maker's seat (0: all) and by what stood against a lone hand."""
    lone = counts.lone.against.counts
    lone = np.concatenate([lone.sum(axis=1, keepdims=True), lone], axis=1)
    ids = counts.lone.examples.ids
    examples = np.concatenate([ids.max(axis=0, keepdims=True), ids]).reshape(-1)
    keys = product_keys(seat=range(counts.rules.players + 1), against=AGAINST)
    cells = cells_of(lone, kinds=True)
    every = np.repeat(calls(lone).sum(axis=2), len(AGAINST), axis=1)
    measures = {"share": share("of the lone hands", calls(cells), every)}
    measures |= outcome_measures(cells, counts.kinds, OUTCOMES)
    return seen(MeasureTable("loners_against", "What stops lone hands", keys, measures, examples), calls(cells))


def holdings(counts: RunCounts) -> MeasureTable:
    """By what a defender held; a hand may come under several."""
    lone = counts.lone.holdings.counts
    tries = calls(counts.lone.against.counts).sum(axis=(1, 2))[:, None]
    measures = {"share": share("of the lone hands", calls(lone), np.repeat(tries, len(HOLDINGS), axis=1))}
    measures |= outcome_measures(lone, counts.kinds, OUTCOMES)
    keys = product_keys(holding=HOLDINGS)
    table = MeasureTable("loners_holdings", "A defender held", keys, measures, counts.lone.holding_examples.ids)
    return seen(table, calls(lone))


def beaten(counts: RunCounts) -> MeasureTable:
    """By the card that took the first trick a lone maker lost; needs every trick recorded."""
    lost = counts.play.beaten.counts
    every = np.repeat(calls(lost).sum(axis=1, keepdims=True), len(BEATEN), axis=1)
    measures = {"share": share("of the lone hands that lost a trick", calls(lost), every)}
    measures |= outcome_measures(lost, counts.kinds, ("made", "euchred", "net"))
    keys = product_keys(how=BEATEN)
    table = MeasureTable("loners_beaten", "What took the first trick", keys, measures, counts.play.beaten_examples.ids)
    return seen(table, calls(lost))


def defences(counts: RunCounts) -> MeasureTable:
    """Lone defenders by seat and by whether the maker was alone too."""
    found = cells_of(counts.lone.defences.counts, kinds=True)
    hands = counts.bidding.rank_asked.sum("rank")[:, 0, :1] + calls(counts.bidding.forced.counts)[:, None]
    keys = product_keys(seat=range(1, counts.rules.players + 1), maker_alone=(False, True))
    kinds = counts.kinds
    euchred = kinds.euchred.astype(np.int64)
    measures = {
        "tried": share("of all hands", calls(found), np.repeat(hands, found.shape[1], axis=1)),
        "euchred": share("euchred the makers", found @ euchred, calls(found)),
        "swept": share("took all tricks", found @ (kinds.tricks == 0).astype(np.int64), calls(found)),
        "net": net_points("net points of the defenders", found @ -kinds.net, calls(found), kinds),
    }
    examples = counts.lone.defence_examples.ids.reshape(-1)
    return seen(MeasureTable("lone_defences", "Lone defences", keys, measures, examples), calls(found))


def _by_class(counts: RunCounts, name: str, title: str, parts: tuple[str, ...]) -> MeasureTable:
    keys, groups = classes_by_seat(counts.classes, counts.rules.players, parts)
    made = grouped(counts.bidding.class_made.counts, groups, kinds=True)
    examples = first_of(counts.bidding.lone_examples.ids, groups)
    return seen(*_lone_table(name, title, keys, made, counts.kinds, examples))


def _lone_table(
    name: str, title: str, keys: dict[str, list[object]], made: Counts, kinds: Kinds, examples: Counts | None
) -> tuple[MeasureTable, Counts]:
    """The measures of lone tries beside calls with partner, and what to leave out cells by."""
    cells = cells_of(made, kinds=True)
    alone, partner = only(cells, kinds.lone), only(cells, ~kinds.lone)
    measures = {"tried": share("alone, of the calls", calls(alone), calls(cells))}
    measures |= outcome_measures(alone, kinds, OUTCOMES)
    measures["net_partner"] = net_points("net points with partner", partner @ kinds.net, calls(partner), kinds)
    measures |= outcome_measures(cells, kinds, ("gain", "needed"))
    return MeasureTable(name, title, keys, measures, examples), calls(alone)
