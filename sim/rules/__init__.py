"""What is played: the rules as data, the named games, and what follows from the rules alone."""
