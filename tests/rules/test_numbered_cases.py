"""The numbered cases of the rule specification for turn-up euchre (1 to 25; those of railroad are in
`test_railroad.py` and `test_jambone.py`), decided by the reference player.

Four-handed: dealer 0, players clockwise; three-handed: A = 0 deals, B = 1 sits on their left, C = 2.
"""

from dataclasses import replace
from typing import Any

import pytest

from reference import (
    Auction,
    Disagreement,
    GameRecord,
    HandRecord,
    check_game,
    check_hand,
    effective_suit,
    first_leader,
    full_rules,
    game_winner,
    legal_bids,
    legal_cards,
    score_hand,
    score_passed_out,
    trick_winner,
)
from reference.alone import lone_defenders_allowed, sitting_out
from reference.exchange import hands_to_play
from reference.written_hands import (
    BRITISH,
    CANADIAN,
    CLASSIC32,
    CUTTHROAT,
    STANDARD,
    TWO_HANDED,
    A,
    B,
    C,
    benny_up,
    cutthroat_dealer_with_dummy,
    cutthroat_lone_defender,
    dealers_partner_alone,
    hands,
    two_handed_accepted,
    two_handed_ordered,
    two_handed_passed,
)


@pytest.mark.parametrize(
    ("hand", "led", "trump", "legal"),
    [
        pytest.param("JS 9S AH", "AS", "C", "9S", id="case-01-left-bower-is-no-spade"),
        pytest.param("9C AS KS", "JS", "C", "9C", id="case-02-left-bower-led-draws-trumps"),
        pytest.param("JD AD AS KC 9C", "9H", "H", "JD", id="case-03-left-bower-must-follow-trump"),
        pytest.param("JH 9S TC", "KH", "D", "JH 9S TC", id="case-04-left-bower-does-not-follow-its-printed-suit"),
        pytest.param("JD AS KS 9C TC", "Jo", "H", "JD", id="case-06-joker-led-draws-trumps"),
        pytest.param("Jo 9C", "AS", "H", "Jo 9C", id="case-07-joker-when-void"),
        pytest.param("Jo AS", "AS", "H", "AS", id="case-07-joker-may-not-be-played-when-able-to-follow"),
    ],
)
def test_legal_cards(hand: str, led: str, trump: str, legal: str) -> None:
    assert legal_cards(hand.split(), led, trump) == legal.split()


@pytest.mark.parametrize(
    ("cards", "trump", "winning"),
    [
        pytest.param("KH AH JH 9S", "D", "JH", id="case-04-left-bower-beats-the-suit-led"),
        pytest.param("AH 9S JC KS", "S", "JC", id="case-05-left-bower-beats-the-king-of-trumps"),
        pytest.param("JH AH Jo 9H", "H", "Jo", id="case-06-joker-beats-the-right-bower"),
    ],
)
def test_trick_winner(cards: str, trump: str, winning: str) -> None:
    plays = list(enumerate(cards.split()))
    assert plays[trick_winner(plays, trump)][1] == winning


def test_case_01_the_left_bower_is_a_trump() -> None:
    assert effective_suit("JS", "C") == "C"


def test_case_08_the_suit_turned_down_may_not_be_named() -> None:
    legal = legal_bids(1, 2, 0, ["9D", "TD", "JD", "AC", "9S"], "QD", None, STANDARD)
    assert "call D" not in legal
    assert "call D alone" not in legal
    assert "call H" in legal
    allowed = legal_bids(1, 2, 0, ["9D", "TD", "JD", "AC", "9S"], "QD", None, full_rules({"call_turned_down": "yes"}))
    assert "call D" in allowed


@pytest.mark.parametrize(
    ("discard", "rule", "legal"),
    [
        *[pytest.param(card, "forbidden", True, id=f"case-09-{card}") for card in ["JC", "JS", "AC", "KC", "QC"]],
        pytest.param("9C", "forbidden", False, id="case-09-the-upcard-9C"),
        pytest.param("9C", "allowed", True, id="case-09-the-upcard-9C-where-allowed"),
        pytest.param("AH", "forbidden", False, id="case-09-a-card-not-held"),
    ],
)
def test_discard(discard: str, rule: str, legal: bool) -> None:
    record = HandRecord(
        dealer=0,
        hands=hands("JC JS AC KC QC", "AH KH QH JH TH", "AD KD QD JD TD", "AS KS QS TS 9S"),
        upcard="9C",
        bids=[],
        picked_up=True,
        discard=discard,
        points=[],
        score_before=[],
    )
    rules = full_rules({"discard_upcard": rule})
    if legal:
        held = hands_to_play(record, Auction(0, "C", 1, False), rules)[0]
        assert sorted([*held, discard]) == sorted(["JC", "JS", "AC", "KC", "QC", "9C"])
    else:
        with pytest.raises(Disagreement):
            hands_to_play(record, Auction(0, "C", 1, False), rules)


