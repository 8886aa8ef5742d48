"""The house rules as a plain dict: defaults for what is left out, a refusal of what cannot be judged."""

from typing import Any


class NotCovered(Exception):
    """The reference player does not know this house rule, so it cannot judge the record."""


DEFAULTS: dict[str, Any] = {
    "players": 4,
    "auction": "turn_up",
    "hand_size": 5,
    "deck": 24,
    "target": 10,
    "max_hands": 0,
    "stick_dealer": "off",
    "dealer_pickup": "mandatory",
    "discard_upcard": "forbidden",
    "call_turned_down": "no",
    "dealer_partner_order": "free",
    "maker_alone": "yes",
    "defend_alone": "never",
    "alone_lead": "left_of_dealer",
    "both_alone_lead": "defender",
    "alone_when": "with_call",
    "late_loners": "yes",
    "loner_march": 4,
    "loner_34": 1,
    "loner_euchred": 2,
    "lone_def_euchre": 4,
    "lone_def_sweep": 4,
    "super_euchre": 0,
    "fast_break": "off",
    "four_trick_tokens": "off",
    "no_trump": "off",
    "farmers_hand": "off",
    "min_trump": 0,
    "joker_up": "dealer_blind",
    "call_for_best": "off",
    "best_order": "discard_first",
    "laps": "off",
    "lap_games": 10,
    "slam": "off",
    "jamboree": "off",
    "jambone": "off",
    "allpass": "next_dealer",
    "twohand_dummy": "none",
    "cutthroat_dummy": "optional",
    "cutthroat_march": 3,
    "cutthroat_alone_march": 3,
    "cutthroat_tie": "highest_then_shared",
    "nap_min_bid": 2,
    "misere": "on",
    "misere_lost": 3,
    "nap_table": "us",
    "nap_allpass": "redeal",
    "pf_reentry": "on",
    "pf_joker_forced": 3,
    "pf_widow": "taken",
    "pf_pepper": "off",
    "pf_failed": "bid",
}

CHOICES: dict[str, list[Any]] = {
    "players": [2, 3, 4, 5, 6],
    "auction": ["turn_up", "single", "tricks"],
    "hand_size": [5, 6],
    "deck": [24, 25, 28, 32, 33, 52],
    "stick_dealer": ["off", "on", "forfeit1"],
    "dealer_pickup": ["optional", "mandatory"],
    "discard_upcard": ["forbidden", "allowed"],
    "call_turned_down": ["no", "stuck_dealer", "yes"],
    "dealer_partner_order": ["free", "alone_only", "forbidden"],
    "maker_alone": ["yes", "no"],
    "defend_alone": ["never", "vs_loner", "always"],
    "alone_lead": ["left_of_dealer", "left_of_loner"],
    "both_alone_lead": ["defender", "maker", "left_of_dealer"],
    "super_euchre": [0, 4],
    "alone_when": ["with_call", "after_discard"],
    "late_loners": ["yes", "no"],
    "loner_34": [0, 1, 2, "euchred"],
    "fast_break": ["off", "on"],
    "four_trick_tokens": ["off", "on"],
    "no_trump": ["off", "round2", "stuck_dealer", "bidder"],
    "farmers_hand": ["off", "redeal", "nines_and_tens", "ace_no_face", "swap3", "swap3_clean"],
    "min_trump": [0, 1],
    "joker_up": ["dealer_blind", "hearts", "spades", "next_card", "dealer_sees"],
    "call_for_best": ["off", "loner", "loner+lone_defender"],
    "best_order": ["discard_first", "receive_first"],
    "laps": ["off", "on"],
    "slam": ["off", "on"],
    "jamboree": ["off", "on"],
    "jambone": ["off", "on"],
    "allpass": ["next_dealer", "same_dealer"],
    "twohand_dummy": ["none", "shared2", "own3"],
    "cutthroat_dummy": ["optional", "compulsory", "none"],
    "cutthroat_tie": ["highest_then_shared", "elder", "shared"],
    "nap_min_bid": [1, 2, 3, 4, 5],
    "misere": ["on", "off"],
    "misere_lost": [3, 6],
    "nap_table": ["us", "stakes", "flat"],
    "nap_allpass": ["redeal", "dealer_one"],
    "pf_reentry": ["on", "off"],
    "pf_joker_forced": [0, 1, 2, 3, 4, 5, 6],
    "pf_widow": ["taken", "dead"],
    "pf_pepper": ["off", "on"],
    "pf_failed": ["bid", "six"],
}

# These change what is played or scored in ways the reference player does not follow: it only judges hands without them.
MUST_BE: dict[str, Any] = {
    "partner_takeover": "off",
}

# These have no bearing on what is legal or scored in the games covered.
NO_BEARING = [
    "peek_dummy",
]


def full_rules(rules: dict[str, Any]) -> dict[str, Any]:
    """The rules with every default filled in. Raises NotCovered for a name or value that the player does not know."""
    full = dict(DEFAULTS)
    for name, value in rules.items():
        if name in NO_BEARING:
            continue
        if name in MUST_BE:
            if value != MUST_BE[name]:
                raise NotCovered(f"{name} = {value} is not covered by the reference player")
        elif name in DEFAULTS:
            full[name] = value
        else:
            raise NotCovered(f"{name} is not a house rule that the reference player knows")
    for name in ("max_hands", "super_euchre", "target", "pf_joker_forced"):
        if full[name] == "off":
            full[name] = 0
    for name, choices in CHOICES.items():
        if full[name] not in choices:
            raise NotCovered(f"{name} = {full[name]} is not covered by the reference player")
    if full["players"] > 4 and full["auction"] != "single":
        raise NotCovered(f"{full['players']} players only play napoleon")
    bids_tricks = full["auction"] == "tricks"
    if bids_tricks != (full["hand_size"] == 6) or (bids_tricks and full["players"] != 4):
        raise NotCovered("four players with six cards each bid tricks, and nobody else does")
    return full


def number_of_sides(rules: dict[str, Any]) -> int:
    """Two partnerships at a table of four, but not in napoleon; otherwise everybody plays for themselves."""
    if rules["players"] == 4 and rules["auction"] != "single":
        return 2
    return int(rules["players"])


def side_of(player: int, rules: dict[str, Any]) -> int:
    """The side that a player belongs to."""
    return player % number_of_sides(rules)


def too_late_to_be_alone(player: int, score: list[int], rules: dict[str, Any]) -> bool:
    """Whether lone hands are barred late in a game and this player's side needs only a point or two."""
    return bool(rules["late_loners"] == "no" and rules["target"] - score[side_of(player, rules)] <= 2)


def has_joker(rules: dict[str, Any]) -> bool:
    """Whether the pack has the joker."""
    return bool(rules["deck"] in (25, 33))


def dummy_size(rules: dict[str, Any]) -> int:
    """The cards of a dummy; 0 where the game has none."""
    if rules["players"] == 3 and rules["cutthroat_dummy"] != "none":
        return int(rules["hand_size"])
    if rules["players"] == 2:
        return {"none": 0, "shared2": 2, "own3": 3}[rules["twohand_dummy"]]
    return 0


def own_dummies(rules: dict[str, Any]) -> bool:
    """Whether each player has a dummy of their own."""
    return bool(rules["players"] == 2 and rules["twohand_dummy"] == "own3")
