"""House rules of the table, of the length of a game and of making trump."""

from typing import Final

from sim.rules import conditions as when
from sim.rules.house_rule import RuleField

_DEALER: Final = ("left_of_dealer", "left_of_loner")
_HISTORIC: Final = "the historic game in which a partner takes the lone hand over"
MAKING_TRUMP: Final = (
    # structure
    RuleField(
        "players",
        (2, 3, 4, 5, 6),
        "players at the table, in two partnerships when there are four, else (and in napoleon) each a side of their "
        "own",
        "4 Bicycle, EGN, OpenSpiel, pagat; 2 and 3 Spruce rules, Keller, Hoffmann; 2 to 6 napoleon (howstuffworks)",
    ),
    RuleField(
        "deck",
        (24, 25, 28, 32, 33, 52),
        "cards in the pack: 24 from the nine up, 28 from the eight, 32 from the seven; 25 and 33 with the joker "
        "(best bower) as well; 52, a whole pack, for napoleon",
        "24 EGN, OpenSpiel; 25 pagat, netplaces; 28 Bicycle; 32 Hoffmann, Keller, Somerset Club 1888; 33 Keller",
    ),
    RuleField(
        "hand_size",
        (5, 6),
        "cards a player is dealt: 5, but 6 where tricks are bid",
        "5 every source for turn-up euchre; 6 Spruce hasenpfeffer, pagat pepper",
    ),
    RuleField(
        "auction",
        ("turn_up", "tricks", "single"),
        "how trump is made: turn_up, a card is turned up, then any other suit may be named; tricks, the highest bid of "
        "a number of tricks names it; single, everybody bids once, and the first card that the high bidder leads makes "
        "its suit trump",
        "turn_up every source for euchre; tricks hasenpfeffer and pepper (pagat, Spruce); single napoleon (Hoffmann)",
    ),
    # length of a game
    RuleField(
        "target",
        range(1001),
        "points that win the game (5, 7, 10, 11, 15 and 21 are played); off, in napoleon, the deals are counted alone",
        "10 EGN; 5, 7 or 10 Bicycle; 11 British; 15 and 21 local; napoleon 25 Ultimate Book",
        zero_is_off=True,
    ),
    RuleField(
        "max_hands",
        range(10_001),
        "deals after which the game ends whatever the score; a drawn score stays drawn",
        "progressive euchre: EGN num_deals (8 deals)",
        zero_is_off=True,
    ),
    # making trump
    RuleField(
        "stick_dealer",
        ("off", "on", "forfeit1"),
        "when all others pass twice: off, the dealer may pass; on, the dealer must make trump; forfeit1, the dealer "
        "may pass, which gives the other side (each of two opponents) 1 point",
        "off Bicycle; on EGN, OpenSpiel; forfeit1 euchrelinks",
        needs=(when.TURNED_ONLY,),
    ),
    RuleField(
        "dealer_pickup",
        ("optional", "mandatory"),
        "whether a dealer who is ordered up may leave the upcard on the table; its suit is trump either way, and a "
        "dealer who accepts it themselves always takes it",
        "mandatory Keller, Hoffmann, EGN, OpenSpiel; optional Bicycle, Hoyle 2001, two- and three-handed Spruce rules",
        needs=(when.TURN_UP,),
    ),
    RuleField(
        "discard_upcard",
        ("forbidden", "allowed"),
        "whether the dealer may bury the upcard they just took",
        "forbidden Somerset Club 1888 law 88, OpenSpiel; allowed mouse-2p",
        needs=(when.TURN_UP,),
    ),
    RuleField(
        "call_turned_down",
        ("no", "stuck_dealer", "yes"),
        "whether the suit turned down may be named in the second round: by nobody, by a dealer who is stuck, or by all",
        "no Bicycle, Hoyle, Somerset Club 1888 law 78, OpenSpiel; stuck_dealer house rules",
        needs=(when.TURN_UP,),
        weaker=(("stuck_dealer", when.STUCK_DEALER, "no"),),
    ),
    RuleField(
        "dealer_partner_order",
        ("free", "alone_only", "forbidden"),
        "whether the dealer's partner may order up in the first round, only to play alone, or not at all",
        "free pagat, ohioeuchre; alone_only EGN (Canadian), euchrelinks, pagat (British); forbidden UKsim",
        needs=(when.TURN_UP, when.FOUR),
        weaker=(("alone_only", when.LONE_PARTNER, "forbidden"),),
    ),
    RuleField(
        "partner_takeover",
        ("off", "on"),
        "whether the partner of a lone player may play the lone hand themselves",
        "Somerset Club 1888 law 94, Brisbane 1866",
        game=_HISTORIC,
    ),
    RuleField(
        "no_trump",
        ("off", "round2", "stuck_dealer", "bidder"),
        "whether no-trump (no bowers, the highest card of the suit led wins) may be named: in the second round, there "
        "only by a dealer who is stuck, or by the high bidder where tricks are bid",
        "round2 EGN, BGA, euchrecentral; stuck_dealer house rules; bidder pagat pepper",
        weaker=(("stuck_dealer", when.STUCK_DEALER, "off"),),
    ),
    RuleField(
        "min_trump",
        (0, 1),
        "cards of the suit itself, the left bower not counted, that you must hold to make it trump; the upcard "
        "counts for the dealer, and a dealer who is stuck without such a card may name any suit",
        "1 euchrelinks, docstoc; 0 vowstokeep",
        needs=(when.TURN_UP,),
    ),
    RuleField(
        "farmers_hand",
        ("off", "redeal", "nines_and_tens", "ace_no_face", "swap3", "swap3_clean"),
        "what a poor hand brings before the bidding, in which nines, tens and lower cards count as low. redeal: the "
        "same dealer must deal again when a hand has only low cards, none of the upcard's suit. In all other forms the "
        "owner of such a hand may claim it (the hook claim_farmers). The same dealer deals again for nines_and_tens, "
        "only low cards, and ace_no_face, low cards and exactly one ace. The owner puts three low cards under the "
        "kitty and takes three of its hidden ones (any three as likely as any others) for swap3, three or more low "
        "cards of any ranks (two deals in three have such a hand; the lowest go), and for swap3_clean, three or more "
        "of one low rank (three of these go); those of the upcard's suit go last. Of several who claim swap3 the first "
        "from the dealer's left swaps; two who claim swap3_clean make a misdeal, which the same dealer deals again",
        "redeal euchrelinks; nines_and_tens euchrecentral, newtsgames; ace_no_face euchrecentral, detroit.games; swap3 "
        "EGN (going under), newtsgames (mixed); swap3_clean euchrestrategy.info, newtsgames (clean)",
        needs=(when.TURN_UP,),
    ),
    RuleField(
        "allpass",
        ("next_dealer", "same_dealer"),
        "who deals after a hand that everybody passed",
        "next_dealer Bicycle, Hoyle; same_dealer mouse-2p (either)",
        needs=(when.THROWN_IN,),
    ),
)
"""In the order they are shown."""
