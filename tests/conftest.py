"""What all tests share: how hypothesis runs."""

from hypothesis import settings

# The first call of compiled code takes seconds, so there is no deadline; the same examples on every machine.
settings.register_profile("euchre-sim", deadline=None, derandomize=True)
settings.load_profile("euchre-sim")
