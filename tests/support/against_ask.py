"""What a report's strategy cards advise, against what `ask` says of hands in their cells."""

import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from reports.api import LoadedRun
from sim.ask.answering import ask
from sim.cards import SUITS, card_name, cards_of
from sim.rules.rules import Rules
from sim.runs.results import open_run

SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
LESS = {("order", "pass"): "value", ("alone", "pass"): "alone_value", ("alone", "order"): "gain"}
"""The measure of a table that has one action less another."""
Cell = tuple[int, str, int, int, int, int]
"""Round, what the suit is to the upcard, seat, trumps, bowers, off-suit aces (2: or more)."""


def strength(cards: Sequence[str], trump: str) -> tuple[int, int, int, int]:
    """Trumps, bowers, off-suit aces, and the fewer suits held the more: by name, card by card."""
    suits = [trump if card[0] == "J" and card[1] == SAME_COLOUR[trump] else card[1] for card in cards]
    jacks = [card for card in cards if card[0] == "J" and card[1] in (trump, SAME_COLOUR[trump])]
    aces = [card for card in cards if card[0] == "A" and card[1] != trump]
    return suits.count(trump), len(jacks), len(aces), -len(set(suits))


def cell_of(cards: Sequence[str], up: str, number: int, seat: int, rules: Rules) -> tuple[Cell, str]:
    """The cell that a hand belongs to, and the suit that it is about."""
    suit, call = up[1], "turned up"
    if number == 1:
        cards = [*cards, up] if seat == rules.players else cards
    else:
        others = [SAME_COLOUR[up[1]], *(s for s in SUITS if s not in (up[1], SAME_COLOUR[up[1]]))]
        suit = max(others, key=lambda s: strength(cards, s))  # of equals the first: next
        call = "next" if suit == SAME_COLOUR[up[1]] else "green"
    trumps, bowers, aces, _ = strength(cards, suit)
    return (number, call, seat, trumps, bowers, min(aces, 2)), suit


def hands_of_cells(run: LoadedRun, deals: int) -> dict[Cell, list[tuple[str, str, str]]]:
    """For each cell the hands of the first deals of a run that fell into it: cards, upcard and suit."""
    rules = run.config.rules
    found: dict[Cell, list[tuple[str, str, str]]] = {}
    for row in open_run(run.path).hands().head(deals).itertuples():
        up = card_name(int(row.upcard))
        for seat in range(1, rules.players + 1):
            cards = [card_name(card) for card in cards_of(int(getattr(row, f"hand_{seat}")))]
            came = {1: row.round != 1 or row.maker >= seat, 2: row.round == 0 or (row.round == 2 and row.maker >= seat)}
            for number in (1, 2):
                if came[number]:
                    cell, suit = cell_of(cards, up, number, seat, rules)
                    found.setdefault(cell, []).append((" ".join(cards), up, suit))
    return found


def values_of(hand: tuple[str, str, str], cell: Cell, rules: Rules, strategy: Sequence[str], deals: int) -> Any:
    """What `ask` says of passing, ordering and going alone with a hand; of several discards the best counts."""
    cards, up, suit = hand
    name = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[suit]
    answer = ask(cards, up, cell[2], round=cell[0], rules=rules, strategy=strategy, deals=deals, seed=1, threads=1)
    found: dict[str, float] = {}
    for choice in answer.choices:
        words = choice.family.split()
        if choice.family == "pass":
            action = "pass"
        elif cell[0] == 1 or words[0] == name:
            action = "alone" if words[-1] == "alone" else "order"
        else:
            continue
        assert choice.points.value is not None
        found[action] = max(found.get(action, -99.0), choice.points.value)
    return found


@dataclass
class Compared:
    """One cell: the actions shown, best first, and for each other action what `ask` says of it less the one shown."""

    cell: Cell
    shown: list[str]
    n: int
    less: dict[str, list[float]] = field(default_factory=dict)
    half: dict[str, float] = field(default_factory=dict)
    """Half of the 95 % interval that the table gives the same difference; none where it knows none."""

    @property
    def best(self) -> str:
        """What `ask` finds best on average."""
        means = {action: statistics.fmean(values) for action, values in self.less.items()}
        return max([*means, self.shown[0]], key=lambda action: means.get(action, 0.0))

    def excess(self, spread: float) -> float:
        """By how many standard errors the best of `ask` beats what is shown; `spread` is that of a hand in any cell."""
        worst = 0.0
        for action, values in self.less.items():
            own = statistics.stdev(values) if len(values) > 2 else 0.0
            error = (max(own, spread) ** 2 / len(values) + (self.half[action] / 1.96) ** 2) ** 0.5
            worst = max(worst, statistics.fmean(values) / error)
        return worst


def compare_cells(run: LoadedRun, deals: int, cells: int, hands: int, asked: int, seed: int) -> list[Compared]:
    """Random cells of the strategy cards of a run (whose first `deals` were played again), some hands of each asked."""
    frame = run.frame("same_deals")
    source, rules = random.Random(seed), run.config.rules
    strategy = [player.spec for player in run.config.players]
    seen = hands_of_cells(run, deals)
    rows = frame[frame.measure == "best"]
    rows = rows.iloc[source.sample(range(len(rows)), min(cells, len(rows)))]
    found = []
    for row in rows.itertuples():
        cell = (row.round, row.call, row.seat, row.trumps, row.bowers, row.aces)
        assert len(seen[cell]) == row.n, "the cell does not hold the hands that it should"
        one = Compared(cell, row.action.split(" or "), int(row.n))
        chosen = source.sample(seen[cell], min(hands, len(seen[cell])))
        told = [values_of(hand, cell, rules, strategy, asked) for hand in chosen]
        for action in told[0]:
            if action != one.shown[0]:
                one.less[action] = [values[action] - values[one.shown[0]] for values in told]
                one.half[action] = _half(frame, cell, action, one.shown[0])
        found.append(one)
    return found


def _half(frame: pd.DataFrame, cell: Cell, one: str, other: str) -> float:
    name = LESS.get((one, other)) or LESS[other, one]
    keys = ("round", "call", "seat", "trumps", "bowers", "aces")
    rows = frame[frame.measure == name]
    for key, value in zip(keys, cell, strict=True):
        rows = rows[rows[key] == value]
    row = rows.iloc[0]
    width = max(row["hi"] - row["mean"], row["mean"] - row["lo"])
    return float(width) if width == width else 8.0
