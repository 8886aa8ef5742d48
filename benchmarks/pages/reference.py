"""The list of public names in docs/api.md: a line for mkdocstrings for each that `euchre_sim` gives."""

import euchre_sim
from benchmarks.pages.sections import replaced


def names() -> list[str]:
    """Public names, functions first."""
    public = [name for name in euchre_sim.__all__ if not name.startswith("_")]
    return sorted(public, key=lambda name: (name[0].isupper(), name))


def filled(page: str) -> str:
    """The page with all names; unchanged where the page has no marks for them."""
    return replaced(page, "names", "\n\n".join(f"::: euchre_sim.{name}" for name in names()))
