"""Sampled worlds are as likely as they should be: against every deal there is, each replayed by the engine.

Chi-square over positions that `basic` meets; the enumerator (tests/support/enumerated_worlds.py) shares no code.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from sim.worlds.thinking import Outlook
from support.enumerated_worlds import TooMany, agreeing, deals, seen_at
from support.sampled_positions import sampled

CELLS = 8
OUTLOOK = Outlook(deals=600, tries=1000, doubt=0)
ALLOWED = PRESETS["standard"].with_changes({"discard_upcard": "allowed"})
SEES = PRESETS["british"].with_changes({"joker_up": "dealer_sees"})
LATE = [
    (PRESETS["standard"], ("lead", 4, 0)),
    (PRESETS["standard"], ("follow", 4, 2)),
    (PRESETS["standard"], ("follow", 3, 3)),
    (ALLOWED, ("follow", 4, 1)),
    (PRESETS["standard-spruce"], ("follow", 4, 2)),
    (PRESETS["british"], ("follow", 4, 1)),
    (SEES, ("lead", 4, 0)),
    (PRESETS["two-handed"], ("follow", 3, 1)),
    (PRESETS["two-handed"], ("lead", 2, 0)),
    (PRESETS["cutthroat"], ("lead", 4, 0)),
    (PRESETS["cutthroat"], ("follow", 4, 2)),
]
PEEK = PRESETS["cutthroat"].with_changes({"alone_when": "with_call", "peek_dummy": "yes", "defend_alone": "never"})
STUCK = PRESETS["standard"].with_changes(
    {"stick_dealer": "on", "no_trump": "round2", "call_turned_down": "yes", "min_trump": "1"}
)
BOUND = PRESETS["standard"].with_changes({"defend_alone": "vs_loner", "dealer_partner_order": "forbidden"})
HEARTS = PRESETS["british"].with_changes({"joker_up": "hearts"})
HOUSE = [
    (PRESETS["standard-spruce"], ("lead", 4, 0)),
    (PRESETS["canadian"], ("lead", 4, 0)),
    (PRESETS["british"], ("follow", 4, 3)),
    (STUCK, ("follow", 4, 2)),
    (BOUND, ("follow", 4, 2)),
    (HEARTS, ("follow", 4, 2)),
    (PEEK, ("lead", 4, 0)),
]
BIDS = [
    (PRESETS["two-handed"], ("order_up", 0, 1)),
    (PRESETS["two-handed"], ("name_trump", 0, 0)),
    (PRESETS["two-handed"], ("discard", 0, 1)),
    (PRESETS["two-handed"], ("pick_up", 0, 1)),
]
Position = tuple[Counter[tuple[int, ...]], np.ndarray, np.ndarray]


def positions(rules: Rules, at: tuple[str, int, int], many: int, most: int) -> Iterator[Position]:
    """For positions with at most so many deals: all that agree, and the hands and weights that were sampled."""
    played, found = sampled(rules, at, OUTLOOK, many)
    for asked, hands, weights in found:
        seen = seen_at(rules, played.hands, played.plays, asked)
        if rules.peek_dummy == "yes" and seen.hand["alone"]:
            continue  # whether they had looked at the dummy is not in the record
        try:
            given = deals(rules, seen, asked, most)
        except TooMany:
            continue
        expected = Counter(agreeing(rules, seen, asked, given))
        assert expected, "the deal that was dealt agrees with itself"
        yield expected, hands, weights


def chi_square(expected: Counter[tuple[int, ...]], hands: np.ndarray, weights: np.ndarray) -> tuple[float, int]:
    """How far weighted worlds are from the expected ones, in cells of about the same chance, and degrees of freedom."""
    total, cell, filled = sum(expected.values()), {}, 0
    for outcome in sorted(expected):
        cell[outcome] = filled * CELLS // total
        filled += expected[outcome]
    used = sorted(set(cell.values()))
    share = np.array([sum(n for o, n in expected.items() if cell[o] == c) for c in used]) / total
    drawn = [tuple(int(card) for card in row[1:]) for row in hands]
    strange = [outcome for outcome, weight in zip(drawn, weights, strict=True) if weight > 0 and outcome not in cell]
    assert not strange, f"sampled, and not among the {len(expected)} that agree: {strange[0]}"
    good = weights > 0
    inside = np.array([[cell[outcome] == c for c in used] for outcome, ok in zip(drawn, good, strict=True) if ok])
    off = weights[good][:, None] * (inside - share)
    far = off.sum(axis=0)
    return float(far @ np.linalg.pinv(off.T @ off) @ far), len(used) - 1


def deviation(found: Sequence[tuple[float, int]]) -> float:
    """Sums of chi-squares in standard deviations (Wilson and Hilferty)."""
    total, freedom = sum(square for square, _ in found), sum(degrees for _, degrees in found)
    return float(((total / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / np.sqrt(2 / (9 * freedom)))


def effective(weights: np.ndarray) -> float:
    """Number of equally likely worlds that would tell as much."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def label(case: tuple[Rules, tuple[str, int, int]]) -> str:
    rules, (hook, trick, position) = case
    return (
        f"{rules.players} players {rules.deck} cards {rules.joker_up} {rules.discard_upcard} {hook} {trick}.{position}"
    )


@pytest.mark.parametrize("case", [*LATE, *BIDS], ids=label)
def test_worlds_of_some_positions(case: tuple[Rules, tuple[str, int, int]]) -> None:
    found = [chi_square(*position) for position in positions(*case, 4 if case[1][1] else 3, 9_000)]
    assert len(found) >= 2
    informative = [one for one in found if one[1] > 0]
    assert not informative or abs(deviation(informative)) < 4, informative


def test_weights_matter() -> None:
    """Without the weights the same worlds are far from likely: sampling is not even, and that is made up for."""
    weighted, plain = [], []
    for expected, hands, weights in positions(ALLOWED, ("follow", 4, 1), 40, 9_000):
        if effective(weights) < 0.85 * (weights > 0).sum():
            weighted.append(chi_square(expected, hands, weights))
            plain.append(chi_square(expected, hands, (weights > 0) / np.count_nonzero(weights)))
    assert len(weighted) >= 5
    assert abs(deviation(weighted)) < 4 and deviation(plain) > 8


@pytest.mark.nightly
def test_200_late_positions() -> None:
    found, voids = [], 0
    for rules, at in [*LATE, *HOUSE]:
        most, many = (300_000, 12) if rules.players == 3 and at[0] == "follow" else (20_000, 36)
        for expected, hands, weights in positions(rules, at, many, most):
            if effective(weights) < 100:
                continue
            voids += effective(weights) < 0.95 * (weights > 0).sum()
            found.append(chi_square(expected, hands, weights))
    informative = [one for one in found if one[1] > 0]
    assert len(informative) >= 200 and voids >= 50
    assert abs(deviation(informative)) < 3.5
    far = sum(abs(deviation([one])) > 2.58 for one in informative)
    assert far <= 0.03 * len(informative), "about one in a hundred is as far"
