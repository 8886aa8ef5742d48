"""The compiled engine: deals in lock-step, from the shuffle to the score. Importing it compiles and starts nothing."""

ENGINE_VERSION = 2
"""Changes whenever the same seed, rules and players give other results."""