def test_case_10_an_ordered_dealer_may_decline_the_upcard() -> None:
    record = two_handed_ordered()
    check_hand(record, TWO_HANDED)
    assert hands_to_play(record, Auction(1, "H", 1, False), TWO_HANDED) == record.hands
    with pytest.raises(Disagreement, match="ordered up, so they must pick up"):
        check_hand(record, TWO_HANDED | {"dealer_pickup": "mandatory"})


def test_case_11_a_dealer_who_accepts_must_take_the_upcard() -> None:
    check_hand(two_handed_accepted(), TWO_HANDED)
    with pytest.raises(Disagreement, match="the dealer made trump with the upcard, so they must pick it up"):
        check_hand(replace(two_handed_accepted(), picked_up=False, discard=None), TWO_HANDED)
    with pytest.raises(Disagreement, match="buried the upcard JH"):
        check_hand(replace(two_handed_accepted(), discard="JH"), TWO_HANDED)


@pytest.mark.parametrize(
    ("maker_tricks", "points"),
    [
        pytest.param(0, [2, 0], id="case-12-none"),
        pytest.param(2, [2, 0], id="case-12-two"),
        pytest.param(3, [0, 1], id="case-12-three"),
        pytest.param(4, [0, 1], id="case-12-four"),
        pytest.param(5, [0, 2], id="case-12-five"),
    ],
)
def test_two_handed_points(maker_tricks: int, points: list[int]) -> None:
    assert score_hand(1, False, None, maker_tricks, TWO_HANDED) == points


@pytest.mark.parametrize("maker", [pytest.param(0, id="case-13-dealer"), pytest.param(1, id="case-13-non-dealer")])
def test_two_handed_lead(maker: int) -> None:
    assert first_leader(0, maker, False, None, [0, 1], TWO_HANDED) == 1


def test_case_13_the_dealer_may_not_lead_as_maker() -> None:
    record = two_handed_accepted()
    record.tricks[0] = [(0, "JH"), (1, "TH")]
    with pytest.raises(Disagreement, match="trick 1: player 0 leads, but it is the turn of player 1"):
        check_hand(record, TWO_HANDED)


def test_case_14_all_pass_scores_nothing_and_the_other_deals() -> None:
    check_hand(two_handed_passed(), TWO_HANDED)
    second = replace(two_handed_passed(), dealer=1, bids=[(0, "pass"), (1, "pass"), (0, "pass"), (1, "pass")])
    game = GameRecord(hands=[two_handed_passed(), second], first_dealer=0, final_score=[0, 0], winner=None)
    rules = TWO_HANDED | {"max_hands": 2}
    check_game(game, rules)
    with pytest.raises(Disagreement, match="hand 2 was dealt by player 1, but player 0 deals"):
        check_game(game, rules | {"allpass": "same_dealer"})


def test_case_14_a_stuck_dealer_must_name_one_of_three_suits() -> None:
    rules = TWO_HANDED | {"stick_dealer": "on"}
    hand = ["AS", "KS", "QS", "AC", "KC"]
    assert legal_bids(0, 2, 0, hand, "9H", None, rules) == ["call C", "call D", "call S"]
    assert legal_bids(0, 1, 0, hand, "9H", None, rules) == ["pass", "order"]
    assert legal_bids(1, 2, 0, hand, "9H", None, rules) == ["pass", "call C", "call D", "call S"]
    with pytest.raises(Disagreement, match="player 0 may not say 'pass'"):
        check_hand(two_handed_passed(), rules)


def test_case_14_a_stuck_dealer_may_give_a_point_instead() -> None:
    rules = TWO_HANDED | {"stick_dealer": "forfeit1"}
    assert "pass" in legal_bids(0, 2, 0, ["AS", "KS", "QS", "AC", "KC"], "9H", None, rules)
    check_hand(replace(two_handed_passed(), points=[0, 1]), rules)
    assert score_passed_out(2, CUTTHROAT | {"stick_dealer": "forfeit1"}) == [1, 1, 0]


