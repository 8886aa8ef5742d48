"""Sampled worlds as a service: deals of the hidden hands for the hooks of NumPy strategies that ask for them."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from sim.worlds.thinking import Outlook

WORLDS_ARGUMENT: Final = "worlds"
"""Name of a NumPy hook's third argument by which it asks for the service."""
BELIEVES: Final = "BELIEVES"
"""Name by which a strategy says whom it takes everybody for; without it, for the default player."""
Draw = Callable[[Outlook], tuple[np.ndarray, np.ndarray]]


class Worlds:
    """Deals that agree with all that the askers of one question have heard and seen, to be drawn as a hook likes.

    The same question is always given the same deals.
    """

    def __init__(self, draw: Draw, hands: np.ndarray) -> None:
        """Take how deals are drawn for an outlook, and the askers' own hands uint64[rows]."""
        self._draw, self._hands = draw, hands

    def draw(self, n: int, tries: int = Outlook.tries, doubt: float = Outlook.doubt) -> tuple[np.ndarray, np.ndarray]:
        """What everybody holds now, on `n` deals for each row, and how likely each of these is.

        Returns hands uint64[rows, n, players], in lanes as the view's, seats counted to the left from the asker (0),
        nothing for who sits out, and weights float64[rows, n] that sum to 1 in each row (0 where nothing was found, as
        for the deals that were found too few). On them the player believed in, in all seats, would have bid and played
        what was seen; of at most `tries * n` deals looked at those that come nearest are taken, each answer that
        differs making one less likely by the factor `doubt`. Raises StrategyError for numbers out of range.

        >>> hands, weights = worlds.draw(100)  # doctest: +SKIP
        """
        hands, weights = self._draw(Outlook(deals=_whole(n), tries=_whole(tries), doubt=float(doubt)))
        hands[:, :, 0] = self._hands[:, None]
        return hands, weights


def _whole(number: Any) -> int:
    """The number as a plain int, as it is the key under which room is kept. Raises TypeError."""
    if int(number) != number:
        raise TypeError(f"{number} is no whole number")
    return int(number)
