"""Rules and hands written by hand for the numbered cases of the rule specification.

Four-handed: dealer 0, players clockwise; three-handed: A = 0 deals, B = 1 sits on their left, C = 2.
"""

from dataclasses import replace

from .house_rules import full_rules
from .record import HandRecord

A, B, C = 0, 1, 2

STANDARD = full_rules({})
CANADIAN = full_rules({"dealer_partner_order": "alone_only"})
CLASSIC32 = full_rules({"deck": 32, "target": 5, "loner_euchred": 4})
TWO_HANDED = full_rules({"players": 2, "dealer_pickup": "optional", "maker_alone": "no"})
CUTTHROAT = full_rules(
    {
        "players": 3,
        "dealer_pickup": "optional",
        "defend_alone": "always",
        "alone_lead": "left_of_loner",
        "lone_def_euchre": 2,
        "lone_def_sweep": 4,
    }
)
BRITISH = full_rules(
    {
        "deck": 25,
        "dealer_partner_order": "alone_only",
        "defend_alone": "always",
        "alone_lead": "left_of_loner",
        "target": 11,
    }
)

RAILROAD = full_rules(
    {
        "deck": 25,
        "defend_alone": "vs_loner",
        "call_for_best": "loner+lone_defender",
        "joker_up": "hearts",
        "laps": "on",
        "slam": "on",
    }
)


def tricks(text: str) -> list[list[tuple[int, str]]]:
    """Tricks written a line each, "1:AS 2:9C ..." in order of play."""
    return [
        [(int(play.split(":")[0]), play.split(":")[1]) for play in line.split()] for line in text.strip().splitlines()
    ]


def hands(*texts: str) -> dict[int, list[str]]:
    """Hands of players 0, 1, ... written as "AS KS ..."."""
    return {player: text.split() for player, text in enumerate(texts)}


def two_handed_ordered() -> HandRecord:
    """The non-dealer orders the 9H, the dealer leaves it on the table."""
    return HandRecord(
        dealer=0,
        hands=hands("AS KS QS AC KC", "JH AH KH QH AD"),
        upcard="9H",
        bids=[(1, "order")],
        trump="H",
        tricks=tricks("1:JH 0:KC\n1:AH 0:QS\n1:KH 0:KS\n1:QH 0:AC\n1:AD 0:AS"),
        winners=[1, 1, 1, 1, 1],
        maker=1,
        maker_tricks=5,
        points=[0, 2],
        score_before=[0, 0],
    )


def two_handed_accepted() -> HandRecord:
    """The dealer accepts the JH and buries the 9C; the non-dealer leads."""
    return HandRecord(
        dealer=0,
        hands=hands("AH KH JD AS 9C", "QH TH AC KC AD"),
        upcard="JH",
        bids=[(1, "pass"), (0, "order")],
        picked_up=True,
        discard="9C",
        trump="H",
        tricks=tricks("1:AC 0:KH\n0:JH 1:TH\n0:JD 1:QH\n0:AH 1:KC\n0:AS 1:AD"),
        winners=[0, 0, 0, 0, 0],
        maker=0,
        maker_tricks=5,
        points=[2, 0],
        score_before=[0, 0],
    )


def two_handed_passed() -> HandRecord:
    """Four passes."""
    return HandRecord(
        dealer=0,
        hands=hands("AS KS QS AC KC", "JH AH KH QH AD"),
        upcard="9H",
        bids=[(1, "pass"), (0, "pass"), (1, "pass"), (0, "pass")],
        points=[0, 0],
        score_before=[0, 0],
    )


def cutthroat_dealer_with_dummy() -> HandRecord:
    """A deals, accepts the QC, buries the 9D, merges with the dummy and takes all five."""
    return HandRecord(
        dealer=A,
        hands=hands("JC AC KC 9D TD", "AH KH QH AD KD", "AS KS QS JD QD"),
        upcard="QC",
        dummy=["JS", "TC", "9C", "TH", "9H"],
        bids=[(B, "pass"), (C, "pass"), (A, "order")],
        picked_up=True,
        discard="9D",
        kept=["JC", "JS", "AC", "KC", "QC"],
        trump="C",
        tricks=tricks("1:AH 2:QD 0:QC\n0:JC 1:QH 2:JD\n0:JS 1:KH 2:QS\n0:AC 1:KD 2:KS\n0:KC 1:AD 2:AS"),
        winners=[A, A, A, A, A],
        maker=A,
        maker_tricks=5,
        points=[3, 0, 0],
        score_before=[0, 0, 0],
    )


