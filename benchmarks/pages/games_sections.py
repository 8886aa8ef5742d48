"""What docs/games.md says: a section a game, with the runs and comparisons that benchmarks/pages/games.py plays for it.

To add a game, add a `Section` to `SECTIONS`. Numbers stand in tables only, so that text and tables cannot disagree.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sim.rules.presets import preset
from sim.rules.rules import Rules

BASIC = "basic"
VARIANTS = "benchmarks/pages/fitting_variants.py:"
NEVER = 9999
"""A threshold that no hand reaches."""


@dataclass(frozen=True)
class Played:
    """A run of whole games: what it is called, its rules, and who sits at all chairs."""

    name: str
    rules: Rules
    player: str = BASIC


@dataclass(frozen=True)
class Compared:
    """Two players over mirrored pairs: what is asked, by which rules, and who meets whom."""

    asked: str
    rules: Rules
    mine: str
    other: str = BASIC


@dataclass(frozen=True)
class Section:
    """One part of the page: text, then the table of runs, seats, lone defence and comparisons, as far as there are any.

    `seats` names the runs whose rounds and seats are told apart.
    """

    title: str
    text: str
    runs: tuple[Played, ...]
    seats: tuple[str, ...] = ()
    lone_defence: bool = False
    compared: tuple[Compared, ...] = ()
    after: str = ""


def variants(name: str, **changes: Mapping[str, object]) -> tuple[Played, ...]:
    """The game of a preset, and with rules changed: `variants("standard", stuck={"stick_dealer": "on"})`."""
    rules = preset(name)
    others = (Played(title.replace("_", " "), rules.with_changes(change)) for title, change in changes.items())
    return (Played("the game", rules), *others)


def by_pack(name: str) -> tuple[Played, ...]:
    """The game of a preset with each pack."""
    return tuple(
        Played(f"{name}, {deck} cards", preset(name).with_changes({"deck": deck})) for deck in (24, 25, 28, 32, 33)
    )


THIRTY_TWO, STUCK = {"deck": 32}, {"stick_dealer": "on"}
CAUTIOUS = "cautious players"
TWO, CUTTHROAT, BRITISH, RAILROAD = map(preset, ("two-handed", "cutthroat", "british", "railroad"))
HASENPFEFFER, PEPPER = map(preset, ("hasenpfeffer", "pepper"))

TWO_HANDED_TEXT = """
Two players, each for himself, 24 cards. Five cards each, one card turned up, thirteen out of play. The non-dealer
speaks first in both rounds and leads to the first trick, whoever makes trump. In the first round he may order the
upcard up, or the dealer may accept it; in the second either may name another suit. Nobody plays alone. The maker gets
1 point for three or four tricks and 2 for all five; if he fails the other gets 2. Ten points win.

Where the sources are silent or differ: a dealer who is *ordered* may leave the upcard on the table, and both then
know that it is dead (`dealer_pickup = optional`; most books oblige him to take it); one who *accepts* it himself must
take it, and may not bury it. The turned-down suit may not be named (`call_turned_down`). The non-dealer begins the
second round, too. Four tricks count 1. When nobody names a suit the other player deals (`stick_dealer`, `allpass`).
Extra cards are a switch: two on the table for the maker (`twohand_dummy = shared2`), or three more for each player, who
both keep the best five of eight (`own3`; with `maker_alone = yes` the maker may leave them and go alone). A dealer who
took the upcard buries first and then joins them. Packs of 25, 28, 32 and 33 cards are `deck`.
"""

CUTTHROAT_TEXT = """
Three players, each for himself, 24 cards: five to each, five to a *dummy*, one turned up, three out of play. Bidding
as with four, without a partner. The maker plays against the other two. He may join the dummy to his hand unseen and
keep the best five of ten; to play *alone* means to leave it. A defender may play alone too while the other lays his
cards down, against either kind of maker. Three or four tricks are worth 1, all five 3, with the dummy or without; a
maker who fails gives 2 to each defender, 4 to each when a lone defender takes all five. Ten points win.

