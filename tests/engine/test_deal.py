"""Dealing is exact: every deal has one number and every number the same chance, whatever the pack and the players."""

import random
from itertools import combinations, product
from math import comb, prod
from typing import Any

import numba
import numpy as np
import pytest
from scipy.stats import chi2

from sim.bits import U
from sim.cards import deck_codes, deck_mask
from sim.engine import deal as dealing
from sim.engine.deal import BY_CARD, DealPlan, deal, deal_number, plan_deal
from sim.engine.layout import GAME, HAND_NUMBER, R_DECK, ROWS, RULE_WORDS, B
from sim.engine.rng import DEAL, threefry_block
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.house_rules import FIELDS
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules

BEYOND = 5.8e-7
"""Two-sided chance of a deviation beyond 5 sigma."""
TINY = 1 << 3 | 1 << 15 | 1 << 16 | 1 << 31 | 1 << 32 | 1 << 50 | 1 << 62 | 1 << 63
"""A pack of eight cards, the highest bit among them."""

TABLES = {(4, deck, 5, ()) for deck in FIELDS["deck"].choices if deck <= 33}
TABLES |= {
    (rules.players, rules.deck, rules.hand_size, rules.dummies) for rules in PRESETS.values() if rules.deck <= 33
}
TURN_UP = {
    (players, deck, 5, dummies)
    for players, dummies in ((2, ()), (2, (2,)), (2, (3, 3)), (3, ()), (3, (5,)), (4, ()))
    for deck in (24, 25, 28, 32, 33)
}
"""Every number of players and kind of dummy with every pack."""
WHOLE = {(players, 52, 5, ()) for players in range(2, 7)}


def tables(of: set[Any]) -> Any:
    """A mark that runs a test for each of some tables."""
    params = [
        pytest.param(*table, id=f"{table[0]}-players-{table[1]}-cards" + "".join(f"-dummy-of-{n}" for n in table[3]))
        for table in sorted(of)
    ]
    return pytest.mark.parametrize(("players", "deck", "cards", "dummies"), params)


by_hand, every_table, all_tables = tables(TABLES), tables(TABLES | WHOLE), tables(TABLES | TURN_UP | WHOLE)


def turned(players: int, deck: int, cards: int) -> bool:
    """Whether a single card is dealt after the hands: not of a whole pack, and only if there is one left."""
    return deck <= 33 and deck > players * cards


def rules_for(deck: int) -> np.ndarray:
    """A rule vector of which dealing only reads the pack."""
    vector = np.zeros(RULE_WORDS, dtype=np.int64)
    vector.view(np.uint64)[R_DECK] = deck
    return vector


def dealt(plan: DealPlan, deck: int, seed: int, games: list[int], hand: int = 0) -> list[list[int]]:
    """For each game the masks dealt, in the order of the plan."""
    batch = np.zeros(ROWS * B, dtype=np.uint64)
    batch[GAME * B : GAME * B + len(games)] = games
    batch[HAND_NUMBER * B : HAND_NUMBER * B + len(games)] = hand
    with np.errstate(over="ignore"):
        deal(batch, len(games), U(seed), rules_for(deck), *plan)
    return [[int(batch[row * B + i]) for row in dict.fromkeys(plan.rows)] for i in range(len(games))]


def word(seed: int, game: int, draw: int, hand: int = 0) -> int:
    """The word that a draw gives for a hand."""
    return int(threefry_block(U(seed), U(DEAL), U(game), U(hand | draw << 32))[0])


def digits_of(number: int, bases: list[int]) -> list[int]:
    """The digits of a deal number, the first base the most significant."""
    digits = []
    for base in reversed(bases):
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits[::-1]


