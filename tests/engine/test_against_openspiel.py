"""The engine against OpenSpiel: whose turn it is, what is legal, who wins a trick and what a hand is worth."""

from collections import Counter

import pytest

from reference import Disagreement
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.rules import Rules
from support.engine_records import games_of
from support.openspiel_oracle import check_with_openspiel, comparable

HANDS = 2_000
"""Comparable hands of each of the tables below."""

TABLES = {
    "standard": (Rules(), ["bots:wild"], {"round 2", "alone", "passed out"}),
    "standard, sensible players": (Rules(), ["bots:steady", "basic"], {"round 2"}),
    "stuck, lone defenders": (
        Rules(stick_dealer="on", defend_alone="always"),
        ["bots:wild", "bots:steady", "random", "bots:wild{alone=80}"],
        {"round 2", "alone", "lone defender"},
    ),
    "canadian, lone defenders against loners": (
        Rules(dealer_partner_order="alone_only", defend_alone="vs_loner"),
        ["bots:wild{alone=70,defend=50}"],
        {"round 2", "alone", "lone defender", "passed out"},
    ),
    "what only forbids": (
        Rules(farmers_hand="redeal", min_trump=1, allpass="same_dealer", target=5),
        ["bots:wild", "cautious"],
        {"round 2", "alone", "passed out"},
    ),
    "swapped hands, pick-up left to the dealer": (
        Rules(farmers_hand="swap3", dealer_pickup="optional", alone_lead="left_of_loner", defend_alone="always"),
        ["bots:wild"],
        {"round 2", "passed out"},
    ),
}
"""Rules, players, and what must have happened often enough for agreement to mean something."""


@pytest.mark.parametrize("name", TABLES)
def test_openspiel_agrees(name: str) -> None:
    rules, specs, wanted = TABLES[name]
    plain = rules.to_dict()
    seen, seed = Counter[str](), 1
    while seen["hands"] < HANDS:
        part = Match(rules, [load_player(spec) for spec in specs], seed).play(0, 30, "plays")
        for game in games_of(part, rules):
            for hand in game.hands:
                if not comparable(hand, plain):
                    continue
                seen["hands"] += 1
                seen["alone"] += hand.bids[-1][1].endswith("alone")
                seen["lone defender"] += hand.lone_defender is not None
                seen["passed out"] += hand.maker is None
                seen["round 2"] += hand.bids[-1][1].startswith("call")
                try:
                    check_with_openspiel(hand, plain)
                except Disagreement as problem:
                    pytest.fail(f"seed {seed}, {specs}, {plain}: {problem}\n{hand}")
        seed += 1
    assert wanted <= {event for event, count in seen.items() if count >= 50}
