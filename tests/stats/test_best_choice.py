"""Comparing choices on common deals: sums, distances, chances to be best, and stopping that allows for looking."""

import math

import numpy as np
import pytest

from sim.stats.best_choice import ALWAYS, SHOWN, Race, Values
from sim.stats.estimates import t_quantile
from sim.stats.sequential import ConfidenceSequence

TABLE = np.array([-2.0, -1.0, 0.0, 1.0, 2.0, 4.0])
VALUES = Values(TABLE)


def codes(rng: np.random.Generator, chances: list[list[float]], deals: int) -> np.ndarray:
    """Outcomes of choices on the same deals: one random number decides all of them."""
    draws = rng.random(deals)
    return np.stack([np.searchsorted(np.cumsum(row), draws) for row in chances]).astype(np.int16)


GOOD = [0.1, 0.1, 0.1, 0.3, 0.3, 0.1]
BAD = [0.2, 0.2, 0.1, 0.2, 0.2, 0.1]


def test_means_and_distances_are_those_of_the_values() -> None:
    rng = np.random.default_rng(1)
    race = Race(3, [VALUES])
    seen = [codes(rng, [GOOD, BAD, GOOD[::-1]], n) for n in (500, 700, 300)]
    for part in seen:
        race.add(part)
    values = TABLE[np.concatenate(seen, axis=1)]
    for choice in range(3):
        estimate = race.value(choice, 0, "points")
        assert estimate.value == pytest.approx(values[choice].mean())
        assert estimate.se == pytest.approx(values[choice].std(ddof=1) / math.sqrt(1500))
        paired = values[choice] - values[race.best]
        behind = race.behind(choice, race.best, 0, "points")
        assert behind.value == pytest.approx(paired.mean())
        assert behind.se == pytest.approx(paired.std(ddof=1) / math.sqrt(1500))
    assert race.best == int(values.mean(axis=1).argmax())
    assert (race.outcomes.sum(axis=1) == 1500).all()


def test_a_beaten_choice_is_dropped_and_keeps_its_deals() -> None:
    rng = np.random.default_rng(2)
    race = Race(3, [VALUES])
    race.add(codes(rng, [GOOD, BAD, GOOD], 20_000))
    assert race.is_beaten(1, 0) and not race.is_beaten(2, 0)
    race.drop_beaten()
    assert race.going.tolist() == [True, False, True]
    race.add(codes(rng, [GOOD, GOOD], 5_000))
    assert race.deals.tolist() == [25_000, 20_000, 25_000]
    assert race.behind(1, 0, 0, "points").n == 20_000
    # Choices 0 and 2 ended alike on every deal: nothing will ever tell them apart, and they share the chance.
    assert race.deals_needed(2) is None or race.deals_needed(0) is None
    assert race.chances().tolist() == pytest.approx([0.5, 0.0, 0.5], abs=0.01)


def test_families_lose_only_their_worse_members() -> None:
    race = Race(3, [VALUES])
    race.add(codes(np.random.default_rng(3), [GOOD, BAD, BAD], 20_000))
    race.drop_beaten(["take", "take", "pass"])
    assert race.going.tolist() == [True, False, True]


def test_equal_choices_are_rarely_told_apart_however_often_one_looks() -> None:
    """At each of 50 looks a plain 95 % interval would err anew, a third of the time in all; this one at most 5 %."""
    wrong = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        race = Race(2, [VALUES])
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
    race = Race(2, [VALUES])
    race.add(rows)
    assert race.best == 0 and not race.is_beaten(1, 0)
    needed = race.deals_needed(1)
    assert needed is not None and needed > 10_000


def test_the_leading_kind_decides() -> None:
    """More points need not mean more games."""
    games = np.array([0.0, 0.5, 0.5, 0.6, 0.6, 0.6])
    race = Race(2, [VALUES, Values(games)], leading=1)
    rng = np.random.default_rng(4)
    bold, careful = [0.3, 0.0, 0.0, 0.0, 0.3, 0.4], [0.0, 0.1, 0.1, 0.8, 0.0, 0.0]
    race.add(np.concatenate([codes(rng, [bold], 5_000), codes(rng, [careful], 5_000)]))
    assert race.best == 1
    points = [race.value(choice, 0, "points").value for choice in (0, 1)]
    assert points[0] is not None and points[1] is not None and points[0] > points[1]


