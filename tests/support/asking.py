"""An independent reference for questions: every deal that agrees, found one by one, and each played out by hand.

The players are `tests/bots/plain_bot.py`, written here a second time on sets of card names, so that nothing is shared
with the engine or with `sim.ask.knowledge`: no masks, no lanes, no scripts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

RANKS = "9TJQKA"
SUITS = "CDSH"
NEXT = {"C": "S", "S": "C", "D": "H", "H": "D"}
PACK = [rank + suit for suit in SUITS for rank in RANKS]


def suit_of(card: str, trump: str) -> str:
    """The suit a card belongs to."""
    return trump if card[0] == "J" and card[1] == NEXT[trump] else card[1]


def strength(card: str, trump: str) -> int:
    """Place of a card when all are laid out as the bot sees them: two green suits, next between them, trump on top."""
    turn = [SUITS[(SUITS.index(trump) + k) % 4] for k in (1, 2, 3)]
    if suit_of(card, trump) != trump:
        return 10 * turn.index(card[1]) + RANKS.index(card[0])
    if card[0] == "J":
        return 100 + (card[1] == trump)
    return 70 + RANKS.index(card[0])


@dataclass
class Table:
    """One deal with its contract as it is played: hands by seat (from 1), four or two players, none alone."""

    players: int
    upcard: str
    hands: dict[int, set[str]]
    maker: int = 0
    trump: str = ""
    round: int = 0
    buried: str = ""
    tricks: list[list[tuple[int, str]]] = field(default_factory=list)

    def bid(self, forced: dict[tuple[int, int], str]) -> None:
        """Both rounds of bidding; `forced[round, seat]` is what that seat says whatever it holds (`pass` or a suit)."""
        for turn in (1, 2):
            for seat in range(1, self.players + 1):
                says = forced.get((turn, seat)) or self.says(turn, seat)
                if says != "pass":
                    self.round, self.maker, self.trump = turn, seat, says
                    return

    def says(self, turn: int, seat: int) -> str:
        """What the bot says: three trumps to order, two cards of next to name it."""
        up = self.upcard[1]
        hand = self.hands[seat]
        if turn == 1:
            cards = hand | ({self.upcard} if seat == self.players else set())
            return up if sum(suit_of(card, up) == up for card in cards) >= 3 else "pass"
        return NEXT[up] if sum(card[1] == NEXT[up] for card in hand) >= 2 else "pass"

    def exchange(self, forced: str = "") -> None:
        """The dealer takes the upcard and buries their lowest other card."""
        if self.round == 1:
            hand = self.hands[self.players]
            self.buried = forced or min(hand, key=lambda card: strength(card, self.trump))
            hand.add(self.upcard)
            hand.remove(self.buried)

    def legal(self, seat: int, trick: Sequence[tuple[int, str]]) -> set[str]:
        """Cards a seat may play."""
        hand = self.hands[seat]
        if not trick:
            return hand
        led = suit_of(trick[0][1], self.trump)
        return {card for card in hand if suit_of(card, self.trump) == led} or hand

    def choose(self, seat: int, trick: Sequence[tuple[int, str]]) -> str:
        """What the bot plays: leads its highest card, follows with its lowest."""
        pick = min if trick else max
        return pick(self.legal(seat, trick), key=lambda card: strength(card, self.trump))

    def winner(self, trick: Sequence[tuple[int, str]]) -> int:
        """The seat that takes a trick."""
        led = suit_of(trick[0][1], self.trump)
        counting = [(seat, card) for seat, card in trick if suit_of(card, self.trump) in (led, self.trump)]
        return max(counting, key=lambda played: strength(played[1], self.trump))[0]

    def play(self, past: Sequence[Sequence[str]], own: int = 0, card: str = "") -> bool:
        """Play the hand out after `past` tricks, seat `own` playing `card` next; False where the past is not legal."""
        leader = 1
        queue = [list(cards) for cards in past] or [[]]
        fresh = True
        while any(self.hands.values()):
            told = queue.pop(0) if queue else []
            trick: list[tuple[int, str]] = []
            for k in range(self.players):
                seat = (leader - 1 + k) % self.players + 1
                if k < len(told):
                    chosen = told[k]
                    if chosen not in self.legal(seat, trick):
                        return False
                elif seat == own and fresh and card:
                    chosen, fresh = card, False
                else:
                    chosen = self.choose(seat, trick)
                self.hands[seat].remove(chosen)
                trick.append((seat, chosen))
            self.tricks.append(trick)
            leader = self.winner(trick)
        return True

    def points(self, seat: int) -> int:
        """Points of a seat's side less the other's."""
        if not self.maker:
            return 0
        won = sum(self.winner(trick) % 2 == self.maker % 2 for trick in self.tricks)
        gained = 2 if won == 5 else 1 if won >= 3 else -2
        return gained if seat % 2 == self.maker % 2 else -gained


def deals(
    players: int, own: int, hand: set[str], upcard: str, shown: dict[int, set[str]]
) -> Iterator[dict[int, set[str]]]:
    """Every way to deal the cards that are not known: all hands as dealt, with the cards each seat has shown in it."""
    known = hand | {upcard} | set().union(*shown.values())
    unknown = [card for card in PACK if card not in known]
    others = [seat for seat in range(1, players + 1) if seat != own]

    def fill(left: list[str], seats: list[int]) -> Iterator[dict[int, set[str]]]:
        if not seats:
            yield {own: set(hand)}
            return
        seat = seats[0]
        have = shown.get(seat, set()) - {upcard}
        for more in combinations(left, 5 - len(have)):
            for rest in fill([card for card in left if card not in more], seats[1:]):
                yield {seat: have | set(more), **rest}

    yield from fill(unknown, others)
