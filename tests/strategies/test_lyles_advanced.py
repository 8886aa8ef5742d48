"""The bot's own test hands, and the edges of its rules."""

import pytest

from sim.cards import parse_suit
from strategies import lyles_advanced
from support.hearing import first, second
from support.situations import mask, playing, text, whole_deck

EAST, NORTH, WEST, SOUTH = 1, 2, 3, 4
"""Seats of the bot by who deals. It sits south: north is its partner, east deals when it is eldest hand."""


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "bids"),
    [
        # From the source: what is said first, or after all have passed.
        ("TS 9S 9D 9C 9H", "KS", SOUTH, "pass pass"),
        ("JS AC JD TD 9D", "9S", SOUTH, "order"),
        ("JS 9S AC TD 9D", "TS", SOUTH, "order"),
        ("JS JC AS KS QS", "AD", WEST, "pass S alone"),
        ("JS KS QS QH QD", "AD", WEST, "pass S"),
        ("JS KS JC KH 9H", "AD", WEST, "pass S alone"),
        ("JS 9S AD TH 9H", "KD", WEST, "pass S"),
        ("JS 9S AC KH QH", "TS", SOUTH, "order"),
        ("JS 9S AC TD 9D", "TS", WEST, "pass pass"),
        ("JS 9S AC TD 9D", "TS", NORTH, "order"),
        ("JS 9S AC AH 9D", "AD", WEST, "pass S"),
        ("JS AS KS QS JC", "TS", WEST, "alone"),
        ("JS 9S AC KD KH", "AD", WEST, "pass S"),
        ("KS QS TS 9S 9H", "AD", WEST, "pass S"),
        ("JS JC AS KS QS", "TS", SOUTH, "alone"),
        ("JS JC AS KS TD", "QS", SOUTH, "alone"),
        ("JS JC AS KH QH", "KS", SOUTH, "alone"),
        ("JS JC AS KS AH", "QS", SOUTH, "alone"),
        ("JS AS KS KH QH", "JC", EAST, "pass S alone"),
    ],
)
def test_its_own_hands(hand: str, upcard: str, seat: int, bids: str) -> None:
    said = first(lyles_advanced, hand, upcard, seat)
    if said == "pass":
        said = "pass " + second(lyles_advanced, hand, upcard, seat)
    assert said == bids


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "table", "rules"),
    [
        ("JS 9S AD KC KH", "KD", WEST, "pass pass", "pass S"),
        ("JS AS JC AC KC", "KS", EAST, "pass C alone", "alone"),
        ("JS AS JC AC KC", "KS", NORTH, "order", "alone"),
        ("JS JC AD KH QH", "TS", SOUTH, "order", "alone"),
        ("JS JC AS QD TH", "KS", SOUTH, "order", "alone"),
        ("JS JC AS QH TD", "KS", SOUTH, "order", "alone"),
    ],
)
def test_hands_on_which_the_source_differs_from_itself(
    hand: str, upcard: str, seat: int, table: str, rules: str
) -> None:
    said = first(lyles_advanced, hand, upcard, seat)
    if said == "pass":
        said = "pass " + second(lyles_advanced, hand, upcard, seat)
    assert said == rules != table


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "answer"),
    [
        # Dealing: one more trump.
        ("9H TH QH 9S 9C", "KH", SOUTH, "order"),  # four
        ("9H TH AS AC AD", "KH", SOUTH, "pass"),  # three
        ("JH TH 9S 9C 9D", "KH", SOUTH, "order"),  # three with the right
        ("JH 9S 9C 9D TD", "KH", SOUTH, "pass"),  # two with the right, no ace
        ("JH 9S 9C 9D AD", "KH", SOUTH, "order"),  # two with the right and an ace
        ("AH 9S 9C 9D AD", "JH", SOUTH, "pass"),  # the right turned up is not held
        # Partner deals.
        ("9H TH QH 9S 9C", "KH", NORTH, "order"),  # three
        ("9H TH AS AC 9C", "KH", NORTH, "pass"),
        ("JH TH AS KC 9C", "KH", NORTH, "order"),
        # An opponent deals: one fewer.
        ("9H TH QH AH 9C", "KH", EAST, "pass"),  # three without the right
        ("JH TH QH AH 9C", "KH", EAST, "order"),  # three with it
        ("JH TH QH AS 9C", "KH", EAST, "order"),  # two with it and an ace
        ("JH TH QH KS 9C", "KH", WEST, "pass"),
        ("9H TH QH AH JD", "KH", EAST, "alone"),  # four: left and ace, the right is the only higher card
    ],
)
def test_trumps_for_the_deal(hand: str, upcard: str, seat: int, answer: str) -> None:
    assert first(lyles_advanced, hand, upcard, seat) == answer


