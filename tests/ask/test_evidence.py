"""Advice says what it rests on, and where too little agrees with what the others did, people's ways are weighed in."""

import json
from typing import Any

import numpy as np
import pytest

from sim.ask.answer import Answer, Seating
from sim.ask.answering import answer, ask
from sim.ask.deal_source import open_source
from sim.ask.ladder import ladder
from sim.ask.parsing import make_question
from sim.ask.precision import Precision
from sim.ask.question_table import QuestionTable
from sim.ask.questions_csv import answer_rows
from sim.ask.sensitivity import ask_around
from sim.ask.weighed_deals import weigh_hands
from sim.cards import parse_hand
from sim.errors import UsageError
from sim.players.strategy import load_player
from sim.rules.presets import preset
from support.asked_cases import EVERY_DECISION, HOUSE_RULES
from support.played_positions import POSITIONS, RULES

STUCK = preset("standard").with_changes({"stick_dealer": "on"})
FEW: dict[str, Any] = {"deals": 3_000, "seed": 1, "threads": 1}


def stuck(hand: str, up: str, **how: Any) -> Answer:
    return ask(hand, up, "dealer", round=2, rules=STUCK, **(FEW | how))


def points(found: Answer, name: str) -> float:
    value = next(choice for choice in found.choices if choice.name == name).points.value
    assert value is not None
    return value


@pytest.mark.parametrize(
    ("hand", "up", "best", "least", "most"),
    [
        # The left bower with two small spades and a guarded king: good for three tricks, not for five.
        ("JC 9S TS KD 9D", "AH", "spades", 0.3, 0.7),
        # Next, with two small ones: the best of a bad lot, and a loss on average.
        ("QC 9C TD KH 9H", "AS", "clubs", -0.9, -0.3),
        ("9S TS QD KD 9C", "JH", "diamonds", -0.4, 0.1),
        ("9C TC 9D TD QS", "KH", "diamonds", -1.1, -0.5),
        ("JD AD 9S TS QC", "KS", "diamonds", 0.0, 0.5),
        ("KC QC TC AH 9S", "JD", "clubs", 0.25, 0.75),
    ],
)
def test_stuck_dealers(hand: str, up: str, best: str, least: float, most: float) -> None:
    """Seven passes tell little: people pass much that `basic` would call, and nobody holds an absurd hand for it."""
    found = stuck(hand, up)
    assert found.evidence.is_soft and found.evidence.exact < 0.001
    assert found.best.name == best and least < points(found, best) < most
    for choice in found.choices:
        if choice.name.endswith(" alone"):
            assert points(found, choice.name) < points(found, choice.name.removesuffix(" alone")) - 0.15
    # What they rest on is a good part of all deals, not one in some ten thousand.
    assert found.evidence.effective > 0.05


def test_what_it_rests_on_is_said_before_the_advice() -> None:
    found = stuck("JC 9S TS KD 9D", "AH")
    text = found.to_text()
    assert text.index("THIN EVIDENCE: on only 1 in 14 000 of the deals") < text.index("Best: spades")
    assert "rests on 620 000 000 possible deals, weighed: as good as" in text
    told = json.loads(json.dumps(found.to_dict()))["evidence"]
    assert told["is_thin"] and told["possible_deals"] == 617_512_896 and 0 < told["exact_share"] < 0.0001
    assert told["effective_deals"] == pytest.approx(told["effective_share"] * 617_512_896)
    assert "quarter of a point" in told["assumed"]
    html = found._repr_html_()
    assert html.index("THIN EVIDENCE") < html.index("Best: spades") < html.index("rests on")


def test_tables_of_questions_have_columns_for_it() -> None:
    rules = preset("standard").with_changes({"stick_dealer": "on"})
    rows = [
        {"hand": "JC 9S TS KD 9D", "up": "AH", "seat": "4", "round": "2"},
        {"hand": "JS KS AH 9D TC", "up": "QD", "seat": "3", "round": "1"},
    ]
    thin, usual = answer_rows(rows, rules=rules, deals=500, seed=1, threads=1)
    assert thin["thin"] == "yes" and 0 < float(thin["agree"]) < 0.001
    assert usual["thin"] == "no" and 0.6 < float(usual["agree"]) < 0.75


def test_what_is_common_is_taken_as_it_was() -> None:
    """Where one deal in a thousand agrees, the others are what they are seated as, and the footer says how many do."""
    found = ask("JS KS AH 9D TC", "QD", 3, **FEW)
    assert not found.evidence.is_soft and 0.6 < found.evidence.exact < 0.75
    text = " ".join(found.to_text().split())
    assert "THIN" not in text and "of them the others would have done what they did" in text
    told = found.to_dict()["evidence"]
    assert not told["is_thin"] and told["assumed"] is None and told["effective_share"] == told["exact_share"]
    first = ask("JS KS AH 9D TC", "QD", 1, **FEW)
    assert first.evidence.exact == 1
    assert "nothing that the others have done rules one out" in " ".join(first.to_text().split())


