"""Writing a report: a folder with the page (or Markdown, or JSON), the tables as CSV and Parquet, the charts as SVG."""

import json
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from reports.pages import facts, page
from reports.pages.files import ABOUT_FILE, owned_files, write_files
from reports.pages.markdown import markdown
from reports.run import RunTables
from reports.sections.sections import SECTIONS, Section, sections
from reports.sections.sources import Sources

if TYPE_CHECKING:
    import pandas as pd

Format = Literal["html", "md", "json"]
FORMATS: Final[tuple[Format, ...]] = ("html", "md", "json")
MAIN_FILE: Final[dict[Format, str]] = {"html": "index.html", "md": "report.md", "json": "report.json"}


@dataclass(frozen=True, repr=False)
class Written:
    """Where a report is: its folder, the file to open, and all files relative to the folder."""

    folder: Path
    main: Path
    files: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<report {self.main} ({len(self.files)} files)>"


def write_report(
    runs: Sequence[RunTables],
    out: Path,
    *,
    names: tuple[str, ...] = SECTIONS,
    form: Format = "html",
    progress: Callable[[int], None] | None = None,
) -> Written:
    """Write the report of one run, or of several side by side, into the folder `out`.

    `names` are the sections, `progress` hears of games (or single hands) read. Raises UsageError for sections there are
    none of or games that cannot stand side by side, RunFolderError for damaged or empty runs, StorageError where the
    folder holds something else or cannot be written.
    """
    old = owned_files(out)
    sources = Sources(runs)
    # Vega's script takes seconds to put together, so that is begun before the files are read.
    with ThreadPoolExecutor(1) as pool:
        script = pool.submit(page.bundle) if form == "html" else None
        for run in runs:
            if "hands" in run.tables:
                run.count(progress)
        found = sections(sources, names)
        tables = _tables(sources, found)
        specs = {name: _spec(chart) for part in found for item in part.items for name, chart in item.charts.items()}
        files: dict[str, bytes] = {}
        of_table: dict[str, list[str]] = {}
        for name, frame in tables.items():
            paths = [f"tables/{name}.csv", f"tables/{name}.parquet"]
            files[paths[0]] = _csv(frame)
            files[paths[1]] = _parquet(frame)
            plain = name.removesuffix("-difference")
            owner = next((shown for shown, beside in _BESIDE.items() if beside == plain), plain)
            of_table.setdefault(owner, []).extend(paths)
        files |= {f"charts/{name}.svg": svg(spec).encode() for name, spec in specs.items()}
        if script is not None:
            script.result()
    if form == "html":
        text = page.html(sources, found, of_table, specs)
    elif form == "md":
        text = markdown(sources, page.chapters(sources, found, of_table))
    else:
        text = _json(sources, found, tables)
    files[MAIN_FILE[form]] = text.encode()
    about = {"runs": [run.id for run in runs], "files": sorted(files)}
    write_files(out, {ABOUT_FILE: json.dumps(about, indent=2).encode(), **files}, old)
    return Written(out, out / MAIN_FILE[form], tuple(sorted(files)))


def svg(spec: dict[str, Any], dark: bool = False) -> str:
    """A chart as a picture of its own, in the light theme on white unless told otherwise."""
    import vl_convert

    from reports.charts import themes

    config = {**themes.config(dark), "background": "#16181b" if dark else "#ffffff", "padding": 10}
    return str(vl_convert.vegalite_to_svg({**spec, "config": config}, vl_version=page.VEGA_LITE))


def _spec(chart: Any) -> dict[str, Any]:
    spec: dict[str, Any] = chart.to_dict(validate=False)
    spec.pop("config", None)
    return spec


def _tables(sources: Sources, found: list[Section]) -> dict[str, "pd.DataFrame"]:
    """The tables of all items, and where there are several runs those of the differences."""
    import pandas as pd

    names = dict.fromkeys(item.table for part in found for item in part.items if item.table)
    wanted = [name for item in names for name in (item, _BESIDE.get(item)) if name]
    tables: dict[str, pd.DataFrame] = {}
    for name in wanted:
        frames = [run.frame(name) for run in sources.runs]
        if not sources.compared:
            tables[name] = frames[0]
            continue
        labelled = [frame.assign(run=label) for frame, label in zip(frames, sources.labels, strict=True)]
        tables[name] = pd.concat(labelled, ignore_index=True)
        first, others = sources.runs[0], sources.runs[1:]
        differences = [first.table(name).difference(run.table(name), sources.paired(run)) for run in others]
        words = [f"{label} less {sources.labels[0]}" for label in sources.labels[1:]]
        pieces = [frame.assign(run=label) for frame, label in zip(differences, words, strict=True)]
        tables[f"{name}-difference"] = pd.concat(pieces, ignore_index=True)
    return tables


_BESIDE: Final = {
    "ordering_by_trumps": "ordering_by_hand",
    "loners_by_trumps": "loners_by_hand",
    "loners_against": "loners_holdings",
    "length": "first_dealer",
}
"""Tables that come with another: they have no place of their own on the page."""


def _parquet(frame: "pd.DataFrame") -> bytes:
    import io

    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False)
    return buffer.getvalue()


def _json(sources: Sources, found: list[Section], tables: "dict[str, pd.DataFrame]") -> str:
    runs = [
        {**facts.about_run(run, label), "summary": facts.summary_of(run).to_dict()}
        for run, label in zip(sources.runs, sources.labels, strict=True)
    ]
    body = {
        "title": page.title_of(sources),
        "runs": runs,
        "sections": [
            {"name": part.name, "missing": part.missing, "tables": [item.table for item in part.items if item.table]}
            for part in found
        ],
        "tables": {name: _records(frame) for name, frame in tables.items()},
    }
    return json.dumps(body, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _records(frame: "pd.DataFrame") -> list[dict[str, Any]]:
    """The rows of a frame, with null for what is not known."""
    rows: list[dict[str, Any]] = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return rows


def _csv(frame: "pd.DataFrame") -> bytes:
    """A table as CSV, in which no name is a formula to a program that opens it."""
    texts = [name for name in frame if frame[name].dtype.kind not in "iufb"]
    safe = frame.assign(**{name: [_no_formula(value) for value in frame[name]] for name in texts})
    return str(safe.to_csv(index=False, lineterminator="\n")).encode()


def _no_formula(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in _FORMULA and not re.fullmatch(r"[+-]?[\d.]+", value):
        return f"'{value}"
    return value


_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a cell for a formula."""
