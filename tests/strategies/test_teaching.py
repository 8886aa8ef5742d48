"""Lessons and trees: what is taught is what happened, and the same whenever it is done."""

import numpy as np
import pytest

from benchmarks.teaching.__main__ import promised
from benchmarks.teaching.fitting import fit, predict
from benchmarks.teaching.lessons import Recorder
from sim.bits import COMPILED
from sim.players.match import Match
from strategies.parts.taught_kinds import FOLLOW, KINDS, LEAD, ORDER

pytestmark = pytest.mark.skipif(not COMPILED, reason="lessons are taken with the compiler only")
HANDS = 3000


@pytest.mark.nightly
def test_an_order_gains_what_hands_with_it_come_to() -> None:
    """The eldest hand orders or passes, all others pass: the difference is that of two such matches."""
    lessons = Recorder("always-pass/basic", "basic", "standard").play(5, 0, HANDS)
    gains = lessons["gains"][lessons["kinds"] == ORDER].astype(int)
    rules = Recorder("basic", "basic", "standard").rules
    points = []
    for first in ("always-order/basic", "always-pass/basic"):
        total = 0
        for dealer in range(4):
            seated = ["always-pass/basic"] * 4
            seated[(dealer + 1) % 4] = first
            hands = Match(rules, seated, 5, "hands").play(0, HANDS, "hands").hands
            assert hands is not None
            of = hands["dealer"] == dealer
            lead = hands["points_0"][of].astype(int) - hands["points_1"][of].astype(int)
            total += int(lead.sum()) * (1 if (dealer + 1) % 2 == 0 else -1)
        points.append(total)
    assert len(gains) == HANDS
    assert gains.sum() == points[0] - points[1]


@pytest.mark.nightly
def test_lessons_are_the_same_each_time() -> None:
    one, other = (Recorder("basic", "basic", "standard").play(9, 100, 700) for _ in range(2))
    assert all(np.array_equal(one[name], other[name]) for name in one)
    assert set(np.unique(one["kinds"])) == set(range(KINDS))
    assert not one["words"][1, one["kinds"] >= ORDER].any()


def test_trees_find_what_was_planted() -> None:
    rng = np.random.default_rng(4)
    words = rng.integers(0, 1 << 63, (2, 40_000)).astype(np.uint64)
    planted = ((words[0] >> np.uint64(7)) & np.uint64(1)) & ((words[1] >> np.uint64(40)) & np.uint64(1))
    gains = planted.astype(np.float32) + 0.3 * ((words[1] >> np.uint64(3)) & np.uint64(1)).astype(np.float32)
    trees = fit(words, gains, 12, 3, 1.0, 0.7, 20_000, 1)
    assert trees.masks.shape == (12, 2)
    assert trees.leaves.shape == (12, 8)
    said = predict(trees, words)
    assert np.corrcoef(said, gains)[0, 1] > 0.95
    assert np.array_equal(predict(fit(words, gains, 12, 3, 1.0, 0.7, 20_000, 1), words), said)


def test_what_is_promised_counts_one_answer_a_decision() -> None:
    said = np.array([0.5, 0.2, -0.1, 0.3, 0.005], dtype=np.float32)
    gains = np.array([1.0, -5.0, 7.0, 2.0, 9.0], dtype=np.float32)
    decisions = np.array([0, 0, 1, 1, 2])
    assert promised(said, gains, decisions, 0.01) == pytest.approx((3.0, np.sqrt(5.0)))


@pytest.mark.nightly
def test_leads_and_follows_come_by_kind() -> None:
    lessons = Recorder("basic", "basic", "standard").play(2, 0, 300)
    trick = np.array([int(word) >> 34 & 15 for word in lessons["words"][0]])
    for kind in range(LEAD, FOLLOW):
        of = trick[lessons["kinds"] == kind]
        assert (of == 1).all() if kind % 2 == 0 else (of > 1).all()
