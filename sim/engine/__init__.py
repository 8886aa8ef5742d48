"""The compiled engine: deals in lock-step, from the shuffle to the score. Importing it compiles it the first time."""

from sim import head_start
from sim.compiling import ENGINE, is_compiled, notice

if not is_compiled(ENGINE):
    notice("compiling the engine (about half a minute, once on this machine)")
    if head_start.begin():
        # Early here, for what the other process compiles last is built on it.
        import sim.engine.record  # noqa: F401

ENGINE_VERSION = 2
"""Changes whenever the same seed, rules and players give other results."""
