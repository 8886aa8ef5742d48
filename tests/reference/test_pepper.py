"""The reference player's hasenpfeffer and pepper: the case of the rule specification, random hands, caught damage."""

import random
from dataclasses import replace
from typing import Any

import pytest

from .game import check_game, game_winner
from .hand import check_hand
from .house_rules import NotCovered, full_rules
from .pepper import auction_is_over, bids_of, contract, legal_bids, score
from .record import Disagreement, HandRecord
from .sample import random_game, random_hand

TRICKS: dict[str, Any] = {"auction": "tricks", "hand_size": 6, "maker_alone": "no", "max_hands": 12}
HASENPFEFFER = TRICKS | {"deck": 25}
PEPPER = TRICKS | {"target": 30, "no_trump": "bidder", "pf_pepper": "on", "pf_failed": "six"}
KINDS = [
    HASENPFEFFER,
    PEPPER,
    HASENPFEFFER | {"pf_widow": "dead", "pf_joker_forced": 0, "pf_reentry": "off"},
    HASENPFEFFER | {"pf_joker_forced": 5, "pf_pepper": "on", "allpass": "same_dealer"},
]
every_kind = pytest.mark.parametrize("rules", KINDS, ids=["hasenpfeffer", "pepper", "dead widow", "forced to five"])


def said(*words: str, first: int = 1) -> list[tuple[int, str]]:
    """Bids in turn."""
    return [((first + place) % 4, word) for place, word in enumerate(words)]


def dealt(source: random.Random, joker: int | None) -> HandRecord:
    """A hand of four passes with the joker at one player, or in the widow."""
    while True:
        record = random_hand(source, HASENPFEFFER, 0)
        holders = [player for player, cards in record.hands.items() if "Jo" in cards]
        if (holders or [None]) == [joker] and all(bid == "pass" for _, bid in record.bids):
            return record


def test_four_passes_and_the_joker() -> None:
    """Case 28: its holder bids 3 and gets the widow; with the joker in the widow the deal is thrown in."""
    source = random.Random(28)
    record = dealt(source, 3)
    check_hand(record, HASENPFEFFER)
    assert (record.maker, record.bid) == (3, "3")
    assert record.discard in [*record.hands[3], record.widow]
    assert contract(record, full_rules(HASENPFEFFER | {"pf_joker_forced": 0})) is None
    thrown_in = dealt(source, None)
    check_hand(thrown_in, HASENPFEFFER)
    assert (thrown_in.maker, thrown_in.points, thrown_in.tricks) == (None, [0, 0], [])


@pytest.mark.parametrize(
    ("bid", "tricks", "rules", "points"),
    [
        ("4", 3, HASENPFEFFER, [-4, 3]),
        ("3", 5, HASENPFEFFER, [5, 1]),
        ("3", 3, HASENPFEFFER, [3, 3]),
        ("6", 6, HASENPFEFFER, [6, 0]),
        ("6", 0, HASENPFEFFER, [-6, 6]),
        ("2", 1, PEPPER, [-6, 5]),
        ("little", 6, PEPPER, [6, 0]),
        ("little", 5, PEPPER, [-6, 1]),
        ("big", 6, PEPPER, [12, 0]),
        ("big", 4, PEPPER, [-12, 2]),
        ("big", 4, HASENPFEFFER | {"pf_pepper": "on"}, [-12, 2]),
    ],
)
def test_points(bid: str, tricks: int, rules: dict[str, Any], points: list[int]) -> None:
    """Case 28 and the payments of pepper; the bidder is player 0, then player 1."""
    assert score(0, bid, tricks, full_rules(rules)) == points
    assert score(1, bid, tricks, full_rules(rules)) == points[::-1]


def test_both_sides_at_the_target() -> None:
    """Case 28: at 8-8 the bidders make 3 of 3 and the others take 3: the bidders win 11-11."""
    rules = full_rules(HASENPFEFFER)
    for maker in range(4):
        assert game_winner([11, 11], 0, rules, maker) == maker % 2
        assert game_winner([10, 13], 0, rules, maker) == maker % 2
    assert game_winner([9, 13], 0, rules, 0) == 1


