"""Colour where it helps: verdicts and the best row of a table, on a terminal alone; the text is the same without."""

import os
import re
import sys
from typing import Final

STYLES: Final = tuple(
    (re.compile(pattern, re.MULTILINE), style)
    for pattern, style in (
        (r"^Best: [\s\S]+?\.(?=\s)", "bold green"),
        (r"^(?! |others ).*[+-]\d.*  best(?=  |$).*", "green"),  # a row of choices
        (r"^(?:Too close to tell|THIN EVIDENCE):", "bold yellow"),
        (r"^INTERRUPTED\b.*", "bold red"),
        (r"^.+ (?:is|are) better than .+", "bold green"),
        (r"^.+ (?:cannot be told apart|come out exactly even)\b", "bold yellow"),
        (r"^ *[-\d.]+  .* \*(?: \|.*)?$", "green"),  # a row of a sweep
        (r"^best    .*", "bold green"),
        (r"^\* (?!best;|differs ).*", "bold"),  # a rule that is not that of standard
        (r"^.+ passes: ", "bold green"),
        (r"^.+ fails$", "bold red"),
    )
)
"""What stands out, line by line, and how; every text that is printed goes through it."""


def coloured(text: str) -> str:
    """The text as stdout shows it: with colours on a terminal that has them, unless NO_COLOR is set."""
    if not _wanted() or not any(pattern.search(text) for pattern, _ in STYLES):
        return text
    from rich.console import Console  # takes longer to load than many a command to run
    from rich.text import Text

    coloured = Text(text)
    for pattern, style in STYLES:
        coloured.highlight_regex(pattern, style)
    screen = Console(file=sys.stdout, force_terminal=True, highlight=False)
    with screen.capture() as captured:
        screen.print(coloured, soft_wrap=True, end="")
    return captured.get()


def _wanted() -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()
