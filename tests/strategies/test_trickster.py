"""The tests that the bots of Trickster Cards come with, and the edges of their rules."""

from typing import Any

import pytest

from sim.cards import parse_suit
from strategies import trickster
from support.hearing import first, second
from support.situations import mask, playing, text, whole_deck

P = trickster.Params()


@pytest.mark.parametrize(
    ("hand", "trump", "worth"),
    [
        ("JH JD AH KH QH", "H", 510),  # five sure, and nothing short
        ("9H TH QH KH AH", "H", 435),  # two missing above; four, three, two, one, none below: 100 100 100 75 50, and 10
        ("9S TS 9C TC 9D", "H", 10),
        ("9H AS KS 9C AC", "H", 60),  # six trumps above the nine; two aces with a card
        ("9H AS 9C TC AC", "H", 35),  # on one trump a lone ace is a quarter, on three cards of its suit nothing
        ("JH 9H AS 9C TC", "H", 160),  # with two trumps a lone ace is a half
    ],
)
def test_estimate(hand: str, trump: str, worth: int) -> None:
    suit = parse_suit(trump)
    assert trickster.estimate(mask(hand, suit), whole_deck(24, suit), P) == worth


@pytest.mark.parametrize(
    ("hand", "upcard"),
    [
        ("9C 9S 9H AH JD", "QH"),  # three trumps, three suits
        ("9C 9D 9H JC JS", "9S"),  # both jacks, four suits
        ("AC AD AH 9H AS", "9S"),  # one trump
        ("AD KD AS AH JS", "9C"),
        ("AC KC AD AS JH", "9H"),
        ("TS JS 9D QD KD", "TD"),  # two suits, both weak
        ("AH KH 9S TS QS", "KS"),
        ("AD AH 9C TC QC", "KC"),
        ("AC 9S 9D TD QD", "KD"),
        ("AC KS 9H TH QH", "KH"),
        ("9D 9H 9S TS QS", "KS"),
    ],
)
def test_its_own_passes(hand: str, upcard: str) -> None:
    assert first(trickster, hand, upcard, 1) == "pass"


@pytest.mark.parametrize(
    ("hand", "upcard"),
    [
        ("9H TH KS AS JC", "9S"),
        ("AD AH QC KC AC", "9C"),
        ("AD AH TC QC KC", "9C"),
        ("9C 9S AD JH JD", "9D"),
        ("9D TD QH KH AH", "9H"),
        ("AC KC AH JC JS", "9S"),
        ("AS KS 9C JH JD", "9D"),
        ("9D 9H KC AC JS", "TC"),
        ("9C 9S QD AD JH", "TD"),
        ("AC 9D 9S JD JH", "TH"),
        ("9D KD 9S KS JC", "TS"),
        ("9H QH 9C QC JC", "AC"),
        ("AS KS TD QD KD", "AD"),
        ("TC 9H TH QH JH", "AH"),
        ("9D 9S TS QS KS", "AS"),
        ("9H TH QH KH AH", "JH"),  # not alone without a jack
    ],
)
def test_its_own_orders(hand: str, upcard: str) -> None:
    assert first(trickster, hand, upcard, 1) == "order"


@pytest.mark.parametrize(
    ("hand", "upcard"),
    [
        ("AC 9S KS AS JS", "TS"),
        ("AC 9S KS JC JS", "TS"),
        ("AS KH AH JD JH", "9H"),
        ("AC QS KS AS JS", "9S"),
        ("AS QS AH JD JH", "9H"),
        ("AD KD AC JS JC", "9C"),
        ("AD AH AC JS JC", "9C"),
        ("KH KD AD JH JD", "9D"),
        ("9D KH AH JD JH", "9H"),
    ],
)
def test_its_own_lone_hands(hand: str, upcard: str) -> None:
    assert first(trickster, hand, upcard, 1) == "alone"
    assert first(trickster, hand, upcard, 1, may_alone=0) == "order"
    assert second(trickster, hand, "9" + ("C" if upcard[1] in "DH" else "H"), 1) == upcard[1] + " alone"


