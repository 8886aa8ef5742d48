"""Whatever is wrong with a question is told in one sentence with a hint, and whatever is right is understood."""

from dataclasses import replace
from typing import Any

import pytest

from sim.ask.answer import Seating
from sim.ask.choices import choices
from sim.ask.knowledge import deal_rows
from sim.ask.parsing import make_question, read_bids, read_score, read_tricks
from sim.ask.question import Question
from sim.cards import NO_TRUMP, card_name, parse_hand
from sim.errors import EuchreError
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.rules.tricks import Contract, first_leader, follow_play

HAND = "JS KS AH 9D TC"
STANDARD = preset("standard")


def question(hand: str = HAND, up: str = "QS", rules: str = "standard", **told: Any) -> Question:
    return make_question(preset(rules), hand, up, **told)


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("4 cards in hand where you hold 5", {"hand": "JS KS AH 9D", "seat": 1}),
    ("6 cards in hand where you hold 5", {"hand": HAND + " 9C", "seat": 1}),
    ("card given twice: JS", {"hand": "JS JS AH 9D TC", "seat": 1}),
    ("not a card: 'XX'", {"hand": "XX KS AH 9D TC", "seat": 1}),
    ("not in a pack of 24 cards: 7C", {"hand": "JS KS AH 9D 7C", "seat": 1}),
    ("not in a pack of 24 cards: Jo", {"hand": "JS KS AH 9D Jo", "seat": 1}),
    ("the upcard JS is in your hand", {"up": "JS", "seat": 1}),
    ("not a card: 'Q'", {"up": "Q", "seat": 1}),
    ("where do you sit?", {}),
    ("unknown seat: 'dealr'", {"seat": "dealr"}),
    ("there is no seat 5 with 4 players", {"seat": 5}),
    ("the bidding has rounds 1 and 2, not 3", {"seat": 1, "round_": 3}),
    ("a score of 10 in a game to 10", {"seat": 1, "score": "10-6"}),
    ("a score of 12 in a game to 10", {"seat": 1, "score": "9-12"}),
    ("3 scores where 2 sides play", {"seat": 1, "score": "9-6-1"}),
    ("not a score: 'nine'", {"seat": 1, "score": "nine"}),
    ("unknown decision: 'led'", {"seat": 1, "decision": "led"}),
    ("who made trump?", {"seat": 1, "decision": "lead"}),
    ("trump is made: what is to be decided?", {"seat": 1, "maker": 2}),
    ("not a bid: 'maybe'", {"bids": "pass, maybe"}),
    ("the bidding ends when somebody makes trump", {"bids": "order, pass"}),
    ("nobody has made trump to go alone", {"bids": "pass alone"}),
    ("everybody has passed twice", {"bids": ", ".join(["pass"] * 8)}),
    ("more bids than 4 players have", {"bids": ", ".join(["pass"] * 9)}),
    ("after 2 passes it is the turn of seat 3 in round 1", {"bids": "pass pass", "seat": 1}),
    ("trump is made: what is to be decided?", {"bids": "pass, order"}),
    ("trump is made already", {"bids": "pass, order", "decision": "bid"}),
    ("'order' does not say which suit", {"bids": "pass pass pass pass order", "decision": "lead"}),
    ("--maker disagrees with --bids", {"bids": "pass, order", "maker": 3, "decision": "lead", "seat": 1}),
    ("spades were turned down", {"decision": "lead", "maker": 2, "round_": 2, "trump": "S"}),
    ("QS was ordered up, so spades are trump", {"decision": "lead", "maker": 2, "round_": 1, "trump": "H"}),
    ("these rules have no no-trump", {"decision": "lead", "maker": 2, "trump": "nt"}),
    ("--trump is what somebody has made trump", {"seat": 1, "trump": "S"}),
    ("what is trump?", {"decision": "lead", "maker": 2, "round_": 2}),
    ("seat 3 (third) sits out", {"decision": "lead", "maker": 1, "alone": True, "seat": 3}),
    ("nobody may defend alone", {"decision": "lead", "maker": 1, "lone_defender": 2}),
    ("only the dealer takes and buries cards", {"decision": "discard", "maker": 1, "seat": 2}),
    ("only the dealer takes and buries cards", {"decision": "discard", "maker": "me", "seat": 2, "alone": True}),
    ("the dealer has no choice", {"decision": "pick-up", "maker": 1}),
    ("the dealer must take the upcard", {"decision": "lead", "maker": 1, "left_up": True}),
    ("only the maker decides to go alone", {"decision": "alone", "maker": 1, "seat": 2}),
    ("there is no dummy", {"decision": "keep-five", "maker": 1}),
    ("it is the turn of seat 1", {"decision": "lead", "maker": 2, "seat": 3}),
    ("there is nothing to decide", {"decision": "play", "maker": 2, "seat": 2, "played": "9C"}),
    ("the upcard QS is in your hand", {"hand": "QS KS AH 9D TC", "decision": "discard", "maker": 1}),
    # The cards played.
    ("KS is in two places: your hand and trick 1", {"decision": "play", "maker": 1, "seat": 2, "played": "KS"}),
    ("9C is in two places: trick 1 and trick 1", {"maker": 1, "seat": 3, "played": "9C 9C"}),
    ("QS was taken by the dealer, but seat 1 (eldest) played it", {"maker": 2, "seat": 2, "played": "QS"}),
    ("QS was turned down, so nobody can have played it", {"maker": 2, "trump": "H", "seat": 2, "played": "QS"}),
    ("5 cards in hand where you hold 4 after 1 played", {"maker": 2, "seat": 1, "played": "9C AC QC KC; TD JH KH"}),
    ("trick 1 has 5 cards, but 4 play", {"maker": 2, "seat": 2, "played": "9C AC QC KC TD"}),
    ("trick 1 has 3 cards where 4 play", {"maker": 2, "seat": 2, "played": "9C AC QC; TD"}),
    ("9H was led already", {"decision": "lead", "maker": 1, "seat": 2, "played": "9H"}),
    (
        "TD in trick 2: seat 2 (dealer's partner) had shown to have no diamonds",
        {"hand": "JS KS AH", "maker": 1, "seat": 1, "played": "9D TC AD KD; QC KC 9C TD"},
    ),
    (
        "you did not follow to clubs, but you hold TC",
        {"hand": "JS KS 9D TC", "maker": 3, "seat": 3, "played": "9C AC AH KC; KH"},
    ),
    ("you know of a card buried for the upcard", {"decision": "play", "maker": 1, "seat": 4, "played": "9C AC KC"}),
    ("you have put no card away", {"decision": "lead", "maker": 2, "seat": 1, "buried": "9C"}),
    (
        "the upcard QS may not be buried",
        {"decision": "play", "maker": 1, "seat": 4, "played": "9C AC KC", "buried": "QS"},
    ),
    (
        "you took QS up, but it is not among your cards",
        {"decision": "play", "maker": 1, "seat": 4, "played": "9C AC KC", "buried": "QC"},
    ),
    ("--dummy belongs to --decision keep-five", {"seat": 1, "dummy": "9C QC AC 9H TH"}),
]