def cards_by_digits(plan: DealPlan, deck: int, digits: list[int]) -> list[int]:
    """What the digits of a deal stand for, worked out with lists of cards."""
    rest = [place for place in range(64) if deck >> place & 1]
    masks = dict.fromkeys(plan.rows.tolist(), 0)
    for digit, start, size, row in zip(
        digits, plan.starts.tolist(), plan.sizes.tolist(), plan.rows.tolist(), strict=True
    ):
        choice = int(plan.tables[start + digit]) if start != BY_CARD else 1 << digit
        if choice.bit_count() < size:
            choice |= 1 << 32  # the one place that does not fit in the table
        taken = [place for k, place in enumerate(rest) if choice >> k & 1]
        masks[row] |= sum(1 << place for place in taken)
        rest = [place for place in rest if place not in taken]
    return list(masks.values())


def expected(plan: DealPlan, deck: int, seed: int, game: int, hand: int = 0) -> list[int]:
    """A deal from its random words by exact arithmetic; each word that would bias it is replaced by the next."""
    digits: list[int] = []
    for g, (a, z) in enumerate(zip(plan.groups[:-1].tolist(), plan.groups[1:].tolist(), strict=True)):
        bases = [int(base) for base in plan.bases[a:z]]
        for attempt in range(10):
            draw = max(2, len(plan.thresholds)) * attempt + g
            product_ = word(seed, game, draw, hand) * prod(bases)
            if product_ % 2**64 >= int(plan.thresholds[g]):
                break
        digits += digits_of(product_ >> 64, bases)
    return cards_by_digits(plan, deck, digits)


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
        for a in combinations(_places(TINY), 2)
        for b in combinations(sorted(set(_places(TINY)) - set(a)), 2)
        for rest in product(combinations(sorted(set(_places(TINY)) - set(a) - set(b)), 1), repeat=1 + len(dummies))
        if len(set(rest)) == len(rest)
    }
    assert seen == ways
    assert rests.tolist() == [word_ * deals % 2**64 for word_ in words]


def _places(mask: int) -> list[int]:
    return [place for place in range(64) if mask >> place & 1]


