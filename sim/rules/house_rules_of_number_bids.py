"""House rules of the games in which numbers are bid: hasenpfeffer, pepper and napoleon."""

from typing import Final

from sim.rules import conditions as when
from sim.rules.house_rule import RuleField

_DEALER: Final = ("left_of_dealer", "left_of_loner")
_HISTORIC: Final = "the historic game in which a partner takes the lone hand over"
NUMBER_BIDS: Final = (
    # napoleon
    RuleField(
        "nap_min_bid",
        range(1, 6),
        "in napoleon: the lowest number of tricks that may be bid (5 is the Nap); misère ranks between 3 and 4",
        "2 Britannica, denexa; 3 Ultimate Book",
        needs=(when.NAPOLEON,),
    ),
    RuleField(
        "misere",
        ("on", "off"),
        "in napoleon: whether misère, to take no trick without trump, may be bid",
        "on all",
        needs=(when.NAPOLEON, when.LOW_BIDS),
    ),
    RuleField(
        "misere_lost",
        (3, 6),
        "in napoleon: what a bidder who takes a trick in misère pays to each opponent; misère that is made wins 3",
        "3 Hoffmann, Peel; 6 EB1911, Britannica",
        needs=(when.NAPOLEON, when.LOW_BIDS, when.MISERE),
    ),
    RuleField(
        "nap_table",
        ("us", "stakes", "flat"),
        "in napoleon: what the bidder gets from each opponent, and pays each when the bid fails: 2, 3 and 4 are even, "
        "misère wins 3 (see misere_lost); us, Nap 10 and 5, Wellington 10 and 10, Blücher 10 and 20; stakes, Nap 10 "
        "and 5, Wellington 20 and 10, Blücher 30 and 15; flat, the bidder's score alone changes, by what was bid: Nap "
        "5, Wellington 10, Blücher 20, won or lost",
        "us howstuffworks (losses as remembered); stakes Hoffmann, EB1911, Peel; flat Ultimate Book (with nap_min_bid "
        "= 3 and target = 25)",
        needs=(when.NAPOLEON,),
    ),
    RuleField(
        "nap_allpass",
        ("redeal", "dealer_one"),
        "in napoleon: when all pass the deal is thrown in, or the dealer must make one trick, for 1 from or to each "
        "(nap_table = flat: on the dealer's score alone)",
        "redeal howstuffworks, Ultimate Book; dealer_one Hoffmann, Britannica",
        needs=(when.NAPOLEON,),
    ),
    # where tricks are bid
    RuleField(
        "pf_reentry",
        ("on", "off"),
        "where tricks are bid: whether a player who has passed may bid again when the turn comes back to them",
        "on pagat pepper (until a bid is passed by all others)",
        needs=(when.TRICK_BIDS,),
    ),
    RuleField(
        "pf_joker_forced",
        range(7),
        "where tricks are bid: tricks that the joker's holder has to bid when all pass; off, the deal is thrown in, as "
        "it is with the joker in the widow",
        "3 gamerules, denexa",
        zero_is_off=True,
        needs=(when.TRICK_BIDS,),
        weaker=tuple((tricks, when.JOKER, 3) for tricks in (1, 2, 4, 5, 6)),
    ),
    RuleField(
        "pf_widow",
        ("taken", "dead"),
        "where tricks are bid: whether the high bidder takes the card left over and puts one away, or nobody sees it",
        "taken Spruce hasenpfeffer, fa.actince; dead gamerules",
        needs=(when.TRICK_BIDS, when.JOKER),
    ),
    RuleField(
        "pf_pepper",
        ("off", "on"),
        "where tricks are bid: whether all six may be bid in two ways, as little pepper (6) and as big pepper (7), "
        "which is won and lost double",
        "on pagat pepper, Parlett; off hasenpfeffer (Spruce)",
        needs=(when.TRICK_BIDS,),
    ),
    RuleField(
        "pf_failed",
        ("bid", "six"),
        "where tricks are bid: points that a failed bid costs, what was bid or always six",
        "bid Hoyle, as remembered; six pagat pepper",
        needs=(when.TRICK_BIDS,),
    ),
)
"""In the order they are shown."""