@pytest.mark.parametrize(("sentence", "told"), WRONG)
def test_what_is_wrong_is_told(sentence: str, told: dict[str, Any]) -> None:
    with pytest.raises(EuchreError) as caught:
        choices(question(**told))
    assert sentence in caught.value.message
    assert "\n" not in caught.value.message and caught.value.hint
    assert caught.value.message[-1] != "."


@pytest.mark.parametrize(
    ("sentence", "rules", "told"),
    [
        ("nobody has a partner", "two-handed", {}),
        ("the dealer's partner may order up only to play alone", "canadian", {"decision": "lead", "maker": 2}),
        ("Jo is turned up: which suit did the dealer name?", "british", {"up": "Jo", "seat": 4}),
        ("the joker is turned up: only the dealer", "british", {"up": "Jo", "seat": 1, "trump": "S"}),
        ("a maker who plays alone leaves the dummy", "cutthroat",
         {"decision": "keep-five", "seat": 1, "alone": True, "maker": 1}),
        ("what a lone player discards before calling for partner's best card (call_for_best) can't be asked yet",
         "railroad", {"decision": "discard", "maker": "me", "alone": True, "seat": 2}),
        ("what a lone player discards before calling for partner's best card", "railroad",
         {"decision": "discard", "maker": 4, "alone": True, "seat": 4, "round_": 2, "trump": "H"}),
        ("what a lone player discards before calling for partner's best card", "railroad",
         {"decision": "discard", "maker": 1, "alone": True, "lone_defender": 2, "seat": 2}),
        ("only the dealer takes and buries cards", "railroad",
         {"decision": "discard", "maker": 1, "alone": True, "seat": 2}),
        ("0 cards in the dummy where 5 are", "cutthroat", {"decision": "keep-five", "seat": 1}),
        ("seat 2 can't defend against seat 2", "cutthroat", {"decision": "lead", "maker": 2, "lone_defender": 2}),
        ("a dealer who accepts the upcard takes it", "two-handed",
         {"decision": "lead", "maker": 2, "left_up": True}),
        ("you know of 5 cards put away", "cutthroat", {"decision": "lead", "maker": 1, "seat": 1}),
    ],
)  # fmt: skip
def test_what_other_games_do_not_know(sentence: str, rules: str, told: dict[str, Any]) -> None:
    def consider() -> None:
        q = question(rules=rules, **{"seat": 1, **told})
        Seating.around(q.rules, q.seat, partner="basic")
        choices(q)

    with pytest.raises(EuchreError) as caught:
        consider()
    assert sentence in caught.value.message and caught.value.hint


