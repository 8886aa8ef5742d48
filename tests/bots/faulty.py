"""Players with one fault each, to see that the fault is found."""

from bots import wild
from sim.bits import U, low, popcount


class Reneges:
    """Follows suit in all but the fourth trick."""

    @staticmethod
    def follow(v):
        suited = v.hand & v.led
        return low(v.hand) if suited == U(0) or v.trick == 4 else low(suited)


class Divides:
    """Divides by the number of their cards."""

    @staticmethod
    def lead(v):
        return low(v.hand) if 60 // popcount(v.hand) > 0 else U(0)


class Overflows:
    """Counts in numbers that no machine word holds: compiled code wraps, plain Python does not."""

    @staticmethod
    def defend_alone(v):
        return 1 if (v.score_us + 4) * (1 << 62) > 0 else 0


for faulty in (Reneges, Divides, Overflows):
    for hook in ("order_up", "name_trump", "pick_up", "discard", "defend_alone", "keep_five", "lead", "follow"):
        if not hasattr(faulty, hook):
            setattr(faulty, hook, staticmethod(getattr(wild, hook)))
    faulty.Params = wild.Params
