"""A run with its statistics as tables: what reports are made of."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from reports.counting.counts import RunCounts, count_run
from reports.counting.hands import HAND_BITS
from reports.counting.stream import Parted
from reports.tables import loners, ordering, play, scores, seats
from reports.tables.card_costs import Costs, card_costs
from reports.tables.same_deals import Replay, play_again
from reports.tables.tables import MeasureTable
from sim.command_line import command
from sim.errors import RunFolderError, UsageError, did_you_mean
from sim.runs.tally import Tally

if TYPE_CHECKING:
    import pandas as pd

Needs = Literal["tally", "hands", "games", "plays"]

_COUNTED: Final[dict[str, tuple[Callable[[RunCounts], MeasureTable], Needs]]] = {
    "ordering_by_seat": (ordering.by_seat, "hands"),
    "ordering_by_upcard": (ordering.by_upcard, "hands"),
    "ordering_by_trumps": (ordering.by_trumps, "hands"),
    "ordering_by_suits": (ordering.by_suits, "hands"),
    "ordering_by_hand": (ordering.by_hand, "hands"),
    "ordering_by_call": (ordering.by_call, "hands"),
    "ordering_by_score": (ordering.by_score, "hands"),
    "loners_by_seat": (loners.by_seat, "hands"),
    "loners_by_upcard": (loners.by_upcard, "hands"),
    "loners_by_trumps": (loners.by_trumps, "hands"),
    "loners_by_hand": (loners.by_hand, "hands"),
    "loners_break_even": (loners.break_even, "hands"),
    "loners_against": (loners.against, "hands"),
    "loners_holdings": (loners.holdings, "hands"),
    "loners_beaten": (loners.beaten, "plays"),
    "lone_defences": (loners.defences, "hands"),
    "chances": (scores.chances, "games"),
    "length": (scores.length, "games"),
    "comebacks": (scores.comebacks, "games"),
    "first_dealer": (scores.first_dealer_wins, "games"),
    "leads": (play.leads, "plays"),
}
_TALLIED: Final = {"seats": seats.by_seat, "dealer": seats.dealer, "results": seats.results}
SAME_DEALS: Final = "same_deals"
"""A table that has to be played: `Run.play_again` makes it."""
CARD_COSTS: Final = "card_costs"
"""A table that has to be solved: `Run.cost_cards` makes it."""
_MADE: Final = {
    CARD_COSTS: ("no cards of {} were looked at again", "cost_cards makes this table"),
    SAME_DEALS: ("no deals of {} were played again", "play_again makes this table"),
}
"""Tables that are made on request, and what is said where they were not."""
TABLE_NAMES: Final = (*_COUNTED, *_TALLIED, *_MADE)

_SHOWN: Final = "ends hands without a card played, which the tables of a report do not know"
_NAMED: Final = "lets an opponent name a lone player's cards, which the tables of a report do not know"

Progress = Callable[[int], None]


class RunTables(Parted):
    """A run read from its folder, with its statistics.

    Every statistic is a frame with a row a cell and measure: the keys of the cell, `measure`, then `mean`, `se`, `lo`,
    `hi` (the 95 % interval) and `n`; what a sample cannot tell is NaN. The files are read once, when the first
    statistic is asked for, in constant memory.
    """

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self._tables: dict[str, MeasureTable] = {}
        self._counts: RunCounts | None = None

    @cached_property
    def counted(self) -> Tally:
        """Counts of hands by kind, read once."""
        return self.tally()

    def check_known(self) -> None:
        """UsageError where the rules have hands that the tables do not know."""
        for name, what in (("jamboree", _SHOWN), ("jambone", _NAMED)):
            if getattr(self.config.rules, name) == "on":
                raise UsageError(f"{name} = on {what}", f"report a run with {name} = off")

    def count(self, progress: Progress | None = None) -> RunCounts:
        """All counts that the tables need; `progress` hears of games as they are read."""
        if self._counts is None:
            self.config.rules.require_upcard("reports")
            self.check_known()
            self.check_not_empty()
            self._counts = count_run(self, progress)
        return self._counts

    def has(self, name: str) -> bool:
        """Whether the run recorded what a table needs."""
        if name in _MADE:
            return name in self._tables
        needs = "tally" if name in _TALLIED else _COUNTED[name][1]
        return needs in self.tables and ("hands" in self.tables or needs == "tally")

    def table(self, name: str) -> MeasureTable:
        """A table by its name (TABLE_NAMES). Raises UsageError, and RunFolderError where the run did not record it."""
        if name not in TABLE_NAMES:
            raise UsageError(f"no table {name!r}", did_you_mean(name, TABLE_NAMES))
        if name not in self._tables:
            self.check_not_empty()
            if name in _MADE:
                sentence, hint = _MADE[name]
                raise RunFolderError(sentence.format(self.path), hint)
            if name in _TALLIED:
                self._tables[name] = _TALLIED[name](self.counted, self.config.rules)
            else:
                make, needs = _COUNTED[name]
                if not self.has(name):
                    raise RunFolderError(f"{self.path} has no {needs} table, which {name} needs", self._remedy(needs))
                self._tables[name] = make(self.count())
        return self._tables[name]

    def play_again(self, replay: Replay, deals: int) -> None:
        """Make the table `same_deals`: the first `deals` hands with each seat passing, ordering and going alone.

        `replay` plays hands (the command line hands in one): reports know no engine. Raises RunFolderError.
        """
        self.check_known()
        self.check_not_empty()
        self._tables[SAME_DEALS] = play_again(self, replay, deals)

    def cost_cards(self, costs: Costs, hands: int) -> None:
        """Make the table `card_costs`: what the cards of the first `hands` hands cost with all cards in sight.

        `costs` solves hands (the command line hands in one). Raises RunFolderError and UsageError.
        """
        self.check_known()
        self.check_not_empty()
        if self.config.recorded:
            raise RunFolderError(f"{self.path} does not tell every hand: people played it", "leave --hindsight away")
        self._tables[CARD_COSTS] = card_costs(self, costs, hands)

    def frame(self, name: str) -> "pd.DataFrame":
        """A table by its name as a frame of estimates, with the command that shows an example hand."""
        return self.table(name).frame(partial(self.example, in_sight=name == CARD_COSTS))

    def ordering(self, by: str = "seat") -> "pd.DataFrame":
        """Who makes trump and how it goes, by `seat`, `upcard`, `trumps`, `suits`, `hand`, `call` or `score`."""
        return self.frame(_chosen("ordering_by_", by))

    def loners(self, by: str = "seat") -> "pd.DataFrame":
        """Lone hands by `seat`, `upcard`, `trumps` or `hand`; or `against`, `holdings`, `break_even`, `beaten`."""
        others = ("against", "holdings", "break_even", "beaten")
        return self.frame(f"loners_{by}" if by in others else _chosen("loners_by_", by, others))

    def seats(self, by: str = "seat") -> "pd.DataFrame":
        """Points by `seat`, the `dealer`'s advantage, or how hands end (`result`)."""
        names = {"seat": "seats", "dealer": "dealer", "result": "results"}
        if by not in names:
            raise UsageError(f"seats by {by!r}", did_you_mean(by, names))
        return self.frame(names[by])

    def scores(self, by: str = "score") -> "pd.DataFrame":
        """Winning chances by `score`, games by `length`, `comebacks`, or the `first_dealer`'s chance."""
        names = {"score": "chances", "length": "length", "comebacks": "comebacks", "first_dealer": "first_dealer"}
        if by not in names:
            raise UsageError(f"scores by {by!r}", did_you_mean(by, names))
        return self.frame(names[by])

    def leads(self) -> "pd.DataFrame":
        """What was led to each trick and how it went; needs a run with `--detail plays`."""
        return self.frame("leads")

    def games(self, columns: Sequence[str] | None = None) -> "pd.DataFrame":
        """A row a game, tidy: sides and players as numbers, `tied` games told apart."""
        return super().games(columns)

    def hands(self, columns: Sequence[str] | None = None) -> "pd.DataFrame":
        """A row a hand with readable columns: cards as `JS`, hands as `JS 9S AH`, trump as a suit, flags as booleans.

        For long runs choose `columns`; `iter_hands` gives the columns as they are stored, in constant memory.
        """
        from reports.counting.decoding import decoded

        return decoded(super().hands(columns))

    def plays(self, columns: Sequence[str] | None = None) -> "pd.DataFrame":
        """A row a trick with cards as `JS`; None where a seat sat out."""
        from reports.counting.decoding import decoded

        return decoded(super().plays(columns))

    def example(self, number: int, in_sight: bool = False) -> str:
        """The command that shows a hand, from its id in a table; with what its cards cost, if that is wanted."""
        game, hand = number >> HAND_BITS, number & ((1 << HAND_BITS) - 1)
        where = {"hand": game} if self.config.unit == "hands" else {"game": game, "hand": hand}
        return command("show", str(self.path), **where, open=in_sight)

    def _remedy(self, needs: str) -> str:
        if needs == "games" and self.config.unit == "hands":
            return "play whole games instead of single hands, with --games"
        return f"run it again with --detail {'hands' if needs in ('hands', 'games') else needs}"


def _chosen(prefix: str, by: str, more: Sequence[str] = ()) -> str:
    names = [name.removeprefix(prefix) for name in TABLE_NAMES if name.startswith(prefix)]
    if by not in names:
        raise UsageError(f"{prefix.partition('_')[0]} by {by!r}", did_you_mean(by, [*names, *more]))
    return prefix + by
