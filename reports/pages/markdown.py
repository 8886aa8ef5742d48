"""The report as Markdown, with its charts as linked pictures."""

import re

from reports.charts.labels import SMALL
from reports.pages import facts
from reports.pages.page import Chapter, compared_text, title_of
from reports.sections.sources import Sources


def markdown(sources: Sources, chapters: list[Chapter]) -> str:
    """The whole report as one text."""
    lines = [f"# {escaped(title_of(sources))}", ""]
    for run, label in zip(sources.runs, sources.labels, strict=True):
        told = facts.about_run(run, label)
        lines += [f"**{escaped(label)}**", ""] if sources.compared else []
        lines += [f"- {name}: {escaped(told[name])}" for name in ("rules", "size", "seed", "id")]
        lines += [f"- {', '.join(map(escaped, told['players']))}"]
        lines += [f"- {escaped(told['complete'])}"] if told["complete"] else []
        lines += [
            "",
            *(f"- {fact.value} {fact.interval} {escaped(fact.title)} (n = {fact.n})" for fact in facts.headline(run)),
            "",
        ]
    lines += [
        "± is half of the 95 % interval; ~ marks a number whose interval covers zero, (parentheses) a sample of fewer "
        f"than {SMALL} hands. {escaped(compared_text(sources))}".strip(),
        "",
    ]
    for chapter in chapters:
        lines += [f"## {chapter.title}", ""]
        for sentence in chapter.missing:
            lines += [sentence, ""]
        for entry in chapter.entries:
            lines += [f"### {entry.title}", ""]
            lines += [entry.text, ""] if entry.text else []
            lines += [f"![{name}](charts/{name}.svg)" for name in entry.charts]
            if entry.grid is not None:
                table = entry.grid
                lines += ["", _row([escaped(heading) for heading in table.headings])]
                lines.append(_row([":--" if k < table.keys else "--:" for k in range(len(table.headings))]))
                lines += [_row([escaped(cell) for cell in row]) for row in table.rows]
                if table.left_out:
                    lines += ["", f"{table.left_out} rows with smaller samples are left out here; the files have all."]
            lines.append("")
    return "\n".join(lines)


def escaped(text: object) -> str:
    """Text in which nothing is markup, whatever names it has, and which stays on its line."""
    return re.sub(r"([\\`*_{}\[\]<>#|~&$])", r"\\\1", " ".join(str(text).split()))


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
