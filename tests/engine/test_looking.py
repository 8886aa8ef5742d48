"""What views tell of cards that are dead, of who was stuck and of earlier tricks, in hands written out; and what the
helpers make of it. That the engine shows the same in every hand is in test_engine_reference.py and test_moment.py."""

import random
from typing import Any

import numpy as np
import pytest

from euchre_sim import moment
from sim.bits import U, lane_of, low
from sim.players.check.conformance import ending, replayed
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.views import EARLIER, MASKS, View
from strategies import memory
from strategies.toolkit import unseen
from support.drawn_rules import random_rules

SPRUCE = PRESETS["standard-spruce"]
RETURNS = "docs/bots/returns.py(basic)"


@pytest.mark.parametrize(
    ("words", "dead"),
    [
        # The dealer took the jack up and sits out, or plays; it was turned down, or left on the table.
        ({"hand": "AC KC 9C TH 9D", "up": "JD", "decision": "lead", "maker": 2, "alone": True}, "JD"),
        ({"hand": "AC KC 9C TH 9D", "up": "JD", "decision": "lead", "maker": 2}, ""),
        ({"hand": "AC KC 9C TH 9D", "up": "JD", "decision": "lead", "maker": 4, "alone": True}, ""),
        ({"hand": "AC KC 9C TH 9D", "up": "JD", "decision": "lead", "maker": 2, "round": 2, "trump": "S"}, "JD"),
        ({"hand": "AC KC 9C TH 9D", "up": "JD", "decision": "lead", "maker": 3, "left_up": True, "rules": SPRUCE},
         "JD"),
        # A lone defender's partner who dealt sits out with it too.
        ({"hand": "AC KC 9C TH 9D", "up": "JD", "decision": "lead", "maker": 1, "lone_defender": 2, "seat": 1,
          "rules": SPRUCE.with_changes({"alone_lead": "left_of_dealer"})}, "JD"),
        ({"hand": "AC KC 9C TH 9D", "up": "JD", "decision": "lead", "maker": 2, "lone_defender": 1, "seat": 2,
          "rules": PRESETS["cutthroat"], "buried": "9H TC QC KH AS"}, "JD"),
        # Bidding: what was turned down.
        ({"hand": "AC KC 9C TH 9D", "up": "JD", "seat": 1}, ""),
        ({"hand": "AC KC 9C TH 9D", "up": "JD", "seat": 1, "round": 2}, "JD"),
        # A lone hand may yet be given the upcard for partner's best.
        ({"hand": "AC KC 9C TH 9D", "up": "JD", "decision": "defend-alone", "seat": 1, "maker": 2, "alone": True,
          "rules": "railroad"}, ""),
        ({"hand": "AC KC 9C TH 9D", "up": "Jo", "seat": 1, "next_card": "QD",
          "rules": PRESETS["railroad"].with_changes({"joker_up": "next_card"})}, "QD"),
        ({"hand": "AC KC 9C TH 9D", "up": "Jo", "seat": 1, "next_card": "QD", "round": 2,
          "rules": PRESETS["railroad"].with_changes({"joker_up": "next_card"})}, "QD Jo"),
    ],
)  # fmt: skip
def test_what_is_dead(words: dict[str, Any], dead: str) -> None:
    told = moment(words.pop("hand"), words.pop("up"), **words)
    assert told.text(told.view.dead) == dead
    assert unseen(told.view) & told.view.dead == U(0)


def test_a_dealer_who_gave_another_card_has_the_upcard_still() -> None:
    """Whoever called for it knows; the others can't tell which card it was."""
    found = {"knows": 0, "can't know": 0, "got it": 0}
    rules = PRESETS["railroad"].with_changes({"defend_alone": "vs_loner"})
    part = Match(ending(rules), [load_player("bots:wild")], 4).play(0, 60, "plays")
    for _, decision in replayed(part, ending(rules), 4):
        view = decision.view
        # The maker's partner took the upcard up, and sits out.
        if decision.hook not in ("lead", "follow") or not view.alone & 1 or view.fate != 1 or view.maker == view.dealer:
            continue
        if view.maker == 0 and view.dealer == 2:
            held = view.hand | view.played_0 | view.buried
            assert view.dead == (U(0) if held & view.upcard else view.upcard)
            found["got it" if held & view.upcard else "knows"] += 1
        elif (view.maker - view.dealer) % 4 == 2:
            found["can't know"] += view.dead == U(0)
    assert min(found.values()) > 3, found


