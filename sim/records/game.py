"""A game that people played, as a record tells it: who was dealt, called and played what, and what it came to.

Players are chairs, 0 to n-1 clockwise; `Deal.seat` turns a chair into a seat from the dealer. Cards are codes and hands
masks (see `sim.cards`); what a record does not say is None, or missing from a mask.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sim.rules.rules import Rules


@dataclass(frozen=True)
class Problem:
    """One thing in a record that the rules do not allow, or that cannot be read.

    `deal` counts from 0 (None: of the game as a whole), `trick` from 1 (None: of no trick); `player` is a chair.
    `legal` is what would have been allowed: cards as `JS`, calls as `pass`, `order` or `hearts`, players, numbers.
    """

    deal: int | None
    trick: int | None
    player: int | None
    sentence: str
    legal: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {**vars(self), "legal": list(self.legal)}


@dataclass(frozen=True)
class RecordedCall:
    """One turn to speak: `suit` is None for a pass, 4 for no-trump, -1 where the record does not tell the suit."""

    round: int
    player: int
    suit: int | None = None
    alone: bool = False


@dataclass(frozen=True)
class Exchange:
    """Cards that went from one player to another; `sender` is None where they came from the kitty."""

    sender: int | None
    receiver: int
    cards: tuple[int | None, ...]


@dataclass(frozen=True)
class RecordedTrick:
    """A trick in the order of play. `could_be` are masks of what each card may be: one bit where it is known.

    `players` is empty where nobody knows who led; `winner` is None where the trick was cut short, or where unknown
    cards decide it.
    """

    number: int
    players: tuple[int, ...]
    cards: tuple[int | None, ...]
    could_be: tuple[int, ...]
    winner: int | None

    @property
    def leader(self) -> int | None:
        """The chair that led."""
        return self.players[0] if self.players else None


@dataclass(frozen=True)
class Deal:
    """One deal of a game. Tuples of masks and scores go by chair and by side.

    `dealt` are the cards that each player is known to have been dealt, `held` those known to be in their hand when the
    play begins; both are completed from the cards played. `round` is 0 and `maker` None where nobody made trump.
    `points` is None where the deal is not told to its end; `score_before` where one before it was not.
    """

    number: int
    dealer: int
    score_before: tuple[int, ...] | None
    upcard: int | None
    dealt: tuple[int, ...]
    held: tuple[int, ...]
    calls: tuple[RecordedCall, ...]
    round: int
    maker: int | None
    trump: int | None
    alone: bool
    lone_defender: int | None
    taken: bool
    discard: int | None
    exchanges: tuple[Exchange, ...]
    tricks: tuple[RecordedTrick, ...]
    makers_tricks: int | None
    points: tuple[int, ...] | None
    score_after: tuple[int, ...] | None
    thrown_in: bool
    problems: tuple[Problem, ...] = ()

    def seat(self, player: int) -> int:
        """The seat of a chair: 1 on the dealer's left, n the dealer."""
        return (player - self.dealer - 1) % len(self.dealt) + 1

    def player_at(self, seat: int) -> int:
        """The chair of a seat."""
        return (self.dealer + seat) % len(self.dealt)

    @property
    def whole(self) -> bool:
        """Whether the deal is told to its end and nothing in it is against the rules."""
        return self.points is not None and not self.problems


@dataclass(frozen=True)
class Game:
    """A game of a record, with the rules that it says and the deals as they could be followed.

    `notes` are problems of the game as a whole; `document` is the game as its file has it. `final_score` is the score
    after the last deal and `winner` the side that won, each None where the record does not tell.
    """

    source: str
    title: str
    players: tuple[str, ...]
    rules: Rules
    initial_score: tuple[int, ...]
    deals: tuple[Deal, ...]
    final_score: tuple[int, ...] | None
    winner: int | None
    notes: tuple[Problem, ...]
    document: Mapping[str, Any]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that was odd: of the game as a whole, then deal by deal."""
        return (*self.notes, *(problem for deal in self.deals for problem in deal.problems))
