"""Comparisons: which of several strategies is better, by how much, and why."""
