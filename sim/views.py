"""What a seat may know when it decides: the view that every hook of a strategy receives.

Cards are uint64 masks of four lanes (`sim.lanes` has their places). Once trump is known (and in the first round, for
the suit of the upcard) the cards are *normalised*: the trump lane is the top one (lane 3), the suit of the same colour
("next") is lane 1, the two green suits are lanes 0 and 2; in a lane stand 2 to ace, and above the ace of trump the left
bower, the right bower and the joker. In the second round the suit turned down is lane 3, next is lane 1, and jacks
stand at their rank.

Seats named in a view are relative to its owner: 0 yourself, 1 your left, 2 the player after that, and so on; -1 is
nobody.
"""

from typing import Final, NamedTuple

# What became of the upcard.
FACE_UP, TAKEN, TURNED_DOWN, DECLINED = 0, 1, 2, 3

# Answers to order_up.
PASS, ORDER, ALONE, JAMBONE = 0, 1, 2, 3

# Answer to declare_alone beside 0 (with partner) and 1 (alone): as the answer in the bidding said.
AS_BID = 2

# Lanes of a normalised hand, and the suits that name_trump may name (see `call`, `call_alone` and `call_jambone`).
GREEN_A, NEXT, GREEN_B, TRUMP = 0, 1, 2, 3
TURNED, NO_TRUMP = 3, 4

# Answers to bid where tricks are bid: 0 passes, else the number of tricks; in pepper all six are bid in two ways.
LITTLE_PEPPER, BIG_PEPPER = 6, 7
# Answers to bid in napoleon, from low to high.
ONE, TWO, THREE, MISERE, FOUR, NAP, WELLINGTON, BLUCHER = 1, 2, 3, 4, 5, 6, 7, 8