def test_what_is_dead_is_never_played_or_held() -> None:
    source = random.Random(4)
    for _ in range(40):
        rules = ending(random_rules(source, list(PRESETS.values())))
        seed = source.randrange(1 << 60)
        part = Match(rules, [load_player("random")], seed).play(0, 2, "plays")
        for _, decision in replayed(part, rules, seed):
            view = decision.view
            assert view.dead & (view.hand | view.seen | U(decision.action if view.trick else 0)) == U(0)


@pytest.mark.parametrize(
    ("words", "stuck"),
    [
        ({"maker": 4, "round": 2, "trump": "H", "rules": PRESETS["standard"].with_changes({"stick_dealer": "on"})}, 1),
        ({"maker": 4, "round": 2, "trump": "H"}, 0),
        ({"maker": 3, "round": 2, "trump": "H", "rules": PRESETS["standard"].with_changes({"stick_dealer": "on"})}, 0),
        ({"maker": 4, "rules": PRESETS["standard"].with_changes({"stick_dealer": "on"})}, 0),
    ],
)
def test_who_was_stuck(words: dict[str, Any], stuck: int) -> None:
    assert moment("9C TC KC QD AD", "9S", seat=1, decision="lead", **words).view.stuck == stuck


def test_a_bid_by_force_is_known() -> None:
    forced = moment("9C TC KC QD AD 9H", rules="hasenpfeffer", bids="pass, pass, pass, pass", maker=2, trump="H",
                    played="AH")  # fmt: skip
    assert forced.view.stuck == 1 and forced.view.seat == 3
    free = moment("9C TC KC QD AD 9H", rules="hasenpfeffer", bids="pass, 3, pass, pass, pass", trump="H", played="AH")
    assert free.view.stuck == 0 and [getattr(free.view, f"said_{k}") for k in range(4)] == [0, 0, 0, 1 << 3]


def test_the_auction_is_known_while_it_goes_on() -> None:
    view = moment("9C TC KC QD AD 9H", rules="pepper", bids="1, pass, 2, pass, 3, pass").view
    assert (view.seat, view.bid, view.bidder) == (3, 3, 2)
    assert [getattr(view, f"said_{k}") for k in range(4)] == [1 << 2, 0, 1 << 1 | 1 << 3, 0]
    view = moment(
        "9C TC KC QD AD", rules=PRESETS["napoleon"].with_changes({"players": 6}), bids="pass, two, three"
    ).view
    assert [getattr(view, f"said_{k}") for k in range(6)] == [0, 0, 0, 0, 1 << 2, 1 << 3]


def test_who_played_what() -> None:
    words = {"maker": 4, "decision": "play", "seat": 4, "buried": "9C"}
    told = moment("9S QC", "9S", played="AH 9H TH KH; AD TD 9D JD; QS TS AS KS; AC", **words)
    assert told.hook == "follow" and told.view.trick == 4
    cards = [[told.text(memory.card_of(told.view, seat, trick)) for seat in range(4)] for trick in (1, 2, 3, 4)]
    # The dealer looks: to the left the eldest hand, then the partner, then the third hand.
    assert cards == [["KH", "AH", "9H", "TH"], ["JD", "AD", "TD", "9D"], ["KS", "QS", "TS", "AS"], ["", "", "", ""]]
    assert [memory.leader(told.view, trick) for trick in (1, 2, 3, 4)] == [1, 1, 1, -1]
    assert [memory.winner(told.view, trick) for trick in (1, 2, 3, 4)] == [1, 1, 3, -1]
    assert [told.text(memory.led(told.view, trick)) for trick in (1, 2, 3, 4)] == ["AH", "AD", "QS", ""]
    assert told.view.played_3 == told.mask("TH 9D AS AC") and told.view.played_4 == U(0)


@pytest.mark.parametrize("table", [[RETURNS], [RETURNS, "basic"], ["basic", RETURNS]])
def test_a_player_who_looks_back_finds_the_same_in_any_company(table: list[str]) -> None:
    """The engine keeps earlier tricks where somebody at the table looks back, whoever that is."""
    rules, found = ending(PRESETS["standard"]), 0
    part = Match(rules, [load_player(spec) for spec in table], 3).play(0, 40, "plays")
    for _, decision in replayed(part, rules, 3):
        view = decision.view
        if table[decision.chair % len(table)] != RETURNS or decision.hook != "lead" or view.maker_side == 1:
            continue
        back = view.hand & lane_of(view.played_2 & view.earlier_1) & ~view.trumps
        if 1 < view.trick < 4 and view.leader_1 == 2 and back != U(0):
            found += 1
            assert U(decision.action) == low(back)
    assert found > 3


def test_all_fields_are_of_a_kind() -> None:
    view = moment("9C TC KC QD AD", "9S", seat=1).view
    assert set(View._fields) > EARLIER
    for name, value in view._asdict().items():
        assert isinstance(value, np.uint64) == (name in MASKS), name
