"""What a book says of one hand: its answer in every seat, in both rounds, in words."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.book.book_file import Book
from sim.book.classes import turn
from sim.cards import JOKER, card_name, hand_text, parse_card, parse_hand, suit_name, suit_of
from sim.errors import CardError, UsageError
from sim.rules.rules import Rules
from sim.runs.provenance import rules_name
from sim.seat_names import seat_names
from sim.text_door import Shown


@dataclass(frozen=True)
class BookLine:
    """What a book says in one seat: in the first round, and in the second where it passes the first."""

    seat: int
    name: str
    first: str
    second: str | None
    gains: tuple[dict[str, float] | None, dict[str, float] | None] = (None, None)
    """What each answer is worth above a pass, where that is known: in the first round and in the second."""


@dataclass(frozen=True, repr=False)
class BookPage(Shown):
    """What a book says of a hand with an upcard."""

    rules: str
    hand: str
    up: str
    lines: tuple[BookLine, ...]
    about: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        lines = [
            {"seat": line.seat, "name": line.name, "first": line.first, "second": line.second,
             "first_gains": line.gains[0], "second_gains": line.gains[1]}
            for line in self.lines
        ]  # fmt: skip
        return {"rules": self.rules, "hand": self.hand, "up": self.up, "lines": lines, "about": self.about}


def look_up(book: Book, hand: str, up: str, seat: int | None = None, values: np.ndarray | None = None) -> BookPage:
    """What a book says of a hand. Raises CardError and UsageError.

    `values` float32[nodes, classes, ANSWERS] are what answers are worth, where they were kept (`values.npz`).
    """
    rules = book.rules
    cards, upcard = parse_hand(hand, rules.hand_size), parse_card(up)
    _check_cards(rules, cards, upcard)
    if seat is not None and not 1 <= seat <= rules.players:
        raise UsageError(f"there is no seat {seat}", f"seats are 1, the dealer's left, to {rules.players}, the dealer")
    suit = suit_of(upcard)
    turned, up_turned = turn(cards, suit), turn(1 << upcard, suit)
    number = book.index.number(turned, up_turned)
    swapped = bool(book.index.is_swapped(turned))
    names = seat_names(rules.players)
    lines = []
    for place in range(rules.players) if seat is None else (seat - 1,):
        told = [
            answer_words(book.table[node, number], node, suit, swapped, rules)
            for node in (place, rules.players + place)
        ]
        gains = [
            None if values is None else _gains(values[node, number], node, suit, swapped, rules)
            for node in (place, rules.players + place)
        ]
        second = told[1] if book.table[place, number] == 0 else None
        lines.append(BookLine(place + 1, names[place], told[0], second, (gains[0], gains[1] if second else None)))
    return BookPage(rules_name(rules), hand_text(cards), card_name(upcard), tuple(lines), dict(book.about))


def _check_cards(rules: Rules, cards: int, upcard: int) -> None:
    from sim.cards import deck_mask

    if upcard == JOKER:
        raise UsageError("no book speaks of a joker turned up", "the dealer names the trump there, by the rules")
    if cards >> upcard & 1:
        raise CardError(f"{card_name(upcard)} is in the hand and turned up", "each card is in the pack once")
    if (cards | 1 << upcard) & ~deck_mask(rules.deck):
        raise CardError(f"a card is not in the pack of {rules.deck}", "see --set deck, or correct the card")


def answer_words(answer: int, node: int, suit: int, swapped: bool, rules: Rules) -> str:
    """An answer of a node in words."""
    if answer == 0:
        return "pass"
    if node < rules.players:
        return "order alone" if answer == 2 else "order"
    lane = (int(answer) - 1) // 2
    lane = 2 - lane if swapped else lane
    name = suit_name((suit + lane + 1) % 4)
    return f"{name} alone" if (answer - 1) % 2 else name


def _gains(values: np.ndarray, node: int, suit: int, swapped: bool, rules: Rules) -> dict[str, float]:
    return {
        answer_words(answer, node, suit, swapped, rules): round(float(value) / (rules.teams - 1), 4)
        for answer, value in enumerate(values)
        if np.isfinite(value)
    }
