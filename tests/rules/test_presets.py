"""The named games: the table of presets as assertions."""

from pathlib import Path

import pytest

from sim.errors import RulesError
from sim.rules.presets import PRESETS, STANDARD, describe, preset
from sim.rules.rule_file import load_rules
from sim.rules.rules import Rules

TABLE: dict[str, dict[str, int | str]] = {
    "standard": {
        "players": 4,
        "deck": 24,
        "hand_size": 5,
        "auction": "turn_up",
        "dealer_pickup": "mandatory",
        "discard_upcard": "forbidden",
        "call_turned_down": "no",
        "dealer_partner_order": "free",
        "stick_dealer": "off",
        "maker_alone": "yes",
        "defend_alone": "never",
        "alone_lead": "left_of_dealer",
        "both_alone_lead": "defender",
        "loner_march": 4,
        "loner_34": 1,
        "loner_euchred": 2,
        "lone_def_euchre": 4,
        "lone_def_sweep": 4,
        "super_euchre": 0,
        "alone_when": "with_call",
        "late_loners": "yes",
        "fast_break": "off",
        "four_trick_tokens": "off",
        "no_trump": "off",
        "min_trump": 0,
        "farmers_hand": "off",
        "allpass": "next_dealer",
        "target": 10,
        "max_hands": 0,
        "call_for_best": "off",
        "best_order": "discard_first",
        "joker_up": "dealer_blind",
        "laps": "off",
        "lap_games": 10,
        "slam": "off",
        "jamboree": "off",
        "jambone": "off",
        "twohand_dummy": "none",
        "cutthroat_dummy": "optional",
        "cutthroat_march": 3,
        "cutthroat_alone_march": 3,
        "cutthroat_tie": "highest_then_shared",
        "peek_dummy": "no",
        "pf_reentry": "on",
        "pf_joker_forced": 3,
        "pf_widow": "taken",
        "pf_pepper": "off",
        "pf_failed": "bid",
        "nap_min_bid": 2,
        "misere": "on",
        "misere_lost": 3,
        "nap_table": "us",
        "nap_allpass": "redeal",
    },
    "standard-spruce": {
        "dealer_pickup": "optional",
        "alone_when": "after_discard",
        "defend_alone": "always",
        "alone_lead": "left_of_loner",
        "lone_def_euchre": 2,
        "lone_def_sweep": 4,
    },
    "canadian": {"dealer_partner_order": "alone_only"},
    "classic32": {"deck": 32, "target": 5, "loner_euchred": 4},
    "two-handed": {"players": 2, "dealer_pickup": "optional", "maker_alone": "no"},
    "cutthroat": {
        "players": 3,
        "dealer_pickup": "optional",
        "alone_when": "after_discard",
        "defend_alone": "always",
        "alone_lead": "left_of_loner",
        "lone_def_euchre": 2,
        "lone_def_sweep": 4,
    },
    "british": {
        "deck": 25,
        "target": 11,
        "dealer_partner_order": "alone_only",
        "defend_alone": "always",
        "alone_lead": "left_of_loner",
        "lone_def_euchre": 4,
        "lone_def_sweep": 4,
    },
    "railroad": {
        "deck": 25,
        "defend_alone": "vs_loner",
        "lone_def_euchre": 4,
        "lone_def_sweep": 4,
        "call_for_best": "loner+lone_defender",
        "joker_up": "hearts",
        "laps": "on",
        "slam": "on",
    },
    "hasenpfeffer": {"deck": 25, "hand_size": 6, "auction": "tricks", "maker_alone": "no"},
    "pepper": {
        "hand_size": 6,
        "auction": "tricks",
        "target": 30,
        "maker_alone": "no",
        "no_trump": "bidder",
        "pf_pepper": "on",
        "pf_failed": "six",
    },
    "napoleon": {"deck": 52, "auction": "single", "target": 0, "max_hands": 20, "maker_alone": "no"},
}


def test_the_names() -> None:
    assert list(PRESETS) == list(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_a_preset_is_standard_with_the_changes_of_the_table_and_no_other(name: str) -> None:
    expected = TABLE["standard"] | TABLE[name]
    assert preset(name).to_dict() == expected


def test_ids_tell_the_presets_apart() -> None:
    assert len({rules.id() for rules in PRESETS.values()}) == len(PRESETS)


@pytest.mark.parametrize("name", TABLE)
def test_a_description_is_one_paragraph(name: str) -> None:
    text = describe(name)
    assert len(text) > 150
    assert text.endswith(".")
    assert "\n" not in text
    assert "  " not in text


def test_the_inferred_preset_says_so() -> None:
    assert "inferred" in describe("standard-spruce")


def test_names_are_read_in_any_case() -> None:
    assert preset(" Standard ") is PRESETS[STANDARD]


@pytest.mark.parametrize("ask", [preset, describe, load_rules])
def test_an_unknown_name_brings_the_nearest_and_the_list(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(RulesError) as caught:
        ask("cannadian")
    assert caught.value.message == "unknown preset: 'cannadian'"
    assert caught.value.hint.startswith("did you mean canadian?")
    assert all(name in caught.value.hint for name in PRESETS)
    with pytest.raises(RulesError) as caught:
        ask("zzz")
    assert caught.value.hint == f"presets are {', '.join(PRESETS)}; a rule file ends in .toml"


def test_load_reads_names_and_files(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('preset = "canadian"\nalone_lead = "left_of_loner"\n', encoding="utf-8")
    assert load_rules("classic32") == PRESETS["classic32"]
    assert load_rules(str(tmp_path / "house.toml")) == Rules(
        dealer_partner_order="alone_only", alone_lead="left_of_loner"
    )
    with pytest.raises(RulesError, match="cannot read rule file"):
        load_rules(str(tmp_path / "other.toml"))
