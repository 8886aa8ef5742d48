"""Questions of every game, decision and house rule, as `ask` takes them."""

HAND = "JS KS AH 9D TC"

EVERY_DECISION = [
    ("two-handed", HAND, "QS", {"seat": 1}),
    ("two-handed", HAND, "QS", {"seat": 2}),
    ("two-handed", HAND, "QS", {"decision": "pick-up", "maker": 1}),
    ("two-handed", HAND, "QD", {"seat": 2, "round": 2, "strategy": "cautious"}),
    ("two-handed", "QS KS AH 9D TC", "QS", {"decision": "play", "maker": 2, "played": "AS", "buried": "9S"}),
    ("cutthroat", HAND, "QS", {"seat": 1}),
    ("cutthroat", HAND, "QD", {"seat": 2, "round": 2, "strategy": "cautious"}),
    ("cutthroat", HAND, "QS", {"decision": "alone", "seat": 2}),
    ("cutthroat", HAND, "QS", {"decision": "defend-alone", "seat": 2, "maker": 1}),
    ("cutthroat", HAND, "QS", {"decision": "keep-five", "seat": 2, "dummy": "9C QC AC 9H TH"}),
    ("cutthroat", HAND, "QS", {"decision": "lead", "seat": 1, "maker": 2}),
    (
        "cutthroat",
        "JS KS AH 9H",
        "QS",
        {"played": "9D TD AD; KC QC", "maker": 2, "seat": 2, "buried": "9C TC JC QD KD"},
    ),
    ("british", HAND, "QS", {"seat": 1}),
    ("british", HAND, "QS", {"seat": 2}),
    ("british", HAND, "Jo", {"seat": "dealer", "trump": "H"}),
    ("british", HAND, "QS", {"decision": "defend-alone", "seat": 1, "maker": 4, "alone": True}),
    ("british", "Jo KS AH 9D TC", "QS", {"decision": "lead", "maker": 1}),
    ("standard-spruce", HAND, "QS", {"decision": "pick-up", "maker": 1}),
    ("classic32", "JS 8S AH 7D TC", "QS", {"seat": 3}),
    ("canadian", HAND, "QS", {"seat": 2}),
]
"""Preset, hand, upcard, and what else is told."""

HOUSE_RULES = [
        ("british", {}, HAND, "Jo", {"decision": "alone", "seat": "dealer", "maker": "dealer", "trump": "H"}),
        ("british", {"joker_up": "dealer_sees"}, HAND, "Jo", {"seat": "dealer"}),
        ("british", {"joker_up": "dealer_sees"}, HAND, "Jo", {"decision": "alone", "seat": "dealer", "trump": "H"}),
        ("british", {"joker_up": "hearts"}, HAND, "Jo", {"seat": 1}),
        ("british", {"joker_up": "next_card"}, HAND, "Jo", {"seat": 1, "next_card": "QS"}),
        ("british", {}, "JS KS AH 9D TC", "Jo", {"decision": "lead", "maker": "dealer", "trump": "H"}),
        ("standard", {"farmers_hand": "redeal"}, HAND, "QS", {"seat": 2}),
        ("standard", {"farmers_hand": "ace_no_face"}, HAND, "QS", {"seat": 2}),
        ("standard", {"farmers_hand": "ace_no_face"}, "AH 9D TC 9C TD", "QS", {"seat": 2}),
        ("standard", {"farmers_hand": "nines_and_tens"}, "9H 9D TC 9C TD", "QS", {"seat": 2}),
        ("standard", {"stick_dealer": "on"}, HAND, "QD", {"seat": 2, "round": 2}),
        ("standard", {"stick_dealer": "forfeit1"}, HAND, "QD", {"seat": 3, "round": 2}),
        ("standard", {"no_trump": "round2"}, HAND, "QD", {"seat": 1, "round": 2}),
        ("standard", {"no_trump": "round2"}, HAND, "QD", {"decision": "lead", "maker": 1, "trump": "no-trump"}),
        ("standard", {"discard_upcard": "allowed"}, HAND, "QS", {"seat": "dealer"}),
        ("standard", {"deck": 32}, HAND, "QS", {"seat": 1}),
        ("standard", {"call_turned_down": "yes", "min_trump": 1}, HAND, "QS", {"seat": 1, "round": 2}),
        ("two-handed", {"twohand_dummy": "shared2"}, HAND, "QS", {"seat": 2}),
        ("two-handed", {"twohand_dummy": "own3"}, HAND, "QS", {"seat": 1}),
        (
            "two-handed", {"twohand_dummy": "own3"}, HAND, "9C",
            {"decision": "lead", "maker": 2, "seat": 1, "buried": "TD QD QH"},
        ),
        (
            "two-handed", {"twohand_dummy": "own3"}, HAND, "QS",
            {"decision": "keep-five", "seat": 1, "dummy": "9C QC AC"},
        ),
        (
            "two-handed", {"twohand_dummy": "own3"}, HAND, "QS",
            {"decision": "keep-five", "seat": 1, "maker": 2, "dummy": "9C QC AC"},
        ),
        (
            "two-handed", {"twohand_dummy": "own3"}, "KD 9H AH TC QS", "QS",
            {"decision": "keep-five", "seat": 2, "maker": 1, "dummy": "9C QC AC", "buried": "9D"},
        ),
        (
            "two-handed", {"twohand_dummy": "own3", "maker_alone": "yes"}, HAND, "QS",
            {"decision": "keep-five", "seat": 1, "maker": 2, "alone": True, "dummy": "9C QC AC"},
        ),
        (
            "two-handed", {"twohand_dummy": "own3"}, HAND, "QS",
            {"decision": "lead", "seat": 1, "maker": 2, "buried": "9C QC QH"},
        ),
        (
            "two-handed", {"twohand_dummy": "own3", "maker_alone": "yes"}, HAND, "QS",
            {"decision": "lead", "seat": 1, "maker": 1, "alone": True},
        ),
        (
            "two-handed", {"twohand_dummy": "own3", "maker_alone": "yes"}, "JS KS AH TC 9S", "9S",
            {"decision": "play", "seat": 2, "maker": 2, "alone": True, "played": "AD", "buried": "QH"},
        ),
        ("two-handed", {"twohand_dummy": "own3", "maker_alone": "yes"}, HAND, "QS", {"seat": 1}),
        (
            "two-handed", {"twohand_dummy": "own3", "maker_alone": "yes"}, HAND, "QS",
            {"decision": "alone", "seat": 1, "maker": 1},
        ),
        (
            "two-handed", {"twohand_dummy": "shared2"}, "JS KS AH TC QS", "QS",
            {"decision": "keep-five", "seat": 2, "dummy": "9C QC", "buried": "9D"},
        ),
        ("cutthroat", {"peek_dummy": "yes"}, HAND, "QS", {"seat": 1}),
        ("cutthroat", {"cutthroat_dummy": "none"}, HAND, "QS", {"seat": 1}),
        (
            "cutthroat", {"cutthroat_dummy": "compulsory"}, "JS KS AH 9D QD", "QS",
            {"decision": "lead", "maker": 1, "seat": 1, "buried": "9C TC QC AC 9H"},
        ),
    ]  # fmt: skip
"""Preset, changes of its rules, hand, upcard, and what else is told."""
