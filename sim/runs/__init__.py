"""Runs: played, written, read, summed up and played again."""
