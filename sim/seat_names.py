"""What the seats at the table are called, the same everywhere."""

from typing import Final

_PLACES: Final = ("eldest", "second", "third", "fourth", "fifth")


def seat_names(players: int, teams: int | None = None) -> tuple[str, ...]:
    """The names of the seats from the dealer's left to the dealer; `teams` is 2 where four play as partners.

    `eldest`, `dealer's partner`, `third`, `dealer` for partners; `non-dealer`, `dealer` for two players; `eldest`,
    `second`, `third`, ... and `dealer` where more play for themselves. Without `teams` four are partners.
    """
    if players == 2:
        return "non-dealer", "dealer"
    names = [*_PLACES[: players - 1], "dealer"]
    if players == 4 and teams in (None, 2):
        names[1] = "dealer's partner"
    return tuple(names)


def seat_label(seat: int, players: int, teams: int | None = None) -> str:
    """`1 eldest`, `2 dealer's partner`, ..., as tables have it; `all` for seat 0."""
    return f"{seat} {seat_names(players, teams)[seat - 1]}" if seat else "all"
