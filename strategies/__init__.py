"""The players: bidding systems, card play and the toolkit they share; one idea a file."""

BUILT_IN = (
    "basic",
    "cautious",
    "random",
    "always-order",
    "always-pass",
    "bower-tree",
    "bps",
    "bps-ez",
    "bridge",
    "card-play",
    "euchrestrategy-info",
    "high-low",
    "high-low-coop",
    "lukefitz",
    "lyles-advanced",
    "ohio-next",
    "perry21",
    "plt-smart",
    "rollout",
    "simple",
    "somerset-1888",
    "ten-commandments",
    "trickster",
    "trump-count",
)
"""The strategies that ship, by the names that users give; a dash stands for an underscore in the file's name."""