def test_the_way_depends_on_the_question_not_on_the_seed() -> None:
    """A share near the border is settled by the same draws for every seed."""
    q = make_question(preset("two-handed"), "JS KS AH 9D TC", "QS", decision="pick-up", maker=1)
    ways = {
        answer(q, Seating(("basic",) * 2), precision=Precision(deals=300), seed=seed, threads=1).evidence.is_soft
        for seed in range(8)
    }
    assert ways == {False}


def test_weighed_answers_do_not_depend_on_threads() -> None:
    one, two = (stuck("JC 9S TS KD 9D", "AH", deals=30_000, seed=7, threads=threads) for threads in (1, 2))
    assert {**one.to_dict(), "seconds": 0} == {**two.to_dict(), "seconds": 0}
    played = {"seat": 1, "maker": 3, "played": "JH KH 9H TH"}
    one, two = (
        ask("JD TD KC QS", "TH", deals=30_000, seed=7, threads=threads, **played, opponents="always-pass")
        for threads in (1, 2)
    )
    assert one.evidence.is_soft and {**one.to_dict(), "seconds": 0} == {**two.to_dict(), "seconds": 0}


def test_near_misses_weigh_more_than_what_nobody_would_pass() -> None:
    q = make_question(STUCK, "9C TC QD KD 9S", "AH", seat=4, round_=2)
    players = [load_player("basic")] * 4
    weighed = weigh_hands(QuestionTable(q, players, 1), players)
    assert weighed is not None
    hands, weights = weighed.hands[0]

    def weight(hand: str) -> float:
        return float(weights[np.searchsorted(hands, np.uint64(parse_hand(hand)))])

    nothing, near, absurd = weight("TD JC QC TS QH"), weight("JS AS QS 9D TH"), weight("JS JC AS KS AD")
    assert nothing > 0.5 and 0.02 * nothing < near < nothing and 0 < absurd < near / 20


@pytest.mark.parametrize(
    ("hand", "up", "told", "best", "least", "most"),
    [
        # A defender after the maker has drawn the left with the right: the ace led high, or a card low.
        ("JD TD KC QS", "TH", {"seat": 1, "maker": 3, "played": "JH KH 9H TH"}, ("KC", "QS"), 0.1, 0.4),
        # Two tricks each, the last but one led by the maker: the king that may be wanted is worth less than the jack.
        (
            "JC KD", "9S", {"seat": 2, "maker": 1, "played": "TC KC QC AC; 9D AD TD QD; JS TS 9C 9S; 9H"},
            ("KD",), 1.5, 1.9,
        ),
    ],
)  # fmt: skip
def test_calls_that_nobody_would_make(
    hand: str, up: str, told: dict[str, Any], best: tuple[str, ...], least: float, most: float
) -> None:
    """A partner who orders on one trump, an eldest hand that orders on nothing: people do, and the question stands."""
    found = ask(hand, up, **told, **(FEW | {"deals": 20_000}))
    assert found.evidence.is_never and found.evidence.is_soft
    assert found.best.name in best and least < points(found, found.best.name) < most
    assert "THIN EVIDENCE: on NONE of the deals" in found.to_text()


def test_a_dealer_who_buried_the_upcard() -> None:
    """Trump is led and the dealer shows out: the king that they took up lies under the table, as some rules allow."""
    told = {"seat": 2, "decision": "lead", "maker": 2, "played": "AH JH QH 9S"}
    with pytest.raises(UsageError, match="can't have buried it"):
        ask("AD KD 9C TC", "KH", **told, **FEW)
    rules = preset("standard").with_changes({"discard_upcard": "allowed"})
    found = ask("AD KD 9C TC", "KH", rules=rules, **told, **FEW)
    assert found.evidence.is_never and found.best.name in ("AD", "KD")
    q = make_question(rules, "AD KD 9C TC", "KH", **told)
    players = [load_player("basic")] * 4
    table = QuestionTable(q, players, 1)
    source = open_source(table, players)
    deals, _ = source.take(source.job(2_000))
    kept, dealt = deals.kept[3], deals.cards[3]
    hearts = np.uint64(parse_hand("9H TH JD JH QH KH AH"))
    assert len(deals) == 2_000 and (kept & hearts == 0).all() and (kept == dealt).all()
    assert (kept & np.uint64(parse_hand("9S")) != 0).all()


