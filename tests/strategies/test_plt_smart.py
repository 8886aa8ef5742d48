"""Strengths worked out by hand from the bot's table, and what it does with them."""

from typing import Any

import pytest

from sim.bits import U
from sim.cards import parse_suit
from strategies import plt_smart
from support.hearing import first, second
from support.situations import mask, playing, text

P = plt_smart.Params()


@pytest.mark.parametrize(
    ("hand", "trump", "values", "side", "trumps", "aces", "voids"),
    [
        ("KD QD AC JD JH", "D", 20, 10, 0.9, 0.25, 0.7),  # the hand of its own test
        ("JD KH TH AS 9C", "H", 9, 10, 0.65, 0.25, 0.3),  # left, king and ten: the example of its description
        ("JH JD AH KH QH", "H", 24, 0, 1.0, 0.0, 1.0),
        ("AS KS QS AC AD", "H", 0, 19, 0.0, 1.0, 0.0),  # without a trump no void counts
        ("JH AS KS QS 9S", "H", 10, 19, 0.2, 0.25, 0.0),  # with one neither
        ("JH 9H AS KS QS", "H", 10, 19, 0.3, 0.25, 0.3),  # two trumps: one of two voids
        ("JH 9H TH KS QS", "H", 10, 9, 0.65, 0.0, 0.7),  # three trumps: both
        ("9H TH AS AC KD", "H", 0, 10, 0.3, 0.6, 0.0),
        ("AH KH QH 9H 9S", "H", 7, 0, 0.9, 0.0, 0.7),
        ("Jo 9H 9S 9C 9D", "H", 10, 0, 0.3, 0.0, 0.0),  # the joker as a right bower
        ("8H 7H 8S 7S 8C", "H", 0, 0, 0.3, 0.0, 0.3),
        ("9S TS 9C TC 9D", "H", 0, 0, 0.0, 0.0, 0.0),
    ],
)
def test_strength(hand: str, trump: str, values: int, side: int, trumps: float, aces: float, voids: float) -> None:
    wanted = 20 * values / 24 + 7 * side / 19 + 27 * trumps + 25 * aces + 21 * voids
    assert float(plt_smart.strength(mask(hand, parse_suit(trump)), P)) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("upcard", "worth"), [("JH", 50), ("AH", 30), ("KH", 25), ("QH", 20), ("TH", 15), ("9H", 10), ("7H", 10)]
)
def test_the_upcard(upcard: str, worth: int) -> None:
    assert float(plt_smart.upcard_strength(mask(upcard, 3), P)) == pytest.approx(25 * worth / 150)


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "answer"),
    [
        # Right, nine and the best of side suits: 8.33 + 7 + 8.1 + 6.25 + 6.3 = 35.98.
        ("JH 9H AS KS QS", "TH", 2, "order"),  # 38.5 with the ten
        ("JH 9H AS KS QS", "TH", 1, "pass"),  # 33.5 against it
        ("JH 9H AS KS QS", "TH", 3, "pass"),
        # Left, king, ten, an ace: 7.5 + 3.68 + 17.55 + 6.25 + 6.3 = 41.28.
        ("JD KH TH AS 9C", "9H", 1, "order"),  # 39.6
        ("JD KH TH AS 9C", "QH", 1, "order"),  # 37.9
        ("JD KH TH AS 9C", "AH", 1, "order"),  # 36.3
        ("JD KH TH AS 9C", "JH", 1, "pass"),  # 32.9
        ("JD KH TH AS 9C", "QH", 2, "order"),  # 44.6
        ("JD KH TH AS 9C", "AH", 2, "alone"),  # 46.3
        # The dealer keeps the best five: here right, queen, ten, ace and king, 9.17 + 17.55 + 6.26 + 6.25 + 14.7.
        ("JH TH AS KS 9C", "QH", 4, "alone"),
        ("9H TH AS 9S 9C", "QH", 4, "order"),  # queen, ten, nine, an ace with the nine: 43.02
        ("9H TS QS 9C TD", "QH", 4, "pass"),
    ],
)
def test_first_round(hand: str, upcard: str, seat: int, answer: str) -> None:
    assert first(plt_smart, hand, upcard, seat) == answer


def test_thresholds_are_parameters() -> None:
    assert first(plt_smart, "JH 9H AS KS QS", "TH", 1, {"call": 33.0}) == "order"
    assert first(plt_smart, "JH 9H AS KS QS", "TH", 1, {"call": 33.0, "alone_more": 0.0}) == "alone"
    assert first(plt_smart, "JD KH TH AS 9C", "AH", 2, {"alone_more": 12.0}) == "order"


