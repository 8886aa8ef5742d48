"""Jamborees and jambones of railroad, decided by the reference player and by the engine."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reference import (
    HandRecord,
    check_hand,
)
from reference.written_hands import (
    hands,
    jambone_euchred,
    jambone_of_four,
    jambone_won,
    jamboree,
)
from reports.api import load_run
from reports.sections.sources import Sources
from sim.ask.question import Question
from sim.cards import parse_card
from sim.errors import IllegalAction, UsageError
from sim.players.match import Match
from sim.players.recorded_hand import Lanes
from sim.players.strategy import load_player
from sim.runs.results import open_run
from sim.runs.run import run
from support.agreement import assert_agrees
from support.engine_records import games_of
from support.puppets import in_order, mask, played
from support.railroad import RULES, both_agree, both_refuse, changed


def test_a_jamboree_is_shown_for_sixteen_points() -> None:
    both_agree(jamboree(), jamboree="on")
    both_refuse(jamboree())
    game = played(jamboree(), changed(jamboree="on")[0])
    assert game.final_score == [16, 0]


def test_a_jamboree_is_the_makers_and_of_the_trumps_in_the_pack() -> None:
    given = replace(jamboree(), hands=hands("JS QC KH 9C 9S", "Jo JH JD AH TC", "AS KS AC AD 9D", "QS TS QH JC KD"))
    given.upcard, given.discard, given.bids = "TH", "JS", [(1, "order")]
    given.maker, given.points = 1, [0, 16]
    both_refuse(given, jamboree="on")  # they have the ten, not the king
    swapped = replace(given, hands=hands("JS QC TC 9C 9S", "Jo JH JD AH KH", "AS KS AC AD 9D", "QS TS QH JC KD"))
    both_agree(swapped, jamboree="on")
    without_joker = replace(
        swapped, hands=swapped.hands | {1: ["JH", "JD", "AH", "KH", "QH"], 3: "QS TS 9H JC KD".split()}
    )
    both_agree(without_joker, jamboree="on", deck=24, joker_up="dealer_blind")


def test_a_jambone_that_takes_all_five_is_eight_points() -> None:
    both_agree(jambone_won(), jambone="on")
    both_agree(jambone_won(), jambone="on", loner_march=5, loner_34=2, loner_euchred=4)
    assert played(jambone_won(), changed(jambone="on")[0]).final_score == [0, 8]


@pytest.mark.parametrize(("changes", "points"), [({}, 1), ({"loner_34": 2}, 2)])
def test_a_jambone_of_four_is_worth_what_a_lone_hand_is(changes: dict[str, Any], points: int) -> None:
    both_agree(replace(jambone_of_four(), points=[0, points]), jambone="on", **changes)
    both_refuse(replace(jambone_of_four(), points=[0, 8]), jambone="on", **changes)


@pytest.mark.parametrize(("changes", "points"), [({}, 2), ({"loner_euchred": 4}, 4)])
def test_a_euchred_jambone_costs_what_a_lone_hand_does(changes: dict[str, Any], points: int) -> None:
    """The dealer's partner has called for the best card before they lay their hand open."""
    both_agree(replace(jambone_euchred(), points=[0, points]), jambone="on", **changes)


def test_the_opponent_on_his_left_names_the_cards_and_nobody_else_can() -> None:
    """The maker's own script has no card but the last; without the other's names there is no hand."""
    rules = changed(jambone="on")[0]
    with pytest.raises(IllegalAction, match="name_card in trick 2, seat 2 dealt"):
        played(jambone_won(), rules, player_2={"named_2": -1})
    told = {f"card_{number}": 48 + 15 for number in range(1, 5)}  # the joker, which their left opponent does not name
    assert in_order(played(jambone_won(), rules, player_1=told).hands[0]) == in_order(jambone_won())
    named = {f"named_{number}": 48 + 15 for number in range(1, 5)}
    assert in_order(played(jambone_won(), rules, player_3=named).hands[0]) == in_order(jambone_won())


def test_only_a_card_that_the_maker_may_play_can_be_named() -> None:
    rules, place = changed(jambone="on")[0], Lanes(3, True).place
    for wrong, trick in ((parse_card("9C"), 1), (parse_card("QS"), 1), (parse_card("AS"), 3)):
        with pytest.raises(IllegalAction, match=f"name_card in trick {trick}, seat 2 dealt AC KC AD TD QS"):
            played(jambone_won(), rules, player_2={f"named_{trick}": place(wrong)})
    # They have to follow diamonds: neither can a trump be named.
    with pytest.raises(IllegalAction, match="name_card in trick 1, seat 3 dealt"):
        played(jambone_euchred(), rules, player_3={"named_1": place(parse_card("AH"))})