def cutthroat_lone_defender() -> HandRecord:
    """B orders the QC and uses the dummy; C defends alone, so A sits out and B leads; C takes three."""
    return HandRecord(
        dealer=A,
        hands=hands("9D TD 9H 9S TS", "AC KC AD KD QD", "JC JS TC AS AH"),
        upcard="QC",
        dummy=["9C", "TH", "QH", "QS", "KS"],
        bids=[(B, "order")],
        lone_defender=C,
        kept=["AC", "KC", "9C", "AD", "KD"],
        trump="C",
        tricks=tricks("1:AD 2:TC\n2:JC 1:9C\n2:JS 1:KC\n2:AS 1:AC\n1:KD 2:AH"),
        winners=[C, C, C, B, B],
        maker=B,
        maker_tricks=2,
        points=[2, 0, 2],
        score_before=[0, 0, 0],
    )


def dealers_partner_alone() -> HandRecord:
    """Player 2 orders the 9H alone; dealer 0 takes it, buries the 9C and sits out; all five tricks."""
    return HandRecord(
        dealer=0,
        hands=hands("AS KS 9S TC 9C", "QH TH AC KC QC", "JH JD AH KH AD", "QS TS JS JC KD"),
        upcard="9H",
        bids=[(1, "pass"), (2, "order alone")],
        picked_up=True,
        discard="9C",
        trump="H",
        tricks=tricks("1:AC 2:KH 3:JC\n2:JH 3:TS 1:TH\n2:JD 3:JS 1:QH\n2:AH 3:QS 1:QC\n2:AD 3:KD 1:KC"),
        winners=[2, 2, 2, 2, 2],
        maker=2,
        maker_tricks=5,
        points=[4, 0],
        score_before=[0, 0],
    )


def dealers_gift() -> HandRecord:
    """Player 2 orders the 9H alone and discards the AD; dealer 0, who took the 9H, gives it to 2; all five tricks."""
    return HandRecord(
        dealer=0,
        hands=hands("AS KS 9S TC 9C", "QH TH AC KC QC", "JH JD AH KH AD", "QS TS JS JC KD"),
        upcard="9H",
        bids=[(1, "pass"), (2, "order alone")],
        picked_up=True,
        discard="9C",
        best_calls={2: ("AD", "9H")},
        trump="H",
        tricks=tricks("1:AC 2:KH 3:JC\n2:JH 3:TS 1:TH\n2:JD 3:JS 1:QH\n2:AH 3:QS 1:QC\n2:9H 3:KD 1:KC"),
        winners=[2, 2, 2, 2, 2],
        maker=2,
        maker_tricks=5,
        points=[4, 0],
        score_before=[0, 0],
    )


def joker_up_ordered() -> HandRecord:
    """The joker is turned up for hearts and ordered by the eldest: dealer 0 takes it and buries the 9S."""
    return HandRecord(
        dealer=0,
        hands=hands("AC KC 9S QD TD", "JH AH KH AS AD", "9C TC QC 9D KD", "QH TH KS QS TS"),
        upcard="Jo",
        bids=[(1, "order")],
        picked_up=True,
        discard="9S",
        trump="H",
        tricks=tricks(
            "1:JH 2:9C 3:TH 0:Jo\n0:AC 1:AH 2:TC 3:TS\n1:KH 2:9D 3:QH 0:TD\n1:AS 2:QC 3:QS 0:KC\n1:AD 2:KD 3:KS 0:QD"
        ),
        winners=[0, 1, 1, 1, 1],
        maker=1,
        maker_tricks=4,
        points=[0, 1],
        score_before=[0, 0],
    )