def test_partner_who_must_play_alone() -> None:
    assert first(plt_smart, "JD KH TH AS 9C", "QH", 2, must_alone=1) == "pass"
    assert first(plt_smart, "JD KH TH AS 9C", "AH", 2, must_alone=1) == "alone"


def test_two_and_three_players() -> None:
    assert first(plt_smart, "JH 9H AS KS QS", "TH", 1, players=2, dealer=1, partner=0) == "pass"
    assert first(plt_smart, "JH 9H AS KS QS", "TH", 1, players=3, dealer=2, partner=0) == "pass"


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("JS 9S AD KD QD", "D"),  # 35.98 in spades, 5.83 + 17.55 + 14.7 in diamonds
        ("JS 9S AD KD 9C", "S"),  # 35.24
        ("JS 9S AD 9C TH", "pass"),  # 26.37
        ("JD KD AS 9C TH", "pass"),  # 28.03
        ("JC JS AS KS AD", "S alone"),
        ("9S TS QS KS 9D", "S"),  # four trumps and two voids: 2.5 + 24.3 + 14.7
    ],
)
def test_second_round(hand: str, answer: str) -> None:
    assert second(plt_smart, hand, "9H", 1) == answer


def test_a_stuck_dealer_names_his_strongest_suit() -> None:
    assert second(plt_smart, "9S TS QD 9C TH", "AH", 4, stuck=1) == "S"
    assert second(plt_smart, "9S TS QS KS 9D", "AH", 4, stuck=1, suits=0b010) == "D"


def test_defends_alone_against_lone_makers_only() -> None:
    strong = playing("H", "JH 9H AS KS QS", maker=1)
    assert plt_smart.defend_alone(strong, P) == 0
    assert plt_smart.defend_alone(strong._replace(alone=1), P) == 1
    weak = playing("H", "JH 9H AS 9D 9C", maker=1)._replace(alone=1)
    assert plt_smart.defend_alone(weak, P) == 0


@pytest.mark.parametrize(
    ("six", "upcard", "card"),
    [
        ("JH TH AS KS 9C QH", "QH", "9C"),  # two voids
        ("JH TH AS 9S KC QH", "QH", "KC"),
        ("JH TH AS KS QS QH", "QH", "QS"),  # costs least
        ("9H TH AS AC AD QH", "QH", "AC"),  # a void for an ace; of equals the first lane
        ("JH JD AH KH QH 9H", "9H", "QH"),  # never the upcard
        ("9H AS KS AC AD JH", "JH", "KS"),
        ("9H TH JH JD AH AS", "9H", "TH"),  # four trumps and an ace are stronger than five trumps
    ],
)
def test_discard(six: str, upcard: str, card: str) -> None:
    view = playing("H", six, maker=0, dealer=0)._replace(upcard=mask(upcard, 3))
    assert text(plt_smart.discard(view, P), 3) == card


def test_the_card_buried_leaves_the_strongest_five() -> None:
    for cards in ("JH TH AS KS 9C QH", "9H TS QS 9C TD QH", "KS QS AC TC AD 9H", "9H TH QH KH AH JH"):
        six = mask(cards, 3)
        others = [mask(card, 3) for card in cards.split()[:5]]
        strongest = max(float(plt_smart.strength(six & ~card, P)) for card in others)
        best, buried = plt_smart.best_five(six, mask(cards.split()[5], 3), P)
        assert float(best) == pytest.approx(strongest)
        assert float(plt_smart.strength(six & ~buried, P)) == pytest.approx(strongest)


TURNED_JACK = U(1 << 61)  # the left bower turned down: next was made
TURNED_NINE = mask("9D", 3)


