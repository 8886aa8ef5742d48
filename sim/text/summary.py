"""The summary of a run as aligned plain text, readable without colour."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.plain_text import Row, align, fold, spaced
from sim.seat_names import seat_label
from sim.stats.estimates import Estimate

if TYPE_CHECKING:
    from sim.runs.summary import Summary

_SHARES = ("called", "made", "marched", "euchred", "lone", "lone_marched")


def summary_text(summary: "Summary") -> str:
    """Title, games and points, and the table of calls by round and seat."""
    blocks = [_title(summary), _numbers(summary), _bids(summary) if summary.bids else _calls(summary)]
    return "\n\n".join(blocks) + "\n"


def _title(summary: "Summary") -> str:
    who = " against ".join(dict.fromkeys(summary.sides))
    much = _many(summary.hands, "hand")
    if summary.unit == "games":
        much = f"{_many(summary.units, 'game')}, {much}"
    return f"{fold(f'{summary.rules}: {who}, seed {summary.seed}')}\n{much}"


def _many(number: int, word: str) -> str:
    return f"{spaced(number)} {word}{'' if number == 1 else 's'}"


def _numbers(summary: "Summary") -> str:
    partners = len(summary.sides) < summary.players
    one = "side" if partners else "player"
    names = [f"  {one} {side}, {name}" for side, name in enumerate(summary.sides)]
    rows: list[Row] = []
    games = summary.games
    if games is not None:
        rows.append(("games won", ""))
        rows += _named(names, games.won)
        if games.tied.value:
            rows.append(("  tied", games.tied.short()))
        if games.slams:
            rows.append(("slams, which count as two", ""))
            rows += _named(names, games.slams)
            rows.append(("games counted a game", ""))
            rows += _named(names, games.counted)
        rows.append(("hands a game", games.length.short()))
    rows.append(("points a hand", ""))
    rows += _named(names, summary.points)
    if len(summary.sides) == 2:
        rows.append((f"  {one} 0 less {one} 1", summary.difference[0].short(signed=True)))
    else:
        labels = [f"  {one} {side} less the others" for side in range(len(summary.sides))]
        rows += [(name, value.short(signed=True)) for name, value in zip(labels, summary.difference, strict=True)]
    dealer = "dealer's side" if partners else "dealer"
    dealer_of = "the " + dealer
    other = "other side" if partners else "other player" if summary.players == 2 else "each other player"
    rows += [
        (f"  {dealer}", summary.dealer.points.short()),
        (f"  {other}", summary.dealer.others.short()),
        (f"  {dealer} less {other}", summary.dealer.difference.short(signed=True)),
        *([] if summary.bids else [(f"  share of points won by {dealer_of}", summary.dealer.share.short())]),
        ("hands thrown in", summary.thrown_in.short()),
    ]
    if summary.lone_defence.tried.value:
        rows.append(("lone defences", summary.lone_defence.tried.short()))
        rows.append(("  euchred the makers", summary.lone_defence.euchred.short()))
    if summary.jambone is not None:
        rows.append(("jambones", summary.jambone.tried.short()))
        rows.append(("  took all tricks", summary.jambone.marched.short()))
        rows.append(("  were euchred", summary.jambone.euchred.short()))
    return align(rows, numbers_from=2)


def _named(names: Sequence[str], values: Sequence[Estimate]) -> list[Row]:
    return [(name, value.short()) for name, value in zip(names, values, strict=True)]


def _calls(summary: "Summary") -> str:
    head: Row = ("", "called", "made", "marched", "euchred", "alone", "lone march", "net points")
    rows = [head]
    columns = [_column([getattr(calls, name) for calls in summary.calls]) for name in _SHARES]
    columns.append(_column([calls.net for calls in summary.calls], signed=True))
    for calls, *cells in zip(summary.calls, *columns, strict=True):
        rows.append((_caller(calls.round, calls.seat, summary), *cells))
    note = fold(
        "called: % of hands in which the seat made trump; made (a point or more), marched, euchred, alone: % of "
        "those; lone march: % of those alone; net points: makers' points a hand less the others'. "
        "± is half of a 95 % interval, as hands come in blocks of whole games."
    )
    return f"{align(rows, numbers_from=1)}\n\n{note}"


_BID_SHARES = ("called", "made", "all_tricks", "failed")


def _bids(summary: "Summary") -> str:
    rows: list[Row] = [("bid", "seat", "called", "made", "all tricks", "failed", "points", "others", "net points")]
    columns = [_column([getattr(bids, name) for bids in summary.bids]) for name in _BID_SHARES]
    columns += [_column([getattr(bids, name) for bids in summary.bids], signed=True) for name in ("points", "others")]
    columns.append(_column([bids.net for bids in summary.bids], signed=True))
    for bids, *cells in zip(summary.bids, *columns, strict=True):
        rows.append((bids.name or "any", seat_label(bids.seat, summary.players, len(summary.sides)), *cells))
    others = "the other side" if len(summary.sides) < summary.players else "each other player"
    note = fold(
        "called: % of hands in which the seat was the high bidder so high; made, all tricks, failed: % of those; "
        f"points: bidders' points a hand; others: those of {others}; net points: the difference. "
        "± is half of a 95 % interval, as hands come in blocks of whole games."
    )
    return f"{align(rows, numbers_from=2)}\n\n{note}"


def _column(values: Sequence[Estimate], signed: bool = False) -> list[str]:
    """A column with the same decimals in all cells, as many as the narrowest interval bears, within reason."""
    places = min(2 if values[0].unit == "share" else 3, max(value.places for value in values))
    return [value.short(signed, places).replace(" %", "").replace(" to ", "–") for value in values]


def _caller(number: int, seat: int, summary: "Summary") -> str:
    if seat:
        return f"  {seat_label(seat, summary.players, len(summary.sides))}"
    return f"round {number}" if number else "both rounds"
