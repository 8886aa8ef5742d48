"""All hands of a run with all cards in sight: what each could have come to, beside what it came to."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sim.errors import Interrupted
from sim.rules.rules import Rules
from sim.runs.provenance import thread_count
from sim.runs.results import RunData, open_run
from sim.runs.trace import replayable

if TYPE_CHECKING:
    import pandas as pd

_GAMES = 4096
"""Games that are played again at once, so that memory does not grow with a part."""
_Columns = Mapping[str, np.ndarray]


def open_values(
    path: str | Path,
    *,
    threads: int | None = None,
    allow: Sequence[str] = (),
    stop: Callable[[], bool] | None = None,
) -> "pd.DataFrame":
    """A row for each hand of a run that was played, with its value when everybody sees all cards and plays best.

    Columns: `game`, `hand`, `maker` (the seat), `tricks` (the makers', as played), `open_tricks` (with all cards in
    sight), and for each side `points_k` and `open_points_k`; tokens are not counted in. Solved on `threads` (one for
    each processor without it). A run without its plays is played again, which needs the same players (see `show_run`
    for `allow`). `stop` is asked between pieces of work and raises Interrupted when true. Raises RunFolderError,
    StrategyError and UsageError.
    """
    import pandas as pd

    run, count = open_run(path), thread_count(threads)
    frames = [
        pd.DataFrame(_valued(run.config.rules, hands, plays, count, stop))
        for hands, plays in (_recorded(run) if "plays" in run.tables else _played_again(run, allow, stop))
    ]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def _recorded(run: RunData) -> Iterator[tuple[_Columns, _Columns]]:
    for span in run.spans:
        yield run.part("hands", span), run.part("plays", span)


def _played_again(
    run: RunData, allow: Sequence[str], stop: Callable[[], bool] | None
) -> Iterator[tuple[_Columns, _Columns]]:
    match, step = replayable(run, allow), _GAMES - _GAMES % run.config.rules.games_in_a_row
    for span in run.spans:
        for first in range(span.first, span.last, step):
            part = match.play(first, min(first + step, span.last), "plays", stop)
            assert part.hands is not None and part.plays is not None
            yield part.hands, part.plays


def _valued(
    rules: Rules, hands: _Columns, plays: _Columns, threads: int, stop: Callable[[], bool] | None
) -> dict[str, np.ndarray]:
    from sim.solver.batch import open_points, open_tricks
    from sim.solver.recorded import open_hands, played_rows

    if stop is not None and stop():
        raise Interrupted("stopped while solving the hands of a run")
    deals, kept = open_hands(rules, hands, plays), played_rows(hands)
    points = open_points(deals, threads, stop)
    found = {name: np.asarray(hands[name])[kept] for name in ("game", "hand", "maker", "tricks")}
    found["open_tricks"] = open_tricks(deals, threads, stop)
    maker = (hands["dealer"][kept].astype(np.int64) + found["maker"]) % rules.players % rules.teams
    for side in range(rules.teams):
        found[f"points_{side}"] = np.asarray(hands[f"points_{side}"])[kept]
        found[f"open_points_{side}"] = np.where(maker == side, points[:, 0], points[:, 1])
    return found
