"""Numbers of a run adjusted for the luck of the cards, as aligned plain text."""

from typing import TYPE_CHECKING

from sim.plain_text import Row, align, fold

if TYPE_CHECKING:
    from sim.runs.luck import RunLuck
    from sim.stats.control import Adjusted


def luck_text(luck: "RunLuck") -> str:
    """A row a number: as played, adjusted, what that is worth and the correlation with luck; and what that means."""
    partners = len(luck.sides) < luck.players
    one, dealer, other = ("side", "dealer's side", "other side") if partners else ("player", "dealer", "other player")
    names = [f"  {one} {side}, {name}" for side, name in enumerate(luck.sides)]
    rows: list[Row] = [("luck adjusted", "as played", "adjusted", "worth", "r")]
    if luck.won:
        rows.append(("games won", "", "", "", ""))
        rows += [_row(name, number) for name, number in zip(names, luck.won, strict=True)]
    rows.append(("points a hand", "", "", "", ""))
    rows += [_row(name, number) for name, number in zip(names, luck.points, strict=True)]
    rows += [
        _row(f"  {one} 0 less {one} 1", luck.difference, signed=True),
        _row(f"  {dealer}", luck.dealer),
        _row(f"  {other}", luck.others),
        _row("  dealer's less other's", luck.dealer_difference, signed=True),
    ]
    note = fold(
        "adjusted: less what the luck of the cards explains, which is 0 on average: the tricks that the dealer's side "
        f"takes with all cards in sight ({luck.contract}), less those it takes with the other side's cards. "
        "worth: as if so many times as much had been played; r: correlation of the number with that luck."
    )
    return f"{align(rows, numbers_from=1)}\n\n{note}\n"


def _row(name: str, number: "Adjusted", signed: bool = False) -> Row:
    worth = "-" if number.worth is None else f"{number.worth:.2f} times"
    r = "-" if number.correlation is None else f"{number.correlation:+.2f}"
    places = max(number.played.places, number.adjusted.places)
    return name, number.played.short(signed, places), number.adjusted.short(signed, places), worth, r