@pytest.mark.parametrize(
    ("hand", "alone"),
    [
        ("JH JD 9H AS AC", True),
        ("JH JD AS AC AD", False),  # two trumps
        ("JH 9H TH AS AC", False),  # one of jack, king and ace
        ("JH KH 9H QS 9S", True),  # two cards beat the queen
        ("JH KH 9H JS 9S", False),  # three beat the jack
        ("JH KH 9H KS KC", True),
        ("JH KH 9H QS KC", False),
        ("AH KH QH AS AC", True),  # both bowers
        ("AH KH QH AS KC", False),
        ("JD AH 9H KS AC", True),
        ("JD AH 9H KS KC", False),
    ],
)
def test_alone(hand: str, alone: bool) -> None:
    suit = parse_suit("H")
    assert lyles_advanced.can_go_alone(mask(hand, suit), whole_deck(24, suit), lyles_advanced.Params()) == alone


@pytest.mark.parametrize(
    ("six", "upcard", "card"),
    [
        ("JS AC JD TD 9D 9S", "9S", "9D"),
        ("JS 9S AC TD 9D TS", "TS", "9D"),
        ("JS 9S AC KH QH TS", "TS", "QH"),
        ("JS JC AS QD TH KS", "KS", "TH"),
        ("JS JC AS QH TD KS", "KS", "TD"),
        ("JS JC AS KH QH KS", "KS", "QH"),
        ("JS JC AS KS AH QS", "QS", "AH"),
        ("JS JC AS KS QS TS", "TS", "QS"),  # the upcard may not be buried
        ("JS JC AS KH TD 9D", "AS", "KH"),  # the singleton before a lower card
        ("JS JC AS AH 9H KD", "AS", "KD"),
        ("JS JC AS AH 9H TD", "AS", "TD"),
        ("JS JC AS KS AH 9H", "AS", "9H"),  # nothing else is left
    ],
)
def test_discard(six: str, upcard: str, card: str) -> None:
    view = playing("S", six, maker=0, dealer=0)._replace(upcard=mask(upcard, parse_suit("S")))
    assert text(lyles_advanced.discard(view), parse_suit("S")) == card


def test_the_longest_suit_that_will_do() -> None:
    assert second(lyles_advanced, "JS 9S AS TD JC", "9H", 1) == "S"
    assert second(lyles_advanced, "KS QS TS 9S AC", "9H", 1) == "S"
    assert second(lyles_advanced, "KS QS TS AD KD", "9H", 1) == "pass"


def test_a_stuck_dealer_names_his_longest_suit() -> None:
    assert second(lyles_advanced, "KS QS TS AD KD", "9H", 4, stuck=1) == "S"
    assert second(lyles_advanced, "KS QS TS AD KD", "9H", 4, stuck=1, suits=0b010) == "D"


def test_two_and_three_players() -> None:
    assert first(lyles_advanced, "9H TH QH 9S 9C", "KH", 1, players=2, dealer=1, partner=0) == "pass"
    assert first(lyles_advanced, "9H TH QH 9S 9C", "KH", 1, players=3, dealer=2, partner=0) == "pass"
    assert first(lyles_advanced, "9H TH QH 9S 9C", "KH", 3, players=3, dealer=0, partner=0) == "order"


def test_it_never_defends_alone() -> None:
    assert lyles_advanced.defend_alone(playing("H", "JH JD AH KH QH", maker=1)) == 0
