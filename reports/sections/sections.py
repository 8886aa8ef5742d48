"""The sections of a report: which tables and charts there are, in which order, and what is said about them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from reports.sections import loners as loners_section
from reports.sections import ordering as ordering_section
from reports.sections import play as play_section
from reports.sections import scores as scores_section
from reports.sections import seats as seats_section
from reports.sections.pieces import Item
from reports.sections.sources import Sources
from sim.errors import UsageError, did_you_mean


@dataclass
class Section:
    """A part of the report that can be chosen by name and folded."""

    name: str
    title: str
    items: list[Item] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """Sentences on what the run did not record, and how to get it."""


_MAKERS: Final[dict[str, tuple[str, Callable[[Sources], Iterator[Item]]]]] = {
    "ordering": ("Ordering", ordering_section.contents),
    "loners": ("Lone hands", loners_section.contents),
    "seats": ("Seats", seats_section.contents),
    "scores": ("Scores and games", scores_section.contents),
    "play": ("Card play", play_section.contents),
}
SECTIONS: Final = tuple(_MAKERS)


def sections(sources: Sources, names: tuple[str, ...] = SECTIONS) -> list[Section]:
    """The sections asked for. Raises UsageError for a name there is none of."""
    for name in names:
        if name not in _MAKERS:
            raise UsageError(f"no section {name!r}", did_you_mean(name, SECTIONS))
    return [_section(sources, name) for name in SECTIONS if name in names]


def all_charts(sources: Sources) -> dict[str, Any]:
    """Every chart of the report by its name."""
    return {name: chart for part in sections(sources) for item in part.items for name, chart in item.charts.items()}


def _section(sources: Sources, name: str) -> Section:
    title, make = _MAKERS[name]
    found = list(make(sources))
    return Section(
        name,
        title,
        [item for item in found if not item.missing],
        list(dict.fromkeys(item.missing for item in found if item.missing)),
    )
