"""Hidden cards are drawn uniformly among all deals that agree: small packs, counted out in full."""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from sim.ask.hand_sets import HandSet, plan_sets
from sim.ask.hidden_cards import HiddenHand, combinations_of, plan_draws
from sim.cards import deck_mask, parse_card, parse_hand

DRAWS = 30_000
SIGMAS = 5.0
CLUBS, DIAMONDS, SPADES, HEARTS = (0xFFFF << 16 * suit for suit in range(4))


def bits(mask: int) -> list[int]:
    return [1 << code for code in range(64) if mask >> code & 1]


def of_size(mask: int, size: int) -> Iterator[int]:
    return (sum(cards) for cards in itertools.combinations(bits(mask), size))


def counted(rows: int, fixed: dict[int, int], unknown: int, hidden: list[HiddenHand]) -> set[tuple[int, ...]]:
    """Every deal that agrees, by trying all."""
    found = set()

    def place(left: int, hands: list[HiddenHand], deal: dict[int, int]) -> None:
        if not hands:
            found.add(tuple(deal.get(row, 0) for row in range(rows)))
            return
        hand = hands[0]
        for more in of_size(left, sum(hand.sizes) - hand.shown.bit_count()):
            if (more & hand.barred).bit_count() > hand.slack:
                continue
            everything = more | hand.shown
            for first in of_size(everything, hand.sizes[0]):
                placed = {hand.rows[0]: first} | ({hand.rows[1]: everything & ~first} if len(hand.rows) > 1 else {})
                place(left & ~more, hands[1:], deal | placed)

    place(unknown, hidden, dict(fixed))
    return found


def assert_uniform(drawn: Iterable[tuple[int, ...]], wanted: set[tuple[int, ...]]) -> None:
    counts = Counter(drawn)
    number = counts.total()
    assert set(counts) <= wanted
    expected = number / len(wanted)
    assert expected > 5, "too few draws to tell"
    chi = sum((counts[deal] - expected) ** 2 / expected for deal in wanted)
    free = len(wanted) - 1
    # Wilson and Hilferty's approximation: the cube root of a chi-square over its freedom is nearly normal.
    z = ((chi / free) ** (1 / 3) - (1 - 2 / (9 * free))) / math.sqrt(2 / (9 * free)) if free else 0.0
    assert abs(z) < SIGMAS


def columns(deals: np.ndarray) -> Iterator[tuple[int, ...]]:
    return (tuple(int(mask) for mask in column) for column in deals.T)


UNKNOWN = parse_hand("9C TC AC 9D KD AD 9S TS 9H TH")
FIXED = {0: parse_hand("JS KS"), 4: 1 << parse_card("QS")}


@pytest.mark.parametrize(
    "hidden",
    [
        [HiddenHand((1,), (2,)), HiddenHand((2,), (2,))],
        [HiddenHand((1,), (2,)), HiddenHand((2,), (2,)), HiddenHand((3,), (1,))],
        [HiddenHand((1,), (2,), barred=CLUBS & UNKNOWN), HiddenHand((2,), (2,))],
        [HiddenHand((1,), (2,), barred=CLUBS & UNKNOWN), HiddenHand((2,), (2,), barred=(CLUBS | HEARTS) & UNKNOWN)],
        [HiddenHand((1,), (3,), barred=(CLUBS | DIAMONDS) & UNKNOWN), HiddenHand((2,), (2,), barred=SPADES & UNKNOWN)],
        [HiddenHand((1,), (2,), barred=CLUBS & UNKNOWN, slack=1), HiddenHand((2,), (2,))],
        [HiddenHand((1,), (3,), barred=(CLUBS | SPADES) & UNKNOWN, slack=1), HiddenHand((2,), (1,))],
        [HiddenHand((1,), (3,), shown=parse_hand("KC QC")), HiddenHand((2,), (2,), barred=HEARTS & UNKNOWN)],
        [HiddenHand((1, 3), (2, 2)), HiddenHand((2,), (1,))],
        [HiddenHand((1, 3), (2, 2), shown=parse_hand("KC QC")), HiddenHand((2,), (1,))],
        [HiddenHand((1, 3), (2, 2), shown=parse_hand("KC")), HiddenHand((2,), (1,), barred=DIAMONDS & UNKNOWN)],
    ],
    ids=[
        "two hands", "three hands", "a void", "two voids", "narrow voids", "a void and a discard", "two and a discard",
        "shown cards", "a dummy", "a dummy, two shown", "a dummy and a void",
    ],
)  # fmt: skip
def test_every_deal_that_agrees_has_the_same_chance(hidden: list[HiddenHand]) -> None:
    plan = plan_draws(5, FIXED, UNKNOWN, hidden)
    assert plan is not None
    wanted = counted(5, FIXED, UNKNOWN, hidden)
    assert plan.deals == len(wanted)
    deals, _ = plan.draw(3, 0, max(DRAWS, 8 * len(wanted)))
    assert_uniform(columns(deals), wanted)


def test_no_deal_agrees_is_said_so() -> None:
    only_clubs = HiddenHand((1,), (4,), barred=UNKNOWN & ~CLUBS)
    assert plan_draws(5, FIXED, UNKNOWN, [only_clubs]) is None
    with_discard = HiddenHand((1,), (4,), barred=UNKNOWN & ~CLUBS, slack=1)
    assert plan_draws(5, FIXED, UNKNOWN, [with_discard]) is not None


