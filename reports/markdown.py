"""The report as Markdown, with its charts as linked pictures."""

from reports import facts
from reports.labels import SMALL
from reports.page import Chapter, compared_text, title_of
from reports.sources import Sources


def markdown(sources: Sources, chapters: list[Chapter]) -> str:
    """The whole report as one text."""
    lines = [f"# {title_of(sources)}", ""]
    for run, label in zip(sources.runs, sources.labels, strict=True):
        told = facts.about(run, label)
        lines += [f"**{label}**", ""] if sources.compared else []
        lines += [f"- {name}: {told[name]}" for name in ("rules", "size", "seed", "id")]
        lines += [f"- {', '.join(told['players'])}"]
        lines += [f"- {told['complete']}"] if told["complete"] else []
        lines += [
            "",
            *(f"- {fact.value} {fact.interval} {fact.title} (n = {fact.n})" for fact in facts.headline(run)),
            "",
        ]
    lines += [
        "± is half of the 95 % interval; ~ marks a number whose interval covers zero, (parentheses) a sample of fewer "
        f"than {SMALL} hands. {compared_text(sources)}".strip(),
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
                lines += ["", _row(table.headings)]
                lines.append(_row([":--" if k < table.keys else "--:" for k in range(len(table.headings))]))
                lines += [_row(row) for row in table.rows]
                if table.left_out:
                    lines += ["", f"{table.left_out} rows with smaller samples are left out here; the files have all."]
            lines.append("")
    return "\n".join(lines)


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