def test_no_jambone_where_the_rule_is_off() -> None:
    both_refuse(jambone_won())
    with pytest.raises(IllegalAction, match="order_up, seat 1 dealt"):
        played(jambone_won(), RULES)
    second = jambone_in_the_second_round()
    both_refuse(second)
    with pytest.raises(IllegalAction, match="name_trump, seat 1 dealt"):
        played(second, RULES)


def jambone_in_the_second_round() -> HandRecord:
    """The hand that wins all five once the 9C has been turned down."""
    return replace(
        jambone_won(),
        hands=hands("KS QC TC KD 9H", "Jo JH JD AH AS", "QS AC KC AD TD", "TS 9S JS JC QD"),
        upcard="9C",
        bids=[(1, "pass"), (2, "pass"), (3, "pass"), (0, "pass"), (1, "call H jambone")],
        picked_up=False,
        discard=None,
    )


def test_a_jambone_may_be_declared_in_the_second_round_and_by_a_partner_who_must_play_alone() -> None:
    both_agree(jambone_in_the_second_round(), jambone="on")
    both_agree(jambone_euchred(), jambone="on", dealer_partner_order="alone_only")
    both_refuse(jambone_euchred(), jambone="on", dealer_partner_order="forbidden")


def test_nobody_defends_alone_against_a_jambone() -> None:
    record = jambone_won()
    defended = replace(record, lone_defender=2, tricks=[[trick[0], trick[1]] for trick in record.tricks])
    both_refuse(defended, jambone="on")
    both_refuse(defended, jambone="on", defend_alone="always", call_for_best="off")
    rules = changed(jambone="on")[0]
    assert in_order(played(record, rules, player_2={"defend": 1}).hands[0]) == in_order(jambone_won())


def test_a_jambone_leads_and_is_led_to_like_a_lone_hand() -> None:
    """With alone_lead = left_of_loner the maker's left begins, who then names the maker's cards from the lead."""
    rules, judged = changed(jambone="on", alone_lead="left_of_loner")
    part = Match(rules, [load_player("bots:wild{alone=90,jambone=90}")], 9, "hands").play(0, 3_000, "plays")
    assert part.hands is not None
    for game in games_of(part, rules.with_changes({"laps": "off", "slam": "off"})):
        check_hand(game.hands[0], judged)
    assert part.hands["jambone"].sum() > 300
    assert (part.hands["alone"][part.hands["jambone"] == 1] == 1).all()


def test_with_the_rule_on_nothing_changes_for_who_never_declares_a_jambone() -> None:
    players = [load_player("bots:wild{jambone=0}"), load_player("bots:steady")]
    with_rule = Match(RULES.with_changes({"jambone": "on"}), players, 4).play(0, 300, "plays")
    without = Match(RULES, players, 4).play(0, 300, "plays")
    assert with_rule.hands is not None
    assert without.hands is not None
    assert not with_rule.hands.pop("jambone").any()
    for one, other in ((with_rule.games, without.games), (with_rule.hands, without.hands)):
        assert one is not None
        assert other is not None
        assert one.keys() == other.keys()
        assert all((one[name] == other[name]).all() for name in one)
    assert (with_rule.tally == without.tally).all()


def test_jambones_are_counted_in_summary_and_tally(tmp_path: Path) -> None:
    rules = RULES.with_changes({"jambone": "on"})
    kept = run(
        rules, ["bots:steady", "bots:wild{alone=80,jambone=60}"], games=400, seed=4, out=tmp_path / "run"
    ).finish()
    data = open_run(tmp_path / "run")
    hands_played = data.hands()
    declared = hands_played[hands_played.jambone == 1]
    found = kept.summary.jambone
    assert found is not None
    assert len(declared) > 100
    assert found.tried.value == pytest.approx(len(declared) / len(hands_played))
    assert found.marched.value == pytest.approx((declared.tricks == 5).mean())
    assert found.euchred.value == pytest.approx((declared.tricks < 3).mean())
    assert "jambones" in kept.summary.to_text()
    tally = data.tally()
    counts = {k: int(tally.counts[:, (tally.alone == 5) & (tally.round == k)].sum()) for k in (1, 2)}
    assert counts == {k: int((declared["round"] == k).sum()) for k in (1, 2)}
    assert_agrees(kept.summary, data)


def test_what_cannot_tell_a_jambone_says_so(tmp_path: Path) -> None:
    rules = RULES.with_changes({"jambone": "on", "laps": "off", "slam": "off"})
    with pytest.raises(UsageError, match="jambone = on lets an opponent name a lone player's cards, which a question"):
        Question(rules, "order_up", 1, mask(["Jo", "JH", "AH", "KH", "9C"]), parse_card("QH"))
    run(rules, ["bots:steady"], games=20, seed=4, out=tmp_path / "run").finish()
    with pytest.raises(UsageError, match="jambone = on"):
        Sources([load_run(tmp_path / "run")])
    with pytest.raises(UsageError, match="jambone = on"):
        load_run(tmp_path / "run").table("loners_by_seat")
