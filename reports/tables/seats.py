"""The tables of seats: points by seat, the dealer's advantage, and how hands end. They need counts only."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reports.tables.cuts import product_keys
from reports.tables.outcomes import share
from reports.tables.tables import Measure, MeasureTable
from sim.rules.most_points import most_lead
from sim.rules.rules import Rules
from sim.runs.tally import Tally
from sim.seat_names import seat_names


def by_seat(tally: Tally, rules: Rules) -> MeasureTable:
    """Points a hand of each seat's side, and the same less the other side's (the mean of the others')."""
    measures: dict[str, list[tuple[NDArray[Any], NDArray[Any]]]] = {"points": [], "net": [], "made_trump": []}
    hands = tally.counts.sum(axis=1)
    kinds = np.arange(len(tally.dealer))
    for seat in range(1, rules.players + 1):
        side = (tally.dealer + seat) % rules.players % rules.teams
        own = tally.points[kinds, side]
        others = (tally.points.sum(axis=1) - own) / (rules.teams - 1)
        measures["points"].append((tally.counts @ own, hands))
        measures["net"].append((tally.counts @ (own - others), hands))
        measures["made_trump"].append((tally.counts @ (tally.maker == seat).astype(np.int64), hands))
    labels = {"points": "points a hand", "net": "points less the others'", "made_trump": "makes trump"}
    found = {
        name: share(labels[name], *_stacked(pairs))
        if name == "made_trump"
        else Measure(labels[name], "points", _stacked(pairs), span=_span(rules))
        for name, pairs in measures.items()
    }
    return MeasureTable("seats", "Points by seat", product_keys(seat=range(1, rules.players + 1)), found)


def dealer(tally: Tally, rules: Rules) -> MeasureTable:
    """Points a hand of the dealer's side and of each other side, the difference, and the dealer's share of points."""
    kinds = np.arange(len(tally.dealer))
    own = tally.points[kinds, tally.dealer % rules.teams]
    others = (tally.points.sum(axis=1) - own) / (rules.teams - 1)
    hands, every = tally.counts.sum(axis=1), tally.counts @ tally.points.sum(axis=1)
    rows = {
        "dealer's side" if rules.players == 4 else "dealer": (tally.counts @ own, hands),
        "others": (tally.counts @ others, hands),
        "difference": (tally.counts @ (own - others), hands),
    }
    measures = {"points": Measure("points a hand", "points", _stacked(list(rows.values())), span=_span(rules))}
    part = np.stack([tally.counts @ own, every - tally.counts @ own, np.zeros_like(hands)], axis=1)
    whole = np.stack([every, every, np.zeros_like(hands)], axis=1)
    measures["share"] = Measure("share of all points", "share", (part, whole), value=_ratio)
    return MeasureTable("dealer", "The dealer's advantage", product_keys(who=rows), measures)


def results(tally: Tally, rules: Rules) -> MeasureTable:
    """How hands end, by who made trump: the dealer's side or the others with four players, else by seat."""
    makers = _makers(rules)
    ends = _ends(tally, rules)
    keys: dict[str, list[Any]] = {"maker": ["nobody"], "result": ["thrown in"], "points": [0]}
    counts = [tally.counts @ (tally.maker == 0).astype(np.int64)]
    for who, is_maker in makers.items():
        for name, (is_end, points) in ends.items():
            chosen = is_maker(tally) & is_end
            for paid in np.unique(points[chosen]):
                keys["maker"].append(who)
                keys["result"].append(name)
                keys["points"].append(int(paid))
                counts.append(tally.counts @ (chosen & (points == paid)).astype(np.int64))
    cells = np.stack(counts, axis=1)
    hands = np.repeat(tally.counts.sum(axis=1)[:, None], cells.shape[1], axis=1)
    return MeasureTable("results", "How hands end", keys, {"share": share("of all hands", cells, hands)})


def _makers(rules: Rules) -> dict[str, Callable[[Tally], NDArray[np.bool_]]]:
    if rules.players == 4:
        return {
            "dealer's side": lambda tally: (tally.maker > 0) & (tally.maker % 2 == 0),
            "other side": lambda tally: tally.maker % 2 == 1,
        }
    places = dict(enumerate(seat_names(rules.players, rules.teams), 1))
    names = {rules.players: places[rules.players], **places}
    return {name: _made_by(seat) for seat, name in names.items()}


def _made_by(seat: int) -> Callable[[Tally], NDArray[np.bool_]]:
    return lambda tally: tally.maker == seat


def _ends(tally: Tally, rules: Rules) -> dict[str, tuple[NDArray[np.bool_], NDArray[np.int64]]]:
    """Ways to end: which kinds of hands, and the points paid to those who won (each of them)."""
    side = (tally.dealer + tally.maker) % rules.players % rules.teams
    kinds = np.arange(len(side))
    won, lost = tally.points[kinds, side], tally.points[kinds, (side + 1) % rules.teams]
    lone, march, made = tally.alone & 1 == 1, tally.tricks == rules.tricks, won > 0
    return {
        "lone march": (lone & march, won),
        "march": (~lone & march, won),
        "made": (made & ~march, won),
        "euchred": ((lost > 0) & (tally.maker > 0), lost),
        "no points": ((won == 0) & (lost == 0) & (tally.maker > 0), won),
    }


def _span(rules: Rules) -> tuple[float, float]:
    """What a hand can bring a side, less the others' or not."""
    return -most_lead(rules), most_lead(rules)


def _stacked(pairs: list[tuple[NDArray[Any], NDArray[Any]]]) -> tuple[NDArray[Any], ...]:
    return tuple(np.stack(each, axis=1) for each in zip(*pairs, strict=True))


def _ratio(sums: Any) -> Any:
    return np.asarray(sums[0] / sums[1])
