"""House rules of playing alone: who may, when, who leads and what it pays."""

from typing import Final

from sim.rules import conditions as when
from sim.rules.house_rule import RuleField

_DEALER: Final = ("left_of_dealer", "left_of_loner")
_HISTORIC: Final = "the historic game in which a partner takes the lone hand over"
PLAYING_ALONE: Final = (
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
)
"""In the order they are shown."""
