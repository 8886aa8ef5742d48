"""The tables of scores and games: winning chances by score, lengths of games, comebacks."""

import numpy as np

from reports.counting.counts import RunCounts
from reports.tables.cuts import cells_of, product_keys, seen
from reports.tables.outcomes import share
from reports.tables.tables import Measure, MeasureTable


def sides(players: int) -> tuple[str, ...]:
    """Whose chances are counted, in the order of `GameCounts.chances`."""
    return {
        2: ("dealer", "non-dealer"),
        3: ("dealer", "second", "eldest"),
        4: ("dealer's side", "other side"),
    }[players]


def chances(counts: RunCounts) -> MeasureTable:
    """Chance of winning the game before a hand, by side, its score and the (best) score of the others."""
    games = counts.games
    labels = [games.scores.label(k) for k in range(games.scores.size)]
    keys = product_keys(side=sides(counts.rules.players), own=labels, other=labels)
    cells = cells_of(games.chances.counts, kinds=True)
    measures = {"wins": share("wins the game", cells[:, :, 1], cells.sum(axis=2))}
    table = MeasureTable("chances", "Winning chances by score", keys, measures, games.chance_examples.ids.reshape(-1))
    return seen(table, cells.sum(axis=2))


def length(counts: RunCounts) -> MeasureTable:
    """Share of games that took so many hands."""
    cells = counts.games.length.counts
    games = np.repeat(cells.sum(axis=1, keepdims=True), cells.shape[1], axis=1)
    measures = {"share": Measure("of all games", "share", (cells, games), games=True)}
    return seen(
        MeasureTable("length", "Hands a game takes", product_keys(hands=range(cells.shape[1])), measures), cells
    )


def comebacks(counts: RunCounts) -> MeasureTable:
    """Sides that were once so many points (or more) behind the best of the others, and how many of them won."""
    trailed = counts.games.trailed.counts
    at_least = trailed[:, ::-1].cumsum(axis=1)[:, ::-1]
    step = counts.games.scores.step
    keys = product_keys(behind=[max(1, k * step) for k in range(trailed.shape[1])])
    teams = counts.rules.teams
    every = np.repeat(teams * counts.games.length.counts.sum(axis=1, keepdims=True), trailed.shape[1], axis=1)
    measures = {
        "happened": share("of all sides in all games", at_least.sum(axis=2), every),
        "won": share("won all the same", at_least[:, :, 1], at_least.sum(axis=2)),
    }
    table = MeasureTable("comebacks", "Comebacks", keys, measures, counts.games.trail_examples.ids)
    # With a step of one point nobody trails by nothing.
    rows = np.arange(1 if step == 1 else 0, trailed.shape[1])
    table = MeasureTable(
        table.name,
        table.title,
        {"behind": [keys["behind"][row] for row in rows]},
        {name: measure.take(rows) for name, measure in measures.items()},
        counts.games.trail_examples.ids[rows],
    )
    return seen(table, at_least.sum(axis=2)[:, rows])


def first_dealer_wins(counts: RunCounts) -> MeasureTable:
    """How often the side of the game's first dealer wins it."""
    cells = counts.games.first_dealer.counts
    measures = {"won": Measure("won the game", "share", (cells[:, 1:], cells.sum(axis=1, keepdims=True)), games=True)}
    who = "first dealer's side" if counts.rules.players == 4 else "first dealer"
    return MeasureTable("first_dealer", "The first deal", {"who": [who]}, measures)
