"""The point system of euchrestrategy.info: its own example, and hands worked out from its table."""

import pytest

from sim.cards import parse_suit
from sim.views import ALONE, ORDER, PASS
from strategies import euchrestrategy_info
from strategies.toolkit import call, call_alone
from support.situations import first_round, mask, second_round

P = euchrestrategy_info.Params()


def named(upcard: str, suit: str) -> int:
    """The lane that a suit has after `upcard` was turned down."""
    return (parse_suit(suit) - parse_suit(upcard[-1]) - 1) % 4


def test_the_example_of_the_source() -> None:
    """Six points in hearts with the nine against you: pass; eight in diamonds: call."""
    hand = "QC JD AC QH KD"
    assert euchrestrategy_info.points(mask(hand, parse_suit("H")), P) == 7
    for seat in (1, 3):
        assert euchrestrategy_info.order_up(first_round(hand, "9H", seat), P) == PASS
        assert euchrestrategy_info.name_trump(second_round(hand, "9H", seat), P) == call(named("9H", "D"))
    assert euchrestrategy_info.points(mask(hand, parse_suit("D")), P) == 8


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("JH JD AH KH QH", 15),  # 4 + 3 + 3 + 2 + 2, one suit 1
        ("JH TH 9H AS KS", 9),  # 4 + 1 + 1 + 2, two suits
        ("AH KH 9S TC QD", 5),
        ("TH 9H AS AC AD", 8),
        ("Jo 8H 9S TC QD", 5),
    ],
)
def test_points(hand: str, worth: int) -> None:
    assert euchrestrategy_info.points(mask(hand, parse_suit("H")), P) == worth


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "answer"),
    [
        ("JH KH AS 9C TD", "9H", 1, ORDER),  # 8 less 1
        ("JH KH AS 9C TD", "QH", 1, PASS),  # 8 less 2
        ("JH JD AH KH 9C", "TH", 3, ALONE),  # 13 less 1
        ("JD AH AS 9C TD", "JH", 1, PASS),  # 8 less 4
        ("TH 9H KS 9C TD", "JH", 2, PASS),  # 2 and 4 for partner
        ("TH 9H AS 9C TD", "AH", 2, ORDER),  # 4 and 3
        ("TH 9H AS 9C TD", "QH", 2, PASS),  # 4 and 2
        ("AH KH AS 9C TD", "JH", 2, ORDER),  # eleven, but only seven of them in hand: not alone
        ("JD AH KH AS TD", "JH", 2, ALONE),  # ten in hand
        ("AH KH QS 9C TD", "QH", 4, ORDER),  # 3 + 2 + 2
        ("KH TH QS 9C TD", "QH", 4, PASS),  # five
        ("JH AH KH 9S TS", "QH", 4, ALONE),
        ("TH 9H AS KS QS", "JH", 4, ORDER),  # 6 + 2 + 1
    ],
)
def test_first_round(hand: str, upcard: str, seat: int, answer: int) -> None:
    assert euchrestrategy_info.order_up(first_round(hand, upcard, seat), P) == answer


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("JD TD AS 9C TH", "D"),  # seven
        ("JD TD KS 9C TH", ""),  # five
        ("AS KS AC 9D TH", "S"),  # seven
        ("JS JC AS 9D TH", "S alone"),  # ten
    ],
)
def test_second_round(hand: str, answer: str, seat: int) -> None:
    lane = named("9H", answer[:1] or "D")
    wanted = PASS if not answer else call_alone(lane) if "alone" in answer else call(lane)
    assert euchrestrategy_info.name_trump(second_round(hand, "9H", seat), P) == wanted


def test_a_careful_player_waits_for_ten() -> None:
    careful = P._replace(order=10)
    assert euchrestrategy_info.order_up(first_round("JH KH AS 9C TD", "9H", 1), careful) == PASS
    assert euchrestrategy_info.order_up(first_round("AH KH AS 9C TD", "JH", 2), careful) == ORDER


@pytest.mark.parametrize("score", [6, 7, 8, 9])
def test_the_score_changes_nothing(score: int) -> None:
    for other in (0, 8, 9):
        view = first_round("JH JD AH KH 9C", "TH", 3, score_us=score, score_them=other)
        assert euchrestrategy_info.order_up(view, P) == ALONE


def test_rules_on_lone_hands_and_stuck_dealers() -> None:
    assert euchrestrategy_info.order_up(first_round("JH JD AH KH 9C", "TH", 3, may_alone=0), P) == ORDER
    assert euchrestrategy_info.order_up(first_round("AH KH AS 9C TD", "JH", 2, must_alone=1), P) == PASS
    stuck = second_round("9S TS QD KC TH", "AH", 4, stuck=1)
    assert euchrestrategy_info.name_trump(stuck, P) in (call(named("AH", suit)) for suit in "SDC")
    for left in range(5):
        assert euchrestrategy_info.name_trump(stuck._replace(suits=1 << left), P) == call(left)


def test_with_three_players_the_upcard_of_another_counts_against() -> None:
    view = first_round("JH KH AS 9C TD", "9H", 1, players=3, dealer=2, partner=0)
    assert euchrestrategy_info.order_up(view, P) == ORDER
    assert euchrestrategy_info.order_up(view._replace(upcard=mask("QH", 3)), P) == PASS
