"""The school of ohioeuchre.com on its own quiz and examples, and its block, leads and discards."""

from typing import Any

import pytest

from sim.cards import parse_suit
from sim.views import ALONE, ORDER, PASS, TURNED_DOWN
from strategies import ohio_next as ohio
from strategies.toolkit import call, call_alone
from support.situations import first_round, mask, playing, second_round, text, whole_deck

P = ohio.Params()


def named(upcard: str, suit: str) -> int:
    """The lane that a suit has after `upcard` was turned down."""
    return (parse_suit(suit) - parse_suit(upcard[-1]) - 1) % 4


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "suit"),
    [
        ("9H TH QH 9D 9S", "AD", 1, "H"),  # quiz, question 11
        ("QH TC KS TS AD", "JH", 2, "S"),  # quiz, question 24
        ("KC 9C AD TS QD", "JH", 2, "C"),  # reverse next on its minimum
        ("QC 9C AD TS QD", "JH", 2, ""),
        ("KC 9C QD TS 9S", "JH", 2, ""),  # no ace
        ("9D AS KC TC QH", "TH", 1, "D"),  # one trump and a green ace
        ("9D KS KC TC QH", "TH", 1, ""),
        ("AS AC KC TC QH", "TH", 1, "D"),  # none, with both green aces
        ("9D TD QC TC QH", "TH", 1, "D"),  # two trumps
        ("9D TD QC TC QH", "TH", 3, ""),
        ("KD TD AC TC QH", "TH", 3, "D"),
        ("KD TD AC TC QH", "TH", 2, ""),
        ("KD TD AC TC QH", "TH", 4, ""),
        ("KS TS AD 9C QH", "TH", 4, "S"),
        ("KS QS 9S QD QH", "TH", 4, "S"),  # three headed by the king
        ("JS JC AD 9C QH", "TH", 1, "C"),  # against the grain: both bowers and an ace
        ("JS AS KS 9C QH", "TH", 3, "S"),
        ("JS KS 9S 9C QH", "TH", 3, ""),
        ("JD 9D JS AS KS", "TH", 1, "D"),  # next first
        ("JD AD KD TC 9S", "TH", 2, "D"),
    ],
)
def test_second_round(hand: str, upcard: str, seat: int, suit: str) -> None:
    view = second_round(hand, upcard, seat, score_us=8)
    assert ohio.name_trump(view, P) == (call(named(upcard, suit)) if suit else PASS)


def test_next_on_trumps_alone() -> None:
    view = second_round("9D TD QC TC QH", "TH", 1)
    assert ohio.name_trump(view, P._replace(bare_next=3)) == PASS
    assert ohio.name_trump(second_round("9D TD QD TC QH", "TH", 1), P._replace(bare_next=3)) != PASS


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "answer"),
    [
        ("KH AS KD 9D JC", "TH", 4, ORDER),  # "Two trump plus a green ace"
        ("KH AD KS 9S JC", "TH", 4, PASS),  # the ace of next is not enough
        ("KD TD AS 9S QC", "AD", 4, ORDER),  # "The three trump, two suited hand"
        ("9H QS TC 9D KC", "JH", 4, ORDER),  # a jack and any other trump
        ("9S QS TC 9D KC", "JH", 4, PASS),
        ("JD JH TC TS KH", "QD", 3, PASS),  # "Both bowers is not enough"
        ("JD JH AC TS KH", "QD", 3, ORDER),
        ("JD JH 9D TS KH", "QD", 3, ORDER),
        ("JD JH TC TS KH", "QD", 2, ORDER),
        ("9D TD AC TS KH", "QD", 2, ORDER),
        ("9D TD KC TS KH", "QD", 2, PASS),
        ("JD KD 9D TS KH", "QD", 1, PASS),
        ("JD KD 9D AS KH", "QD", 1, ORDER),
        ("JD JH 9D AS KH", "QD", 1, ALONE),
        ("JD JH 9D AS KH", "QD", 3, ORDER),  # not from here
        ("JD JH KD 9D AS", "QD", 3, ALONE),
        ("JH AD KD AS KH", "JD", 1, ORDER),  # the right is against you
    ],
)
def test_first_round(hand: str, upcard: str, seat: int, answer: int) -> None:
    assert ohio.order_up(first_round(hand, upcard, seat), P) == answer


