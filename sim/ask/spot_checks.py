"""Spot checks of a book: random decisions asked one by one, on deals that agree with what was heard."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.ask.answering import ask
from sim.book.book_file import Book
from sim.book.showing import answer_words
from sim.cards import HEARTS, card_name, hand_text
from sim.players.strategy import Player

DEALS = 4000
"""Deals of each decision asked."""


@dataclass(frozen=True)
class Spot:
    """A decision: what the book answers, and what another answer would win, with half of its interval."""

    seat: int
    round: int
    hand: str
    up: str
    book: str
    best: str
    gain: float
    half: float

    @property
    def contradicts(self) -> bool:
        """Whether another answer is better by more than the interval."""
        return self.book != self.best and self.gain > self.half


@dataclass(frozen=True)
class SpotChecks:
    """Decisions that were asked."""

    spots: tuple[Spot, ...]

    @property
    def contradicted(self) -> int:
        """How many the answers contradict."""
        return sum(spot.contradicts for spot in self.spots)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "asked": len(self.spots),
            "contradicted": self.contradicted,
            "spots": [vars(spot) | {"contradicts": spot.contradicts} for spot in self.spots],
        }


def spot_checks(
    book: Book, others: Player, count: int, seed: int, stop: Callable[[], bool] | None = None, deals: int = DEALS
) -> SpotChecks:
    """Ask `count` random decisions of a book, all others bidding and playing as `others`.

    Hands are drawn as they are dealt, seats and rounds evenly; decisions of the second round are of hands with which
    the book passes the first. Raises Interrupted.
    """
    rng = np.random.default_rng(seed)
    index, players = book.index, book.rules.players
    weights = index.weights / index.weights.sum()
    hands, ups = index.hands(), index.upcards()
    spots: list[Spot] = []
    while len(spots) < count:
        node, number = int(rng.integers(2 * players)), int(rng.choice(index.count, p=weights))
        if node >= players and book.table[node - players, number] != 0:
            continue
        hand, up = hand_text(int(hands[number])), card_name(int(ups[number]).bit_length() - 1)
        round_ = 1 + node // players
        found = ask(hand, up, node % players + 1, round=round_, rules=book.rules, strategy=others, deals=deals,
                    seed=seed + len(spots), stop=stop)  # fmt: skip
        own = answer_words(int(book.table[node, number]), node, HEARTS, False, book.rules)
        mine = next((choice for choice in found.choices if choice.name == own), None)
        assert mine is not None, f"{own} is not among {[choice.name for choice in found.choices]}"
        gain, half = -(mine.behind.value or 0.0), (mine.behind.hi or 0.0) - (mine.behind.value or 0.0)
        spots.append(Spot(node % players + 1, round_, hand, up, own, found.best.name, gain, half))
    return SpotChecks(tuple(spots))
