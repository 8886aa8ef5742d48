"""Where players lose points as plain text, and as tables of Markdown."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.plain_text import Row, align, fold, spaced
from sim.seat_names import seat_label

if TYPE_CHECKING:
    from sim.compare.regret import Regret, RegretPart

HEAD = ("decision", "decisions", "better", "points a hand")


def regret_text(found: "Sequence[Regret]", sides: int) -> str:
    """A table for each player, and how it was found."""
    tables = [f"{fold(title(one))}\n{align(regret_rows(one, sides), numbers_from=1)}" for one in found]
    return "\n\n".join([*tables, fold(how(found))])


def title(one: "Regret") -> str:
    """Whose table it is, and of how many hands."""
    return f"where {one.player} loses points ({spaced(one.hands)} hands, {one.player} in all seats)"


def how(found: "Sequence[Regret]") -> str:
    """What the numbers are, in words."""
    deals = found[0].deals
    believed = [f"{one.player} believed to be {one.believed}" for one in found if one.believed != one.player]
    told = f" ({', '.join(believed)})" if believed else ""
    return (
        f"A decision costs what the choice of strong by {spaced(deals // 2)} deals in agreement with all that was bid "
        f"and played brings on {spaced(deals - deals // 2)} others, and the other way round, everybody playing on "
        f"alike{told}. Costs of one hand are added as if each decision were changed alone (first order). "
        "“better”: decisions for which another choice is better on all the deals. Here a hand is one observation."
    )


def regret_rows(one: "Regret", sides: int) -> list[Row]:
    """A head, decisions by kind with seats or roles below, their sum, then the same by seat, role and trick."""
    places = min(4, max(part.points.places for part in (one.total, *one.parts)))
    found: list[Row] = [HEAD]
    for part in one.parts:
        if _dims(part) == {"kind"}:
            found.append(_row(str(part.kind), part, places))
            below = [cell for cell in one.parts if cell.kind == part.kind and len(_dims(cell)) == 2]
            found += [_row(f"  {_name(cell, one.players, sides)}", cell, places) for cell in below]
    found.append(_row("together", one.total, places))
    for by in ("seat", "role", "trick"):
        found.append((f"by {by}", "", "", ""))
        cells = [part for part in one.parts if _dims(part) == {by}]
        found += [_row(f"  {_name(part, one.players, sides)}", part, places) for part in cells]
    return found


def _dims(part: "RegretPart") -> set[str]:
    return {name for name in ("kind", "seat", "role", "trick") if getattr(part, name) is not None}


def _name(part: "RegretPart", players: int, sides: int) -> str:
    if part.seat is not None:
        return f"seat {seat_label(part.seat, players, sides)}"
    if part.trick is not None:
        return f"trick {part.trick}" if part.trick else "before the play"
    return str(part.role)


def _row(name: str, part: "RegretPart", places: int) -> Row:
    share = part.better.value or 0.0
    digits = 1 if share >= 0.1 or share == 0 else 2
    points = re.sub(r"^-(0\.0+)(?=\D)", r"\1", part.points.short(places=places))  # what is rounded to 0 has no sign
    return name, spaced(part.decisions), f"{100 * share:.{digits}f} %", points