@pytest.mark.parametrize("trump", ["N", "nt", "NT", "no-trump", "No Trump", "no_trump", "notrump"])
def test_no_trump_in_every_form(trump: str) -> None:
    """As --trump, and within the bids."""
    rules = preset("standard").with_changes({"no_trump": "round2"})
    told: dict[str, Any] = {"seat": 1, "decision": "lead", "maker": 2, "round_": 2}
    q = make_question(rules, HAND, "QS", trump=trump, **told)
    assert q.contract is not None and q.contract.trump == NO_TRUMP
    bids = make_question(rules, HAND, "QS", seat=1, decision="lead", bids=f"p p p p p {trump} alone")
    assert bids.contract == replace(q.contract, alone=True)


def test_a_dealer_who_calls_for_the_best_buries_a_card_all_the_same() -> None:
    q = question(rules="railroad", decision="discard", maker=4, alone=True, seat=4)
    assert len(choices(q)) > 1


def test_more_cards_of_a_suit_than_there_are_places() -> None:
    """Three players without hearts: the four that are not seen do not fit among the three cards out of play."""
    q = question("KH AS KS QS", "9S", maker=3, trump="C", played="AH 9D TD QD")
    with pytest.raises(EuchreError) as caught:
        deal_rows(q).plan()
    assert "no deal agrees with the cards played" in caught.value.message and caught.value.hint


def test_everything_can_be_left_to_the_context() -> None:
    assert question(bids="pass pass pass").seat == 4
    assert (question(bids="p p p p p").seat, question(bids="p p p p p").round) == (2, 2)
    assert question(decision="discard", maker="eldest").seat == 4
    assert question(decision="alone", trump="hearts", seat="third", round_=2).contract == Contract(2, 3, 3)
    assert question(decision="lead", bids="pass, order").seat == 1
    assert question(decision="lead", bids="pass, order").contract == Contract(1, 2, 2, taken=True)
    assert question(decision="lead", bids="pass, order alone").contract == Contract(1, 2, 2, alone=True, taken=True)
    assert question(played="9C", maker=1).decision == "play"
    assert question(played="9C", maker=1).seat == 2
    hearts = question(decision="lead", bids="pass, pass, pass, pass, hearts")
    assert hearts.contract == Contract(2, 1, 3)
    assert question(seat="Partner").seat == 2


