"""The bidder of the luke-fitz simulator: hands worked out from its table, and its minimum for every seat."""

import pytest

from sim.cards import parse_suit
from sim.views import ALONE, ORDER, PASS
from strategies import lukefitz
from strategies.toolkit import call, call_alone
from support.situations import first_round, mask, second_round

P = lukefitz.Params()


def named(upcard: str, suit: str) -> int:
    """The lane that a suit has after `upcard` was turned down."""
    return (parse_suit(suit) - parse_suit(upcard[-1]) - 1) % 4


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("JH JD AH KH QH", 45),  # 10 + 8 + 6 + 5 + 4, five trumps 12
        ("JH JD AH KH AS", 42),  # 29, four trumps 9, an ace 4
        ("JH AH 9H KS KC", 27),  # 10 + 6 + 3, three trumps 6, two kings 2
        ("QH TH 9H AS AC", 25),  # 4 + 4 + 3 + 6 + 8
        ("8H 7H AS AC AD", 20),  # 3 + 3 + 2 + 12
        ("JD KS QC TC 9S", 10),  # 8 + 1 + 1
        ("Jo 9H QS QC TD", 15),  # 10 + 3 + 2
        ("AS AC KS KC KD", 11),  # no trump
    ],
)
def test_points(hand: str, worth: int) -> None:
    assert lukefitz.points(mask(hand, parse_suit("H")), P) == worth


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "answer"),
    [
        # From the dealer's left 26, alone 30, the upcard against you.
        ("JH TH 9H AS 9C", "QH", 1, ORDER),  # 10 + 4 + 3 + 6 + 4: 27
        ("JH 9H TH KS KC", "QH", 1, PASS),  # 25
        ("JH TH 9H AS 9C", "AH", 1, PASS),  # 27 less 2
        ("JD AH KH KS KC", "JH", 1, PASS),  # 8 + 6 + 5 + 6 + 2 = 27, less 5
        ("JH AH KH 9S TC", "QH", 1, ORDER),  # 27
        ("JH AH KH AS 9C", "QH", 1, ALONE),  # 31
        # Their partner 19, alone 25; no high card costs anything.
        ("JH 9H AS 9C TD", "QH", 2, ORDER),  # 10 + 3 + 2 + 4
        ("JH 9H KS KC KD", "QH", 2, PASS),  # 18
        ("AH KH 9H 9S TC", "JH", 2, ORDER),  # 20
        ("AH KH TH AS 9C", "JH", 2, ALONE),  # 25
        # The dealer's right 31, alone 34.
        ("JH AH KH 9S TC", "QH", 3, PASS),
        ("JH AH KH AS 9C", "QH", 3, ORDER),  # 31
        ("JH AH KH AS AC", "QH", 3, ALONE),  # 35
        # The dealer 16 with the upcard, alone 25.
        ("TH 9S AC KD QC", "9H", 4, PASS),  # 4 + 3 + 2 + 4 + 1
        ("KH 9S AC KD QC", "9H", 4, PASS),  # 15
        ("KH 9S AC KD QC", "TH", 4, ORDER),  # 16
        ("QH TH 9S TC 9C", "9H", 4, ORDER),  # 17
        ("JH AH 9S TC 9C", "9H", 4, ALONE),  # 25
    ],
)
def test_first_round(hand: str, upcard: str, seat: int, answer: int) -> None:
    assert lukefitz.order_up(first_round(hand, upcard, seat), P) == answer


@pytest.mark.parametrize(
    ("hand", "seat", "answer"),
    [
        ("JD TD KS QC 9S", 1, "D"),  # 10 + 4 + 2 + 1: 17
        ("JD TD KS QC 9S", 2, ""),
        ("JD TD KS QC 9S", 3, "D"),
        ("JD TD KS QC 9S", 4, "D"),
        ("JD 9D QS QC TH", 4, ""),  # 15
        ("JD 9D QS QC TH", 1, "D"),
        ("JD 9D AS KC TH", 2, "D"),  # 20
        ("JD AD KD 9S TC", 1, "D alone"),  # 27
        ("JD AD KD 9S TC", 2, "D"),
        ("JD AD KD AS TC", 4, "D alone"),  # 31
        ("JS AS KS 9D TC", 2, "S"),  # 27 too
    ],
)
def test_second_round(hand: str, seat: int, answer: str) -> None:
    lane = named("9H", answer[:1] or "D")
    wanted = PASS if not answer else call_alone(lane) if "alone" in answer else call(lane)
    assert lukefitz.name_trump(second_round(hand, "9H", seat), P) == wanted


@pytest.mark.parametrize("score", [6, 7, 8, 9])
def test_the_score_changes_nothing(score: int) -> None:
    for other in (0, 8, 9):
        view = first_round("JH AH KH AS 9C", "QH", 1, score_us=score, score_them=other)
        assert lukefitz.order_up(view, P) == ALONE


def test_rules_on_lone_hands_and_stuck_dealers() -> None:
    strong = ("JH AH KH AS 9C", "QH", 1)
    assert lukefitz.order_up(first_round(*strong, may_alone=0), P) == ORDER
    assert lukefitz.order_up(first_round("JH 9H AS 9C TD", "QH", 2, must_alone=1), P) == PASS
    stuck = second_round("9S TS QC 9C TH", "AH", 4, stuck=1)
    assert lukefitz.name_trump(stuck, P) == call(named("AH", "C"))
    for left in range(5):
        assert lukefitz.name_trump(stuck._replace(suits=1 << left), P) == call(left)


def test_with_three_players_an_upcard_for_another_costs() -> None:
    view = first_round("JH TH 9H AS 9C", "AH", 1, players=3, dealer=2, partner=0)
    assert lukefitz.order_up(view, P) == PASS
    assert lukefitz.order_up(view._replace(upcard=mask("QH", 3)), P) == ORDER
