"""The basic player before and during the play, in situations that a good player knows.

Cards are those of `simple`, the yardstick; what `basic` plays otherwise is in test_card_play.py.
"""

from typing import Any

import pytest

from strategies import basic, simple
from support.situations import mask, playing, text


@pytest.mark.parametrize(
    ("six", "upcard", "card"),
    [
        ("JH AH KH AS KS 9C", "KH", "9C"),  # a void
        ("JH AH AS 9S KC QC", "JH", "9S"),  # lowest of no singleton, K-Q kept
        ("JH AH 9S KC 9D AD", "JH", "9S"),  # the singleton, not the nine beside the ace
        ("JH AH 9H AS TC 9D", "JH", "TC"),  # green singleton before next
        ("JH AH 9H TH AS KC", "JH", "KC"),  # rather a king than the ace
        ("JH AH KS 9S TC 9C", "JH", "9C"),  # keep K-9
        ("JH AH KH AS KS QC", "JH", "QC"),  # keep A-K
        ("JH JD AH KH AS KD", "JH", "KD"),  # rather a king than an ace or a trump
        ("JH JD AH KH QH AS", "JH", "AS"),  # five trumps take more than four and an ace
        ("JH JD AH KH QH 9H", "9H", "QH"),  # never the upcard
        ("JH JD AH KH QH 9H", "JH", "9H"),
    ],
)
def test_discard(six: str, upcard: str, card: str) -> None:
    view = playing("H", six, maker=0, dealer=0)._replace(upcard=mask(upcard, 3))
    assert text(simple.discard(view), 3) == card


@pytest.mark.parametrize(
    ("ten", "kept"),
    [
        ("JH AH 9H AS KS KC QC TC 9D TD", "JH AH 9H AS KS"),  # trumps, the ace, the king beside it
        ("JH AH 9H AS AC KS QC TC 9D TD", "JH AH 9H AS AC"),  # aces before the king beside one
        ("JH JD KH QH TH AS KS QC TC 9D", "JH JD KH QH AS"),  # an ace before a fifth trump
        ("JH JD KH QH TH KS QC TC 9C 9D", "JH JD KH QH TH"),
        ("JH AH 9H KS 9S QC TC 9C QD TD", "JH AH 9H KS 9S"),  # one suit beside, two to trump
        ("JH AH 9H AS 9S KC QC TC QD TD", "JH AH 9H AS 9S"),
        ("9H AS TS AC 9C KD QD JC TD 9D", "9H AS AC JC TS"),
        ("AS TS AC 9C KD QD JC TD 9D AD", "AS AC AD KD QD"),  # no trump at all
    ],
)
def test_best_five_of_ten(ten: str, kept: str) -> None:
    view = playing("H", ten, maker=0)
    assert set(text(basic.keep_five(view), 3).split()) == set(kept.split())


# ------------------------------------------------------------------------------------------------------------- leads


@pytest.mark.parametrize(
    ("hand", "maker", "more", "card"),
    [
        ("JH AH AS 9S 9C", 0, {}, "JH"),  # the right, to draw trumps
        ("JD AH AS 9S 9C", 0, {}, "JD"),  # two trumps, from the top
        ("9H AS TS 9C TC", 0, {}, "AS"),  # one small trump: the ace first
        ("JH AS 9S", 0, {"earlier": "AH KH QH TH 9H 9D TC JD"}, "AS"),  # no trump is left to draw
        ("JH AS 9S 9C TC", 2, {}, "JH"),  # to partner's call, the best trump
        ("9H TH AS 9C TC", 2, {}, "9H"),  # to partner's call, low if there is a better one
        ("9H AS 9C", 2, {"earlier": "JH AH QD 9D KH JD TD QC"}, "AS"),  # trumps have been led
        ("JH 9H AS TC 9C", 1, {}, "AS"),  # against the makers: the ace, no trump
        ("9H QS TS AC 9C", 1, {}, "AC"),  # A-x before anything else
        ("9H AS 9S AC 9D", 1, {}, "AC"),  # singleton ace before A-x
        ("9H KS 9S QC TC", 1, {}, "9S"),  # no ace: low from a suit of two
        ("9H TH QS KC 9C", 1, {}, "9C"),  # not the singleton
        ("JH KS 9S", 1, {"earlier": "AC 9C TC QC AD 9D TD QD"}, "JH"),  # late: the sure trump
        ("KS 9C", 1, {"earlier": "AS 9S QS TS AC KC QC TC"}, "KS"),  # the king is boss now
        ("JH AH 9H", 1, {"earlier": "AC 9C TC QC AD 9D TD QD"}, "JH"),  # nothing but trumps
        ("9C TD 9S", 1, {"earlier": "AC KC QC TC AS KS QS TS", "voids": ("S", "D", "S")}, "TD"),  # partner trumps it
    ],
)
def test_lead(hand: str, maker: int, more: dict[str, Any], card: str) -> None:
    assert text(simple.lead(playing("H", hand, maker=maker, **more)), 3) == card


