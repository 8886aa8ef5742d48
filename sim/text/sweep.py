"""A sweep as plain text: a table, with a plot beside it (one parameter) or shaded cells (two)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.plain_text import Row, align, fold, room, spaced
from sim.stats.estimates import Estimate

if TYPE_CHECKING:
    from sim.compare.sweep import Point, SweepResult

WIDTH, FEWEST = 40, 12
"""Cells of the plot; with fewer it is left away."""
_SHADES = " ░▒▓█"


def sweep_text(result: "SweepResult") -> str:
    """Title, table with plot, and the best value with what is to be said of it."""
    names = " and ".join(axis.name for axis in result.axes)
    head = [
        fold(f"{result.rules}: {names} of {result.player.spec} against {result.opponent.spec}, seed {result.seed}"),
        fold(f"{len(result.points)} values, {spaced(result.pairs)} mirrored pairs each, on the same deals"),
    ]
    if not result.complete:
        head.insert(0, "INTERRUPTED: this is what was played until then")
    body = _matrix(result) if len(result.axes) == 2 else _list(result)
    return "\n\n".join(["\n".join(head), body, _best(result)]) + "\n"


def _list(result: "SweepResult") -> str:
    names = [axis.name for axis in result.axes]
    rows: list[Row] = [(*names, "points a hand", "less the best", "")]
    places = _places([point.points for point in result.points])
    marks = _marks(result)
    for k, (point, mark) in enumerate(zip(result.points, marks, strict=True)):
        values = tuple(f"{value:g}" for value in point.values)
        less = "" if k == result.best else point.less_best.short(True, places)
        rows.append((*values, point.points.short(True, places), less, mark))
    table = align([row[:-1] for row in rows], numbers_from=0).split("\n")
    width = max(map(len, table))
    cells = min(WIDTH, room() - width - 5)
    plot = _plot(result, cells) if cells >= FEWEST else [""] * len(table)
    return "\n".join(
        f"{line.ljust(width)} {row[-1] or ' '} {drawn}".rstrip()
        for line, row, drawn in zip(table, rows, plot, strict=True)
    )


def _marks(result: "SweepResult") -> list[str]:
    return ["*" if k == result.best else "=" if point.like_best else "" for k, point in enumerate(result.points)]


def _plot(result: "SweepResult", width: int) -> list[str]:
    """The scale, then a line a value: its interval with its mean in it."""
    bounds = [_bounds(point.points) for point in result.points]
    least, most = min(lo for lo, _, _ in bounds), max(hi for _, _, hi in bounds)
    span = (most - least) or 1.0

    def place(value: float) -> int:
        return round((value - least) / span * (width - 1))

    scale = f"{least:+.4g}".ljust(width // 2) + f"{most:+.4g}".rjust(width - width // 2)
    lines = [f" {scale}"]
    for lo, mean, hi in bounds:
        cells = [" "] * width
        if least < 0 < most:
            cells[place(0)] = "·"
        for k in range(place(lo), place(hi) + 1):
            cells[k] = "─"
        cells[place(mean)] = "●"
        lines.append("|" + "".join(cells) + "|")
    return lines


def _bounds(value: Estimate) -> tuple[float, float, float]:
    mean = value.value or 0.0
    return (mean if value.lo is None else value.lo, mean, mean if value.hi is None else value.hi)


def _matrix(result: "SweepResult") -> str:
    """Rows are values of the first parameter, columns of the second; darker is better."""
    first, second = result.axes
    places = _places([point.points for point in result.points])
    means = [point.points.value or 0.0 for point in result.points]
    least, span = min(means), (max(means) - min(means)) or 1.0
    marks = _marks(result)
    rows: list[Row] = [(f"{first.name} \\ {second.name}", *(f"{value:g}  " for value in second.values))]
    width = len(second.values)
    for row, value in enumerate(first.values):
        cells = []
        for k in range(row * width, (row + 1) * width):
            shade = _SHADES[round((means[k] - least) / span * (len(_SHADES) - 1))]
            cells.append(f"{means[k]:+.{places}f}{marks[k] or ' '}{shade}")
        rows.append((f"{value:g}", *cells))
    half = max((hi - lo) / 2 for lo, _, hi in map(_bounds, (point.points for point in result.points)))
    return f"{align(rows, numbers_from=1)}\n\npoints a hand, each ± at most {half:.2g}"


def _places(values: Sequence[Estimate]) -> int:
    return min(4, max(value.places for value in values))


def _best(result: "SweepResult") -> str:
    best = result.best_point
    where = ", ".join(f"{axis.name} = {value:g}" for axis, value in zip(result.axes, best.values, strict=True))
    lines = [fold(f"{where}: {best.points.short(signed=True)} points a hand", "best    ")]
    if result.again is not None:
        lines.append(f"fresh   {result.again.short(signed=True)} on {spaced(result.again.n)} fresh deals")
    like = [point for k, point in enumerate(result.points) if point.like_best and k != result.best]
    if like:
        lines.append(fold(_names(like), "like it "))
    said = (
        "* best; = cannot be told from it (5 % over all pairs of values, Bonferroni). The best of "
        f"{len(result.points)} noisy values looks better than it is: trust the number on fresh deals. "
        "± is half of a 95 % interval; that of “less the best” is wider, to hold for all pairs of values together, "
        "as the best is chosen by the same deals."
    )
    return "\n".join([*lines, "", fold(said)])


def _names(points: Sequence["Point"]) -> str:
    shown = [", ".join(f"{value:g}" for value in point.values) for point in points[:12]]
    separator = "; " if points and len(points[0].values) > 1 else ", "
    more = f" and {len(points) - 12} more" if len(points) > 12 else ""
    return separator.join(shown) + more
