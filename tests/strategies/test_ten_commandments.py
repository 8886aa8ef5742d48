"""What the commandments say, one after the other."""

import pytest

from sim.cards import parse_suit
from strategies import ten_commandments
from support.hearing import first, second
from support.situations import mask, playing, text, whole_deck

P = ten_commandments.Params()


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("JH JD AH KH QH", 350),
        ("JH 9H TH 9S 9C", 200),
        ("JH 9H AS 9S 9C", 200),
        ("9H TH AS AC 9D", 200),
        ("9H TH AS KC 9D", 150),
        ("AS AC AD KS KC", 150),
        ("JD AS 9C TC 9D", 150),
        ("Jo JH JD AS 9C", 350),
        ("9S TS 9C TC 9D", 0),
    ],
)
def test_tricks(hand: str, worth: int) -> None:
    assert ten_commandments.tricks(mask(hand, parse_suit("H")), P) == worth


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "answer"),
    [
        # 1, 2: two tricks and partner's.
        ("JH 9H AS 9S 9C", "QH", 2, "order"),
        ("9H TH AS AC 9D", "QH", 2, "order"),
        ("9H TH AS KC 9D", "QH", 2, "pass"),
        ("JH AS 9S 9C 9D", "QH", 4, "order"),  # the dealer's third card is the queen
        ("9H AS 9S 9C 9D", "QH", 4, "pass"),
        # To the opponents goes half a trick with the upcard, a whole one with a jack.
        ("JH 9H AS 9S 9C", "QH", 1, "pass"),
        ("JH JD AS 9S 9C", "QH", 1, "order"),
        ("JH JD AS 9S 9C", "QH", 3, "order"),
        ("JD 9H TH AS 9C", "JH", 1, "pass"),
        ("JD AH KH QH AS", "JH", 1, "alone"),
        # 8: the right bower is ordered up for partner only to play alone.
        ("9H TH QH AS AC", "JH", 2, "pass"),
        ("JD 9H AS AC 9D", "JH", 2, "pass"),
        ("JD AH KH AS AC", "JH", 2, "alone"),
        ("JD AH KH AS AC", "QH", 2, "alone"),
        # 9: alone with three tricks, three trumps among them.
        ("JH JD AH AS 9C", "9H", 4, "alone"),
        ("JH JD AS AC 9S", "9H", 2, "order"),
        ("JH AH KH AS 9C", "9H", 2, "order"),
        ("JH AH KH QH AS", "9H", 2, "alone"),
    ],
)
def test_first_round(hand: str, upcard: str, seat: int, answer: str) -> None:
    assert first(ten_commandments, hand, upcard, seat) == answer


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("JS 9S AD 9C TH", "S"),
        ("9S TS AD AC TH", "S"),
        ("9S TS AD KC TH", "pass"),
        ("JC JS AS KS AD", "S alone"),
        ("JD JH AS AC TC", "D"),
        ("JD JH QD AC TC", "D alone"),
    ],
)
def test_second_round(hand: str, answer: str) -> None:
    assert second(ten_commandments, hand, "9H", 1) == answer


@pytest.mark.parametrize(("score", "answer"), [(0, "alone"), (7, "alone"), (8, "order"), (9, "order")])
def test_alone_but_not_with_eight_or_nine_points(score: int, answer: str) -> None:
    assert first(ten_commandments, "JH JD AH KH AS", "9H", 4, score_us=score) == answer


def test_with_eight_points_partners_right_bower_is_left_to_him() -> None:
    assert first(ten_commandments, "JD AH KH AS AC", "JH", 2, score_us=8) == "pass"


def test_two_and_three_players() -> None:
    assert first(ten_commandments, "JH JD AS 9S 9C", "QH", 1, players=2, dealer=1, partner=0) == "order"
    assert first(ten_commandments, "9H TH AS AC 9D", "QH", 2, players=3, dealer=1, partner=0) == "pass"


def test_a_stuck_dealer_names_his_best_suit() -> None:
    assert second(ten_commandments, "9S TS QD 9C TH", "AH", 4, stuck=1) == "S"


@pytest.mark.parametrize(
    ("hand", "maker", "more", "card"),
    [
        # 7: the right bower.
        ("JH 9H AS 9S 9C", 0, {}, "JH"),
        ("JH AH AS", 0, {"earlier": "JD KH QH TH 9H 9D TC KD"}, "JH"),
        ("Jo JH AS 9S 9C", 0, {"deck": whole_deck(25, 3)}, "Jo"),
        # 5: trump to partner's call.
        ("9H AH AS 9S 9C", 2, {}, "AH"),
        ("9H AS 9S 9C", 2, {"earlier": "TS QS KS TC"}, "9H"),
        ("AS 9S 9C", 2, {"earlier": "TS QS KS TC AC KC QC TD"}, "AS"),  # there is none
        # 6: none to the opponents' call.
        ("JH 9H AS TC 9C", 1, {}, "AS"),
        ("JH KS 9S", 1, {"earlier": "AC 9C TC QC AD 9D TD QD"}, "9S"),  # where basic leads the right
        ("JH AS 9S", 3, {"earlier": "AC 9C TC QC AD 9D TD QD"}, "AS"),
        ("JH 9H", 1, {"earlier": "AC 9C TC QC AD 9D TD QD AH KH QH TH"}, "JH"),  # nothing but trumps
    ],
)
def test_lead(hand: str, maker: int, more: dict[str, object], card: str) -> None:
    assert text(ten_commandments.lead(playing("H", hand, maker=maker, **more)), 3) == card


@pytest.mark.parametrize(
    ("hand", "played", "card"),
    [
        ("AH 9H QC TC KD", "AS TS", "KD"),  # 3: not partner's ace (the singleton goes)
        ("AH 9H QC TC KD", "KS TS", "9H"),  # 4: but their king, low
        ("AH 9H QC TC KD", "9S KS TS", "KD"),  # nobody is left to play: the king wins
        ("QS 9H QC TC KD", "KS TS", "QS"),  # who has the suit must follow
        ("QS 9S QC TC KD", "KS TS", "9S"),
        ("QC TC 9C KD QD", "KS TS", "9C"),  # no trump
        ("9H TH 9C KD QD", "KS AS", "9H"),  # the opponents' ace is trumped anyway
        ("9H TH 9C KD QD", "KH AH", "9H"),
    ],
)
def test_follow(hand: str, played: str, card: str) -> None:
    assert text(ten_commandments.follow(playing("H", hand, played)), 3) == card
