"""Ratings become answers that the rules allow."""

import pytest

from sim.views import ALONE, ORDER, PASS
from strategies.parts.rating import best_lane, five, length, named, opponent_deals, ordered, partner_deals
from strategies.toolkit import call, call_alone
from support.situations import first_round, mask, second_round, text


@pytest.mark.parametrize(
    ("wants", "alone", "fields", "answer"),
    [
        (True, False, {}, ORDER),
        (True, True, {}, ALONE),
        (False, True, {}, PASS),
        (True, True, {"may_alone": 0}, ORDER),
        (True, False, {"must_alone": 1}, PASS),
        (True, True, {"must_alone": 1}, ALONE),
        (False, False, {"stuck": 1}, ORDER),
        (True, True, {"stuck": 1}, ALONE),
    ],
)
def test_ordered(wants: bool, alone: bool, fields: dict[str, int], answer: int) -> None:
    assert ordered(first_round("9S TS 9C TC 9D", "JH", 2, **fields), wants, alone) == answer


@pytest.mark.parametrize(
    ("lane", "wants", "alone", "fields", "answer"),
    [
        (1, True, False, {}, call(1)),
        (1, True, True, {}, call_alone(1)),
        (1, True, True, {"may_alone": 0}, call(1)),
        (1, False, True, {}, PASS),
        (1, False, False, {"stuck": 1}, call(1)),
        (1, True, False, {"suits": 0b101}, PASS),
        (1, True, True, {"suits": 0b101, "stuck": 1}, call(0)),
        (0, True, True, {"suits": 0b010, "stuck": 1}, call(1)),
        (0, False, True, {"suits": 0b100, "stuck": 1}, call(2)),
        (0, False, True, {"suits": 0b1000, "stuck": 1}, call(3)),
        (0, False, True, {"suits": 0b10000, "stuck": 1}, call(4)),
    ],
)
def test_named(lane: int, wants: bool, alone: bool, fields: dict[str, int], answer: int) -> None:
    assert named(second_round("9S TS 9C TC 9D", "JH", 4, **fields), lane, wants, alone) == answer


@pytest.mark.parametrize(
    ("ratings", "lane"),
    [((3, 2, 1), 0), ((1, 3, 2), 1), ((1, 2, 3), 2), ((2, 2, 2), 0), ((1, 2, 2), 1), ((2, 1, 2), 0)],
)
def test_best_lane(ratings: tuple[int, int, int], lane: int) -> None:
    assert best_lane(*ratings) == lane


def test_who_deals() -> None:
    deals = [(partner_deals(v), opponent_deals(v)) for v in (first_round("9S", "JH", seat) for seat in (1, 2, 3, 4))]
    assert deals == [(False, True), (True, False), (False, True), (False, False)]
    three = [first_round("9S", "JH", seat, players=3, dealer=3 - seat) for seat in (1, 2, 3)]
    assert [(partner_deals(v), opponent_deals(v)) for v in three] == [(False, True), (False, True), (False, False)]


def test_the_five_cards_of_a_dealer() -> None:
    hand = "JD AS KS 9S 9C"
    assert text(five(first_round(hand, "JH", 1)), 3) == text(mask(hand, 3), 3)
    assert text(five(first_round(hand, "JH", 4)), 3) == text(mask("JD AS KS 9S JH", 3), 3)


def test_length_goes_before_honours() -> None:
    short = ("AS AC AD KS KC", "9H AS AC AD KS", "AH AS AC AD KS", "9H TH 9S 9C 9D", "JD 9H 9S 9C 9D", "JH 9H 9S 9C 9D")
    rated = [length(mask(hand, 3)) for hand in (*short, "JH JD AS AC AD", "9H TH QH 9S 9C", "JH JD AH KH AS")]
    assert rated == sorted(rated)
    assert len(set(rated)) == len(rated)
