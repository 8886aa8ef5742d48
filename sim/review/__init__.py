"""Reviewing games that were played: what each decision was worth to its player, and luck told from skill."""