ODD_GAMES = [(name, {}, hand, up, told) for name, hand, up, told in EVERY_DECISION] + HOUSE_RULES


@pytest.mark.parametrize("others", [pytest.param("always-order", marks=pytest.mark.nightly), "always-pass"])
def test_no_question_is_refused_for_what_the_others_would_do(others: str) -> None:
    """Every game, decision and house rule, with others who never do what they are said to have done."""
    weighed = 0
    for name, changes, hand, up, told in ODD_GAMES:
        rules = preset(name).with_changes(changes)
        asked = {key: value for key, value in told.items() if key != "strategy"}
        found = ask(hand, up, rules=rules, **asked, strategy=others, me="basic", deals=200, seed=1, threads=1)
        assert len(found.choices) >= 2 and found.deals >= 150, (name, told)
        for choice in found.choices:
            assert sum(choice.outcomes.values()) == pytest.approx(1)
        weighed += found.evidence.is_soft
    assert weighed >= 5


def test_players_who_play_by_chance_are_weighed_too() -> None:
    """Seven passes of `random` are as rare as others', and tell nothing of the cards."""
    found = stuck("JC 9S TS KD 9D", "AH", strategy="random", me="basic")
    assert found.evidence.is_soft and found.evidence.exact < 0.001 and found.evidence.effective > 0.05


@pytest.mark.nightly
def test_the_panel_lives_through_it() -> None:
    base = stuck("JC 9S TS KD 9D", "AH")
    panel = ask_around(base, **FEW)
    assert all(around.answer is not None and not around.error for around in panel.around)
    assert all(around.answer is None or around.answer.best.name == "spades" for around in panel.around)


def test_only_what_the_rules_make_impossible_is_refused() -> None:
    """A maker without a trump can have ordered, people being people, but not where the rules ask for a natural one."""
    told = {"seat": 1, "decision": "lead", "maker": 3, "played": "KS QS 9D TS"}
    found = ask("JD AH TC 9C", "9S", **told, **FEW)
    assert found.evidence.is_soft
    natural = preset("standard").with_changes({"min_trump": 1})
    with pytest.raises(UsageError, match="no deal agrees with what has happened: the rules do not allow it"):
        ask("JD AH TC 9C", "9S", rules=natural, **told, **FEW)
    # Whoever is asked may lack the suit themselves: that says nothing of the others.
    usual = ask("AD KD AH TC 9C", "9S", rules=natural, seat=1, decision="lead", maker=2, **FEW)
    assert not usual.evidence.is_soft and 0.2 < usual.evidence.exact < 0.4


CUTTHROAT: dict[str, Any] = {"hand": "JC 9S TD KD 9H", "up": "QS", "seat": 1, "maker": 3, "alone": True}
DEFENDER: dict[str, Any] = CUTTHROAT | {"hand": "JC JS AS KS 9D", "decision": "defend-alone"}
NAMED: dict[str, Any] = CUTTHROAT | {"decision": "lead", "seat": 3, "maker": 2, "trump": "H", "round_": 2}
LATE: dict[str, Any] = {"hand": "JC 9S TD KD 9H", "up": "QS", "seat": 1, "maker": 2, "score": "5-8", "decision": "lead"}