def test_half_width_is_the_widest_of_values_and_distances() -> None:
    race = Race(2, [VALUES])
    assert race.half_width(0) == math.inf
    rng = np.random.default_rng(5)
    race.add(np.concatenate([codes(rng, [GOOD], 4_000), codes(rng, [BAD], 4_000)]))
    values = [race.value(choice, 0, "points") for choice in (0, 1)]
    behind = race.behind(1, 0, 0, "points")
    assert behind.lo is not None and behind.hi is not None
    widths = [(v.hi - v.lo) / 2 for v in values if v.lo is not None and v.hi is not None]
    assert race.half_width(0) == pytest.approx(max(*widths, (behind.hi - behind.lo) / 2), rel=1e-3)


def test_ties_go_to_points_then_to_the_player_then_to_the_first() -> None:
    """Where all win the game alike: the one with most points; where points are alike too, the player's own choice."""
    won = Values(np.zeros(6))
    deals = np.full((4, 5_000), 3, dtype=np.int16)
    deals[2:] = 4
    race = Race(4, [VALUES, won], leading=1)
    race.add(deals)
    assert race.best == 2
    race.own = 3
    assert race.best == 3
    race.own = 0
    assert race.best == 2
    alike = Race(3, [VALUES])
    alike.add(np.full((3, 5_000), 4, dtype=np.int16))
    assert alike.best == 0
    alike.own = 2
    assert alike.best == 2


def test_points_that_cannot_be_told_apart_do_not_overrule_the_player() -> None:
    won = Values(np.zeros(6))
    deals = np.full((2, 10_000), 3, dtype=np.int16)
    deals[0, :2] = 4
    race = Race(2, [VALUES, won], leading=1)
    race.add(deals)
    assert race.best == 0
    race.own = 1
    assert race.best == 1


# --------------------------------------------------------------------------------- intervals that hold under stopping


def misses_when_stopped_by_what_is_seen(always: bool, runs: int) -> tuple[float, float]:
    """How often intervals of value and distance miss where one stops as soon as one choice looks better than another.

    Looked at after each thousand deals, from the first look that is allowed on.
    """
    wrong = np.zeros(2)
    for seed in range(runs):
        rng = np.random.default_rng(seed)
        race = Race(2, [VALUES], always=always)
        for look in range(60):
            race.add(np.concatenate([codes(rng, [GOOD], 1_000), codes(rng, [GOOD], 1_000)]))
            d, variance, n = race.difference(0, 1, 0)
            if look >= 2 and abs(d) > 1.96 * math.sqrt(variance / n):
                break
        truth = float(TABLE @ GOOD)
        value, behind = race.value(race.best, 0, "points"), race.behind(1 - race.best, race.best, 0, "points")
        assert value.lo is not None and value.hi is not None and behind.lo is not None and behind.hi is not None
        wrong += [not value.lo <= truth <= value.hi, not behind.lo <= 0 <= behind.hi]
    return tuple(wrong / runs)  # type: ignore[return-value]


def test_intervals_hold_however_one_stops() -> None:
    """Student's intervals, looked at until something shows, miss far too often; the sequences at most 5 %."""
    student, sequence = misses_when_stopped_by_what_is_seen(False, 150), misses_when_stopped_by_what_is_seen(True, 150)
    assert student[1] > 0.2
    assert max(sequence) <= 0.05


def test_what_kind_of_interval_is_told() -> None:
    rng = np.random.default_rng(6)
    few, many = codes(rng, [GOOD, BAD], 500), codes(rng, [GOOD, BAD], 50_000)
    for always in (False, True):
        race = Race(2, [VALUES], always=always)
        race.add(few)
        assert race.value(0, 0, "points").method == "student"
        race.add(many)
        value = race.value(0, 0, "points")
        assert value.method == race.behind(1, 0, 0, "points").method == (ALWAYS if always else "student")
        assert value.se is not None and value.hi is not None and value.value is not None
        n = 50_500
        half = ConfidenceSequence(SHOWN).radius(n, value.se**2 * n) if always else t_quantile(n - 1) * value.se
        assert value.hi - value.value == pytest.approx(half)
        assert race.half_width(0) >= half


# ------------------------------------------------------------------------------ values that are estimates themselves


def blurred(rng: np.random.Generator, truth: np.ndarray, error: float, tables: int = 16) -> Values:
    """Independent tables about a truth and their mean, with a standard error of the mean of `error`."""
    found = truth + error * math.sqrt(tables) * rng.standard_normal((tables, len(truth)))
    return Values(found.mean(axis=0), found, np.arange(len(truth)))


GAMES = np.array([0.0, 0.2, 0.5, 0.6, 0.7, 1.0])


