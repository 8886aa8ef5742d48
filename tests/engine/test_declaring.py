"""When the maker says that they play alone: with the call, or after the pick-up and discard."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reference import Disagreement, check_hand, legal_bids
from reference.written_hands import dealers_partner_alone
from sim.ask.answering import ask
from sim.ask.choices import choices
from sim.ask.parsing import make_question
from sim.compare.attribution import LONE, PICK_UP, first_difference
from sim.errors import RulesError, UsageError
from sim.players.check.conformance import digest, replayed
from sim.players.check.decisions import Hearing
from sim.players.match import Match, hooks_asked
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS, preset
from sim.rules.rules import Rules
from sim.runs.trace import show
from sim.views import TAKEN
from support.judged import WILD, agree
from support.puppets import in_order
from support.puppets import played as played_by_puppets

STANDARD = preset("standard")
LATER = STANDARD.with_changes({"alone_when": "after_discard"})
CANADIAN = preset("canadian").with_changes({"alone_when": "after_discard", "defend_alone": "always"})
CUTTHROAT = preset("cutthroat")


def bot(folder: Path, text: str) -> str:
    """A strategy with these hooks; the default player decides the rest."""
    path = folder / "bot.py"
    path.write_text("from sim.views import AS_BID\n" + text)
    return str(path)


# ------------------------------------------------------------------------------------------------ the rule and its game


def test_who_declares_later() -> None:
    later = {name for name, rules in PRESETS.items() if rules.declares_later}
    assert later == {"cutthroat", "standard-spruce"}
    for name, rules in PRESETS.items():
        assert ("declare_alone" in hooks_asked(rules)) == (name in later)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"maker_alone": "no"}, "alone_when = after_discard needs a lone maker, but maker_alone = no"),
        ({"jambone": "on"}, "jambone = on is declared with the call, but alone_when = after_discard"),
        ({"players": 2, "maker_alone": "no"}, "alone_when = after_discard needs a lone maker"),
    ],
)
def test_what_does_not_go_with_it(changes: dict[str, object], says: str) -> None:
    with pytest.raises(RulesError, match=says):
        STANDARD.with_changes({**changes, "alone_when": "after_discard"})


def test_a_compulsory_dummy_leaves_nothing_to_declare() -> None:
    assert CUTTHROAT.with_changes({"cutthroat_dummy": "compulsory"}).alone_when == "with_call"


def test_a_written_hand() -> None:
    """Player 2 orders the 9H, the dealer takes it and buries, then player 2 says that they play alone."""
    with_call = dealers_partner_alone()
    later = replace(with_call, bids=[(1, "pass"), (2, "order")], declared_alone=True)
    assert in_order(played_by_puppets(later, LATER).hands[0]) == in_order(later)
    check_hand(later, LATER.to_dict())
    for record, rules in ((with_call, LATER), (later, STANDARD)):
        with pytest.raises(Disagreement):
            check_hand(record, rules.to_dict())
    # The Canadian partner has no choice, so they say it with the call.
    check_hand(with_call, CANADIAN.to_dict())
    assert in_order(played_by_puppets(with_call, CANADIAN).hands[0]) == in_order(with_call)
    with pytest.raises(Disagreement, match="may not say 'order'"):
        check_hand(later, CANADIAN.to_dict())


def test_what_may_be_said_while_bidding() -> None:
    hand = "JH JD AH KH QH".split()
    rules = LATER.to_dict()
    assert legal_bids(1, 1, 0, hand, "9H", None, rules) == ["pass", "order"]
    assert not any("alone" in bid for bid in legal_bids(1, 2, 0, hand, "9S", None, rules))


HOUSES = {
    "cutthroat": CUTTHROAT,
    "spruce": preset("standard-spruce"),
    "canadian": CANADIAN,
    "british": preset("british").with_changes({"alone_when": "after_discard", "late_loners": "no"}),
    "railroad": preset("railroad").with_changes({"alone_when": "after_discard", "jamboree": "on"}),
    "peeking": CUTTHROAT.with_changes({"peek_dummy": "yes"}),
}


@pytest.mark.parametrize("name", HOUSES)
def test_the_reference_player_decides_the_same(name: str) -> None:
    rules = HOUSES[name]
    for seed, specs in enumerate(([WILD], [WILD, "random", "basic", WILD][: rules.players])):
        assert agree(rules, specs, seed, 25) > 25


# --------------------------------------------------------------------------------------------------- the hook and views


@pytest.mark.nightly
@pytest.mark.parametrize(
    "name",
    # The player takes long to compile for three.
    [pytest.param(name, marks=pytest.mark.nightly) if rules.players == 3 else name for name, rules in HOUSES.items()],
)
def test_players_see_no_more_than_has_been_said(name: str) -> None:
    """Before the maker has spoken nobody knows of it; then the defenders do. The answers are those of the record."""
    rules, probe = HOUSES[name], load_player("bots:probe")
    steps, seen = probe.steps((), rules.auction, rules.players), Counter[str]()
    hand, hearing = "", Hearing(rules)
    for where, decision in replayed(Match(rules, [probe], 5).play(0, 12, "plays"), rules, 5):
        hand, hearing = where, hearing if where == hand else Hearing(rules)
        made, view = steps[decision.hook][1], decision.view
        answer = made.function(view, made.params(*made.values)) if made.takes > 1 else made.function(view)  # type: ignore[misc]
        assert hearing.heard(decision, int(answer)) == decision.action, (where, decision)
        if decision.hook == "declare_alone":
            assert (view.maker, view.alone, view.may_alone) == (0, 0, 1)
            assert (view.buried != 0) == (view.dealer == 0 and view.fate == TAKEN)
            seen["alone" if decision.action else "with partner"] += 1
        if decision.hook in ("pick_up", "discard") and view.best_call == 0 and view.alone:
            forced = (view.round, rules.dealer_partner_order) == (1, "alone_only")
            assert forced and view.maker == 2  # the dealer's own partner could not order otherwise
        if decision.hook == "defend_alone":
            seen[f"defender hears {view.alone}"] += 1
    # Of a maker who may look at the dummy first a record does not tell when they left it.
    assert seen["with partner"] > 10 and (seen["alone"] > 10 or rules.peek_dummy == "yes")
    if rules.defend_alone == "always":
        assert min(seen["defender hears 0"], seen["defender hears 1"]) > 10


def test_a_strategy_without_the_hook_plays_as_it_bid() -> None:
    """Steady looks at nobody's being alone before the play, so its games are card for card the same."""
    steady = load_player("bots:steady")
    first, second = (Match(rules, [steady], 3).play(0, 400, "plays") for rules in (STANDARD, LATER))
    assert first.hands is not None and second.hands is not None
    assert digest(first) == digest(second)
    assert first.hands["alone"].sum() > 50
    assert load_player("basic").hooks["declare_alone"] == "as bid"


