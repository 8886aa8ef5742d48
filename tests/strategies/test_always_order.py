"""Orders with anything."""

import pytest

from strategies import always_order
from support.hearing import first, second
from support.situations import playing

NOTHING_AT_ALL = "9S TS 9C TC 9D"


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_orders_with_anything(seat: int) -> None:
    assert first(always_order, NOTHING_AT_ALL, "TH", seat) == "order"
    assert first(always_order, "JH JD AH KH QH", "TH", seat) == "order"
    assert first(always_order, NOTHING_AT_ALL, "TH", seat, score_us=9, score_them=9) == "order"


def test_who_could_only_order_alone_passes() -> None:
    assert first(always_order, "JH JD AH KH QH", "TH", 2, must_alone=1) == "pass"


@pytest.mark.parametrize(
    ("hand", "suit"),
    [("9S TS QS 9C TH", "S"), ("9D TD JH 9C TH", "D"), ("9C TC 9S KD TH", "C"), ("JS AS 9C TC 9D", "C")],
)
def test_names_the_longest_suit(hand: str, suit: str) -> None:
    assert second(always_order, hand, "AH", 1) == suit


def test_names_only_what_may_be_named() -> None:
    assert second(always_order, "9S TS QS 9C TH", "AH", 1, suits=0b011) in ("C", "D")
    assert second(always_order, "9S TS QS 9C TH", "AH", 1, suits=0) == "pass"
    assert second(always_order, "9S TS QS 9C TH", "AH", 4, suits=0b1000, stuck=1) == "H"


def test_never_defends_alone() -> None:
    assert always_order.defend_alone(playing("H", "JH JD AH KH QH", maker=1)) == 0
