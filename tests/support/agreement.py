"""A summary agrees with the rows of its run: every number recomputed with plain pandas."""

import numpy as np
import pandas as pd
import pytest

from sim.rules.rules import Rules
from sim.runs.results import RunData
from sim.runs.summary import Summary
from sim.stats.estimates import Estimate

BLOCKS = 64


def with_makers(hands: pd.DataFrame, players: int, teams: int) -> pd.DataFrame:
    """The hands with the points of the makers' side, of the others (mean), of the dealer's side, and what happened."""
    points = hands[[f"points_{s}" for s in range(teams)]].to_numpy(float)
    rows = np.arange(len(hands))
    side = ((hands.dealer + hands.maker) % players % teams).to_numpy()
    dealer = (hands.dealer % teams).to_numpy()
    total = points.sum(axis=1)
    return hands.assign(
        makers=points[rows, side],
        others=(total - points[rows, side]) / (teams - 1),
        dealers=points[rows, dealer],
        rest=(total - points[rows, dealer]) / (teams - 1),
        total=total,
        block=hands.game % BLOCKS,
    )


def value(estimate: Estimate) -> float | None:
    return pytest.approx(estimate.value) if estimate.value is not None else None


def assert_bids_agree(summary: Summary, hands: pd.DataFrame, rules: Rules) -> None:
    """The same for the table of bids, where numbers are bid."""
    seats, bids = range(1, rules.players + 1), range(rules.lowest_bid, rules.highest_bid + 1)
    rows = [(0, 0), *((bid, 0) for bid in bids), *((0, seat) for seat in seats)]
    assert [(row.bid, row.seat) for row in summary.bids] == rows
    for row in summary.bids:
        chosen = hands[hands.maker > 0]
        chosen = chosen[chosen.bid == row.bid] if row.bid else chosen
        chosen = chosen[chosen.maker == row.seat] if row.seat else chosen
        assert (row.called.n, row.made.n) == (len(hands), len(chosen))
        assert len(chosen) / len(hands) == value(row.called)
        if not len(chosen):
            continue
        assert (chosen.makers > 0).mean() == value(row.made)
        assert (chosen.makers <= 0).mean() == value(row.failed)
        assert (chosen.tricks == rules.tricks).mean() == value(row.all_tricks)
        assert chosen.makers.mean() == value(row.points)
        assert chosen.others.mean() == value(row.others)
        assert (chosen.makers - chosen.others).mean() == value(row.net)


def lost(hands: pd.DataFrame, rules: Rules) -> "pd.Series[bool]":
    """Whether the makers were euchred: with less than three tricks, or alone with less than all where that is one."""
    needed = np.where((hands.alone == 1) & (rules.loner_34 == "euchred"), 5, 3)
    return hands.tricks < needed


def length_error(games: pd.DataFrame, rules: Rules) -> float:
    """Standard error of the mean length of a game; games that carry points over to each other count as one."""
    if rules.laps == "off":
        return float(games.hands.sem())
    blocks = games.groupby(games.game // rules.lap_games % BLOCKS).hands.agg(["sum", "count"])
    off = blocks["sum"] - games.hands.mean() * blocks["count"]
    return float(np.sqrt((off**2).sum() * len(blocks) / (len(blocks) - 1)) / len(games))


def assert_agrees(summary: Summary, data: RunData) -> None:
    """Every value and sample size of the summary is that of the rows of games and hands."""
    players = data.config.rules.players
    teams = data.config.rules.teams
    games, hands = data.games(), with_makers(data.hands(), players, teams)

    assert summary.units == len(games)
    assert summary.hands == len(hands) == games.hands.sum()
    assert summary.games is not None
    for side in range(teams):
        assert (games.winner == side).mean() == value(summary.games.won[side])
        assert games[f"score_{side}"].mean() == value(summary.games.scores[side])
        assert hands[f"points_{side}"].mean() == value(summary.points[side])
    assert (games.winner == -1).mean() == value(summary.games.tied)
    assert games.hands.mean() == value(summary.games.length)
    assert length_error(games, data.config.rules) == pytest.approx(summary.games.length.se)
    final = hands.groupby("game")[[f"points_{s}" for s in range(teams)]].sum()
    carried = games[[f"start_{s}" for s in range(teams)]].to_numpy() if "start_0" in games else 0
    assert (final.to_numpy() + carried == games[[f"score_{s}" for s in range(teams)]].to_numpy()).all()

    assert len(summary.difference) == (1 if teams == 2 else teams)
    for side, difference in enumerate(summary.difference):
        own = hands[f"points_{side}"]
        assert (own - (hands.total - own) / (teams - 1)).mean() == value(difference)
    assert hands.dealers.mean() == value(summary.dealer.points)
    assert hands.rest.mean() == value(summary.dealer.others)
    assert (hands.dealers - hands.rest).mean() == value(summary.dealer.difference)
    if hands.total.any():
        assert hands.dealers.sum() / hands.total.sum() == value(summary.dealer.share)
    else:  # what one wins the others pay
        assert summary.dealer.share.value is None
    assert (hands.maker == 0).mean() == value(summary.thrown_in)
    if "bid" in hands:
        assert_bids_agree(summary, hands, data.config.rules)
        return
    defended = hands[hands.lone_defender > 0]
    assert len(defended) / len(hands) == value(summary.lone_defence.tried)
    if len(defended):
        assert lost(defended, data.config.rules).mean() == value(summary.lone_defence.euchred)

    assert [(c.round, c.seat) for c in summary.calls] == [
        (0, 0),
        *((number, seat) for number in (1, 2) for seat in range(players + 1)),
    ]
    for calls in summary.calls:
        chosen = hands[hands.maker > 0]
        chosen = chosen[chosen["round"] == calls.round] if calls.round else chosen
        chosen = chosen[chosen.maker == calls.seat] if calls.seat else chosen
        lone = chosen[chosen.alone == 1]
        assert (calls.called.n, calls.made.n, calls.lone_made.n) == (len(hands), len(chosen), len(lone))
        assert len(chosen) / len(hands) == value(calls.called)
        if not len(chosen):
            continue
        assert (chosen.makers > 0).mean() == value(calls.made)
        assert (chosen.tricks == 5).mean() == value(calls.marched)
        assert lost(chosen, data.config.rules).mean() == value(calls.euchred)
        assert len(lone) / len(chosen) == value(calls.lone)
        assert chosen.makers.mean() == value(calls.points)
        assert (chosen.makers - chosen.others).mean() == value(calls.net)
        if len(lone):
            assert (lone.makers > 0).mean() == value(calls.lone_made)
            assert (lone.tricks == 5).mean() == value(calls.lone_marched)
            assert lost(lone, data.config.rules).mean() == value(calls.lone_euchred)