def test_the_error_of_the_values_is_added_in_quadrature() -> None:
    rng = np.random.default_rng(7)
    plain = Race(2, [VALUES, Values(GAMES)], leading=1)
    race = Race(2, [VALUES, blurred(rng, GAMES, 0.01)], leading=1)
    seen = codes(rng, [GOOD, BAD], 20_000)
    plain.add(seen)
    race.add(seen)
    sure, unsure = plain.value(0, 1, "share"), race.value(0, 1, "share")
    error = race.table_error(1, 0)
    assert sure.se is not None and unsure.se is not None
    # Six values with independent errors, weighed by how often each came.
    assert error == pytest.approx(0.01 * math.sqrt(sum(share**2 for share in GOOD)), rel=0.5)
    assert unsure.se == pytest.approx(math.hypot(sure.se, error), rel=0.1)
    assert unsure.hi is not None and unsure.value is not None
    assert unsure.hi - unsure.value > t_quantile(15) * error
    assert "table" in unsure.method and "table" not in sure.method
    # Points know nothing of it, and where two choices end alike the error of the values drops out.
    assert race.value(0, 0, "points") == plain.value(0, 0, "points")
    assert race.table_error(1, 0, 0) == 0
    same = Race(2, [VALUES, blurred(rng, GAMES, 0.01)], leading=1)
    same.add(np.stack([seen[0], seen[0]]))
    assert same.behind(1, 0, 1, "share").hi == 0 and same.table_error(1, 1, 0) == 0


def test_no_choice_is_beaten_by_the_error_of_the_values() -> None:
    """Two choices whose true values are alike: with many deals a plain race tells them apart by a wrong table."""
    truth = np.array([0.0, 0.2, 0.5, 0.5, 0.5, 1.0])
    one, two = [0.0, 0.0, 0.5, 0.5, 0.0, 0.0], [0.0, 0.0, 0.0, 0.5, 0.5, 0.0]
    wrong_plain = wrong = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        values = blurred(rng, truth, 0.01)
        races = [Race(2, [VALUES, Values(values.table)], leading=1), Race(2, [VALUES, values], leading=1)]
        seen = codes(rng, [one, two], 20_000)
        for race in races:
            race.add(seen)
        wrong_plain += races[0].is_beaten(0, 1) or races[0].is_beaten(1, 0)
        wrong += races[1].is_beaten(0, 1) or races[1].is_beaten(1, 0)
        if not (races[1].is_beaten(0, 1) or races[1].is_beaten(1, 0)):
            needed = races[1].deals_needed(1 - races[1].best)
            assert needed is not None and needed > 20_000
            assert races[1].chances().min() > 0.005
    # Of a hundred five may.
    assert wrong_plain > 50 and wrong <= 5 + 2 * math.sqrt(5)


def test_coverage_of_values_with_an_error_of_their_own() -> None:
    """300 runs with tables of their own: 95 % of the intervals hold the truth, of values and of distances."""
    inside = np.zeros(2)
    truth = GAMES @ np.array([GOOD, BAD]).T
    for seed in range(300):
        rng = np.random.default_rng(seed)
        race = Race(2, [VALUES, blurred(rng, GAMES, 0.004)], leading=1)
        race.add(codes(rng, [GOOD, BAD], 5_000))
        value, behind = race.value(0, 1, "share"), race.behind(1, 0, 1, "share")
        assert value.lo is not None and value.hi is not None and behind.lo is not None and behind.hi is not None
        inside += [value.lo <= truth[0] <= value.hi, behind.lo <= truth[1] - truth[0] <= behind.hi]
    assert (inside / 300 >= 0.93).all() and (inside / 300 <= 0.98).all()


def test_better_values_are_as_if_they_had_been_there_from_the_start() -> None:
    rng = np.random.default_rng(8)
    rough, fine = blurred(rng, GAMES, 0.02), blurred(rng, GAMES, 0.001)
    race, other = (Race(3, [VALUES, one], leading=1) for one in (rough, fine))
    for one in (race, other):
        drawn = np.random.default_rng(9)
        one.add(codes(drawn, [GOOD, BAD, GOOD], 4_000))
        one.going[1] = False
        one.add(codes(drawn, [GOOD, GOOD], 3_000))
    assert race.share_of_table(1) > 1 > other.share_of_table(1)
    race.revalue(1, fine)
    for choice in range(3):
        assert race.value(choice, 1, "share").value == pytest.approx(other.value(choice, 1, "share").value)
        assert race.value(choice, 1, "share").se == pytest.approx(other.value(choice, 1, "share").se)
        assert race.behind(choice, 0, 1, "share").value == pytest.approx(other.behind(choice, 0, 1, "share").value)
        assert race.table_error(1, choice, 0) == pytest.approx(other.table_error(1, choice, 0))
    assert race.share_of_table(1) < 1
