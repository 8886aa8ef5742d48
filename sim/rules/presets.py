"""Named games as data, each with a paragraph on what it is and where it comes from."""

from typing import Final

from sim.errors import RulesError, brief, did_you_mean
from sim.rules.rules import Rules

STANDARD: Final = "standard"

_GAMES: Final[dict[str, tuple[Rules, str]]] = {
    STANDARD: (
        Rules(),
        "Four-handed partnership euchre as it is mostly played in North America: 24 cards, five each, game to 10. The "
        "dealer must take the upcard when it is ordered up; anybody may order it. A hand that all pass twice is thrown "
        "in. The maker may play alone (4 points for all five tricks), the defenders may not; the player on the "
        "dealer's left leads. A point is 1, a march 2, a euchre 2. Sources: Bicycle, EGN, OpenSpiel, pagat.",
    ),
    "standard-spruce": (
        Rules(
            dealer_pickup="optional",
            alone_when="after_discard",
            defend_alone="always",
            alone_lead="left_of_loner",
            lone_def_euchre=2,
        ),
        "Four-handed euchre in the house rules of the Spruce family of rule pages, inferred from their two- and "
        "three-handed games and marked so: a dealer who is ordered up may leave the upcard on the table, the maker "
        "and one defender may play alone (against any maker; each says so after the discard), the player on the left "
        "of a lone player leads, and a lone defender wins 2 points for a euchre, 4 for all five tricks. Otherwise as "
        "standard.",
    ),
    "canadian": (
        Rules(dealer_partner_order="alone_only"),
        "Standard euchre with the Canadian rule: the dealer's partner may order the upcard only to play alone. In the "
        "second round they may name a suit like anybody else. Many add alone_lead = left_of_loner. Sources: EGN, "
        "euchrelinks (mandatory loner).",
    ),
    "classic32": (
        Rules(deck=32, target=5, loner_euchred=4),
        "The game of the nineteenth century: 32 cards from the seven up, game to 5, and 4 points to the side that "
        "euchres a lone player. Otherwise as standard. Sources: Hoffmann, Keller 1887, the Law of 1862, the Somerset "
        "Club 1888.",
    ),
    "two-handed": (
        Rules(players=2, dealer_pickup="optional", maker_alone="no"),
        "Euchre for two: 24 cards, five each, an upcard and thirteen cards out of play. The player "
        "who does not deal bids first in both rounds and always leads. A dealer who is ordered up may leave the "
        "upcard on the table (its suit is trump either way); one who accepts it must take it. No lone hands. A point "
        "is 1, a march 2, a euchre 2, game 10. Sources: the Spruce two-handed rules, Keller, Hoffmann.",
    ),
    "cutthroat": (
        Rules(
            players=3,
            dealer_pickup="optional",
            alone_when="after_discard",
            defend_alone="always",
            alone_lead="left_of_loner",
            lone_def_euchre=2,
        ),
        "Euchre for three, the maker against the other two: five cards each and five to a dummy hand. The maker may "
        "join the dummy to their hand and keep the best five of ten, or play alone without it, which is said after the "
        "discard; a defender may play alone while the other sits out. All five tricks are worth 3, a euchre 2 to each "
        "defender (4 to each when a lone defender takes all five), game 10. Source: the Spruce three-handed rules.",
    ),
    "british": (
        Rules(
            deck=25,
            target=11,
            dealer_partner_order="alone_only",
            defend_alone="always",
            alone_lead="left_of_loner",
        ),
        "British four-handed euchre: 25 cards, the joker (Benny) above the right bower, game to 11. When Benny is "
        "turned up the dealer must name trump before looking at a card (it is drawn), and takes Benny. The dealer's "
        "partner may accept the upcard only to play alone; a defender may play alone too; the player on the left of a "
        "lone player leads. Sources: pagat, netplaces, slapton, angelfire.",
    ),
    "railroad": (
        Rules(
            deck=25,
            defend_alone="vs_loner",
            call_for_best="loner+lone_defender",
            joker_up="hearts",
            laps="on",
            slam="on",
        ),
        "Railroad euchre: four-handed with the joker as best bower, which proposes hearts when it is turned up. Who "
        "plays alone, the maker or a defender against them, may discard a card and call for the partner's best. Points "
        "over the target are carried to the next game (laps), ten games in a row; a game to nothing counts as two "
        "(slam). A lone defender who euchres the maker wins 4. Game to 10 here, as in the other presets; many play "
        "to 5, and with deck = 33. Sources: about.com, Bicycle, Keller 1887.",
    ),
    "hasenpfeffer": (
        Rules(deck=25, hand_size=6, auction="tricks", maker_alone="no"),
        "Four-handed partnership game of bidding tricks: 25 cards with the joker as the best trump, six each and one "
        "face down, the widow. From the dealer's left everybody passes or bids more tricks than the last, round and "
        "round until the other three pass; a player who passed may bid again. The high bidder takes the widow, names "
        "trump, puts a card away and leads. When all pass the joker's holder must bid 3; with the joker in the widow "
        "the deal is thrown in. A point a trick to both sides, but a side that falls short loses what it bid. Game 10; "
        "when both sides arrive, the bidders win. Sources: Spruce hasenpfeffer, gamerules, denexa, Parlett, Hoyle.",
    ),
    "pepper": (
        Rules(
            hand_size=6,
            auction="tricks",
            target=30,
            maker_alone="no",
            no_trump="bidder",
            pf_pepper="on",
            pf_failed="six",
        ),
        "Hasenpfeffer without the joker: 24 cards, six each and none left over. Bids are 1 to 5, little pepper (all "
        "six tricks) and big pepper (the same for twice the points). The high bidder names trump or no-trump and "
        "leads. A point a trick to both sides; a bid that fails costs 6 points, big pepper wins or loses 12. A deal "
        "that all pass is thrown in. Game 30. Sources: pagat, Parlett, gamerules.",
    ),
    "napoleon": (
        Rules(deck=52, auction="single", target=0, max_hands=20, maker_alone="no"),
        "Napoleon, or Nap, a cousin of euchre without bowers: a whole pack, five cards each, each a side of their own. "
        "Each has one bid, from the dealer's left: two, three, misère (no trick, no trump), four, Nap (all five), "
        "Wellington over another's Nap, Blücher over Wellington. The high bidder leads, and that card makes its suit "
        "trump, and all others play against the bidder, who wins from each opponent what was bid, or pays it; Nap wins "
        "10 and loses 5. A session is 20 deals; when all pass the deal is thrown in. Four players (players = 2 to 6; "
        "stripped packs by deck = 24, 28 or 32). Sources: Hoffmann, EB1911, howstuffworks, the Ultimate Book.",
    ),
}

PRESETS: Final[dict[str, Rules]] = {name: rules for name, (rules, _) in _GAMES.items()}
"""The games by name."""


def preset(name: str) -> Rules:
    """The rules of a named game; RulesError with the names there are when it is unknown.

    >>> preset("cutthroat").players
    3
    """
    return PRESETS[_known(name)]


def presets() -> dict[str, str]:
    """The named games, each with a paragraph on what it is.

    >>> list(presets())[:3]
    ['standard', 'standard-spruce', 'canadian']
    """
    return {name: about for name, (_, about) in _GAMES.items()}


def describe(name: str) -> str:
    """A paragraph on a named game."""
    return _GAMES[_known(name)][1]


_NAMES: Final = ", ".join(PRESETS)


def _known(name: str) -> str:
    if not isinstance(name, str):
        raise RulesError(f"the name of a preset is text, not {brief(name)}", f"names are {_NAMES}")
    key = name.strip().lower()
    if key not in PRESETS:
        near = did_you_mean(key, PRESETS)
        names = f"presets are {_NAMES}; a rule file ends in .toml"
        raise RulesError(f"unknown preset: {name!r}", f"{near} {names}" if near.startswith("did") else names)
    return key
