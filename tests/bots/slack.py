"""A wrapper that now and then does less than the player inside: named `bots/slack.py:Slack{order=20}(lukefitz)`."""

from typing import NamedTuple

from sim.bits import U, low
from sim.views import ALONE, ORDER, PASS

LONE_CALL = 9


def slips(v, percent):
    """True in `percent` of 100 decisions, by the decision's own random word."""
    return ((U(v.random) >> U(32)) * U(100)) >> U(32) < U(percent)


class Slack:
    """Each parameter is the percentage of decisions of its kind that are made worse."""

    class Params(NamedTuple):
        """Orders and calls that are passed, lone hands that are played with the partner, lowest cards played."""

        order: int = 0
        call: int = 0
        alone: int = 0
        card: int = 0
        bury: int = 0

    @staticmethod
    def order_up(v, p, inner):
        if slips(v, p.order) and v.stuck == 0:
            return PASS
        return ORDER if inner == ALONE and v.must_alone == 0 and slips(v, p.alone) else inner

    @staticmethod
    def name_trump(v, p, inner):
        if slips(v, p.call) and v.stuck == 0:
            return PASS
        return inner - 8 if inner >= LONE_CALL and slips(v, p.alone) else inner

    @staticmethod
    def discard(v, p, inner):
        return low(v.hand & ~v.upcard) if slips(v, p.bury) else inner

    @staticmethod
    def lead(v, p, inner):
        return low(v.hand) if slips(v, p.card) else inner

    @staticmethod
    def follow(v, p, inner):
        suited = v.hand & v.led
        return low(suited if suited != U(0) else v.hand) if slips(v, p.card) else inner
