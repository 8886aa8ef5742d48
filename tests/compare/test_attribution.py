"""Where a difference comes from: the parts add up, and each deal goes to the first decision that differs."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sim.compare.attribution import (
    AS_DEFENDER,
    AS_MAKER,
    FIRST_ROUND,
    LONE,
    LONE_DEFENCE,
    PICK_UP,
    SECOND_ROUND,
    SOURCES,
    Attribution,
    AttributionSums,
    AttributionTables,
    first_difference,
)
from sim.compare.pairs import MirroredPairs
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from sim.runs.chunks import Chunk
from sim.stats.estimates import FEW, widening
from support.places import BOTS

SLACK = f"{BOTS}/slack.py:Slack"
"""A wrapper that is a little worse than the player inside."""
N = 1500


def explained(mine: str, other: str, rules: Rules = PRESETS["standard"], n: int = N) -> Attribution:
    pairs = MirroredPairs(rules, load_player(mine), load_player(other), 9)
    tables = AttributionTables(pairs, load_player(other), 9)
    sums = AttributionSums(rules.teams, rules.teams, rules.players)
    for first in range(0, n, 400):
        sums.add(*tables.play(Chunk(first, min(n, first + 400))))
    return sums.result("points")


def by_source(found: Attribution) -> dict[str, float]:
    return {source.name: source.points.value or 0.0 for source in found.sources if source.seat == 0}


@pytest.mark.parametrize("game", ["standard", "standard-spruce", "two-handed", "cutthroat", "british"])
@pytest.mark.parametrize("other", ["cautious", "random"])
def test_the_parts_add_up_to_the_difference_of_the_pairs(game: str, other: str) -> None:
    rules = PRESETS[game]
    found = explained("basic", other, rules)
    pairs = MirroredPairs(rules, load_player("basic"), load_player(other), 9)
    values = pairs.play(Chunk(0, N)).values
    assert found.pairs == N
    assert found.total.value == pytest.approx(values.mean() / pairs.scale, abs=1e-12)
    assert found.total.se == pytest.approx(values.std(ddof=1) / np.sqrt(N) / pairs.scale)
    assert sum(by_source(found).values()) == pytest.approx(found.total.value, abs=1e-12)
    for name in SOURCES[: PICK_UP + 2]:
        seats = [source for source in found.sources if source.name == name and source.seat]
        whole = [source for source in found.sources if source.name == name and not source.seat]
        assert sum(source.points.value or 0 for source in seats) == pytest.approx(
            sum(s.points.value or 0 for s in whole)
        )
    for source in found.sources:
        assert source.share.value is not None and source.each is not None
        assert source.share.value * source.each == pytest.approx(source.points.value, abs=1e-12)


@pytest.mark.parametrize("game", ["standard", "cutthroat"])
def test_intervals_are_those_of_the_deals(game: str) -> None:
    """The spread of a part is that of its sum over a deal's tables, recomputed deal by deal."""
    rules = PRESETS[game]
    pairs = MirroredPairs(rules, load_player("basic"), load_player("cautious"), 9)
    keys, effects = AttributionTables(pairs, load_player("cautious"), 9).play(Chunk(0, N))
    found = explained("basic", "cautious", rules)
    for source in found.sources:
        number = SOURCES.index(source.name)
        mask = (keys > 0) & ((keys - 1) // 8 == number)
        if source.seat:
            mask &= (keys - 1) % 8 == source.seat
        values = np.where(mask, effects, 0).sum(axis=0) / pairs.scale
        assert source.points.value == pytest.approx(values.mean(), abs=1e-12)
        uneven = np.count_nonzero(values)
        if uneven < FEW:
            assert source.points.se is None and source.points.lo == -(source.points.hi or 0)
        else:  # few uneven deals say little of the spread
            assert source.points.se == pytest.approx(values.std(ddof=1) / np.sqrt(N) * widening(uneven))
        assert source.share.value == pytest.approx(mask.mean())


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("slack", "sources"),
    [
        ("order=30", {"first-round orders"}),
        ("call=30", {"second-round calls"}),
        ("alone=100", {"lone hands"}),
        ("card=30", {"card play as maker", "card play as defender"}),
    ],
)
def test_a_player_who_is_worse_in_one_thing_is_worse_for_that_alone(slack: str, sources: set[str]) -> None:
    found = by_source(explained(f"{SLACK}{{{slack}}}(lukefitz)", "lukefitz"))
    assert set(found) == sources
    assert all(value < 0 for value in found.values())


@pytest.mark.nightly
def test_a_bad_discard_counts_as_card_play() -> None:
    found = by_source(explained(f"{SLACK}{{bury=100}}(lukefitz)", "lukefitz", n=4000))
    assert set(found) <= {"card play as maker", "card play as defender"}
    assert found["card play as maker"] < 0


def test_nothing_differs_from_oneself() -> None:
    found = explained("random", "random")
    assert found.sources == ()
    assert found.total.value == 0.0


