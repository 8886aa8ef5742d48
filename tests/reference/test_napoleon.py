"""The reference player's napoleon: the cases of the rule specification, random hands, and damage that is caught."""

import random
from dataclasses import replace
from typing import Any

import pytest

from .game import check_game
from .hand import check_hand
from .house_rules import NotCovered, full_rules
from .napoleon import BIDS, legal_bids, legal_cards, payments, trick_winner
from .record import Disagreement, HandRecord
from .sample import random_game, random_hand

NAPOLEON: dict[str, Any] = {"auction": "single", "deck": 52, "max_hands": 20, "target": 0}
KINDS = [
    NAPOLEON,
    NAPOLEON | {"players": 2, "deck": 24},
    NAPOLEON | {"players": 3, "deck": 28, "nap_table": "stakes", "misere": "off"},
    NAPOLEON | {"players": 5, "deck": 32, "nap_allpass": "dealer_one", "nap_min_bid": 3},
    NAPOLEON | {"players": 6, "nap_table": "flat", "target": 25, "nap_min_bid": 1, "allpass": "same_dealer"},
]
every_kind = pytest.mark.parametrize("rules", KINDS, ids=["preset", "two", "three", "five", "six"])
RULES = full_rules(NAPOLEON)


def test_first_card_is_trump_and_there_are_no_bowers() -> None:
    """Case 29: with hearts led and so trump the jack of diamonds is a diamond, the jack of hearts under the queen."""
    assert legal_cards(["JD", "2H", "AS"], "7H") == ["2H"]
    assert legal_cards(["JD", "AS"], "7H") == ["JD", "AS"]
    assert trick_winner([(0, "7H"), (1, "JH"), (2, "QH"), (3, "JD")], "H") == 2
    assert trick_winner([(0, "AS"), (1, "2H"), (2, "KS"), (3, "JD")], "H") == 1
    assert trick_winner([(0, "9S"), (1, "2H"), (2, "KS"), (3, "AD")], "NT") == 2


def test_order_of_bids() -> None:
    """Case 29: three, misere, four is legal; misere after four, and Wellington without a Nap, are not."""
    assert legal_bids([], RULES) == ["pass", "two", "three", "misere", "four", "nap"]
    assert "misere" in legal_bids(["three"], RULES)
    assert "four" in legal_bids(["three", "misere"], RULES)
    assert legal_bids(["three", "pass", "four"], RULES) == ["pass", "nap"]
    assert legal_bids(["four", "nap"], RULES) == ["pass", "wellington"]
    assert legal_bids(["nap", "wellington"], RULES) == ["pass", "blucher"]
    assert legal_bids(["nap", "wellington", "blucher"], RULES) == ["pass"]
    assert legal_bids([], RULES | {"misere": "off"}) == ["pass", "two", "three", "four", "nap"]
    assert legal_bids([], RULES | {"nap_min_bid": 1})[:3] == ["pass", "one", "two"]
    assert legal_bids([], RULES | {"nap_min_bid": 4}) == ["pass", "four", "nap"]


@pytest.mark.parametrize(
    ("bid", "tricks", "table", "points"),
    [
        ("three", 5, "us", [9, -3, -3, -3]),
        ("nap", 4, "us", [-15, 5, 5, 5]),
        ("misere", 1, "us", [-9, 3, 3, 3]),
        ("misere", 0, "us", [9, -3, -3, -3]),
        ("nap", 5, "us", [30, -10, -10, -10]),
        ("wellington", 4, "us", [-30, 10, 10, 10]),
        ("blucher", 3, "us", [-60, 20, 20, 20]),
        ("wellington", 5, "stakes", [60, -20, -20, -20]),
        ("blucher", 0, "stakes", [-45, 15, 15, 15]),
        ("nap", 4, "flat", [-5, 0, 0, 0]),
        ("blucher", 5, "flat", [20, 0, 0, 0]),
        ("one", 0, "us", [-3, 1, 1, 1]),
    ],
)
def test_payments(bid: str, tricks: int, table: str, points: list[int]) -> None:
    """Case 30, and the three tables."""
    assert payments(0, bid, tricks, RULES | {"nap_table": table}) == points