@pytest.mark.parametrize(
    ("us", "them", "answer"), [(9, 5, PASS), (9, 6, ORDER), (9, 7, ORDER), (9, 8, PASS), (8, 6, PASS)]
)
def test_block(us: int, them: int, answer: int) -> None:
    for seat in (1, 3):
        view = first_round("9S TS QC TD 9D", "JH", seat, score_us=us, score_them=them)
        assert ohio.order_up(view, P) == answer
        assert ohio.order_up(view, P._replace(block=0)) == PASS
        assert ohio.order_up(view._replace(may_alone=0), P) == PASS
    for seat in (2, 4):
        view = first_round("9S TS QC TD 9D", "TH", seat, score_us=us, score_them=them)
        assert ohio.order_up(view, P) == PASS


@pytest.mark.parametrize(
    ("hand", "upcard", "answer"),
    [
        ("JH TS QC TD 9D", "9H", PASS),  # the right
        ("JD 9H QC TD 9S", "TH", PASS),  # a guarded left
        ("JD 9S QC TD 9D", "TH", ORDER),
        ("AH TH 9H TD 9S", "KH", PASS),  # the ace and two
        ("AH TH 9S TD 9D", "KH", ORDER),
        ("KH TH 9H TD 9S", "QH", ORDER),
    ],
)
def test_no_block_where_a_lone_hand_is_stopped(hand: str, upcard: str, answer: int) -> None:
    assert ohio.order_up(first_round(hand, upcard, 1, score_us=9, score_them=6), P) == answer


def test_the_right_alone_does_not_stop_a_joker() -> None:
    view = first_round("JH TS QC TD 9D", "9H", 1, score_us=9, score_them=6, deck=whole_deck(25, parse_suit("H")))
    assert ohio.order_up(view, P) == ORDER
    assert ohio.order_up(view._replace(hand=mask("JH 9S QC TD TH", 3)), P) == PASS


def test_scores_and_rules_on_lone_hands() -> None:
    lone = first_round("JD JH 9D AS KH", "QD", 1)
    assert ohio.order_up(lone._replace(score_us=7), P) == ALONE
    assert ohio.order_up(lone._replace(score_us=8), P) == ORDER
    assert ohio.order_up(lone._replace(may_alone=0), P) == ORDER
    assert ohio.order_up(first_round("9D TD AC TS KH", "QD", 2, must_alone=1), P) == PASS
    assert ohio.name_trump(second_round("JD AD KD AS 9S", "TH", 1), P) == call_alone(named("TH", "D"))
    stuck = second_round("9S TS QC 9D TH", "AH", 4, stuck=1)
    assert ohio.name_trump(stuck, P) == call(named("AH", "S"))
    for left in range(5):
        assert ohio.name_trump(stuck._replace(suits=1 << left), P) == call(left)


