"""The examples of a page: its commands and Python programs, what the page says they print, and putting that in anew.

A fenced block marked `console` is a session: `$ command`, then all it prints. A block marked `python` that imports
euchre_sim, or reads what lies in runs/, is run too; others are files of a reader's own. A block marked `text` right
below it is what it prints. Blocks below a line `<!-- nightly -->` take long, or need what such a block has made; the
suite only runs them with `--nightly`. Blocks marked `sh` (installing, for example) are not run.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

NIGHTLY = "<!-- nightly -->"
_BLOCK = re.compile(
    rf"^(?P<nightly>{NIGHTLY}\n+)?```(?P<language>console|python)\n(?P<body>.*?)^```$"
    r"(?P<below>\n\n```text\n(?P<text>.*?)^```$)?",
    re.MULTILINE | re.DOTALL,
)
_RUNS = re.compile(r"^(from|import) euchre_sim\b|[\"(]runs/", re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """A command (`language` is console) or a Python program, and what the page says it prints (no last newline)."""

    language: str
    source: str
    printed: str
    nightly: bool

    def as_text(self) -> str:
        """How it stands in a page: a line or two of a session, or a whole block with the block below it."""
        if self.language == "console":
            return f"$ {self.source}\n" + (f"{self.printed}\n" if self.printed else "")
        below = f"\n\n```text\n{self.printed}\n```" if self.printed else ""
        return f"```python\n{self.source}\n```{below}"


def _examples(block: re.Match[str]) -> Iterator[Example]:
    nightly, body = block["nightly"] is not None, block["body"]
    if block["language"] == "python":
        if _RUNS.search(body):
            yield Example("python", body.rstrip("\n"), (block["text"] or "").rstrip("\n"), nightly)
        return
    for piece in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        lines = piece.splitlines()
        end = 1
        while lines[end - 1].endswith("\\"):
            end += 1
        yield Example("console", "\n".join(lines[:end]), "\n".join(lines[end:]).rstrip("\n"), nightly)


def examples(page: str) -> list[Example]:
    """All examples of a page, in order."""
    return [example for block in _BLOCK.finditer(page) for example in _examples(block)]


def filled(page: str, printed: list[str]) -> str:
    """The page with other outputs: one for each of `examples(page)`, in order."""
    outputs = iter(printed)

    def written(block: re.Match[str]) -> str:
        again = [Example(one.language, one.source, next(outputs), one.nightly) for one in _examples(block)]
        if not again:
            return block[0]
        mark = f"{NIGHTLY}\n" if block["nightly"] else ""
        if block["language"] == "python":
            return mark + again[0].as_text()
        return f"{mark}```console\n{''.join(one.as_text() for one in again)}```"

    return _BLOCK.sub(written, page)