# One deal at a time

Hands = dict[str, NDArray[Any]]
ALIKE = {"dealer": 1, "round": 1, "maker": 2, "trump": 0, "alone": 0, "lone_defender": 0, "pick_up": 1, "discard": 7}


def hands(players: int = 4, **changes: int) -> Hands:
    teams = 2 if players == 4 else players
    columns = ALIKE | {f"points_{side}": 0 for side in range(teams)} | changes
    return {name: np.array([value], np.int8) for name, value in columns.items()}


def first(mine: Hands, base: Hands, side: int = 0, players: int = 4) -> tuple[int, int] | None:
    """Source and seat of the only deal."""
    key = int(first_difference(mine, base, side, players, 2 if players == 4 else players)[0])
    return ((key - 1) // 8, (key - 1) % 8) if key else None


def test_the_earlier_of_two_different_calls_decides() -> None:
    thrown_in = hands(round=0, maker=0, trump=-1)
    assert first(hands(), hands()) is None
    assert first(hands(maker=1), hands(maker=3)) == (FIRST_ROUND, 1)
    assert first(hands(maker=4), hands(maker=2)) == (FIRST_ROUND, 2)
    assert first(hands(round=2, maker=1), hands(round=1, maker=4)) == (FIRST_ROUND, 4)
    assert first(thrown_in, hands(round=2, maker=3)) == (SECOND_ROUND, 3)
    assert first(hands(round=2, maker=3), thrown_in) == (SECOND_ROUND, 3)
    assert first(hands(round=2, maker=3, trump=1), hands(round=2, maker=3, trump=2)) == (SECOND_ROUND, 3)
    assert first(thrown_in, thrown_in) is None


def test_what_comes_first_counts_whatever_follows() -> None:
    later = {"alone": 1, "pick_up": 0, "discard": -1, "lone_defender": 3, "points_0": 2}
    assert first(hands(**later, maker=4), hands()) == (FIRST_ROUND, 2)
    assert first(hands(**later), hands()) == (LONE, 2)
    del later["alone"]
    assert first(hands(**later), hands()) == (PICK_UP, 4)
    del later["pick_up"]
    # Dealer 1 and maker in seat 2: player 3, of side 1.
    assert first(hands(**later), hands(), side=0) == (AS_DEFENDER, 0)
    assert first(hands(**later), hands(), side=1) == (AS_MAKER, 0)
    del later["discard"]
    assert first(hands(**later), hands()) == (LONE_DEFENCE, 3)
    assert first(hands(lone_defender=1), hands(lone_defender=3)) == (LONE_DEFENCE, 1)
    del later["lone_defender"]
    assert first(hands(**later), hands(), side=1) == (AS_MAKER, 0)


def test_a_hand_laid_open_counts_as_a_lone_hand_and_a_card_named_as_card_play() -> None:
    alone = {"alone": 1, "points_0": 1}
    assert first(hands(**alone, jambone=1), hands(**alone, jambone=0)) == (LONE, 2)
    # Dealer 1 and maker in seat 2: player 3, of side 1; side 0 names their cards.
    assert first(hands(**alone, jambone=1), hands(alone=1, jambone=1), side=0) == (AS_DEFENDER, 0)
    rules = PRESETS["railroad"].with_changes({"jambone": "on"})
    found = explained("random", "basic", rules, 800)
    assert sum(by_source(found).values()) == pytest.approx(found.total.value, abs=1e-12)
    assert by_source(found)["lone hands"] < 0


def test_kept_cards_count_as_card_play() -> None:
    one, other = hands(3) | {"kept": np.array([1], np.uint64)}, hands(3) | {"kept": np.array([2], np.uint64)}
    # Dealer 1 and maker in seat 2: player 0 of three.
    assert first(one, other, side=0, players=3) == (AS_MAKER, 0)
    assert first(one, other, side=2, players=3) == (AS_DEFENDER, 0)


@pytest.mark.parametrize("game", ["standard-spruce", "two-handed", "cutthroat"])
def test_the_decision_that_is_blamed_is_one_of_the_strategy_compared(game: str) -> None:
    """Seats blamed for bids, pick-ups and lone hands are seats of the side on which the strategy sat."""
    rules = PRESETS[game]
    pairs = MirroredPairs(rules, load_player("random"), load_player("basic"), 4)
    base = Match(rules, [load_player("basic")], 4, "hands").play(0, N, "hands").hands
    assert base is not None
    for table in pairs.tables:
        mine = table.match.play(0, N, "hands").hands
        assert mine is not None
        keys = first_difference(mine, base, table.side, rules.players, rules.teams)
        seats = np.where(keys > 0, (keys - 1) % 8, 0)
        sides = (mine["dealer"] + seats) % rules.players % rules.teams
        assert (seats > 0).any()
        assert (sides[seats > 0] == table.side).all()
