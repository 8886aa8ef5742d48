"""How likely each side is to win the game: how hands end at every score, and the exact chain over scores made of it."""