def lone_hand_wins_the_game() -> HandRecord:
    """Player 2, on whose side there are 9 points, plays `dealers_gift`."""
    return replace(dealers_gift(), score_before=[9, 0])


def jambone_won() -> HandRecord:
    """The eldest, 1, lays their hand open: whatever player 2 names, they take all five."""
    return HandRecord(
        dealer=0,
        hands=hands("KS QC TC KD QD", "Jo JH JD AH AS", "QS AC KC AD TD", "TS 9S JS JC 9C"),
        upcard="9H",
        bids=[(1, "order jambone")],
        picked_up=True,
        discard="QD",
        trump="H",
        tricks=tricks("1:AS 2:QS 0:KS\n1:AH 2:TD 0:9H\n1:JD 2:KC 0:TC\n1:JH 2:AD 0:QC\n1:Jo 2:AC 0:KD"),
        winners=[1, 1, 1, 1, 1],
        maker=1,
        maker_tricks=5,
        points=[0, 8],
        score_before=[0, 0],
    )


def jambone_of_four() -> HandRecord:
    """The same hand, but player 2 names the AS first, which the dealer trumps: one point for four tricks."""
    return replace(
        jambone_won(),
        hands=hands("KC QC TC KD QD", "Jo JH JD AH AS", "QS KS AC AD TD", "TS 9S JS JC 9C"),
        tricks=tricks("1:AS 2:QS 0:9H\n0:KC 1:AH 2:AC\n1:JD 2:TD 0:TC\n1:JH 2:AD 0:QC\n1:Jo 2:KS 0:KD"),
        winners=[0, 1, 1, 1, 1],
        maker_tricks=4,
        points=[0, 1],
    )


def jambone_euchred() -> HandRecord:
    """Dealer's partner 2 is given the upcard for their 9S and lays their hand open; player 3 has them waste cards."""
    return HandRecord(
        dealer=0,
        hands=hands("TS QS JS TC 9C", "AD AC AS KC QC", "JH AH KD TD 9S", "KH QH JD QD KS"),
        upcard="9H",
        bids=[(1, "pass"), (2, "order jambone")],
        picked_up=True,
        discard="9C",
        best_calls={2: ("9S", "9H")},
        trump="H",
        tricks=tricks("1:AD 2:KD 3:QD\n1:AC 2:TD 3:KS\n1:AS 2:9H 3:QH\n3:JD 1:KC 2:AH\n3:KH 1:QC 2:JH"),
        winners=[1, 1, 3, 3, 2],
        maker=2,
        maker_tricks=1,
        points=[0, 2],
        score_before=[0, 0],
    )


def jamboree() -> HandRecord:
    """Dealer 0 takes the AH, buries the 9C and shows joker, both bowers, ace and king."""
    return HandRecord(
        dealer=0,
        hands=hands("Jo JH JD KH 9C", "QH TH AC KC QC", "AS KS 9S AD 9D", "QS TS JS JC KD"),
        upcard="AH",
        bids=[(1, "pass"), (2, "pass"), (3, "pass"), (0, "order")],
        picked_up=True,
        discard="9C",
        shown=True,
        trump="H",
        maker=0,
        points=[16, 0],
        score_before=[0, 0],
    )


def benny_up() -> HandRecord:
    """The joker is turned up: the dealer names hearts, takes it, buries the 9S; their side takes all five."""
    return HandRecord(
        dealer=0,
        hands=hands("JH AH KH AC 9S", "QH TH AS KS QS", "JD AD KD 9C TC", "KC QC JC JS TS"),
        upcard="Jo",
        bids=[(0, "call H")],
        picked_up=True,
        discard="9S",
        trump="H",
        tricks=tricks(
            "1:AS 2:9C 3:TS 0:KH\n0:Jo 1:TH 2:JD 3:JS\n0:JH 1:QH 2:TC 3:JC\n0:AH 1:QS 2:KD 3:QC\n0:AC 1:KS 2:AD 3:KC"
        ),
        winners=[0, 0, 0, 0, 0],
        maker=0,
        maker_tricks=5,
        points=[2, 0],
        score_before=[0, 0],
    )