Where the source is silent or unclear: the dealer picks up and buries before the merge, so that he chooses among
exactly ten cards; one who is ordered may leave the upcard (`dealer_pickup`). The maker decides on the dummy without
having seen it (`peek_dummy`). The maker declares first, then the defenders from the dealer's left; the first who does
binds. The lead is with the dealer's left, but if somebody is alone with the player on his left who takes part; if
maker and defender both are, with the defender (`both_alone_lead`). Two defenders who reach ten together: the higher
score wins, equal scores share the game (`cutthroat_tie`). The dummy can be compulsory or left out
(`cutthroat_dummy`).
"""

BRITISH_TEXT = """
Four players in partnerships, 25 cards: the joker, *Benny*, is the best trump of any suit. As standard euchre but for
this: when Benny is turned up nobody bids; the dealer names trump before he looks at his cards, takes Benny and buries
a card. The dealer's partner may accept the upcard only to play alone. A defender may play alone, against any maker;
the player on the left of a lone player leads. A lone defender who euchres gets 4 points. Eleven points win.

Where the sources are silent or differ: the blind suit is drawn, each with the same chance (`joker_up` has the other
usages: hearts, spades, the next card, or a dealer who looks first). A dealer with Benny may still go alone. If both a
maker and a defender are alone the defender leads. Lone tricks are not doubled (`loner_34`, `loner_euchred`); the game
is 11, not 10 or 21.
"""

RAILROAD_TEXT = """
Standard euchre with the joker as best bower (24 cards and the joker, or 32 with `deck = 33`) in a hurry. Whoever plays
alone, the maker or a defender against a lone maker, may discard a card face down and call for his partner's best: the
partner, who sits out, gives him the card that he thinks best without knowing what was discarded. When the dealer's
partner orders the upcard alone the dealer takes it and buries a card first, as ever; of the five that he then holds he
may give any, the upcard too. A joker turned up proposes hearts. A lone march is 4, a lone defender who euchres gets 4.

Points over the target are carried to the next game (`laps`), to which the deal passes on, at most one less than the
target; after ten games the score begins anew (`lap_games`). A game won at the target while the losers have no point
counts as two (`slam`); `euchre-sim run` counts both. Where the sources differ: the discard comes before the card
(`best_order = discard_first`; Keller has it after, then the card received may go as well), the target is 10 (others
play to 5), a jamboree (five highest trumps, shown for 16) is a switch.

So is the jambone (`jambone = on`): who makes trump alone may declare one. Once the dealer has buried a card and
partner's best card has been called for, he lays his hand open on the table; his partner sits out, as ever. At each of
his turns, to lead or to follow, the opponent on his left names which of his cards he plays, among those that he might
play himself; the last one needs no naming. All five tricks are 8 points. The sources tell no more than that an
opponent may name the cards and that five tricks are 8, so the rest is our decision: it is the left opponent
throughout, nobody defends alone against a jambone, three or four tricks are what they are for any lone hand
(`loner_34`), and a euchre costs what a lone hand's does (`loner_euchred`). A jambone of the five highest trumps is a
jamboree where that is played. `basic` only lays open what nothing can beat: who names a lone player's cards beats
nearly every other hand.
"""

PACKS_TEXT = """
`deck` sets the pack of every game with a card turned up: 28 cards add the eights, 32 the sevens, 25 and 33 the joker.
Hands stay at five cards, the 21st card (with two players the 11th) is turned up, and the longer the pack, the more of
it stays out of play. The numbers of `basic` for the joker were fitted with 25 cards and four players; 28 and 33 cards
are bid by what was found with 24, 25 and 32, games for two and three with all packs by the numbers for 24: [how they
were found](fitting.md).
"""

HASENPFEFFER_TEXT = """
Four players in partnerships, 25 cards with the joker as best trump, then both bowers. Six cards each, the last card
face down: the *widow*. From the dealer's left everybody passes or bids a number of tricks, 1 to 6, higher than the
last, until the other three have passed. The high bidder takes the widow, names trump, puts one of seven cards away
and leads. Both sides score a point a trick; but a bidder's side that takes fewer than it bid loses what it bid. Scores
may fall below nothing. Ten points win.

