"""The easy Bidding Point System: the four hands of its author, and others worked out from its table."""

import pytest

from sim.cards import parse_suit
from sim.views import ALONE, ORDER, PASS
from strategies import bps_ez
from strategies.parts.rating import five
from strategies.toolkit import call, call_alone
from support.situations import first_round, mask, second_round

P = bps_ez.Params()


def named(upcard: str, suit: str) -> int:
    """The lane that a suit has after `upcard` was turned down."""
    return (parse_suit(suit) - parse_suit(upcard[-1]) - 1) % 4


@pytest.mark.parametrize(
    ("hand", "seat", "worth", "answer"),
    [
        ("JH AH AS TD 9D", 1, 2.5, ORDER),
        ("TH JS JC TC 9C", 2, 1.25, PASS),
        ("QS AD KD AC KC", 3, 1.0, PASS),
        ("JD KH KS QS QD", 4, 4.0, ALONE),  # buries the queen of diamonds
    ],
)
def test_the_authors_example(hand: str, seat: int, worth: float, answer: int) -> None:
    view = first_round(hand, "QH", seat)
    seats = (P.seat_1, P.seat_2, P.seat_3, P.seat_4)
    assert bps_ez.tricks(five(view), P) + seats[seat - 1] == worth
    assert bps_ez.order_up(view, P) == answer


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("JH JD 9S TC 9D", 2.0),
        ("9H TH QH 9S TC", 2.5),  # 1.5, three trumps .75, one void .25
        ("9H TH QH KH TC", 3.5),  # 2, three trumps .75, two voids .75
        ("JH JD AH KH QH", 5.0),  # 3.5 and both extras
        ("AS AC AD KS KC", 1.5),
        ("Jo 9H 9S TC 9D", 1.5),
    ],
)
def test_tricks(hand: str, worth: float) -> None:
    assert bps_ez.tricks(mask(hand, parse_suit("H")), P) == worth


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "answer"),
    [
        ("JH 9H AS 9C TD", "QH", 1, ORDER),  # .25 + 1.5 + .5
        ("9H TH AS 9C TD", "QH", 1, PASS),  # 1.75
        ("9H TH AS 9C TD", "QH", 2, ORDER),  # 2
        ("9H TH AS 9C TD", "QH", 3, PASS),
        ("JH 9H AS 9C TD", "QH", 3, ORDER),  # 2
        ("9H AS 9S KC TD", "QH", 4, ORDER),  # .5 + 1 + .5, one void
        ("9H KS 9S KC TD", "QH", 4, PASS),  # 1.75
        ("JH JD AH KH TC", "QH", 1, ALONE),
    ],
)
def test_first_round(hand: str, upcard: str, seat: int, answer: int) -> None:
    assert bps_ez.order_up(first_round(hand, upcard, seat), P) == answer


@pytest.mark.parametrize(
    ("hand", "seat", "answer"),
    [
        ("JD 9D AS 9C TH", 1, "D"),
        ("9D TD AS 9C TH", 1, ""),
        ("9D TD AS 9C TH", 4, "D"),
        ("JS JC AS KS TH", 3, "S alone"),  # 3, three trumps, two voids
    ],
)
def test_second_round(hand: str, seat: int, answer: str) -> None:
    lane = named("9H", answer[:1] or "D")
    wanted = PASS if not answer else call_alone(lane) if "alone" in answer else call(lane)
    assert bps_ez.name_trump(second_round(hand, "9H", seat), P) == wanted


@pytest.mark.parametrize("score", [6, 7, 8, 9])
def test_the_score_changes_nothing(score: int) -> None:
    for other in (0, 8, 9):
        view = first_round("JH JD AH KH TC", "QH", 1, score_us=score, score_them=other)
        assert bps_ez.order_up(view, P) == ALONE


def test_rules_on_lone_hands_and_stuck_dealers() -> None:
    assert bps_ez.order_up(first_round("JH JD AH KH TC", "QH", 1, may_alone=0), P) == ORDER
    assert bps_ez.order_up(first_round("9H TH AS 9C TD", "QH", 2, must_alone=1), P) == PASS
    stuck = second_round("9S TS QD KC TH", "AH", 4, stuck=1)
    assert bps_ez.name_trump(stuck, P) == call(named("AH", "S"))
    for left in range(5):
        assert bps_ez.name_trump(stuck._replace(suits=1 << left), P) == call(left)
