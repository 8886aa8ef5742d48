"""What the table has seen: who takes part, who leads, who wins each trick, which suits somebody has shown to lack."""

from collections.abc import Sequence
from dataclasses import dataclass

from sim.cards import JACK, JOKER, NO_TRUMP, card_name, code_of, effective_suit, rank_of, suit_name, suit_of
from sim.errors import UsageError
from sim.lanes import LANE_BITS, PLAIN
from sim.rules.rules import Rules
from sim.seat_names import seat_names


@dataclass(frozen=True)
class Contract:
    """Who made trump, and how; seats count from 1 (the dealer's left) to the dealer.

    `lone_defender` is 0 where nobody defends alone; `taken` says whether the dealer took the upcard (round 1 only).
    """

    round: int
    maker: int
    trump: int
    alone: bool = False
    lone_defender: int = 0
    taken: bool = False


@dataclass(frozen=True)
class Trick:
    """Cards of a trick in the order of play, with the seats that played them; `winner` is 0 until all have."""

    seats: tuple[int, ...]
    cards: tuple[int, ...]
    winner: int

    @property
    def leader(self) -> int:
        """The seat that led."""
        return self.seats[0]


@dataclass(frozen=True)
class Play:
    """The tricks so far, the seat whose turn it is (0: the hand is over), and what each seat has shown.

    `shown[seat - 1]` is the mask of the cards a seat has played; `voids[seat - 1]` holds the suits it lacks.
    """

    tricks: tuple[Trick, ...]
    turn: int
    shown: tuple[int, ...]
    voids: tuple[frozenset[int], ...]

    @property
    def number(self) -> int:
        """Number of the trick that is being played, from 1."""
        return len(self.tricks) + (1 if not self.tricks or self.tricks[-1].winner else 0)

    @property
    def on_table(self) -> tuple[int, ...]:
        """The cards of the trick that is being played."""
        return () if not self.tricks or self.tricks[-1].winner else self.tricks[-1].cards


def same_side(rules: Rules, one: int, other: int) -> bool:
    """Whether two seats play together for the score."""
    return one == other or (rules.players == 4 and (one - other) % 2 == 0)


def playing(rules: Rules, contract: Contract) -> tuple[int, ...]:
    """The seats that take part in the play."""
    out = set()
    if contract.alone and rules.players == 4:
        out.add((contract.maker + 1) % 4 + 1)
    if contract.lone_defender:
        makers = {seat for seat in range(1, rules.players + 1) if same_side(rules, seat, contract.maker)}
        out |= set(range(1, rules.players + 1)) - makers - {contract.lone_defender}
    return tuple(seat for seat in range(1, rules.players + 1) if seat not in out)


def first_leader(rules: Rules, contract: Contract) -> int:
    """The seat that leads to the first trick."""
    players, wanted = rules.players, 1
    if rules.alone_lead == "left_of_loner" and (contract.alone or contract.lone_defender):
        if contract.alone and contract.lone_defender:
            wanted = {"defender": contract.lone_defender, "maker": contract.maker, "left_of_dealer": 1}[
                rules.both_alone_lead
            ]
        else:
            wanted = (contract.lone_defender or contract.maker) % players + 1
    active = playing(rules, contract)
    while wanted not in active:
        wanted = wanted % players + 1
    return wanted


def follow_play(rules: Rules, contract: Contract, tricks: Sequence[Sequence[int]]) -> Play:
    """Follow the cards played, each trick's from its leader on. Raises UsageError where nobody could have played so."""
    active = playing(rules, contract)
    leader, players = first_leader(rules, contract), rules.players
    shown, voids = [0] * players, [set[int]() for _ in range(players)]
    followed: list[Trick] = []
    for number, cards in enumerate(tricks, 1):
        if len(cards) > len(active):
            raise UsageError(
                f"trick {number} has {len(cards)} cards, but {len(active)} play",
                "a semicolon ends a trick" if len(active) == players else "a partner of a lone player sits out",
            )
        if len(cards) < len(active) and number < len(tricks):
            raise UsageError(f"trick {number} has {len(cards)} cards where {len(active)} play", "add what is missing")
        if number > rules.tricks:
            raise UsageError(f"there are only {rules.tricks} tricks in a hand", "take the last one away")
        order = [seat for k in range(players) if (seat := (leader - 1 + k) % players + 1) in active][: len(cards)]
        led = effective_suit(cards[0], contract.trump)
        for seat, card in zip(order, cards, strict=True):
            suit = effective_suit(card, contract.trump)
            if suit in voids[seat - 1]:
                raise UsageError(
                    f"{card_name(card)} in trick {number}: {seat_text(rules, seat)} had shown to have no "
                    f"{suit_name(suit)}",
                    "check the order of the cards: each trick is told from its leader on",
                )
            shown[seat - 1] |= 1 << card
            if suit != led:
                voids[seat - 1].add(led)
        winner = _winner(order, cards, contract.trump) if len(order) == len(active) else 0
        followed.append(Trick(tuple(order), tuple(cards), winner))
        leader = winner or leader
    turn = leader
    if followed and not followed[-1].winner:
        turn = followed[-1].seats[-1] % players + 1
        while turn not in active:
            turn = turn % players + 1
    elif len(followed) == rules.tricks:
        turn = 0
    return Play(tuple(followed), turn, tuple(shown), tuple(frozenset(lacks) for lacks in voids))


def seat_text(rules: Rules, seat: int) -> str:
    """`seat 4 (dealer)`."""
    return f"seat {seat} ({seat_names(rules.players, rules.teams)[seat - 1]})"


def power(card: int, trump: int, led: int) -> int:
    """Strength of a card in a trick: the highest takes it; a card that is neither trump nor of the suit led has 0."""
    suit, rank = effective_suit(card, trump), rank_of(card)
    is_trump = suit == trump and trump != NO_TRUMP
    if card == JOKER:
        return 100 if is_trump else 0
    if is_trump and rank == JACK:
        return 99 if suit_of(card) == trump else 98
    return 50 + rank if is_trump else 1 + rank if suit == led else 0


def _winner(order: Sequence[int], cards: Sequence[int], trump: int) -> int:
    led = effective_suit(cards[0], trump)
    return max(zip(order, cards, strict=True), key=lambda played: power(played[1], trump, led))[0]


def suit_mask(suit: int, trump: int) -> int:
    """Mask of all places of cards that belong to a suit when `trump` is trump (bowers and joker are trumps)."""
    mask = PLAIN << LANE_BITS * suit if suit < NO_TRUMP else 0
    if trump == NO_TRUMP:
        return mask
    left = 1 << code_of(trump ^ 2, JACK)
    if suit == trump:
        return mask | left | 1 << JOKER
    return mask & ~left
