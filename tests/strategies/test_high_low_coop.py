"""High when it wins, but not over partner's card."""

import pytest

from strategies import high_low, high_low_coop
from support.situations import playing, text


@pytest.mark.parametrize(
    ("hand", "played", "card"),
    [
        ("AS 9S 9C TC 9D", "KS TS", "9S"),  # partner's king is left alone
        ("AS 9S 9C TC 9D", "9S TS", "AS"),  # partner is losing
        ("9H KH 9C TC 9D", "TS AS QS", "9C"),  # partner's ace is not trumped; of two nines the one in clubs
        ("9H KH 9C TC 9D", "AS TS QS", "KH"),  # the opponents' is, high
        ("AS KS 9C TC 9D", "9S TS QS", "AS"),
        ("9S KS 9C TC 9D", "TS AS QS", "9S"),
        ("9H TH 9C TC KD", "AS QS QH", "9C"),
        ("JH 9H", "TH AH", "JH"),  # over the opponents' ace of trumps
        ("JH 9H", "AH TH", "9H"),  # under partner's
        ("QH", "AS", "QH"),
    ],
)
def test_follow(hand: str, played: str, card: str) -> None:
    assert text(high_low_coop.follow(playing("H", hand, played)), 3) == card


def test_it_leads_like_high_low() -> None:
    assert high_low_coop.lead is high_low.lead


def test_who_has_no_partner_plays_like_high_low() -> None:
    view = playing("H", "AS KS 9C TC 9D", "9S", out=(1, 2), players=2)
    assert text(high_low_coop.follow(view), 3) == "AS"
