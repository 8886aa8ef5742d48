"""One hand as a person wants to read it: the deal, every bid, the discard, trick by trick, and the score."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sim.cards import in_order
from sim.rules.rules import Rules
from sim.rules.units import Unit
from sim.text_door import Shown, shown

if TYPE_CHECKING:
    pass

BidAction = Literal["pass", "turn_down", "order", "assist", "take", "name", "name_blind", "bid", "forced"]
"""What a seat may say; "name_blind" is a dealer who names trump for the joker before they look at their hand, "forced"
the
bid of the joker's holder when all have passed."""


@dataclass(frozen=True)
class Seat:
    """Who sits where: `number` 1 is left of the dealer, `player` is the chair, `dealt` are card codes."""

    number: int
    name: str
    player: int
    side: int
    strategy: str
    dealt: tuple[int, ...]


@dataclass(frozen=True)
class Bid:
    """One turn to speak. `suit` is set when trump was made by it (4 is no-trump), `number` when a number was bid."""

    round: int
    seat: Seat
    action: BidAction
    suit: int | None = None
    alone: bool = False
    number: int = 0
    jambone: bool = False


@dataclass(frozen=True)
class TracedTrick:
    """`cards` in the order of play; whoever sits out is not in it."""

    number: int
    cards: tuple[tuple[Seat, int], ...]
    winner: Seat

    @property
    def leader(self) -> Seat:
        return self.cards[0][0]


@dataclass(frozen=True)
class BestCall:
    """A lone player called for their partner's best: the card they discarded for it, and the one they were given."""

    caller: Seat
    giver: Seat
    discarded: int
    given: int


@dataclass(frozen=True)
class Swap:
    """A farmer's hand: who claimed it, the cards put under the kitty, and those taken for them."""

    owner: Seat
    given: tuple[int, ...]
    taken: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Trace(Shown):
    """Everything that happened in one hand. Cards are codes (see sim.cards), suits 0 to 4, scores by side."""

    label: str
    rules: Rules
    seed: int
    unit: Unit
    game: int
    hand: int
    hands_in_game: int
    seats: tuple[Seat, ...]
    score_before: tuple[int, ...]
    points: tuple[int, ...]
    upcard: int | None
    """The card turned up; None where numbers are bid."""
    widow: int | None
    """The card left over for the high bidder; None where there is none."""
    proposed: int | None
    """The suit that the upcard proposes; None for a joker that has the dealer name trump."""
    next_card: int | None
    """The card turned up after the joker, where the rules take its suit."""
    bids: tuple[Bid, ...]
    maker: Seat | None
    trump: int | None
    alone: bool
    jambone: bool
    """Whether the maker laid their hand open and the opponent on their left named their cards."""
    lone_defender: Seat | None
    taken: bool
    """Whether the dealer took the upcard, or the high bidder the widow."""
    buried: int | None
    """The card put away for it."""
    bid: int
    """What the maker has to make where numbers are bid, else 0."""
    dummies: tuple[tuple[int, ...], ...]
    """The dummy's cards; two dummies of two players stand in the order of the seats."""
    kept: tuple[int, ...]
    """What the maker kept of hand and dummy; empty when they used none."""
    defender_kept: tuple[int, ...]
    """The same of the defender, where each of two players has a dummy."""
    swap: "Swap | None"
    """Three cards that the owner of a farmer's hand changed before the bidding; `dealt` are the cards after it."""
    best_calls: tuple[BestCall, ...]
    """By whom, in the order of the seats, a partner's best card was called for."""
    shown: bool
    """Whether the maker showed the five highest trumps (jamboree), so that nothing was played."""
    tricks: tuple[TracedTrick, ...]
    tricks_won: int
    fast_break: bool
    """Whether the defenders took the first two tricks and the makers the rest, which gives nobody a point."""
    tokens: tuple[int, ...]
    """Tokens of each side before the hand, where four tricks are worth one; else empty."""
    fourth_token: bool
    """Whether the makers have turned in four tokens for a point."""
    winner: int | None
    """The side that has won the game with this hand, -1 when it ends without a single winner, None while it goes on."""
    recorded: bool = False
    """Whether people played it, so that `seed` says nothing, and a hand that no record tells is empty."""

    @property
    def dealer(self) -> Seat:
        return self.seats[-1]

    @property
    def score_after(self) -> tuple[int, ...]:
        return tuple(before + won for before, won in zip(self.score_before, self.points, strict=True))

    @property
    def carried(self) -> tuple[int, ...]:
        """What each side takes over to the next game, where the hand has ended one and another follows in its row."""
        rules = self.rules
        if self.winner is None or rules.laps == "off" or (self.game + 1) % rules.lap_games == 0:
            return (0,) * len(self.points)
        return tuple(min(max(0, score - rules.target), rules.target - 1) for score in self.score_after)

    @property
    def declared(self) -> bool:
        """Whether the maker said only after the call that they play alone."""
        return self.alone and not self.bids[-1].alone

    @property
    def is_slam(self) -> bool:
        """Whether the hand has ended a game that counts as two."""
        won = self.winner is not None and max(self.score_after) >= self.rules.target
        return won and self.rules.slam == "on" and min(self.score_after) == 0

    @property
    def named_by(self) -> Seat | None:
        """Who named the cards of a jambone: the opponent on the maker's left."""
        if self.maker is None or not self.jambone or self.shown:
            return None
        return self.seats[self.maker.number % len(self.seats)]

    @property
    def laid_open(self) -> tuple[int, ...]:
        """The cards of a jambone as they lay on the table."""
        cards = [code for trick in self.tricks for seat, code in trick.cards if self.named_by and seat == self.maker]
        return tuple(in_order(cards, self.trump, self.rules.has_bowers))

    @property
    def sitting_out(self) -> tuple[Seat, ...]:
        """Partners of whoever plays alone."""
        if self.maker is None or self.shown:
            return ()
        out = []
        for seat in self.seats:
            with_maker = seat.side == self.maker.side
            if with_maker and self.alone and seat != self.maker:
                out.append(seat)
            if not with_maker and self.lone_defender and seat != self.lone_defender:
                out.append(seat)
        return tuple(out)

    def to_text(self, symbols: bool = False) -> str:
        """The hand on about 20 lines of at most 100 letters, readable without colour.

        Cards are written `JS`; with `symbols` `J♠`. In the table of tricks `>` leads and `*` wins.
        """
        text: str = shown(self, "text", symbols)
        return text

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON: cards as `JS`, suits as `S` or `no-trump`, people as player numbers."""
        data: dict[str, Any] = shown(self, "data")
        return data
