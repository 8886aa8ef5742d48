"""The players: bidding systems, card play and the toolkit they share; one idea a file."""

BUILT_IN = ("basic", "cautious", "random")
"""The strategies that ship, by the names that users give; a dash stands for an underscore in the file's name."""
