"""Dealing is exact: every deal has one number and every number is one deal, whatever the pack and the players."""

from itertools import combinations, product
from math import comb, prod
from typing import Any

import numba
import numpy as np
import pytest

from sim.bits import U
from sim.cards import deck_mask
from sim.engine import deal as dealing
from sim.engine.deal import BY_CARD, DealPlan, deal_number, plan_deal
from sim.engine.layout import ROWS, B
from sim.engine.rng import DEAL, threefry_block
from support.dealing import (
    TINY,
    WHOLE,
    by_hand,
    cards_by_digits,
    dealt,
    digits_of,
    every_table,
    expected,
    places_of,
    tables,
    turned,
    word,
)


@by_hand
def test_plan(players: int, deck: int, cards: int, dummies: tuple[int, ...]) -> None:
    """Each digit's table lists every choice once, so numbers and deals match one to one."""
    single = turned(players, deck, cards)
    plan = plan_deal(deck, players, cards, dummies, single)
    left = deck
    for k, size in enumerate([cards] * players + [*dummies] + [1] * single):
        table = plan.tables[int(plan.starts[k]) : int(plan.starts[k]) + int(plan.bases[k])]
        choices = [int(choice) | (1 << 32 if int(choice).bit_count() < size else 0) for choice in table.tolist()]
        assert choices == sorted(sum(1 << place for place in places) for places in combinations(range(left), size))
        left -= size
    assert plan.deals == prod(int(base) for base in plan.bases)
    check_words(plan)


def check_words(plan: DealPlan) -> None:
    """A word that is dealt from is replaced when its rest is below the threshold, and that is seldom."""
    for g, threshold in enumerate(plan.thresholds.tolist()):
        bases = [int(base) for base in plan.bases[plan.groups[g] : plan.groups[g + 1]]]
        assert threshold == 2**64 % prod(bases)
        assert threshold / 2**64 < 0.1
    assert (plan.groups[0], plan.groups[-1]) == (0, len(plan.bases))


@tables(WHOLE)
def test_plan_card_by_card(players: int, deck: int, cards: int, dummies: tuple[int, ...]) -> None:
    """Each card of a hand is one of those left, and the orders in which a hand may come do not count as deals."""
    plan = plan_deal(deck, players, cards, dummies, single=False)
    assert plan.bases.tolist() == list(range(52, 52 - 5 * players, -1))
    assert plan.rows.tolist() == [row for row in dict.fromkeys(plan.rows.tolist()) for _ in range(5)]
    assert (plan.starts == BY_CARD).all()
    assert plan.deals == prod(comb(52 - 5 * player, 5) for player in range(players))
    check_words(plan)


@numba.njit
def deal_words(
    words: Any, deck: Any, bases: Any, tables: Any, starts: Any, sizes: Any, rows: Any, out: Any, rests: Any
) -> None:
    """Deal from given words, without replacing any."""
    batch = np.zeros(ROWS * B, dtype=np.uint64)
    for i in range(len(words)):
        _, rests[i] = dealing._deal_word(batch, 0, words[i], deck, bases, tables, starts, sizes, rows, 0, len(bases))
        for k in range(len(rows)):
            out[i, k] = batch[rows[k] * B]


