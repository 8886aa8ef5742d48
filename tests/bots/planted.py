"""A wrapper with one fault at a time, whose cost can be measured: `bots/planted.py:Planted{lead=1}(basic)`."""

from typing import NamedTuple

from sim.bits import U, low, popcount
from sim.views import ORDER, PASS


class Planted:
    """With `order` the eldest hand orders up without a trump, with `silent` it never orders; with `lead` a defender
    leads to the first trick their lowest trump, if they have any and nobody plays alone."""

    class Params(NamedTuple):
        """Each 0 or 1."""

        order: int = 0
        silent: int = 0
        lead: int = 0

    @staticmethod
    def order_up(v, p, inner):
        if v.seat != 1:
            return inner
        if p.order == 1 and popcount(v.hand & v.trumps) == 0:
            return ORDER
        return PASS if p.silent == 1 else inner

    @staticmethod
    def lead(v, p, inner):
        trumps = v.hand & v.trumps
        return low(trumps) if p.lead == 1 and v.trick == 1 and v.maker_side + v.alone == 0 and trumps != U(0) else inner