Where the sources are silent or differ: who has passed may bid again (`pf_reentry`). When all pass, the joker's holder
must bid 3 (`pf_joker_forced`), with the joker in the widow the next player deals. Some leave the widow unseen
(`pf_widow = dead`). Nobody plays alone. When both sides arrive with one hand the bidders win.
"""

PEPPER_TEXT = """
Hasenpfeffer with 24 cards and no widow. All six tricks are bid as *little pepper* or, higher, as *big pepper*, which
wins or loses 12. The bidder may play without trump, the highest card of the suit led then wins and jacks are ordinary
cards. A bid that fails costs 6, whatever it was (`pf_failed`). Thirty points win. A hand that all pass is thrown in.
"""

NAPOLEON = preset("napoleon")
NAPOLEON_TEXT = """
Two to six players, each for himself, a pack of 52, five cards each; no bowers, the rest out of play. From the dealer's
left everybody has one bid, higher than all before: two, three, misère (to take no trick, without trump), four, Nap (all
five); Wellington is bid over another's Nap only, Blücher over Wellington only. The high bidder leads, and the suit of
his first card is trump; all others play against him. Each of them pays him what he bid, or gets it from him: misère
counts 3, a Nap wins 10 and loses 5. A session is twenty deals.

Where the sources are silent or differ: bids begin at two (`nap_min_bid`). When all pass the next player deals; the
other usage lets the dealer make one trick (`nap_allpass`). What Wellington and Blücher cost is told differently
everywhere: `nap_table` has three tables. Misère can be left out (`misere`), a target of 25 points be set (`target`).
The highest score wins, also where several reach the target with one hand; equal highest scores share the game. Packs of
24, 28 and 32 cards are `deck`, as far as they reach.
"""

SECTIONS = (
    Section(
        "Two-handed euchre",
        TWO_HANDED_TEXT,
        (
            *variants(
                "two-handed",
                **{
                    "32 cards": THIRTY_TWO,
                    "dealer stuck": STUCK,
                    "pick-up mandatory": {"dealer_pickup": "mandatory"},
                    "two cards for the maker": {"twohand_dummy": "shared2"},
                    "three more cards each": {"twohand_dummy": "own3"},
                    "three more each, lone hands": {"twohand_dummy": "own3", "maker_alone": "yes"},
                },
            ),
            Played(CAUTIOUS, TWO, "cautious"),
        ),
        ("the game", "32 cards", CAUTIOUS),
        compared=(
            Compared(
                "never taking the upcard when ordered, against taking it as `basic` does", TWO, VARIANTS + "NeverTakes"
            ),
            Compared("`cautious` against `basic`", TWO, "cautious"),
        ),
        after="""
A maker meets one hand only, and of the eighteen cards he does not see thirteen lie in the talon: so light hands are
called. Eldest orders almost nothing, since that would give the dealer a trump (a dealer who is ordered does take it,
which is why leaving it or having to take it makes no difference); the dealer takes up most cards; where even he passes,
eldest always finds a suit to name. So between `basic` players nobody is ever stuck, and the game with a stuck dealer is
the same game. Cautious players show the rest of the second round. With cards of his own to draw on the maker calls by
the numbers of the plain game here.
""",
    ),
    Section(
        "Three-handed euchre (cutthroat)",
        CUTTHROAT_TEXT,
        (
            *variants(
                "cutthroat",
                **{
                    "32 cards": THIRTY_TWO,
                    "dealer stuck": STUCK,
                    "pick-up mandatory": {"dealer_pickup": "mandatory"},
                    "peeking": {"peek_dummy": "yes"},
                    "no dummy": {"cutthroat_dummy": "none"},
                    "no dummy, 32 cards": {"cutthroat_dummy": "none", **THIRTY_TWO},
                    "no dummy, dealer stuck": {"cutthroat_dummy": "none", **STUCK},
                },
            ),
            Played(CAUTIOUS, CUTTHROAT, "cautious"),
        ),
        ("the game", "32 cards", "no dummy", "no dummy, dealer stuck", CAUTIOUS),
        True,
        (
            Compared(
                "always leaving the dummy, with the same calls, against using it",
                CUTTHROAT,
                VARIANTS + "LeavesTheDummy",
            ),
            *(
                Compared(
                    f"leaving it with a hand worth {least} as a lone hand of four, else using it",
                    CUTTHROAT,
                    f"{VARIANTS}GoesAlone{{least={least}}}",
                )
                for least in (350, 400, 450)
            ),
            Compared(
                "defending alone as `basic` does, against never", CUTTHROAT, BASIC, f"basic{{three_defend={NEVER}}}"
            ),
            Compared("never taking the upcard when ordered, against taking it", CUTTHROAT, VARIANTS + "NeverTakes"),
            Compared("`cautious` against `basic`", CUTTHROAT, "cautious"),
        ),
        """