@pytest.mark.parametrize(
    ("trump", "hand", "maker", "more", "card"),
    [
        # Against the makers.
        ("H", "AS KC TC QD 9D", 1, {}, "AS"),  # the singleton ace
        ("H", "AD KC TC QS 9S", 1, {}, "TC"),  # not of next: low from a king and one
        ("H", "AD AC TC QS 9S", 1, {}, "AC"),  # the ace from two cards
        ("H", "AC KC TC QS 9S", 1, {}, "9S"),  # of three it waits
        ("H", "KC QC TC 9S 9H", 1, {}, "KC"),  # the king of king and queen
        ("H", "QC TC 9S JH 9H", 1, {}, "9S"),  # the shortest suit, no trump
        ("H", "QC 9C QS TS TD", 1, {}, "TD"),
        ("H", "JH AH 9H", 1, {"earlier": "AC 9C TC QC AD 9D TD QD"}, "JH"),  # nothing but trumps
        # Quiz, question 15, the partner's call: the left. Question 25, in the second trick: the only trump.
        ("D", "JH TD QH AC KC", 2, {}, "JH"),
        ("H", "KS QC TS QH", 2, {"earlier": "TD AD 9D KD"}, "QH"),
        ("H", "AH 9H KS QC TS", 2, {}, "9H"),
        # Against a lone hand: question 20, and "The problem with leading a single ace".
        ("H", "JS TC TD AS KC", 1, {"out": (3,), "alone": 1}, "TD"),
        ("S", "AD KD TD TH TS", 3, {"out": (1,), "alone": 1}, "TH"),
        ("H", "AS AC KC TD 9H", 3, {"out": (1,), "alone": 1}, "AS"),  # one of two
        ("H", "JH AS KC QC TC", 3, {"out": (1,), "alone": 1}, "TC"),  # never the right
    ],
)
def test_leads(trump: str, hand: str, maker: int, more: dict[str, Any], card: str) -> None:
    assert text(ohio.lead(playing(trump, hand, maker=maker, **more)), parse_suit(trump)) == card


def test_no_ace_of_the_suit_turned_down() -> None:
    view = playing("H", "AS KC TC QD 9D", maker=1, upcard=mask("9S", 3), fate=TURNED_DOWN)
    assert text(ohio.lead(view), 3) == "TC"


def test_leads_without_trump_are_those_of_basic() -> None:
    assert text(ohio.lead(playing("no-trump", "KS 9S QH TH", maker=1)), -1, False) == "9S"


@pytest.mark.parametrize(
    ("six", "upcard", "more", "card"),
    [
        ("KH TH AS KD 9D JC", "TH", {}, "JC"),  # "Two trump plus a green ace"
        ("JH KH AS 9S TC 9D", "JH", {}, "TC"),  # green before next
        ("JH KH AS 9S AC 9D", "JH", {}, "9D"),  # next, but no ace
        ("JH KH KC 9S TS QS", "JH", {}, "KC"),  # even a king makes the void
        ("JH KH QC TC 9C AS", "JH", {}, "9C"),  # the lowest of three
        ("JH KH AS KS QC 9C", "JH", {}, "9C"),  # keeps ace and king
        ("JH KH KS 9S QC TC", "JH", {}, "TC"),  # keeps the king with one
        ("JH KH AS KS KC 9C", "JH", {}, "9C"),
        ("JH KH QH AS KS AC", "JH", {}, "KS"),
        ("JH AH KH QH TH 9H", "JH", {}, "9H"),
        ("JH JD AH KH QH AS", "9H", {}, "AS"),  # trumps only beside the ace
        # Quiz, question 18: alone, the single ace goes.
        ("JC JS TC AS AD KD", "JC", {"alone": 1}, "AS"),
        ("JC JS TC AS AD KD", "JC", {}, "KD"),
        # "Stopping a third seat lone call": next first.
        ("9D KD TS 9S QC QH", "9D", {"alone": 1, "maker": 3}, "QH"),
        ("9D KD TS 9S QC QH", "9D", {}, "QC"),
    ],
)
def test_discards(six: str, upcard: str, more: dict[str, Any], card: str) -> None:
    trump = parse_suit(upcard[-1])
    view = playing(upcard[-1], six, maker=0, dealer=0)._replace(upcard=mask(upcard, trump), **more)
    assert text(ohio.discard(view), trump) == card


def test_without_partners_nobody_blocks() -> None:
    view = first_round("9S TS QC TD 9D", "JH", 1, score_us=9, score_them=6, players=3, dealer=2, partner=0)
    assert ohio.order_up(view, P) == PASS
    right = second_round("KD TD AC TC QH", "TH", 2, players=3, dealer=1, partner=0)
    assert ohio.name_trump(right, P) == call(named("TH", "D"))