@pytest.mark.parametrize(
    ("maker_alone", "lone_defender", "rule", "leader"),
    [
        pytest.param(True, None, "defender", C, id="case-15-B-alone-C-leads"),
        pytest.param(False, C, "defender", B, id="case-16-C-defends-alone-B-leads"),
        pytest.param(False, A, "defender", B, id="case-16-A-defends-alone-B-leads"),
        pytest.param(True, A, "defender", A, id="case-17-both-alone-A-leads"),
        pytest.param(True, A, "maker", B, id="case-17-both-alone-maker-leads-where-agreed"),
        pytest.param(True, A, "left_of_dealer", B, id="case-17-both-alone-left-of-dealer-where-agreed"),
        pytest.param(True, C, "defender", C, id="case-17-both-alone-C-leads"),
    ],
)
def test_cutthroat_lead(maker_alone: bool, lone_defender: int | None, rule: str, leader: int) -> None:
    active = [player for player in range(3) if player not in sitting_out(B, maker_alone, lone_defender, CUTTHROAT)]
    rules = CUTTHROAT | {"both_alone_lead": rule}
    assert first_leader(A, B, maker_alone, lone_defender, active, rules) == leader


def test_case_16_the_lone_defender_hand_is_played_by_two() -> None:
    check_hand(cutthroat_lone_defender(), CUTTHROAT)
    with pytest.raises(Disagreement, match="player 2 may not defend alone"):
        check_hand(cutthroat_lone_defender(), CUTTHROAT | {"defend_alone": "vs_loner"})


@pytest.mark.parametrize(
    ("maker_alone", "lone_defender", "maker_tricks", "points"),
    [
        pytest.param(False, C, 1, [2, 0, 2], id="case-18-lone-C-takes-four"),
        pytest.param(False, C, 0, [4, 0, 4], id="case-18-lone-C-takes-five"),
        pytest.param(False, C, 3, [0, 1, 0], id="case-18-lone-C-takes-two"),
        pytest.param(False, None, 0, [2, 0, 2], id="case-19-A-and-C-take-five"),
        pytest.param(False, None, 5, [0, 3, 0], id="case-19-B-takes-five-with-dummy"),
        pytest.param(True, None, 5, [0, 3, 0], id="case-19-B-takes-five-alone"),
        pytest.param(True, A, 2, [2, 0, 2], id="case-18-both-alone-maker-takes-two"),
        pytest.param(True, A, 0, [4, 0, 4], id="case-18-both-alone-maker-takes-none"),
    ],
)
def test_cutthroat_points(maker_alone: bool, lone_defender: int | None, maker_tricks: int, points: list[int]) -> None:
    assert score_hand(B, maker_alone, lone_defender, maker_tricks, CUTTHROAT) == points


def test_case_20_the_dealer_buries_first_and_then_merges_ten() -> None:
    record = cutthroat_dealer_with_dummy()
    check_hand(record, CUTTHROAT)
    in_play = [card for hand in hands_to_play(record, Auction(A, "C", 1, False), CUTTHROAT).values() for card in hand]
    assert len(in_play) == 15
    with pytest.raises(Disagreement, match="keeps 9D, which is neither in their hand nor in the dummy"):
        check_hand(replace(record, kept=["JC", "JS", "AC", "KC", "9D"]), CUTTHROAT)
    with pytest.raises(Disagreement, match="does not say which cards they keep"):
        check_hand(replace(record, kept=None), CUTTHROAT)
    with pytest.raises(Disagreement, match="does not use a dummy"):
        check_hand(replace(record, bids=[(B, "pass"), (C, "pass"), (A, "order alone")]), CUTTHROAT)


@pytest.mark.parametrize(
    ("rule", "winner"),
    [
        pytest.param("highest_then_shared", None, id="case-20-shared"),
        pytest.param("elder", C, id="case-20-elder-is-C-as-B-has-nine"),
        pytest.param("shared", None, id="case-20-always-shared"),
    ],
)
def test_cutthroat_tie(rule: str, winner: int | None) -> None:
    before = [8, 9, 8]
    score = [had + won for had, won in zip(before, score_hand(B, False, None, 2, CUTTHROAT), strict=True)]
    assert score == [10, 9, 10]
    assert game_winner(score, A, CUTTHROAT | {"cutthroat_tie": rule}) == winner


