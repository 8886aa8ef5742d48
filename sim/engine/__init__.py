"""The compiled engine: deals in lock-step, from the shuffle to the score. Importing it compiles it the first time."""

from sim import head_start
from sim.compiling import ENGINE, is_compiled, notice

if not is_compiled(ENGINE):
    notice("compiling the engine (about 15 seconds, once on this machine)")
    head_start.begin()

ENGINE_VERSION = 1
"""Changes whenever the same seed, rules and players give other results."""
