"""OpenSpiel's euchre agrees with the reference player, and the replay notices when it does not."""

import random
from dataclasses import replace
from typing import Any

import pytest

from reference import Disagreement, HandRecord, check_hand
from reference.sample import random_hand
from support.openspiel_oracle import check_with_openspiel, comparable, random_openspiel_hand


def partnered_march() -> HandRecord:
    """Player 1 passes, 2 orders the 9H, dealer 0 buries the 9C; four play, the makers take all five."""
    return HandRecord(
        dealer=0,
        hands={
            0: ["AS", "KS", "9S", "TC", "9C"],
            1: ["QH", "TH", "AC", "KC", "QC"],
            2: ["JH", "JD", "AH", "KH", "AD"],
            3: ["QS", "TS", "JS", "JC", "KD"],
        },
        upcard="9H",
        bids=[(1, "pass"), (2, "order")],
        picked_up=True,
        discard="9C",
        trump="H",
        tricks=[
            [(1, "AC"), (2, "KH"), (3, "JC"), (0, "TC")],
            [(2, "JH"), (3, "JS"), (0, "9H"), (1, "TH")],
            [(2, "JD"), (3, "TS"), (0, "9S"), (1, "QH")],
            [(2, "AH"), (3, "QS"), (0, "KS"), (1, "QC")],
            [(2, "AD"), (3, "KD"), (0, "AS"), (1, "KC")],
        ],
        winners=[2, 2, 2, 2, 2],
        maker=2,
        maker_tricks=5,
        points=[2, 0],
        score_before=[0, 0],
    )


def alone_against_one() -> HandRecord:
    """The same cards: 2 orders alone, 3 defends alone, so 0 and 1 sit out and 2 leads."""
    return replace(
        partnered_march(),
        bids=[(1, "pass"), (2, "order alone")],
        lone_defender=3,
        tricks=[
            [(2, "JH"), (3, "JS")],
            [(2, "JD"), (3, "TS")],
            [(2, "AH"), (3, "QS")],
            [(2, "KH"), (3, "JC")],
            [(2, "AD"), (3, "KD")],
        ],
        points=[4, 0],
    )


def euchred_in_round_two() -> HandRecord:
    """All pass hearts; dealer 0 names spades with partner and takes one trick, their partner one more."""
    return HandRecord(
        dealer=0,
        hands={
            0: ["AS", "KS", "9S", "TC", "9C"],
            1: ["JS", "JC", "AC", "KC", "QC"],
            2: ["JH", "JD", "AH", "KH", "AD"],
            3: ["QS", "TS", "QD", "TD", "KD"],
        },
        upcard="9H",
        bids=[(1, "pass"), (2, "pass"), (3, "pass"), (0, "pass"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "call S")],
        trump="S",
        tricks=[
            [(1, "JC"), (2, "KH"), (3, "TS"), (0, "9S")],
            [(1, "JS"), (2, "JD"), (3, "QS"), (0, "KS")],
            [(1, "AC"), (2, "JH"), (3, "TD"), (0, "9C")],
            [(1, "KC"), (2, "AH"), (3, "QD"), (0, "TC")],
            [(1, "QC"), (2, "AD"), (3, "KD"), (0, "AS")],
        ],
        winners=[1, 1, 1, 1, 0],
        maker=0,
        maker_tricks=1,
        points=[0, 2],
        score_before=[0, 0],
    )


def all_passed() -> HandRecord:
    """Eight passes."""
    return replace(
        euchred_in_round_two(),
        bids=[((1 + turn) % 4, "pass") for turn in range(8)],
        trump=None,
        tricks=[],
        winners=[],
        maker=None,
        maker_tricks=0,
        points=[0, 0],
    )


BY_HAND = [
    pytest.param(partnered_march(), {}, id="partnered-march"),
    pytest.param(alone_against_one(), {"defend_alone": "vs_loner"}, id="alone-against-one"),
    pytest.param(euchred_in_round_two(), {"stick_dealer": "on"}, id="euchred-stuck-dealer"),
    pytest.param(all_passed(), {}, id="all-passed"),
]


