"""Cards as numbers and text: every notation, packs, effective suits, and errors that say what is wrong."""

import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import errors
from sim.cards import (
    CLUBS,
    DECKS,
    DIAMONDS,
    HEARTS,
    JOKER,
    NO_TRUMP,
    SPADES,
    card_name,
    cards_of,
    deck_codes,
    deck_mask,
    effective_suit,
    hand_text,
    parse_card,
    parse_hand,
    parse_suit,
    suit_name,
)

ALL_CARDS = (*deck_codes(52), JOKER)
cards = st.sampled_from(ALL_CARDS)
hands = st.sets(cards).map(lambda codes: sum(1 << code for code in codes))


def code(suit: int, rank: str) -> int:
    return 16 * suit + "23456789TJQKA".index(rank)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("JS", code(SPADES, "J")),
        ("js", code(SPADES, "J")),
        ("10H", code(HEARTS, "T")),
        ("TH", code(HEARTS, "T")),
        ("th", code(HEARTS, "T")),
        ("9d", code(DIAMONDS, "9")),
        ("2C", code(CLUBS, "2")),
        ("J♠", code(SPADES, "J")),
        ("10♥", code(HEARTS, "T")),
        ("A♦\ufe0f", code(DIAMONDS, "A")),
        ("q♧", code(CLUBS, "Q")),
        ("  KC ", code(CLUBS, "K")),
        ("Jo", JOKER),
        ("JO", JOKER),
        ("joker", JOKER),
        ("Benny", JOKER),
    ],
)
def test_every_notation_of_a_card(text: str, expected: int) -> None:
    assert parse_card(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a card: ''"),
        ("J", "not a card: 'J'"),
        ("jok", "not a card: 'jok'"),
        ("SJ", "suit before rank: 'SJ'"),
        ("♠10", "suit before rank: '♠10'"),
        ("1S", "unknown rank '1' in card: '1S'"),
        ("11H", "unknown rank '11' in card: '11H'"),
        ("JX", "unknown suit 'X' in card: 'JX'"),
        ("JS QS", "unknown rank 'JS Q' in card: 'JS QS'"),
    ],
)
def test_a_text_that_is_no_card_is_named(text: str, message: str) -> None:
    with pytest.raises(errors.CardError) as caught:
        parse_card(text)
    assert caught.value.message == message
    assert caught.value.hint


def test_names_of_cards() -> None:
    assert [card_name(c) for c in (code(SPADES, "J"), code(CLUBS, "T"), JOKER)] == ["JS", "TC", "Jo"]
    assert [card_name(c, symbols=True) for c in (code(SPADES, "J"), code(CLUBS, "T"), JOKER)] == ["J♠", "10♣", "Jo"]


@pytest.mark.parametrize("bad", [-1, 13, 14, 31, 63, 64, 1000])
def test_a_number_that_is_no_card(bad: int) -> None:
    with pytest.raises(errors.CardError, match=f"not a card code: {bad}"):
        card_name(bad)


@given(cards, st.booleans())
def test_a_card_comes_back_from_its_name(card: int, symbols: bool) -> None:
    assert parse_card(card_name(card, symbols)) == card
    assert parse_card(card_name(card, symbols).lower()) == card


@given(hands, st.booleans(), st.sampled_from([" ", ",", ", ", "\t", " , "]))
def test_a_hand_comes_back_from_its_text(hand: int, symbols: bool, between: str) -> None:
    text = hand_text(hand, symbols).replace(" ", between)
    assert parse_hand(text, hand.bit_count()) == hand
    assert sum(1 << c for c in cards_of(hand)) == hand


def test_a_hand_is_written_joker_first_then_suit_by_suit_high_first() -> None:
    assert hand_text(parse_hand("9H AS 10s JO jd QD KC")) == "Jo KC QD JD AS TS 9H"
    assert hand_text(parse_hand("10H AS"), symbols=True) == "A♠ 10♥"
    assert hand_text(0) == ""
    assert parse_hand(" , ") == 0


def test_a_hand_with_a_card_twice_or_a_wrong_count() -> None:
    with pytest.raises(errors.CardError, match="card given twice: TH in '10H JS th'"):
        parse_hand("10H JS th")
    with pytest.raises(errors.CardError, match="2 cards where 5 are needed: 'JS QS'"):
        parse_hand("JS QS", 5)
    with pytest.raises(errors.CardError, match="1 card where 5 are needed"):
        parse_hand("JS", 5)
    with pytest.raises(errors.CardError, match="unknown suit 'X' in card: 'QX'"):
        parse_hand("JS, QX")


