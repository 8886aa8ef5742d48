"""Places at the table as the published systems number them, for any number of players."""

from sim.views import View

ELDEST, PARTNER, RIGHT_HAND, DEALER = 1, 2, 3, 4
"""S1 on the dealer's left, S2 their partner, S3 on their right, S4 or D the dealer."""


def place(v: View):
    """Your place. With two or three players nobody is the dealer's partner: on their right is always S3."""
    if v.dealer == 0:
        return DEALER
    if v.seat == 1:
        return ELDEST
    return PARTNER if v.dealer == 2 else RIGHT_HAND


def by_place(v: View, first, second, third, dealer):
    """The number of your place."""
    if v.dealer == 0:
        return dealer
    if v.seat == 1:
        return first
    return second if v.dealer == 2 else third