@pytest.mark.parametrize(("record", "rules"), BY_HAND)
def test_hands_written_by_hand(record: HandRecord, rules: dict[str, Any]) -> None:
    check_hand(record, rules)
    check_with_openspiel(record, rules)


@pytest.mark.parametrize("allow_lone_defender", [False, True])
@pytest.mark.parametrize("stick_the_dealer", [False, True])
def test_the_reference_agrees_with_hands_that_openspiel_plays(
    allow_lone_defender: bool, stick_the_dealer: bool
) -> None:
    source = random.Random(f"{allow_lone_defender} {stick_the_dealer}")
    rules = {
        "stick_dealer": "on" if stick_the_dealer else "off",
        "defend_alone": "always" if allow_lone_defender else "never",
    }
    for _ in range(250):
        record = random_openspiel_hand(source, allow_lone_defender, stick_the_dealer)
        check_hand(record, rules)
        check_with_openspiel(record, rules)


@pytest.mark.parametrize(
    "rules",
    [
        {"dealer_pickup": "optional", "discard_upcard": "allowed", "no_trump": "round2", "call_turned_down": "yes"},
        {"defend_alone": "always", "alone_lead": "left_of_loner", "both_alone_lead": "left_of_dealer"},
        {"stick_dealer": "forfeit1", "dealer_partner_order": "alone_only", "min_trump": 1, "farmers_hand": "redeal"},
    ],
)
def test_openspiel_agrees_with_hands_of_other_house_rules_where_comparable(rules: dict[str, Any]) -> None:
    source = random.Random(8)
    compared = 0
    while compared < 100:
        record = random_hand(source, rules, dealer=source.randrange(4))
        if comparable(record, rules):
            check_with_openspiel(record, rules)
            compared += 1


@pytest.mark.parametrize(
    ("record", "rules"),
    [
        pytest.param(partnered_march(), {"deck": 28}, id="pack"),
        pytest.param(partnered_march(), {"super_euchre": 4}, id="points"),
        pytest.param(
            replace(partnered_march(), picked_up=False, discard=None), {"dealer_pickup": "optional"}, id="left"
        ),
        pytest.param(replace(partnered_march(), discard="9H"), {"discard_upcard": "allowed"}, id="upcard-buried"),
        pytest.param(replace(euchred_in_round_two(), bids=[(1, "call NT")]), {"no_trump": "round2"}, id="no-trump"),
        pytest.param(replace(euchred_in_round_two(), bids=[(1, "call H")]), {"call_turned_down": "yes"}, id="hearts"),
        pytest.param(alone_against_one(), {"defend_alone": "always", "alone_lead": "left_of_loner"}, id="lead"),
        pytest.param(all_passed(), {"stick_dealer": "forfeit1"}, id="point-given"),
    ],
)
def test_what_openspiel_cannot_express(record: HandRecord, rules: dict[str, Any]) -> None:
    assert not comparable(record, rules)
    with pytest.raises(ValueError, match="cannot express"):
        check_with_openspiel(record, rules)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        pytest.param(replace(partnered_march(), points=[1, 0]), "OpenSpiel gives the points", id="points"),
        pytest.param(
            replace(partnered_march(), winners=[2, 2, 2, 2, 1]), "OpenSpiel's winner is 2, not 1", id="winner"
        ),
        pytest.param(replace(partnered_march(), tricks=partnered_march().tricks[:4]), "goes on after", id="short"),
        pytest.param(replace(partnered_march(), bids=[(2, "order")]), "it is the turn of player 1", id="bid-turn"),
        pytest.param(replace(partnered_march(), bids=[(1, "call S")]), "allows only", id="bid"),
        pytest.param(
            replace(partnered_march(), tricks=[[(2, "JH")], *partnered_march().tricks[1:]]),
            "turn of player 1",
            id="lead",
        ),
        pytest.param(
            replace(partnered_march(), tricks=[[(1, "AC"), (2, "KH"), (3, "JS")]]),
            "JS: OpenSpiel allows only",
            id="revoke",
        ),
    ],
)
def test_differences_are_noticed(record: HandRecord, message: str) -> None:
    with pytest.raises(Disagreement, match=message):
        check_with_openspiel(record, {})
