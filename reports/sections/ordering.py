"""What the report says about ordering."""

from collections.abc import Iterator
from typing import Any

from reports.charts.labels import aces_name
from reports.counting.bidding_counts import ROUNDS
from reports.sections.pieces import Item, dot_chart, heats
from reports.sections.sources import Sources
from reports.sections.strategy_cards import strategy_cards
from reports.tables.cuts import MOST_ACES
from sim.seat_names import seat_label

NET = "net points"
_OUTCOMES = {"made": "made", "marched": "all tricks", "euchred": "euchred", "alone": "alone", "net": NET}
_COLUMNS = {"ordered": "orders when asked", **_OUTCOMES}
_ROUNDS = {1: "round 1", 2: "round 2"}
SCORE_CELL = {"width": 31, "height": 23}


def contents(sources: Sources) -> Iterator[Item]:
    """All items of the section."""
    if not sources.has("ordering_by_seat"):
        yield Item("", "", missing="Ordering needs a row a hand: run it again with `--detail hands`.")
        return
    yield _by_seat(sources)
    yield from strategy_cards(sources)
    yield _by_upcard(sources)
    yield from _by_trumps(sources)
    yield _by_suits(sources)
    yield _by_call(sources)
    yield _by_score(sources)


def _by_seat(sources: Sources) -> Item:
    table = "ordering_by_seat"
    seats = list(range(1, sources.rules.players + 1))
    looks: dict[str, Any] = {"keys": {"seat": seats}}
    name_rounds(sources, table)
    found = dot_chart(
        sources, "ordered-by-seat", table, {"ordered": "orders"}, "seat_name", series="round_name",
        title="How often a seat orders when it is asked", unit="share", zero=True, **looks,
    )  # fmt: skip
    found |= dot_chart(
        sources, "euchred-by-seat", table, {"euchred": "euchred"}, "seat_name", series="round_name",
        title="How often its side is euchred then", unit="share", zero=True, **looks,
    )  # fmt: skip
    found |= dot_chart(
        sources, "net-by-seat", table, {"net": "net"}, "seat_name", series="round_name",
        title="Net points a hand when it orders", unit="points", centred=True, zero=True, **looks,
    )  # fmt: skip
    return Item(
        "by-seat",
        "By seat",
        "Seats count from the dealer's left. A seat is asked when nobody before it has made trump. Net points are the "
        "makers' points a hand less the others'. “All” counts, for a round, all hands that came to it.",
        table,
        {
            "ordered": "orders when asked",
            "called": "of all hands",
            **{k: v for k, v in _COLUMNS.items() if k != "ordered"},
        },
        found,
    )


def name_rounds(sources: Sources, table: str) -> None:
    """Add the column `round_name` to a table."""
    for run in sources.runs:
        frame = sources.frame(table, run)
        frame["round_name"] = [_ROUNDS[number] for number in frame["round"]]


def _by_upcard(sources: Sources) -> Item:
    found: dict[str, Any] = {}
    for number, words in ((1, "card turned up"), (2, "card turned down")):
        for measure, title, unit, centred in (
            ("ordered", "Orders when asked, %", "share", False),
            ("net", "Net points when it orders", "points", True),
        ):
            found |= heats(
                sources, f"{measure}-by-upcard-round-{number}", "ordering_by_upcard", measure, "seat_name", "upcard",
                title=f"{title}: round {number}, by the {words}", unit=unit, centred=centred,
                keys={"round": number}, cell={"width": 68, "height": 26},
            )  # fmt: skip
    return Item(
        "by-upcard",
        "By the card turned up",
        "The same for each rank of the upcard. Low cards in the dealer's hand are worth less, and a jack is a bower "
        "that goes to the dealer's side.",
        "ordering_by_upcard",
        _COLUMNS,
        found,
    )


def _by_trumps(sources: Sources) -> Iterator[Item]:
    for number in range(1, ROUNDS + 1):
        found: dict[str, Any] = {}
        for measure, title, unit, centred in (
            ("net", f"{NET.capitalize()} when it orders", "points", True),
            ("ordered", "Orders when asked, %", "share", False),
        ):
            for aces in range(MOST_ACES + 1):
                found |= heats(
                    sources, f"{measure}-by-hand-round-{number}-aces-{aces}", "ordering_by_trumps", measure,
                    "seat_name", "holding", title=f"{title}: {aces_name(aces, MOST_ACES)}", unit=unit,
                    centred=centred, most=2.0 if centred else 1.0, keys={"round": number, "aces": aces},
                    order=("trumps", "bowers", "seat"), cell={"width": 58, "height": 25},
                )  # fmt: skip
        which = (
            "Trumps are those of the card turned up; the dealer's hand counts it."
            if number == 1
            else "Points are by the suit named; how often a seat orders is by its best suit (most trumps, then bowers, "
            "aces, short suits)."
        )
        yield Item(
            f"by-hand-round-{number}",
            f"By hand, round {number}",
            f"{which} Bowers are among the trumps. Empty cells never came, or nobody ordered on them. These are the "
            "hands on which the players did order; whether passing would have been better is another question.",
            "ordering_by_trumps",
            _COLUMNS,
            found,
            {"round": number},
        )


def _by_suits(sources: Sources) -> Item:
    found: dict[str, Any] = {}
    players = sources.rules.players
    for seat in range(1, players + 1):
        found |= heats(
            sources, f"net-by-suits-seat-{seat}", "ordering_by_suits", "net", "suits", "holding",
            title=f"Net points in round 1: {seat_label(seat, players)}", unit="points", centred=True, most=2.0,
            keys={"round": 1, "seat": seat}, order=("trumps", "suits"), x_title="suits held",
        )  # fmt: skip
    return Item(
        "by-suits",
        "By trumps and suits held",
        "A hand of fewer suits can ruff sooner. The dealer's hand counts the upcard, before the discard.",
        "ordering_by_suits",
        _COLUMNS,
        found,
    )


def _by_call(sources: Sources) -> Item:
    found: dict[str, Any] = {}
    found |= dot_chart(
        sources, "net-by-call", "ordering_by_call", {"net": "net"}, "seat_name", series="call",
        title="Net points of suits named in round 2", unit="points", centred=True, zero=True,
    )  # fmt: skip
    found |= dot_chart(
        sources, "share-by-call", "ordering_by_call", {"share": "share"}, "seat_name", series="call",
        title="What a seat names", unit="share", zero=True,
    )  # fmt: skip
    return Item(
        "by-call",
        "Next or green",
        "Next is the suit of the colour turned down, green (or crossing) a suit of the other colour.",
        "ordering_by_call",
        {"share": "of its calls", **_OUTCOMES},
        found,
    )


def _by_score(sources: Sources) -> Item:
    found: dict[str, Any] = {}
    if all(run.config.unit == "games" for run in sources.runs):
        for number in (1, 2):
            for measure, title, unit, centred in (
                ("ordered", "Orders when asked, %", "share", False),
                ("net", "Net points when it orders", "points", True),
            ):
                found |= heats(
                    sources, f"{measure}-by-score-round-{number}", "ordering_by_score", measure, "other", "own",
                    title=f"{title}: round {number}, all seats", unit=unit, centred=centred,
                    keys={"round": number, "seat": 0}, x_title="score of the others", y_title="own score",
                    cell=SCORE_CELL if unit == "share" else {"width": 46, "height": 23},
                )  # fmt: skip
    return Item(
        "by-score",
        "By the score",
        "Own score is that of the seat's side; with three players the others' score is the higher of the two.",
        "ordering_by_score",
        _COLUMNS,
        found,
    )
