"""The players: bidding systems, card play and the toolkit they share; one idea a file."""
