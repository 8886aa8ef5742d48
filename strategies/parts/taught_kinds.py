"""The kinds of decisions that `taught` has trees for, by number."""

from sim.views import View

LEAD, FOLLOW, ORDER, NAME, KINDS = 0, 6, 12, 20, 24
"""Where leads, follows, orders and names begin, and how many kinds there are."""


def lead_kind(v: View):
    """Of a lead: by role (maker, partner, defender), the first trick or a later one."""
    return LEAD + (0 if v.maker == 0 else 2 if v.maker == 2 else 4) + (1 if v.trick > 1 else 0)


def follow_kind(v: View):
    """Of a follow: by place in the trick, defenders or makers."""
    return FOLLOW - 2 + 2 * v.position + v.maker_side


def order_kind(v: View, alone):
    """Of an order in the first round: by seat, what it gains over a pass or (`alone` 1) what going alone adds."""
    return ORDER - 1 + 4 * alone + v.seat


def name_kind(v: View, alone):
    """The same of a suit named in the second round, for seats 1 and 2."""
    return NAME - 1 + 2 * alone + v.seat