The dummy decides the game. With five more cards to choose from nearly any hand can be a maker's. The player before the
dealer calls most hands, and at a loss: a dealer who is left alone nearly always makes his point and mostly all five. No
`basic` player comes to the second round, so a stuck dealer changes nothing; where the dummy is left out, he does. Nor
does anybody leave the dummy, since all five tricks are worth 3 either way: the stronger the hand, the less is lost by
leaving it, but nothing is ever won (so a compulsory dummy is the same game). With peeking a maker leaves it
where his own five are the best five. A lone defender gains only when he takes all five, and loses only when he misses
the third trick: so `basic` defends alone with a hand that is nearly sure of three by itself, takes all five with it now
and then, and gains little by it.
""",
    ),
    Section(
        "British euchre",
        BRITISH_TEXT,
        (
            *variants(
                "british",
                **{
                    "32 cards and Benny": {"deck": 33},
                    "dealer stuck": STUCK,
                    "no lone defenders": {"defend_alone": "never"},
                    "partner may assist": {"dealer_partner_order": "free"},
                    "hearts when Benny is up": {"joker_up": "hearts"},
                },
            ),
            Played(CAUTIOUS, BRITISH, "cautious"),
        ),
        ("the game", "32 cards and Benny", "dealer stuck"),
        True,
        (
            Compared(
                "defending alone as `basic` does, against never",
                BRITISH,
                BASIC,
                f"basic{{defend={NEVER},defend_loner={NEVER}}}",
            ),
            Compared(
                "defending alone against lone makers only, against never",
                BRITISH,
                f"basic{{defend={NEVER}}}",
                f"basic{{defend={NEVER},defend_loner={NEVER}}}",
            ),
            Compared("`cautious` against `basic`", BRITISH, "cautious"),
        ),
        """
A lone defence that euchres is paid twice, one that fails costs the tricks of the partner; about every eighth hand has
one, and most of what it gains it gains against makers with partners. The dealer's partner, who may not assist, goes
alone more lightly than anybody else, or leaves the first round to the dealer. Benny up, named blind, comes to every
25th hand.
""",
    ),
    Section(
        "Railroad euchre",
        RAILROAD_TEXT,
        (
            *variants(
                "railroad",
                **{
                    "32 cards and the joker": {"deck": 33},
                    "to 5": {"target": 5},
                    "lone makers call only": {"call_for_best": "loner"},
                    "nobody calls": {"call_for_best": "off"},
                    "receive first": {"best_order": "receive_first"},
                    "no lone defenders": {"call_for_best": "loner", "defend_alone": "never"},
                },
            ),
            Played(CAUTIOUS, RAILROAD, "cautious"),
        ),
        ("the game", "nobody calls"),
        True,
        (
            Compared(
                "going alone more readily for the best card, as `basic` does, against not",
                RAILROAD,
                BASIC,
                "basic{best_1=0,best_2=0,best_3=0,best_dealer=0,best_defend=0}",
            ),
            Compared(
                "defending alone as `basic` does, against never", RAILROAD, BASIC, f"basic{{defend_loner={NEVER}}}"
            ),
            Compared("`cautious` against `basic`", RAILROAD, "cautious"),
        ),
        """