@pytest.mark.parametrize("dummies", [(), (1,)])
def test_bijection_on_a_tiny_pack(dummies: tuple[int, ...]) -> None:
    plan = plan_deal(8, 2, 2, dummies)
    bases, deals = [int(base) for base in plan.bases], plan.deals
    # The first word of number n is the least w with w * deals >= n * 2**64.
    words = [-(-number * 2**64 // deals) for number in range(deals)]
    out, rests = np.zeros((deals, len(bases)), dtype=np.uint64), np.zeros(deals, dtype=np.uint64)
    deal_words(
        np.array(words, dtype=np.uint64),
        U(TINY),
        plan.bases,
        plan.tables,
        plan.starts,
        plan.sizes,
        plan.rows,
        out,
        rests,
    )
    seen = set()
    for number, masks in enumerate(out.tolist()):
        assert masks == cards_by_digits(plan, TINY, digits_of(number, bases))
        assert [mask.bit_count() for mask in masks] == [2, 2, *dummies, 1]
        assert sum(masks) & ~TINY == 0
        seen.add(tuple(masks))
    ways = {
        tuple(sum(1 << place for place in chosen) for chosen in (a, b, *rest))
        for a in combinations(places_of(TINY), 2)
        for b in combinations(sorted(set(places_of(TINY)) - set(a)), 2)
        for rest in product(combinations(sorted(set(places_of(TINY)) - set(a) - set(b)), 1), repeat=1 + len(dummies))
        if len(set(rest)) == len(rest)
    }
    assert seen == ways
    assert rests.tolist() == [word_ * deals % 2**64 for word_ in words]


@every_table
def test_deals_follow_from_their_words(players: int, deck: int, cards: int, dummies: tuple[int, ...]) -> None:
    plan, pack = plan_deal(deck, players, cards, dummies, turned(players, deck, cards)), deck_mask(deck)
    for seed, hand in ((1, 0), (2**62 + 3, 17)):
        games = [*range(40), 10**15, 2**62]
        for game, masks in zip(games, dealt(plan, pack, seed, games, hand), strict=True):
            assert masks == expected(plan, pack, seed, game, hand)
            digits = deal_number(plan, masks, deck)
            assert cards_by_digits(plan, pack, digits) == masks
            assert sum(masks) & ~pack == 0 and sum(masks).bit_count() == sum(mask.bit_count() for mask in masks)


@numba.njit
def replaced_games(seed: Any, deals: Any, threshold: Any, games: Any) -> Any:
    """The games whose first word falls below the threshold."""
    found = []
    for game in range(games):
        first, _ = threefry_block(seed, U(DEAL), U(game), U(0))
        if first * deals < threshold:
            found.append(game)
    return found


def test_words_that_would_bias_are_replaced() -> None:
    plan = plan_deal(24, 4, 5)
    with np.errstate(over="ignore"):
        games = replaced_games(U(6), U(plan.deals), plan.thresholds[0], 1_000_000)
    chance = int(plan.thresholds[0]) / 2**64
    assert chance == pytest.approx(1.37e-5, rel=0.01)
    assert abs(len(games) - 1e6 * chance) < 5 * (1e6 * chance) ** 0.5
    for game, masks in zip(games, dealt(plan, deck_mask(24), 6, games), strict=True):
        number = word(6, game, 2) * plan.deals >> 64
        assert masks == cards_by_digits(plan, deck_mask(24), digits_of(number, [int(b) for b in plan.bases]))


@pytest.mark.parametrize("group", [0, 1])
def test_the_boundary_of_replacement(group: int) -> None:
    """A rest equal to the threshold is kept, one below it is not: with thresholds set to a word's own rest."""
    plan, pack = plan_deal(32, 4, 5), deck_mask(32)
    a, z = int(plan.groups[group]), int(plan.groups[group + 1])
    bases = [int(base) for base in plan.bases[a:z]]

    def rest_of(game: int) -> int:
        return word(1, game, group) * prod(bases) % 2**64

    # A game whose rest is small but no word of it is replaced in earnest.
    game = min(range(100), key=lambda game: (rest_of(game) < int(plan.thresholds[group]), rest_of(game)))
    for threshold, attempt in ((rest_of(game), 0), (rest_of(game) + 1, 1)):
        thresholds = plan.thresholds.copy()
        thresholds[group] = threshold
        masks = dealt(plan._replace(thresholds=thresholds), pack, 1, [game])[0]
        number = word(1, game, 2 * attempt + group) * prod(bases) >> 64
        assert deal_number(plan, masks, 32)[a:z] == digits_of(number, bases)
        other = slice(0, a) if group else slice(z, None)
        assert deal_number(plan, masks, 32)[other] == deal_number(plan, expected(plan, pack, 1, game), 32)[other]


@pytest.mark.parametrize("group", [0, 1, 2])
def test_the_boundary_of_replacement_with_three_words(group: int) -> None:
    """As above for six hands of a whole pack: only the hands of the replaced word change."""
    plan, pack = plan_deal(52, 6, 5, single=False), deck_mask(52)
    a, z = int(plan.groups[group]), int(plan.groups[group + 1])
    bases = [int(base) for base in plan.bases[a:z]]
    rests = {game: word(1, game, group) * prod(bases) % 2**64 for game in range(100)}
    game = min((game for game in rests if rests[game] >= int(plan.thresholds[group])), key=rests.__getitem__)
    usual = expected(plan, pack, 1, game)
    for threshold, attempt in ((rests[game], 0), (rests[game] + 1, 1)):
        thresholds = plan.thresholds.copy()
        thresholds[group] = threshold
        changed = plan._replace(thresholds=thresholds)
        masks = dealt(changed, pack, 1, [game])[0]
        assert masks == expected(changed, pack, 1, game)
        assert masks[: a // 5] == usual[: a // 5]
        assert (masks == usual) == (attempt == 0)


def test_a_deal_does_not_know_its_batch() -> None:
    plan, pack = plan_deal(24, 4, 5), deck_mask(24)
    games = list(range(500, 800))
    together = dealt(plan, pack, 5, games)
    assert dealt(plan, pack, 5, games[::-1]) == together[::-1]
    assert [dealt(plan, pack, 5, [game])[0] for game in games[:40]] == together[:40]
    assert dealt(plan, pack, 5, games, hand=1) != together
    assert dealt(plan, pack, 6, games) != together
