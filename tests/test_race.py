"""Comparing choices on common deals: sums, distances, chances to be best, and stopping that allows for looking."""

import math

import numpy as np
import pytest

from sim.race import Race

TABLE = np.array([-2.0, -1.0, 0.0, 1.0, 2.0, 4.0])


def codes(rng: np.random.Generator, chances: list[list[float]], deals: int) -> np.ndarray:
    """Outcomes of choices on the same deals: one random number decides all of them."""
    draws = rng.random(deals)
    return np.stack([np.searchsorted(np.cumsum(row), draws) for row in chances]).astype(np.int16)


GOOD = [0.1, 0.1, 0.1, 0.3, 0.3, 0.1]
BAD = [0.2, 0.2, 0.1, 0.2, 0.2, 0.1]


def test_means_and_distances_are_those_of_the_values() -> None:
    rng = np.random.default_rng(1)
    race = Race(3, [TABLE])
    seen = [codes(rng, [GOOD, BAD, GOOD[::-1]], n) for n in (500, 700, 300)]
    for part in seen:
        race.add(part)
    values = TABLE[np.concatenate(seen, axis=1)]
    for choice in range(3):
        estimate = race.value(choice, 0, "points")
        assert estimate.value == pytest.approx(values[choice].mean())
        assert estimate.se == pytest.approx(values[choice].std(ddof=1) / math.sqrt(1500))
        paired = values[choice] - values[race.best]
        behind = race.behind(choice, race.best, 0, "points", always=False)
        assert behind.value == pytest.approx(paired.mean())
        assert behind.se == pytest.approx(paired.std(ddof=1) / math.sqrt(1500))
    assert race.best == int(values.mean(axis=1).argmax())
    assert (race.outcomes.sum(axis=1) == 1500).all()


def test_a_beaten_choice_is_dropped_and_keeps_its_deals() -> None:
    rng = np.random.default_rng(2)
    race = Race(3, [TABLE])
    race.add(codes(rng, [GOOD, BAD, GOOD], 20_000))
    assert race.is_beaten(1, 0) and not race.is_beaten(2, 0)
    race.drop_beaten()
    assert race.going.tolist() == [True, False, True]
    race.add(codes(rng, [GOOD, GOOD], 5_000))
    assert race.deals.tolist() == [25_000, 20_000, 25_000]
    assert race.behind(1, 0, 0, "points", always=True).n == 20_000
    # Choices 0 and 2 ended alike on every deal: nothing will ever tell them apart, and they share the chance.
    assert race.deals_needed(2) is None or race.deals_needed(0) is None
    assert race.chances().tolist() == pytest.approx([0.5, 0.0, 0.5], abs=0.01)


def test_families_lose_only_their_worse_members() -> None:
    race = Race(3, [TABLE])
    race.add(codes(np.random.default_rng(3), [GOOD, BAD, BAD], 20_000))
    race.drop_beaten(["take", "take", "pass"])
    assert race.going.tolist() == [True, False, True]


def test_equal_choices_are_rarely_told_apart_however_often_one_looks() -> None:
    """At each of 50 looks a plain 95 % interval would err anew, a third of the time in all; this one at most 5 %."""
    wrong = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        race = Race(2, [TABLE])
        for _ in range(50):
            first, second = codes(rng, [GOOD], 1_000), codes(rng, [GOOD], 1_000)
            race.add(np.concatenate([first, second]))
            if race.is_beaten(0, 1) or race.is_beaten(1, 0):
                wrong += 1
                break
    assert wrong <= 10 + 4 * math.sqrt(10)
    assert wrong < 20


def test_few_deals_that_differ_prove_nothing() -> None:
    """Three deals of many that went the same way are no proof, though their spread is tiny."""
    rows = np.full((2, 10_000), 3, dtype=np.int16)
    rows[1, :3] = 2
    race = Race(2, [TABLE])
    race.add(rows)
    assert race.best == 0 and not race.is_beaten(1, 0)
    needed = race.deals_needed(1)
    assert needed is not None and needed > 10_000


def test_the_leading_kind_decides() -> None:
    """More points need not mean more games."""
    games = np.array([0.0, 0.5, 0.5, 0.6, 0.6, 0.6])
    race = Race(2, [TABLE, games], leading=1)
    rng = np.random.default_rng(4)
    bold, careful = [0.3, 0.0, 0.0, 0.0, 0.3, 0.4], [0.0, 0.1, 0.1, 0.8, 0.0, 0.0]
    race.add(np.concatenate([codes(rng, [bold], 5_000), codes(rng, [careful], 5_000)]))
    assert race.best == 1
    points = [race.value(choice, 0, "points").value for choice in (0, 1)]
    assert points[0] is not None and points[1] is not None and points[0] > points[1]


def test_half_width_is_the_widest_of_values_and_distances() -> None:
    race = Race(2, [TABLE])
    assert race.half_width(0) == math.inf
    rng = np.random.default_rng(5)
    race.add(np.concatenate([codes(rng, [GOOD], 4_000), codes(rng, [BAD], 4_000)]))
    values = [race.value(choice, 0, "points") for choice in (0, 1)]
    behind = race.behind(1, 0, 0, "points", always=False)
    assert behind.lo is not None and behind.hi is not None
    widths = [(v.hi - v.lo) / 2 for v in values if v.lo is not None and v.hi is not None]
    assert race.half_width(0) == pytest.approx(max(*widths, (behind.hi - behind.lo) / 2), rel=1e-3)
