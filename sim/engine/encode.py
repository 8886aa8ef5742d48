"""Rules as the numbers that compiled steps read, so that a house rule never needs compiling."""

import numpy as np

from sim.cards import deck_mask
from sim.engine import layout as at
from sim.engine.score import score_table
from sim.lanes import JACK, LEFT_BOWER, RIGHT_BOWER, TOP_JOKER, card_mask
from sim.rules.rules import Rules
from sim.rules.values import LATE
from sim.views import BLUCHER, FOUR, MISERE, NAP, NEXT, ONE, THREE, TRUMP, TWO, WELLINGTON

_CHOICES: dict[int, tuple[str, dict[str, int]]] = {
    at.R_STICK: ("stick_dealer", {"off": at.STICK_OFF, "on": at.STICK_ON, "forfeit1": at.STICK_FORFEIT}),
    at.R_PICKUP_OPTIONAL: ("dealer_pickup", {"mandatory": 0, "optional": 1}),
    at.R_BURY_UPCARD: ("discard_upcard", {"forbidden": 0, "allowed": 1}),
    at.R_CALL_TURNED: ("call_turned_down", {"no": 0, "yes": 1, "stuck_dealer": at.BY_STUCK_DEALER}),
    at.R_PARTNER_ORDER: (
        "dealer_partner_order",
        {"free": at.PARTNER_FREE, "alone_only": at.PARTNER_ALONE_ONLY, "forbidden": at.PARTNER_FORBIDDEN},
    ),
    at.R_DEFEND_ALONE: (
        "defend_alone",
        {"never": at.DEFEND_NEVER, "vs_loner": at.DEFEND_VS_LONER, "always": at.DEFEND_ALWAYS},
    ),
    at.R_LEAD_LEFT_OF_LONER: ("alone_lead", {"left_of_dealer": 0, "left_of_loner": 1}),
    at.R_BOTH_ALONE_LEAD: (
        "both_alone_lead",
        {"defender": at.LEAD_DEFENDER, "maker": at.LEAD_MAKER, "left_of_dealer": at.LEAD_ELDEST},
    ),
    at.R_NO_TRUMP: ("no_trump", {"off": 0, "round2": 1, "bidder": 1, "stuck_dealer": at.BY_STUCK_DEALER}),
    at.R_AUCTION: ("auction", {"turn_up": at.TURN_UP, "tricks": at.TRICK_BIDS, "single": at.SINGLE_BIDS}),
    at.R_REENTRY: ("pf_reentry", {"off": 0, "on": 1}),
    at.R_FARMER: (
        "farmers_hand",
        {
            "off": at.FARMER_OFF,
            "redeal": at.FARMER_REDEAL,
            "nines_and_tens": at.FARMER_LOW,
            "ace_no_face": at.FARMER_ACE,
            "swap3": at.FARMER_SWAP,
            "swap3_clean": at.FARMER_CLEAN,
        },
    ),
    at.R_PEEK: ("peek_dummy", {"no": 0, "yes": 1}),
    at.R_TIE: (
        "cutthroat_tie",
        {"highest_then_shared": at.TIE_HIGHEST, "elder": at.TIE_ELDER, "shared": at.TIE_SHARED},
    ),
    at.R_SAME_DEALER: ("allpass", {"next_dealer": 0, "same_dealer": 1}),
    at.R_CALL_BEST: (
        "call_for_best",
        {"off": at.BEST_OFF, "loner": at.BEST_LONER, "loner+lone_defender": at.BEST_BOTH},
    ),
    at.R_RECEIVE_FIRST: ("best_order", {"discard_first": 0, "receive_first": 1}),
    at.R_JAMBOREE: ("jamboree", {"off": 0, "on": 1}),
    at.R_JAMBONE: ("jambone", {"off": 0, "on": 1}),
    at.R_DECLARE_LATER: ("alone_when", {"with_call": 0, "after_discard": 1}),
    at.R_FAST_BREAK: ("fast_break", {"off": 0, "on": 1}),
    at.R_TOKENS: ("four_trick_tokens", {"off": 0, "on": 1}),
}