def test_texts_are_read_leniently() -> None:
    assert read_score("9-6") == read_score(" 9 : 6") == read_score("9,6") == (9, 6)
    assert [[card_name(c) for c in t] for t in read_tricks("9s, as ks 9c ; 10H")] == [["9S", "AS", "KS", "9C"], ["TH"]]
    assert read_bids("pass, P; - pass spades alone", STANDARD, 0).trump == 2
    assert read_bids("pass takes it up", STANDARD, 1).passes == 1


def names(q: Question) -> list[str]:
    return [choice.name for choice in choices(q)]


def test_choices_of_bids() -> None:
    assert names(question(seat=1)) == ["pass", "order", "order alone"]
    assert names(question(seat=2, rules="canadian")) == ["pass", "order alone"]
    assert names(question(seat=4))[:2] == ["pass", "take, bury 9D"] and len(names(question(seat=4))) == 11
    assert names(question(seat=1, round_=2)) == [
        "pass", "clubs", "diamonds", "hearts", "clubs alone", "diamonds alone", "hearts alone",
    ]  # fmt: skip
    stuck = Rules(stick_dealer="on", no_trump="round2", call_turned_down="yes")
    q = make_question(stuck, HAND, "QS", seat=4, round_=2)
    assert names(q)[:5] == ["clubs", "diamonds", "spades", "hearts", "no-trump"]
    natural = Rules(min_trump=1)
    assert names(make_question(natural, "JC KC AH 9D TC", "QD", seat=1, round_=2))[:3] == ["pass", "clubs", "hearts"]
    assert names(question(rules="two-handed", seat=1)) == ["pass", "order"]
    assert names(question(rules="cutthroat", seat=1)) == ["pass", "order", "order alone"]
    assert names(question(rules="british", up="Jo", seat=4, trump="S"))[0] == "take, bury 9D"


def test_choices_after_the_bidding() -> None:
    assert names(question(decision="discard", maker=1)) == ["9D", "TC", "AH", "KS", "JS"]
    assert names(question(rules="two-handed", decision="pick-up", maker=1))[0] == "leave"
    assert names(question(decision="alone", seat=3)) == ["with partner", "alone"]
    assert names(question(rules="cutthroat", decision="alone", seat=2)) == ["with the dummy", "alone"]
    assert names(question(rules="cutthroat", decision="defend-alone", seat=2, maker=1)) == ["with partner", "alone"]
    five = question(rules="cutthroat", decision="keep-five", seat=2, dummy="9C QC AC 9H TH")
    assert len(names(five)) == 252
    assert names(question(decision="lead", maker=2)) == ["9D", "TC", "AH", "KS", "JS"]
    # The left bower follows trump, not its own suit.
    assert names(question("JC 9S AH 9D TC", decision="play", maker=1, seat=2, played="AS")) == ["9S", "JC"]


def test_leaders_as_the_rules_say() -> None:
    """Test 21 of the rules: the lone maker's seat, by either rule of the lead."""
    left = STANDARD.with_changes({"alone_lead": "left_of_loner"})
    for maker, by_dealer, by_loner in ((1, 1, 2), (2, 1, 3), (3, 2, 4), (4, 1, 1)):
        lone = Contract(1, maker, 2, alone=True, taken=True)
        assert first_leader(STANDARD, lone) == by_dealer, maker
        assert first_leader(left, lone) == by_loner, maker
    cutthroat = preset("cutthroat")
    for defender in (2, 3):
        assert first_leader(cutthroat, Contract(2, 1, 2, lone_defender=defender)) == 1
    assert first_leader(cutthroat, Contract(2, 1, 2, alone=True)) == 2
    assert first_leader(cutthroat, Contract(2, 1, 2, alone=True, lone_defender=3)) == 3


def test_tricks_are_followed() -> None:
    play = follow_play(STANDARD, Contract(2, 2, 2), read_tricks("AH 9H JC TD; 9S"))
    assert [trick.winner for trick in play.tricks] == [3, 0]
    assert play.turn == 4 and play.number == 2
    assert play.voids == (frozenset(), frozenset(), frozenset({3}), frozenset({3}))
    assert play.shown[2] == parse_hand("JC 9S")
