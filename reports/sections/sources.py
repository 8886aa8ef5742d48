"""The runs that a report is made of: one, or several side by side with their differences."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from reports.charts.labels import aces_name, holding
from reports.run import RunTables
from reports.tables.cuts import MOST_ACES
from sim.errors import UsageError
from sim.rules.rules import Rules
from sim.seat_names import seat_label

if TYPE_CHECKING:
    import pandas as pd


class Sources:
    """Runs of games with the same number of players; the first is the one that the others are compared with."""

    def __init__(self, runs: Sequence[RunTables]) -> None:
        self.runs = list(runs)
        players = sorted({run.config.rules.players for run in runs})
        if len(players) > 1:
            raise UsageError(
                f"games of {' and '.join(map(str, players))} players have no tables in common",
                "report them one by one",
            )
        for run in runs:
            run.check_not_empty()
            run.check_known()
        self.labels = _labels(runs)
        self._frames: dict[tuple[str, str], pd.DataFrame] = {}

    @property
    def rules(self) -> Rules:
        """Rules of the first run."""
        return self.runs[0].config.rules

    @property
    def compared(self) -> bool:
        """Whether there are several runs."""
        return len(self.runs) > 1

    def paired(self, run: RunTables) -> bool:
        """Whether a run saw the same deals as the first: independent hands of one seed."""
        a, b = self.runs[0], run
        same = (a.config.seed, a.config.unit, a.units) == (b.config.seed, b.config.unit, b.units)
        return same and a.spans == b.spans and a.config.rules.deck == b.config.rules.deck

    def has(self, name: str) -> bool:
        """Whether every run recorded what a table needs."""
        return all(run.has(name) for run in self.runs)

    def frame(self, name: str, run: RunTables | None = None) -> "pd.DataFrame":
        """A table of one run (the first) with labels for people."""
        run = run or self.runs[0]
        key = str(run.path), name
        if key not in self._frames:
            self._frames[key] = self._labelled(run.frame(name))
        return self._frames[key]

    def difference(self, name: str, run: RunTables) -> "pd.DataFrame":
        """A table of `run` less the first."""
        key = f"{run.path} less", name
        if key not in self._frames:
            made = self.runs[0].table(name).difference(run.table(name), self.paired(run))
            self._frames[key] = self._labelled(made)
        return self._frames[key]

    def together(self, name: str) -> "pd.DataFrame":
        """A table of all runs below one another, with the column `run` where there are several."""
        import pandas as pd

        if not self.compared:
            return self.frame(name)
        pieces = [self.frame(name, run).assign(run=label) for run, label in zip(self.runs, self.labels, strict=True)]
        return pd.concat(pieces, ignore_index=True)

    def pieces(self, name: str) -> "Iterator[tuple[str, pd.DataFrame, bool]]":
        """What heat maps show: the table of a single run; of several, each other one less the first.

        Gives what to add to the title, the frame, and whether it holds differences.
        """
        if not self.compared:
            yield "", self.frame(name), False
            return
        for run, label in zip(self.runs[1:], self.labels[1:], strict=True):
            yield f", {label} less {self.labels[0]}", self.difference(name, run), True

    def _labelled(self, frame: "pd.DataFrame") -> "pd.DataFrame":
        players = self.rules.players
        texts: dict[str, Callable[[Any], Any]] = {}
        if "seat" in frame:
            texts["seat_name"] = lambda row: seat_label(row["seat"], players)
        if "bowers" in frame:
            texts["holding"] = lambda row: holding(row["trumps"], row["bowers"])
        if "trumps" in frame and "bowers" not in frame:
            texts["holding"] = lambda row: holding(row["trumps"], 0)
        if "aces" in frame:
            texts["aces_name"] = lambda row: aces_name(row["aces"], 3 if "suits" in frame else MOST_ACES)
        if "leader" in frame:
            texts["role"] = lambda row: _role(row["leader"])
        if "player" in frame:
            texts["role"] = lambda row: _role(row["player"])
        rows = frame.to_dict("records")
        return frame.assign(**{name: [text(row) for row in rows] for name, text in texts.items()})


def _role(who: str) -> str:
    """Who plays, seen from the maker, in one word."""
    return who.replace("maker's ", "").replace(" of the maker", "")


def _labels(runs: Sequence[RunTables]) -> list[str]:
    """A short name for each run: who plays, else the folder; numbered where that is not enough."""
    for names in (
        [" / ".join(dict.fromkeys(run.config.side_names())) for run in runs],
        [run.path.name for run in runs],
        [str(run.path) for run in runs],
    ):
        if len(set(names)) == len(names) and all(names):
            return names
    return [f"run {number}" for number in range(1, len(runs) + 1)]
