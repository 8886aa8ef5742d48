"""Exact values of hands with all cards in sight. Importing it compiles nothing; the first question does."""
