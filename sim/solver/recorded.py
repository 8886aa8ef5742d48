"""Open hands from the rows of a run: what everybody held at the first lead is what they have played."""

from collections.abc import Mapping

import numpy as np

from sim.rules.rules import Rules
from sim.solver.batch import OpenHands

_JAMBOREE = 7
"""Tricks of a hand that was shown and not played."""


def played_rows(hands: Mapping[str, np.ndarray]) -> np.ndarray:
    """bool[rows]: the rows of a table of hands that somebody made and that were played."""
    return np.asarray((hands["maker"] > 0) & (hands["tricks"] != _JAMBOREE))


def open_hands(rules: Rules, hands: Mapping[str, np.ndarray], plays: Mapping[str, np.ndarray]) -> OpenHands:
    """The hands that were played, in the order of their rows (`played_rows`), at their first lead.

    `hands` and `plays` are columns of a run's tables (see docs/results-format.md) in order, with all tricks.
    """
    kept = played_rows(hands)
    count, players = int(kept.sum()), rules.players
    cards = np.stack([plays[f"card_{place + 1}"] for place in range(players)], axis=1)
    cards = cards.reshape(count, rules.tricks, players).astype(np.int64)
    leaders = np.asarray(plays["leader"], dtype=np.int64).reshape(count, rules.tricks)
    masks = np.zeros((count, players), dtype=np.uint64)
    row = np.arange(count)
    for trick in range(rules.tricks):
        for place in range(players):
            card = cards[:, trick, place]
            bit = np.where(card >= 0, np.uint64(1) << np.maximum(card, 0).astype(np.uint64), np.uint64(0))
            masks[row, (leaders[:, trick] - 1 + place) % players] |= bit

    def column(name: str) -> np.ndarray | None:
        return np.asarray(hands[name], dtype=np.int64)[kept] if name in hands else None

    maker, trump = column("maker"), column("trump")
    assert maker is not None and trump is not None
    return OpenHands(
        rules, masks, leaders[:, 0], maker, trump,
        column("alone"), column("lone_defender"), column("jambone"), column("bid"),
    )  # fmt: skip
