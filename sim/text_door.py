"""The door from results to their text: results know no text, and `sim.text` is loaded when one is shown."""

from html import escape
from importlib import import_module
from typing import Any, Final

FORMS: Final = {
    "Answer": {"text": "answer:answer_text", "html": "answer_html:answer_html"},
    "BookCheck": {"text": "book:check_book_text"},
    "BookPage": {"text": "book:page_text"},
    "Review": {"text": "review:review_text", "data": "review_data:review_data"},
    "CompareResult": {"text": "compare:compare_text", "markdown": "compare:compare_markdown"},
    "Equity": {"text": "equity:equity_text"},
    "Hindsight": {"text": "hindsight:hindsight_text"},
    "Panel": {"text": "sensitivity:panel_text"},
    "RunLuck": {"text": "luck:luck_text"},
    "Solution": {"text": "solution:solution_text"},
    "Summary": {"text": "summary:summary_text"},
    "SweepResult": {"text": "sweep:sweep_text"},
    "TableResult": {"text": "roundrobin:table_text", "markdown": "roundrobin:table_markdown"},
    "Trace": {"text": "trace:hand_as_text", "data": "trace:hand_as_data"},
}
"""For each result and form the module of `sim.text` and the function in it that makes it."""


def shown(result: Any, form: str, *options: Any) -> Any:
    """A result as text, Markdown, HTML or plain data."""
    module, _, function = FORMS[type(result).__name__][form].partition(":")
    return getattr(import_module(f"sim.text.{module}"), function)(result, *options)


class Shown:
    """A result that shows its text wherever Python shows a value, at a prompt and in a notebook."""

    def to_text(self) -> str:
        """Plain text, readable without colour."""
        text: str = shown(self, "text")
        return text

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.to_text())}</pre>"
