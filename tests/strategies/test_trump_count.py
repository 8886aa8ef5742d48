"""Three trumps make a call, whatever else there is."""

import pytest

from strategies import trump_count
from support.hearing import first, second
from support.situations import first_round, whole_deck


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "answer"),
    [
        ("9H TH QH 9C TD", "KH", 1, "order"),
        ("JD TH QH 9C TD", "KH", 3, "order"),  # the left is a trump
        ("JH JD AS AC AD", "KH", 1, "pass"),
        ("JH JD AS AC AD", "KH", 2, "pass"),
        ("JH JD AS AC 9D", "KH", 4, "order"),  # the dealer counts the upcard
        ("9H AS KS AC AD", "KH", 4, "pass"),
        ("9H TH QH KH AH", "JH", 1, "order"),  # five of them with partner, too
    ],
)
def test_first_round(hand: str, upcard: str, seat: int, answer: str) -> None:
    assert first(trump_count, hand, upcard, seat) == answer


def test_the_joker_is_a_trump() -> None:
    assert first(trump_count, "Jo TH QH 9C TD", "KH", 1, deck=whole_deck(25, 3)) == "order"


def test_numbers_of_trumps() -> None:
    assert first(trump_count, "9H TH QH 9C TD", "KH", 1, {"trumps": 4}) == "pass"
    assert first(trump_count, "9H TH 9S 9C TD", "KH", 1, {"trumps": 2}) == "order"
    assert first(trump_count, "9H TH QH AH TD", "KH", 1, {"alone": 4}) == "alone"
    assert first(trump_count, "9H TH QH AH TD", "KH", 1, {"alone": 4}, may_alone=0) == "order"


def test_the_dealers_partner_who_must_play_alone() -> None:
    assert first(trump_count, "9H TH QH AH TD", "KH", 2, must_alone=1) == "pass"
    assert first(trump_count, "9H TH QH AH TD", "KH", 2, {"alone": 4}, must_alone=1) == "alone"


@pytest.mark.parametrize(
    ("hand", "upcard", "answer"),
    [
        ("9S TS QS 9C TH", "9H", "S"),
        ("9S TS JC 9C TH", "9H", "S"),  # a bower more than in clubs
        ("9D TD JH 9C TH", "9H", "D"),
        ("9S TS 9C TC AD", "9H", "pass"),
        ("9S TS JS 9C TC", "9H", "S"),  # three and three: clubs have the lower bower only
    ],
)
def test_second_round(hand: str, upcard: str, answer: str) -> None:
    assert second(trump_count, hand, upcard, 1) == answer


def test_a_stuck_dealer_names_his_longest_suit() -> None:
    assert second(trump_count, "9S TS 9C AD TH", "AH", 4, stuck=1) == "S"
    assert second(trump_count, "9S TS QS 9C AD", "AH", 4, stuck=1, suits=0b0010) == "D"
    assert second(trump_count, "9S TS QS 9C AD", "AH", 4, stuck=1, suits=0b1000) == "H"
    assert second(trump_count, "9S TS QS 9C AD", "AH", 4, stuck=1, suits=0b10000) == "NT"


def test_an_empty_hand_is_no_trouble() -> None:
    view = first_round("9H TH QH 9C TD", "KH", 1)
    assert trump_count.order_up(view._replace(hand=view.hand & ~view.hand), trump_count.Params()) == 0