Partner's best card makes a lone hand of many an ordinary call. It changes the dealer's calls least: with the upcard he
has chosen from six cards already. Most lone hands are defended alone: a euchre pays 4 instead of 2 then, and partner's
best card makes up for partner.
""",
    ),
    Section(
        "Hasenpfeffer",
        HASENPFEFFER_TEXT,
        (
            *variants(
                "hasenpfeffer",
                **{
                    "one bid each": {"pf_reentry": "off"},
                    "widow unseen": {"pf_widow": "dead"},
                    "a failed bid costs 6": {"pf_failed": "six"},
                },
            ),
            Played(CAUTIOUS, HASENPFEFFER, "cautious"),
        ),
        ("the game", CAUTIOUS),
        compared=(
            Compared("bidding upwards from below, against 4 at once", HASENPFEFFER, f"basic{{bid_jump={NEVER}}}"),
            Compared("the card play of `simple`, against that of `basic`", HASENPFEFFER, "basic/simple"),
            Compared("`cautious` against `basic`", HASENPFEFFER, "cautious"),
        ),
        after="""
The contract is worth more than its price: whoever names trump and leads, with a card to choose, takes four tricks and
more. So somebody always bids, the joker's holder is never forced, and nearly all hands are played for 4 or 5: to bid 4
first leaves 5 to the others, which needs a hand of its own. So eldest bids 4 whenever he may make it, and only too
lightly where the widow stays unseen; that he speaks first is worth more than the deal. As nobody bids twice, one bid
each is the same game. The lines with other rules show players who do not adapt.
""",
    ),
    Section(
        "Pepper",
        PEPPER_TEXT,
        (
            *variants(
                "pepper",
                **{
                    "one bid each": {"pf_reentry": "off"},
                    "always a trump": {"no_trump": "off"},
                    "a failed bid costs what was bid": {"pf_failed": "bid"},
                },
            ),
            Played(CAUTIOUS, PEPPER, "cautious"),
        ),
        ("the game", CAUTIOUS),
        compared=(
            Compared("bidding upwards from below, against 4 at once", PEPPER, f"basic{{pepper_jump={NEVER}}}"),
            Compared("the card play of `simple`, against that of `basic`", PEPPER, "basic/simple"),
            Compared("`cautious` against `basic`", PEPPER, "cautious"),
        ),
        after="""
Every failure costs 6, so a bid that fails may as well be high. Little pepper is nearly always bid over the other
side's 5, not to win it but to take their 5 from them, and it loses more often than it wins; to leave them the 5 was
worse still in mirrored play. Cautious players do not do it, have the better balance among themselves, and lose to those
who do. Whoever bids early is again a little better off than the dealer where nobody overbids. The lines with other
rules show players who do not adapt.
""",
    ),
    Section(
        "Napoleon",
        NAPOLEON_TEXT,
        (
            *variants(
                "napoleon",
                **{
                    "two players": {"players": 2},
                    "three players": {"players": 3},
                    "five players": {"players": 5},
                    "six players": {"players": 6},
                    "32 cards": {"deck": 32},
                    "three players, 28 cards": {"players": 3, "deck": 28},
                    "no misère": {"misere": "off"},
                },
            ),
            Played(CAUTIOUS, NAPOLEON, "cautious"),
        ),
        ("the game", "two players", "six players", "32 cards", "no misère", CAUTIOUS),
        compared=(Compared("`cautious` against `basic`", NAPOLEON, "cautious"),),
        after="""
After a pass somebody else will play against you, so nearly every hand is worth a bid. With four players and more
somebody nearly always holds low cards enough for misère, which more than three times in five takes no trick against
`basic`: that makes it the usual contract. With two players it is seldom bid: nobody else is there to take the tricks.
Without misère most hands are played for two or three. To speak first is worth most, from three players up the more the
more there are, for the good contracts go to whoever bids them first; the dealer pays.
The table of payments is not in a player's view: the thresholds of `basic` are for the first one.
""",
    ),
    Section(
        "Other packs",
        PACKS_TEXT,
        (*by_pack("standard"), *by_pack("two-handed"), *by_pack("cutthroat")),
    ),
)