@pytest.mark.parametrize("table", ["us", "stakes"])
def test_a_misere_that_is_lost(table: str) -> None:
    assert payments(0, "misere", 1, RULES | {"nap_table": table, "misere_lost": 6}) == [-18, 6, 6, 6]
    assert payments(0, "misere", 0, RULES | {"nap_table": table, "misere_lost": 6}) == [9, -3, -3, -3]


@every_kind
def test_random_hands_and_games_pass(rules: dict[str, Any]) -> None:
    source, seen = random.Random(1), set()
    for _ in range(300):
        hand = random_hand(source, rules, source.randrange(rules.get("players", 4)))
        check_hand(hand, rules)
        if rules.get("nap_table") == "flat":
            assert [points for player, points in enumerate(hand.points) if player != hand.maker] == [0] * 5 or (
                hand.maker is None and not any(hand.points)
            )
        else:
            assert sum(hand.points) == 0
        seen.add(hand.bid)
    assert {"nap", "wellington", "four"} <= seen
    assert ("misere" in seen) == (rules.get("misere") != "off")
    assert (None in seen) == (rules.get("nap_allpass") != "dealer_one")
    for _ in range(5):
        check_game(random_game(source, rules), rules)


def played_hand() -> HandRecord:
    """A hand of the preset that is not thrown in and in which somebody fails to follow suit."""
    source = random.Random(3)
    while True:
        hand = random_hand(source, NAPOLEON, 1)
        if hand.bid == "three" and hand.tricks[0][1][1][1] != hand.tricks[0][0][1][1]:
            return hand


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bid": "four"}, "the bid should be three"),
        ({"maker": None}, "the maker should be"),
        ({"trump": "NT"}, "trump should be"),
        ({"points": [0, 0, 0, 0]}, "the points should be"),
        ({"maker_tricks": 6}, "the number of the bidder's tricks"),
        ({"upcard": "2C"}, "was turned up"),
        ({"bids": [(2, "three")]}, "the turns are"),
        ({"bids": [(2, "wellington"), (3, "pass"), (0, "pass"), (1, "pass")]}, "may not bid 'wellington'"),
        ({"score_before": [0, 0]}, "for 4 players"),
        ({"tricks": []}, "0 tricks"),
        ({"picked_up": True}, "the pick-up should be False"),
    ],
)
def test_damage_is_caught(changes: dict[str, Any], message: str) -> None:
    hand = played_hand()
    check_hand(hand, NAPOLEON)
    with pytest.raises(Disagreement, match=message):
        check_hand(replace(hand, **changes), NAPOLEON)


def test_damaged_play_is_caught() -> None:
    hand = played_hand()
    (leader, led), (follower, card), *others = hand.tricks[1]
    with pytest.raises(Disagreement, match="do not hold"):
        check_hand(
            replace(hand, tricks=[hand.tricks[0], [(leader, card), (follower, led), *others], *hand.tricks[2:]]),
            NAPOLEON,
        )
    with pytest.raises(Disagreement, match="is played by"):
        check_hand(replace(hand, tricks=[hand.tricks[0], hand.tricks[1][1:], *hand.tricks[2:]]), NAPOLEON)
    wrong = [(hand.winners[0] + 1) % 4, *hand.winners[1:]]
    with pytest.raises(Disagreement, match="the winner of trick 1"):
        check_hand(replace(hand, winners=wrong), NAPOLEON)


def test_highest_score_wins_a_session() -> None:
    game = random_game(random.Random(5), NAPOLEON)
    assert len(game.hands) == 20
    best = [player for player in range(4) if game.final_score[player] == max(game.final_score)]
    assert game.winner == (best[0] if len(best) == 1 else None)


def test_more_than_four_play_only_napoleon() -> None:
    assert len(BIDS) == 8
    with pytest.raises(NotCovered, match="5 players only play napoleon"):
        full_rules({"players": 5})
