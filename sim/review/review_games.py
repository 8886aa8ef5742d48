"""Reviewing games from Python: files, or games as they were read."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from sim.arguments import check_call, check_flag
from sim.errors import Interrupted, UsageError, brief
from sim.players.given import PlayerLike, as_spec
from sim.records.game import Game
from sim.records.reading import read_records
from sim.review.from_records import seen_game
from sim.review.reviewed import Review
from sim.review.reviewing import WORLDS, ReviewStudy
from sim.runs.provenance import check_seed
from sim.whole import check_whole
from sim.worlds.thinking import RANGES

ReviewedGames = str | Path | Game | Sequence[str | Path | Game]
"""One file or game, or several."""


def review(
    games: ReviewedGames,
    player: PlayerLike = "human",
    *,
    deals: int = WORLDS,
    by_points: bool = False,
    seed: int = 1,
    threads: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Review:
    """Every decision of games that people played, valued as its player knew it: `review("game.egn")`.

    `games` are files (`.egn`, `.emn`) or what `read_records` gave; deals that are not by the rules are left out. All
    others are taken for `player`. Up to so many `deals` of the hidden cards are drawn for a decision. Mistakes are
    judged by games won; with `by_points`, or where no target ends a game, by points a hand. `stop` is asked now and
    then and raises Interrupted when true. Raises RecordError for files that cannot be read, and what strategies raise.

    >>> from euchre_sim import review
    >>> found = review("game.egn", "basic", deals=500)  # doctest: +SKIP
    >>> [made.label for _, made in found.mistakes()]  # doctest: +SKIP
    ['[??]', '[?]']
    """
    given = [games] if isinstance(games, str | os.PathLike | Game) else games
    if not isinstance(given, Sequence) or not given:
        raise UsageError(f"games are files, or games that were read, not {brief(games)}", 'for example "game.egn"')
    read: list[Game] = []
    for one in given:
        if not isinstance(one, str | os.PathLike | Game):
            raise UsageError(f"a game is a file, or one that was read, not {brief(one)}", 'for example "game.egn"')
        read += [one] if isinstance(one, Game) else read_records(one)
    least, most = RANGES["deals"]
    study = ReviewStudy(
        [seen_game(game) for game in read],
        as_spec(player),
        worlds=check_whole("deals", deals, int(least), int(most)),
        seed=check_seed(seed),
        by_points=check_flag("by_points", by_points),
        threads=threads,
        stop=check_call("stop", stop),
    )
    try:
        for _ in study:
            pass
    except KeyboardInterrupt:
        raise Interrupted("stopped while reviewing games") from None
    return study.result()
