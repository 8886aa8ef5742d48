"""The table of leads: what was led to each trick, by whom, and how the trick and the hand went."""

import numpy as np

from reports.counting.counts import RunCounts
from reports.counting.play_counts import CARDS, ROLES
from reports.tables.cuts import cells_of, product_keys, seen
from reports.tables.outcomes import calls, net_points, outcome_measures, share
from reports.tables.tables import MeasureTable


def leads(counts: RunCounts) -> MeasureTable:
    """By number of the trick, role of the leader and card led."""
    found = counts.play.leads.counts
    players, kinds = counts.rules.players, counts.kinds
    keys = product_keys(trick=range(1, counts.rules.tricks + 1), leader=ROLES[players], card=CARDS)
    both = cells_of(found.sum(axis=4), kinds=True)
    of_leader = np.repeat(calls(found.sum(axis=4)).sum(axis=3).reshape(len(found), -1), len(CARDS), axis=1)
    won = cells_of(found[:, :, :, :, 1], kinds=True)
    makers = np.array([role in ("maker", "maker's partner") for role in keys["leader"]])
    net = (both @ kinds.net) * np.where(makers, 1, -1)
    measures = {
        "share": share("of this player's leads to this trick", calls(both), of_leader),
        "won": share("trick won by the leader's side", calls(won), calls(both)),
        **outcome_measures(both, kinds, ("made", "marched", "euchred")),
        "net": net_points("net points of the leader's side", net, calls(both), kinds),
    }
    examples = counts.play.lead_examples.ids.reshape(-1)
    return seen(MeasureTable("leads", "Leads", keys, measures, examples), calls(both))
