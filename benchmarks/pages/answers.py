"""The table of short answers in docs/questions.md, read from the whole answers in docs/questions/."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from benchmarks.pages.blocks import examples
from benchmarks.pages.sections import replaced

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs" / "questions"
ORDER = ("bidding", "scores", "cards", "two-and-three")
HEAD = """| question | asked | best | worth more than the second best |
|---|---|---|---|"""
_BEST = re.compile(r"^Best: (.+?)\. It is worth (.+?) more than the second best \((.+?)\)\.")


def short(printed: str) -> tuple[str, str]:
    """What is best, and by how much it is better than what. Raises ValueError where the answer names no best."""
    paragraphs = (" ".join(paragraph.split()) for paragraph in printed.split("\n\n"))
    found = next(filter(None, map(_BEST.match, paragraphs)), None)
    if found is None:
        raise ValueError(f"no best choice is named:\n{printed}")
    return found[1], f"{found[2]} ({found[3]})"


def anchor(title: str) -> str:
    """The mark of a heading, as Markdown readers make it."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", title.lower()))


def rows(name: str, page: str) -> Iterator[str]:
    """A row for every question of one page."""
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        title = section.partition("\n")[0]
        said = f"[{title}](questions/{name}.md#{anchor(title)})"
        for example in examples(section):
            hand, *options = shlex.split(example.source)[2:]
            asked = shlex.join(options).removesuffix(" --seed 1")
            yield f"| {said} | {hand}, `{asked}` | {' | '.join(short(example.printed))} |"
            said = ""


def filled(page: str) -> str:
    """The page with the table as the answers are now; unchanged where the page has no marks for it."""
    if "<!-- answers -->" not in page:
        return page
    lines = [row for name in ORDER for row in rows(name, (FOLDER / f"{name}.md").read_text(encoding="utf-8"))]
    return replaced(page, "answers", "\n".join([HEAD, *lines]))
