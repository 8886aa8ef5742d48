"""A table of winning chances as text: numbers by score, and the same as a map of shades."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sim.plain_text import align, fold, room
from sim.runs.provenance import rules_name

if TYPE_CHECKING:
    from sim.chances.equity import Equity

SHADES: Final = " .:-=+*#%@"
"""From no chance to certain victory, ten per cent each."""


def equity_text(equity: "Equity", own: int | None = None) -> str:
    """Tables for player 0, one for each place of the deal; with three players at a score of `own`.

    Rows are your side's score (with three players the left neighbour's), columns the other's (the right neighbour's).
    """
    rules = equity.rules
    who = ", ".join(f"player {k} {spec}" for k, spec in enumerate(equity.specs))
    if len(set(equity.specs)) == 1:
        who = f"everybody {equity.specs[0]}"
    lines = [fold(f"{rules_name(rules)}: {who}"), fold(equity.text()), ""]
    if rules.teams == 2:
        dealers = [(0, "you deal"), (1, "the other side deals" if rules.players == 4 else "the other player deals")]
        if (rules.players == 4 and equity.specs[0] != equity.specs[2]) or (
            rules.players == 4 and equity.specs[1] != equity.specs[3]
        ):
            dealers = [(0, "you deal"), (1, "your left deals"), (2, "your partner deals"), (3, "your right deals")]
        for dealer, title in dealers:
            lines += _map(equity, dealer, f"{title}: % of games won; rows your score, columns theirs", None)
    else:
        for dealer, title in ((0, "you deal"), (1, "your left deals"), (2, "your right deals")):
            head = f"{title}, you have {own or 0}: % of games won; rows your left's score, columns your right's"
            lines += _map(equity, dealer, head, own or 0)
    return "\n".join(lines).rstrip() + "\n"


def _map(equity: "Equity", dealer: int, title: str, own: int | None) -> list[str]:
    target = equity.rules.target

    def chance(row: int, column: int) -> float:
        score: Sequence[int] = (row, column) if own is None else (own, row, column)
        return equity.chance(0, score, dealer)

    scores = range(target)
    values = [[chance(row, column) for column in scores] for row in scores]
    rows = [("", *map(str, scores))]
    rows += [(f"{row:>4}", *(f"{100 * value:.1f}" for value in line)) for row, line in zip(scores, values, strict=True)]
    table = align(rows, numbers_from=1).split("\n")
    shades = _shades(values)
    if len(table) == len(shades) and len(table[0]) + 3 + max(map(len, shades)) <= room():
        width = max(map(len, table))
        table = [f"{line.ljust(width)}   {drawn}".rstrip() for line, drawn in zip(table, shades, strict=True)]
    else:
        table += ["", *shades]
    return [fold(title), "", *table, ""]


def _shades(values: Sequence[Sequence[float]]) -> list[str]:
    """The map: a row of signs a row of chances, two signs a score where there is room."""
    target = len(values)
    wide = 2 if 4 + 2 * target <= room() else 1
    head = "".join(f"{column % 10**wide:<{wide}}" for column in range(target))
    drawn = ["".join(wide * SHADES[min(9, int(10 * value))] for value in line) for line in values]
    lines = [f"    {head}", *(f"{row:>3} {line}" for row, line in enumerate(drawn))]
    return [line[: room()].rstrip() for line in lines]
