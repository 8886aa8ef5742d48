"""One pass over a run's files that counts everything the reports show, in constant memory, on two threads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Final

import numpy as np

from reports.counting.bidding_counts import BiddingCounts
from reports.counting.cells import Cells, Examples
from reports.counting.game_counts import GameCounts
from reports.counting.hand_classes import HandClasses
from reports.counting.hands import Hands, Kinds
from reports.counting.lone_counts import LoneCounts
from reports.counting.play_counts import PlayCounts
from reports.counting.stream import Parted, hand_columns, joined, whole_games
from sim.errors import RunFolderError
from sim.runs.tally import Tally

WORKERS: Final = 2
_PLAYED: Final = ["game", "hand", "maker", "trump", "alone", "lone_defender", "tricks"]


class RunCounts:
    """All counts of a run. `bidding` and `lone` need hands, `games` hands and games, `play` the tricks too."""

    def __init__(self, run: Parted, tally: Tally) -> None:
        self.rules = run.config.rules
        self.classes, self.kinds = HandClasses(self.rules), Kinds(self.rules, tally)
        self.bidding = BiddingCounts(self.rules, self.classes, self.kinds)
        self.lone = LoneCounts(self.rules, self.kinds)
        self.games = GameCounts(self.rules)
        self.play = PlayCounts(self.rules, self.kinds)

    def add_part(self, part: Parted) -> None:
        """Count the rows of one part."""
        winner, first = np.empty(0, np.int8), 0
        if "games" in part.tables:
            (span,) = part.spans
            first = span.first
            games = joined(whole_games(part, "games", ["game", "dealer", "hands", "winner"]))
            if len(games["game"]) != span.size or games["game"][-1] != span.last - 1:
                raise odd_part(part, "games")
            self.games.add_games(games)
            winner = games["winner"]
        if "hands" in part.tables:
            for rows in whole_games(part, "hands", hand_columns(self.rules)):
                hands = Hands(self.rules, self.classes, self.kinds, rows)
                self.bidding.add(hands)
                self.lone.add(hands)
                if len(winner):
                    self.games.add(hands, winner[rows["game"] - first])
        if "plays" in part.tables:
            self._add_plays(part)

    def _add_plays(self, part: Parted) -> None:
        hands = joined(whole_games(part, "hands", [*_PLAYED, *self.rules.ending_columns]))
        played = np.flatnonzero(hands["maker"] > 0)
        columns = [
            "game",
            "hand",
            "trick",
            "leader",
            *(f"card_{k}" for k in range(1, self.rules.players + 1)),
            "winner",
        ]
        done = 0
        for plays in whole_games(part, "plays", columns):
            place = (done + np.arange(len(plays["game"]))) // self.rules.tricks
            done += len(place)
            hand = played[np.minimum(place, len(played) - 1)]
            if place[-1] >= len(played) or (hands["game"][hand] != plays["game"]).any():
                raise odd_part(part, "plays")
            self.play.add(plays, hands, hand)
        if done != len(played) * self.rules.tricks:
            raise odd_part(part, "plays")

    def merge(self, other: "RunCounts") -> None:
        """Add the counts of other parts of the same run."""
        for name in ("bidding", "lone", "games", "play"):
            mine, theirs = vars(getattr(self, name)), vars(getattr(other, name))
            for key, value in mine.items():
                if isinstance(value, Cells | Examples):
                    value.merge(theirs[key])


def count_run(run: Parted, progress: Callable[[int], None] | None = None, workers: int = WORKERS) -> RunCounts:
    """Count a run of any length; `progress` hears of games (or single hands) as they are counted.

    Raises RunFolderError where a file is damaged.
    """
    tally = run.tally()
    todo: SimpleQueue[Parted] = SimpleQueue()
    pieces = run.parts()
    for part in pieces:
        todo.put(part)

    def work(_: int) -> RunCounts:
        counts = RunCounts(run, tally)
        while True:
            try:
                part = todo.get_nowait()
            except Empty:
                return counts
            try:
                counts.add_part(part)
            except BaseException:
                while not todo.empty():  # nobody else needs to go on
                    todo.get_nowait()
                raise
            if progress is not None:
                progress(part.units)

    with ThreadPoolExecutor(workers) as pool:
        first, *others = pool.map(work, range(max(1, min(workers, len(pieces)))))
    for counts in others:
        first.merge(counts)
    return first


def odd_part(part: Parted, table: str) -> RunFolderError:
    """The error for a part whose tables do not belong together."""
    name = f"{table}/{part.spans[0].file}"
    return RunFolderError(
        f"{name} does not fit the other tables of its part", "the command that made the run makes damaged parts again"
    )
