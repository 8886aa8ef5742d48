"""The helpers of strategies against slow descriptions of what they should do."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.bits import U, popcount
from sim.cards import cards_of, deck_mask, parse_suit
from strategies import toolkit
from support.situations import NOTHING, first_round, mask, place, playing, second_round, whole_deck

SEEDS = st.integers(0, 2**32)


def some_cards(rng: random.Random, most: int = 8, size: int = 32) -> Any:
    """A few cards of the pack, hearts trump."""
    codes = rng.sample(cards_of(deck_mask(size)), rng.randint(0, most))
    return U(sum(1 << place(code, 3) for code in codes))


def places(cards: Any) -> list[int]:
    return [bit for bit in range(64) if int(cards) >> bit & 1]


def of(bits: Any) -> Any:
    return U(sum(1 << bit for bit in bits))


def plain(rng: random.Random, most: int = 8) -> Any:
    """A few cards of plain rank in all four lanes, as in a no-trump hand."""
    return of(rng.sample([16 * lane + rank for lane in range(4) for rank in range(13)], rng.randint(0, most)))


# --------------------------------------------------------------------------------------------------- fixed situations


def test_calls_are_the_answers_of_name_trump() -> None:
    assert [toolkit.call(lane) for lane in range(5)] == [1, 2, 3, 4, 5]
    assert [toolkit.call_alone(lane) for lane in range(5)] == [9, 10, 11, 12, 13]
    assert [toolkit.call_jambone(lane) for lane in range(5)] == [17, 18, 19, 20, 21]
    view = second_round("", "9H", 1, suits=0b10101)
    assert [toolkit.may_name(view, lane) for lane in range(5)] == [True, False, True, False, True]


def test_cards_of_a_jambone_that_may_be_named() -> None:
    view = second_round("9S 9C", "9H", 1, shown=mask("JH AH AS KS 9D", 3), led=U(0))
    assert toolkit.open_cards(view) == mask("JH AH AS KS 9D", 3)
    assert toolkit.open_cards(view._replace(led=mask("2S AS", 3) | toolkit.U(0xFFFF << 32))) == mask("AS KS", 3)
    assert toolkit.open_cards(view._replace(led=toolkit.U(0xFFFF))) == mask("JH AH AS KS 9D", 3)


@pytest.mark.parametrize(
    ("deck", "hand", "count"),
    [(24, "JH JD AH KH QH", 5), (25, "Jo JH JD AH KH", 5), (25, "JH JD AH KH QH", 0), (24, "JH JD AH QH 9S", 3)],
)
def test_how_many_of_the_highest_trumps_a_hand_has(deck: int, hand: str, count: int) -> None:
    view = second_round("", "9S", 1, deck=whole_deck(deck, 3))
    held = [toolkit.has_highest(view, mask(hand, 3), number) for number in range(1, 6)]
    assert held == [number <= count for number in range(1, 6)]


def test_named_cards() -> None:
    assert mask("JH", 3) == toolkit.RIGHT and mask("JD", 3) == toolkit.LEFT and mask("Jo", 3) == toolkit.JOKER
    assert mask("AH", 3) == toolkit.TRUMP_ACE and mask("KH", 3) == toolkit.TRUMP_KING
    assert mask("QH", 3) == toolkit.TRUMP_QUEEN
    assert mask("JH JD", 3) == toolkit.BOWERS
    assert mask("AC AD AS", 3) == toolkit.ACES and mask("AC AD AS AH", 3) == toolkit.ALL_ACES
    assert mask("KC KD KS", 3) == toolkit.KINGS and mask("KC KD KS KH", 3) == toolkit.ALL_KINGS
    assert mask("9C 9D 9S 9H", 3) == toolkit.NINES
    assert toolkit.TRUMP_LANE & mask("AD 9D QD AC AS", 3) == U(0)
    assert toolkit.NEXT_LANE & mask("AD 9D AC AS AH", 3) == mask("AD 9D", 3)
    assert toolkit.GREEN_LANES & mask("AD 9C AS AH JD", 3) == mask("9C AS", 3)
    assert toolkit.SIDE_LANES & mask("AD 9C AS AH JD", 3) == mask("AD 9C AS", 3)


def test_a_hand_counted() -> None:
    hand = mask("JH JD 9H AS AC", 3)
    assert toolkit.count_trumps(hand) == 3
    assert toolkit.side_aces(hand) == 2
    assert toolkit.side_voids(hand) == 1
    assert toolkit.suits_held(hand) == 3
    assert toolkit.suits_held(mask("Jo AS", 3)) == 2
    assert toolkit.holds(hand, toolkit.RIGHT) == 1 and toolkit.holds(hand, toolkit.JOKER) == 0
    assert toolkit.count_trumps(mask("Jo JH JD AH KH", 3)) == 5


def test_cards_side_by_side() -> None:
    side = mask("KS 9S AC QC TC 9D", 3)
    assert toolkit.singletons(side) == mask("9D", 3)
    assert toolkit.without_lowest(side) == mask("KS AC QC", 3)
    assert toolkit.guarded(side) == mask("KS 9S", 3)
    assert toolkit.guarded(mask("AS KS QC KD TD 9D", 3)) == U(0)
    assert toolkit.lowest_rank(side) == mask("9D", 3) | U(0) or toolkit.lowest_rank(side) == mask("9S", 3)
    assert toolkit.highest_rank(mask("KS QC TD", 3)) == mask("KS", 3)


def test_the_best_cards_left() -> None:
    view = playing("H", "KS QS JD 9C", earlier="AS JH TC 9D")
    assert toolkit.unseen(view) & mask("AS JH KS QS", 3) == U(0)
    assert toolkit.boss(view.hand, toolkit.unseen(view)) == mask("KS QS JD", 3)
    assert toolkit.boss(mask("QS", 3), toolkit.unseen(view) | mask("KS", 3)) == U(0)


def test_what_is_dead_or_buried_is_not_unseen() -> None:
    view = playing("H", "KS QS", maker=1)._replace(upcard=mask("9H", 3))
    assert toolkit.unseen(view) & view.upcard == view.upcard
    assert toolkit.unseen(view._replace(dead=view.upcard)) & view.upcard == U(0)
    assert toolkit.unseen(view._replace(buried=mask("9C", 3))) & mask("9C", 3) == U(0)


def test_what_may_be_played_and_what_wins() -> None:
    view = playing("H", "JD AS 9S 9H", "KS")
    assert toolkit.legal(view) == mask("AS 9S", 3)
    assert toolkit.winners(view) == mask("AS", 3)
    assert toolkit.winners(playing("H", "JD 9H TC", "KS TH")) == mask("JD", 3)
    assert toolkit.legal(playing("H", "JD 9D TC", "QH")) == mask("JD", 3)
    assert toolkit.legal(playing("H", "9D TC", "QH")) == mask("9D TC", 3)
    assert toolkit.legal(playing("H", "9D TC")) == mask("9D TC", 3)
    assert toolkit.winners(playing("no-trump", "AH TC", "9S")) == U(0)
    assert toolkit.side_cards(view) == mask("AS 9S", 3)
    assert toolkit.side_cards(playing("no-trump", "JD AS")) == mask("JD AS", -1, False)
    assert toolkit.over(mask("9H AS", 3), U(0)) == mask("9H AS", 3)
    assert toolkit.over(mask("JH Jo", 3), mask("Jo", 3)) == U(0)


def test_empty_hands() -> None:
    for function in (
        *(toolkit.count_trumps, toolkit.side_aces, toolkit.singletons, toolkit.without_lowest, toolkit.lowest_rank),
        *(
            toolkit.highest_rank,
            toolkit.guarded,
            toolkit.at_or_below,
            toolkit.lanes_with,
            toolkit.suits_held,
            toolkit.below,
        ),
    ):
        assert int(function(U(0))) == 0
    assert toolkit.side_voids(U(0)) == 3
    assert toolkit.legal(NOTHING) == U(0) and toolkit.winners(NOTHING) == U(0)
    assert toolkit.as_trump(U(0), 2) == U(0)


# ------------------------------------------------------------------------------------------------ against plain loops


@given(SEEDS)
def test_as_trump_moves_every_card_where_it_belongs(seed: int) -> None:
    rng = random.Random(seed)
    codes = rng.sample(cards_of(deck_mask(33)), rng.randint(0, 8))
    turned = rng.randrange(4)
    for lane in range(4):
        suit = (turned + 1 + lane) % 4
        before = U(sum(1 << place(code, turned, False) for code in codes))
        assert toolkit.as_trump(before, lane) == U(sum(1 << place(code, suit) for code in codes))


@given(SEEDS)
def test_lanes_side_by_side(seed: int) -> None:
    side = plain(random.Random(seed))
    lanes = [[bit for bit in places(side) if bit >> 4 == lane] for lane in range(4)]
    assert toolkit.singletons(side) == of(lane[0] for lane in lanes if len(lane) == 1)
    assert toolkit.without_lowest(side) == of(bit for lane in lanes for bit in lane[1:])
    assert toolkit.lanes_with(side) == U(sum(0x7FFF << 16 * k for k, lane in enumerate(lanes) if lane))
    assert toolkit.suits_held(side) == sum(bool(lane) for lane in lanes)
    kx = [lane for lane in lanes if len(lane) == 2 and lane[1] & 15 == 11]
    assert toolkit.guarded(side) == of(bit for lane in kx for bit in lane)


@given(SEEDS)
def test_ranks_across_lanes(seed: int) -> None:
    cards = some_cards(random.Random(seed))
    bits = places(cards)
    assert toolkit.lowest_rank(cards) == of(sorted(bits, key=lambda bit: (bit & 15, bit))[:1])
    assert toolkit.highest_rank(cards) == of(sorted(bits, key=lambda bit: (-(bit & 15), bit))[:1])


@given(SEEDS)
def test_boss_cards(seed: int) -> None:
    rng = random.Random(seed)
    cards, out = some_cards(rng), some_cards(rng, 20)
    wanted = of(
        b for b in places(cards) if all(o <= b for o in places(out) if o >> 4 == b >> 4) and b not in places(out)
    )
    assert toolkit.boss(cards, out) == wanted
    below = toolkit.at_or_below(out)
    assert below == of(b for b in range(64) if any(o >= b for o in places(out) if o >> 4 == b >> 4))


@given(SEEDS)
def test_over(seed: int) -> None:
    rng = random.Random(seed)
    cards = some_cards(rng)
    best = rng.randrange(64)
    assert toolkit.over(cards, U(1 << best)) == of(bit for bit in places(cards) if bit > best)
    assert toolkit.below(U(1 << best)) == of(range(best))


@given(SEEDS)
def test_counts(seed: int) -> None:
    hand = some_cards(random.Random(seed), size=24)
    bits = places(hand)
    assert toolkit.count_trumps(hand) == sum(bit >= 48 for bit in bits)
    assert toolkit.side_aces(hand) == sum(bit < 48 and bit & 15 == 12 for bit in bits)
    assert toolkit.side_voids(hand) == 3 - len({bit >> 4 for bit in bits if bit < 48})
    wanted = some_cards(random.Random(seed + 1))
    assert toolkit.narrowed(hand, hand & wanted) == (hand & wanted if hand & wanted != U(0) else hand)


def test_the_deck_of_a_view_holds_every_card_once() -> None:
    for size in (24, 25, 28, 32, 33):
        assert popcount(whole_deck(size, parse_suit("S"))) == size
    view = first_round("JH JD AH KH QH", "9H", 1)
    assert popcount(view.hand) == 5 and view.hand & view.deck == view.hand
