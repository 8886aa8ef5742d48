"""A race steadied by what others come to on the same deals: the same means with less noise, and intervals that hold."""

import numpy as np
import pytest

from sim.stats.best_choice import Race, Values
from sim.stats.steadied import STEADIED, SteadiedRace

TABLE = np.array([-2.0, -1.0, 0.0, 1.0, 2.0, 4.0])
CHANCES = np.array([[0.1, 0.1, 0.1, 0.3, 0.3, 0.1], [0.2, 0.2, 0.1, 0.2, 0.2, 0.1]])
ALIKE = 0.8


def outcomes(rng: np.random.Generator, deals: int) -> tuple[np.ndarray, np.ndarray]:
    """Outcomes of both choices on the same deals, and those of others, who mostly come to the same but do worse."""
    draws = rng.random(deals)
    codes = np.stack([np.searchsorted(np.cumsum(row), draws) for row in CHANCES]).astype(np.int16)
    same = rng.random(codes.shape) < ALIKE
    return codes, np.where(same, codes, rng.integers(0, 3, codes.shape)).astype(np.int16)


def races(rng: np.random.Generator, deals: int) -> tuple[Race, SteadiedRace]:
    plain, steadied = Race(2, [Values(TABLE)]), SteadiedRace(2, [Values(TABLE)])
    for _ in range(2):
        codes, control = outcomes(rng, deals // 2)
        plain.add(codes)
        steadied.add_steadied(codes, control, outcomes(rng, 8 * deals)[1])
    return plain, steadied


def test_the_same_means_with_less_noise() -> None:
    rng, means, inside, widths = np.random.default_rng(3), [], 0, []
    truth = CHANCES @ TABLE
    for _ in range(400):
        plain, steadied = races(rng, 600)
        value, behind = steadied.value(0, 0, "points"), steadied.behind(1, 0, 0, "points")
        assert value.value is not None and value.lo is not None and value.hi is not None and value.n == 600
        assert behind.lo is not None and behind.hi is not None
        means.append((value.value, steadied.means(0)[1]))
        inside += int(value.lo <= truth[0] <= value.hi) + int(behind.lo <= truth[1] - truth[0] <= behind.hi)
        widths.append((plain.half_width(0), steadied.half_width(0), value.se))
        assert value.method == "student" + STEADIED
    found, spread = np.mean(means, axis=0), np.std(means, axis=0)
    assert np.abs(found - truth).max() < 4 * spread.max() / 20
    assert 0.93 < inside / 800 < 0.97
    before, after, se = np.mean(widths, axis=0)
    assert after < 0.8 * before
    assert se == pytest.approx(spread[0], rel=0.15)


def test_what_was_dropped_keeps_its_deals_and_its_controls() -> None:
    rng = np.random.default_rng(4)
    _, race = races(rng, 20_000)
    race.drop_beaten()
    assert race.going.tolist() == [True, False]
    before = race.behind(1, 0, 0, "points")
    codes, control = outcomes(rng, 500)
    race.add_steadied(codes[:1], control[:1], control[:1])
    assert race.behind(1, 0, 0, "points") == before
    assert race.deals.tolist() == [20_500, 20_000] and race.control_deals.tolist() == [320_500, 320_000]