_JOKER_UP = {
    "hearts": at.JOKER_HEARTS,
    "spades": at.JOKER_SPADES,
    "next_card": at.JOKER_NEXT_CARD,
    "dealer_blind": at.JOKER_BLIND,
    "dealer_sees": at.JOKER_SEES,
}


def normal_deck(deck: int) -> int:
    """Mask of a whole pack when some suit is trump (the same for every suit)."""
    plain = deck_mask(deck)
    jacks, joker = card_mask(TRUMP, JACK) | card_mask(NEXT, JACK), card_mask(0, TOP_JOKER)
    mask = (plain & ~(jacks | joker)) | card_mask(TRUMP, LEFT_BOWER) | card_mask(TRUMP, RIGHT_BOWER)
    return mask | card_mask(TRUMP, TOP_JOKER) if plain & joker else mask


def bids_over(rules: Rules) -> list[int]:
    """For each highest bid (0: none yet) the bids that may be made over it, as bits; bit 0 stands for a pass."""
    if rules.auction == "single":
        return _napoleon_bids(rules)
    every = sum(1 << bid for bid in range(1, rules.highest_bid + 1))
    return [1 | every & -(2 << bid) for bid in range(at.MAX_BID + 1)]


def _napoleon_bids(rules: Rules) -> list[int]:
    """The same in napoleon: Wellington only goes over a Nap, Blücher only over Wellington."""
    usual = [ONE, TWO, THREE, *([MISERE] if rules.misere == "on" else []), FOUR, NAP]
    lowest = (ONE, TWO, THREE, FOUR, NAP)[rules.nap_min_bid - 1]
    over = {NAP: [WELLINGTON], WELLINGTON: [BLUCHER]}
    bids = [
        [bid for bid in over.get(high, []) + usual if bid > high and bid >= lowest] for high in range(at.MAX_BID + 1)
    ]
    return [1 + sum(1 << bid for bid in may) for may in bids]


def rule_vector(rules: Rules) -> np.ndarray:
    """int64[RULE_WORDS]: the rules as laid out in `sim.engine.layout`; masks are stored bit for bit."""
    vector = np.zeros(at.RULE_WORDS, dtype=np.int64)
    for place, value in (
        (at.R_PLAYERS, rules.players),
        (at.R_TEAMS, rules.teams),
        (at.R_CARDS, rules.hand_size),
        (at.R_TARGET, rules.target or at.NO_TARGET),
        (at.R_MAX_HANDS, rules.max_hands),
        (at.R_MIN_TRUMP, rules.min_trump),
        (at.R_LAP_GAMES, rules.games_in_a_row),
        (at.R_LATE_FROM, at.NO_TARGET if rules.late_loners == "yes" else rules.target - LATE),
        (at.R_MAKER_ALONE, rules.may_go_alone),
        (at.R_DUMMY, bool(rules.dummies)),
        (at.R_OWN_DUMMIES, len(rules.dummies) > 1),
        (at.R_DEALER_ONE, rules.nap_allpass == "dealer_one"),
        (at.R_WIDOW, rules.has_widow and rules.pf_widow == "taken"),
        (at.R_JOKER_FORCED, rules.pf_joker_forced if rules.has_widow else 0),
        (at.R_JOKER_UP, _JOKER_UP[rules.joker_up] if rules.has_joker else at.JOKER_HEARTS),
    ):
        vector[place] = value
    for place, (field, numbers) in _CHOICES.items():
        vector[place] = numbers[str(getattr(rules, field))]
    if rules.auction != "turn_up":
        vector[at.R_TIE] = at.TIE_MAKERS if rules.auction == "tricks" else at.TIE_HIGHEST
    masks = vector.view(np.uint64)
    masks[at.R_DECK], masks[at.R_DECK_TRUMP] = deck_mask(rules.deck), normal_deck(rules.deck)
    if rules.auction == "single":
        masks[at.R_DECK_TRUMP] = masks[at.R_DECK]  # no jack is a bower
    points = score_table(rules)
    low = (1 << at.POINTS_BITS) - 1
    vector[at.R_PAYOFF :] = (points[..., 0] & low | (points[..., 1] & low) << at.POINTS_BITS).reshape(-1)
    vector[at.R_BIDS : at.R_PAYOFF] = bids_over(rules)
    return vector
