"""What was dealt, said and played: the records that the reference player checks."""

from dataclasses import dataclass, field


class Disagreement(Exception):
    """The record breaks a rule, or the reference player decides a point differently; the message names the point."""


@dataclass(kw_only=True)
class HandRecord:
    """One hand. Players are chairs 0..n-1 clockwise; cards are names such as "JS", "TC", "Jo"."""

    dealer: int
    hands: dict[int, list[str]]
    """The cards dealt to each player (after an exchange with the kitty, if there was one), before any pick-up."""
    given_up: list[str] | None = None
    from_kitty: list[str] | None = None
    """Farmer's hands that are swapped: the cards that their owner put under the kitty and those taken for them."""
    upcard: str
    """Empty where no card is turned up."""
    widow: str | None = None
    """The card left over where tricks are bid with 25 cards."""
    next_card: str | None = None
    """The kitty's next card, shown only when the joker is turned up under `joker_up = next_card`."""
    dummy: list[str] | None = None
    """The dummy: five cards, or the two for the maker of two players; None where none is dealt."""
    own_dummies: dict[int, list[str]] | None = None
    """Two-handed, where each player has one: the three cards of the dummy of each."""
    bids: list[tuple[int, str]]
    """In order: "pass", "order", "order alone", "call H", "call H alone", "call NT", "call NT alone", without "alone"
    where the maker says it only after the discard (see `declared_alone`), and with "jambone" in its place where the
    lone hand is laid open and the opponent on the maker's left names their cards (a record has what was played, whoever
    chose it); in napoleon "pass" and the words of `napoleon.BIDS`; where tricks are bid "pass" and those of
    `pepper.bids_of`."""
    bid: str | None = None
    """Where numbers are bid: the bid that is played; None where the deal is thrown in and in other games."""
    declared_alone: bool = False
    """Whether the maker said after the discard, and not with their bid, that they play alone."""
    picked_up: bool = False
    discard: str | None = None
    lone_defender: int | None = None
    kept: list[str] | None = None
    """The five that the maker keeps of their own cards and the dummy's; None where they leave the dummy."""
    defender_kept: list[str] | None = None
    """Two-handed, where each player has a dummy: the five that the defender keeps; None where all passed."""
    best_calls: dict[int, tuple[str | None, str | None]] = field(default_factory=dict)
    """Railroad: of each lone player who called for partner's best, what they discarded and were given."""
    shown: bool = False
    """Whether the maker showed the five highest trumps (jamboree), so that nothing was played."""
    trump: str | None = None
    """Suit letter, "NT", or None when all passed."""
    tricks: list[list[tuple[int, str]]] = field(default_factory=list)
    """Each trick in order of play."""
    winners: list[int] = field(default_factory=list)
    maker: int | None = None
    maker_tricks: int = 0
    """Tricks won by the maker's side; 0 when all passed."""
    points: list[int]
    """Points that this hand gives to each side."""
    score_before: list[int]
    tokens_before: list[int] = field(default_factory=list)
    """Tokens that each side held before the hand; empty stands for none."""


@dataclass(kw_only=True)
class GameRecord:
    """One game: its hands in order, and how it ended. Sides are player % 2 where partners play, else the players."""

    hands: list[HandRecord]
    first_dealer: int
    final_score: list[int]
    winner: int | None
    """The winning side; None for a shared or tied game."""
    start: list[int] = field(default_factory=list)
    """The score before the first hand, with what was carried over from another game; empty stands for nothing."""
    worth: int = 1
    """Games that it counts for."""
    final_tokens: list[int] = field(default_factory=list)
    """Tokens that each side has left; empty stands for none."""
