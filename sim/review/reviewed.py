"""What a review finds: decisions with their prices, deals with luck told from skill, and all of it together."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from sim.review.decision_values import Priced
from sim.review.seen_deals import SeenDeal
from sim.rules.rules import Rules
from sim.text_door import Shown, shown

RARE: Final = 1 / 1000
"""Where a smaller part of the deals drawn agrees with the bids, the assumed players would hardly have come here."""
BLUNDER, MISTAKE, DUBIOUS, GREAT = "[??]", "[?]", "[?!]", "[!]"
LABELS: Final[tuple[tuple[str, float, float], ...]] = (
    (BLUNDER, 0.5, 0.05),
    (MISTAKE, 0.2, 0.02),
    (DUBIOUS, 0.05, 0.005),
)
"""Labels of mistakes, and from which cost on they are given: in points, or where a game is played in games won."""


@dataclass(frozen=True)
class SeenGame:
    """A game as a record tells it: the names of the players by chair, the rules, and its deals in order."""

    name: str
    players: tuple[str, ...]
    rules: Rules
    deals: tuple[SeenDeal, ...]


@dataclass(frozen=True)
class ValuedAction:
    """One thing that could be done: its name, and what it comes to in points and in games won (None: not known)."""

    label: str
    points: Priced
    games: Priced | None


@dataclass(frozen=True)
class DecisionReview:
    """One decision as its player knew it; `place` is its hook, trick and position (see `sim.review.followed`).

    `actions` begin with what was done (`answers` as the engine takes them), `best` is the number of the better one (0:
    none is), `halves` are those that each half of the worlds has named. `index` is its place among the calls of the
    deal, or among the cards played; None for what has no place in a record's order. `cost` is in points, `cost_games`
    in games won. `assumed` is what the assumed player would have done (None: one of several cards that are alike). Of
    `drawn` deals `agreeing` agreed with the bids.
    """

    place: tuple[int, int, int]
    kind: str
    chair: int
    seat: int
    trick: int
    index: int | None
    actions: tuple[ValuedAction, ...]
    answers: tuple[int, ...]
    best: int
    halves: tuple[int, int]
    about_alone: tuple[bool, ...]
    cost: Priced
    cost_games: Priced | None
    assumed: int | None
    agreeing: int
    drawn: int
    worlds: float
    guessed_discard: bool = False

    @property
    def judged(self) -> Priced:
        """The cost by which it is judged: in games won where that is known."""
        return self.cost if self.cost_games is None else self.cost_games

    @property
    def is_mistake(self) -> bool:
        """Whether another choice is better: the interval of the cost excludes 0."""
        return self.best != 0 and self.judged.lo > 0

    @property
    def is_rare(self) -> bool:
        """Whether hardly any deal agrees with the bids, as the assumed players make them."""
        return self.agreeing < RARE * self.drawn

    @property
    def chance(self) -> float | None:
        """The own side's chance to win the game with what was done."""
        games = self.actions[0].games
        return None if games is None else games.value

    @property
    def label(self) -> str:
        """`[??]`, `[?]`, `[?!]`, `[!]` or nothing (see LABELS); great is what the assumed player had not found."""
        in_games = self.cost_games is not None
        least = {mark: games if in_games else points for mark, points, games in LABELS}
        if self.is_mistake:
            return next((mark for mark, cost in least.items() if self.judged.value >= cost), "")
        if self.assumed is None or self.assumed == 0 or self.best != 0:
            return ""
        mine, theirs = self.actions[0], self.actions[self.assumed]
        one, other = (mine.games, theirs.games) if in_games else (mine.points, theirs.points)
        assert one is not None and other is not None
        return GREAT if one.value - other.value >= least[MISTAKE] and one.lo > other.hi else ""


@dataclass(frozen=True)
class LuckParts:
    """What side 0 won of a deal or game above `before`, told apart: the parts add up to `result` exactly.

    `cards` is what the assumed players make of the same cards, `decisions` what the mistakes of the others gave less
    what one's own cost, `rest` what is left: how hidden cards lay for what was done.
    """

    before: float
    cards: float
    decisions: float
    rest: float

    @property
    def result(self) -> float:
        """What it came to."""
        return self.before + self.cards + self.decisions + self.rest


@dataclass(frozen=True)
class DealReview:
    """One deal: its decisions in order, the parts of its result in points and in games won (None: not known).

    `notes` say what could not be looked at, and why.
    """

    game: int
    deal: SeenDeal
    decisions: tuple[DecisionReview, ...]
    points: LuckParts | None
    games: LuckParts | None
    notes: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Review(Shown):
    """Games reviewed as among `believed` players; `wanted` deals were given, and those in `deals` are finished.

    Worlds were drawn until `worlds` were kept a decision, from a `seed`.
    """

    games: tuple[SeenGame, ...]
    believed: str
    deals: tuple[DealReview, ...]
    wanted: int
    worlds: int
    seed: int

    def of_game(self, number: int) -> list[DealReview]:
        """The deals of one game, in order."""
        return [deal for deal in self.deals if deal.game == number]

    def mistakes(self) -> list[tuple[DealReview, DecisionReview]]:
        """All mistakes, the dearest first."""
        found = [(deal, made) for deal in self.deals for made in deal.decisions if made.is_mistake]
        return sorted(found, key=lambda one: -one[1].judged.value)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: games, deals, decisions with all their choices, and the sums by player."""
        data: dict[str, Any] = shown(self, "data")
        return data


def summed(parts: Sequence[LuckParts]) -> LuckParts:
    """The parts of several results together."""
    return LuckParts(*(sum(getattr(part, name) for part in parts) for name in asdict(LuckParts(0, 0, 0, 0))))
