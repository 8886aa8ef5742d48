"""The compiled engine: deals in lock-step, from the shuffle to the score. Importing it compiles it the first time."""

from sim import head_start
from sim.compiling import engine_is_compiled, notice

if not engine_is_compiled():
    notice("compiling the engine (about 15 seconds, once on this machine)")
    head_start.begin()

ENGINE_VERSION = 1
"""Changes whenever the same seed, rules and players give other results."""
