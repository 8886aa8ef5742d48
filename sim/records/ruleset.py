"""The ruleset of a record as rules of ours, and back."""

from collections.abc import Mapping
from typing import Any, Final

from sim.errors import RulesError, brief
from sim.rules.house_rules import FIELDS
from sim.rules.presets import preset
from sim.rules.rules import Rules

NO_TARGET: Final = 1000
"""The target of a game that ends after a number of deals alone: no score reaches it."""
_GRANTED: Final = {"stick_dealer": "on", "discard_upcard": "allowed"}
_SWITCHES: Final = {
    "std": ("stick_dealer", "on", "off"),
    "canadian": ("dealer_partner_order", "alone_only", "free"),
    "defend_alone": ("defend_alone", "vs_loner", "never"),
    "farmers": ("farmers_hand", "swap3", "off"),
    "go_under": ("farmers_hand", "swap3", "off"),
    "partners_best": ("call_for_best", "loner", "off"),
    "allow_no_trump": ("no_trump", "round2", "off"),
    "fast_break": ("fast_break", "on", "off"),
    "four_trick_tokens": ("four_trick_tokens", "on", "off"),
}
_LEADS: Final = {"LEFT_OF_DEALER": "left_of_dealer", "LEFT_OF_LONER": "left_of_loner"}
_NUMBERS: Final = {"loner_march_score": "loner_march", "loner_euchred_score": "loner_euchred"}
_PACKS: Final = {(9, False): 24, (9, True): 25, (8, False): 28, (7, False): 32, (7, True): 33}
_OLD_NAMES: Final = {"farmer": "farmers", "max_deals": "num_deals", "max_hands": "num_deals"}
_KNOWN: Final = (
    {*_SWITCHES, *_NUMBERS} | {"loner_lead", "min_rank", "joker", "winning_score", "num_deals", "num_players"}
)  # fmt: skip


def rules_of_ruleset(ruleset: object) -> tuple[Rules, list[str]]:
    """The rules that a ruleset says, and a sentence on each entry that cannot be read or played.

    What is not said is what the format takes for granted: the dealer is stuck, nobody defends alone, game to 10, and
    the dealer, who has to take the upcard, may bury any card.
    """
    odd: list[str] = []
    if not isinstance(ruleset, Mapping):
        return _made(dict(_GRANTED), 4, [f"the ruleset is no object: {brief(ruleset)}"])
    said = {_plain(str(name)): value for name, value in ruleset.items()}
    odd += [f"the ruleset has an entry {brief(name)} that no version knows" for name in said if name not in _KNOWN]
    changes: dict[str, Any] = dict(_GRANTED)
    for name, (field, on, off) in _SWITCHES.items():
        value = said.get(name)
        if value is None:
            continue
        if not isinstance(value, bool):
            odd.append(f"the ruleset's {name} is neither true nor false: {brief(value)}")
        elif value or field not in changes or name == "std":
            changes[field] = on if value else off
    lead = said.get("loner_lead", "LEFT_OF_DEALER")
    if isinstance(lead, str) and lead.upper() in _LEADS:
        changes["alone_lead"] = _LEADS[lead.upper()]
    else:
        odd.append(f"the ruleset's loner_lead is neither LEFT_OF_DEALER nor LEFT_OF_LONER: {brief(lead)}")
    for name, field in _NUMBERS.items():
        value = said.get(name)
        if value is not None and (type(value) is not int or value not in FIELDS[field].choices):
            played = ", ".join(map(str, FIELDS[field].choices))
            odd.append(f"the ruleset's {name} is {brief(value)}, where {played} are played")
        elif value is not None:
            changes[field] = value
    players = _whole(said, "num_players", 4, odd)
    low = _whole(said, "min_rank", 9, odd)
    pack = _PACKS.get((low, bool(said.get("joker", False))))
    if pack is None:
        odd.append(f"no pack has {low} for its lowest card" + (" and a joker" if said.get("joker") else ""))
    changes["deck"] = pack or 24
    changes |= _length(said, odd)
    return _made(changes, players, odd)


def _length(said: Mapping[str, Any], odd: list[str]) -> dict[str, int]:
    """When the game ends: by points unless only a number of deals is said."""
    deals = _whole(said, "num_deals", 0, odd)
    target = _whole(said, "winning_score", 0 if deals else 10, odd)
    if not target and not deals:
        odd.append("the ruleset says neither winning_score nor num_deals, so the game would never end")
    return {"target": target or (NO_TARGET if deals else 10), "max_hands": deals}


def _whole(said: Mapping[str, Any], name: str, default: int, odd: list[str]) -> int:
    value = said.get(name, default)
    if type(value) is not int or not 0 <= value <= NO_TARGET:
        odd.append(f"the ruleset's {name} is no whole number from 0 to {NO_TARGET}: {brief(value)}")
        return default
    return value


def _plain(name: str) -> str:
    """An entry's name with the underscores of the format, however it is written; old names as the new ones."""
    word = "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")
    return _OLD_NAMES.get(word, word)


def _made(changes: dict[str, Any], players: int, odd: list[str]) -> tuple[Rules, list[str]]:
    """Rules with changes, one by one where all together do not do; what cannot be had becomes a sentence."""
    base = Rules()
    if players in (2, 3):
        base = preset("two-handed" if players == 2 else "cutthroat")
        changes = {
            field: value for field, value in changes.items() if field not in _OF_FOUR or value != _OF_FOUR[field]
        }
    elif players != 4:
        odd.append(f"games of {players} players are not known")
    if changes.get("call_for_best", "off") != "off":
        changes["best_order"] = "receive_first"
    changes = {field: value for field, value in changes.items() if value != getattr(base, field)}
    try:
        return base.with_changes(changes), odd
    except RulesError:
        pass
    rules = base
    for field, value in changes.items():
        try:
            rules = rules.with_changes({field: value})
        except RulesError as error:
            odd.append(f"the ruleset cannot be played as it is: {error.message}")
    return rules, odd


_OF_FOUR: Final = {
    "dealer_partner_order": "free",
    "defend_alone": "never",
    "alone_lead": "left_of_dealer",
    "loner_march": 4,
    "loner_euchred": 2,
    "call_for_best": "off",
}
"""Entries that say nothing of a game for two or three where they say this."""


_ALSO: Final = ("always", "loner+lone_defender", "stuck_dealer", "swap3_clean")
"""Values of rules that the format has one word for, together with the usual one."""


def ruleset_of(rules: Rules) -> dict[str, Any]:
    """The ruleset of the format for rules of ours; what it has no word for is left out."""
    ruleset: dict[str, Any] = {}
    for name, (field, on, _) in _SWITCHES.items():
        is_on = getattr(rules, field) in (on, *_ALSO)
        if name in ("std", "canadian") or (is_on and name != "farmers"):
            ruleset[name] = is_on
    ruleset["loner_lead"] = next(word for word, value in _LEADS.items() if value == rules.alone_lead)
    if rules.max_hands:
        ruleset["num_deals"] = rules.max_hands
    else:
        ruleset["winning_score"] = rules.target
    low, joker = next(key for key, deck in _PACKS.items() if deck == rules.deck)
    numbers = {"min_rank": (low, 9), "joker": (joker, False), "num_players": (rules.players, 4)}
    numbers |= {name: (getattr(rules, field), getattr(Rules(), field)) for name, field in _NUMBERS.items()}
    return ruleset | {name: value for name, (value, usual) in numbers.items() if value != usual}
