"""What every house rule can be, written down a second time; and how a refusal is heard."""

import pytest

from sim.errors import RulesError
from sim.rules.rules import Rules
from sim.rules.values import Value

# The house rules of four-handed turn-up euchre: choices, then the default.
EXPECTED: dict[str, tuple[list[Value], Value]] = {
    "players": ([2, 3, 4, 5, 6], 4),
    "deck": ([24, 25, 28, 32, 33, 52], 24),
    "hand_size": ([5, 6], 5),
    "auction": (["turn_up", "tricks", "single"], "turn_up"),
    "target": ([0, 1, 5, 7, 10, 11, 15, 21, 1000], 10),
    "max_hands": ([0, 1, 8, 10_000], 0),
    "stick_dealer": (["off", "on", "forfeit1"], "off"),
    "dealer_pickup": (["optional", "mandatory"], "mandatory"),
    "discard_upcard": (["forbidden", "allowed"], "forbidden"),
    "call_turned_down": (["no", "stuck_dealer", "yes"], "no"),
    "dealer_partner_order": (["free", "alone_only", "forbidden"], "free"),
    "maker_alone": (["yes", "no"], "yes"),
    "alone_when": (["with_call", "after_discard"], "with_call"),
    "late_loners": (["yes", "no"], "yes"),
    "defend_alone": (["never", "vs_loner", "always"], "never"),
    "alone_lead": (["left_of_dealer", "left_of_loner"], "left_of_dealer"),
    "both_alone_lead": (["defender", "maker", "left_of_dealer"], "defender"),
    "loner_march": ([3, 4, 5], 4),
    "loner_34": ([0, 1, 2, "euchred"], 1),
    "loner_euchred": ([2, 4], 2),
    "lone_def_euchre": ([2, 3, 4, 5], 4),
    "lone_def_sweep": ([2, 3, 4, 5], 4),
    "super_euchre": ([0, 4], 0),
    "fast_break": (["off", "on"], "off"),
    "four_trick_tokens": (["off", "on"], "off"),
    "no_trump": (["off", "round2", "stuck_dealer", "bidder"], "off"),
    "farmers_hand": (["off", "redeal", "nines_and_tens", "ace_no_face", "swap3", "swap3_clean"], "off"),
    "min_trump": ([0, 1], 0),
    "allpass": (["next_dealer", "same_dealer"], "next_dealer"),
    "joker_up": (["dealer_blind", "hearts", "spades", "next_card", "dealer_sees"], "dealer_blind"),
    "call_for_best": (["off", "loner", "loner+lone_defender"], "off"),
    "best_order": (["discard_first", "receive_first"], "discard_first"),
    "laps": (["off", "on"], "off"),
    "lap_games": ([2, 10, 1000], 10),
    "slam": (["off", "on"], "off"),
    "jamboree": (["off", "on"], "off"),
    "jambone": (["off", "on"], "off"),
    "twohand_dummy": (["none", "shared2", "own3"], "none"),
    "cutthroat_dummy": (["optional", "compulsory", "none"], "optional"),
    "cutthroat_march": ([1, 3, 10], 3),
    "cutthroat_alone_march": ([1, 3, 10], 3),
    "cutthroat_tie": (["highest_then_shared", "elder", "shared"], "highest_then_shared"),
    "peek_dummy": (["no", "yes"], "no"),
    "pf_reentry": (["on", "off"], "on"),
    "pf_joker_forced": ([0, 2, 6], 3),
    "pf_widow": (["taken", "dead"], "taken"),
    "pf_pepper": (["off", "on"], "off"),
    "pf_failed": (["bid", "six"], "bid"),
    "nap_min_bid": ([1, 3, 5], 2),
    "misere": (["on", "off"], "on"),
    "misere_lost": ([3, 6], 3),
    "nap_table": (["us", "stakes", "flat"], "us"),
    "nap_allpass": (["redeal", "dealer_one"], "redeal"),
}
TRICKS: dict[str, object] = {"auction": "tricks", "hand_size": 6, "deck": 25, "maker_alone": "no"}
NAPOLEON: dict[str, object] = {"auction": "single", "deck": 52, "max_hands": 20, "maker_alone": "no"}
COMPANY: dict[str, dict[str, object]] = {
    "players = 2": {"maker_alone": "no"},
    "joker_up": {"deck": 25},
    "call_for_best = loner+lone_defender": {"defend_alone": "vs_loner"},
    "best_order": {"call_for_best": "loner"},
    "lone_def_euchre": {"defend_alone": "always"},
    "lone_def_sweep": {"defend_alone": "vs_loner"},
    "both_alone_lead": {"defend_alone": "vs_loner", "alone_lead": "left_of_loner"},
    "lap_games": {"laps": "on"},
    "twohand_dummy": {"players": 2, "maker_alone": "no"},
    "hand_size = 6": TRICKS | {"deck": 24},
    "auction = tricks": TRICKS,
    "auction = single": NAPOLEON | {"deck": 32},
    "players = 5": NAPOLEON,
    "players = 6": NAPOLEON,
    "deck = 52": NAPOLEON,
    "target = 0": NAPOLEON,
    **{name: NAPOLEON for name in EXPECTED if name.startswith(("nap_", "misere"))},
    "call_turned_down = stuck_dealer": {"stick_dealer": "on"},
    "no_trump = stuck_dealer": {"stick_dealer": "on"},
    "no_trump = bidder": TRICKS | {"deck": 24},
    **{name: TRICKS for name in EXPECTED if name.startswith("pf_")},
    **{name: {"players": 3} for name in EXPECTED if name.startswith("cutthroat_") or name == "peek_dummy"},
}
"""What else must be set for a rule of a game that is not the standard one, or for one value of it."""


def refusal(changes: dict[str, object]) -> RulesError:
    with pytest.raises(RulesError) as caught:
        Rules().with_changes(changes)
    return caught.value


def changed(name: str, value: object) -> Rules:
    """The standard rules with one changed, and what it needs to make sense."""
    company = COMPANY.get(f"{name} = {value}".strip(), COMPANY.get(name, {}))
    return Rules().with_changes(company | {name: value})