@pytest.mark.parametrize("suit", range(4))
def test_every_notation_of_a_suit(suit: int) -> None:
    name = suit_name(suit)
    for text in (name, name.upper(), name[:-1], name[0], "♣♦♠♥"[suit], "♧♢♤♡"[suit], f" {name} "):
        assert parse_suit(text) == suit


_NO_TRUMP_TEXTS = ("no-trump", "NT", "No Trump", "N", "n", "no_trump", "notrump", "no trumps", " nt ")


def test_no_trump_is_a_suit_only_where_it_may_be() -> None:
    assert suit_name(NO_TRUMP) == "no-trump"
    assert [parse_suit(text, no_trump=True) for text in _NO_TRUMP_TEXTS] == [NO_TRUMP] * len(_NO_TRUMP_TEXTS)
    for text in ("no-trump", "N", "x", ""):
        with pytest.raises(errors.CardError, match=re.escape(f"not a suit: {text!r}")):
            parse_suit(text)
    for number in (-1, 5):
        with pytest.raises(errors.CardError, match="not a suit number"):
            suit_name(number)


@pytest.mark.parametrize("size", DECKS)
def test_packs(size: int) -> None:
    codes = deck_codes(size)
    assert len(set(codes)) == len(codes) == size
    assert deck_mask(size).bit_count() == size
    joker = size % 2 == 1
    plain = codes[:-1] if joker else codes
    assert list(plain) == sorted(plain)
    assert JOKER not in plain
    assert (codes[-1] == JOKER) is joker
    lowest = {24: "9", 25: "9", 28: "8", 32: "7", 33: "7", 52: "2"}[size]
    assert next(card_name(c) for c in plain if c // 16 == SPADES) == f"{lowest}S"
    assert all(card_name(plain[(s + 1) * len(plain) // 4 - 1]) == f"A{'CDSH'[s]}" for s in range(4))


def test_there_is_no_other_pack() -> None:
    with pytest.raises(errors.CardError, match="no pack of 36 cards"):
        deck_codes(36)


@pytest.mark.parametrize(("trump", "left"), [(CLUBS, "JS"), (SPADES, "JC"), (HEARTS, "JD"), (DIAMONDS, "JH")])
def test_left_bower_and_joker_are_trumps_and_no_other_card_changes_suit(trump: int, left: str) -> None:
    for card in ALL_CARDS:
        moved = card_name(card) in (left, "Jo")
        assert effective_suit(card, trump) == (trump if moved else card // 16), card_name(card)


@pytest.mark.parametrize("trump", [NO_TRUMP, -1])
def test_without_trump_jacks_stay_and_the_joker_stands_apart(trump: int) -> None:
    for card in deck_codes(52):
        assert effective_suit(card, trump) == card // 16
    assert effective_suit(JOKER, trump) == NO_TRUMP


EXIT_CODES = {
    errors.EuchreError: 1,
    errors.UsageError: 2,
    errors.CardError: 2,
    errors.RulesError: 3,
    errors.StrategyError: 4,
    errors.IllegalAction: 5,
    errors.RunFolderError: 6,
    errors.StorageError: 7,
    errors.ClusterError: 9,
    errors.Interrupted: 130,
}


@pytest.mark.parametrize("kind", EXIT_CODES)
def test_errors_carry_message_hint_and_exit_code(kind: type[errors.EuchreError]) -> None:
    error = kind("unknown thing: x", "try y")
    assert (error.message, error.hint, error.exit_code) == ("unknown thing: x", "try y", EXIT_CODES[kind])
    assert str(error) == "unknown thing: x\n\nhint: try y"
    assert str(kind("unknown thing: x")) == "unknown thing: x"
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.message, again.hint) == (kind, error.message, error.hint)


def test_a_near_word_is_suggested_and_else_all_are_listed() -> None:
    assert errors.did_you_mean("standrad", ["standard", "canadian"]) == "did you mean standard?"
    assert errors.did_you_mean("zzz", ["standard", "canadian"]) == "choose one of: standard, canadian"
