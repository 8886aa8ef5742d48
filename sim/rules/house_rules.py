"""Every house rule as data: its choices, one line on what it does, who plays it so, and when it has an effect.

The table feeds the validation in `rules.py`, the command that shows rules and the docs. A field whose game is not
playable carries the name of that game in `game` and is refused by name.
"""

from typing import Final

from sim.errors import RulesError, did_you_mean
from sim.rules import conditions as when
from sim.rules.house_rule import RuleField as RuleField
from sim.rules.house_rule import Value as Value

_DEALER: Final = ("left_of_dealer", "left_of_loner")
_HISTORIC: Final = "the historic game in which a partner takes the lone hand over"

_TABLE: Final = (
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
        "dealer who accepts it himself always takes it",
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
        "whether the partner of a lone player may play the lone hand himself",
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
    # playing alone
    RuleField(
        "maker_alone",
        ("yes", "no"),
        "whether the maker may play without a partner, or (three players, and two with own3) without the dummy",
        "yes: all sources",
        needs=(when.TURN_UP, when.LONE_HANDS),
        idle="no",
    ),
    RuleField(
        "alone_when",
        ("with_call", "after_discard"),
        "when a maker says that they play alone: with_call, as they make trump; after_discard, when the dealer has "
        "taken the upcard (or left it) and buried a card, before any dummy is seen, a defender speaks or a card is "
        "led. Who may only order alone (dealer_partner_order) says so with the call",
        "with_call Bicycle, EGN, netplaces, Somerset Club 1888 law 97; after_discard three-handed Spruce rules, "
        "OpenSpiel",
        needs=(when.TURN_UP, when.LONE_MAKER),
    ),
    RuleField(
        "late_loners",
        ("yes", "no"),
        "whether a side that needs no more than two points to win (8 or 9 of 10) may play alone, as maker or defender; "
        "a dealer's partner who may only order alone can't order then",
        "yes: all sources; no: league tables (no loners on 8 or 9)",
        needs=(when.TURN_UP, when.LONE_PLAYER),
    ),
    RuleField(
        "defend_alone",
        ("never", "vs_loner", "always"),
        "whether a defender may play without a partner: never, against a lone maker, or against any maker",
        "never Bicycle; vs_loner Hoyle 2001, EGN (option), Bicycle railroad; always OpenSpiel (option), angelfire, "
        "three-handed Spruce rules",
        needs=(when.TURN_UP, when.PARTNER_OF_DEFENDER),
        weaker=(("vs_loner", when.LONE_MAKER, "never"),),
    ),
    RuleField(
        "alone_lead",
        _DEALER,
        "who leads to the first trick when somebody plays alone (a player who sits out is passed over)",
        "left_of_dealer Bicycle, EGN, OpenSpiel, Hoyle; left_of_loner euchrelinks, EGN (option), three-handed Spruce "
        "rules",
        needs=(when.TURN_UP, when.LONE_PLAYER),
    ),
    RuleField(
        "both_alone_lead",
        ("defender", "maker", "left_of_dealer"),
        "who leads when a maker and a defender both play alone and alone_lead is left_of_loner",
        "our decision (the maker's left is the lone defender); defender pagat, as remembered",
        needs=(when.TURN_UP, when.LONE_MAKER, when.LONE_DEFENDER, when.LED_BY_LEFT),
    ),
    RuleField(
        "loner_march",
        (3, 4, 5),
        "points to a lone maker who takes all five tricks",
        "4 Bicycle, EGN, OpenSpiel, Hoffmann; 3 and 5 EGN (option)",
        needs=(when.TURN_UP, when.NOT_THREE, when.LONE_MAKER),
    ),
    RuleField(
        "loner_34",
        (0, 1, 2, "euchred"),
        "points to a lone maker who takes three or four tricks; euchred, all five must be taken, and less is a euchre",
        "1 Bicycle, EGN, OpenSpiel; 2 UKsim; 0 and euchred house rules",
        needs=(when.TURN_UP, when.LONE_MAKER),
    ),
    RuleField(
        "loner_euchred",
        (2, 4),
        "points to the defenders when they euchre a lone maker; of payments for one euchre (loner_euchred, "
        "lone_def_euchre, lone_def_sweep, super_euchre) the largest counts",
        "2 Bicycle, EGN, OpenSpiel; 4 Law 1862, Somerset Club 1888 laws 3 and 102, euchrelinks",
        needs=(when.TURN_UP, when.LONE_MAKER),
    ),
    RuleField(
        "lone_def_euchre",
        (2, 3, 4, 5),
        "points to a lone defender who euchres the maker without taking all five tricks; with others the largest "
        "counts",
        "4 Bicycle railroad, EGN, OpenSpiel, euchrelinks, angelfire; 2 three-handed and Spruce rules",
        needs=(when.TURN_UP, when.LONE_DEFENDER),
    ),
    RuleField(
        "lone_def_sweep",
        (2, 3, 4, 5),
        "points to a lone defender who takes all five tricks; with others the largest counts",
        "4 in every source",
        needs=(when.TURN_UP, when.LONE_DEFENDER),
    ),
    RuleField(
        "super_euchre",
        (0, 4),
        "points to the defenders when the maker's side takes no trick; off, as for any euchre; with others the largest "
        "counts",
        "4 euchrelinks",
        zero_is_off=True,
        needs=(when.TURN_UP,),
    ),
    RuleField(
        "fast_break",
        ("off", "on"),
        "whether a hand in which the defenders take the first two tricks and the makers, alone or not, the last three "
        "gives nobody a point",
        "EGN (option)",
        needs=(when.TURNED_ONLY,),
    ),
    RuleField(
        "four_trick_tokens",
        ("off", "on"),
        "whether a side that makes exactly four tricks with partner gets a token beside its point; the fourth token of "
        "a game turns all four in for one point more, which may win it",
        "EGN (option)",
        needs=(when.TURNED_ONLY, when.PARTNERS),
    ),
    RuleField(
        "call_for_best",
        ("off", "loner", "loner+lone_defender"),
        "whether a lone maker (loner), or a lone defender as well, may exchange a card for their partner's best: they "
        "discard one face down and the partner, who is not told which, gives the card that seems best. A dealer whose "
        "partner ordered the upcard alone first takes it and buries a card, as ever, and may give any of the five then "
        "held, the upcard too. A lone player who likes their hand need not call",
        "loner about.com railroad, EGN (option); loner+lone_defender Bicycle railroad, Keller",
        needs=(when.TURNED_ONLY, when.PARTNERS, when.LONE_PARTNER),
        weaker=(("loner+lone_defender", when.DEFENCE_VS_LONER, "loner"),),
    ),
    RuleField(
        "best_order",
        ("discard_first", "receive_first"),
        "whether a lone player discards before or after receiving the partner's best card, which may then be it",
        "discard_first about.com, Bicycle; receive_first Keller, EGN",
        needs=(when.CALL_FOR_BEST,),
    ),
    RuleField(
        "joker_up",
        ("dealer_blind", "hearts", "spades", "next_card", "dealer_sees"),
        "what is trump when the joker is turned up: dealer_blind, the dealer must name a suit before looking at a "
        "card, so here it is drawn, each as likely; dealer_sees, the dealer must name one after looking; hearts or "
        "spades, that suit is proposed; next_card, the suit of the next card is",
        "dealer_blind pagat, netplaces; hearts about.com railroad; next_card Hoffmann; spades and dealer_sees house "
        "rules",
        needs=(when.TURN_UP, when.JOKER),
    ),
    RuleField(
        "laps",
        ("off", "on"),
        "whether points over the target (at most one less than the target) count for the next game, to which the deal "
        "passes on; see lap_games",
        "about.com, Bicycle, Keller",
        needs=(when.TWO_SIDES,),
    ),
    RuleField(
        "lap_games",
        range(2, 1001),
        "with laps = on: games that follow each other until the score begins anew at nothing. Games k * lap_games are "
        "the first ones",
        "our decision",
        needs=(when.LAPS,),
    ),
    RuleField(
        "slam",
        ("off", "on"),
        "whether a game that is won at the target while the losers have no point counts as two",
        "about.com, Bicycle, Keller, Somerset Club 1888 law 7",
        needs=(when.TWO_SIDES,),
    ),
    RuleField(
        "jamboree",
        ("off", "on"),
        "whether a maker who holds the five highest trumps (once the dealer has buried a card, before any call for "
        "best) shows them for 16 points instead of playing",
        "Law 1862 and Keller, as remembered",
        needs=(when.TURN_UP, when.PARTNERS),
    ),
    RuleField(
        "jambone",
        ("off", "on"),
        "whether a maker may declare a jambone when they make trump alone: before the first lead, after any pick-up "
        "and call for best, they lay their hand open; at each of their turns the opponent on their left names which of "
        "the cards that they may play they do, but for the last one. Nobody defends alone. All five tricks are 8 "
        "points; anything less is what it is for any lone hand (loner_34, loner_euchred)",
        "Law 1862 and Keller, as remembered; who names the cards, and what less than five is worth: our decision",
        needs=(when.TURNED_ONLY, when.PARTNERS, when.LONE_MAKER, when.WITH_CALL),
    ),
    RuleField(
        "twohand_dummy",
        ("none", "shared2", "own3"),
        "extra cards of the two-handed game, seen once trump is made (a dealer who took the upcard has buried a "
        "card): shared2, two cards on the table, of which and of their own the maker keeps the best five; own3, "
        "three more cards for each player, who keeps the best five of eight, defender and maker alike. Under own3 "
        "with maker_alone = yes the maker may go alone, which is to leave those three and play the five dealt "
        "(loner_march, loner_34, loner_euchred); the defender joins theirs even so",
        "shared2 ohioeuchre; own3 alchetron, Wikipedia (two-player dummy), euchre.com",
        needs=(when.TURN_UP, when.TWO),
    ),
    RuleField(
        "cutthroat_dummy",
        ("optional", "compulsory", "none"),
        "whether the maker may, must or cannot use the dummy's hand",
        "optional Spruce three-handed rules; compulsory rule6.info; none gamerules",
        needs=(when.TURN_UP, when.THREE),
    ),
    RuleField(
        "cutthroat_march",
        range(1, 11),
        "points to a maker who takes all five tricks with the dummy",
        "3 Spruce three-handed rules",
        needs=(when.TURN_UP, when.THREE),
    ),
    RuleField(
        "cutthroat_alone_march",
        range(1, 11),
        "points to a maker who takes all five tricks without the dummy",
        "3 Spruce three-handed rules",
        needs=(when.TURN_UP, when.THREE, when.LONE_MAKER),
    ),
    RuleField(
        "peek_dummy",
        ("no", "yes"),
        "whether a maker who has not said that they play alone (alone_when) sees the dummy before choosing, and plays "
        "alone by keeping just their own five",
        "our decision",
        needs=(when.TURN_UP, when.THREE, when.DUMMY_CHOICE),
    ),
    RuleField(
        "cutthroat_tie",
        ("highest_then_shared", "elder", "shared"),
        "who wins when two defenders reach the target together: highest_then_shared, the higher score, and with equal "
        "ones nobody (a tie); elder, who sits nearer to the dealer's left; shared, nobody (a tie)",
        "highest_then_shared our decision; elder Hoffmann; shared Foster",
        needs=(when.TURN_UP, when.THREE),
    ),
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

FIELDS: Final[dict[str, RuleField]] = {rule.name: rule for rule in _TABLE if not rule.game}
"""The rules that can be set, in the order they are shown."""

UNPLAYED: Final[dict[str, RuleField]] = {rule.name: rule for rule in _TABLE if rule.game}
"""Rules of games that cannot be played."""


def spelt(name: str, value: Value) -> str:
    """The value of a rule as a rule file or the command line spells it: `off` where that is meant by 0."""
    return FIELDS[name].text(value)


def rule_field(name: str) -> RuleField:
    """The rule of that name; RulesError when there is none or its game cannot be played."""
    if name in FIELDS:
        return FIELDS[name]
    if name in UNPLAYED:
        raise RulesError(
            f"{name} belongs to {UNPLAYED[name].game}, which this version does not play",
            f"rules that can be set: {', '.join(FIELDS)}",
        )
    raise RulesError(f"unknown rule: {name!r}", did_you_mean(name.replace("-", "_"), FIELDS))
