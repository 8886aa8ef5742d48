"""Docstrings on the site: their examples (`>>> `) as blocks of code, which Markdown takes for quotations otherwise."""

from typing import Any

import griffe


def fenced(text: str) -> str:
    """The text with every paragraph that begins with a prompt as a block."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(f"```pycon\n{one}\n```" if one.startswith(">>> ") else one for one in paragraphs)


class Examples(griffe.Extension):
    """Called for each object that the reference may show."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put its examples in blocks."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
