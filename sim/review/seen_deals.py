"""A deal as a record tells it: who said and played what, and which cards are known to have been dealt to whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sim.cards import deck_codes, effective_suit
from sim.rules.rules import Rules

if TYPE_CHECKING:
    from sim.runs.traced import Trace

HAND: Final = 5


@dataclass(frozen=True)
class SeenCall:
    """One turn to speak: `suit` is the trump that the chair makes (4: no-trump), None for a pass."""

    chair: int
    suit: int | None = None
    alone: bool = False


@dataclass(frozen=True)
class SeenDeal:
    """What is known of one deal. Cards are codes, people chairs from 0 on; the side of a chair is its number modulo 2.

    `tricks` hold (chair, card) in the order of play, and may be cut short. `dealt` are cards known besides those that
    were seen in the play, by chair. `points` is what each side won, None where the record does not tell; `number` is
    the place in its game, from 0.
    """

    name: str
    dealer: int
    score: tuple[int, ...]
    upcard: int
    calls: tuple[SeenCall, ...]
    tricks: tuple[tuple[tuple[int, int], ...], ...]
    discard: int | None = None
    picked_up: bool = True
    lone_defender: int | None = None
    dealt: tuple[tuple[int, ...], ...] = ((), (), (), ())
    points: tuple[int, ...] | None = None
    number: int = 0

    @property
    def made(self) -> tuple[int, SeenCall] | None:
        """Round and call by which trump was made; None where nobody has."""
        for number, call in enumerate(self.calls):
            if call.suit is not None:
                return number // len(self.dealt) + 1, call
        return None

    @property
    def taken(self) -> bool:
        """Whether the dealer took the upcard."""
        return self.made is not None and self.made[0] == 1 and self.picked_up

    @property
    def buried(self) -> int | None:
        """The card that the dealer put away; known too where they played five others than the upcard."""
        if not self.taken or self.discard is not None:
            return self.discard
        played = self.played(self.dealer)
        return self.upcard if len(played) == HAND and self.upcard not in played else None

    def played(self, chair: int) -> list[int]:
        """The cards that a chair has played."""
        return [card for trick in self.tricks for who, card in trick if who == chair]

    def known(self, chair: int) -> set[int]:
        """The cards that are known to have been dealt to a chair."""
        cards = {*self.dealt[chair], *self.played(chair)}
        if chair == self.dealer and self.taken:
            cards |= {self.buried} if self.buried is not None else set()
            cards -= {self.upcard}
        return cards

    def is_known(self, chair: int) -> bool:
        """Whether all that a chair was dealt is known."""
        return len(self.known(chair)) == HAND

    @property
    def lacks_discard(self) -> bool:
        """Whether only the dealer's discard is missing from the dealer's cards."""
        return self.taken and self.buried is None and len(self.known(self.dealer)) == HAND - 1

    def unseen(self, rules: Rules) -> list[int]:
        """The cards of the pack of which nobody knows where they were, in order of their codes."""
        placed = {self.upcard}.union(*(self.known(chair) for chair in range(len(self.dealt))))
        return [card for card in sorted(deck_codes(rules.deck)) if card not in placed]

    def voids(self, chair: int) -> set[int]:
        """The suits (as trump makes them) that a chair has shown to lack by not following."""
        if self.made is None:
            return set()
        trump, found = self.made[1].suit, set()
        assert trump is not None
        for trick in self.tricks:
            led = effective_suit(trick[0][1], trump)
            found |= {led for who, card in trick if who == chair and effective_suit(card, trump) != led}
        return found


def seen_in(trace: "Trace", name: str = "") -> SeenDeal:
    """The deal of a hand that was played here, with all its cards."""
    chairs = {seat.number: seat.player for seat in trace.seats}
    calls = tuple(SeenCall(bid.seat.player, bid.suit, bid.alone) for bid in trace.bids)
    dealt: list[tuple[int, ...]] = [()] * len(chairs)
    for seat in trace.seats:
        dealt[seat.player] = seat.dealt
    assert trace.upcard is not None
    return SeenDeal(
        name=name or trace.label,
        dealer=trace.dealer.player,
        score=trace.score_before,
        upcard=trace.upcard,
        calls=calls,
        tricks=tuple(tuple((seat.player, card) for seat, card in trick.cards) for trick in trace.tricks),
        discard=trace.buried,
        picked_up=trace.taken,
        lone_defender=trace.lone_defender.player if trace.lone_defender else None,
        dealt=tuple(dealt),
        points=trace.points,
    )


def mask_of(cards: Iterable[int]) -> int:
    """The mask of some cards in their own suits."""
    return sum(1 << card for card in cards)