def test_not_alone_where_the_opponents_get_the_highest_trump() -> None:
    assert first(trickster, "AH QS KS AS JC", "JS", 1) == "order"
    assert first(trickster, "AH QS KS AS JC", "JS", 2) == "alone"
    deck = whole_deck(25, parse_suit("S"))
    assert first(trickster, "AH KS AS JC Jo", "JS", 1, deck=deck) == "alone"  # there the joker is the highest


def test_the_dealer_counts_the_card_he_gets() -> None:
    assert first(trickster, "9S 9H QH KC TC", "AH", 1) == "pass"
    assert first(trickster, "9S 9H QH KC TD", "AH", 4) == "pass"  # three side suits
    assert first(trickster, "9S 9H QH KC TC", "AH", 4) == "order"


def test_a_partner_who_must_play_alone_passes_anything_less() -> None:
    assert first(trickster, "9C 9S AD JH JD", "9D", 2, must_alone=1) == "pass"
    assert first(trickster, "AS KH AH JD JH", "9H", 2, must_alone=1) == "alone"


def test_no_trump() -> None:
    hand = "AS KS AC KD TD"
    assert second(trickster, hand, "9H", 1, suits=0b10111) == "NT"  # 1 + 1 + 1 + 0.75
    assert second(trickster, hand, "9H", 1) == "pass"
    assert second(trickster, "AS KS QC KD TD", "9H", 1, suits=0b10111) == "NT"
    assert second(trickster, "AS QS QC TC TD", "9H", 1, suits=0b10111) == "pass"
    assert trickster.estimate_no_trump(mask("AS KS QS TS 9D", 3, False), P) == 0  # four cards are too many for an ace


def test_a_stuck_dealer_names_the_best() -> None:
    assert second(trickster, "9S TS QC KD TH", "AH", 4, stuck=1) == "C"
    assert second(trickster, "9S TS QS KD TH", "AH", 4, stuck=1) == "S"
    assert second(trickster, "9S TS QS KD TH", "AH", 4, stuck=1, suits=0b010) == "D"


@pytest.mark.parametrize(
    ("six", "upcard", "card"),
    [
        ("AD JD 9S TC JH 9C", "AD", "9S"),  # its own
        ("AD JD JH AS TC 9C", "AD", "9C"),  # not the ace
        ("AD JD JH KS 9S TC", "AD", "TC"),
        ("AD JD KS 9S TC 9C", "AD", "9C"),  # not the guard of a king
        ("AD JD JH TH KS 9S", "AD", "TH"),
        ("AD JD JH KD KS 9S", "AD", "9S"),  # unless it must be
        ("AD JD JH KD QD AS", "AD", "AS"),
        ("AD JD JH KD QD 9D", "9D", "QD"),  # never the upcard
    ],
)
def test_discard(six: str, upcard: str, card: str) -> None:
    view = playing("D", six, maker=0, dealer=0)._replace(upcard=mask(upcard, parse_suit("D")))
    assert text(trickster.discard(view), parse_suit("D")) == card


ALONE = {"out": (2,), "maker": 0}


@pytest.mark.parametrize(
    ("hand", "more", "card"),
    [
        # Its own.
        ("AC TC 9C JH QD", {"maker": 2}, "JH"),  # the left to partner's call
        ("9C QD", {"maker": 0, "voids": ("", "D", ""), "tricks_us": 3}, "QD"),
        ("JD JH TD AS KS", ALONE, "JD"),
        ("JH TD AS", ALONE | {"tricks_us": 2}, "JH"),
        ("JH TD AS", ALONE | {"tricks_us": 1, "tricks_them": 1}, "AS"),
        ("KS 9S", ALONE | {"tricks_us": 3}, "KS"),
        ("KS 9S", ALONE | {"tricks_us": 2, "tricks_them": 1}, "9S"),
        # The rest of its rules.
        ("AC TC 9C KD QD", {"maker": 2, "earlier": "JD AD TD 9H"}, "AC"),  # three trumps have been played
        ("AC TC 9C JH QD", {"maker": 2, "earlier": "JD AD KD 9D"}, "JH"),  # the left is high by now
        ("JH TD 9D AC QS", {"maker": 0}, "9D"),  # the right is out: the lowest of three trumps
        ("JD TD 9D AC QS", {"maker": 0}, "JD"),
        ("9C QD", {"maker": 0, "tricks_us": 3}, "9C"),  # partner may have a trump
        ("QD KS QS TH", {"maker": 1}, "TH"),  # one trump, nothing high: the shortest suit
        ("QD AS QS TH", {"maker": 1}, "AS"),  # the high card
        ("JD AS QS AC", {"maker": 1}, "AC"),  # from the shorter suit; the trump only for the makers
        ("JD AS QS AC", {"maker": 0}, "JD"),
        ("JD QD QS TC", {"maker": 0}, "JD"),
        ("JD QS TC TS", {"maker": 0}, "TC"),  # the last trump is kept
        ("JD QD QS TC", {"maker": 1}, "TC"),  # the lowest
        ("QS TC KC", {"maker": 1}, "TC"),
        ("JD", {"maker": 1}, "JD"),
    ],
)
def test_lead(hand: str, more: dict[str, Any], card: str) -> None:
    assert text(trickster.lead(playing("D", hand, **more)), parse_suit("D")) == card


