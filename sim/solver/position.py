"""A moment of a hand with all cards in sight: who holds what, who made trump, what lies on the table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sim.cards import (
    JACK,
    JOKER,
    NO_TRUMP,
    card_name,
    cards_of,
    deck_mask,
    effective_suit,
    hand_text,
    rank_of,
    suit_name,
    suit_of,
)
from sim.errors import CardError, UsageError
from sim.rules.rules import Rules
from sim.views import MISERE

_RIGHT, _LEFT, _JOKER = 14, 13, 15


@dataclass(frozen=True, kw_only=True)
class Sides:
    """Who plays with whom for what; seats count from 1 (the dealer's left) to the dealer.

    `trump` is 0 to 3, or 4 for no-trump. `maker` 0 means that nobody has been named, which partners may do: then the
    tricks of seats 1 and 3 are counted. `bid` is what the maker has to make where numbers are bid (0: not told).
    Raises UsageError that says what is impossible.
    """

    rules: Rules
    trump: int
    maker: int = 0
    alone: bool = False
    lone_defender: int = 0
    jambone: bool = False
    bid: int = 0

    def __post_init__(self) -> None:
        _check_sides(self)

    @property
    def is_misere(self) -> bool:
        """Whether the bidder has to lose every trick."""
        return self.rules.auction == "single" and self.bid == MISERE

    def on_makers_side(self, seat: int) -> bool:
        """Whether a seat plays for the makers (for seats 1 and 3 where nobody has been named)."""
        maker = self.maker or 1
        return seat == maker or (self.rules.teams < self.rules.players and (seat - maker) % 2 == 0)

    def playing(self, leader: int) -> tuple[int, ...]:
        """The seats that take part, in the order of play from a leader."""
        n, out = self.rules.players, set()
        for seat in range(1, n + 1):
            lone = (self.maker if self.alone and n == 4 else 0) if self.on_makers_side(seat) else self.lone_defender
            if lone and seat != lone:
                out.add(seat)
        return tuple(seat for k in range(n) if (seat := (leader - 1 + k) % n + 1) not in out)

    def suit(self, code: int) -> int:
        """The suit that a card belongs to."""
        return effective_suit(code, self.trump, self.rules.has_bowers)

    def power(self, code: int) -> int:
        """What a card is worth within its suit: the higher beats the lower."""
        if code == JOKER:
            return _JOKER
        suit, rank = suit_of(code), rank_of(code)
        if rank == JACK and self.rules.has_bowers and self.trump != NO_TRUMP:
            return _RIGHT if suit == self.trump else _LEFT if suit == self.trump ^ 2 else rank
        return rank

    def winner(self, leader: int, table: Sequence[int]) -> int:
        """The seat that has the highest of the cards played from the leader on."""
        led = self.suit(table[0])
        ranked = {led: 0, self.trump: 100} if self.trump != NO_TRUMP else {led: 0}
        worth = [ranked.get(self.suit(code), -100) + self.power(code) for code in table]
        return self.playing(leader)[worth.index(max(worth))]


@dataclass(frozen=True, kw_only=True)
class Position(Sides):
    """All that decides how the rest of a hand can go.

    `hands` are masks of the cards that each seat still holds, 0 for a partner who sits out; `leader` leads the trick or
    has led it, and `table` holds the codes of its cards so far, from the leader's on. `taken` counts the makers' tricks
    that are over; `lost_two` says that the defenders took the first two, which matters to the rule of the fast break
    once the makers have one. Raises CardError or UsageError that says what is impossible.
    """

    hands: tuple[int, ...]
    leader: int
    table: tuple[int, ...] = ()
    taken: int = 0
    lost_two: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_seats(self)
        _check_cards(self)
        _check_count(self)

    @cached_property
    def active(self) -> tuple[int, ...]:
        """The seats that take part, in the order of play from the leader of the trick."""
        return self.playing(self.leader)

    @property
    def turn(self) -> int:
        """The seat that plays the next card; 0 when the hand is over."""
        return self.active[len(self.table)] if any(self.hands) else 0

    @property
    def tricks_left(self) -> int:
        """Tricks that are not over, the one on the table included."""
        return max(mask.bit_count() for mask in self.hands)

    @property
    def is_behind(self) -> bool:
        """Whether the makers have lost the first two tricks."""
        return self.lost_two or (self.taken == 0 and self.tricks_left <= self.rules.tricks - 2)

    @property
    def legal(self) -> int:
        """Mask of the cards that may be played next. In napoleon the bidder's first shows what is trump."""
        if not self.turn:
            return 0
        hand = self.hands[self.turn - 1]
        if not self.table:
            first = self.turn == self.maker and self.tricks_left == self.rules.tricks
            shows_trump = first and self.rules.auction == "single"
            trumps = sum(1 << code for code in cards_of(hand) if self.suit(code) == self.trump)
            return (trumps or hand) if shows_trump else hand
        led = self.suit(self.table[0])
        suited = sum(1 << code for code in cards_of(hand) if self.suit(code) == led)
        return suited or hand

    def with_hands(self, hands: tuple[int, ...]) -> "Position":
        """The same moment with other hands."""
        return replace(self, hands=hands)

    def after(self, code: int) -> "Position":
        """The position once the seat in turn has played a card; CardError where it may not."""
        seat = self.turn
        if not self.legal >> code & 1:
            held = seat and self.hands[seat - 1] >> code & 1
            why = f"seat {seat} {'has to follow suit' if held else 'does not hold it'}" if seat else "the hand is over"
            raise CardError(f"{card_name(code)} can't be played: {why}", "check the order of the cards and who led")
        hands = tuple(mask & ~(1 << code) if s == seat else mask for s, mask in enumerate(self.hands, 1))
        table = (*self.table, code)
        if len(table) < len(self.active):
            return replace(self, hands=hands, table=table)
        winner = self.winner(self.leader, table)
        taken = self.taken + self.on_makers_side(winner)
        return replace(self, hands=hands, table=(), leader=winner, taken=taken, lost_two=self.is_behind)


def _check_sides(s: Sides) -> None:
    rules, n = s.rules, s.rules.players
    for what, seat in (("maker", s.maker), ("lone defender", s.lone_defender)):
        if not 0 <= seat <= n:
            raise UsageError(f"there is no seat {seat} for the {what}", f"seats count from 1 to {n}, the dealer")
    if not s.maker and (rules.teams == n or s.alone or s.lone_defender or s.bid):
        raise UsageError("who made trump?", f"add --maker with a seat, 1 to {n}")
    if s.trump == NO_TRUMP and rules.has_joker:
        raise UsageError("the joker has no suit without a trump", "name a suit, or a game without the joker")
    if s.is_misere and s.trump != NO_TRUMP:
        raise UsageError(f"misère is played without a trump, not with {suit_name(s.trump)}", "leave the trump away")
    if s.alone and not rules.has_lone_hands:
        raise UsageError("nobody goes alone in this game", "leave it away")
    if s.lone_defender and (s.on_makers_side(s.lone_defender) or n not in (3, 4) or not rules.has_upcard):
        raise UsageError(f"seat {s.lone_defender} can't defend alone", "name a defender who has a partner")
    if s.jambone and not (s.alone and n == 4):
        raise UsageError("a jambone is a lone hand", "say that the maker is alone")


def _check_seats(p: Position) -> None:
    n = p.rules.players
    if len(p.hands) != n:
        raise UsageError(f"{len(p.hands)} hands for {n} players", f"give {n}, from the dealer's left on")
    if not 1 <= p.leader <= n:
        raise UsageError(f"there is no seat {p.leader} to lead", f"seats count from 1 to {n}, the dealer")
    if p.leader not in p.active:
        raise UsageError(f"seat {p.leader} sits out and can't lead", "name a seat that plays")


def _check_cards(p: Position) -> None:
    seen, pack = 0, deck_mask(p.rules.deck)
    for mask in (*p.hands, *(1 << code for code in p.table)):
        if mask & ~pack:
            raise CardError(
                f"{hand_text(mask & ~pack)}: not in a pack of {p.rules.deck} cards", "name a game with that pack"
            )
        if mask & seen:
            raise CardError(f"card given twice: {hand_text(mask & seen)}", "each card is in the pack once")
        seen |= mask


def _check_count(p: Position) -> None:
    counts = [mask.bit_count() for mask in p.hands]
    for seat, count in enumerate(counts, 1):
        if count and seat not in p.active:
            raise UsageError(f"seat {seat} sits out, but has cards", "give no cards to the partner of a lone player")
    if len(p.table) >= len(p.active):
        raise UsageError(f"{len(p.table)} cards on the table where {len(p.active)} play", "a full trick is over")
    full = counts[p.active[-1] - 1]
    for place, seat in enumerate(p.active):
        wanted = full - (place < len(p.table))
        if counts[seat - 1] != wanted:
            raise CardError(
                f"seat {seat} holds {_cards(counts[seat - 1])}, not {wanted}",
                f"seat {p.active[-1]} holds {full}, and so does everybody who has not yet played to the trick",
            )
    if full > p.rules.hand_size:
        raise CardError(f"{_cards(full)} a hand, but {p.rules.hand_size} are played", "name the game with --rules")
    over = p.rules.hand_size - full
    if not 0 <= p.taken <= over:
        raise UsageError(f"the makers can't have taken {p.taken} of {over} tricks", "count the tricks that are over")
    for place, code in enumerate(p.table[1:], 1):
        led, seat = p.suit(p.table[0]), p.active[place]
        held = sum(1 << c for c in cards_of(p.hands[seat - 1]) if p.suit(c) == led)
        if p.suit(code) != led and held:
            raise CardError(
                f"seat {seat} played {card_name(code)} and holds {hand_text(held)}", "suit has to be followed"
            )


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count or 'no'} cards"