def lone_hands(rules: Rules, spec: str) -> Any:
    return Match(rules, [load_player(spec)], 4, "hands").play(0, 1500, "hands").hands


def test_the_hook_decides_whatever_was_bid(tmp_path: Path) -> None:
    eager = "def order_up(v):\n    return 2\n"
    for answer, expected in (("0", 0.0), ("1", 1.0), ("AS_BID", 1.0)):
        spec = bot(tmp_path, f"{eager}def declare_alone(v):\n    return {answer}\n")
        assert lone_hands(LATER, spec)["alone"].mean() == expected
        assert lone_hands(STANDARD, spec)["alone"].mean() == 1.0
    plain = bot(tmp_path, "def order_up(v):\n    return 1\ndef declare_alone(v):\n    return 1\n")
    assert lone_hands(LATER, plain)["alone"].mean() == 1.0
    assert lone_hands(STANDARD, plain)["alone"].mean() == 0.0


def test_a_canadian_partner_says_it_with_the_call(tmp_path: Path) -> None:
    spec = bot(
        tmp_path, "def order_up(v):\n    return 1 if v.dealer == 2 else 0\ndef declare_alone(v):\n    return 0\n"
    )
    rows = lone_hands(CANADIAN, spec)
    assert set(rows["maker"].tolist()) == {2} and rows["alone"].mean() == 1.0


def test_a_maker_knows_what_became_of_the_upcard(tmp_path: Path) -> None:
    """Alone just where the dealer left it: something that nobody could do with the call."""
    spec = bot(
        tmp_path,
        "from sim.bits import U, popcount\n"
        "def order_up(v):\n    return 1 if v.dealer == 2 else 0\n"
        "def pick_up(v):\n    return 1 if popcount(v.hand >> U(48)) > 0 else 0\n"
        "def declare_alone(v):\n    return 1 if v.fate == 3 else 0\n",
    )
    rows = lone_hands(preset("standard-spruce"), spec)
    assert 100 < rows["pick_up"].sum() < 1400
    assert (rows["alone"] == 1 - rows["pick_up"]).all()


def test_answers_beyond_as_bid_break_the_rules(tmp_path: Path) -> None:
    from sim.errors import IllegalAction

    spec = bot(tmp_path, "def order_up(v):\n    return 1\ndef declare_alone(v):\n    return 3\n")
    with pytest.raises(IllegalAction, match="declare_alone"):
        lone_hands(LATER, spec)


# ------------------------------------------------------------------------------------------------------------ questions


HAND = "JS JC AS KH 9D"


def values(answer: Any) -> dict[str, float]:
    return {choice.name: choice.points.value for choice in answer.choices}