@pytest.mark.parametrize(
    ("hand", "played", "more", "card"),
    [
        # Its own.
        ("AC KC TC 9C QD", "9S QS TS", {}, "9C"),  # partner has it
        ("AC AH KH 9H QD", "AS", {"out": (3,), "maker": 1}, "9H"),  # partner's ace, led against a lone hand
        ("AS KS AC AH QD", "9S TS QS", {}, "KS"),  # as high as needed
        ("AC TC 9C JH QD", "9S QS", {}, "9C"),  # a defender keeps the left guarded
        ("AC TC 9C JH QD", "9S TS QS", {}, "QD"),  # but not in the last seat
        ("AC 9C JH QD", "9S QS", {"voids": ("D", "", "")}, "QD"),  # nor before a player without trumps
        ("AC TC JH QD 9D", "9S QS", {}, "9D"),  # nor with a third trump
        ("AC TC 9C JH QD", "9S", {"earlier": "JD KD TH 9H"}, "QD"),  # nor when it is the highest
        ("AC TC 9C JH JD", "9S", {"earlier": "QD KD TH 9H"}, "JH"),
        ("AC TC 9C JH QD", "TS 9S", {"tricks_us": 1}, "QD"),  # nor with one trick
        ("AC TC 9C JH QD", "9S TS", {"tricks_us": 2}, "9C"),
        ("AC KC AH KH QD", "AS 9S", {"out": (2,), "maker": 0}, "QD"),  # a lone maker trumps an ace
        # The rest of its rules.
        ("AS 9S QC TC KH", "QS TS", {}, "AS"),  # over partner's queen, with the king out
        ("AS 9S QC TC KH", "KS TS", {}, "9S"),  # their king is sure beside one's own ace
        ("QS 9S QC TC KH", "TS 9D", {}, "9S"),  # the trick is trumped
        ("KS 9S QC TC KH", "QS TS", {}, "9S"),  # partner's queen may lose, but so may the king
        ("KS 9S QC TC KH", "TS", {}, "KS"),  # the highest that wins for now
        ("9S TS QC TC KH", "QS", {}, "9S"),
        ("AC TC 9C KD QD", "KS TS", {}, "QD"),  # trumps partner's king, which is not sure
        ("AC TC 9C KD QD", "AS TS", {}, "9C"),  # but not their ace
        ("AC TC 9C KD QD", "AS TS QS", {}, "QD"),
        ("AC TC 9C KD QD", "AS TS TD", {}, "QD"),  # overtrumps with the lowest that will do
        ("AC TC 9C TD 9D", "AS TS QD", {}, "9C"),
        ("AC TC 9C KD QD", "AS TD TS", {}, "9C"),  # partner trumped
        ("QD KD", "TD", {}, "KD"),  # trumps led
        ("QD", "AS", {}, "QD"),
    ],
)
def test_follow(hand: str, played: str, more: dict[str, Any], card: str) -> None:
    view = playing("D", hand, played, **({"maker": 3} | more))
    assert text(trickster.follow(view), parse_suit("D")) == card


def test_it_never_defends_alone() -> None:
    assert trickster.defend_alone(playing("H", "JH JD AH KH QH", maker=1)) == 0
