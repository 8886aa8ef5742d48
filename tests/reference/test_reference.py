"""The reference player on its own: random hands of every kind pass, damaged ones are caught, house rules hold."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from .alone import lone_defenders_allowed, sitting_out
from .bidding import legal_bids, proposed_suit
from .cards import effective_suit, pack, plain_order, trump_order
from .deal import check_swap, may_claim, must_redeal
from .game import check_game, game_winner, next_dealer
from .hand import check_hand
from .house_rules import NotCovered, full_rules
from .play import first_leader
from .record import Disagreement, HandRecord
from .sample import random_game, random_hand
from .scoring import score_hand, score_passed_out

CUTTHROAT = {"players": 3, "dealer_pickup": "optional", "defend_alone": "always", "alone_lead": "left_of_loner"}
TWO_HANDED = {"players": 2, "dealer_pickup": "optional", "maker_alone": "no"}

KINDS_OF_RULES: dict[str, dict[str, Any]] = {
    "standard": {},
    "spruce": {"dealer_pickup": "optional", "defend_alone": "always", "alone_lead": "left_of_loner"},
    "canadian-stuck": {"dealer_partner_order": "alone_only", "stick_dealer": "on"},
    "classic32": {"deck": 32, "target": 5, "loner_euchred": 4, "super_euchre": 4},
    "28-no-trump": {"deck": 28, "no_trump": "round2", "min_trump": 1, "call_turned_down": "yes"},
    "forfeit": {"stick_dealer": "forfeit1", "allpass": "same_dealer", "discard_upcard": "allowed"},
    "vs-loner": {"defend_alone": "vs_loner", "both_alone_lead": "maker", "alone_lead": "left_of_loner"},
    "farmers": {"farmers_hand": "redeal"},
    "nines-and-tens": {"farmers_hand": "nines_and_tens", "deck": 32},
    "ace-no-face": {"farmers_hand": "ace_no_face", "dealer_partner_order": "forbidden"},
    "two-handed": TWO_HANDED,
    "two-handed-joker": TWO_HANDED | {"deck": 25, "joker_up": "dealer_sees", "min_trump": 1},
    "two-handed-shared-dummy": TWO_HANDED | {"twohand_dummy": "shared2"},
    "two-handed-own-dummies": TWO_HANDED | {"twohand_dummy": "own3", "dealer_pickup": "mandatory", "deck": 33},
    "cutthroat": CUTTHROAT,
    "cutthroat-compulsory": CUTTHROAT | {"cutthroat_dummy": "compulsory", "deck": 28},
    "cutthroat-no-dummy": CUTTHROAT | {"cutthroat_dummy": "none", "deck": 25, "joker_up": "spades"},
    "british": {"deck": 25, "defend_alone": "always", "dealer_partner_order": "alone_only", "target": 11},
    "joker-hearts": {"deck": 33, "joker_up": "hearts", "stick_dealer": "on"},
    "joker-next-card": {"deck": 25, "joker_up": "next_card", "farmers_hand": "redeal"},
}
every_kind = pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in KINDS_OF_RULES.items()])


@every_kind
def test_random_hands_pass(rules: dict[str, Any]) -> None:
    source = random.Random(1)
    for _ in range(150):
        check_hand(random_hand(source, rules, dealer=source.randrange(rules.get("players", 4))), rules)


@every_kind
def test_random_games_pass(rules: dict[str, Any]) -> None:
    source = random.Random(2)
    for _ in range(3):
        check_game(random_game(source, rules), rules)
        check_game(random_game(source, rules | {"max_hands": 4}), rules | {"max_hands": 4})


def damaged_deal(record: HandRecord) -> HandRecord:
    """One card dealt twice."""
    hands = {player: list(cards) for player, cards in record.hands.items()}
    hands[0][0] = hands[1][0]
    return replace(record, hands=hands)


def damaged_trick(record: HandRecord) -> HandRecord:
    """The leader and the next player exchange the cards they played in the last trick."""
    tricks = [list(trick) for trick in record.tricks]
    (leader, card), (follower, other) = tricks[-1][:2]
    tricks[-1][:2] = [(leader, other), (follower, card)]
    return replace(record, tricks=tricks)


def damaged_turn(record: HandRecord) -> HandRecord:
    """The second trick begins with the second player."""
    tricks = [list(trick) for trick in record.tricks]
    tricks[1] = tricks[1][1:] + tricks[1][:1]
    return replace(record, tricks=tricks)


DAMAGES: dict[str, tuple[Callable[[HandRecord], HandRecord], str]] = {
    "card-twice": (damaged_deal, "was dealt 2 times"),
    "foreign-card": (lambda r: replace(r, upcard="2C"), "is not in the pack"),
    "short-hand": (lambda r: replace(r, hands=r.hands | {0: r.hands[0][:4]}), "player 0 was dealt 4 cards"),
    "bid-after-the-end": (lambda r: replace(r, bids=[*r.bids, (0, "pass")]), "has already made trump"),
    "bidding-cut": (lambda r: replace(r, bids=r.bids[:-1]), "the bidding stops before player"),
    "bid-out-of-turn": (lambda r: replace(r, bids=[(r.dealer, "pass"), *r.bids]), "it is the turn of player"),
    "unknown-bid": (lambda r: replace(r, bids=[((r.dealer + 1) % 4, "double")]), "may not say 'double'"),
    "other-maker": (lambda r: replace(r, maker=(r.maker or 0) + 1), "the maker should be"),
    "other-trump": (lambda r: replace(r, trump="NT"), "trump should be"),
    "card-not-held": (damaged_trick, "which they do not hold"),
    "out-of-turn": (damaged_turn, "trick 2: player"),
    "trick-missing": (lambda r: replace(r, tricks=r.tricks[:4]), "4 tricks were played instead of 5"),
    "other-winner": (lambda r: replace(r, winners=[9, *r.winners[1:]]), "trick 1 is won by player"),
    "other-count": (lambda r: replace(r, maker_tricks=r.maker_tricks + 1), "the number of tricks"),
    "other-points": (lambda r: replace(r, points=r.points[::-1]), "the points should be"),
    "dummy-at-four": (lambda r: replace(r, dummy=r.hands[0]), "a dummy was dealt"),
    "five-of-ten-at-four": (lambda r: replace(r, kept=r.hands[0]), "does not use a dummy"),
    "scores-of-three": (lambda r: replace(r, score_before=[0, 0, 0]), "the score before the hand"),
    "lone-defender": (lambda r: replace(r, lone_defender=((r.maker or 0) + 1) % 4), "may not defend alone"),
}


@pytest.mark.parametrize(("damage", "message"), DAMAGES.values(), ids=DAMAGES.keys())
def test_damage_is_caught(damage: Callable[[HandRecord], HandRecord], message: str) -> None:
    source = random.Random(3)
    seen = 0
    while seen < 20:
        record = random_hand(source, {}, dealer=source.randrange(4))
        if record.maker is None:
            continue
        seen += 1
        with pytest.raises(Disagreement, match=message):
            check_hand(damage(record), {})


def test_a_revoke_is_caught() -> None:
    """A player who could follow plays another card of theirs: exchange the two where they played them."""
    source = random.Random(4)
    caught = 0
    while caught < 20:
        record = random_hand(source, {})
        if record.trump is None:
            continue
        for player in record.hands:
            tricks = [list(trick) for trick in record.tricks]
            places = [(n, trick.index(play)) for n, trick in enumerate(tricks) for play in trick if play[0] == player]
            if len(places) < 5 or places[3][1] == 0 or places[4][1] == 0:
                continue
            (_, place), (_, later) = places[3:]
            first, second = tricks[3][place][1], tricks[4][later][1]
            led = effective_suit(tricks[3][0][1], record.trump)
            if effective_suit(first, record.trump) == led and effective_suit(second, record.trump) != led:
                tricks[3][place], tricks[4][later] = (player, second), (player, first)
                with pytest.raises(Disagreement, match=f"trick 4: player {player} plays {second} but must follow"):
                    check_hand(replace(record, tricks=tricks), {})
                caught += 1


def test_passed_out_hands_have_nothing_but_bids() -> None:
    source = random.Random(5)
    record = random_hand(source, {})
    while record.maker is not None:
        record = random_hand(source, {})
    for changes in ({"maker": 0}, {"trump": "H"}, {"points": [1, 0]}, {"maker_tricks": 1}, {"discard": "9C"}):
        with pytest.raises(Disagreement, match="when all passed"):
            check_hand(replace(record, **changes), {})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"final_score": [0, 0]}, "the final score should be"),
        ({"winner": None}, "the winner should be"),
        ({"first_dealer": 1}, "hand 1 was dealt by player 0, but player 1 deals"),
    ],
)
def test_a_wrong_game_is_caught(changes: dict[str, Any], message: str) -> None:
    game = random_game(random.Random(6), {})
    with pytest.raises(Disagreement, match=message):
        check_game(replace(game, **changes), {})


def test_a_game_ends_at_the_target_and_not_before() -> None:
    game = random_game(random.Random(7), {})
    with pytest.raises(Disagreement, match="but it is not over"):
        check_game(replace(game, hands=game.hands[:-1]), {})
    with pytest.raises(Disagreement, match="but the game was over"):
        check_game(replace(game, hands=[*game.hands, game.hands[-1]]), {})
    with pytest.raises(Disagreement, match="hand 2 starts at"):
        check_game(replace(game, hands=[game.hands[0], replace(game.hands[1], score_before=[9, 9])]), {})


def test_packs() -> None:
    assert pack(24)[:6] == ["AC", "KC", "QC", "JC", "TC", "9C"]
    assert "8H" in pack(28)
    assert "7H" not in pack(28)
    assert pack(33)[-1] == "Jo"


def test_orders_follow_the_bowers() -> None:
    assert trump_order("H")[:4] == ["Jo", "JH", "JD", "AH"]
    assert [card for card in plain_order("D", "H") if card in pack(24)] == ["AD", "KD", "QD", "TD", "9D"]
    assert plain_order("D", "NT")[:4] == ["AD", "KD", "QD", "JD"]
    assert trump_order("NT") == []
    assert effective_suit("JD", "NT") == "D"


@pytest.mark.parametrize(
    ("hand", "turned", "kind", "again"),
    [
        ("9C TC 9D TD 9S", "H", "redeal", True),
        ("9C TC 9D TD 9S", "S", "redeal", False),
        ("9C TC 9D TD QS", "H", "redeal", False),
        ("9C TC 9D TD Jo", "H", "redeal", False),
        ("9C TC 9D TD 9S", "H", "nines_and_tens", False),
        ("9C TC 9D TD AS", "S", "ace_no_face", False),
        ("9C TC 9D TD 9S", "H", "swap3", False),
        ("9C TC 9D TD 9S", "H", "swap3_clean", False),
        ("9C TC 9D TD 9S", "H", "off", False),
    ],
)
def test_farmers_hands(hand: str, turned: str, kind: str, again: bool) -> None:
    assert must_redeal(hand.split(), turned, kind) is again


@pytest.mark.parametrize(
    ("hand", "forms"),
    [
        ("9C TC 9D TD 9S", ["nines_and_tens", "swap3", "swap3_clean"]),
        ("9C TC 9D TD AS", ["ace_no_face", "swap3"]),
        ("9C AC 9D AD TS", ["swap3"]),
        ("9C TC 9D TD KS", ["swap3"]),
        ("9C TC 9D TD Jo", ["swap3"]),
        ("TC TD TS AH JH", ["swap3", "swap3_clean"]),
        ("8C 8D 8S 8H AH", ["ace_no_face", "swap3", "swap3_clean"]),
        ("9C TD AS AH JH", []),
    ],
)
def test_farmers_hands_that_may_be_claimed(hand: str, forms: list[str]) -> None:
    every = ["nines_and_tens", "ace_no_face", "swap3", "swap3_clean"]
    assert [form for form in every if may_claim(hand.split(), form)] == forms
    assert not may_claim(hand.split(), "off") and not may_claim(hand.split(), "redeal")


def swapped(given: str, taken: str, hand: str, turned: str = "H", form: str = "swap3_clean") -> str:
    """What the reference player objects to in an exchange with the kitty; empty when it is right."""
    hands = {0: "AC KC QC JC AD".split(), 1: hand.split()}
    record = HandRecord(
        dealer=0, hands=hands, upcard="KH", bids=[], points=[], score_before=[],
        given_up=given.split(), from_kitty=taken.split(),
    )  # fmt: skip
    try:
        check_swap(record, turned, form)
    except Disagreement as problem:
        return str(problem)
    return ""


def test_what_a_swap_must_be_like() -> None:
    assert swapped("9C 9D 9S", "JS QS AS", "JS QS AS AH TH") == ""
    assert swapped("9C 9D 9S", "JS QS AS", "JS QS AS AH 9H") == ""  # of four nines that of the upcard's suit stays
    assert "worst three" in swapped("9C 9D 9H", "JS QS AS", "JS QS AS AH 9S")
    assert "no farmer's hand" in swapped("9C 9D TS", "JS QS AS", "JS QS AS AH KH")
    assert swapped("9C 9D TS", "JS QS AS", "JS QS AS AH KH", form="swap3") == ""
    assert "worst three" in swapped("9C TD TS", "JS QS AS", "JS QS AS AH 9D", form="swap3")
    assert "nobody holds" in swapped("9C 9D 9S", "JS QS AS", "JS QS KS AH TH")
    assert "three cards go for three" in swapped("9C 9D", "JS QS", "JS QS KS AH TH")
    assert "know no such thing" in swapped("9C 9D 9S", "JS QS AS", "JS QS AS AH TH", form="ace_no_face")


def test_a_maker_needs_a_natural_trump_where_agreed() -> None:
    rules = full_rules({"min_trump": 1, "deck": 25, "joker_up": "hearts"})
    hand = ["JD", "Jo", "AS", "KS", "9C"]
    assert legal_bids(1, 1, 0, hand, "9H", None, rules) == ["pass"]
    assert legal_bids(0, 1, 0, hand, "9H", None, rules) == ["pass", "order", "order alone"]
    assert legal_bids(0, 1, 0, ["JD", "TD", "AS", "KS", "9C"], "Jo", None, rules) == ["pass"]
    assert legal_bids(1, 1, 0, ["JH", "TD", "AS", "KS", "9C"], "Jo", None, rules)[1:] == ["order", "order alone"]
    named = legal_bids(1, 2, 0, hand, "9H", None, rules | {"maker_alone": "no"})
    assert named == ["pass", "call C", "call D", "call S"]


def test_a_stuck_dealer_with_nothing_to_name_may_name_any_suit() -> None:
    rules = full_rules({"min_trump": 1, "stick_dealer": "on", "maker_alone": "no"})
    hand = ["JH", "AH", "KH", "QH", "TH"]
    assert legal_bids(0, 2, 0, hand, "9H", None, rules) == ["call C", "call D", "call S"]
    assert legal_bids(1, 2, 0, hand, "9H", None, rules) == ["pass"]
    assert legal_bids(0, 2, 0, hand, "9H", None, rules | {"no_trump": "round2"}) == ["call NT"]
    assert legal_bids(0, 2, 0, hand, "9H", None, rules | {"stick_dealer": "forfeit1"}) == ["pass"]


def test_no_trump_is_named_in_round_two_without_a_joker() -> None:
    rules = full_rules({"no_trump": "round2"})
    hand = ["JH", "AH", "KH", "QH", "TH"]
    assert "call NT alone" in legal_bids(1, 2, 0, hand, "9H", None, rules)
    assert legal_bids(1, 1, 0, hand, "9H", None, rules) == ["pass", "order", "order alone"]
    assert "call NT" not in legal_bids(1, 2, 0, hand, "9H", None, rules | {"deck": 25})


@pytest.mark.parametrize(
    ("joker_up", "suit"),
    [("hearts", "H"), ("spades", "S"), ("next_card", "D"), ("dealer_blind", None), ("dealer_sees", None)],
)
def test_the_suit_of_a_turned_up_joker(joker_up: str, suit: str | None) -> None:
    assert proposed_suit("Jo", "9D", full_rules({"deck": 25, "joker_up": joker_up})) == suit


def test_a_dealer_who_sees_needs_a_natural_card_of_the_suit_he_names() -> None:
    rules = full_rules({"deck": 25, "min_trump": 1, "maker_alone": "no"})
    hand = ["JH", "AH", "KH", "QH", "TS"]
    assert legal_bids(0, 1, 0, hand, "Jo", None, rules | {"joker_up": "dealer_sees"}) == ["call S", "call H"]
    assert len(legal_bids(0, 1, 0, hand, "Jo", None, rules | {"joker_up": "dealer_blind"})) == 4


def test_who_may_defend_alone() -> None:
    assert lone_defenders_allowed(2, True, 0, full_rules({})) == []
    assert lone_defenders_allowed(2, False, 0, full_rules({"defend_alone": "vs_loner"})) == []
    assert lone_defenders_allowed(2, True, 0, full_rules({"defend_alone": "vs_loner"})) == [1, 3]
    assert lone_defenders_allowed(1, False, 0, full_rules({"defend_alone": "always"})) == [2, 0]
    assert lone_defenders_allowed(0, False, 0, full_rules(CUTTHROAT)) == [1, 2]
    assert lone_defenders_allowed(1, False, 0, full_rules(TWO_HANDED | {"defend_alone": "always"})) == []


def test_who_sits_out() -> None:
    assert sitting_out(1, True, 2, full_rules({})) == [3, 0]
    assert sitting_out(1, False, None, full_rules({})) == []
    assert sitting_out(0, True, None, full_rules(CUTTHROAT)) == []
    assert sitting_out(0, True, 1, full_rules(CUTTHROAT)) == [2]


@pytest.mark.parametrize(
    ("rule", "both_rule", "maker_alone", "lone_defender", "leader"),
    [
        ("left_of_dealer", "defender", True, 2, 1),
        ("left_of_loner", "defender", True, 2, 2),
        ("left_of_loner", "maker", True, 2, 1),
        ("left_of_loner", "left_of_dealer", True, 2, 1),
        ("left_of_loner", "defender", True, 0, 0),
        ("left_of_loner", "defender", False, 2, 3),
        ("left_of_loner", "defender", False, 0, 1),
        ("left_of_dealer", "defender", False, 2, 1),
    ],
)
def test_leads_against_maker_1(rule: str, both_rule: str, maker_alone: bool, lone_defender: int, leader: int) -> None:
    rules = full_rules({"alone_lead": rule, "both_alone_lead": both_rule})
    active = [player for player in range(4) if player not in sitting_out(1, maker_alone, lone_defender, rules)]
    assert first_leader(0, 1, maker_alone, lone_defender, active, rules) == leader


@pytest.mark.parametrize(
    ("changes", "maker_alone", "lone_defender", "maker_tricks", "points"),
    [
        ({}, False, None, 3, [1, 0]),
        ({}, False, None, 5, [2, 0]),
        ({}, False, None, 2, [0, 2]),
        ({"loner_34": 2}, True, None, 4, [2, 0]),
        ({"loner_34": 2}, False, None, 4, [1, 0]),
        ({"loner_march": 5}, True, None, 5, [5, 0]),
        ({"super_euchre": 4}, False, None, 0, [0, 4]),
        ({"super_euchre": 4}, False, None, 1, [0, 2]),
        ({}, False, 1, 2, [0, 4]),
        ({"lone_def_euchre": 2}, False, 1, 1, [0, 2]),
        ({"lone_def_euchre": 2}, False, 1, 0, [0, 4]),
        ({"lone_def_euchre": 2, "lone_def_sweep": 2, "super_euchre": 4}, False, 1, 0, [0, 4]),
        ({"lone_def_euchre": 2, "loner_euchred": 4}, True, 1, 2, [0, 4]),
        ({}, False, 1, 3, [1, 0]),
        ({}, True, 1, 5, [4, 0]),
    ],
)
def test_points(
    changes: dict[str, Any], maker_alone: bool, lone_defender: int | None, maker_tricks: int, points: list[int]
) -> None:
    assert score_hand(2, maker_alone, lone_defender, maker_tricks, full_rules(changes)) == points


def test_a_passed_hand() -> None:
    assert score_passed_out(1, full_rules({})) == [0, 0]
    assert score_passed_out(1, full_rules({"stick_dealer": "forfeit1"})) == [1, 0]
    passed = HandRecord(dealer=3, hands={}, upcard="9C", bids=[], points=[0, 0], score_before=[0, 0])
    assert next_dealer(passed, full_rules({})) == 0
    assert next_dealer(passed, full_rules({"allpass": "same_dealer"})) == 3


@pytest.mark.parametrize(
    ("score", "tie", "winner"),
    [
        ([10, 4, 9], "shared", 0),
        ([11, 4, 10], "highest_then_shared", 0),
        ([11, 4, 10], "elder", 2),
        ([11, 4, 10], "shared", None),
        ([10, 4, 10], "highest_then_shared", None),
        ([8, 4, 9], "elder", 2),
        ([9, 4, 9], "elder", None),
    ],
)
def test_winner_of_three(score: list[int], tie: str, winner: int | None) -> None:
    """Player 1 is the elder hand; below ten the game has ended by its number of hands."""
    assert game_winner(score, 0, full_rules(CUTTHROAT | {"cutthroat_tie": tie, "max_hands": 5})) == winner


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(NotCovered, match="partner_takeover"):
        full_rules({"partner_takeover": "on"})
    with pytest.raises(NotCovered, match="stick_the_dealer"):
        full_rules({"stick_the_dealer": "on"})
    with pytest.raises(NotCovered, match="stick_dealer = maybe"):
        full_rules({"stick_dealer": "maybe"})
    assert full_rules({"max_hands": "off", "super_euchre": "off", "auction": "turn_up"})["max_hands"] == 0
