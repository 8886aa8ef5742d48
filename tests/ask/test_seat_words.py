"""Who made trump, as people say it: by the seat, or as the player asked sees the others, and told back in words."""

from dataclasses import replace
from typing import Any

import pytest

from sim.ask.answer import question_dict
from sim.ask.parsing import make_question
from sim.ask.question import Question
from sim.ask.questions_csv import answer_rows
from sim.ask.seat_words import read_other, read_seat, relation, who_text
from sim.errors import EuchreError, UsageError
from sim.rules.presets import preset
from sim.rules.tricks import Contract
from sim.text.answer import question_lines

HAND = "JS KS AH 9D TC"
STANDARD, CUTTHROAT, TWO = preset("standard"), preset("cutthroat"), preset("two-handed")


def question(hand: str = HAND, up: str = "QS", rules: str = "standard", **told: Any) -> Question:
    return make_question(preset(rules), hand, up, **told)


@pytest.mark.parametrize(
    ("rules", "own", "words"),
    [
        (STANDARD, 1, {"me": 1, "left": 2, "my-partner": 3, "right": 4, "dealers-partner": 2, "third": 3, "dealer": 4}),
        (STANDARD, 2, {"me": 2, "left": 3, "my-partner": 4, "right": 1, "dealer's partner": 2, "2": 2}),
        (STANDARD, 3, {"Myself": 3, "my left": 4, "MY_PARTNER": 1, "my-right": 2, "eldest": 1}),
        (STANDARD, 4, {"me": 4, "left": 1, "my partner": 2, "right": 3, "partner": 2}),
        (CUTTHROAT, 1, {"me": 1, "left": 2, "right": 3, "second": 2, "dealer": 3}),
        (CUTTHROAT, 3, {"me": 3, "left": 1, "right": 2}),
        (TWO, 1, {"me": 1, "opponent": 2, "left": 2, "right": 2, "dealer": 2, "pone": 1}),
        (TWO, 2, {"me": 2, "opponent": 1}),
    ],
)
def test_seats_as_the_player_sees_them(rules: Any, own: int, words: dict[str, int]) -> None:
    for word, seat in words.items():
        assert read_other(word, rules, own) == seat, word
    for seat in range(1, rules.players + 1):
        assert read_other(relation(rules, own, seat), rules, own) == seat
        assert read_other(seat, rules, own) == seat


@pytest.mark.parametrize("own", [1, 2, 3])
def test_partner_alone_is_refused_where_it_could_mean_two_seats(own: int) -> None:
    """Eldest asking about `--maker partner` once got the answer for an opponent's order."""
    mine = {1: 3, 2: 4, 3: 1}[own]
    with pytest.raises(UsageError, match=rf"whose partner: yours \(seat {mine}\) or the dealer's \(seat 2\)\?"):
        read_other("partner", STANDARD, own)
    with pytest.raises(UsageError, match="whose partner"):
        question(decision="lead", maker="partner", seat=1)
    with pytest.raises(UsageError, match=r"whose partner|where do you sit"):
        question(decision="lead", maker="partner")


def test_the_dealer_has_but_one_partner() -> None:
    assert question(decision="discard", maker="partner").contract == Contract(1, 2, 2, taken=True)
    assert question(decision="discard", maker="my-partner").contract == Contract(1, 2, 2, taken=True)
    assert read_seat("partner", STANDARD) == 2


@pytest.mark.parametrize(
    ("told", "seat", "contract"),
    [
        # The seat follows from whose turn it is.
        ({"decision": "lead", "maker": "left"}, 1, Contract(1, 2, 2, taken=True)),
        ({"decision": "lead", "maker": "my-partner"}, 1, Contract(1, 3, 2, taken=True)),
        ({"decision": "lead", "maker": "right"}, 1, Contract(1, 4, 2, taken=True)),
        ({"decision": "lead", "maker": "me", "alone": True}, 1, Contract(1, 1, 2, alone=True, taken=True)),
        ({"played": "9C", "maker": "left"}, 2, Contract(1, 3, 2, taken=True)),
        ({"played": "9C AC", "maker": "left", "hand": "JS KS AH 9D AD"}, 3, Contract(1, 4, 2, taken=True)),
        ({"decision": "discard", "maker": "left"}, 4, Contract(1, 1, 2, taken=True)),
        ({"decision": "lead", "maker": "left", "seat": "eldest"}, 1, Contract(1, 2, 2, taken=True)),
        ({"decision": "lead", "maker": "left", "bids": "pass, order"}, 1, Contract(1, 2, 2, taken=True)),
        ({"decision": "lead", "maker": "opponent", "rules": "two-handed"}, 1, Contract(1, 2, 2, taken=True)),
        (
            {"played": "9H", "maker": "left", "lone_defender": "me", "rules": "cutthroat", "seat": 1},
            1,
            Contract(1, 2, 2, lone_defender=1, taken=True),
        ),
    ],
)
def test_questions_with_relative_seats(told: dict[str, Any], seat: int, contract: Contract) -> None:
    q = question(**told)
    assert (q.seat, q.contract) == (seat, contract)


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("--maker disagrees with --bids", {"decision": "lead", "maker": "right", "bids": "pass, order"}),
        # Eldest leads against a lone seat 2; against a lone seat 3 eldest sits out and seat 2 leads.
        ("where do you sit", {"decision": "lead", "maker": "left", "alone": True}),
        ("where do you sit", {"decision": "defend-alone", "maker": "left", "rules": "british"}),
        ("left of whom?", {"seat": "left"}),
        ("my-partner of whom?", {"seat": "my-partner"}),
        ("unknown seat: 'my-partner'", {"decision": "lead", "maker": "my-partner", "seat": 1, "rules": "cutthroat"}),
        ("unknown seat: 'opponent'", {"decision": "lead", "maker": "opponent", "seat": 1}),
        ("unknown seat: 'lft'", {"decision": "lead", "maker": "lft", "seat": 1}),
        ("it is the turn of seat 1", {"decision": "lead", "maker": "left", "seat": 3}),
        ("TD in trick 2", {"hand": "JS KS AH", "maker": "left", "seat": 1, "played": "9D TC AD KD; QC KC 9C TD"}),
    ],
)
def test_what_can_not_be_told(sentence: str, told: dict[str, Any]) -> None:
    with pytest.raises(EuchreError) as caught:
        question(**told)
    assert sentence in caught.value.message and caught.value.hint


