"""Nothing but passes, unless the rules forbid them."""

import pytest

from strategies import always_pass
from support.hearing import first, second
from support.situations import playing

PERFECT = "JH JD AH KH QH"


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_passes_with_anything(seat: int) -> None:
    assert first(always_pass, PERFECT, "TH", seat) == "pass"
    assert first(always_pass, PERFECT, "TH", seat, score_us=9) == "pass"
    assert second(always_pass, PERFECT, "9S", seat) == "pass"


def test_who_could_only_order_alone_passes() -> None:
    assert first(always_pass, PERFECT, "TH", 2, must_alone=1) == "pass"


def test_a_dealer_who_turned_up_the_joker_must_take_it() -> None:
    assert first(always_pass, PERFECT, "TH", 4, stuck=1) == "order"


@pytest.mark.parametrize(
    ("hand", "suit"),
    [
        ("9S TS QS 9C TH", "S"),  # the longest
        ("9S TS AC JC TH", "S"),  # three with the left bower
        ("9D TD 9C TC AS", "C"),  # as long as diamonds, an ace beside both: the suit that comes first
        ("JS 9S JC 9C AD", "C"),  # bowers in both
    ],
)
def test_stuck(hand: str, suit: str) -> None:
    assert second(always_pass, hand, "AH", 4, stuck=1) == suit


@pytest.mark.parametrize(("suits", "suit"), [(0b001, "C"), (0b010, "D"), (0b1000, "H"), (0b10000, "NT")])
def test_stuck_with_few_suits_to_name(suits: int, suit: str) -> None:
    assert second(always_pass, "9S TS QS KS AS", "AH", 4, stuck=1, suits=suits) == suit


def test_never_defends_alone() -> None:
    assert always_pass.defend_alone(playing("H", PERFECT, maker=1)) == 0
