"""A run with its statistics and charts, as `euchre_sim.load_run` gives it to notebooks."""

from pathlib import Path
from typing import Any

from reports.run import RunTables
from sim.arguments import check_path
from sim.errors import UsageError, did_you_mean


class LoadedRun(RunTables):
    """A run read from its folder, with its statistics as frames (see `RunTables`) and its charts."""

    def chart(self, name: str) -> Any:
        """A chart of the report by its name, for a notebook; UsageError lists the names there are."""
        from reports.charts.charts import with_theme

        found = self._charts()
        if name not in found:
            raise UsageError(f"no chart {name!r}", did_you_mean(name, found))
        return with_theme(found[name])

    def charts(self) -> list[str]:
        """The names of the charts that this run has."""
        return list(self._charts())

    def _charts(self) -> dict[str, Any]:
        from reports.sections.sections import all_charts  # charts take their time to load
        from reports.sections.sources import Sources

        return all_charts(Sources([self]))


def load_run(path: str | Path) -> LoadedRun:
    """A run from its folder, with its statistics.

    Raises RunFolderError when it is no run, damaged, or too new; UsageError for what is no path.

    >>> from euchre_sim import load_run, run
    >>> _ = run("standard", "basic", games=1000, seed=1, out="runs/a").finish()
    >>> load_run("runs/a").hands(["maker", "trump", "tricks"]).head(2)
       maker     trump  tricks
    0      4  diamonds       4
    1      4    spades       5
    """
    return LoadedRun(check_path("path", path))