@pytest.mark.parametrize(
    ("rules", "own", "seat", "maker", "words"),
    [
        (STANDARD, 1, 1, 1, "you"),
        (STANDARD, 1, 2, 2, "your opponent on the left (seat 2, the dealer's partner)"),
        (STANDARD, 1, 3, 3, "your partner (seat 3, third)"),
        (STANDARD, 2, 3, 3, "your opponent on the left (seat 3, third)"),
        (STANDARD, 2, 4, 4, "your partner (seat 4, dealer)"),
        (STANDARD, 4, 3, 3, "your opponent on the right (seat 3, third)"),
        (CUTTHROAT, 1, 3, 3, "your opponent on the right (seat 3, dealer)"),
        (CUTTHROAT, 1, 3, 2, "the other defender (seat 3, dealer)"),
        (CUTTHROAT, 2, 3, 2, "your opponent on the left (seat 3, dealer)"),
        (TWO, 1, 2, 2, "your opponent (seat 2, dealer)"),
    ],
)
def test_who_it_was_in_words(rules: Any, own: int, seat: int, maker: int, words: str) -> None:
    assert who_text(rules, own, seat, maker) == words


def test_answers_say_who_made_trump() -> None:
    q = question(decision="lead", maker="left")
    assert any(
        "spades made trump by your opponent on the left (seat 2, the dealer's partner)" in line
        for line in question_lines(q)
    )
    assert question_dict(q)["contract"]["maker_is"] == "left"
    lone = question(rules="cutthroat", played="9H", maker="left", lone_defender="me", seat=1)
    assert any("you defend alone" in line for line in question_lines(lone))
    assert question_dict(lone)["contract"]["lone_defender_is"] == "me"
    other = question(rules="british", decision="lead", maker="me", seat=1, lone_defender="right", hand=HAND)
    assert any("your opponent on the right (seat 4, dealer) defends alone" in line for line in question_lines(other))


def test_answers_say_where_the_upcard_is() -> None:
    """It is taken by the dealer, who may be the player asked; not yet while that is the question."""
    assert " in round 1, taken by the dealer" in question_lines(question(decision="lead", maker="left"))[1]
    assert " in round 1, taken by you" in question_lines(question(decision="discard", maker=2))[1]
    left = question(rules="two-handed", decision="lead", maker=1, seat=1, left_up=True)
    assert " in round 1, left on the table" in question_lines(left)[1]
    for rules in ("two-handed", "cutthroat", "standard-spruce"):
        asked = question(rules=rules, decision="pick-up", maker=1)
        assert question_lines(asked)[1].endswith(" in round 1")


def test_answers_say_with_what_trump_somebody_might_go_alone() -> None:
    assert question_lines(question(decision="alone", seat=3))[0].endswith("round 1, spades trump")
    assert question_lines(question(decision="alone", seat=3, trump="H"))[0].endswith("round 2, hearts trump")
    no_trump = make_question(replace(STANDARD, no_trump="round2"), HAND, "QS", decision="alone", seat=3, trump="NT")
    assert question_lines(no_trump)[0].endswith("round 2, no-trump")
    assert question_lines(question(seat=3))[0].endswith("round 1")


def test_tables_of_questions_name_makers_alike() -> None:
    rows = [
        {"hand": HAND, "up": "QS", "decision": "lead", "maker": word, "seat": "eldest"}
        for word in ("left", "2", "dealers-partner", "partner")
    ]
    told = answer_rows(rows, deals=50, seed=1, threads=1)
    assert told[0]["best"] == told[1]["best"] == told[2]["best"] != ""
    assert "whose partner" in told[3]["error"]