def test_the_auction() -> None:
    rules = full_rules(HASENPFEFFER)
    assert legal_bids([], 1, rules) == ["pass", "1", "2", "3", "4", "5", "6"]
    assert legal_bids(said("4", "pass", "5"), 0, rules) == ["pass", "6"]
    assert legal_bids(said("pass", "2", "pass", "pass"), 1, rules) == ["pass", "3", "4", "5", "6"]
    assert legal_bids(said("pass", "2", "pass", "pass"), 1, rules | {"pf_reentry": "off"}) == ["pass"]
    assert bids_of(full_rules(PEPPER)) == ["1", "2", "3", "4", "5", "little", "big"]
    over = [("pass", "pass", "pass", "pass"), ("pass", "2", "pass", "pass", "pass"), ("6",), ("1", "6")]
    going = [(), ("pass", "pass", "pass"), ("pass", "2", "pass", "pass"), ("2", "pass", "3", "pass", "pass"), ("5",)]
    assert all(auction_is_over(said(*words), rules) for words in over)
    assert not any(auction_is_over(said(*words), rules) for words in going)


@every_kind
def test_random_hands_and_games_pass(rules: dict[str, Any]) -> None:
    source, seen = random.Random(1), set()
    for _ in range(300):
        hand = random_hand(source, rules, source.randrange(4))
        check_hand(hand, rules)
        seen.add(hand.bid)
    assert {None, "3", "4", "5"} <= seen
    assert ("big" in seen) == (rules.get("pf_pepper") == "on")
    for _ in range(5):
        check_game(random_game(source, rules), rules)


def played_hand() -> HandRecord:
    """A hand with a widow, bid by player 2 after they had passed."""
    source = random.Random(3)
    while True:
        hand = random_hand(source, HASENPFEFFER, 1)
        if hand.maker == 2 and hand.bids[0] == (2, "pass") and hand.bid not in ("6", None) and len(hand.bids) > 4:
            return hand


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bid": "6"}, "the bid should be"),
        ({"maker": 3}, "the maker should be 2"),
        ({"trump": "NT"}, "NT is no trump"),
        ({"points": [0, 0]}, "the points should be"),
        ({"maker_tricks": 7}, "the number of tricks"),
        ({"upcard": "9C"}, "was turned up"),
        ({"widow": None}, "are not the 25 cards"),
        ({"widow": "2C"}, "are not the 25 cards"),
        ({"discard": "2C"}, "which they do not hold"),
        ({"discard": None}, "which they do not hold"),
        ({"bids": [(2, "pass"), (3, "1")]}, "the auction is not over"),
        ({"bids": [(2, "pass"), (0, "1")]}, "it is the turn of player 3"),
        ({"bids": [(2, "2"), (3, "2")]}, "may not say '2'"),
        ({"bids": [(2, "6"), (3, "pass")]}, "the auction is over"),
        ({"score_before": [0, 0, 0, 0]}, "for two sides"),
        ({"tricks": []}, "0 tricks"),
        ({"picked_up": True}, "the pick-up should be False"),
        ({"hands": {0: [], 1: [], 2: [], 3: []}}, "was dealt 0 cards"),
    ],
)
def test_damage_is_caught(changes: dict[str, Any], message: str) -> None:
    hand = played_hand()
    check_hand(hand, HASENPFEFFER)
    with pytest.raises(Disagreement, match=message):
        check_hand(replace(hand, **changes), HASENPFEFFER)


def test_damaged_play_is_caught() -> None:
    hand = played_hand()
    first = hand.tricks[0]
    with pytest.raises(Disagreement, match="leads"):
        check_hand(replace(hand, tricks=[first[1:] + first[:1], *hand.tricks[1:]]), HASENPFEFFER)
    held_later = [card for trick in hand.tricks[1:] for player, card in trick if player == first[1][0]]
    foreign = next(card for player, card in first if player == first[2][0])
    assert foreign not in held_later
    wrong = [first[0], (first[1][0], foreign), *first[2:]]
    with pytest.raises(Disagreement, match="which they do not hold"):
        check_hand(replace(hand, tricks=[wrong, *hand.tricks[1:]]), HASENPFEFFER)
    with pytest.raises(Disagreement, match="the winner of trick 1"):
        check_hand(replace(hand, winners=[(hand.winners[0] + 1) % 4, *hand.winners[1:]]), HASENPFEFFER)


def test_other_tables_are_not_covered() -> None:
    for rules in ({"hand_size": 6}, HASENPFEFFER | {"players": 3}, HASENPFEFFER | {"hand_size": 5}):
        with pytest.raises(NotCovered):
            full_rules(rules)
