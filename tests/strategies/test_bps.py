"""The Bidding Point System: hands worked out from its table."""

import pytest

from sim.cards import parse_suit
from sim.views import ALONE, ORDER, PASS
from strategies import bps
from strategies.toolkit import call, call_alone
from support.situations import first_round, mask, second_round

P = bps.Params()


def named(upcard: str, suit: str) -> int:
    """The lane that a suit has after `upcard` was turned down."""
    return (parse_suit(suit) - parse_suit(upcard[-1]) - 1) % 4


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("JH 9H QS TC 9D", 1.25),  # 1 + .25, four suits
        ("JH JD QS TC 9D", 2.0),  # 1 + .75, both bowers .25
        ("JH JD QS TS 9S", 2.75),  # two voids .75
        ("TH 9H QS TS 9S", 0.75),  # .5, two voids on two small trumps count as one
        ("KH 9H QS TS 9S", 1.5),  # .5 + .25 + .75
        ("AH KH QH 9S TC", 2.25),  # 1.5, three trumps .5, one void .25
        ("JH AH 9H 9S TC", 2.75),  # 1.75, three with two of the top three .75, one void
        ("JH JD AH 9S TC", 3.5),  # 2.25, all three 1.00, one void
        ("JH AH QH 9H TC", 4.0),  # 2.25, four with two 1.00, two voids .75
        ("KH QH TH 9H TC", 3.0),  # 1.5, four .75, two voids .75
        ("AS TC 9C QD 9D", 0.75),  # a green ace alone; no void counts without a trump
        ("AS 9S TC QD 9D", 0.5),  # one card beside it
        ("AD TC 9C QS 9S", 0.5),  # next
        ("AD KD QD QS 9S", 0.0),  # two cards beside it
        ("Jo 9H QS TC 9D", 1.25),
    ],
)
def test_tricks(hand: str, worth: float) -> None:
    assert bps.tricks(mask(hand, parse_suit("H")), P) == worth


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "answer"),
    [
        ("JH 9H AS TC 9D", "QH", 1, ORDER),  # .5 + 1 + .25 + .75
        ("JH 9H AS 9S TC", "QH", 1, ORDER),  # a card beside the ace, but a void
        ("JH 9H AS 9S TD", "QH", 3, PASS),
        ("JH 9H QS TC 9D", "QH", 1, PASS),
        ("JD 9H AS TC 9D", "QH", 1, PASS),  # 2.25
        ("JD 9H AS TC 9D", "QH", 2, ORDER),  # 2.75
        ("KH 9H QS TC 9D", "QH", 2, PASS),  # 1.75
        ("JH KH QS TC 9D", "QH", 2, ORDER),
        ("JH JD QS TC 9D", "QH", 3, PASS),  # both bowers are not enough here: 1.75
        ("JH JD AS TC 9D", "QH", 3, ORDER),  # 2.5
        ("JH JD AH 9S TC", "QH", 3, ORDER),  # 3.25
        ("JH JD AH KH TC", "QH", 3, ALONE),  # 4.25
        ("JD KD 9S TS QC", "9H", 4, PASS),  # 2.25 with the nine: 1 + .75 + .25 + .25
        ("JD KD 9S TS QC", "KH", 4, ORDER),  # 2.5
        ("TH 9H AS 9C TD", "QH", 4, ORDER),  # 1 + 1 + .5 + .75 + .25
        ("JH KH AS 9S TD", "QH", 4, ALONE),  # 1 + 2 + .5 + .5 and a void
    ],
)
def test_first_round(hand: str, upcard: str, seat: int, answer: int) -> None:
    assert bps.order_up(first_round(hand, upcard, seat), P) == answer


@pytest.mark.parametrize(
    ("hand", "seat", "answer"),
    [
        ("KD 9D QS TC 9H", 1, ""),  # next: .75 + .75 + .75
        ("KD QD QS TC 9H", 1, "D"),  # 2.5
        ("KD QD QS TC 9H", 3, ""),  # 1.25
        ("KS QS QC TD 9H", 2, "S"),  # green: 1.25 + .5 + 1
        ("KD QD QS TC 9H", 2, ""),  # 2.25
        ("KS QS QC TD 9H", 4, "S"),  # 1.25 + .25 + 1
        ("KS QS QC TD 9H", 1, ""),  # green from the left: 1.75
        ("JD JH AD 9S TC", 1, "D alone"),
        ("JS JC KD 9S TH", 3, "S"),  # 1 + .75 + .25, three with two .75, one void .25
    ],
)
def test_second_round(hand: str, seat: int, answer: str) -> None:
    lane = named("9H", answer[:1] or "D")
    wanted = PASS if not answer else call_alone(lane) if "alone" in answer else call(lane)
    assert bps.name_trump(second_round(hand, "9H", seat), P) == wanted


def test_next_and_green_from_both_sides() -> None:
    hand = "KD QD KS QS TH"  # equal hands in a red and in a black suit
    wanted = {1: "D", 2: "S", 4: "S"}
    for seat, suit in wanted.items():
        assert bps.name_trump(second_round(hand, "9H", seat), P) == call(named("9H", suit))


@pytest.mark.parametrize("score", [6, 7, 8, 9])
def test_the_score_changes_nothing(score: int) -> None:
    for other in (0, 8, 9):
        view = first_round("JH JD AH KH TC", "QH", 3, score_us=score, score_them=other)
        assert bps.order_up(view, P) == ALONE


def test_rules_on_lone_hands_and_stuck_dealers() -> None:
    assert bps.order_up(first_round("JH JD AH KH TC", "QH", 3, may_alone=0), P) == ORDER
    assert bps.order_up(first_round("JD 9H AS TC 9D", "QH", 2, must_alone=1), P) == PASS
    stuck = second_round("KS TS QD 9C TH", "AH", 4, stuck=1)
    assert bps.name_trump(stuck, P) == call(named("AH", "S"))
    for left in range(5):
        assert bps.name_trump(stuck._replace(suits=1 << left), P) == call(left)


def test_without_a_partner_the_seats_of_the_dealers_opponents_stay() -> None:
    view = first_round("JH 9H AS TC 9D", "QH", 1, players=3, dealer=2, partner=0)
    assert bps.order_up(view, P) == ORDER
    assert bps.order_up(view._replace(seat=2, dealer=1), P) == PASS
