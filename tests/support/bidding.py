"""Suits as bidders see them once a card is turned down."""

from sim.cards import parse_suit

# ------------------------------------------------------------------------------------------------------ second round


def named(upcard: str, suit: str) -> int:
    """The lane that a suit has after `upcard` was turned down."""
    return (parse_suit(suit) - parse_suit(upcard[-1]) - 1) % 4
