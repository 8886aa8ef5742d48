"""What the report says about seats."""

from collections.abc import Iterator
from typing import Any

from reports.charts import charts
from reports.sections.pieces import Item, chosen, dot_chart
from reports.sections.sources import Sources


def contents(sources: Sources) -> Iterator[Item]:
    """All items of the section."""
    four = sources.rules.players == 4
    found: dict[str, Any] = dot_chart(
        sources, "points-by-seat", "seats", {"points": "points"}, "seat_name",
        title="Points a hand" + (" of the seat's side" if four else ""), unit="points", zero=True,
    )  # fmt: skip
    found |= dot_chart(
        sources, "net-points-by-seat", "seats", {"net": "net"}, "seat_name",
        title="The same less " + ("the other side's" if four else "the others'"), unit="points", centred=True,
        zero=True,
    )  # fmt: skip
    found |= dot_chart(
        sources, "made-trump-by-seat", "seats", {"made_trump": "makes trump"}, "seat_name",
        title="Who makes trump, of all hands", unit="share", zero=True,
    )  # fmt: skip
    yield Item(
        "points",
        "Points by seat",
        "Partners score together, so seats of one side have the same points."
        if four
        else "All score for themselves; with three players points less the others' are less their mean.",
        "seats",
        {"points": "points a hand", "net": "less the others'", "made_trump": "makes trump"},
        found,
    )
    yield Item(
        "dealer",
        "The dealer's advantage",
        "",
        "dealer",
        {"points": "points a hand", "share": "share of all points"},
        dot_chart(sources, "dealer-points", "dealer", {"points": "points"}, "who", title="Points a hand", unit="points",
             zero=True),
    )  # fmt: skip
    yield _results(sources)


def _results(sources: Sources) -> Item:
    found: dict[str, Any] = {}
    for number, (run, label) in enumerate(zip(sources.runs, sources.labels, strict=True), 1):
        rows = chosen(sources.frame("results", run), "share")
        names = [
            f"{maker}: {result} (+{points})" if points else result
            for maker, result, points in zip(rows["maker"], rows["result"], rows["points"], strict=True)
        ]
        suffix = f", {label}" if sources.compared else ""
        key = f"results-{number}" if sources.compared else "results"
        found[key] = charts.bars(rows.assign(end=names), "end", title=f"How hands end{suffix}", unit="share")
    return Item(
        "results",
        "How hands end",
        "By who made trump; in brackets the points, which after a euchre go to the other side"
        + ("." if sources.rules.players != 3 else " (to each of the two)."),
        "results",
        {"share": "of all hands"},
        found,
    )
