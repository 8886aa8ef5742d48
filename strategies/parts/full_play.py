"""The card player with all its rules, as the bidders that ship use it."""

from sim.views import View
from strategies import card_play
from strategies.card_play import RULES


def discard(v: View):
    """Bury by all rules of `strategies.card_play`."""
    return card_play.discard(v, RULES)


def lead(v: View):
    """Lead by all rules of `strategies.card_play`."""
    return card_play.lead(v, RULES)


def follow(v: View):
    """Follow by all rules of `strategies.card_play`."""
    return card_play.follow(v, RULES)
