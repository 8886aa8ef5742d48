"""Prices are right on average, whatever is chosen by them, and as sure as they say."""

import numpy as np
import pytest

from sim.review.decision_values import Priced, choice_values

RNG = np.random.default_rng(5)


def noise(choices: int, worlds: int) -> np.ndarray:
    return RNG.integers(-2, 3, (choices, worlds))


def test_the_best_of_equal_choices_costs_nothing_on_average() -> None:
    shares = np.ones(200)
    costs = [choice_values(noise(6, 200), shares, None, by_games=False).cost.value for _ in range(600)]
    assert abs(np.mean(costs)) < 4 * np.std(costs) / 600**0.5
    looks = [max(values.mean(axis=1)) - values[0].mean() for values in (noise(6, 200) for _ in range(600))]
    assert np.mean(looks) > 0.05, "the best of them looks better than it is"


def test_a_known_gain_is_found_with_its_interval() -> None:
    inside = 0
    for _ in range(300):
        values = noise(3, 400)
        values[2] = values[0] + RNG.integers(0, 2, 400)
        found = choice_values(values, np.ones(400), None, by_games=False)
        assert found.best == 2 and found.halves == (2, 2)
        inside += found.cost.lo <= 0.5 <= found.cost.hi
    assert inside >= 0.92 * 300


def test_worlds_count_by_their_shares() -> None:
    values = np.array([[0, 0, 0, 0], [1, 1, -1, -1]])
    found = choice_values(values, np.array([1.0, 1.0, 0.0, 0.0]), None, by_games=False)
    assert found.points[1].value == 1 and found.worlds == 2
    other = choice_values(values, np.array([0.2, 0.2, 1.0, 1.0]), None, by_games=False)
    assert other.points[1].value == pytest.approx(-2 / 3) and other.best == 0


def test_chances_choose_where_they_are_known() -> None:
    # One point is all that is needed: two are worth no more, and safety is.
    values = np.array([[4, 4, -2, -2] * 25, [1] * 100])
    chances = np.array([0.1] * 4 + [0.5] + [1.0] * 4)
    in_points = choice_values(values, np.ones(100), chances, by_games=False)
    in_games = choice_values(values, np.ones(100), chances, by_games=True)
    assert in_points.best == 0 and in_games.best == 1
    assert in_games.cost_games is not None and in_games.cost_games.value == pytest.approx(0.45, abs=0.03)


def test_nothing_is_certain_without_worlds() -> None:
    found = choice_values(np.zeros((2, 3), int), np.zeros(3), None, by_games=False)
    assert found.best == 0 and found.worlds == 0 and found.points[0].error == float("inf")
    assert Priced(1.0, 0.5).lo < 0.03 < 1.97 < Priced(1.0, 0.5).hi