def test_the_values_of_a_bid_are_those_of_saying_it_later() -> None:
    """Steady does the same whether it has heard of a lone hand or not before the play, so the same deals end alike."""
    told = {"seed": 3, "deals": 2_000, "strategy": "bots:steady", "threads": 1}
    for seat, more in ((1, {}), (4, {}), (2, {"round": 2})):
        first = ask(HAND, "QS", seat, rules=STANDARD, **more, **told)
        second = ask(HAND, "QS", seat, rules=LATER, **more, **told)
        assert any("alone" in name for name in values(first))
        assert values(first) == values(second)


def test_alone_is_asked_when_the_dealer_has_buried_a_card() -> None:
    q = make_question(LATER, HAND, "QS", decision="alone", seat=1)
    assert [choice.script for choice in choices(q)] == [(("declare_alone", 0, 0, 0),), (("declare_alone", 0, 1, 0),)]
    told = {"seed": 3, "deals": 4_000, "strategy": "bots:steady", "threads": 1, "decision": "alone"}
    first = ask(HAND, "QS", 1, rules=STANDARD, **told)
    second = ask(HAND, "QS", 1, rules=LATER, **told)
    for one, other in zip(first.choices, second.choices, strict=True):
        assert one.name == other.name
        assert abs(one.points.value - other.points.value) < 4.5 * np.hypot(one.points.se, other.points.se)
    # A dealer has the upcard among their five by then, and has put a card away.
    dealer = make_question(LATER, "JS JC AS KH QS", "QS", decision="alone", seat=4, buried="9D")
    assert dealer.has_upcard and not dealer.is_call
    later = ask("JS JC AS KH QS", "QS", 4, rules=LATER, buried="9D", **told)
    before = ask(HAND, "QS", 4, rules=STANDARD, seed=3, deals=4_000, strategy="bots:steady", threads=1)
    bid = {choice.name: choice.points for choice in before.choices}
    for name, points in (("with partner", bid["take, bury 9D"]), ("alone", bid["take alone, bury 9D"])):
        found = next(choice.points for choice in later.choices if choice.name == name)
        assert abs(found.value - points.value) < 4.5 * np.hypot(found.se, points.se)


def test_what_became_of_the_upcard_counts() -> None:
    """Left on the table or taken by an opponent: another question, and only deals on which that was done agree."""
    rules = preset("standard-spruce")
    told = {"seed": 3, "deals": 10_000, "rules": rules, "opponents": "random", "threads": 1, "decision": "alone"}
    taken, left = (ask("AS KS 9S AH KH", "JS", 1, left_up=left, **told) for left in (False, True))
    assert values(left)["alone"] > values(taken)["alone"] + 0.1


@pytest.mark.parametrize("rules", [CUTTHROAT, preset("standard-spruce")], ids=["cutthroat", "spruce"])
def test_later_decisions_know_who_is_alone(rules: Rules) -> None:
    told = {"seed": 3, "deals": 500, "rules": rules, "strategy": "random", "threads": 1}
    for alone in (False, True):
        lead = ask(HAND, "QS", 2, decision="lead" if alone else "defend-alone", maker=1, alone=alone, **told)
        assert lead.deals == 500
    with pytest.raises(UsageError, match="declared only after the discard"):
        make_question(rules, HAND, "QS", decision="discard", maker=1, alone=True)
    if rules.dummies:
        keep = make_question(rules, HAND, "QS", decision="keep-five", seat=1, dummy="9C QC AC 9H TH")
        assert len(choices(keep)) == 252


# ---------------------------------------------------------------------------------------------------- traces and parts


def test_a_traced_hand_has_the_declaration_in_its_place() -> None:
    said = Counter[str]()
    for trace in show(CANADIAN, [WILD], seed=2, game=0) + show(CANADIAN, [WILD], seed=2, game=1):
        lines = [line.strip() for line in trace.to_text().splitlines()]
        plays = next((k for k, line in enumerate(lines) if line.endswith("plays alone")), None)
        assert (plays is not None) == trace.declared
        said["with the call"] += trace.alone and not trace.declared
        if plays is not None:
            buried = [k for k, line in enumerate(lines) if "buries" in line]
            assert all(k < plays for k in buried)
            said["later"] += 1
    assert said["later"] > 2


def test_differences_go_to_the_decision_that_came_first() -> None:
    def hands(**changes: int) -> dict[str, Any]:
        usual = {"dealer": 0, "round": 1, "maker": 1, "trump": 2, "alone": 0, "lone_defender": 0, "pick_up": 1,
                 "discard": 9, "points_0": 0, "points_1": 1}  # fmt: skip
        return {name: np.array([value]) for name, value in (usual | changes).items()}

    both = hands(alone=1, pick_up=0, discard=-1)
    for later, source, seat in ((False, LONE, 1), (True, PICK_UP, 4)):
        assert first_difference(both, hands(), 0, 4, 2, later)[0] - 1 == 8 * source + seat
    assert first_difference(hands(alone=1), hands(), 1, 4, 2, True)[0] - 1 == 8 * LONE + 1
