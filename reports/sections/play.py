"""What the report says about card play."""

from collections.abc import Iterator
from typing import Any

from reports.sections.card_costs import cost_items
from reports.sections.pieces import Item, heats
from reports.sections.sources import Sources


def contents(sources: Sources) -> Iterator[Item]:
    """All items of the section."""
    if not sources.has("leads"):
        yield Item("", "", missing="Leads need every trick: run it again with `--detail plays`.")
        return
    found: dict[str, Any] = {}
    for trick in (1, 2):
        for measure, title, unit, centred in (
            ("share", "What is led, %", "share", False),
            ("won", "Trick won by the leader's side, %", "share", False),
            ("net", "Net points of the leader's side", "points", True),
        ):
            found |= heats(
                sources, f"lead-{measure}-trick-{trick}", "leads", measure, "role", "card",
                title=f"{title}: trick {trick}", unit=unit, centred=centred, keys={"trick": trick},
                cell={"width": 62, "height": 26},
            )  # fmt: skip
    yield Item(
        "leads",
        "Leads",
        "By who leads, seen from the maker, and by the card led. How the hand went is not only the lead's doing: a "
        "hand that has an ace to lead is a better hand.",
        "leads",
        {
            "share": "of the leads",
            "won": "trick won",
            "made": "makers made it",
            "euchred": "makers euchred",
            "net": "net points of the leader's side",
        },
        found,
    )
    yield from cost_items(sources)