def test_each_number_gets_equally_many_words() -> None:
    """The words that are kept: exactly floor(2**64 / deals) for every number, on a tiny pack and on the real one."""
    for plan in (plan_deal(8, 2, 2), plan_deal(24, 4, 5)):
        deals = plan.deals
        threshold = int(plan.thresholds[0])
        source = random.Random(1)
        for number in [0, 1, deals // 2, deals - 1, *(source.randrange(deals) for _ in range(200))]:
            first, end = -(-number * 2**64 // deals), -(-(number + 1) * 2**64 // deals)
            rests = [first * deals % 2**64, (end - 1) * deals % 2**64]
            assert rests[0] < deals  # so only the first word of a number can fall below the threshold
            kept = end - first - (rests[0] < threshold)
            assert kept == 2**64 // deals


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


def test_two_words_deal_as_one_would() -> None:
    """The digits of a tiny pack spread over two words: all deals still come equally often."""
    plan = plan_deal(8, 2, 2)
    both = plan._replace(
        groups=np.array([0, 1, 3], dtype=np.int64),
        thresholds=np.array([2**64 % 28, 2**64 % 60], dtype=np.uint64),
    )
    games = list(range(B))
    counts: dict[tuple[int, ...], int] = {}
    for seed in range(100):
        for masks in dealt(both, TINY, seed, games):
            counts[tuple(masks)] = counts.get(tuple(masks), 0) + 1
    assert len(counts) == plan.deals
    assert probable(np.array(list(counts.values())), np.full(plan.deals, 100 * B / plan.deals), plan.deals - 1)


def probable(counts: np.ndarray, means: np.ndarray, freedom: int, scale: float = 1.0) -> bool:
    """Whether counts lie within 5 sigma of their means, and not suspiciously close."""
    statistic = scale * ((counts - means) ** 2 / means).sum()
    return bool(BEYOND / 2 < chi2.sf(statistic, freedom) < 1 - BEYOND / 2)


@numba.njit
def count_places(n: Any, seed: Any, rules: Any, bases: Any, tables: Any, starts: Any, sizes: Any,
                 rows: Any, groups: Any, thresholds: Any, hands: Any, counts: Any) -> None:  # fmt: skip
    """Count in which hand each card is dealt; the last row counts what is left over."""
    batch = np.zeros(ROWS * B, dtype=np.uint64)
    for first in range(0, n, B):
        for i in range(B):
            batch[GAME * B + i] = first + i
        deal(batch, B, seed, rules, bases, tables, starts, sizes, rows, groups, thresholds)
        for i in range(B):
            rest = U(rules[R_DECK])
            for k in range(len(hands)):
                cards = batch[hands[k] * B + i]
                rest ^= cards
                for place in range(64):
                    counts[k, place] += (cards >> U(place)) & U(1)
            for place in range(64):
                counts[len(hands), place] += (rest >> U(place)) & U(1)


@all_tables
def test_every_card_is_everywhere_equally_often(players: int, deck: int, cards: int, dummies: tuple[int, ...]) -> None:
    single = turned(players, deck, cards)
    plan, n = plan_deal(deck, players, cards, dummies, single), 400 * B
    hands = np.array(list(dict.fromkeys(plan.rows.tolist())))
    counts = np.zeros((len(hands) + 1, 64), dtype=np.int64)
    count_places(n, U(11), rules_for(deck_mask(deck)), *plan, hands, counts)
    counts = counts[:, list(deck_codes(deck))]
    sizes = np.array([cards] * players + [*dummies] + [1] * single)
    sizes = np.append(sizes, deck - sizes.sum())
    counts, sizes = counts[sizes > 0], sizes[sizes > 0]
    assert (counts.sum(axis=1) == n * sizes).all()
    assert (counts.sum(axis=0) == n).all()
    means = np.broadcast_to(n * sizes[:, None] / deck, counts.shape)
    # Both margins of every single deal are fixed, which leaves (deck - 1) of deck parts of the variance of free counts.
    assert probable(counts, means, (deck - 1) * (len(sizes) - 1), scale=(deck - 1) / deck)


@numba.njit
def list_hands(n: Any, seed: Any, rules: Any, bases: Any, tables: Any, starts: Any, sizes: Any, rows: Any, groups: Any,
               thresholds: Any, out: Any) -> None:  # fmt: skip
    """uint64[hands, n]: the masks of all hands dealt."""
    batch = np.zeros(ROWS * B, dtype=np.uint64)
    for first in range(0, n, B):
        for i in range(B):
            batch[GAME * B + i] = first + i
        deal(batch, B, seed, rules, bases, tables, starts, sizes, rows, groups, thresholds)
        for k in range(len(rows)):
            for i in range(B):
                out[k, first + i] = batch[rows[k] * B + i]


def test_every_hand_comes_equally_often() -> None:
    """All 42 504 hands at each of the four seats, and pairs of cards of partners, two million deals."""
    plan, n = plan_deal(24, 4, 5), 2000 * B
    hands = np.zeros((5, n), dtype=np.uint64)
    list_hands(n, U(12), rules_for(deck_mask(24)), *plan, hands)
    for seat in range(4):
        different, counts = np.unique(hands[seat], return_counts=True)
        assert len(different) == 42_504
        assert probable(counts, np.full(42_504, n / 42_504), 42_503)
    # Lowest card of one hand against lowest card of the next, as a check of independence that no single hand shows.
    codes = np.array(deck_codes(24))
    lowest = [np.searchsorted(codes, np.log2((hand & (~hand + U(1))).astype(float)).astype(int)) for hand in hands[:4]]
    for one, other in combinations(range(4), 2):
        swapped = np.zeros((24, 24))
        np.add.at(swapped, (lowest[one], lowest[other]), 1)
        # By symmetry of the seats, (a, b) comes as often as (b, a).
        above = np.triu_indices(24, 1)
        difference, both = (swapped - swapped.T)[above], (swapped + swapped.T)[above]
        kept = both > 50
        statistic = (difference[kept] ** 2 / both[kept]).sum()
        assert BEYOND / 2 < chi2.sf(statistic, kept.sum()) < 1 - BEYOND / 2


def test_three_words_deal_as_one_would() -> None:
    """A tiny pack dealt card by card, two cards a word: all deals still come equally often."""
    plan = DealPlan(
        bases=np.arange(8, 2, -1, dtype=np.uint64),
        tables=np.empty(0, np.uint32),
        starts=np.full(6, BY_CARD, dtype=np.int64),
        sizes=np.ones(6, dtype=np.int64),
        rows=np.repeat(plan_deal(52, 3, 2, single=False).rows[::2], 2),
        groups=np.array([0, 2, 4, 6], dtype=np.int64),
        thresholds=np.array([2**64 % 56, 2**64 % 30, 2**64 % 12], dtype=np.uint64),
    )
    assert plan.deals == comb(8, 2) * comb(6, 2) * comb(4, 2)
    games = list(range(B))
    counts: dict[tuple[int, ...], int] = {}
    for seed in range(100):
        for masks in dealt(plan, TINY, seed, games):
            counts[tuple(masks)] = counts.get(tuple(masks), 0) + 1
    assert len(counts) == plan.deals
    assert probable(np.array(list(counts.values())), np.full(plan.deals, 100 * B / plan.deals), plan.deals - 1)


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


def hands_under(rule: str, deck: int, units: int) -> dict[str, np.ndarray]:
    """First hands under a farmer's rule; the same seed for all, so that they can be compared."""
    player = load_player("bots:wild{claim=100}")
    part = Match(Rules(farmers_hand=rule, deck=deck), [player], 8, "hands").play(0, units, "hands")
    assert part.hands is not None
    return part.hands


LOW = np.uint64(0x01FF_01FF_01FF_01FF)
ACES = np.uint64(0x1000_1000_1000_1000)


@pytest.mark.parametrize("deck", [24, 32])
@pytest.mark.parametrize("rule", ["redeal", "nines_and_tens", "ace_no_face"])
def test_farmers_are_dealt_again(rule: str, deck: int) -> None:
    usual, again = hands_under("off", deck, 200_000), hands_under(rule, deck, 200_000)

    def has_farmer(hands: dict[str, np.ndarray]) -> np.ndarray:
        lane = np.uint64(0xFFFF) << (hands["upcard"].astype(np.uint64) // U(16) * U(16))
        found = np.zeros(len(lane), dtype=bool)
        for seat in range(1, 5):
            hand = hands[f"hand_{seat}"]
            if rule == "redeal":
                found |= (hand & ~LOW == 0) & (hand & lane == 0)
            elif rule == "nines_and_tens":
                found |= hand & ~LOW == 0
            else:
                found |= (hand & ~(LOW | ACES) == 0) & (np.bitwise_count(hand & ACES) == 1)
        return found

    poor = has_farmer(usual)
    assert 50 < poor.sum() < 100_000
    assert not has_farmer(again).any()
    for seat in range(1, 5):
        assert ((usual[f"hand_{seat}"] == again[f"hand_{seat}"]) | poor).all()
    assert (usual["upcard"] == again["upcard"])[~poor].all()
    differs = usual["hand_1"] != again["hand_1"]
    assert differs[poor].mean() > 0.99


def test_nobody_has_to_claim() -> None:
    """Who never claims plays what was dealt, under every form that leaves the choice."""
    usual = hands_under("off", 24, 20_000)
    for rule in ("nines_and_tens", "ace_no_face", "swap3", "swap3_clean"):
        rules = Rules(farmers_hand=rule)
        part = Match(rules, [load_player("bots:wild{claim=0}")], 8, "hands").play(0, 20_000, "hands")
        assert part.hands is not None
        assert all((part.hands[name] == column).all() for name, column in usual.items())


RANK = np.uint64(0x0001_0001_0001_0001)


@pytest.mark.parametrize("deck", [24, 32])
def test_two_claims_of_three_alike_are_a_misdeal(deck: int) -> None:
    """One owner of three nines (or of three of another low rank) swaps just these; two have the cards dealt again."""
    usual, now = hands_under("off", deck, 60_000), hands_under("swap3_clean", deck, 60_000)
    seats = [f"hand_{seat}" for seat in range(1, 5)]
    alike = np.array(
        [
            np.bitwise_or.reduce([np.bitwise_count(usual[seat] & RANK << U(rank)) >= 3 for rank in range(5, 9)])
            for seat in seats
        ]
    )
    claims = alike.sum(axis=0)
    assert (claims == 1).sum() > 500 and 5 < (claims > 1).sum() < 500
    changed = np.array([usual[seat] != now[seat] for seat in seats])
    assert (changed[:, claims == 1] == alike[:, claims == 1]).all()
    assert not changed[:, claims == 0].any()
    assert changed[:, claims > 1].any(axis=0).mean() > 0.99
    swapped = (claims == 1)[:, None] & alike.T
    for place, seat in enumerate(seats):
        rows = swapped[:, place]
        given, taken = now["given_up"][rows], now["from_kitty"][rows]
        assert (usual[seat][rows] & ~given | taken == now[seat][rows]).all()
        assert (np.bitwise_count(given) == 3).all() and (np.bitwise_count(taken) == 3).all()
        same = [np.bitwise_count(given & RANK << U(rank)) == 3 for rank in range(5, 9)]
        assert np.bitwise_or.reduce(same).all()
    assert (now["given_up"][claims == 0] == 0).all() and (now["from_kitty"][claims == 0] == 0).all()


@pytest.mark.parametrize("deck", [24, 28, 32])
def test_farmers_swap_with_the_kitty(deck: int) -> None:
    usual, swapped = hands_under("off", deck, 60_000), hands_under("swap3", deck, 60_000)
    seats = [f"hand_{seat}" for seat in range(1, 5)]
    poor = np.array([np.bitwise_count(usual[seat] & LOW) >= 3 for seat in seats])
    first = np.where(poor.any(axis=0), poor.argmax(axis=0), -1)
    used = np.bitwise_or.reduce([usual[seat] for seat in seats]) | U(1) << usual["upcard"].astype(np.uint64)
    kitty = U(deck_mask(deck)) & ~used
    for place, seat in enumerate(seats):
        before, after, swaps = usual[seat], swapped[seat], first == place
        assert (before == after)[~swaps].all()
        given, taken = (before & ~after)[swaps], (after & ~before)[swaps]
        assert (np.bitwise_count(given) == 3).all() and (given & ~LOW == 0).all()
        assert (np.bitwise_count(taken) == 3).all() and (taken & ~kitty[swaps] == 0).all()
    assert (usual["upcard"] == swapped["upcard"]).all()


def test_any_three_cards_of_the_kitty_may_come() -> None:
    """With 32 cards eleven lie in the kitty: each of their 165 threes comes equally often."""
    usual, swapped = hands_under("off", 32, 60_000), hands_under("swap3", 32, 60_000)
    before, after = usual["hand_1"], swapped["hand_1"]
    used = np.bitwise_or.reduce([usual[f"hand_{seat}"] for seat in range(1, 5)])
    kitty = U(deck_mask(32)) & ~(used | U(1) << usual["upcard"].astype(np.uint64))
    counts: dict[tuple[int, ...], int] = {}
    for left, taken in zip(kitty[before != after].tolist(), (after & ~before)[before != after].tolist(), strict=True):
        places = _places(left)
        three = tuple(k for k, place in enumerate(places) if taken >> place & 1)
        counts[three] = counts.get(three, 0) + 1
    values = np.array(list(counts.values()))
    assert len(values) == 165
    assert probable(values, np.full(165, values.sum() / 165), 164)