@pytest.mark.parametrize(
    ("hand", "more", "card"),
    [
        ("AH 9H AS 9S 9C", {"maker": 0, "round": 2, "upcard": TURNED_NINE}, "9H"),  # next without a bower
        ("JH AH AS 9S 9C", {"maker": 0, "round": 2, "upcard": TURNED_NINE}, "AH"),  # from right and ace
        ("JH AH AS 9S 9C", {"maker": 0, "round": 2, "upcard": TURNED_JACK}, "AH"),
        ("JH KH AS 9S 9C", {"maker": 0, "round": 2, "upcard": TURNED_NINE}, "AS"),
        ("JH AH AS 9S 9C", {"maker": 0, "round": 2, "upcard": mask("9S", 3)}, "AS"),  # not next
        ("JH AH AS 9S 9C", {"maker": 0}, "AS"),  # two trumps are not drawn at once
        ("QH AH 9H 9S AC", {"maker": 0}, "AH"),  # three are
        ("JH AH AS 9S", {"maker": 0, "earlier": "9C TC QC KC"}, "JH"),  # later two are, too
        ("JH AS 9S", {"maker": 0, "earlier": "JD AH KH QH TH 9H TC QC"}, "AS"),  # none is out
        ("9H TH AS AC 9C", {"maker": 1}, "AS"),  # the ace from the shorter suit
        ("JD 9H QS TS 9C", {"maker": 2}, "JD"),  # a bower to partner's call
        ("AH 9H QS TS 9C", {"maker": 2}, "9H"),  # else a low trump
        ("AH QS TS KC 9D", {"maker": 2}, "9D"),  # or the lowest singleton
        ("AH QS TS KC QC", {"maker": 2}, "AH"),
        ("AH 9H QS TS", {"maker": 2, "earlier": "9S KS AS JH"}, "QS"),  # trump has been played
        ("9H KS TS 9C", {"maker": 1, "earlier": "AS QS 9S TH"}, "KS"),  # unbeaten
        ("KS KC", {"maker": 1, "earlier": "AS AC 9S TH QS TS 9C TC QC JC 9H QH"}, "KC"),  # of equal ones the first lane
        ("9H KS TS 9C", {"maker": 1, "earlier": "QS 9S TH QD"}, "9C"),  # the singleton
        ("9H KS TS QC TC", {"maker": 1}, "TC"),  # first trick: low from a longest suit, of equals the first lane
        ("9H KS TS QC", {"maker": 1, "earlier": "9S QS AH TH"}, "QC"),
        ("9H KS TS", {"maker": 1, "earlier": "9S QS AH TH 9C TC QC KC"}, "TS"),  # the lowest side card
        ("KS QS TC", {"maker": 1, "earlier": "9S AH TH 9C QC KC AC JC"}, "TC"),
        ("9H", {"maker": 1}, "9H"),
    ],
)
def test_lead(hand: str, more: dict[str, Any], card: str) -> None:
    assert text(plt_smart.lead(playing("H", hand, **more)), 3) == card


@pytest.mark.parametrize(
    ("hand", "played", "more", "card"),
    [
        # Partner is winning.
        ("AS 9S QC TC KD", "KS TS", {}, "9S"),
        ("AH 9H QC TC KD", "QS TS", {}, "KD"),  # to be rid of diamonds
        ("QC TC KD QD", "QS TS", {}, "TC"),  # without a trump just low
        ("AH 9H", "QS TS", {}, "9H"),
        # The opponents are.
        ("AS 9S QC TC KD", "QS", {}, "AS"),
        ("QS 9S QC TC KD", "TS", {}, "QS"),  # the highest that leads for now
        ("AS QS QC TC KD", "9S TS KC", {}, "QS"),  # last: the lowest that wins
        ("TS 9S QC TC KD", "QS", {}, "9S"),
        ("AS 9S QC TC KD", "TS 9H 9C", {"maker": 1}, "9S"),  # partner trumped
        ("AS 9S QC TC KD", "TS QS 9H", {}, "9S"),  # the opponents did
        ("AH 9H QC TC KD", "TS", {}, "9H"),  # the lowest trump
        ("JH QC TC KD", "TS", {}, "KD"),  # the highest trump alone is kept
        ("AH QC TC KD", "TS", {}, "AH"),
        ("AH QC TC KD", "TS", {"earlier": "JH JD 9D TD"}, "KD"),  # it is the highest by now
        ("AH KH QC TC 9D", "TS 9C QH", {}, "KH"),  # overtrumps: last with the lowest
        ("AH KH QC TC 9D", "TS QH", {"maker": 3, "voids": ("", "", "S")}, "AH"),  # else with the highest
        ("TH 9H QC TC 9D", "TS 9C QH", {}, "9D"),
        ("QH", "AS", {}, "QH"),
    ],
)
def test_follow(hand: str, played: str, more: dict[str, Any], card: str) -> None:
    assert text(plt_smart.follow(playing("H", hand, played, **more)), 3) == card
