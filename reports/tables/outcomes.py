"""From counts by kind of hand to measures: made, marched, euchred, alone, points."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reports.counting.hands import Kinds
from reports.tables.estimates import Floats
from reports.tables.tables import Measure

Counts = NDArray[np.int64]


def share(label: str, hits: Counts, trials: Counts) -> Measure:
    """A share of trials, from counts `[block, cell]`."""
    return Measure(label, "share", (hits, trials))


def outcome_measures(made: Counts, kinds: Kinds, names: Sequence[str]) -> dict[str, Measure]:
    """Measures of hands with a maker, from counts `[block, cell, kind]`; `names` chooses and orders them."""
    return {name: _MEASURES[name](made, kinds) for name in names}


def calls(made: Counts) -> Counts:
    """How many hands had a maker, `[block, cell]`."""
    return np.asarray(made.sum(axis=-1))


def only(made: Counts, chosen: NDArray[Any]) -> Counts:
    """The counts of some kinds, others set to nothing."""
    return np.asarray(made * chosen)


def _share_of_kinds(label: str, chosen: str) -> Any:
    def measure(made: Counts, kinds: Kinds) -> Measure:
        return share(label, made @ getattr(kinds, chosen).astype(np.int64), calls(made))

    return measure


def net_points(label: str, net: Counts, hands: Counts, kinds: Kinds) -> Measure:
    """Net points a hand, from sums `[block, cell]`; no hand pays more than the rules do."""
    return Measure(label, "points", (net, hands), span=(-kinds.most, kinds.most))


def _mean_of_kinds(label: str, value: str) -> Any:
    def measure(made: Counts, kinds: Kinds) -> Measure:
        span = (0.0 if value == "makers" else -kinds.most, kinds.most)
        return Measure(label, "points", (made @ getattr(kinds, value), calls(made)), span=span)

    return measure


def _gain(made: Counts, kinds: Kinds) -> Measure:
    alone, partner = only(made, kinds.lone), only(made, ~kinds.lone)
    sums = (alone @ kinds.net, calls(alone), partner @ kinds.net, calls(partner), _both(made, kinds))
    return Measure(
        "net points alone less with partner", "points", sums, _gained, span=(-2 * kinds.most, 2 * kinds.most)
    )


def _both(made: Counts, kinds: Kinds) -> Counts:
    """The calls of cells that saw lone hands and hands with partner; a comparison rests on all of them."""
    alone, partner = (calls(only(made, chosen)).sum(axis=0) > 0 for chosen in (kinds.lone, ~kinds.lone))
    return np.asarray(calls(made) * (alone & partner))


def _gained(sums: Sequence[Floats]) -> Floats:
    return np.asarray(sums[0] / sums[1] - sums[2] / sums[3])


def _needed(made: Counts, kinds: Kinds) -> Measure:
    """The share of lone marches at which going alone brings as much as calls of the same hands with partner did."""
    alone, partner = only(made, kinds.lone), only(made, ~kinds.lone)
    march, short = kinds.lone & kinds.march, kinds.lone & ~kinds.march
    best = int(kinds.makers[march].max(initial=0))
    three = kinds.net[short & kinds.came & (kinds.tricks > kinds.tricks.max() // 2)]
    # Mostly 1; by house rules three or four tricks alone can be worth nothing, or a euchre.
    point = int(three.max()) if len(three) else 1
    lost = short & (kinds.net != point)

    def value(sums: Sequence[Floats]) -> Floats:
        tries, failed, lost_points, with_partner, partner_calls = sums[:5]
        # A lone try brings best * p + point * (1 - p - e) - what euchres cost, which has to equal the partner's value.
        e = failed / tries
        return np.asarray((with_partner / partner_calls - point * (1 - e) - lost_points / tries) / (best - point))

    sums = (
        calls(alone),
        alone @ lost.astype(np.int64),
        alone @ (kinds.net * lost),
        partner @ kinds.net,
        calls(partner),
        _both(made, kinds),
    )
    return Measure("lone marches needed to break even", "share", sums, value)


_MEASURES: Any = {
    "made": _share_of_kinds("made", "made"),
    "marched": _share_of_kinds("all tricks", "march"),
    "euchred": _share_of_kinds("euchred", "euchred"),
    "alone": _share_of_kinds("alone", "lone"),
    "points": _mean_of_kinds("makers' points", "makers"),
    "net": _mean_of_kinds("net points", "net"),
    "gain": _gain,
    "needed": _needed,
}