def test_three_hidden_hands_of_a_whole_deal_are_counted_exactly() -> None:
    hand, upcard = parse_hand("JS KS AH 9D TC"), 1 << parse_card("QS")
    unknown = deck_mask(24) & ~hand & ~upcard
    plan = plan_draws(5, {0: hand, 4: upcard}, unknown, [HiddenHand((seat,), (5,)) for seat in (1, 2, 3)])
    assert plan is not None and plan.deals == 617_512_896
    deals, _ = plan.draw(1, 0, 40_000)
    for seat in (1, 2, 3):
        for card in bits(unknown):
            share = float(((deals[seat] & np.uint64(card)) != 0).mean())
            assert abs(share - 5 / 18) < SIGMAS * math.sqrt(5 / 18 * 13 / 18 / 40_000)


def test_draws_do_not_depend_on_how_they_are_cut() -> None:
    plan = plan_draws(5, FIXED, UNKNOWN, [HiddenHand((1,), (2,)), HiddenHand((2,), (2,), barred=HEARTS & UNKNOWN)])
    assert plan is not None
    whole, chances = plan.draw(9, 0, 100)
    for first, number in ((0, 40), (40, 60)):
        part, part_chances = plan.draw(9, first, number)
        assert (part == whole[:, first : first + number]).all()
        assert (part_chances == chances[first : first + number]).all()
    assert len(np.unique(chances)) == 100


def fitting(row: int, size: int, shown: int, share: float, seed: int) -> HandSet:
    """A set of hands chosen at random."""
    number = math.comb(UNKNOWN.bit_count(), size)
    return HandSet(row, shown, size, np.random.default_rng(seed).random(number) < share)


def members(hand: HandSet) -> set[int]:
    """The masks of a set, its shown cards included."""
    places = bits(UNKNOWN)
    masks = combinations_of(len(places), hand.size)[hand.fits]
    return {sum(card for k, card in enumerate(places) if int(mask) >> k & 1) | hand.shown for mask in masks}


@pytest.mark.parametrize("pair", [False, True], ids=["checked afterwards", "paired"])
@pytest.mark.parametrize(
    ("sizes", "shown", "shares", "others"),
    [
        ((2,), (0,), (0.4,), []),
        ((2, 2), (0, 0), (0.3, 0.6), []),
        ((3, 2, 2), (0, 0, 0), (0.2, 0.3, 0.5), []),
        ((2, 1, 2), (0, parse_card("KC"), 0), (0.9, 0.6, 0.2), []),
        ((2, 2), (0, 0), (0.3, 0.3), [(3, 2)]),
    ],
)
def test_deals_from_sets_of_hands_are_uniform(
    pair: bool, sizes: tuple[int, ...], shown: tuple[int, ...], shares: tuple[float, ...], others: list[tuple[int, int]]
) -> None:
    sets = [
        fitting(row, size, 1 << code if code else 0, share, 7 * row)
        for row, (size, code, share) in enumerate(zip(sizes, shown, shares, strict=True), 1)
    ]
    plan = plan_sets(5, FIXED, UNKNOWN, sets, others)
    if pair and len(sizes) > 1:
        paired = plan.paired()
        assert paired is not None
        plan = paired
    hidden = [HiddenHand((s.row,), (s.size + s.shown.bit_count(),), s.shown) for s in sets]
    hidden += [HiddenHand((row,), (size,)) for row, size in others]
    fits = {s.row: members(s) for s in sets}
    wanted = {d for d in counted(5, FIXED, UNKNOWN, hidden) if all(d[row] in masks for row, masks in fits.items())}
    deals, chances, tries = plan.draw(3, 0, max(DRAWS, 8 * len(wanted)), 10**9)
    assert deals.shape[1] == len(chances) <= tries
    assert_uniform(columns(deals), wanted)
    # The share of all deals that agree, estimated from the tries.
    exact = len(wanted) / len(counted(5, FIXED, UNKNOWN, hidden))
    got = plan.drawn_share * deals.shape[1] / tries
    accepted = deals.shape[1] / tries
    assert abs(got - exact) <= SIGMAS * exact * math.sqrt((1 - accepted) / deals.shape[1]) + 1e-12


def test_sets_that_never_go_together_are_told() -> None:
    same = np.array([mask == 0b11 for mask in combinations_of(10, 2)])
    plan = plan_sets(5, FIXED, UNKNOWN, [HandSet(1, 0, 2, same), HandSet(2, 0, 2, same)], [])
    assert plan.paired() is None
    deals, _, tries = plan.draw(1, 0, 10, 1_000)
    assert (deals.shape[1], tries) == (0, 1_000)


def test_combinations_are_all_there_in_order() -> None:
    for n, k in ((5, 0), (5, 5), (7, 3), (18, 5)):
        masks = combinations_of(n, k)
        assert len(masks) == math.comb(n, k)
        assert (np.diff(masks.astype(np.int64)) > 0).all()
        assert all(int(mask).bit_count() == k and int(mask) < 1 << n for mask in masks)
