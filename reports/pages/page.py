"""The page: one HTML file with its charts, scripts and styles inside, which needs no network."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from reports.charts import themes
from reports.charts.labels import SMALL
from reports.pages import facts
from reports.pages.tabulated import Grid, grid
from reports.sections.pieces import Item
from reports.sections.sections import Section
from reports.sections.sources import Sources

_TEMPLATES: Final = Path(__file__).parent / "templates"
VEGA_LITE: Final = "6.4"
"""The version of Vega-Lite that draws the charts, of those that vl-convert-python ships."""


@dataclass
class Entry:
    """An item with what the page shows of it."""

    name: str
    title: str
    text: str
    charts: list[str]
    grid: Grid | None
    files: list[str]


@dataclass
class Chapter:
    """A section with its entries."""

    name: str
    title: str
    missing: list[str]
    entries: list[Entry]


def title_of(sources: Sources) -> str:
    """`Euchre: standard, basic against cautious`."""
    runs = [facts.summary_of(run) for run in sources.runs]
    rules = " and ".join(dict.fromkeys(run.rules for run in runs))
    who = " and ".join(dict.fromkeys(" against ".join(dict.fromkeys(run.sides)) for run in runs))
    return f"Euchre: {rules}, {who}"


def chapters(sources: Sources, sections: list[Section], files: dict[str, list[str]]) -> list[Chapter]:
    """The sections with their tables as text; `files` are the files of each table, relative to the page."""
    return [
        Chapter(part.name, part.title, part.missing, [_entry(sources, item, files) for item in part.items])
        for part in sections
    ]


def html(sources: Sources, sections: list[Section], files: dict[str, list[str]], specs: dict[str, Any]) -> str:
    """The whole page. `specs` are the charts' Vega-Lite specifications, without a theme."""
    import jinja2
    from markupsafe import Markup

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )  # fmt: skip
    data = {"charts": specs, "themes": {"light": themes.config(), "dark": themes.config(dark=True)}}
    runs = [
        {**facts.about_run(run, label), "facts": facts.headline(run)}
        for run, label in zip(sources.runs, sources.labels, strict=True)
    ]
    return environment.get_template("page.html.j2").render(
        title=title_of(sources),
        runs=runs,
        sections=chapters(sources, sections, files),
        rules=facts.rule_rows(sources),
        small=SMALL,
        compared=compared_text(sources),
        # Only text of this package, and JSON in which nothing can end the script, goes in unescaped.
        style=Markup((_TEMPLATES / "page.css").read_text(encoding="utf-8")),
        script=Markup((_TEMPLATES / "page.js").read_text(encoding="utf-8")),
        data=Markup(script_json(data)),
        bundle=Markup(bundle().replace("</script", "<\\/script")),
    )


def compared_text(sources: Sources) -> str:
    """How differences between the runs were estimated."""
    if not sources.compared:
        return ""
    first, kinds = sources.labels[0], {sources.paired(run) for run in sources.runs[1:]}
    words = []
    if True in kinds:
        words.append(
            f"Runs of single hands with the seed of {first} saw the same deals, so their differences are taken deal by "
            "deal (block by block)."
        )
    if False in kinds:
        words.append(
            "Runs of other deals are independent: intervals of differences of shares are Newcombe's, those of means "
            "join both errors."
        )
    return " ".join(words)


def script_json(value: Any) -> str:
    """JSON that may stand inside a script element."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


@cache
def bundle() -> str:
    """Vega and Vega-Lite as one script without network."""
    import vl_convert

    return str(vl_convert.javascript_bundle("window.vegaEmbed=vegaEmbed;", vl_version=VEGA_LITE))


def _entry(sources: Sources, item: Item, files: dict[str, list[str]]) -> Entry:
    table = grid(sources, item) if item.table else None
    return Entry(item.name, item.title, item.text, list(item.charts), table, files.get(item.table, []))
