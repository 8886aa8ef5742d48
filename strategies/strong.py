"""The strongest player there is: looks ahead as `basic`, on a hundred deals a decision.

It plays every choice out as `rollout` does, which tells the method. A hand costs it one to two thousandths of a second,
some ten thousand times what a hand costs `basic`; docs/look-ahead.md has what it wins by that.
"""

from strategies.rollout import SUPPORTS as SUPPORTS
from strategies.rollout import Params as Params

LOOKS_AHEAD = "rollout"
