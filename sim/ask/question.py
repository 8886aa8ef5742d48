"""A question: one decision of one player with all that they know at that moment, checked to be possible."""

from dataclasses import dataclass

from sim.ask.asked import UncheckedQuestion
from sim.ask.possible import check_possible


@dataclass(frozen=True)
class Question(UncheckedQuestion):
    """What is to be decided, and everything the player at `seat` knows.

    `hand` is the mask of the cards they hold now (the dealer's five before they bury one). Before there is a `contract`
    everybody before them has passed; for `alone` it names the trump they make. `played` lists the tricks, each from its
    leader on; `buried` the cards they have put away themselves; `dummy` the dummy's cards for keep-five; `next_card`
    the card after a joker turned up where the rules turn one. `score` is their side's, then the others' clockwise;
    None: not told, and the answer is in points. Raises CardError or UsageError that says what is impossible.
    """

    def __post_init__(self) -> None:
        check_possible(self)