def test_leads_without_trump() -> None:
    assert text(simple.lead(playing("no-trump", "AS KS 9C TC 9D", maker=0)), -1, False) in ("AS", "KS")
    assert text(simple.lead(playing("no-trump", "KS 9S QH TH", maker=1)), -1, False) == "9S"


# ------------------------------------------------------------------------------------------------------------ follows


@pytest.mark.parametrize(
    ("hand", "played", "maker", "more", "card"),
    [
        # Last hand.
        ("AS KS 9C TC 9D", "9S TS QS", 1, {}, "KS"),  # wins as cheaply as possible
        ("9S KH 9C TC 9D", "TS AS QS", 1, {}, "9S"),  # partner has it: low
        ("9H KH 9C TC 9D", "TS AS QS", 1, {}, "9C 9D"),  # partner has it: no trump
        ("9H KH 9C TC 9D", "AS TS QS", 1, {}, "9H"),  # the smallest trump is enough
        ("9H KH 9C TC 9D", "AS TS TH", 1, {}, "KH"),  # overtrumps as cheaply as possible
        ("9H TH 9C TC KD", "AS QS QH", 1, {}, "KD"),  # can't overtrump: makes a void
        ("TH QC TC 9C AD", "AS QS QH", 1, {}, "9C"),  # the singleton ace is kept
        # Third hand.
        ("AH 9H QC TC KD", "AS TS", 1, {}, "KD"),  # partner's ace is not trumped
        ("AH 9H QC TC KD", "KS TS", 1, {}, "KD"),  # nor their king
        ("AH 9H QC TC KD", "9S TS", 1, {}, "9H"),  # but the ten of the other side is
        ("AH 9H QC TC KD", "QS TS", 1, {}, "9H"),  # and partner's queen, with the king and the ace out
        ("AH 9H QC TC KD", "QS TS", 1, {"earlier": "AS KS 9D TD"}, "KD"),  # not once the queen is best
        ("AS 9S QC TC KD", "QS TS", 1, {}, "AS"),  # covers the queen: the king is out
        ("AS 9S QC TC KD", "KS TS", 1, {}, "9S"),  # no cover for the king: nothing lies between
        ("AS 9S QC TC KD", "TS QS", 1, {}, "AS"),  # takes it from the other side
        ("JH 9S QC TC KD", "TS QS", 1, {}, "9S"),  # must follow
        # Second hand.
        ("AS 9S QC TC KD", "KS", 1, {}, "AS"),  # the sure card
        ("9H 9S QC TC KD", "AC", 1, {}, "TC"),  # loses low
        ("9H QS TS TC KD", "AC", 1, {}, "TC"),
        ("9H QS TS KS KD", "AC", 1, {}, "9H"),  # trumps the ace with the smallest
        ("JH QS TS KS KD", "9C", 1, {}, "KD"),  # a small card is not worth the right: partner is to play
        ("JH QS TS KS KD", "AC", 1, {}, "JH"),  # the ace is
        ("KH 9H QS TS KD", "QH", 1, {}, "9H"),  # holds the king back under both bowers
        ("JH 9H QS TS KD", "QH", 1, {}, "JH"),  # the right is sure
        ("JD QS TS KS KD", "QH", 1, {}, "JD"),  # the left bower must follow trump
        ("JD 9D TS KS KC", "TD", 1, {}, "9D"),  # and is no diamond
        ("QH", "AS", 1, {}, "QH"),  # the last card
    ],
)
def test_follow(hand: str, played: str, maker: int, more: dict[str, Any], card: str) -> None:
    view = playing("H", hand, played, maker=maker, **more)
    assert text(simple.follow(view), 3) in card.split()


def test_nothing_is_trumped_without_trump() -> None:
    view = playing("no-trump", "KS QS 9D", "AC 9C", maker=1)
    assert text(simple.follow(view), -1, False) == "9D"
    assert text(simple.follow(playing("no-trump", "KC AC 9D", "QC TC 9C", maker=1)), -1, False) == "KC"
