"""Looking back: who played which card to an earlier trick, who led to it and who won it.

Seats are relative, as everywhere in a view: 0 yourself, 1 your left and so on. Only what a strategy calls is compiled,
and the engine remembers earlier tricks only for strategies that ask.
"""

from sim.bits import U, sel
from sim.views import View


def played(v: View, seat):
    """Mask of the cards that a relative seat (0 to 5) has played in this hand; none for a seat that there is not."""
    near = sel(seat == 0, v.played_0, sel(seat == 1, v.played_1, sel(seat == 2, v.played_2, U(0))))
    return near | sel(seat == 3, v.played_3, sel(seat == 4, v.played_4, sel(seat == 5, v.played_5, U(0))))


def earlier(v: View, trick):
    """Mask of the cards of a trick (from 1); none of one that is not over."""
    first = sel(trick == 1, v.earlier_1, sel(trick == 2, v.earlier_2, U(0)))
    return first | sel(trick == 3, v.earlier_3, sel(trick == 4, v.earlier_4, U(0)))


def card_of(v: View, seat, trick):
    """The card that a relative seat played to a trick that is over; 0 of one who sat out, or of a later trick."""
    return played(v, seat) & earlier(v, trick)


def leader(v: View, trick):
    """Relative seat of who led to a trick that is over; -1 of a later one."""
    first = v.leader_1 if trick == 1 else v.leader_2 if trick == 2 else -1
    return v.leader_3 if trick == 3 else v.leader_4 if trick == 4 else first


def led(v: View, trick):
    """The card led to a trick that is over; 0 of a later one."""
    return card_of(v, leader(v, trick), trick)


def winner(v: View, trick):
    """Relative seat of who won a trick that is over; -1 of a later one."""
    now = v.players - v.position if v.position > 0 else 0
    after = now if trick + 1 == v.trick else leader(v, trick + 1)
    return after if trick < v.trick else -1