@pytest.mark.parametrize(
    ("maker", "rule", "leader"),
    [
        pytest.param(0, "left_of_dealer", 1, id="case-21-dealer-alone-left-of-dealer"),
        pytest.param(0, "left_of_loner", 1, id="case-21-dealer-alone-left-of-loner"),
        pytest.param(1, "left_of_dealer", 1, id="case-21-eldest-alone-left-of-dealer"),
        pytest.param(1, "left_of_loner", 2, id="case-21-eldest-alone-left-of-loner"),
        pytest.param(2, "left_of_dealer", 1, id="case-21-dealers-partner-alone-left-of-dealer"),
        pytest.param(2, "left_of_loner", 3, id="case-21-dealers-partner-alone-left-of-loner"),
        pytest.param(3, "left_of_dealer", 2, id="case-21-third-alone-left-of-dealer"),
        pytest.param(3, "left_of_loner", 0, id="case-21-third-alone-left-of-loner"),
    ],
)
def test_lone_lead(maker: int, rule: str, leader: int) -> None:
    active = [player for player in range(4) if player != (maker + 2) % 4]
    assert first_leader(0, maker, True, None, active, STANDARD | {"alone_lead": rule}) == leader


@pytest.mark.parametrize(
    ("maker_tricks", "rules", "points"),
    [
        pytest.param(4, STANDARD, [1, 0], id="case-22-alone-four"),
        pytest.param(5, STANDARD, [4, 0], id="case-22-alone-five"),
        pytest.param(2, STANDARD, [0, 2], id="case-22-alone-euchred"),
        pytest.param(2, CLASSIC32, [0, 4], id="case-22-alone-euchred-classic32"),
    ],
)
def test_lone_points(maker_tricks: int, rules: dict[str, Any], points: list[int]) -> None:
    assert score_hand(2, True, None, maker_tricks, rules) == points


def test_case_23_the_dealer_buries_and_sits_out_when_his_partner_goes_alone() -> None:
    record = dealers_partner_alone()
    check_hand(record, STANDARD)
    played = hands_to_play(record, Auction(2, "H", 1, True), STANDARD)
    assert sorted(played) == [1, 2, 3]
    assert sum(len(cards) for cards in played.values()) == 15
    with pytest.raises(Disagreement, match="must pick up"):
        check_hand(replace(record, picked_up=False, discard=None), STANDARD)
    fourth = [*record.tricks[0], (0, "TC")]
    with pytest.raises(Disagreement, match="trick 1 has 4 cards"):
        check_hand(replace(record, tricks=[fourth, *record.tricks[1:]]), STANDARD)


def test_case_24_the_canadian_partner_orders_alone_or_not_at_all() -> None:
    hand = ["JH", "JD", "AH", "KH", "AD"]
    assert legal_bids(2, 1, 0, hand, "9H", None, CANADIAN) == ["pass", "order alone"]
    assert legal_bids(1, 1, 0, hand, "9H", None, CANADIAN) == ["pass", "order", "order alone"]
    assert "call D" in legal_bids(2, 2, 0, hand, "9H", None, CANADIAN)
    check_hand(dealers_partner_alone(), CANADIAN)
    with pytest.raises(Disagreement, match="player 2 may not say 'order'"):
        check_hand(replace(dealers_partner_alone(), bids=[(1, "pass"), (2, "order")]), CANADIAN)
    forbidden = full_rules({"dealer_partner_order": "forbidden"})
    assert legal_bids(2, 1, 0, hand, "9H", None, forbidden) == ["pass"]


def test_case_25_benny_up_makes_the_dealer_maker_without_bidding() -> None:
    check_hand(benny_up(), BRITISH)
    calls = [f"call {suit}{alone}" for suit in "CDSH" for alone in ("", " alone")]
    assert legal_bids(0, 1, 0, benny_up().hands[0], "Jo", None, BRITISH) == calls
    with pytest.raises(Disagreement, match="bid 1: player 1 speaks, but it is the turn of player 0"):
        check_hand(replace(benny_up(), bids=[(1, "pass"), (2, "pass"), (3, "pass"), (0, "call H")]), BRITISH)
    with pytest.raises(Disagreement, match="must pick it up"):
        check_hand(replace(benny_up(), picked_up=False, discard=None), BRITISH)
    with pytest.raises(Disagreement, match="buried the upcard Jo"):
        check_hand(replace(benny_up(), discard="Jo"), BRITISH)


def test_case_25_the_dealers_side_is_euchred() -> None:
    assert score_hand(0, False, None, 2, BRITISH) == [0, 2]
    assert lone_defenders_allowed(0, False, 0, BRITISH) == [1, 3]
