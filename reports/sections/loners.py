"""What the report says about lone hands."""

from collections.abc import Iterator
from typing import Any

from reports.charts import charts
from reports.charts.labels import SMALL, aces_name, holding
from reports.sections.ordering import name_rounds
from reports.sections.pieces import Item, chosen, dot_chart, heats
from reports.sections.sources import Sources
from reports.tables.cuts import MOST_ACES

_SHORT = {"share": "share", "marched": "all tricks", "made": "made", "euchred": "euchred", "net": "net points"}


def contents(sources: Sources) -> Iterator[Item]:
    """All items of the section."""
    rules = sources.rules
    if not any(run.config.rules.may_go_alone or run.config.rules.defend_alone != "never" for run in sources.runs):
        yield Item("", "", missing="Nobody may play alone in this game.")
        return
    if not sources.has("loners_by_seat"):
        yield Item("", "", missing="Lone hands need a row a hand: run it again with `--detail hands`.")
        return
    if all(run.config.rules.may_go_alone for run in sources.runs):
        yield from _same_deals(sources)
        if any(sources.frame("loners_by_seat", run).empty for run in sources.runs):
            yield Item("", "", missing="Nobody went alone here.")
            return
        yield _by_seat(sources)
        yield _by_upcard(sources)
        yield _by_trumps(sources)
        yield _break_even(sources)
        yield _against(sources)
        if sources.has("loners_beaten"):
            yield _beaten(sources)
        else:
            yield Item("", "", missing="Which card beat a lone hand first needs every trick: `--detail plays`.")
    if rules.defend_alone != "never" and not sources.frame("lone_defences").empty:
        yield _defences(sources)


def _columns(sources: Sources) -> dict[str, str]:
    return {
        "tried": "alone, of calls",
        "marched": "all tricks",
        "made": "made",
        "euchred": "euchred",
        "net": "net points alone",
        "net_partner": f"net points with {_partner(sources)}",
        "gain": "difference",
    }


def _partner(sources: Sources) -> str:
    return "the dummy" if sources.rules.players == 3 else "partner"


def _by_seat(sources: Sources) -> Item:
    table = "loners_by_seat"
    name_rounds(sources, table)
    seats = list(range(1, sources.rules.players + 1))
    found: dict[str, Any] = {}
    for measure, title in (
        ("tried", "Alone, of the seat's calls"),
        ("marched", "Lone hands that take all tricks"),
        ("euchred", "Lone hands that are euchred"),
    ):
        found |= dot_chart(
            sources, f"lone-{measure}-by-seat", table, {measure: measure}, "seat_name", series="round_name",
            title=title, unit="share", zero=True, keys={"seat": seats},
        )  # fmt: skip
    return Item(
        "by-seat",
        "By seat",
        f"A lone try is a call without {_partner(sources)}. The last columns set it beside calls with "
        f"{_partner(sources)}; those were other, mostly weaker hands.",
        table,
        _columns(sources),
        found,
    )


def _by_upcard(sources: Sources) -> Item:
    found: dict[str, Any] = {}
    for measure, title, unit, centred in (
        ("tried", "Alone, of the calls, %", "share", False),
        ("marched", "All tricks, % of lone hands", "share", False),
        ("net", "Net points of lone hands", "points", True),
    ):
        found |= heats(
            sources, f"lone-{measure}-by-upcard", "loners_by_upcard", measure, "seat_name", "upcard",
            title=f"{title}: round 1", unit=unit, centred=centred, keys={"round": 1},
            cell={"width": 68, "height": 26},
        )  # fmt: skip
    return Item("by-upcard", "By the card turned up", "", "loners_by_upcard", _columns(sources), found)


def _by_trumps(sources: Sources) -> Item:
    found: dict[str, Any] = {}
    for measure, title, unit, centred, most in (
        ("marched", "All tricks, % of lone hands", "share", False, 1.0),
        ("net", "Net points of lone hands", "points", True, 3.0),
    ):
        for aces in range(MOST_ACES + 1):
            found |= heats(
                sources, f"lone-{measure}-by-hand-aces-{aces}", "loners_by_trumps", measure, "seat_name", "holding",
                title=f"{title}: {aces_name(aces, MOST_ACES)}, round 1", unit=unit, centred=centred, most=most,
                keys={"round": 1, "aces": aces}, order=("trumps", "bowers", "seat"),
                cell={"width": 58, "height": 25},
            )  # fmt: skip
    return Item(
        "by-hand",
        "By hand",
        "Trumps count the bowers, and for the dealer the card taken up.",
        "loners_by_trumps",
        _columns(sources),
        found,
    )


