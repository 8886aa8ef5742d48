"""Numbers without cards: estimates, tests, intervals and ratings."""