@pytest.mark.parametrize(
    ("name", "changes", "told", "row", "strong", "weak", "counts"),
    [
        ("cutthroat", {}, CUTTHROAT | {"decision": "lead"}, 2, "JS AS KS AD AH", "TS 9C QD TH QC",
         "go alone here with any hand tried, so the lone hand of seat 3 (dealer) counts as a call of spades without"),
        ("cutthroat", {}, DEFENDER, 2, "TS 9S AC AD AH", "9C TC QD TH QC", "seat 3 (dealer) counts as a call of"),
        ("cutthroat", {}, NAMED, 1, "JH JD AH KH AS",
         "9C TC QD KS QC", "seat 2 (second) counts as a call of hearts without a dummy"),
        # Nobody plays alone who needs no more points than a call brings.
        ("standard", {}, LATE | {"alone": True}, 1, "JS AS KS AD AH", "9C TC QD TH QC", "counts as a call of spades"),
        ("canadian", {}, LATE | {"alone": True}, 1, "JS AS KS AD AH", "9C TC QD TH QC", "counts as a call of spades"),
        ("standard", {"no_trump": "round2"}, LATE | {"alone": True, "trump": "N"}, 1, "AS KS AD AH AC",
         "9C TC QD TH QC", "counts as a call of no-trump"),
        ("standard", {"defend_alone": "always"}, LATE | {"maker": 1, "lone_defender": 2}, 1, "JS AS KS AD AH",
         "9C TC QD TH QC", "defend alone here with any hand tried, so the lone hand of seat 2"),
        ("canadian", {"defend_alone": "always"}, LATE | {"maker": 1, "lone_defender": 2}, 1, "JS AS KS AD AH",
         "9C TC QD TH QC", "defend alone here with any hand tried, so the lone hand of seat 2"),
    ],
)  # fmt: skip
def test_lone_hands_that_nobody_would_play_tell_what_a_call_tells(
    name: str, changes: dict[str, Any], told: dict[str, Any], row: int, strong: str, weak: str, counts: str
) -> None:
    """A hand that would make the trump weighs many times what one weighs that would pass, and the answer says so."""
    rules = preset(name).with_changes(changes)
    q = make_question(rules, **told)
    players = [load_player("basic")] * rules.players
    table = QuestionTable(q, players, 1)
    weighed = weigh_hands(table, players)
    assert weighed is not None and counts in weighed.assumed
    hands, weights = weighed.hands[row]

    def weight(hand: str) -> float:
        place = np.searchsorted(hands, np.uint64(parse_hand(hand)))
        assert hands[place] == parse_hand(hand)
        return float(weights[place])

    assert weight(strong) > 5 * weight(weak) > 0
    source = open_source(table, players)
    assert source.evidence().is_soft and source.evidence().assumed == weighed.assumed
    assert source.evidence().effective < 0.6


def test_a_lone_maker_who_has_the_joker_turned_up() -> None:
    """Deals are drawn freely there, and the dealer would play no lone hand two points short of the game."""
    told: dict[str, Any] = {"seat": 1, "decision": "lead", "maker": 4, "alone": True, "trump": "S", "score": "5-9"}
    rules = preset("british").with_changes({"joker_up": "dealer_sees"})
    q = make_question(rules, "JD 9H TD KD 9D", "Jo", **told)
    players = [load_player("basic")] * 4
    source = open_source(QuestionTable(q, players, 1), players)
    assert "lone hand of seat 4 (dealer) counts as a call of spades would" in source.evidence().assumed
    deals, _ = source.take(source.job(4_000))
    spades = np.uint64(parse_hand("9S TS JS QS KS AS JC"))
    suits = [np.bitwise_count(deals.cards[3] & np.uint64(0x1DFF << 16 * suit)).mean() for suit in (0, 1, 3)]
    assert np.bitwise_count(deals.cards[3] & spades).mean() > max(suits) + 0.5


def test_lone_hands_that_some_would_play_are_weighed_as_such() -> None:
    """Where some version of a player goes alone with some hand, that counts and nothing else."""
    q = make_question(preset("standard"), "JC 9S TD KD 9H", "QS", seat=1, decision="lead", maker=2, alone=True)
    players = [load_player("basic")] * 4
    weighed = weigh_hands(QuestionTable(q, players, 1), players)
    assert weighed is not None and "lone hand of" not in weighed.assumed
    hands, weights = weighed.hands[1]
    called, alone = (
        weights[np.searchsorted(hands, np.uint64(parse_hand(hand)))] for hand in ("AS KS TS KC 9D", "JS AS KS AD AH")
    )
    assert alone > 5 * called


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_positions_that_people_had(number: int) -> None:
    """Each can be asked, and the answer says what it rests on."""
    hand, up, is_thin, told = POSITIONS[number]
    found = ask(hand, up, rules=preset("standard").with_changes(RULES), **told, deals=1_000, seed=1, threads=1)
    assert found.evidence.is_soft == is_thin
    assert found.evidence.possible >= 1 and 0 < found.evidence.effective <= 1
    text = found.to_text()
    assert ("THIN EVIDENCE" in text) == is_thin and "rests on" in text


def test_the_ladder_is_a_distribution() -> None:
    """Of a player with thresholds like `basic`, and of one without."""
    for name in ("basic", "cautious", "perry21", "always-pass"):
        rungs = ladder(load_player(name))
        assert sum(rung.chance for rung in rungs) == pytest.approx(1) and all(rung.chance > 0 for rung in rungs)
    orders = [rung.player.params["order_1"] for rung in ladder(load_player("basic"))]
    assert orders == sorted(orders) and orders[0] == 286 - 75 and orders[-1] == 286 + 125
    assert ladder(load_player("perry21"))[0].player.spec == "perry21"


def test_the_ladder_shifts_points_not_tricks() -> None:
    """Without trump a lone defence asks for sure tricks: a quarter of a point more is not 25 of them."""
    for rung in ladder(load_player("basic")):
        assert rung.player.params["defend_no_trump"] == 6
