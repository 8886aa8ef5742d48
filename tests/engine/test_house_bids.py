"""House rules of who may play alone and what may be named: no lone hands late in a game, and stuck dealers."""

from collections import Counter
from typing import Any

import pytest

from reference import full_rules, legal_bids
from reference.alone import lone_defenders_allowed
from sim.ask.choices import choices
from sim.ask.parsing import make_question
from sim.errors import RulesError, UsageError
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.rules.tricks import Contract
from support.judged import WILD

STANDARD = preset("standard")


# ----------------------------------------------------------------------------------------------- no lone hands too late


def test_nobody_plays_alone_late_in_a_game() -> None:
    rules = STANDARD.with_changes({"late_loners": "no", "defend_alone": "always"})
    part = Match(rules, [load_player(WILD)], 3).play(0, 200, "hands")
    seen = Counter[tuple[bool, bool]]()
    for row in range(len(part.hands["game"])):
        dealer, maker = int(part.hands["dealer"][row]), int(part.hands["maker"][row])
        defender = int(part.hands["lone_defender"][row])
        if maker:
            score = int(part.hands[f"score_{(dealer + maker) % 2}"][row])
            seen[score >= 8, bool(part.hands["alone"][row])] += 1
        if defender:
            assert int(part.hands[f"score_{(dealer + defender) % 2}"][row]) < 8
    assert seen[True, True] == 0 and min(seen[True, False], seen[False, True]) > 50


def test_what_may_be_said_late_in_a_game() -> None:
    """At 8 or 9 of 10 the dealer's partner of a Canadian table can't order at all."""
    rules = full_rules({"late_loners": "no", "dealer_partner_order": "alone_only", "defend_alone": "always"})
    hand = ["JH JD AH KH QH".split()] * 4
    for score, orders in ((7, ["pass", "order alone"]), (8, ["pass"])):
        assert legal_bids(2, 1, 0, hand[0], "9H", None, rules, [score, 0]) == orders
    assert "order alone" in legal_bids(1, 1, 0, hand[0], "9H", None, rules, [8, 7])
    assert legal_bids(1, 1, 0, hand[0], "9H", None, rules, [8, 8]) == ["pass", "order"]
    assert lone_defenders_allowed(1, False, 0, rules, False, [8, 0]) == []
    assert lone_defenders_allowed(1, False, 0, rules, False, [7, 0]) == [2, 0]


def names(rules: Rules, hand: str, up: str, **told: Any) -> list[str]:
    return [choice.name for choice in choices(make_question(rules, hand, up, **told))]


def test_questions_know_what_may_be_said_late_in_a_game() -> None:
    rules = STANDARD.with_changes({"late_loners": "no", "defend_alone": "always"})
    hand = "JS JC AS KS AH"
    assert names(rules, hand, "QS", seat=1) == ["pass", "order", "order alone"]
    assert names(rules, hand, "QS", seat=1, score="7-9") == ["pass", "order", "order alone"]
    assert names(rules, hand, "QS", seat=1, score="8-0") == ["pass", "order"]
    assert not any("alone" in name for name in names(rules, hand, "QS", seat=4, score="9-0"))
    with pytest.raises(UsageError, match="may not play alone at this score"):
        make_question(rules, hand, "QS", seat=1, decision="defend-alone", maker=2, score="8-0")
    with pytest.raises(UsageError, match="may not play alone at 9 points"):
        make_question(rules, hand, "QS", seat=1, decision="lead", maker=2, alone=True, score="3-9")
    canadian = preset("canadian").with_changes({"late_loners": "no"})
    with pytest.raises(UsageError, match="nothing to decide"):
        names(canadian, hand, "QS", seat=2, score="8-2")


def test_late_loners_needs_lone_hands() -> None:
    with pytest.raises(RulesError, match="late_loners = no needs somebody who may play alone, but maker_alone = no"):
        STANDARD.with_changes({"late_loners": "no", "maker_alone": "no"})


# -------------------------------------------------------------------------------------- what only a stuck dealer may do


STUCK = {"stick_dealer": "on", "call_turned_down": "stuck_dealer", "no_trump": "stuck_dealer"}


def test_only_a_stuck_dealer_may_name_the_suit_turned_down_or_no_trump() -> None:
    rules = STANDARD.with_changes(STUCK)
    hand = "JS KS AH 9D TC"
    third = names(rules, hand, "QS", seat=3, round_=2)
    dealer = names(rules, hand, "QS", seat=4, round_=2)
    assert [name for name in third if "alone" not in name] == ["pass", "clubs", "diamonds", "hearts"]
    wanted = ["clubs", "diamonds", "spades", "hearts", "no-trump"]
    assert [name for name in dealer if "alone" not in name] == wanted
    judged = full_rules(rules.to_dict())
    for player, said in ((3, third), (0, dealer)):
        legal = legal_bids(player, 2, 0, hand.split(), "QS", None, judged)
        assert len(legal) == len(said)
    with pytest.raises(UsageError, match="no no-trump but for a stuck dealer"):
        make_question(rules, hand, "QS", seat=1, decision="lead", maker=3, trump="no-trump", round_=2)
    with pytest.raises(UsageError, match="spades were turned down"):
        make_question(rules, hand, "QS", seat=1, decision="lead", maker=3, trump="S", round_=2)
    assert make_question(
        rules, hand, "QS", seat=1, decision="lead", maker=4, trump="nt", round_=2
    ).contract == Contract(2, 4, 4)


@pytest.mark.parametrize("field", ["call_turned_down", "no_trump"])
def test_what_a_stuck_dealer_may_do_needs_one(field: str) -> None:
    for stick in ("off", "forfeit1"):
        with pytest.raises(RulesError, match=f"{field} = stuck_dealer needs a dealer who is stuck"):
            STANDARD.with_changes({field: "stuck_dealer", "stick_dealer": stick})


def test_stuck_dealers_use_what_they_may() -> None:
    rules = STANDARD.with_changes(STUCK)
    part = Match(rules, [load_player("bots:wild{bid=5}")], 2, "hands").play(0, 400, "hands")
    rows, seen = part.hands, Counter[str]()
    for row in range(400):
        turned = int(rows["trump"][row]) == int(rows["upcard"][row]) // 16
        if rows["round"][row] == 2 and (turned or rows["trump"][row] == 4):
            assert rows["maker"][row] == 4
            seen["turned down" if turned else "no-trump"] += 1
    assert min(seen["turned down"], seen["no-trump"]) > 20
