"""The parts of a page that are generated: what stands between `<!-- NAME -->` and `<!-- /NAME -->`."""

import re


def replaced(page: str, name: str, text: str) -> str:
    """The page with other text between its marks; unchanged where it has none."""
    marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    return marks.sub(lambda found: f"{found[1]}{text.strip()}\n{found[2]}", page)