class View(NamedTuple):
    """All that one seat may know at one decision; masks are uint64, everything else is a whole number."""

    hand: int
    """Mask of your cards (discard is asked with one more, the upcard taken or the widow; so is name_trump
    with a widow)."""
    buried: int
    """Mask of the cards you put away yourself: buried as dealer, left over when you joined a dummy, or discarded for
    your partner's best card."""
    dummy: int
    """In keep_five: mask of the cards of `hand` that come from a dummy; else 0."""
    shown: int
    """In a jambone: mask of the maker's cards that lie open on the table, from the first lead on; else 0."""
    upcard: int
    """Mask of the card turned up, in the same lanes as your hand; it is in your hand too once you took it."""
    fate: int
    """FACE_UP, TAKEN (by the dealer), TURNED_DOWN (second round; also where no card is turned up), DECLINED (ordered,
    but left on the table)."""
    dead: int
    """Mask of cards that you know to be out of play, besides `buried`: an upcard turned down or left on the table, or
    taken by a dealer who sits out (unless they may have given it to a lone partner), and a card turned after a
    joker."""
    trumps: int
    """Mask of the trump lane; 0 in a no-trump hand."""
    deck: int
    """Mask of every card of the pack, in the same lanes as your hand."""

    seat: int
    """1 eldest hand (left of the dealer) ... `players` the dealer."""
    players: int
    """Number of players at the table."""
    round: int
    """Bidding round: 1 or 2; during play the round in which trump was made. In claim_farmers 0. Number bids: 1, then
    trump is named: 2."""
    dealer: int
    """Relative seat of the dealer."""
    maker: int
    """Relative seat of the maker; -1 before there is one."""
    maker_side: int
    """1 when you or your partner made trump, else 0."""
    alone: int
    """0 nobody, 1 the maker plays alone, 2 a defender does, 3 both, as far as they have said so."""
    lone_defender: int
    """Relative seat of the defender who plays alone; -1 nobody."""
    jambone: int
    """1 when the maker plays a jambone: alone, with an open hand whose cards the player on the left names."""
    partner: int
    """1 when somebody else plays on your side in this hand, else 0."""

    stuck: int
    """1 when you may not pass; once trump is made, 1 when the maker might not."""
    may_alone: int
    """1 when the rules let you go alone."""
    must_alone: int
    """1 when ordering now means playing alone."""
    may_jambone: int
    """1 when the rules let you declare a jambone."""
    suits: int
    """In name_trump: bit k is set when suit (lane) k may be named; bit 4 stands for no-trump."""
    bid: int
    """Where numbers are bid: the highest bid so far, in the play the maker's; 0 none."""
    bidder: int
    """Relative seat of who made that bid; -1 nobody."""
    bids: int
    """In bid: bit k is set when you may bid k now; bit 0 when you may pass."""
    said_0: int
    """Where numbers are bid: bit k is set when you have bid k in this hand; 0 where you have only passed."""
    said_1: int
    """The same for the player on your left."""
    said_2: int
    """The same for the second player to your left."""
    said_3: int
    """The same for the third player to your left."""
    said_4: int
    """The same for the fourth player to your left, where so many play."""
    said_5: int
    """The same for the fifth player to your left."""
    best_call: int
    """Calling for partner's best. In order_up, name_trump and defend_alone: 1 when you would be given your partner's
    best card if you played alone. In discard: 1 when you are alone and discard for that card (an answer of 0 keeps the
    hand as it is, unless you hold the card already and have six), 0 when you bury for the upcard. In give_best: 1."""

    trick: int
    """1 for the first trick."""
    position: int
    """Your place in the order of the trick: 0 leads. Chairs that sit out count, so `last` tells who plays last. In
    name_card it is your own place too; `led`, `best` and the cards on the table are those that the maker plays to."""
    led: int
    """Mask of the lane led; 0 when you lead."""
    best: int
    """The card that is winning the trick; 0 when you lead."""
    winner: int
    """Relative seat of the player who is winning the trick; -1 when you lead."""
    partner_wins: int
    """1 when your side is winning the trick so far, else 0."""
    last: int
    """1 when nobody plays after you in this trick (in name_card: after the maker)."""
    card_1: int
    """Mask of the card your left played to this trick; 0 if none yet."""
    card_2: int
    """The same for the second player to your left (your partner in four-handed euchre)."""
    card_3: int
    """The same for the third player to your left."""
    card_4: int
    """The same for the fourth player to your left, where so many play."""
    card_5: int
    """The same for the fifth player to your left."""
    seen: int
    """Mask of all cards played in this hand so far, this trick included."""
    void_1: int
    """Mask of the lanes that the player on your left has shown to lack."""
    void_2: int
    """The same for the second player to your left."""
    void_3: int
    """The same for the third player to your left."""
    void_4: int
    """The same for the fourth player to your left, where so many play."""
    void_5: int
    """The same for the fifth player to your left."""
    played_0: int
    """Mask of the cards that you have played in this hand."""
    played_1: int
    """Mask of the cards that your left has played in this hand, this trick included."""
    played_2: int
    """The same for the second player to your left."""
    played_3: int
    """The same for the third player to your left."""
    played_4: int
    """The same for the fourth player to your left, where so many play."""
    played_5: int
    """The same for the fifth player to your left."""
    earlier_1: int
    """Mask of the cards of the first trick; 0 until it is over. `strategies.memory` tells who played which."""
    earlier_2: int
    """The same for the second trick."""
    earlier_3: int
    """The same for the third trick."""
    earlier_4: int
    """The same for the fourth trick, where hands have six cards."""
    leader_1: int
    """Relative seat of who led to the first trick; -1 until it is over."""
    leader_2: int
    """The same for the second trick."""
    leader_3: int
    """The same for the third trick."""
    leader_4: int
    """The same for the fourth trick, where hands have six cards."""
    tricks_us: int
    """Tricks that your side has won in this hand."""
    tricks_them: int
    """Tricks that the other side has won in this hand."""

    score_us: int
    """Your side's score before this hand."""
    score_them: int
    """The other side's score before this hand; with more than two sides the highest of the others."""
    target: int
    """Points that win the game; beyond reach where only the deals are counted."""
    random: int
    """A uniform 64-bit word of your own for this decision."""


EARLIER_TRICKS: Final = 4
"""Tricks that can be over when a player is asked for a card: nobody is asked for the last."""
EARLIER: Final = frozenset(
    [f"played_{k}" for k in range(6)] + [f"{name}_{k}" for name in ("earlier", "leader") for k in range(1, 5)]
)
"""Fields about earlier tricks: the engine only remembers them where somebody at the table looks at one."""
MASKS: Final = frozenset(
    ["hand", "buried", "dummy", "shown", "upcard", "dead", "trumps", "deck", "led", "best", "seen", "random"]
    + [f"{name}_{k}" for name in ("card", "void") for k in range(1, 6)]
    + [name for name in EARLIER if not name.startswith("leader")]
)
"""Fields that are masks or words (uint64); the others are whole numbers (int64)."""
