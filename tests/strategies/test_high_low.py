"""High when it wins, else low, partner or not."""

import pytest

from strategies import high_low
from support.situations import playing, text


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("JH AH AS 9S 9C", "JH"),  # the highest trump
        ("9H AS KS 9C TC", "9H"),  # even a small one
        ("AS KS 9C TC 9D", "AS"),  # else the highest card
        ("KS QC TC 9D 9C", "KS"),
        ("9C", "9C"),
    ],
)
def test_lead(hand: str, card: str) -> None:
    assert text(high_low.lead(playing("H", hand)), 3) == card


@pytest.mark.parametrize(
    ("hand", "played", "card"),
    [
        ("AS KS 9C TC 9D", "9S TS QS", "AS"),  # last, and yet the highest
        ("9S KS 9C TC 9D", "TS AS QS", "9S"),  # can't win
        ("AS QS 9C TC 9D", "9S KS TS", "AS"),  # over partner's king
        ("9H KH 9C TC 9D", "TS AS QS", "KH"),  # trumps partner's ace, high
        ("9H TH 9C TC KD", "AS QS QH", "9C"),  # can't overtrump: the lowest side card
        ("QC TC KD", "AS", "TC"),  # nor trump
        ("9H JH", "AH", "JH"),
        ("9H TH", "AH", "9H"),
        ("9H TH", "AS QH", "9H"),  # nothing but trumps, none high enough
        ("JD 9D KC", "TD", "9D"),  # the left is no diamond, and who can follow must
        ("QH", "AS", "QH"),
    ],
)
def test_follow(hand: str, played: str, card: str) -> None:
    assert text(high_low.follow(playing("H", hand, played)), 3) == card


def test_without_trump() -> None:
    assert text(high_low.lead(playing("no-trump", "AS KS 9C TC 9D")), -1, False) == "AS"
    assert text(high_low.follow(playing("no-trump", "AS KS 9C TC 9D", "KD")), -1, False) == "9D"
    assert text(high_low.follow(playing("no-trump", "AS KS QC TC", "KD")), -1, False) == "TC"


def test_two_players() -> None:
    view = playing("H", "AS KS 9C TC 9D", "9S", out=(1, 2), players=2)
    assert text(high_low.follow(view), 3) == "AS"