def _break_even(sources: Sources) -> Item:
    table = "loners_break_even"
    found: dict[str, Any] = {}
    for number, (run, label) in enumerate(zip(sources.runs, sources.labels, strict=True), 1):
        frame = sources.frame(table, run)
        needed = chosen(frame, "needed").set_index(["trumps", "bowers", "aces"])["mean"]
        rows = chosen(frame, "marched")
        rows = rows[rows["n"] >= SMALL]
        keys = list(zip(rows["trumps"], rows["bowers"], rows["aces"], strict=True))
        names = [f"{holding(t, b)}, {_aces(a)}" for t, b, a in keys]
        rows = rows.assign(hand=names, needed=[max(0.0, needed[key]) for key in keys])
        rows = rows.sort_values("mean", ascending=False)
        if not rows.empty:
            suffix = f", {label}" if sources.compared else ""
            found[f"lone-break-even-{number}" if sources.compared else "lone-break-even"] = charts.dots(
                rows, "hand", title=f"Lone marches: made (dot) and needed (bar){suffix}", unit="share", zero=True,
                mark="needed", mark_title="needed to break even",
            )  # fmt: skip
    return Item(
        "break-even",
        "When alone pays",
        "The bar on a line is the break-even point: with so many lone marches (and as many euchres as there were) "
        f"going alone brings as much as the calls with {_partner(sources)} on the same class of hand brought. A dot to "
        "the right of it: alone paid. No bar: such hands were never played with "
        f"{_partner(sources)}. Within a class the stronger hands go alone, so this flatters going alone a little. "
        f"Classes with {SMALL} lone hands or more, all seats and rounds together.",
        table,
        {**_columns(sources), "needed": "all tricks needed"},
        found,
    )


def _same_deals(sources: Sources) -> Iterator[Item]:
    if not sources.has("same_deals"):
        yield Item(
            "",
            "",
            missing=f"The price of going alone against going with {_partner(sources)} on the same deals is played out "
            "on request: add `--counterfactual 200k`.",
        )
        return
    found: dict[str, Any] = {}
    for aces in range(MOST_ACES + 1):
        found |= heats(
            sources, f"price-of-alone-aces-{aces}", "same_deals", "gain", "seat_name", "holding",
            title=f"Alone less with {_partner(sources)}, points: {aces_name(aces, MOST_ACES)}, round 1",
            unit="points", centred=True, most=1.5, keys={"round": 1, "aces": aces},
            order=("trumps", "bowers", "seat"), cell={"width": 58, "height": 25},
        )  # fmt: skip
    yield Item(
        "same-deals",
        f"Alone or with {_partner(sources)}, on the same deals",
        "Deals of the run played again at 0-0, once alone and once not, with everything else as the players decide. "
        "Above zero: going alone brought more.",
        "same_deals",
        {
            "gain": f"alone less with {_partner(sources)}",
            "alone_net": "net points alone",
            "order": f"with {_partner(sources)}",
        },
        found,
        {"round": 1},
    )


def _aces(aces: int) -> str:
    return "no ace" if aces == 0 else "1 ace" if aces == 1 else f"{aces}+ aces"


def _against(sources: Sources) -> Item:
    found = dot_chart(
        sources, "lone-against", "loners_against", {"marched": "all tricks", "euchred": "euchred"}, "against",
        title="Lone hands by what the defenders hold", unit="share", zero=True, keys={"seat": 0},
    )  # fmt: skip
    found |= dot_chart(
        sources, "lone-against-share", "loners_against", {"share": "share"}, "against",
        title="How often each stands against a lone hand", unit="share", zero=True, keys={"seat": 0},
    )  # fmt: skip
    found |= dot_chart(
        sources, "lone-holdings", "loners_holdings", {"marched": "all tricks", "euchred": "euchred"}, "holding",
        title="Lone hands where a defender holds ...", unit="share", zero=True,
    )  # fmt: skip
    return Item(
        "against",
        "What stops lone hands",
        "A trump that wins is one the maker cannot draw by leading trumps from the top, as they hold no more trumps "
        "above it than its owner has below it (a right bower, a guarded left). An off-suit ace is a defender's, in a "
        "side suit of which the maker holds a card. Hands are as they are when the first card is led.",
        "loners_against",
        _SHORT,
        found,
    )


def _beaten(sources: Sources) -> Item:
    found = dot_chart(
        sources, "lone-beaten", "loners_beaten", {"share": "share"}, "how",
        title="What took the first trick from a lone maker", unit="share", zero=True,
    )  # fmt: skip
    return Item(
        "beaten",
        "What took the first trick",
        "Of the lone hands that lost a trick: the card that won the first one they lost. A ruff is a trump on a side "
        "suit.",
        "loners_beaten",
        {"share": "share", "made": "made all the same", "euchred": "euchred", "net": "net points"},
        found,
    )


def _defences(sources: Sources) -> Item:
    found = dot_chart(
        sources, "lone-defences", "lone_defences", {"euchred": "euchred the makers"}, "seat_name",
        title="Lone defenders that euchre the makers", unit="share", zero=True, series="against_name",
    ) if _name_makers(sources) else {}  # fmt: skip
    return Item(
        "defences",
        "Lone defences",
        "A defender plays alone while the other sits out.",
        "lone_defences",
        {
            "tried": "of all hands",
            "euchred": "euchred the makers",
            "swept": "took all tricks",
            "net": "net points of the defenders",
        },
        found,
    )


def _name_makers(sources: Sources) -> bool:
    for run in sources.runs:
        frame = sources.frame("lone_defences", run)
        if frame.empty:
            return False
        frame["against_name"] = [
            "maker alone too" if alone else f"maker with {_partner(sources)}" for alone in frame["maker_alone"]
        ]
    return True
