"""What docs/games/ says: a page a game, with the runs and comparisons that benchmarks/pages/games.py plays for it.

To add a game, add a `Section` to `SECTIONS`. Numbers stand in tables only, so that text and tables cannot disagree.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.pages.games_texts import (
    BRITISH_TEXT,
    CUTTHROAT_TEXT,
    HASENPFEFFER_TEXT,
    NAPOLEON_TEXT,
    PACKS_TEXT,
    PEPPER_TEXT,
    RAILROAD_TEXT,
    TWO_HANDED_TEXT,
)
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.runs.provenance import rules_name

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
    """A page: text, then the table of runs, seats, lone defence and comparisons, as far as there are any.

    `seats` names the runs whose rounds and seats are told apart.
    """

    title: str
    text: str
    runs: tuple[Played, ...]
    seats: tuple[str, ...] = ()
    lone_defence: bool = False
    compared: tuple[Compared, ...] = ()
    after: str = ""

    @property
    def name(self) -> str:
        """What its page is called: as the preset, or packs where there are several."""
        return rules_name(self.runs[0].rules) if self.runs[0].name == "the game" else "packs"


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

NAPOLEON = preset("napoleon")

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
A maker meets one hand only, and of the eighteen cards they do not see thirteen lie in the talon: so light hands are
called. Eldest orders almost nothing, since that would give the dealer a trump (a dealer who is ordered does take it,
which is why leaving it or having to take it makes no difference); the dealer takes up most cards; where even they pass,
eldest always finds a suit to name. So between `basic` players nobody is ever stuck, and the game with a stuck dealer is
the same game. Cautious players show the rest of the second round. With cards of their own to draw on the maker calls by
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
dealer calls most hands, and at a loss: a dealer who is left alone nearly always makes their point and mostly all five.
No `basic` player comes to the second round, so a stuck dealer changes nothing; where the dummy is left out, it does.
Nor does anybody leave the dummy, since all five tricks are worth 3 either way: the stronger the hand, the less is lost
by leaving it, but nothing is ever won (so a compulsory dummy is the same game). With peeking a maker leaves it where
their own five are the best five. A lone defender gains only when they take all five, and loses only when they miss the
third trick: so `basic` defends alone with a hand that is nearly sure of three by itself, takes all five with it now and
then, and gains little by it. """,
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
Partner's best card makes a lone hand of many an ordinary call. It changes the dealer's calls least: with the upcard
they have chosen from six cards already. Most lone hands are defended alone: a euchre pays 4 instead of 2 then, and
partner's best card makes up for partner. """,
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
first leaves 5 to the others, which needs a hand of its own. So eldest bids 4 whenever they may make it, and only too
lightly where the widow stays unseen; that they speak first is worth more than the deal. As nobody bids twice, one bid
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
