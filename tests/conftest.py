"""What all tests share: how hypothesis runs, and the width of the screen."""

import os

from hypothesis import settings

os.environ["COLUMNS"] = "80"  # what is printed has this width wherever the tests run

# The first call of compiled code takes seconds, so there is no deadline; the same examples on every machine.
settings.register_profile("euchre-sim", deadline=None, derandomize=True)
settings.load_profile("euchre-sim")
